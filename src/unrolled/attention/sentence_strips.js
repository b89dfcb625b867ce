// Closer: one weight from its beginning: a query, a key, their product, number by number.
import { inPixels } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { minilm } from "../widget/kit/own_sentence.js";
import { cell, word } from "../widget/kit/picture.js";
import { decoded } from "./recorded.js";
import { percent, placeOf, plain } from "./sentence_now.js";

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
function drawWay({ strips, words, token, other, weight, where }, room) {
  const { products, score, scaled } = scoreOf(strips);
  const lines = [
    `they add up to the score ${two(score)}`,
    `÷ √${strips.query.length} = <b>${two(scaled)}</b>`,
    `softmax over all words: <b>${percent(weight)}</b>`,
  ];
  return [
    said([4, 12], `query of <b>${plain(words[token].text)}</b>${where}`),
    drawRow(strips.query, 24, room),
    said([4, 68], `key of <b>${plain(words[other].text)}</b>`),
    drawRow(strips.key, 80, room),
    said([4, 124], "products, number by number"),
    drawRow(products, 136, room),
    lines.map((html, n) => said([4, 184 + 26 * n], html)),
  ];
}

/** The same in words. */
function tellWeight({ words, token, other, where }) {
  const query = words[token].text;
  const key = words[other].text;
  return `How the query of ${query} and the key of ${key}${where} make a weight.`;
}

/** The pair that is looked at, where its query and key are known. */
function ownPair(scene, now, row) {
  const strips = stripsOf(scene, now);
  const { token, other } = now;
  return strips && { strips, words: scene.words, token, other, weight: row[other], where: "" };
}

/** The pair that is recorded, in the same head: an example where the one looked at is not known. */
function examplePair({ constants }, now) {
  const { sentence, token, other } = constants.pair;
  const one = constants.sentences[sentence];
  const there = { ...now, token, other };
  const strips = stripsOf({ isOwn: false, sentence, words: one.words, constants }, there);
  const weight = decoded(one, constants)[placeOf(now, constants)][token][other];
  const where = `, in “${one.name}”`;
  return strips && { strips, words: one.words, token, other, weight, where };
}

/** A query, a key and their product; a layer's mean has none, and it is said what to do. */
export function drawStrips(scene, now, { row }) {
  const { narrow, constants } = scene;
  if (!constants.pair) return null;
  const own = ownPair(scene, now, row);
  const pair = own ?? examplePair(scene, now);
  const { mean, typed } = constants.stray;
  const room = [4, narrow ? 352 : 422];
  const size = [room[1] + 8, 286];
  return {
    title: constants.strips,
    says: pair ? tellWeight(pair) : mean.join(" "),
    ...inPixels(size),
    marks: pair
      ? [drawWay(pair, room), !own && minilm.there() && said([4, 266], typed, "quiet")]
      : mean.map((html, n) => said([4, 40 + 26 * n], html)),
  };
}
