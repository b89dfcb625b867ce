// Axes: { from, to, ticks: [[value, text], ...], name, room: [before, after], grid }.
// An axis of logarithms holds log10 of what is shown; -Infinity stands on a lane of its own.
import { h, roundPixel } from "./dom.js";
import { size } from "./numbers.js";
import { text } from "./text.js";

const LANE = 20; // how far below the plot exact zeros stand

/** A tick as [value, text]. */
const labelTick = (tick) => (Array.isArray(tick) ? tick : [tick, String(tick).replace("-", "−")]);

/** An axis with these ticks, `name` at its end. */
export const axis = (from, to, ticks = [], more = {}) => ({
  from,
  to,
  ticks: ticks.map(labelTick),
  ...more,
});

/** The size of a picture whose marks are in its own pixels, and its axes: y goes down. */
export const inPixels = (size) => ({ size, x: axis(0, size[0]), y: axis(size[1], 0) });

/** An axis for numbers given by their log10, -Infinity among them; `least` decades are shown. */
export function logAxis(logs, { least = 1, label = size, most = 5, ...more } = {}) {
  const finite = logs.filter(Number.isFinite);
  const from = finite.length ? Math.floor(Math.min(...finite) + 1e-9) : -1;
  const highest = finite.length ? Math.max(...finite) : 0;
  const to = Math.max(from + least, highest);
  const every = Math.ceil((to - from) / most);
  const ticks = [];
  for (let n = Math.floor(to); n >= from; n -= every) ticks.push([n, label(n)]);
  return { from, to, ticks, lane: logs.includes(-Infinity), ...more };
}

function scaleOf({ from, to, lane }, start, end) {
  const away = Math.sign(end - start) * (lane ? LANE : 0);
  const unit = (end - start - away) / (to - from);
  const scale = (value) => (value === -Infinity ? start : start + away + unit * (value - from));
  scale.back = (place) => from + (place - start - away) / unit;
  return scale;
}

/** How data become places in a picture of this size, and back. */
export function scales([width, height], x, y) {
  const [left, right] = x.room ?? [0, 0];
  const [bottom, top] = y.room ?? [0, 0];
  const scale = { x: scaleOf(x, left, width - right), y: scaleOf(y, height - bottom, top) };
  return { ...scale, left, right: width - right, top, bottom: height - bottom, width, height };
}

const drawText = (x, y, html, anchor) =>
  text([roundPixel(x), roundPixel(y)], { html, anchor, dy: 0 });
const drawRule = (d) => h("path", { class: "rule", d });

/** Below the plot: a number at each tick, and rules if there is a grid. */
function xTicks(scale, x) {
  return (x.ticks ?? []).flatMap(([value, html]) => {
    const at = scale.x(value);
    const number = drawText(at, scale.bottom + 18, html, "middle");
    if (!x.grid) return [number];
    return [drawRule(`M${roundPixel(at)} ${scale.top}V${scale.bottom}`), number];
  });
}

/** On the left: a number at each tick, that of the lane last, and rules unless there is no grid. */
function yTicks(scale, y) {
  const ticks = y.ticks ?? [];
  const all = y.lane ? [...ticks, [-Infinity, "0"]] : ticks;
  return all.flatMap(([value, html]) => {
    const at = scale.y(value);
    const number = drawText(scale.left - 6, at + 5, html, "end");
    if (y.grid === false) return [number];
    return [drawRule(`M${scale.left} ${roundPixel(at)}H${scale.right}`), number];
  });
}

function xName({ left, right, bottom }, x) {
  const below = bottom + (x.ticks.length ? 36 : 18);
  if (x.middle) return drawText((left + right) / 2, below, x.name, "middle");
  return drawText(right, below, x.name, "end");
}

/** The ticks, rules and names of both axes. */
export function axes(scale, x, y) {
  const parts = [...xTicks(scale, x), ...yTicks(scale, y)];
  if (x.name) parts.push(xName(scale, x));
  if (y.name) parts.push(drawText(scale.left, scale.top - 8, y.name, "start"));
  return parts;
}
