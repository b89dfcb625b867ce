// Pipes and valves, and rows with a place for every step, as marks of a picture in pixels.
import { area, cell, dot, grip, line } from "./picture.js";
import { ramp } from "./ramp.js";

/** Ochre below 0, blue above it, paper at 0, and no darker beyond 1: a hue and its percent. */
const colour = (value) => [
  value < 0 ? "minus" : "state",
  Math.round(100 * Math.min(1, Math.abs(value))),
];
/** What flows. */
export function tinted(x, y, width, height, value) {
  const [hue, share] = colour(value);
  const fill = `color-mix(in oklab, var(--${hue}) ${share}%, var(--paper))`;
  return cell(x, y, width, height, hue, { fill });
}

export const walls = (...all) => all.map((points) => line(points, "ink thin"));
/** What shuts a pipe. */
export const plate = (x, y, width, height) => cell(x, y, width, height, "ink", { round: 2 });

/**
 * A slide with a knob, shut at [x, y, width, height] and moved by [dx, dy] when it is open; `to`
 * says what it means to pull it so far, and `tail` is where its spindle goes on to.
 */
export function slide([x, y, width, height], [dx, dy], open, { to, tail = [] }) {
  const [left, top] = [x + dx * open, y + dy * open];
  const middle = [left + width / 2, top + height / 2];
  const knob = dx ? [left + width + 10, middle[1]] : [middle[0], top - 10];
  const shut = [knob[0] - dx * open, knob[1] - dy * open];
  const pull = ([u, v]) => to(((u - shut[0]) * dx + (v - shut[1]) * dy) / (dx ** 2 + dy ** 2));
  return [
    line([knob, middle, ...tail], "ink thin"),
    plate(left, top, width, height),
    ...(to ? [null, grip(knob, pull, "ink")] : [dot(knob, 6, "ink hollow")]), // grips lie apart
  ];
}

/** Rows from `left` on, `each` px a step: values by their colour, shares by the height of bars. */
export function strip(left, each, y, height, values) {
  const stops = values.flatMap((value, k) =>
    [k, k + 1].map((n) => [n / values.length, ...colour(value)]),
  ); // one element: a row changes at once
  return ramp(left, y + height / 2, each * values.length, -height, [1, 0], stops);
}
export function bars(left, each, y, height, shares) {
  const [low, right] = [y + height / 2, left + each * shares.length];
  const tops = shares.flatMap((share, k) =>
    [k, k + 1].map((n) => [left + each * n, low - height * share]),
  );
  return [
    area([[left, low], ...tops, [right, low]], "quiet solid"),
    line(
      [
        [left, low],
        [right, low],
      ],
      "quiet thin",
    ),
  ];
}

/** A band as wide as its sizes are, of which the largest that fits is `most`; and its edges. */
export function band(left, each, y, height, sizes, most) {
  const edges = [-1, 1].map((sign) =>
    sizes.map((size, k) => [
      left + each * (k + 0.5),
      y + (sign * height * Math.min(1, Math.abs(size) / most)) / 2,
    ]),
  );
  return { filled: area([...edges[0], ...edges[1].toReversed()], "gradient solid"), edges };
}
