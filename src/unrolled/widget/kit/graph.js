// A graph of boxes with numbers in them and arrows between them, as marks of a picture.
// A box: { at: [x, y, width, height], look, symbol, form, shape, says }, in pixels, y downwards.
import { decimals, short } from "./numbers.js";
import { arrow, cell, choice, dot, line, word } from "./picture.js";

const [LINE, COLUMN, EMPTY] = [17, 46, 14]; // rows and columns of numbers; a column of zeros
const NONE = new Float64Array(16); // in place of what is not known yet
const digits = (x) => (x === 0 || Math.abs(x) >= 9.9995 ? short(x, 3) : decimals(x, 3));
const bare = (html) => html.replace(/<[^>]+>/g, "");
const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];
const last = (low, size, other, width) => Math.min(low + size, other + width);

/** A matrix as rows of numbers; in a wide one a column of zeros is one narrow 0. */
function matrix({ at: [x, y, width, height], shape: [rows, columns = 1], beside }, values) {
  const entry = (i, j) => values[i * columns + j];
  const column = (j) => Array.from({ length: rows }, (_, i) => entry(i, j));
  const empty = (j) => columns > 2 && column(j).every((v) => v === 0);
  const widths = Array.from({ length: columns }, (_, j) => (empty(j) ? EMPTY : COLUMN));
  const all = widths.reduce((a, b) => a + b);
  let left = beside ? x + width - all - 6 : x + (width - all) / 2;
  const bottom = beside ? y + height / 2 + (LINE * (rows - 1)) / 2 : y + height - 11;
  return widths.map((room, j) => {
    left += room;
    const text = (i) => (room === EMPTY ? "0" : digits(entry(i, j)));
    const place = (i) => [left - (room === EMPTY ? 4 : 2), bottom - LINE * (rows - 1 - i)];
    return Array.from({ length: rows }, (_, i) => word(place(i), text(i), "", { anchor: "end" }));
  });
}

/** Probabilities as bars, a letter each; the target's is marked, what they were is outlined. */
function bars({ at: [x, y, width], letters, target, look }, values, before) {
  const long = width - 36;
  return [...letters].flatMap((letter, k) => {
    const top = y + 22 + k * LINE;
    const own = k === target ? `▸<b>${letter}</b>` : letter;
    return [
      word([x + 27, top + 6], own, "", { anchor: "end" }),
      cell(x + 31, top, Math.max(0.5, long * values[k]), 11, look),
      before && cell(x + 31, top, Math.max(0.5, long * before[k]), 11, "clear ink thin"),
    ];
  });
}

/** Signed numbers from −1 to 1 as bars up and down from a line, a letter each. */
function signed({ at: [x, y, width, height], letters, look }, values) {
  const room = (width - 45) / letters.length;
  const [zero, most] = [y + (height - 16) / 2 + 1, (height - 20) / 2];
  return [
    line(
      [
        [x + 42, zero],
        [x + width - 3, zero],
      ],
      "quiet thin",
    ),
    ...[...letters].flatMap((letter, k) => {
      const left = x + 42 + k * room;
      const size = Math.max(1, Math.abs(values[k]) * most);
      return [
        cell(left + 2, values[k] > 0 ? zero - size : zero, room - 4, size, look),
        word([left + room / 2, y + height - 9], letter),
      ];
    }),
  ];
}

const FORMS = {
  matrix,
  bars,
  signed,
  letter: ({ at, letter }) => [word(middle(at).with(0, at[0] + at[2] * 0.65), `“${letter}”`)],
};

const spoken = (it, values) => {
  const one = (letter, k) => `${letter} ${digits(values[k])}`;
  if (it.letters) return [...it.letters].map(one).join(", ");
  return it.letter ?? [...values].map(digits).join(", ");
};

/** A box; `it` adds to it { id, values, before, active, feeding, changed, to, place }. */
function box(it) {
  const [x, y, width, height] = it.at;
  const known = it.values !== null;
  const seen = (mark) => known && mark;
  const beside = it.form === "letter" || it.beside;
  const thick = it.active || it.feeding ? " thick" : "";
  const frame = `hollow ${it.look}${thick}${known ? "" : " dashed"}`;
  const fill = it.active ? `color-mix(in oklab, var(--${it.look}) 13%, var(--paper))` : null;
  const marks = [
    cell(x, y, width, height, frame, { round: 6, fill }),
    word(beside ? [x + 4, y + height / 2] : [x + width / 2, y + 9], it.symbol, it.look, {
      anchor: beside ? "start" : "middle",
      size: 15, // its index is 11 px on a phone
    }),
    ...FORMS[it.form](it, it.values ?? NONE, it.changed && it.before)
      .flat()
      .map(seen),
    known && it.changed && dot([x + width - 6, y + 1], 4.5, "ink"),
  ];
  if (!it.to) return marks;
  const held = `${known ? spoken(it, it.values) : "not yet"}${it.changed ? ", changed" : ""}`;
  const name = `${bare(it.symbol)}, ${it.says}`;
  // The words lie over what is tapped, which has a name of its own.
  const shapes = marks.filter((mark) => mark?.kind !== "word");
  const words = marks.map(
    (mark) => mark?.kind === "word" && { ...mark, look: `${mark.look} through` },
  );
  return [choice(shapes, { to: it.to, name, held, on: it.active, place: it.place }), words];
}

/** The way from box `a` to box `b`: straight where they face each other, else with a bend. */
function route(a, b, bend) {
  const [x, y, w, h] = a;
  const [u, v, p, q] = b;
  const [left, right] = [Math.max(x, u), last(x, w, u, p)];
  if (right - left > 10) {
    const at = (left + right) / 2;
    return v > y
      ? [
          [at, y + h],
          [at, v],
        ]
      : [
          [at, y],
          [at, v + q],
        ];
  }
  const [top, bottom] = [Math.max(y, v), last(y, h, v, q)];
  const [from, to] = u > x ? [x + w, u] : [x, u + p];
  if (bottom - top > 10)
    return [
      [from, (top + bottom) / 2],
      [to, (top + bottom) / 2],
    ];
  const [start, end] = [middle(a)[1], middle(b)];
  if (bend === "corner")
    return [
      [from, start],
      [end[0], start],
      [end[0], v > y ? v : v + q],
    ];
  return [
    [from, start],
    [(from + to) / 2, start],
    [(from + to) / 2, end[1]],
    [to, end[1]],
  ];
}

function edge([from, to, bend], boxes, active) {
  const points = route(boxes[from].at, boxes[to].at, bend);
  const [[x, y], [u, v]] = points.slice(-2);
  const tip = [u - 10 * Math.sign(u - x), v - 10 * Math.sign(v - y)];
  const look = [from, to].includes(active) ? boxes[from].look : "quiet thin";
  return [line(points.with(-1, tip), look), arrow(tip, [u, v], look)];
}

/**
 * The marks of a graph: `boxes` by id, `edges` [from, to, bend], `active` the chosen id, and
 * of each id `values` (null: not known yet), `before`, `to` (what a tap asks for), `place`.
 */
export function graph({ boxes, edges, active, values, before, to, changed }) {
  const fed = new Set(edges.filter((one) => one[1] === active).map(([from]) => from));
  const known = ([from, end]) => values(from) !== null && values(end) !== null;
  const drawn = Object.entries(boxes).map(([id, it]) =>
    box({
      ...it,
      values: values(id),
      before: before?.(id),
      active: id === active,
      feeding: fed.has(id),
      changed: !!changed?.(id),
      to: to?.(id),
      place: [Math.round(it.at[1] / 10), Math.round(it.at[0] / 10)],
    }),
  );
  const ways = edges.map((one) => edge(one, boxes, active).map((mark) => known(one) && mark));
  return [ways, drawn];
}
