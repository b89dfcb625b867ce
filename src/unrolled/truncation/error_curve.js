// The error of a scheme against k, or against the number of draws, on a logarithmic scale.
import { logAxis } from "../widget/kit/axes.js";
import { tenTo } from "../widget/kit/numbers.js";
import { dot, dots, line, word } from "../widget/kit/picture.js";

const LANE = 18; // px under the plot, where errors of exactly 0 are
const EMPTY = 4; // rules of a plot that is still empty

/** What the errors depend on: the number of draws, on a logarithmic scale, or k. */
export function dialOf({ random, T, k, knob, draws, constants }) {
  if (random) {
    const { draws: max } = constants;
    const ticks = [1, 10, 100];
    return { trait: "draws", label: "draws", max, value: draws, every: 120, at: Math.log10, ticks };
  }
  const { ticks } = constants;
  return { trait: "k", label: knob, max: T, value: k, every: 500, at: Number, ticks };
}

/** A share in percent, by its log10. */
function percentLabel(log) {
  const share = log < -4 ? tenTo(log + 2) : Number((10 ** (log + 2)).toFixed(2));
  return `${share}\u00a0%`;
}

/** The errors by their log10: of this scheme, on its line, and what it is compared with. */
function heightsOf({ own, curve, other, from }) {
  const place = (errors, first) => errors.map((error, n) => [n + first, Math.log10(error)]);
  return { each: place(own, from), main: place(curve, from), dashed: place(other, 1) };
}

/** A line that jumps on to the lane of zeros. */
function withGaps(points) {
  return points.flatMap((point, n) => {
    const isJump = n > 0 && (points[n - 1][1] === -Infinity) !== (point[1] === -Infinity);
    return isJump ? [null, point] : [point];
  });
}

/** The scales of the plot, in pixels. */
function scalesOf(scene, { left, right, top, bottom }, y) {
  const { max, at } = dialOf(scene);
  const [first, last] = [at(1), at(max)];
  const floor = y.lane ? bottom - LANE : bottom;
  return {
    toX: (n) => left + ((right - left) * (at(n) - first)) / (last - first),
    toY: (log) =>
      log === -Infinity ? bottom : floor + ((top - floor) * (log - y.from)) / (y.to - y.from),
  };
}

const ruleAt = (place, { left, right }, y) => ({
  ...line([place([left, y]), place([right, y])], "quiet thin"),
  opacity: 0.4,
});

/** Rules and numbers: before the guess the rules alone. */
function drawGrid(scene, frame, y, { toX, toY }, place) {
  const { left, top, bottom } = frame;
  const numbers = dialOf(scene).ticks.map((n) =>
    word(place([toX(n), bottom + 16]), String(n), "quiet", { size: 14 }),
  );
  if (!scene.answered) {
    const every = (bottom - top) / EMPTY;
    const rules = Array.from({ length: EMPTY + 1 }, (_, n) =>
      ruleAt(place, frame, top + n * every),
    );
    return [rules, numbers];
  }
  const ticks = y.lane ? [...y.ticks, [-Infinity, "0"]] : y.ticks;
  const marks = ticks.map(([log, html]) => [
    ruleAt(place, frame, toY(log)),
    word(place([left - 8, toY(log)]), html, "quiet", { anchor: "end", size: 14 }),
  ]);
  return [marks, numbers];
}

/** All of it within a frame of pixels; `place` takes pixels to the units of the picture's axes. */
export function drawErrors(scene, frame, place) {
  const { from, scheme, random, answered } = scene;
  const { each, main, dashed } = heightsOf(scene);
  const logs = [...each, ...main, ...dashed].map(([, log]) => log);
  const y = logAxis(logs, { label: percentLabel, most: frame.most });
  const scales = scalesOf(scene, frame, y);
  const grid = drawGrid(scene, frame, y, scales, place);
  if (!answered) return grid;
  const spot = (point) => point && place([scales.toX(point[0]), scales.toY(point[1])]);
  const names = scene.curves.map(([html, share, look, { anchor }]) => {
    const x = frame.left + share * (frame.right - frame.left);
    return word(place([x, frame.names]), html, look, { anchor, size: 14 });
  });
  return [
    grid,
    scheme !== "window" && line(withGaps(dashed).map(spot), "quiet dashed thin"),
    random ? dots(each.map(spot), 2, "gradient ghost") : dots(each.map(spot), 3, "gradient"),
    line(withGaps(main).map(spot), "gradient"),
    dot(spot(main[dialOf(scene).value - from]), 7, "gradient"),
    names,
  ];
}
