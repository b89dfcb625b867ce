// A graph of boxes with numbers in them and arrows between them, as marks of a picture.
// A box: { at: [x, y, width, height], look, symbol, form, shape, says }, in pixels, y downwards.
import { BOX_FORMS, speakValues } from "./forms.js";
import { arrow, cell, choice, dot, line, word } from "./picture.js";
import { stripTags } from "./text.js";

const NONE = new Float64Array(16); // in place of what is not known yet

/** The symbol of a box: on the left of a letter or of what stands beside it, else on top. */
function symbolOf({ at: [x, y, width, height], symbol, look, form, beside }) {
  const size = 15; // its index is 11 px on a phone
  if (form === "letter" || beside) {
    return word([x + 4, y + height / 2], symbol, look, { anchor: "start", size });
  }
  return word([x + width / 2, y + 9], symbol, look, { anchor: "middle", size });
}

function frameOf({ at: [x, y, width, height], look, active, feeding, values }) {
  const thick = active || feeding ? " thick" : "";
  const dashed = values === null ? " dashed" : "";
  const fill = active ? `color-mix(in oklab, var(--${look}) 13%, var(--paper))` : null;
  return cell(x, y, width, height, `hollow ${look}${thick}${dashed}`, { round: 6, fill });
}

/** All marks of a box; what is not known yet leaves gaps. */
function boxMarks(it) {
  const known = it.values !== null;
  const [x, y, width] = it.at;
  const before = it.changed && it.before;
  const inner = BOX_FORMS[it.form](it, it.values ?? NONE, before).flat(Infinity);
  return [
    frameOf(it),
    symbolOf(it),
    ...inner.map((mark) => known && mark),
    known && it.changed && dot([x + width - 6, y + 1], 4.5, "ink"),
  ];
}

/** A box; `it` adds to it { id, values, before, active, feeding, changed, to, place }. */
function drawBox(it) {
  const marks = boxMarks(it);
  if (!it.to) return marks;
  const value = it.values === null ? "not yet" : speakValues(it);
  const held = it.changed ? `${value}, changed` : value;
  const name = `${stripTags(it.symbol)}, ${it.says}`;
  // The words lie over what is tapped, which has a name of its own.
  const shapes = marks.filter((mark) => mark?.kind !== "word");
  const words = marks.map(
    (mark) => mark?.kind === "word" && { ...mark, look: `${mark.look} through` },
  );
  return [choice(shapes, { to: it.to, name, held, on: it.active, place: it.place }), words];
}

/** The boxes where they are on a narrow page, or on a wide one. */
export const placedFor = (narrow, boxes) =>
  narrow
    ? boxes
    : Object.fromEntries(Object.entries(boxes).map(([id, it]) => [id, { ...it, at: it.wide }]));

const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

/** What two stretches have in common, each given by its start and its length: [from, to]. */
const overlap = (a, length, b, other) => [Math.max(a, b), Math.min(a + length, b + other)];

/** The way from box `a` to box `b`: straight where they face each other, else with a bend. */
function route(a, b, bend) {
  const [ax, ay, aWidth, aHeight] = a;
  const [bx, by, bWidth, bHeight] = b;
  const below = by > ay;
  const bottomOrTop = below ? by : by + bHeight; // where one comes in from above or below
  const [left, right] = overlap(ax, aWidth, bx, bWidth);
  if (right - left > 10) {
    const x = (left + right) / 2;
    return [
      [x, below ? ay + aHeight : ay],
      [x, bottomOrTop],
    ];
  }
  const start = bx > ax ? ax + aWidth : ax;
  const end = bx > ax ? bx : bx + bWidth;
  const [top, bottom] = overlap(ay, aHeight, by, bHeight);
  if (bottom - top > 10) {
    const y = (top + bottom) / 2;
    return [
      [start, y],
      [end, y],
    ];
  }
  const y = middleOf(a)[1];
  const [x, other] = middleOf(b);
  if (bend === "corner") {
    return [
      [start, y],
      [x, y],
      [x, bottomOrTop],
    ];
  }
  const half = (start + end) / 2;
  return [
    [start, y],
    [half, y],
    [half, other],
    [end, other],
  ];
}

function drawEdge([from, to, bend], boxes, active) {
  const points = route(boxes[from].at, boxes[to].at, bend);
  const [[x, y], end] = points.slice(-2);
  const [u, v] = end;
  const tip = [u - 10 * Math.sign(u - x), v - 10 * Math.sign(v - y)];
  const look = [from, to].includes(active) ? boxes[from].look : "quiet thin";
  return [line(points.with(-1, tip), look), arrow(tip, end, look)];
}

/**
 * The marks of a graph: `boxes` by id, `edges` [from, to, bend], `active` the chosen id, and
 * of each id `values` (null: not known yet), `before`, `to` (what a tap asks for), `place`.
 */
export function graph({ boxes, edges, active, values, before, to, changed }) {
  const feeding = new Set(edges.filter((one) => one[1] === active).map(([from]) => from));
  const drawn = Object.entries(boxes).map(([id, it]) =>
    drawBox({
      ...it,
      values: values(id),
      before: before?.(id),
      active: id === active,
      feeding: feeding.has(id),
      changed: !!changed?.(id),
      to: to?.(id),
      place: [Math.round(it.at[1] / 10), Math.round(it.at[0] / 10)],
    }),
  );
  const ways = edges.map((one) => {
    const known = values(one[0]) !== null && values(one[1]) !== null;
    return drawEdge(one, boxes, active).map((mark) => known && mark);
  });
  return [ways, drawn];
}
