import { inPixels } from "../widget/kit/axes.js";
import { bar, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, percent } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { columnsOf, drawBallots, drawBars, drawChosen, spoken, visible } from "./writer_bars.js";
import { probabilities } from "./writer_models.js";
import { drawText, textPad } from "./writer_page.js";
import { readAll } from "./writer_reads.js";
import { roomOf } from "./writer_room.js";
import { letterAt, nextLetter, nucleus, repeatedPieces, throwDice, topK } from "./writer_steps.js";
import { beginAgain, textOf, throwAgain, writeTo } from "./writer_text.js";
import { factsOf, nameHead, textsOf, weightsOf } from "./writer_told.js";

export { letterAt, nextLetter, nucleus, repeatedPieces, throwDice, topK };

// What follows from the state

const CASE = ["codes", "at", "model", "temperature", "k", "share"]; // of the question

/** The smallest probability of a letter that the model wrote; null where it wrote none. */
function leastOf({ codes, given }, found) {
  const chances = codes.map((code, n) =>
    n === 0 || given[n] ? 1 : probabilities(found[n - 1].z)[code],
  );
  return given.every(Boolean) ? null : Math.min(...chances);
}

/** Whether the letters that the task gives are given, and no others. */
function isFair({ codes, given, begun }, { letters }) {
  const isBegun = codes.slice(0, begun).join() === letters.join();
  return isBegun && given.lastIndexOf(true) < begun;
}

/** Whether it wrote to the end by itself, without a piece twice and without an unlikely letter. */
function isReached({ model, text, at, least, fair }, { goal }, most) {
  const isWhole = at === most && text.codes.length === most && model === goal.model;
  const isGood = !repeatedPieces(text.codes, goal.piece) && least >= goal.least;
  return fair && isWhole && isGood;
}

export function derive(state, constants) {
  const { model, temperature, k, share, answered, codes } = state;
  const text = textOf(codes);
  const at = Math.min(Math.round(state.at), text.codes.length);
  const found = readAll(constants.data, model, text.codes);
  const { z, state: kept, attended } = found[at - 1];
  const raw = Array.from(probabilities(z));
  const y = nextLetter(z, temperature, k, share);
  const asked = constants.question.show;
  const isAsked = CASE.every((name) => String(state[name]) === String(asked[name]));
  const hidden = isAsked && !answered;
  const weights = weightsOf({ ...state, data: constants.data }, attended, at);
  const strip = model === "LSTM" ? Array.from(kept.h) : null;
  const scene = { ...state, text, at, raw, y, isAsked, hidden, weights, strip };
  scene.least = leastOf(text, found);
  scene.fair = isFair(text, constants.goal);
  const facts = factsOf(scene);
  const texts = textsOf({ ...scene, constants });
  const reached = isReached(scene, constants, codes.length);
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  return {
    ...inPixels(room.size),
    says: said("seen")(scene),
    marks: [
      drawBars(room, scene),
      drawChosen(room, scene),
      drawText(room, scene),
      textPad(room, scene),
    ],
  };
}

// What is asked for

const shareOf = (x) => (x === 1 ? "all" : percent(x));

function controls({ model, temperature, share, y, constants }) {
  const kept = y.filter((x) => x > 0).length;
  return [
    bar({
      label: "Model",
      options: constants.models.map((name) => [name, name]),
      value: model,
      to: (name) => ({ model: name }),
    }),
    range({
      label: "temperature",
      min: 0,
      max: 2,
      step: 0.1,
      value: temperature,
      show: decimals(temperature, 1),
      says: `temperature ${decimals(temperature, 1)}`,
      to: (value) => ({ temperature: Math.round(10 * value) / 10 }),
    }),
    range({
      label: "nucleus",
      min: 0.05,
      max: 1,
      step: 0.05,
      value: share,
      show: shareOf(share),
      says: `nucleus of ${shareOf(share)}: ${kept} of ${y.length} letters are left`,
      to: (value) => ({ share: Math.round(20 * value) / 20 }),
    }),
  ];
}

const PACE = 260; // ms a letter

/** It writes on, letter by letter; back at the end it begins again. */
function play(scene) {
  const { at, codes, text, constants } = scene;
  const last = constants.data.letters[text.codes[at - 1]];
  const most = codes.length;
  const to = (value) => (value <= at ? { at: value } : writeTo(scene, value));
  return {
    label: "letters read",
    min: 1,
    max: most,
    value: at,
    show: `${at} <b>${visible(last)}</b>`,
    says: `${scene.texts.read} read, the last is ${spoken(last)}`,
    to,
    from: at === most && beginAgain(scene),
    next: at < most && to(at + 1),
    back: at > 1 && to(at - 1),
    every: PACE,
  };
}

/** Which head's attention is seen: only the Transformer has any. */
function headSlider({ model, head, constants }) {
  const { heads, blocks } = constants.data.transformer;
  const hasHeads = model === "Transformer";
  const named = hasHeads ? nameHead(head, heads) : `the ${model} has no attention heads`;
  const short = head ? named.replace("head ", "").replace(" of block ", " in ") : "all";
  return range({
    label: "head",
    min: 0,
    max: heads * blocks,
    step: 1,
    value: head,
    show: hasHeads ? short : "–",
    says: named,
    to: (value) => ({ head: value }),
    disabled: !hasHeads,
  });
}

function more(scene) {
  const { k, seed, y, constants } = scene;
  return [
    headSlider(scene),
    range({
      label: "top-k",
      min: 1,
      max: y.length,
      step: 1,
      value: k,
      show: k === y.length ? "all" : `${k}`,
      says: `top-k: the ${k} likeliest letters are left`,
      to: (value) => ({ k: value }),
    }),
    range({
      label: "dice",
      min: 0,
      max: 40,
      step: 1,
      value: seed,
      show: `${seed}`,
      says: `dice number ${seed}`,
      to: (value) => throwAgain(scene, value),
    }),
    note(constants.closer),
  ];
}

function table(scene) {
  const { raw, y, hidden, constants } = scene;
  const rows = columnsOf(scene, { bars: { count: 8 } }).map((code) => [
    visible(constants.data.letters[code]),
    hidden ? "?" : decimals(raw[code], 4),
    hidden ? "?" : decimals(y[code], 4),
  ]);
  return {
    summary: "The next letter as a table",
    caption: "Eight letters: their probabilities at temperature 1, and as drawn",
    head: ["letter", "at temperature 1", "as drawn"],
    rows,
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene.narrow), scene),
  controls,
  play,
  more,
  thrown: throwAgain,
  table,
  says: said("words"),
  forms: true,
  lines: [2, 5],
});
