// Labels beside points: each takes the first place around its point where nothing stands yet, and
// no line runs if there is such a place. A box is { x, y, w, h }: its middle, width and height.
import { roundPixel } from "./dom.js";
import { stripTags, text } from "./text.js";

const LETTER = 7.5; // px of a picture: the width of a letter,
const LINE = 18; // the height of a line,
const GAP = 11; // and what is left free around a point

const widthOf = (html) => LETTER * stripTags(html).length + 4;
const heightOf = (html) => (/<su[bp]>/.test(html) ? LINE + 6 : LINE);

const overlap = (a, b) =>
  2 * Math.abs(a.x - b.x) < a.w + b.w && 2 * Math.abs(a.y - b.y) < a.h + b.h;

const isInside = ({ x, y, w, h }, { width, height }) =>
  x > w / 2 && x < width - w / 2 && y > h / 2 && y < height - h / 2;

const TURNS = [0, 1, -1, 2, -2, 3, -3, 4]; // in eighths of a full one

/** Eight places on the edge of a box around a point, the first away from the picture's middle. */
function placesAround([x, y], w, h, { width, height }) {
  const outwards = Math.atan2(y - height / 2, x - width / 2);
  const edge = (c) => Math.max(-1, Math.min(1, 1.5 * c));
  return TURNS.map((eighths) => {
    const turn = outwards + (eighths * Math.PI) / 4;
    const away = edge(Math.cos(turn));
    const down = edge(Math.sin(turn));
    return { x: x + away * (w / 2 + GAP), y: y + down * (LINE / 2 + GAP), w, h };
  });
}

/** The boxes of the numbers and the names of the axes. */
function axisBoxes({ left, right, bottom, top, ...scale }, x, y) {
  const box = (at, down, html) => ({ x: at, y: down, w: widthOf(html), h: LINE });
  const boxes = [
    ...(x.ticks ?? []).map(([value, html]) => box(scale.x(value), bottom + 13, html)),
    ...(y.ticks ?? []).map(([value, html]) =>
      box(left - 6 - widthOf(html) / 2, scale.y(value), html),
    ),
  ];
  if (x.name) {
    const at = x.middle ? (left + right) / 2 : right - widthOf(x.name) / 2;
    boxes.push(box(at, bottom + (x.ticks.length ? 31 : 13), x.name));
  }
  if (y.name) boxes.push(box(left + widthOf(y.name) / 2, top - 12, y.name));
  return boxes;
}

/** Points from b back towards a, 9 px apart or nearer. */
function pointsBetween(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const n = Math.min(200, Math.ceil(length / 9)) || 1;
  return Array.from({ length: n }, (_, m) => [
    b[0] + ((a[0] - b[0]) * m) / n,
    b[1] + ((a[1] - b[1]) * m) / n,
  ]);
}

/** Points along a path, which may have gaps. */
function pointsAlong(path) {
  return path.flatMap((point, i) => {
    if (!point) return [];
    const last = path[i - 1];
    return last ? pointsBetween(last, point) : [point];
  });
}

/** A circle as a path of 72 sides. */
function circlePoints({ at, r }) {
  return Array.from({ length: 73 }, (_, n) => {
    const turn = (n * Math.PI) / 36;
    return [at[0] + r * Math.cos(turn), at[1] + r * Math.sin(turn)];
  });
}

/** What a label should not lie on: the points of a line, arrow or circle, in units of the axes. */
function pathOf(mark) {
  switch (mark.kind) {
    case "line":
      return mark.points;
    case "arrow":
      return [mark.from, mark.to];
    case "circle":
      return circlePoints(mark);
    default:
      return [];
  }
}

/** Points along all lines, arrows and circles of a picture, in its pixels. */
function linePoints(marks, scale) {
  const toPixels = (point) => point && [scale.x(point[0]), scale.y(point[1])];
  return marks.flatMap((mark) => pointsAlong(pathOf(mark).map(toPixels)));
}

/** Whether a line runs through the box, less 2 px above and below. */
const isStruck = ({ x, y, w, h }, points) =>
  points.some(([a, b]) => 2 * Math.abs(a - x) < w && 2 * Math.abs(b - y) < h - 4);

/** The boxes of what is pulled or is as large as what is. */
function handleBoxes(marks, scale) {
  const isHandle = ({ kind, r }) => kind === "grip" || (kind === "dot" && r >= 7);
  const side = 2 * GAP - 2;
  return marks
    .filter(isHandle)
    .map(({ at }) => ({ x: scale.x(at[0]), y: scale.y(at[1]), w: side, h: side }));
}

/** The marks of kind "label" as text, clear of each other, of grips and axes; or none. */
export function labels(all, scale, xAxis, yAxis) {
  const some = all.filter(({ kind }) => kind === "label");
  if (!some.length) return [];
  const taken = [...handleBoxes(all, scale), ...axisBoxes(scale, xAxis, yAxis)];
  const points = linePoints(all, scale);
  return some.map((mark) => {
    const at = [scale.x(mark.at[0]), scale.y(mark.at[1])];
    const width = widthOf(mark.html);
    const near = points.filter(
      ([x, y]) => Math.abs(x - at[0]) < width + 20 && Math.abs(y - at[1]) < 50,
    );
    const isFree = (box) => isInside(box, scale) && !taken.some((other) => overlap(box, other));
    const places = placesAround(at, width, heightOf(mark.html), scale).filter(isFree);
    const place = places.find((box) => !isStruck(box, near)) ?? places[0];
    if (!place) return "";
    taken.push(place);
    const spot = [roundPixel(place.x), roundPixel(place.y)];
    return text(spot, { html: mark.html, look: `${mark.look} halo label` });
  });
}

const APART = 22; // px from line to line of text

/** Heights in order, moved apart and back into the frame so that no text lies on another. */
function spread(heights, { top, bottom }) {
  const found = heights.map((y) => Math.min(bottom, Math.max(top, y)));
  for (let i = 1; i < found.length; i++) found[i] = Math.max(found[i], found[i - 1] + APART);
  if (!found.length || found.at(-1) <= bottom) return found;
  found[found.length - 1] = bottom;
  for (let i = found.length - 2; i >= 0; i--) found[i] = Math.min(found[i], found[i + 1] - APART);
  return found;
}

/** Labels at the ends of lines, moved apart. */
export function ends(marks, scale) {
  const height = (mark) => scale.y(mark.points.findLast(Boolean)[1]);
  const lines = marks
    .filter((mark) => mark.kind === "line" && mark.end)
    .sort((a, b) => height(a) - height(b));
  const heights = spread(lines.map(height), scale);
  return lines.map((mark, i) =>
    text([scale.right, heights[i]], { html: mark.end, anchor: "start", dx: 6, look: mark.look }),
  );
}
