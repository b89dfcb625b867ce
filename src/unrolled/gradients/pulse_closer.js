// What is seen closer: the trace that the pulse leaves, and the eigenvalues of W.
import { axis, logAxis } from "../widget/kit/axes.js";
import { decimals, tenTo } from "../widget/kit/numbers.js";
import { area, arrow, cell, circle, grip, line, word } from "../widget/kit/picture.js";

const log = (x) => Math.max(-14, Math.log10(x));
const pointsOf = (values) => values.map((value, lag) => [lag, log(value)]);

/** The powers of a number as a line, as far as it lies between two heights. */
function powerLine(base, steps, [low, high]) {
  const rise = Math.log10(base);
  const room = rise > 0 ? high / rise : low / rise;
  const end = Math.min(steps, Math.abs(rise) < 1e-12 ? steps : room);
  return [
    [0, 0],
    [end, end * rise],
  ];
}

/** What a key with these names takes on the right of a plot, in px. */
const roomOfKey = (names) => 52 + 7.2 * Math.max(...names.map((name) => name.length));

/** What each line is, beside the plot, where no line runs: pieces of it and its name. */
function key(y, steps, right, entries) {
  const px = steps / (360 - 64 - right);
  const heightOf = (row) => y.to - ((12 + 24 * row) * (y.to - y.from)) / 202;
  return entries.map(([name, look], row) => {
    const at = heightOf(row);
    const piece = [-12, -34].map((x) => [x * px, at]);
    return [line(piece, look), word([-40 * px, at], name, look.split(" ")[0], { anchor: "start" })];
  });
}

/** The trace that the pulse leaves, and what norm and radius say of it, as logarithms. */
export function trace({ norms, steps, sigma, size, constants, texts }) {
  const lines = norms.map(pointsOf);
  const right = roomOfKey(constants.strips.map(({ name }) => name));
  const y = logAxis([0, 1, -1, ...lines.flat().map(([, value]) => value)], {
    room: [44, 24],
    label: (n) => (n ? tenTo(n) : "1"),
    name: "‖∂<b>h</b><sub><i>T</i></sub>/∂<b>h</b><sub><i>T</i>−<i>l</i></sub>‖",
  });
  const power = (base) => powerLine(base, steps, [y.from, y.to]);
  const looks = ["gradient", "gradient dashed", "state", "output dashed"];
  return {
    title: "The trace of the pulse",
    size: [360, 270],
    says:
      `The norms on a logarithmic scale over ${steps} steps back.` +
      ` ${texts.end} of the ${constants.strips[0].name} pulse arrives.`,
    x: axis(steps, 0, [30, 20, 10, 0], { room: [64, right], name: "steps back <i>l</i>" }),
    y,
    marks: [
      line(power(sigma), "ink thin"),
      line(power(size), "quiet dashed thin"),
      lines.map((points, i) => line(points, looks[i])),
      key(y, steps, right, [
        ...constants.strips.map(({ name }, i) => [name, looks[i]]),
        ["‖<b>W</b>‖<sup><i>l</i></sup>", "ink thin"],
        ["<i>ρ<sup>l</sup></i>", "quiet dashed thin"],
      ]),
    ],
  };
}

/** Of the radii that were measured the one nearest to this size. */
function nearest(radii, size) {
  const gaps = radii.map((radius) => Math.abs(Math.log(radius / size)));
  return gaps.indexOf(Math.min(...gaps));
}

/** 64 tanh units with inputs, five runs each: the middle one as a line, all of them as a band. */
export function manyUnits({ size, constants: { many } }) {
  const at = nearest(many.radii, size);
  const looks = ["gradient", "gradient dashed", "state dashed"];
  const seen = many.runs[at];
  const right = roomOfKey(many.names);
  const along = (values) => values.map((value, i) => [many.lags[i], Math.max(-14, value)]);
  const bands = seen.map(({ low, high }) => [...along(low), ...along(high).toReversed()]);
  const y = logAxis([0, 1, -1, ...bands.flat().map(([, value]) => value)], {
    room: [44, 24],
    label: (n) => (n ? tenTo(n) : "1"),
    name: "‖∂<b>h</b><sub><i>l</i></sub>/∂<b>h</b><sub>0</sub>‖",
  });
  return {
    title: `64 tanh units at <i>ρ</i> = ${many.radii[at]}, five runs each`,
    size: [360, 270],
    says:
      `Norms over 100 steps back for 64 tanh units, spectral radius ${many.radii[at]},` +
      " with inputs of three sizes, five runs each.",
    x: axis(100, 0, [80, 60, 40, 20, 0], { room: [64, right], name: "steps back <i>l</i>" }),
    y,
    marks: [
      bands.map((points, i) => area(points, looks[i].split(" ")[0])),
      seen.map(({ mid }, i) => line(along(mid), looks[i])),
      key(
        y,
        100,
        right,
        looks.map((look, i) => [many.names[i], look]),
      ),
    ],
  };
}

/** Both eigenvalues in the plane: pull one, the other is its mirror image. */
export function plane({ size, angle }) {
  const places = [1, -1].map((sign) => [size * Math.cos(angle), sign * size * Math.sin(angle)]);
  const pull = ([re, im]) => ({
    size: Math.round(100 * Math.min(2, Math.max(0.5, Math.hypot(re, im)))) / 100,
    angle: Math.round(100 * Math.abs(Math.atan2(im, re))) / 100,
  });
  return {
    title: "The eigenvalues of W",
    size: [360, 270],
    says:
      `Two eigenvalues with the absolute value ${decimals(size, 2)},` +
      ` ${decimals(angle, 2)} radians above and below the real axis.`,
    x: axis(-2.9, 2.9),
    y: axis(-2.175, 2.175),
    marks: [
      arrow([-2.8, 0], [2.8, 0], "quiet thin"),
      arrow([0, -2.1], [0, 2.1], "quiet thin"),
      circle([0, 0], 1, "ink thin"),
      word([0.72, -0.98], "1", "quiet"),
      cell(places[1][0] - 0.07, places[1][1] - 0.07, 0.14, 0.14, "state", { round: 7 }),
      grip(places[0], pull, "state"),
    ],
  };
}
