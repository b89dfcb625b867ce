// What is said of the picture: facts and texts for the rules.
import { decimals, percent, plural } from "../widget/kit/numbers.js";

const SURE = 0.9;
export const LEAST = 0.01; // what is below is not written in digits
const NEAR = 0.99;
const MOST = 0.9995; // from here on it would be rounded to 100 %

/** A probability in percent, near 1 with a decimal more; never as none or as all. */
export function writeSure(share) {
  if (share < LEAST) return "&lt;1\u00a0%";
  if (share >= MOST) return ">99.9\u00a0%";
  return share < NEAR ? percent(share) : `${decimals(100 * share, 1)}\u00a0%`;
}

const mean = (rows) =>
  rows[0].map((_, n) => rows.reduce((sum, row) => sum + row[n], 0) / rows.length);

const highest = (row) => row.indexOf(Math.max(...row));

/** What the gap attends to, of [CLS], the words and [SEP]: in one head, or the mean of all. */
export function weightsOf(A, active, head) {
  const rows = A.flat().map((from) => from[active + 1]);
  return Array.from(head > 0 ? rows[head - 1] : mean(rows));
}

/** The name of a head: "head 3 of block 1". */
export const nameHead = (head, heads) =>
  head === 0
    ? "all heads together"
    : `head ${((head - 1) % heads) + 1} of block ${Math.floor((head - 1) / heads) + 1}`;

/** The name of a token of the sentence with its [CLS] and [SEP]. */
export function nameToken({ text, constants }, n) {
  if (n === 0) return "[CLS]";
  if (n > text.codes.length) return "[SEP]";
  if (text.gaps.includes(n - 1)) return n - 1 === text.active ? "the gap itself" : "the other gap";
  return constants.data.words[text.codes[n - 1]];
}

/** The two tokens that get most, and how much. */
function tellMost(scene) {
  const { weights } = scene;
  const order = weights.map((_, n) => n).sort((a, b) => weights[b] - weights[a] || a - b);
  return order
    .slice(0, 2)
    .map((n) => `<b>${nameToken(scene, n)}</b> ${percent(weights[n])}`)
    .join(", ");
}

function captionOf(scene, named) {
  const { text, hidden, narrow } = scene;
  if (text.active === undefined) return "";
  if (hidden) return "Where is the clue?";
  const said = narrow ? "Attention: " : `Attention of the gap, ${named}: `;
  return `${said}${tellMost(scene)}`;
}

/** Whether the gap is that of the task. */
const isGoalsGap = ({ text, constants }) => text.gaps.join() === String(constants.goal.gap);

export function factsOf(scene) {
  const { hidden, text, reader, guesses, head } = scene;
  const last = guesses[text.gaps.indexOf(text.active)];
  return {
    hidden,
    none: !last,
    left: reader === "left only",
    two: text.gaps.length > 1,
    sure: Boolean(last) && last.chance >= SURE,
    same: Boolean(last) && highest(last.y) === highest(last.other),
    asked: isGoalsGap(scene),
    single: head > 0,
  };
}

/** What the two likeliest words of two gaps make of the sentence. */
function fillAll({ text, guesses, constants }) {
  const { words } = constants.data;
  const parts = text.codes.map((code, k) => {
    const n = text.gaps.indexOf(k);
    return n < 0 ? words[code] : `<b>${words[guesses[n].top]}</b>`;
  });
  return parts.join(" ").replace(" .", "");
}

/** The sentence in words, its gaps as such. */
export const spell = ({ text, constants }) =>
  text.codes
    .map((code, k) => (text.gaps.includes(k) ? "(gap)" : constants.data.words[code]))
    .join(" ")
    .replace(/ \.$/, "");

export function textsOf(scene) {
  const { text, guesses, weights, head, constants } = scene;
  const { words, sizes } = constants.data;
  const last = guesses[text.gaps.indexOf(text.active)];
  const wanted = isGoalsGap(scene);
  const named = nameHead(head, sizes.heads);
  const most = last ? highest(weights) : 0;
  const top = last ? words[last.top] : "";
  const otherTop = last ? highest(last.other) : 0;
  return {
    caption: captionOf(scene, named),
    named: named[0].toUpperCase() + named.slice(1),
    sentence: spell(scene),
    filled: last ? fillAll(scene) : "",
    top: `<b>${top}</b>`,
    chance: last ? writeSure(last.chance) : "",
    otherTop: `<b>${last ? words[otherTop] : ""}</b>`,
    otherChance: last ? writeSure(last.other[otherTop]) : "",
    back: last ? writeSure(last.other[last.top]) : "",
    most: last ? `<b>${nameToken(scene, most)}</b>` : "",
    weight: last ? percent(weights[most]) : "",
    wanted: wanted ? writeSure(guesses[0].y[constants.goal.word]) : "",
    changed: scene.changed === 0 ? "no word changed" : `${plural(scene.changed, "word")} changed`,
  };
}
