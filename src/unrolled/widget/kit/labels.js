// Labels beside points: each takes the first place around its point where nothing stands yet, and
// no line runs if there is such a place.
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

/** Points along a path, 9 px apart or nearer. */
const along = (path) =>
  path.flatMap((b, i) => {
    const a = path[i - 1];
    if (!a || !b) return b ? [b] : [];
    const n = Math.min(200, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 9)) || 1;
    return Array.from({ length: n }, (_, m) => [0, 1].map((k) => b[k] + ((a[k] - b[k]) * m) / n));
  });

/** Points along all lines, arrows and circles of a picture, in its pixels. */
function drawn(all, scale) {
  const px = ([x, y]) => [scale.x(x), scale.y(y)];
  const round = ({ at, r }) =>
    Array.from({ length: 73 }, (_, n) => [
      at[0] + r * Math.cos((n * Math.PI) / 36),
      at[1] + r * Math.sin((n * Math.PI) / 36),
    ]);
  const path = { line: ({ points }) => points, arrow: ({ from, to }) => [from, to], circle: round };
  const paths = all.filter(({ kind }) => kind in path).map((mark) => path[mark.kind](mark));
  return paths.flatMap((points) => along(points.map((point) => point && px(point))));
}

/** The marks of kind "label" as text, clear of each other, of grips and axes; or none. */
export function labels(all, scale, xAxis, yAxis) {
  const some = all.filter(({ kind }) => kind === "label");
  if (!some.length) return [];
  const at = (mark) => [scale.x(mark.at[0]), scale.y(mark.at[1])];
  const large = ({ kind, r }) => kind === "grip" || (kind === "dot" && r >= 7);
  const grips = all.filter(large).map(at);
  const handles = grips.map(([x, y]) => ({ x, y, w: 2 * GAP - 2, h: 2 * GAP - 2 }));
  const [taken, lines] = [[...handles, ...written(scale, xAxis, yAxis)], drawn(all, scale)];
  return some.map((mark) => {
    const [[left, top], wider] = [at(mark), wide(mark.html) + 20];
    const near = lines.filter(([a, b]) => Math.abs(a - left) < wider && Math.abs(b - top) < 50);
    const struck = ({ x, y, w, h }) =>
      near.some(([a, b]) => 2 * Math.abs(a - x) < w && 2 * Math.abs(b - y) < h - 4);
    const free = (place) => inside(place, scale) && !taken.some((other) => meet(place, other));
    const places = around(at(mark), wide(mark.html), high(mark.html), scale).filter(free);
    const place = places.find((one) => !struck(one)) ?? places[0];
    if (!place) return "";
    taken.push(place);
    const spot = [place.x, place.y].map((v) => Math.round(v * 100) / 100);
    return text(spot, { html: mark.html, look: `${mark.look} halo label` });
  });
}

const APART = 22; // px from line to line of text
/** Labels at the ends of lines, moved apart so that none lies on another. */
export function ends(marks, scale) {
  const labelled = marks.filter((mark) => mark.kind === "line" && mark.end);
  const places = labelled
    .map((mark) => [scale.y(mark.points.findLast(Boolean)[1]), mark])
    .sort((a, b) => a[0] - b[0]);
  places.forEach((at) => {
    at[0] = Math.min(scale.bottom, Math.max(scale.top, at[0]));
  });
  places.forEach((at, i) => {
    if (i) at[0] = Math.max(at[0], places[i - 1][0] + APART);
  });
  const over = places.length ? places.at(-1)[0] - scale.bottom : 0;
  if (over > 0) {
    places.toReversed().forEach((at, i, all) => {
      at[0] = Math.min(at[0], i ? all[i - 1][0] - APART : scale.bottom);
    });
  }
  return places.map(([y, mark]) =>
    text([scale.right, y], { html: mark.end, anchor: "start", dx: 6, look: mark.look }),
  );
}
