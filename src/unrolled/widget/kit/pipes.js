// What flows in a pipe, by its colour.
import { cell } from "./picture.js";

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
