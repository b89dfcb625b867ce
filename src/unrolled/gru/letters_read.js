// What is recorded of the letters, back from text, and how high and bright it is drawn.

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

/** How high and bright: the height is true up to `full`, the brightness a logarithm; decimals. */
export const SHOWN = {
  gradient: {
    full: 22,
    digits: 1,
    height: (x) => clamp(x / 22),
    glow: (x) => clamp((Math.log10(x) + 2.5) / 3.5),
  },
  swap: {
    full: 1,
    digits: 2,
    height: clamp,
    glow: (x) => clamp((Math.log10(x) + 3) / 3),
  },
};

/** Where words are: [first letter, letters with the space after it]. */
export const wordsOf = (sentence) =>
  [...sentence.matchAll(/\S+\s*/g)].map(({ index, 0: text }) => [index, text.length]);
