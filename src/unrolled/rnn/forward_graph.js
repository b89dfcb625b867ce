import { act, note, range, row, walk } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, percent, setting, size } from "../widget/kit/numbers.js";
import { picture as draw } from "../widget/kit/picture.js";
import { entrySymbol, spelled } from "../widget/kit/spell.js";
import { play as run } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";
import { differing, forward, readEntry } from "./pulled_weight.js";
import { canGuess, drawGuesses } from "./unrolled_guesses.js";
import { drawUnrolled } from "./unrolled_picture.js";
import { FOLDED, NAMED, shareSeen } from "./unrolled_room.js";
import { drawMatrices } from "./weight_matrices.js";

const KEY = "Glowing: changed. Outlined: where it was.";
const KINDS = ["x", "a", "h", "z", "y_hat", "L"];
const STEPS = [1, 2, 3];

// What follows from the state

/** The probability of the letter that comes after step t, from its loss, however small. */
function chanceAt(t, { named }) {
  return size(-named[`L_${t}`][0] / Math.LN10);
}

/** Why nothing changes: the pulled weight is in the column of a letter that is never read. */
function whyStill({ name, index }, { alphabet, letters }) {
  if (name !== "W_hx") return "";
  const letter = alphabet[index[1]];
  return letters.includes(letter) ? "" : `, because “${letter}” is never read`;
}

/** The letter that the network says first, and its probability. */
function bestOf(y, alphabet) {
  const best = y.indexOf(Math.max(...y));
  return `“${alphabet[best]}” first, with ${decimals(y[best], 3)}`;
}

function textsOf(scene, t, changed) {
  const { constants, base, value, pulled } = scene;
  const { alphabet, letters } = constants;
  const read = letters.slice(0, t).join("");
  return {
    letter: letters[t - 1],
    word: read,
    past: read.slice(0, -1),
    next: String(t + 1),
    target: alphabet[constants.boxes[`y_hat_${t}`].target],
    best: bestOf(scene.run.named[`y_hat_${t}`], alphabet),
    chance: chanceAt(t, scene.run),
    mean: decimals(scene.run.named.L[0], 4),
    weight: entrySymbol(constants.symbols[pulled.name], pulled.index),
    value: setting(value),
    was: setting(base),
    count: String(changed.length),
    from: changed[0]?.slice(-1) ?? "",
    why: whyStill(pulled, constants),
  };
}

/** What the rules of Python ask, of the box of this kind at step t. */
function factsOf({ value, base, isAtRest }, kind, t, changed) {
  return {
    rest: isAtRest,
    ...Object.fromEntries(KINDS.map((name) => [name, name === kind])),
    first: t === 1,
    last: t === 3,
    same: value === base,
    still: changed.length === 0,
  };
}

/** "m" is to come after "de", at step 2. */
function taskOf({ constants, run: found }) {
  const m = found.named.y_hat_2[constants.alphabet.indexOf("m")];
  return { reached: m > 0.5, value: `Now “m” gets ${chanceAt(2, found)} after “de”.` };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const { tape, weights, boxes, letters } = constants;
  const ids = Object.keys(boxes);
  const active = state.chosen || ids[state.step];
  const pulled = readEntry(state.weight, constants.shapes);
  const base = weights[pulled.name][pulled.at];
  const found = forward(tape, weights, pulled, state.value);
  const was = run(tape, weights);
  const changed = differing(ids, found, was);
  const isAtRest = canGuess(state) && !state.chosen && state.step === ids.length - 1;
  const scene = {
    ...state,
    constants,
    ids,
    letters,
    active,
    pulled,
    base,
    run: found,
    was,
    isAtRest,
  };
  const [, kind, step] = active.match(/^(.*)_(\d)$/);
  const t = Number(step);
  return {
    ...scene,
    changed: new Set(changed),
    facts: factsOf(scene, kind, t, changed),
    texts: textsOf(scene, t, changed),
    task: taskOf(scene),
  };
}

/** What is looked at, and what a pull changes; on a phone, of a pull only what it changes. */
function speak({ facts, texts, constants, narrow }) {
  const [seen, changed] = constants.words;
  return tell(narrow && !facts.same ? [changed] : [seen, changed], facts, texts);
}

/** The sentence, and the chosen number written out. */
function says(scene) {
  const { constants, run: found, active } = scene;
  const lines = spelled(constants.tape, found, constants.symbols, active);
  return [speak(scene), lines].join("<br>");
}

// The network, step by step

function titleOf({ answered, unrolled, facts, texts, was }) {
  if (!answered && unrolled < NAMED) return "One cell, folded: unroll it for the question";
  if (!answered) return "“d”, “e”, “m” are read, one after the other.";
  const before = facts.same ? "" : `, was ${decimals(was.named.L[0], 4)}`;
  return `Mean loss ℒ = ${texts.mean}${before}`;
}

/** The scene, with what its picture asks: what is known, each weight, what a tap opens. */
function drawnScene(scene) {
  const { constants, step, ids, pulled, value, chosen, answered, unrolled } = scene;
  const reached = Math.max(step, ids.indexOf(chosen));
  const columns = (name) => constants.shapes[name][1];
  const now = Number(scene.active.at(-1));
  return {
    ...scene,
    now,
    lit: scene.isAtRest ? "" : scene.active, // the question comes first
    asked: canGuess(scene) ? "h_3" : "",
    shareOf: (t) => (t === now ? 1 : shareSeen(unrolled)),
    isHeld: (name) => name === "W_hh" && !answered && unrolled >= NAMED,
    isKnown: (name) => ids.indexOf(name) <= reached,
    weightAt: (name, [i, j]) => {
      const at = i * columns(name) + j;
      return pulled.name === name && pulled.at === at ? value : constants.weights[name][at];
    },
    open: (name) => ({ chosen: name, step: Math.max(step, ids.indexOf(name)) }),
    setTo: (x) => ({ value: x, step: ids.length - 1, chosen: scene.active }), // the knob stays
  };
}

function picture(scene) {
  const title = titleOf(scene);
  const seen = "The network over three steps, inputs below, predictions on top, a loss each.";
  return { walk, ...drawUnrolled(drawnScene(scene), `${seen} ${title}`, title) };
}

// What is asked for

/** On a phone the matrices are folded away: the picture, and what works it, come first. */
function foldedMatrices(scene) {
  const { title, ...view } = drawMatrices(scene);
  return h("details", {}, h("summary", { html: title }), draw(view));
}

function controls(scene) {
  const { base, value, ids, texts, facts, narrow } = scene;
  const to = (x) => ({ value: x, step: ids.length - 1 });
  return [
    range({
      label: texts.weight,
      min: Math.min(-2, Math.floor(base)),
      max: Math.max(2, Math.ceil(base)),
      step: 0.01,
      value,
      show: setting(value),
      to,
      says: `${setting(value)}, mean loss ${texts.mean}`,
    }),
    row(
      act({ label: "Set it to 0", to: to(0), disabled: value === 0 }),
      act({ label: "Put it back", to: to(base), disabled: facts.same }),
    ),
    narrow && foldedMatrices(scene),
  ];
}

/** The twin of what folds the picture, and what its marks mean. */
const more = ({ unrolled }) => ({
  name: "Closer",
  parts: [
    range({
      label: "unrolled",
      min: 0,
      max: 1,
      step: 0.01,
      value: unrolled,
      show: percent(unrolled),
      to: (x) => ({ unrolled: x }),
      says: unrolled < FOLDED ? "folded: one cell with a loop" : "unrolled: three copies",
    }),
    note(KEY),
  ],
});

function play({ step, ids, constants }) {
  const { symbol, says: spoken } = constants.boxes[ids[step]];
  return {
    label: "up\u00a0to",
    min: 1,
    max: ids.length,
    value: step + 1,
    show: symbol,
    every: 900,
    says: `${step + 1} of ${ids.length}: ${spoken}`,
    to: (n) => ({ step: n - 1, chosen: "" }),
  };
}

/** One row an entry of a quantity: its symbol, with its letter, and its value at each step. */
function tableRows(name, { constants, run: { named } }) {
  const { symbols, alphabet } = constants;
  const symbol = symbols[`${name}_1`].replace("1<", "<i>t</i><");
  const count = named[`${name}_1`].length;
  const label = (k) => {
    if (name === "L") return symbol;
    const letter = count === alphabet.length ? ` “${alphabet[k]}”` : "";
    return entrySymbol(symbol, [k]) + letter;
  };
  return Array.from({ length: count }, (_, k) => [
    label(k),
    ...STEPS.map((t) => decimals(named[`${name}_${t}`][k], 4)),
  ]);
}

function table(scene) {
  const { letters } = scene.constants;
  return {
    summary: "The numbers of all three steps",
    caption: "What each step computes, letter by letter",
    head: ["quantity", ...letters.map((letter, k) => `<i>t</i> = ${k + 1}, “${letter}”`)],
    rows: ["a", "h", "z", "y_hat", "L"].flatMap((name) => tableRows(name, scene)),
  };
}

export default explorable({
  derive,
  picture,
  ballots: drawGuesses,
  linked: (scene) => !scene.narrow && drawMatrices(scene),
  controls,
  play,
  says,
  speak,
  more,
  table,
  glides: ["unrolled"],
  taps: true,
  forms: true,
  lines: [2, 3],
  further: [6, 8],
});
