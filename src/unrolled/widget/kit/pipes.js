// What flows in a pipe, by its colour.
import { cell } from "./picture.js";

/** Ochre below 0, blue above it, paper at 0, and no darker beyond 1: a hue and its percent. */
function colourOf(value) {
  const share = Math.round(100 * Math.min(1, Math.abs(value)));
  return [value < 0 ? "minus" : "state", share];
}

/** The colour of a signed number. */
export function tintOf(value) {
  const [hue, share] = colourOf(value);
  return `color-mix(in oklab, var(--${hue}) ${share}%, var(--paper))`;
}

/** What flows. */
export const tinted = (x, y, width, height, value) =>
  cell(x, y, width, height, colourOf(value)[0], { fill: tintOf(value) });
