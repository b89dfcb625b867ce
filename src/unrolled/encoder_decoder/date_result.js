// What a translator makes of a text, computed once, and what there is to say of it.
import { readLetters, writeLetters } from "./date_network.js";
import { unpackWeights } from "./date_weights.js";
import { encode, isoOf, wordAt } from "./date_words.js";

export const LIMIT = 16; // letters after which writing ends without a stop
const WRITES = ".>-0123456789"; // the stop, the start, and what is written
const MANY = 100; // texts that are remembered

const weights = new Map(); // of each translator, unpacked once
const results = new Map(); // of each translator, by text

function translate(text, p) {
  const readStates = readLetters(p.encoder, encode(text));
  const { steps, ended } = writeLetters(p, readStates, LIMIT);
  const letters = steps.map(({ token }) => WRITES[token]);
  return { readStates, steps, ended, letters, said: letters.join("").replace(/\.$/, "") };
}

/** The states of a translator that has read a text, and what it writes. */
export function translated(text, { packed, shapes }) {
  const key = packed.ints;
  if (!weights.has(key)) {
    weights.set(key, unpackWeights(packed, shapes));
    results.set(key, new Map());
  }
  const known = results.get(key);
  if (!known.has(text)) {
    if (known.size >= MANY) known.clear();
    known.set(text, translate(text, weights.get(key)));
  }
  return known.get(text);
}

/** The letters that are due, the stop among them; none where no date is meant. */
export const dueOf = (date) => (date ? [...isoOf(date), "."] : []);

/** Which of the letters written are wrong. */
export const wrongsOf = (letters, due) =>
  letters.map((letter, k) => due.length > 0 && letter !== due[k]);

const PARTS = ["day", "month", "year"];

/** The words of a text, each with the signs after it: { from, to, word, part }. */
function wordsOf(text, date) {
  const found = [...text.matchAll(/[a-z0-9]+(?:-[a-z0-9]+)*[^a-z0-9]*|[^a-z0-9]+/g)];
  return found.map(({ index, 0: word }) => {
    const part = date && PARTS.find((name) => wordAt(date, date.form, name)[0] === index);
    return { from: index, to: index + word.length, word: word.replace(/[ ,/]+$/, ""), part };
  });
}

const sumOf = (row) => row.reduce((sum, x) => sum + x, 0);

/** The word of a text that gets most of a look, how much, and the letter with most of it. */
export function targetOf(look, text, date) {
  const words = wordsOf(text, date);
  const shares = words.map(({ from, to }) => sumOf(look.slice(from, to)));
  const best = shares.indexOf(Math.max(...shares));
  const before = words.slice(0, best).findLast(({ part }) => part);
  const most = look.indexOf(Math.max(...look));
  return { ...words[best], share: shares[best], after: before?.part, most, top: look[most] };
}

/** How likely two ribbons cross, drawn by their weights from two of the rows. */
export function crossing(looks) {
  let crossed = 0;
  looks.forEach((upper, k) => {
    for (const lower of looks.slice(k + 1)) {
      let left = 0; // of the lower look, left of the letter
      upper.forEach((weight, j) => {
        crossed += weight * left;
        left += lower[j];
      });
    }
  });
  const pairs = (looks.length * (looks.length - 1)) / 2;
  return pairs ? crossed / pairs : 0;
}
