// All paths of the picture, those of the flow, where they cross, and what each choice costs.

import { distance, PARTS, samplePath } from "./layers_room.js";
import { findCrossings, walk } from "./layers_steps.js";

const still = new Map(); // of start points that nobody moves: computed once
const pulled = new Map(); // of the one that a hand moves: until it is elsewhere
let pulledFrom = "";

function remember(map, key, compute) {
  if (!map.has(key)) map.set(key, compute());
  return map.get(key);
}

/** What is known of the point that a hand moves, if it is still there. */
function knownOf(start) {
  if (pulledFrom !== String(start)) pulled.clear();
  pulledFrom = String(start);
  return pulled;
}

/** A path from a start point. */
const walkFrom = ({ layer, time }, map, solver, start, size) =>
  remember(map, `${solver} ${start} ${size}`, () => walk(layer, time, solver, start, size));

/** The flow, as good as exact; drawn with fewer points. */
const flowFrom = ({ layer, time, finest }, map, start) =>
  remember(map, `flow ${start}`, () => {
    const { times, points } = walk(layer, time, "rk4", start, finest);
    const every = finest / PARTS;
    const isKept = (_, n) => n % every === 0;
    return { times: times.filter(isKept), points: points.filter(isKept) };
  });

/** The places at which paths of blocks cross: of other solvers only the points mean something. */
function crossAll(walks, starts, maps, size) {
  const pairs = walks.flatMap((_, i) => walks.slice(0, i).map((__, j) => [j, i]));
  return pairs.flatMap(([j, i]) =>
    remember(maps[j], `cross ${starts[i]} ${starts[j]} ${size}`, () =>
      findCrossings(walks[i].points, walks[j].points),
    ),
  );
}

/**
 * For every number of blocks, or every tolerance: the gap at the end, and the cost. `plain` is the
 * gap that Euler's method has at the same cost.
 */
function columnsOf(constants, map, solver, start, end) {
  return constants.sizes.map((_, n) => {
    const isAdaptive = solver === "adaptive";
    const size = isAdaptive ? n + 1 : 2 ** n;
    const { points, calls } = walkFrom(constants, map, solver, start, size);
    const plain = walkFrom(constants, map, "euler", start, calls).points.at(-1);
    const to = isAdaptive ? { digits: n + 1 } : { doubled: n };
    return { size, calls, gap: distance(points.at(-1), end), plain: distance(plain, end), to };
  });
}

/** The paths of all points, those of the flow, where paths cross, and how far apart they end. */
export function solveAll({ solver, doubled, digits, x, y }, constants) {
  const starts = [[x, y], ...constants.others];
  const maps = starts.map((start, n) => (n ? still : knownOf(start)));
  const size = solver === "adaptive" ? digits : 2 ** doubled;
  const walks = starts.map((start, n) => walkFrom(constants, maps[n], solver, start, size));
  const samples = walks.map((path, n) =>
    remember(maps[n], `samples ${solver} ${starts[n]} ${size}`, () => samplePath(path)),
  );
  const flows = starts.map((start, n) => flowFrom(constants, maps[n], start));
  const crossings = solver === "euler" ? crossAll(walks, starts, maps, size) : [];
  const columns = columnsOf(constants, maps[0], solver, starts[0], flows[0].points.at(-1));
  return { starts, walks, samples, flows, crossings, columns };
}
