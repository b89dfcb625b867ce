// Axes: { from, to, ticks: [[value, text], ...], name, room: [before, after], grid }.
// An axis of logarithms holds log10 of what is shown; -Infinity stands on a lane of its own.
import { h } from "./dom.js";
import { size } from "./numbers.js";
import { text } from "./text.js";

const LANE = 20; // how far below the plot exact zeros stand

const named = (tick) => (Array.isArray(tick) ? tick : [tick, String(tick).replace("-", "−")]);

/** An axis with these ticks, `name` at its end. */
export const axis = (from, to, ticks = [], more = {}) => ({
  from,
  to,
  ticks: ticks.map(named),
  ...more,
});

/** An axis for numbers given by their log10, -Infinity among them; `least` decades are shown. */
export function logAxis(logs, { least = 1, label = size, most = 5, ...more } = {}) {
  const finite = logs.filter(Number.isFinite);
  const from = finite.length ? Math.floor(Math.min(...finite) + 1e-9) : -1;
  const to = Math.max(from + least, finite.length ? Math.max(...finite) : 0);
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

const written = (x, y, html, anchor) => text([round(x), round(y)], { html, anchor, dy: 0 });
const round = (x) => Math.round(x * 100) / 100;
const rule = (d) => h("path", { class: "rule", d });

/** The ticks, rules and names of both axes. */
export function axes(scale, x, y) {
  const [{ left, right, top, bottom }, parts] = [scale, []];
  for (const [value, html] of x.ticks ?? []) {
    const at = scale.x(value);
    if (x.grid) parts.push(rule(`M${round(at)} ${top}V${bottom}`));
    parts.push(written(at, bottom + 18, html, "middle"));
  }
  for (const [value, html] of y.lane ? [...y.ticks, [-Infinity, "0"]] : (y.ticks ?? [])) {
    const at = scale.y(value);
    if (y.grid !== false) parts.push(rule(`M${left} ${round(at)}H${right}`));
    parts.push(written(left - 6, at + 5, html, "end"));
  }
  if (x.name) {
    const [at, anchor] = x.middle ? [(left + right) / 2, "middle"] : [right, "end"];
    parts.push(written(at, bottom + (x.ticks.length ? 36 : 18), x.name, anchor));
  }
  if (y.name) parts.push(written(left, top - 8, y.name, "start"));
  return parts;
}
