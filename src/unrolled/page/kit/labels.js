// Labels beside points: each takes the first place around its point where nothing stands yet.
import { text } from "./text.js";

const [LETTER, LINE, GAP] = [7.5, 18, 11]; // px of a picture

const wide = (html) => LETTER * String(html).replace(/<[^>]+>/g, "").length + 4;
const high = (html) => (/<su[bp]>/.test(html) ? LINE + 6 : LINE);
const meet = (a, b) => 2 * Math.abs(a.x - b.x) < a.w + b.w && 2 * Math.abs(a.y - b.y) < a.h + b.h;
const inside = ({ x, y, w, h }, { width, height }) =>
  x > w / 2 && x < width - w / 2 && y > h / 2 && y < height - h / 2;

/** Eight places on the edge of a box around a point, the first away from the picture's middle. */
function around([x, y], w, h, { width, height }) {
  const out = Math.atan2(y - height / 2, x - width / 2);
  const edge = (c) => Math.max(-1, Math.min(1, 1.5 * c));
  return [0, 1, -1, 2, -2, 3, -3, 4].map((n) => {
    const turn = out + (n * Math.PI) / 4;
    const [away, down] = [edge(Math.cos(turn)), edge(Math.sin(turn))];
    return { x: x + away * (w / 2 + GAP), y: y + down * (LINE / 2 + GAP), w, h };
  });
}

/** Where the numbers and the name of the axes stand. */
function written({ left, right, bottom, top, ...scale }, x, y) {
  const end = x.middle ? (left + right) / 2 : right - wide(x.name ?? "") / 2;
  const box = (at, down, html) => ({ x: at, y: down, w: wide(html), h: LINE });
  return [
    ...(x.ticks ?? []).map(([value, html]) => box(scale.x(value), bottom + 13, html)),
    ...(y.ticks ?? []).map(([value, html]) => box(left - 6 - wide(html) / 2, scale.y(value), html)),
    ...(x.name ? [box(end, bottom + (x.ticks.length ? 31 : 13), x.name)] : []),
    ...(y.name ? [box(left + wide(y.name) / 2, top - 12, y.name)] : []),
  ];
}

/** The marks of kind "label" as text, clear of each other, of grips and axes; or none. */
export function labels(all, scale, xAxis, yAxis) {
  const at = (mark) => [scale.x(mark.at[0]), scale.y(mark.at[1])];
  const large = ({ kind, r }) => kind === "grip" || (kind === "dot" && r >= 7);
  const grips = all.filter(large).map(at);
  const handles = grips.map(([x, y]) => ({ x, y, w: 2 * GAP - 2, h: 2 * GAP - 2 }));
  const taken = [...handles, ...written(scale, xAxis, yAxis)];
  return all.filter(({ kind }) => kind === "label").map((mark) => {
    const free = (place) => inside(place, scale) && !taken.some((other) => meet(place, other));
    const place = around(at(mark), wide(mark.html), high(mark.html), scale).find(free);
    if (!place) return "";
    taken.push(place);
    const spot = [place.x, place.y].map((v) => Math.round(v * 100) / 100);
    return text(spot, { html: mark.html, look: `${mark.look} halo label` });
  });
}
