// Where the letters are: one line, set as in print; on a phone it slides, as it is read.
import { range } from "../widget/kit/maths.js";

/** How wide a letter is in thousandths of its size, in the book's own font. */
const ADVANCES = {
  a: 504,
  c: 456,
  d: 555,
  e: 496,
  f: 312, // its arm reaches beyond it
  g: 504,
  h: 544,
  i: 246,
  k: 495,
  l: 255,
  m: 829,
  n: 547,
  o: 542,
  p: 555,
  r: 347,
  s: 419,
  t: 338,
  u: 544,
  w: 719,
  " ": 300, // wider than in print: a space has a glow, too
};

const WIDE = {
  narrow: false,
  width: 1000,
  left: 12,
  right: 4,
  row: 160, // from network to network
  foot: 28, // under the last one, for the handle
  lead: 94, // from a row's top to its letters
  bars: 64, // how high a bar is at most
  tile: 44,
  under: 9,
  type: 31,
  spacing: 0.4,
  small: 16,
  head: { at: 15, name: 19 },
  beside: 34, // px from the cursor to what is said of the bracket
  focus: Infinity, // where the cursor stays and the line slides
  cursor: 4, // px after the last letter
  gap: 9, // around it
  card: { least: 78, wide: 118, high: 82, gap: 13, above: 11, letters: 42, shares: 69, size: 13.5 },
  ghosts: [13, 15], // the size of an expected letter, and what its probability adds
};
const NARROW = {
  narrow: true,
  width: 360,
  left: 6,
  right: 4,
  row: 124,
  foot: 0,
  lead: 86,
  bars: 46,
  tile: 27,
  under: 4,
  type: 22,
  spacing: 0.5,
  small: 14,
  head: { at: 11, name: 15 },
  focus: 234,
  cursor: 3,
  gap: 6,
  card: { least: 40, wide: 110, high: 48, gap: 11, above: 9, letters: 18, shares: 38, size: 12.5 },
  ghosts: [12.4, 8.6],
};

const nearest = (distances) => distances.indexOf(Math.min(...distances));

/** Where each letter begins, and where the last one ends. */
function setLetters(widths) {
  const places = [0];
  for (const wide of widths) places.push(places.at(-1) + wide);
  return places;
}

/** The measures of the picture once `at` letters are read: where letter k of row i is. */
export function roomOf(narrow, sentence, rows, at) {
  const form = narrow ? NARROW : WIDE;
  const { left, focus, spacing, type } = form;
  const widths = Array.from(sentence, (letter) => (ADVANCES[letter] * type) / 1000 + spacing);
  const places = setLetters(widths);
  const read = Math.round(at);
  const slid = Math.max(0, left + places[read] - focus);
  const topOf = (i) => i * form.row;
  const xOf = (k) => left + places[k] - slid + (k < read ? 0 : form.gap);
  const endOf = (k) => xOf(k) + widths[k];
  const cursorAt = (n) => left + places[n] + form.cursor; // once n letters are read
  return {
    ...form,
    height: topOf(rows) + form.foot,
    handleOf: () => topOf(rows - 1) + form.lead + form.tile + 20,
    nearestTo: (x) => nearest(range(widths.length).map((n) => Math.abs(cursorAt(n + 1) - x))) + 1,
    widthOf: (k) => widths[k],
    xOf,
    middleOf: (k) => xOf(k) + widths[k] / 2,
    endOf,
    isSeen: (k) => xOf(k) > left - 1 && endOf(k) < form.width - form.right + 1,
    headOf: (i) => topOf(i) + form.head.at,
    yOf: (i) => topOf(i) + form.lead,
  };
}

/** The middle of each letter, row by row. */
export function placesOf(narrow, sentence, rows, at) {
  const room = roomOf(narrow, sentence, rows, at);
  const middle = (i, k) => [room.middleOf(k), room.yOf(i) + room.tile / 2];
  return Array.from({ length: rows }, (_, i) => Array.from(sentence, (_, k) => middle(i, k)));
}
