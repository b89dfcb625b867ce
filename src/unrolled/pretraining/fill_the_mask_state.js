// The sentence as the state has it, what a hand changes in it, and what the two readers make of it.
import { guess, modelOf, read } from "./fill_the_mask_model.js";

const SPECIAL = 4; // [PAD], [CLS], [SEP], [MASK] are the first of the vocabulary
const NONE = -1;
const MOST = 2; // gaps
const FALLBACK = [4, 5]; // "the ." where a state has no words
const CLS = 1;
const SEP = 2;
const MASK = 3;

export const READERS = ["both sides", "left only"];

/** Its words, its gaps in the order in which they were made, and the last one. */
export function textOf({ words, gaps }) {
  const end = words.findIndex((code) => code < SPECIAL);
  const held = end < 0 ? words : words.slice(0, end);
  const codes = held.length ? held : FALLBACK;
  const known = gaps.filter((k, n) => k >= 0 && k < codes.length && gaps.indexOf(k) === n);
  return { codes, made: known, gaps: [...known].sort((a, b) => a - b), active: known.at(-1) };
}

const gapsOf = (made) => [...made, NONE, NONE].slice(0, MOST);

const wordsOf = (codes, length) => [...codes, ...Array(length).fill(0)].slice(0, length);

/** The change that hides a word, or shows it again; of three the first made is shown again. */
export function toggleGap({ text }, k) {
  const { made } = text;
  return {
    gaps: gapsOf(made.includes(k) ? made.filter((n) => n !== k) : [...made, k].slice(-MOST)),
  };
}

/** The change that puts a word in a place, where no gap is any more. */
export function putWord({ text, words }, k, code) {
  const made = text.made.filter((n) => n !== k);
  return { words: wordsOf(text.codes.with(k, code), words.length), gaps: gapsOf(made) };
}

/** The change that makes another gap the one whose attention is seen. */
export const lookFrom = ({ text }, k) => ({
  gaps: gapsOf([...text.made.filter((n) => n !== k), k]),
});

const QUOTES = /["'“”„«»‘’‚]/g;

/** A sentence as it was typed, as { words, gaps }, or what is wrong with it, as { wrong }. */
export function takeTyped(typed, vocabulary, length) {
  const found = typed
    .toLowerCase()
    .replace(QUOTES, " ")
    .replace(/\?+\s*$/, "") // a question ends; elsewhere it is a gap
    .replace(/[.,!;]/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  if (!found.length) return { wrong: "Type a sentence first." };
  if (found.some((word) => /[?_[▢]/.test(word)))
    return { wrong: "Type all the words; then tap the one that you want to hide." };
  const unknown = found.find((word) => vocabulary.indexOf(word) < SPECIAL);
  if (unknown) return { unknown };
  const codes = [...found, "."].map((word) => vocabulary.indexOf(word));
  if (codes.length > length) return { wrong: `That is ${found.length} words; the most is 13.` };
  return { words: wordsOf(codes, length), gaps: gapsOf([]) };
}

const made = new WeakMap();
const MANY = 400; // sentences that are known, until all are forgotten

/** Both models, made when they are first asked, and the sentences that they have read. */
function readersOf(data) {
  if (!made.has(data)) {
    const models = data.packed.map((one) => modelOf(one, data.sizes, data.words.length));
    made.set(data, { models, known: new Map() });
  }
  return made.get(data);
}

/** What a reader makes of a sentence with gaps: { A, y }, y by the place of the gap. */
function readBy({ models, known }, n, codes, gaps) {
  const ids = [CLS, ...codes.map((code, k) => (gaps.includes(k) ? MASK : code)), SEP];
  const key = `${n} ${ids.join()}`;
  if (known.size > MANY) known.clear();
  if (!known.has(key)) {
    const { X, A } = read(models[n], ids, n === 1);
    known.set(key, { A, y: gaps.map((k) => guess(models[n], X[k + 1])) });
  }
  return known.get(key);
}

/** Both readers: [from both sides, from the left alone]. */
export function readBoth(data, { codes, gaps }) {
  const readers = readersOf(data);
  return READERS.map((_, n) => readBy(readers, n, codes, gaps));
}
