// The six paths as ribbons, as wide as what they bring: from a loss down into its state, back along
// the states, and down into a copy of the weight. A path that counts more than once has a ribbon
// for each time.
import { choice, curve } from "../widget/kit/picture.js";
import { changeBy } from "./path_bars.js";
import { columnAt } from "./path_room.js";
import { PAIRS, STEPS, termsOf, total } from "./path_sums.js";

const MOST = 3; // ribbons of a path

/** The ribbons of an edge at most: of the third loss. */
const FULLEST = PAIRS.flatMap(([t, i], k) => (t === 3 ? Array(t - i + 1).fill(k) : []));

/** How wide the ribbons of each path are; all that the third loss can send fit side by side. */
export function widthsOf({ ribbon }, values) {
  const { least, most, zero, gap, bundle } = ribbon;
  const largest = Math.max(...values.map(Math.abs)) || 1;
  const wanted = values.map((x) => least + (most - least) * (Math.abs(x) / largest));
  const free = bundle - gap * (FULLEST.length - 1);
  const share = Math.min(1, free / total(FULLEST.map((k) => wanted[k])));
  return values.map((x, k) => (x === 0 ? zero : share * wanted[k]));
}

/** How many ribbons a path has: one, if it is left out, to show where it would run. */
const ribbonsOf = (count) => Math.max(1, count);

/** How far from the middle of its edge each ribbon of these paths runs: paths[k][time]. */
function lanesOf({ ribbon }, widths, counts, through) {
  const all = through.flatMap((k) =>
    Array.from({ length: ribbonsOf(counts[k]) }, (_, time) => ({ k, time })),
  );
  const wide = total(all.map(({ k }) => widths[k])) + ribbon.gap * (all.length - 1);
  const lanes = {};
  let edge = -wide / 2;
  for (const { k, time } of all) {
    lanes[k] ??= [];
    lanes[k][time] = edge + widths[k] / 2;
    edge += widths[k] + ribbon.gap;
  }
  return lanes;
}

const indicesOf = (isOn) => PAIRS.flatMap((pair, k) => (isOn(...pair) ? [k] : []));

/** The lanes of every edge; in this order no two ribbons cross where they bend. */
function allLanes(room, widths, counts) {
  const lanes = (isOn) => lanesOf(room, widths, counts, indicesOf(isOn));
  return {
    losses: STEPS.map((s) => lanes((t) => t === s)),
    back: STEPS.map((s) => lanes((t, i) => i < s && s <= t)), // from state s to the one before
    copies: STEPS.map((s) => lanes((_, i) => i === s)),
  };
}

const round = (x) => Math.round(10 * x) / 10;
const write = (command, ...points) =>
  command + points.map((point) => point.map(round).join(" ")).join(" ");

/** The way of one ribbon. */
function wayOf(room, lanes, k, time) {
  const [t, i] = PAIRS[k];
  const { losses, states, copies, half, turn } = room;
  const first = columnAt(room, t) + lanes.losses[t - 1][k][time];
  const last = columnAt(room, i) + lanes.copies[i - 1][k][time];
  const start = write("M", [first, losses + half]) + write("L", [first, states - turn]);
  const end = write("L", [last, copies - half]);
  if (t === i) {
    const bend = write("C", [first, states], [last, states], [last, states + turn]);
    return start + bend + end;
  }
  const levels = STEPS.slice(i, t).reverse(); // the states that it leaves to the left
  const heights = levels.map((s) => states + lanes.back[s - 1][k][time]);
  let way = start + write("Q", [first, heights[0]], [columnAt(room, t) - turn, heights[0]]);
  levels.slice(1).forEach((s, n) => {
    const x = columnAt(room, s);
    const before = heights[n];
    const after = heights[n + 1];
    way += write("L", [x + turn, before]);
    way += write("C", [x, before], [x, after], [x - turn, after]);
  });
  const low = heights.at(-1);
  way += write("L", [columnAt(room, i) + turn, low]);
  return way + write("Q", [last, low], [last, states + turn]) + end;
}

/** Each ribbon of each path. */
function waysOf(room, widths, counts) {
  const lanes = allLanes(room, widths, counts);
  return PAIRS.map((_, k) =>
    Array.from({ length: ribbonsOf(counts[k]) }, (__, time) => wayOf(room, lanes, k, time)),
  );
}

/** How a ribbon looks: dashed if left out, in the shade of its term, striped if counted again. */
function lookOf({ values, counts, groups }, k, time) {
  if (counts[k] === 0) return "quiet dashed";
  if (values[k] === 0) return "quiet";
  return `gradient term-${termsOf(groups)[k]}${time > 0 ? " again" : ""}`;
}

const PALE = 0.78; // of a path that is not lit

/** The ribbons of a path in its place among those of all, and gaps for those it does not have. */
function drawPath(scene, widths, ways, k) {
  return Array.from({ length: MOST }, (_, time) => {
    const way = ways[k][time];
    if (!way) return null;
    const width = scene.counts[k] === 0 ? 1.25 : widths[k];
    return curve(way, lookOf(scene, k, time), { width, opacity: PALE });
  });
}

/** The same of the lit path, over all others, and what runs along it. */
function drawLit(room, scene, widths, ways, k) {
  const { values, counts, lit } = scene;
  const isLit = k === lit;
  return Array.from({ length: MOST }, (_, time) => {
    const way = ways[k][time];
    if (!way) return [null, null, null];
    const isLeft = counts[k] === 0;
    const width = isLeft ? 2 : Math.max(3, widths[k]);
    const look = isLeft ? "gradient dashed" : lookOf(scene, k, time);
    const runs = isLit && !isLeft && values[k] !== 0;
    return [
      curve(way, "gradient soft", {
        width: width + room.ribbon.glow,
        opacity: runs && time === 0 ? 0.45 : 0,
      }),
      curve(way, `${look} lit`, { width, opacity: isLit ? 1 : 0 }),
      runs && curve(way, "paper flows", { width: Math.max(1.5, 0.3 * width) }),
    ];
  });
}

/** Where the lit path arrives. */
function drawHead(room, scene, widths) {
  const { lit, counts, values } = scene;
  if (counts[lit] === 0 || values[lit] === 0) return false;
  const i = PAIRS[lit][1];
  const lanes = allLanes(room, widths, counts).copies[i - 1][lit];
  const half = Math.max(room.half / 2.6, 0.5 * widths[lit] + 3);
  const tip = room.copies - room.half;
  const heads = lanes.map((lane) => {
    const x = columnAt(room, i) + lane;
    const top = tip - 1.5 * half;
    return `${write("M", [x - half, top])}${write("L", [x + half, top])}${write("L", [x, tip])}Z`;
  });
  return curve(heads[0], lookOf(scene, lit, 0), { fill: "var(--hue)" });
}

export function drawRibbons(room, scene) {
  const widths = widthsOf(room, scene.values);
  const ways = waysOf(room, widths, scene.counts);
  return [
    PAIRS.map((_, k) => drawPath(scene, widths, ways, k)),
    PAIRS.map((_, k) => drawLit(room, scene, widths, ways, k)),
    drawHead(room, scene, widths),
  ];
}

/** Of each path its ribbons, to point at and to tap as its row is: the nearest of several. */
export function drawReaches(room, scene) {
  const widths = widthsOf(room, scene.values);
  const ways = waysOf(room, widths, scene.counts);
  return PAIRS.map(([t, i], k) => {
    const reach = curve(ways[k].join(""), "reach", { width: Math.max(widths[k], room.reach) });
    return choice([reach], {
      to: changeBy(scene, k),
      name: `Strand from loss ${t} to copy ${i}`,
      on: k === scene.n,
      over: k,
      place: [Math.round(room.states / 10), k],
      near: true,
    });
  });
}
