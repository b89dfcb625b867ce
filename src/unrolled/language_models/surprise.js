import { inPixels } from "../widget/kit/axes.js";
import { note, range, textLine } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, percent, plural } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawBallots, drawHands, drawText, visible } from "./surprise_bars.js";
import { countsAfter, letterProbabilities, nextProbabilities, pastsOf } from "./surprise_model.js";
import { roomOf } from "./surprise_room.js";

export { letterProbabilities, nextProbabilities };

// What follows from the state

const NONE = -1; // after the last letter
const CASE = ["codes", "n"]; // of the question
const SURE = 0.5; // a probability from which on nobody is surprised

/** The letters of a text; it has at least one, a space. */
function readOf(codes, letters) {
  const end = codes.indexOf(NONE);
  const held = end < 0 ? codes : codes.slice(0, end);
  return held.map((code) => letters[code]).join("") || " ";
}

/** A text as the state holds it: in small letters, without what is not in the alphabet. */
function heldOf(text, { letters }, most) {
  const kept = Array.from(text.toLowerCase().replaceAll("’", "'"))
    .filter((letter) => letters.includes(letter))
    .slice(0, most);
  const codes = kept.map((letter) => letters.indexOf(letter));
  return [...codes, ...Array(most - codes.length).fill(NONE)];
}

const quoted = (past) => `“<b>${visible(past)}</b>”`;

/** What is said in words. */
function textsOf({ read, n, at, past, expected, bits, mean, constants }) {
  const { letters, names, marked } = constants;
  const best = expected.indexOf(Math.max(...expected));
  const came = letters.indexOf(read[at]);
  return {
    text: read,
    name: `${names[n - 1]} model`,
    past: quoted(past),
    pastPlain: past ? `“${visible(past)}”` : "nothing",
    came: `<b>${visible(read[at])}</b>`,
    top: `<b>${visible(letters[best])}</b>`,
    most: percent(expected[best]),
    chance: percent(expected[came]),
    bits: `${decimals(bits[at], 1)} bits`,
    mean: decimals(mean, 2),
    perplexity: decimals(2 ** mean, 1),
    length: plural(read.length, "letter"),
    marked: marked.map((t) => read[t] ?? "").join(", "),
  };
}

export function derive(state, constants) {
  const { codes, n, answered } = state;
  const { counted, plus, letters, question, goal, marked } = constants;
  const read = readOf(codes, letters);
  const at = Math.min(Math.round(state.at), read.length - 1);
  const past = pastsOf(read, n)[at];
  const chances = letterProbabilities(counted, read, n, plus, letters);
  const bits = chances.map((p) => -Math.log2(p));
  const mean = bits.reduce((a, b) => a + b) / bits.length;
  const expected = nextProbabilities(counted, past, plus, letters);
  const isCase = CASE.every((name) => String(state[name]) === String(question.show[name]));
  const hidden = isCase && !answered;
  const empty = codes[0] === NONE;
  const unseen = empty ? [0] : [];
  const missing = hidden ? marked : unseen;
  const found = { read, at, past, bits, mean, expected };
  const scene = { ...state, ...found, hidden, empty, missing, constants };
  const best = expected.indexOf(Math.max(...expected));
  const facts = {
    hidden,
    empty,
    first: at === 0,
    none: past === "",
    new: countsAfter(counted, past, letters).every((count) => count === 0),
    best: letters[best] === read[at],
    sure: expected[best] >= SURE,
    trigram: n === goal.n,
    long: read.length >= goal.length,
  };
  const reached = facts.trigram && facts.long && 2 ** mean > goal.perplexity;
  return withTask({ ...scene, facts, texts: textsOf(scene) }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  return {
    ...inPixels(room.size),
    says: said("seen")(scene),
    marks: [drawText(room, scene), drawHands(room, scene)],
  };
}

// What is asked for

/** A text of the reader's own, read as it is typed. */
function ownText({ read, codes, constants }) {
  const put = (text) => {
    const own = heldOf(text, constants, codes.length);
    return { codes: own, at: Math.max(0, readOf(own, constants.letters).length - 1) };
  };
  const value = codes[0] === NONE ? "" : read;
  return textLine({
    label: `Your own text (up to ${codes.length} letters)`,
    value,
    most: codes.length,
    to: put,
  });
}

function controls(scene) {
  const { n, at, read, constants, texts } = scene;
  const { longest, names } = constants;
  return [
    range({
      label: "n",
      min: 1,
      max: longest,
      step: 1,
      value: n,
      show: `${n}`,
      says: `n is ${n}: the ${names[n - 1]} model sees ${n - 1} letters before each`,
      to: (value) => ({ n: value }),
    }),
    range({
      label: "letter",
      min: 0,
      max: read.length - 1,
      step: 1,
      value: at,
      show: `${at + 1} ${texts.came}`,
      says: `letter ${at + 1} of ${read.length}, ${read[at] === " " ? "a space" : read[at]}`,
      to: (value) => ({ at: value }),
    }),
    ownText(scene),
  ];
}

function table({ read, bits, missing, n, constants }) {
  const pasts = pastsOf(read, n);
  const rows = Array.from(read, (letter, t) => [
    `${t + 1} ${visible(letter)}`,
    visible(pasts[t]),
    missing.includes(t) ? "?" : decimals(2 ** -bits[t], 4),
    missing.includes(t) ? "?" : decimals(bits[t], 2),
  ]);
  return {
    summary: "The text as a table",
    caption: `What the ${constants.names[n - 1]} model thought of each letter`,
    head: ["letter", "it saw", "probability", "surprise in bits"],
    rows,
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene.narrow), scene),
  controls,
  more: ({ constants }) => [note(constants.closer)],
  table,
  says: said("words"),
  forms: true,
  lines: [2, 5],
});
