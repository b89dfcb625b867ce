// A sentence that the reader wrote: how it is set, and where one looks first.
import { plain, weightAt } from "../widget/kit/own_sentence.js";
import { splitText } from "./typeset.js";

const FINDS = { layer: 4, head: 2 }; // the head that finds what a word refers to
const NONE = [0, 0, 0];
const known = new Map(); // what readers wrote, as it is set

/** The sentence that the reader wrote, as the recorded ones are. */
export function ownSentence({ own, advances }) {
  if (!known.has(own)) {
    const words = splitText(own.text, own.tokens, advances);
    for (const word of words) word.text = plain(word.text);
    known.set(own, { words, maps: own.weights });
  }
  return known.get(own);
}

/** What is shown of it first: its last word, and the token that it looks at most in one head. */
export function firstLook(found) {
  const { tokens } = found;
  const inner = (k) => k > 0 && k < tokens.length - 1; // neither [CLS] nor [SEP]
  const last = tokens.findLastIndex((token, k) => inner(k) && /[\p{L}\p{N}]/u.test(token));
  const token = Math.max(1, last);
  const { layer, head } = FINDS;
  const row = tokens.map((_, k) => inner(k) && weightAt(found, layer - 1, head - 1, token, k));
  const other = row.indexOf(Math.max(...row));
  return { written: true, token, other, ...FINDS, pins: NONE };
}
