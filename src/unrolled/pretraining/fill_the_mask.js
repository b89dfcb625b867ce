import { inPixels } from "../widget/kit/axes.js";
import { bar, list, note } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawPanels, panelPads, ROWS } from "./fill_the_mask_bars.js";
import { drawLists, drawTyped, typed } from "./fill_the_mask_fields.js";
import { drawHeads } from "./fill_the_mask_heads.js";
import { normed, softmax } from "./fill_the_mask_model.js";
import { roomOf } from "./fill_the_mask_room.js";
import { lookFrom, READERS, readBoth, textOf } from "./fill_the_mask_state.js";
import { drawBallots, drawSentence } from "./fill_the_mask_text.js";
import { factsOf, LEAST, textsOf, weightsOf } from "./fill_the_mask_told.js";

export { normed, softmax };

// What follows from the state

const CASE = ["words", "gaps", "reader"]; // of the question

const highest = (row) => row.indexOf(Math.max(...row));

/**
 * The words that have a bar: the likeliest of both readers and the hidden one, then those that are
 * likeliest for both together; in one order, whoever reads: by what they get from both sides, and
 * by what they get from the left where that is less than is written in digits.
 */
function rowsOf(both, left, code) {
  const sums = both.map((share, k) => share + left[k]);
  const order = sums.map((_, k) => k).sort((a, b) => sums[b] - sums[a] || a - b);
  const some = new Set([highest(both), highest(left), code, ...order]);
  const seen = (k) => (both[k] < LEAST ? 0 : both[k]); // all of those are written as "<1 %"
  return [...some].slice(0, ROWS).sort((a, b) => seen(b) - seen(a) || left[b] - left[a] || a - b);
}

/** What a gap is filled with: { y } of this reader, of the `other`, and `full` of both sides. */
function guessOf(found, n, isLeft, code) {
  const [both, left] = found.map(({ y }) => y[n]);
  const [y, other] = isLeft ? [left, both] : [both, left];
  const top = highest(y);
  return { y, other, full: both, chance: y[top], top, rows: rowsOf(both, left, code) };
}

/** How many words outside the gaps are not those of the task. */
const countChanged = ({ codes, gaps }, wanted) =>
  wanted.filter((code, k) => code >= 4 && !gaps.includes(k) && codes[k] !== code).length +
  Math.abs(codes.length - wanted.filter((code) => code >= 4).length);

/** Whether one word was changed, and from both sides this gap alone is surely the wanted word. */
function isReached({ text, guesses, reader, changed }, { goal }) {
  const isAsked = text.gaps.join() === String(goal.gap) && reader === "both sides";
  if (!isAsked || changed !== 1) return false;
  return guesses[0].y[goal.word] >= goal.least;
}

export function derive(state, constants) {
  const { reader, head, answered } = state;
  const { data } = constants;
  const text = textOf(state);
  const found = readBoth(data, text);
  const { A } = found[READERS.indexOf(reader)];
  const guesses = text.gaps.map((k, n) => guessOf(found, n, reader === "left only", text.codes[k]));
  const asked = constants.question.show;
  const isAsked = CASE.every((name) => String(state[name]) === String(asked[name]));
  const hidden = isAsked && !answered;
  const count = text.codes.length + 2;
  const known = text.active === undefined ? Array(count).fill(0) : weightsOf(A, text.active, head);
  const weights = hidden ? Array(count).fill(1 / count) : known;
  const emOf = (html) => data.ems[data.words.indexOf(html)] ?? 1;
  const changed = countChanged(text, constants.task.set.words);
  const scene = { ...state, constants, text, A, guesses, hidden, weights, changed, emOf };
  const facts = factsOf(scene);
  const texts = textsOf(scene);
  return withTask({ ...scene, facts, texts }, isReached(scene, constants), constants);
}

// The picture

/** Before the answer the bars are in no order that would tell. */
function shuffled(scene) {
  if (!scene.hidden) return scene;
  const guesses = scene.guesses.map((one) => ({
    ...one,
    rows: [...one.rows].sort((a, b) => a - b),
  }));
  return { ...scene, guesses };
}

/** The same with what depends on the form of the picture. */
function inForm(scene) {
  const { caption } = textsOf(scene);
  return { ...shuffled(scene), texts: { ...scene.texts, caption } };
}

function picture(scene) {
  const room = roomOf(scene);
  const now = inForm(scene);
  return {
    ...inPixels(room.size),
    says: said("seen")(scene),
    marks: [drawSentence(room, now), drawPanels(room, now), panelPads(room, now)],
  };
}

// What is asked for

/** The sentence among those to pick, or one of the reader's own. */
function drawPick({ words, constants }) {
  const known = constants.sentences.findIndex((one) => String(one.set.words) === String(words));
  const own = known < 0 ? [["own", "your own"]] : [];
  return list({
    label: "Sentence",
    value: known < 0 ? "own" : known,
    to: (n) => (n === "own" ? {} : constants.sentences[n].set),
    options: [...constants.sentences.map(({ name }, n) => [n, name]), ...own],
  });
}

const controls = (scene) => [
  bar({
    label: "It reads",
    options: READERS.map((name) => [name, name]),
    value: scene.reader,
    to: (reader) => ({ reader }),
  }),
  drawPick(scene),
  drawLists(scene),
];

/** Of two gaps, whose attention is seen. */
function drawWhose(scene) {
  const { gaps, active } = scene.text;
  if (gaps.length < 2) return null;
  return bar({
    label: "Attention of",
    options: gaps.map((_, n) => [n, `gap ${n + 1}`]),
    value: gaps.indexOf(active),
    to: (n) => lookFrom(scene, gaps[n]),
  });
}

const more = (scene) => [
  drawTyped(scene),
  drawWhose(scene),
  drawHeads(scene),
  note(scene.constants.closer),
];

function table({ guesses, text, hidden, constants }) {
  const { words } = constants.data;
  const last = guesses[text.gaps.indexOf(text.active)];
  const show = (share) => (hidden ? "?" : decimals(share, 4));
  const both = last?.full ?? [];
  const left = last && (last.full === last.y ? last.other : last.y);
  const rows = (last?.rows ?? []).map((code) => [words[code], show(both[code]), show(left[code])]);
  const rest = (all) => Math.max(0, 1 - last.rows.reduce((sum, code) => sum + all[code], 0));
  return {
    summary: "The gap as a table",
    caption: "The words with a bar: their probabilities",
    head: ["word", "from both sides", "from the left"],
    rows: last ? [...rows, ["all others", show(rest(both)), show(rest(left))]] : rows,
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene), scene),
  controls,
  more,
  table,
  says: said("words"),
  asks: { typed },
  forms: true,
  lines: [2, 5],
});
