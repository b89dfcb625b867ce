// Closer: one weight from its beginning: a query, a key, their product, number by number.
import { axis } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { minilm } from "../widget/kit/own_sentence.js";
import { cell, word } from "../widget/kit/picture.js";
import { tell } from "../widget/kit/words.js";
import { percent, plain } from "./sentence_now.js";

const two = (x) => decimals(x, 2);
const sumOf = (values) => values.reduce((sum, v) => sum + v, 0);

const isRecorded = (pair, sentence, { token, other }) =>
  pair?.sentence === sentence && pair.token === token && pair.other === other;

/** The query and the key of a head, if they are known: of the pair that is recorded, or of what the
 * reader wrote; null of a layer's mean. */
export function stripsOf({ isOwn, sentence, words, constants }, { layer, head, token, other }) {
  if (!head) return null;
  const { own, pair, heads } = constants;
  if (isOwn) {
    const d = own.queries.length / (constants.layers * words.length);
    const part = (all, k) => {
      const start = ((layer - 1) * words.length + k) * d + ((head - 1) * d) / heads;
      return Array.from(all.slice(start, start + d / heads));
    };
    return { query: part(own.queries, token), key: part(own.keys, other) };
  }
  if (!isRecorded(pair, sentence, { token, other })) return null;
  return { query: pair.queries[layer - 1][head - 1], key: pair.keys[layer - 1][head - 1] };
}

/** Their score, and what is left of it once it is divided by the root of their length. */
export function scoreOf({ query, key }) {
  const products = query.map((q, k) => q * key[k]);
  const score = sumOf(products);
  return { products, score, scaled: score / Math.sqrt(query.length) };
}

/** Ochre below 0, blue above it, as dark as `most` allows. */
function tint(value, most) {
  const share = Math.round(100 * Math.min(1, Math.abs(value) / most));
  return `color-mix(in oklab, var(--${value < 0 ? "minus" : "state"}) ${share}%, var(--paper))`;
}

function drawRow(values, y, [left, width]) {
  const step = width / values.length;
  const most = Math.max(...values.map(Math.abs));
  return [
    values.map((v, k) => cell(left + step * k, y, step - 1, 26, "", { fill: tint(v, most) })),
    cell(left, y, width, 26, "clear quiet thin", { round: 0 }),
  ];
}

const said = (at, html, look = "") => word(at, html, look, { anchor: "start", size: 15 });

/** Three strips, and the way from their sum to the weight. */
function drawWay(strips, { words, room }, now, weight) {
  const { products, score, scaled } = scoreOf(strips);
  const one = plain(words[now.token].text);
  const other = plain(words[now.other].text);
  const lines = [
    `they add up to the score ${two(score)}`,
    `÷ √${strips.query.length} = <b>${two(scaled)}</b>`,
    `softmax over all words: <b>${percent(weight)}</b>`,
  ];
  return [
    said([4, 12], `query of <b>${one}</b>`),
    drawRow(strips.query, 24, room),
    said([4, 68], `key of <b>${other}</b>`),
    drawRow(strips.key, 80, room),
    said([4, 124], "products, number by number"),
    drawRow(products, 136, room),
    lines.map((html, n) => said([4, 184 + 26 * n], html)),
  ];
}

/** What to do where no query and key are known: as a mean has none, or for a pair with none. */
function strayOf({ isOwn, sentence, constants }, now, texts) {
  const { stray, pair } = constants;
  const isKnown = isOwn || isRecorded(pair, sentence, now);
  const other = minilm.there() ? stray.typed : stray.recorded;
  return (isKnown ? stray.mean : other).map((line) => tell([[["", line]]], {}, texts));
}

/** Where no query and key are known, it is said what to do, in as much room. */
export function drawStrips(scene, now, { row, texts }) {
  const { words, narrow, constants } = scene;
  if (!constants.pair) return null;
  const strips = stripsOf(scene, now);
  const stray = strips ? [] : strayOf(scene, now, texts);
  const room = [4, narrow ? 352 : 422];
  const size = [room[1] + 8, 262];
  return {
    title: constants.strips,
    says: strips ? `How ${texts.token} comes to its weight.` : stray.join(" "),
    size,
    x: axis(0, size[0]),
    y: axis(size[1], 0),
    marks: strips
      ? drawWay(strips, { words, room }, now, row[now.other])
      : stray.map((html, n) => said([4, 40 + 26 * n], html)),
  };
}
