// What is seen closer: the trace that the pulse leaves, and the eigenvalues of W.
import { axis, logAxis } from "../widget/kit/axes.js";
import { decimals, tenTo } from "../widget/kit/numbers.js";
import { arrow, cell, circle, grip, line, word } from "../widget/kit/picture.js";

/** The trace that the pulse leaves, and what norm and radius say of it, as logarithms. */
export function trace({ norms, steps, sigma, size, constants, texts }) {
  const log = (x) => Math.min(12, Math.max(-12, Math.log10(x)));
  const points = (values) => values.map((value, lag) => [lag, log(value)]);
  const powers = (base) => norms[0].map((_, lag) => base ** lag);
  const lines = [...norms, powers(size), powers(sigma)].map(points);
  const y = logAxis(
    lines.flatMap((each) => each.map(([, value]) => value)),
    {
      room: [44, 24],
      label: tenTo,
      name: "‖∂<b>h</b><sub><i>T</i></sub>/∂<b>h</b><sub><i>T</i>−<i>l</i></sub>‖",
    },
  );
  const dashes = ["gradient", "gradient dashed", "state", "output dashed"];
  return {
    title: "The trace of the pulse",
    size: [360, 260],
    says: `The norms on a logarithmic scale over ${steps} steps back. ${texts.end} of the linear pulse arrives.`,
    x: axis(steps, 0, [30, 20, 10, 0], { room: [50, 78], name: "steps back <i>l</i>" }),
    y,
    marks: [
      line(lines.at(-1), "ink thin", "at most"),
      line(lines.at(-2), "quiet dashed thin", "<i>ρ<sup>l</sup></i>"),
      constants.strips.map(({ name }, i) => line(lines[i], dashes[i], name)),
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
    size: [260, 260],
    says: `Two eigenvalues of size ${decimals(size, 2)}, ${decimals(angle, 2)} radians above and below the real axis.`,
    x: axis(-2.2, 2.2),
    y: axis(-2.2, 2.2),
    marks: [
      arrow([-2.1, 0], [2.1, 0], "quiet thin"),
      arrow([0, -2.1], [0, 2.1], "quiet thin"),
      circle([0, 0], 1, "ink thin"),
      word([0.72, -0.98], "1", "quiet"),
      cell(places[1][0] - 0.07, places[1][1] - 0.07, 0.14, 0.14, "state", { round: 7 }),
      grip(places[0], pull, "state"),
    ],
  };
}
