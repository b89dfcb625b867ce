// What is recorded of the letters, back from text, and where it is drawn.

const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const FLOOR = -6; // log10 from here on,
const FINE = 500; // in 500ths

/** Two signs each are a positive number. */
export function read(text) {
  const found = [];
  for (let i = 0; i < text.length; i += 2) {
    const code = 64 * SIGNS.indexOf(text[i]) + SIGNS.indexOf(text[i + 1]);
    found.push(10 ** (code / FINE + FLOOR));
  }
  return found;
}

const known = new Map();

/** The same, read once. */
export function numbersOf(text) {
  if (!known.has(text)) known.set(text, read(text));
  return known.get(text);
}

/** After so many letters: what is recorded of each of them. */
export const rowAt = (numbers, at) => numbers.slice((at * (at - 1)) / 2, (at * (at + 1)) / 2);

/** How many of the last numbers have this share of their sum. */
export function lettersWith(share, row) {
  const sums = [];
  row.toReversed().forEach((x, i) => {
    sums.push((sums[i - 1] ?? 0) + x);
  });
  const wanted = share * sums.at(-1) * (1 - 1e-12);
  return 1 + sums.filter((sum) => sum < wanted).length;
}

/** How many letters before the last the largest is. */
export const backTo = (row) => row.length - 1 - row.indexOf(Math.max(...row));

const clamp = (x) => Math.min(1, Math.max(0, x));

/** How high and how bright: the height is true up to `full`, the brightness a logarithm; decimals. */
export const SHOWN = {
  gradient: {
    full: 22,
    digits: 1,
    height: (x) => clamp(x / 22),
    glow: (x) => clamp((Math.log10(x) + 1.5) / 2.5),
  },
  swap: { full: 1, digits: 2, height: clamp, glow: (x) => clamp((Math.log10(x) + 2) / 2) },
};

const WIDE = {
  width: 860,
  left: 56,
  right: 70,
  row: 124,
  top: 4,
  bars: 80,
  tile: 26,
  under: 7,
  step: 29,
  type: 17.5,
};
const NARROW = {
  width: 360,
  left: 6,
  right: 6,
  row: 124,
  top: 2,
  bars: 36,
  over: 14, // px more over the line that is being read, for its bars
  tile: 22,
  under: 3.5, // px from a line of text to what is drawn under it
  step: 28, // from line to line
  type: 16,
};
const LINE = 23; // letters of a line on a phone
const LINES = 3;

/** Lines of whole words: for every letter its line and its place there. */
function wrapped(sentence) {
  const places = [];
  let line = 0;
  let at = 0;
  for (const word of sentence.match(/\S+\s*/g)) {
    if (at + word.trimEnd().length > LINE) {
      line += 1;
      at = 0;
    }
    for (const _ of word) {
      places.push([line, at]);
      at += 1;
    }
  }
  return places;
}

/** The measures of the picture once `at` letters are read: where letter k of row i is. */
export function roomOf(narrow, sentence, rows, at) {
  const form = narrow ? NARROW : WIDE;
  const places = narrow ? wrapped(sentence) : Array.from(sentence, (_, k) => [0, k]);
  const longest = narrow ? LINE + 1 : sentence.length;
  const pitch = (form.width - form.left - form.right) / longest;
  const lead = narrow ? 22 : form.bars;
  const present = places[Math.round(at) - 1][0]; // the line that is being read
  const overOf = (line) => (narrow && line >= present ? form.over : 0);
  const topOf = (i) => form.top + i * form.row + lead;
  return {
    ...form,
    narrow,
    pitch,
    height: form.top + rows * form.row + (narrow ? 0 : 4),
    xOf: (k) => form.left + pitch * places[k][1],
    headOf: (i) => topOf(i) - 12,
    isPresent: (k) => places[k][0] === present,
    yOf: (i, k) => topOf(i) + form.step * places[k][0] + overOf(places[k][0]),
    lines: narrow ? LINES : 1,
  };
}

/** Where words are: [first letter, letters with the space after it]. */
export const wordsOf = (sentence) =>
  [...sentence.matchAll(/\S+\s*/g)].map(({ index, 0: text }) => [index, text.length]);
