// The error of a scheme against k, or against the number of draws, on a logarithmic scale.
import { logAxis } from "../widget/kit/axes.js";
import { tenTo } from "../widget/kit/numbers.js";
import { cell, dot, dots, line, word } from "../widget/kit/picture.js";

const EMPTY = "color-mix(in oklab, var(--gradient) 6%, var(--paper))"; // what is not known yet
const LANE = 18; // px under the plot, where errors of exactly 0 are

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
  const first = at(1);
  const last = at(max);
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

/** Before the guess: all or none may be lost, and where it is asked. */
function drawAsked(scene, frame, { toX }, place) {
  const { left, top, bottom } = frame;
  const x = toX(dialOf(scene).value);
  const ends = [
    [top, "all"],
    [bottom, "none"],
  ];
  const asked = line([place([x, top]), place([x, bottom])], "gradient dashed thin");
  const corner = place([left, top]);
  const [x1, y1] = place([frame.right, bottom]);
  return [
    cell(...corner, x1 - corner[0], y1 - corner[1], "quiet", { fill: EMPTY }),
    ends.map(([y, html]) => [
      ruleAt(place, frame, y),
      word(place([left - 8, y]), html, "quiet", { anchor: "end", size: 14 }),
    ]),
    asked,
    word(place([x + 12, (top + bottom) / 2]), "?", "gradient strong", {
      size: 24,
      anchor: "start",
    }),
  ];
}

/** Rules and numbers. */
function drawGrid(scene, frame, y, scales, place) {
  const { left, bottom } = frame;
  const { toX, toY } = scales;
  const numbers = dialOf(scene).ticks.map((n) =>
    word(place([toX(n), bottom + 16]), String(n), "quiet", { size: 14 }),
  );
  if (!scene.answered) return [drawAsked(scene, frame, scales, place), numbers];
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
