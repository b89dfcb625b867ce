// Where the letters are: set as in print, with a gap after the last one that was read.
import { wordsOf } from "./letters_read.js";

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
  left: 62,
  right: 4,
  top: 0,
  row: 159, // from network to network
  lead: 82, // from there to its letters
  bars: 60, // how high a bar is at most
  tile: 42,
  under: 8,
  type: 29,
  spacing: 0.8,
  gap: 116, // for what is expected next
  cursor: 3.5, // px after the last letter
  slot: 34,
  ghosts: [12, 22], // the size of an expected letter, and what its probability adds
};
const NARROW = {
  narrow: true,
  width: 360,
  left: 6,
  right: 6,
  top: 0,
  row: 125,
  lead: 38,
  bars: 20,
  tile: 26,
  under: 3.5,
  step: 54, // from line to line
  type: 20,
  spacing: 0.5,
  gap: 56,
  cursor: 2,
  slot: 17,
  ghosts: [12.4, 7.6],
};

const widthIn = ({ type, spacing }, letter) => (ADVANCES[letter] * type) / 1000 + spacing;

/** Lines of whole words, the gap in each of them: for every letter its line and its place there. */
function setLetters(form, sentence) {
  const longest = form.width - form.left - form.right - form.gap;
  const places = [];
  let line = 0;
  let x = 0;
  for (const [first, length] of wordsOf(sentence)) {
    const word = [...sentence.slice(first, first + length)];
    const wide = word.reduce((sum, letter) => sum + widthIn(form, letter), 0);
    if (x + wide > longest + widthIn(form, " ")) {
      line += 1;
      x = 0;
    }
    for (const letter of word) {
      places.push([line, x]);
      x += widthIn(form, letter);
    }
  }
  return places;
}

/** The measures of the picture once `at` letters are read: where letter k of row i is. */
export function roomOf(narrow, sentence, rows, at) {
  const form = narrow ? NARROW : WIDE;
  const places = setLetters(form, sentence);
  const read = Math.round(at);
  const present = places[read - 1][0]; // the line that is being read
  const isAfterGap = (k) => k >= read && places[k][0] === present;
  const topOf = (i) => form.top + i * form.row;
  const widthOf = (k) => widthIn(form, sentence[k]);
  const xOf = (k) => form.left + places[k][1] + (isAfterGap(k) ? form.gap : 0);
  return {
    ...form,
    height: topOf(rows),
    widthOf,
    xOf,
    middleOf: (k) => xOf(k) + widthOf(k) / 2,
    endOf: (k) => xOf(k) + widthOf(k),
    headOf: (i) => topOf(i) + 11,
    yOf: (i, k) => topOf(i) + form.lead + (form.step ?? 0) * places[k][0],
  };
}
