// What is said of the picture: facts and texts for the rules, and what the model sees of the text.
import { decimals, percent, plural } from "../widget/kit/numbers.js";
import { visible, writeChance } from "./writer_bars.js";
import { repeatedPieces } from "./writer_steps.js";

const mean = (rows) =>
  rows[0].map((_, n) => rows.reduce((sum, row) => sum + row[n], 0) / rows.length);

/** Of each letter that was read, how much the model sees of it. */
export function weightsOf({ model, head, data }, attended, at) {
  if (model === "n-gram") {
    const seen = Math.min(at, data.ngram.n - 1);
    return Array.from({ length: at }, (_, n) => (n < at - seen ? 0 : 0.25));
  }
  if (model === "LSTM") return Array(at).fill(0);
  const heads = attended.flat().map((row) => Array.from(row));
  const row = head > 0 ? heads[head - 1] : mean(heads);
  return [...Array(at - row.length).fill(0), ...row];
}

/** The name of a head: "head 3 of block 1". */
export const nameHead = (head, heads) =>
  head === 0
    ? "average of all heads"
    : `head ${((head - 1) % heads) + 1} of block ${Math.floor((head - 1) / heads) + 1}`;

/** Which letter it attends to most, in words. */
function tellMost(weights, letters, codes) {
  const place = weights.indexOf(Math.max(...weights));
  const back = weights.length - 1 - place;
  const letter = `<b>${visible(letters[codes[place]])}</b>`;
  if (back === 0) return `the letter just read, ${letter}`;
  return back === 1
    ? `the letter before the last, ${letter}`
    : `${letter}, ${back} letters before the last one`;
}

const round = 10; // letters that have been there before

export function factsOf(scene) {
  const { model, temperature, hidden, y, text, at, head, codes, fair, least } = scene;
  const kept = y.filter((x) => x > 0).length;
  const read = text.codes.slice(0, at);
  const last = read.slice(-round).join();
  const earlier = read.map((_, n) => read.slice(n, n + round).join()).slice(0, -round);
  return {
    hidden,
    full: at === codes.length,
    zero: temperature === 0,
    sole: kept === 1,
    cut: kept < y.length,
    fair,
    blank: least === null,
    goes: at > round && earlier.includes(last),
    ngram: model === "n-gram",
    lstm: model === "LSTM",
    single: head > 0,
  };
}

const CAPTIONS = {
  "n-gram": ["shaded: the last four letters, which are all it sees", "shaded: all it sees"],
  LSTM: ["its hidden state h (it keeps c, too):", "its hidden state h:"],
};

/** What is said in words. */
export function textsOf(scene) {
  const { model, raw, y, text, at, weights, head, least, constants } = scene;
  const { letters, transformer } = constants.data;
  const top = raw.indexOf(Math.max(...raw));
  const named = nameHead(head, transformer.heads);
  const drawn = [`shaded: attention weights, ${named}`, `shaded: ${named}`];
  const [caption, captionNarrow] = CAPTIONS[model] ?? drawn;
  const past = text.codes.slice(Math.max(0, at - 4), at);
  const isTransformer = model === "Transformer";
  return {
    caption,
    captionNarrow,
    model: model === "n-gram" ? "n-gram model" : model,
    named: named[0].toUpperCase() + named.slice(1),
    read: plural(at, "letter"),
    top: `<b>${visible(letters[top])}</b>`,
    raw: percent(raw[top]),
    chance: percent(y[top]),
    kept: plural(y.filter((x) => x > 0).length, "letter"),
    past: `<b>${past.map((code) => visible(letters[code])).join("")}</b>`,
    most: isTransformer ? tellMost(weights, letters, text.codes) : "",
    weight: isTransformer ? decimals(Math.max(...weights), 2) : "",
    length: plural(text.codes.length, "letter"),
    twice: plural(repeatedPieces(text.codes, round), "repeat"),
    least: least === null ? "" : writeChance(least),
    tail: text.codes
      .slice(Math.max(0, at - 40), at)
      .map((code) => letters[code])
      .join(""),
  };
}
