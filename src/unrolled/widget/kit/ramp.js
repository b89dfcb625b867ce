// A rectangle whose colour runs along a direction: what depends on one number, all over a plane.
import { h } from "./dom.js";

const round = (x) => Math.round(x * 100) / 100;

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

/** The mark between two corners in pixels; in HTML, where no other gradient can share its name. */
export function shade({ towards, stops }, [left, top], [right, bottom]) {
  const turn = (Math.atan2(...towards) * 180) / Math.PI; // clockwise from upright
  const colours = stops.map(
    ([at, look, part]) =>
      `color-mix(in oklab, var(--${look}) ${round(part)}%, var(--paper)) ${round(100 * at)}%`,
  );
  const style = `background: linear-gradient(${round(turn)}deg, ${colours.join(", ")})`;
  const [width, height] = [round(right - left), round(bottom - top)];
  return h("foreignObject", { x: left, y: top, width, height }, h("div", { class: "ramp", style }));
}
