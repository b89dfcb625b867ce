// Pipes and valves, and rows with a place for every step, as marks of a picture in pixels.
import { area, cell, dot, grip, line } from "./picture.js";
import { ramp } from "./ramp.js";

/** Ochre below 0, blue above it, paper at 0, and no darker beyond 1: a hue and its percent. */
function colourOf(value) {
  const share = Math.round(100 * Math.min(1, Math.abs(value)));
  return [value < 0 ? "minus" : "state", share];
}

/** What flows. */
export function tinted(x, y, width, height, value) {
  const [hue, share] = colourOf(value);
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
  const left = x + dx * open;
  const top = y + dy * open;
  const middle = [left + width / 2, top + height / 2];
  const knob = dx ? [left + width + 10, middle[1]] : [middle[0], top - 10];
  const marks = [line([knob, middle, ...tail], "ink thin"), plate(left, top, width, height)];
  if (!to) return [...marks, dot(knob, 6, "ink hollow")];
  const shutX = knob[0] - dx * open;
  const shutY = knob[1] - dy * open;
  const pull = ([u, v]) => to(((u - shutX) * dx + (v - shutY) * dy) / (dx ** 2 + dy ** 2));
  return [...marks, null, grip(knob, pull, "ink")]; // grips lie apart
}

/** A row of values from `left` on, `each` px a step, by their colour; one element changes at once. */
export function strip(left, each, y, height, values) {
  const stops = values.flatMap((value, k) => [
    [k / values.length, ...colourOf(value)],
    [(k + 1) / values.length, ...colourOf(value)],
  ]);
  return ramp(left, y + height / 2, each * values.length, -height, [1, 0], stops);
}

/** A row of shares from `left` on, `each` px a step, by the height of bars. */
export function bars(left, each, y, height, shares) {
  const low = y + height / 2;
  const start = [left, low];
  const end = [left + each * shares.length, low];
  const tops = shares.flatMap((share, k) => {
    const top = low - height * share;
    return [
      [left + each * k, top],
      [left + each * (k + 1), top],
    ];
  });
  return [area([start, ...tops, end], "quiet solid"), line([start, end], "quiet thin")];
}

/** A band as wide as its sizes are, of which the largest that fits is `most`; and its edges. */
export function band(left, each, y, height, sizes, most) {
  const edge = (sign) =>
    sizes.map((size, k) => {
      const share = Math.min(1, Math.abs(size) / most);
      return [left + each * (k + 0.5), y + (sign * height * share) / 2];
    });
  const edges = [edge(-1), edge(1)];
  return { filled: area([...edges[0], ...edges[1].toReversed()], "gradient solid"), edges };
}
