// A rectangle whose colour runs along a direction: what depends on one number, all over a plane.
import { h, roundPixel } from "./dom.js";

/** It runs towards [dx, dy] from corner to corner; stops are [share of the way, look, percent]. */
export const ramp = (x, y, width, height, towards, stops) => ({
  kind: "ramp",
  x,
  y,
  width,
  height,
  towards,
  stops,
});

function writeStop([at, look, part]) {
  const colour = `color-mix(in oklab, var(--${look}) ${roundPixel(part)}%, var(--paper))`;
  return `${colour} ${roundPixel(100 * at)}%`;
}

/** The mark in pixels; as HTML, where no other gradient can share its name. */
export function drawRamp(mark, scale) {
  const left = roundPixel(scale.x(mark.x));
  const top = roundPixel(scale.y(mark.y + mark.height));
  const right = roundPixel(scale.x(mark.x + mark.width));
  const bottom = roundPixel(scale.y(mark.y));
  const width = roundPixel(right - left);
  const height = roundPixel(bottom - top);
  const turn = (Math.atan2(...mark.towards) * 180) / Math.PI; // clockwise from upright
  const stops = mark.stops.map(writeStop).join(", ");
  const style = `background: linear-gradient(${roundPixel(turn)}deg, ${stops})`;
  return h("foreignObject", { x: left, y: top, width, height }, h("div", { class: "ramp", style }));
}
