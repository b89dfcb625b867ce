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

/**
 * Light that leaves `at` to all sides, brightest in the direction `turn` (from the right, against
 * the clock); stops are [angle to either side, percent], and the rim at `r` is soft.
 */
export const cone = (at, r, turn, look, stops) => ({
  kind: "ramp",
  x: at[0] - r,
  y: at[1] - r,
  width: 2 * r,
  height: 2 * r,
  cone: { turn, look, stops },
});

const degrees = (angle) => roundPixel((180 * angle) / Math.PI);

function writeCone({ turn, look, stops }) {
  const stop = (angle, part) =>
    `color-mix(in srgb, var(--${look}) ${roundPixel(part)}%, transparent) ${degrees(angle)}deg`;
  const before = stops.map(([angle, part]) => stop(Math.PI - angle, part)).reverse();
  const after = stops.map(([angle, part]) => stop(Math.PI + angle, part));
  const from = degrees(-Math.PI / 2 - turn); // the light lies half a turn on
  const half = "color-mix(in srgb, var(--paper) 45%, transparent)";
  const rim = `radial-gradient(closest-side, transparent 20%, ${half} 75%, var(--paper))`;
  const light = `conic-gradient(from ${from}deg, ${[...before, ...after].join(", ")})`;
  return `border-radius: 50%; background: ${rim}, ${light}`;
}

function writeRamp({ towards, stops }) {
  const turn = (Math.atan2(...towards) * 180) / Math.PI; // clockwise from upright
  return `background: linear-gradient(${roundPixel(turn)}deg, ${stops.map(writeStop).join(", ")})`;
}

/** The mark in pixels; as HTML, where no other gradient can share its name. */
export function drawRamp(mark, scale) {
  const left = roundPixel(scale.x(mark.x));
  const top = roundPixel(scale.y(mark.y + mark.height));
  const right = roundPixel(scale.x(mark.x + mark.width));
  const bottom = roundPixel(scale.y(mark.y));
  const place = {
    x: left,
    y: Math.min(top, bottom),
    width: roundPixel(right - left),
    height: roundPixel(Math.abs(bottom - top)),
  };
  const style = mark.cone ? writeCone(mark.cone) : writeRamp(mark);
  return h("foreignObject", place, h("div", { class: "ramp", style }));
}
