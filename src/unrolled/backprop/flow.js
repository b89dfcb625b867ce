import { act, bar, note, range, row } from "../widget/kit/controls.js";
import { terms } from "../widget/kit/explain.js";
import { explorable } from "../widget/kit/explorable.js";
import { at, norm, replaced } from "../widget/kit/maths.js";
import { number, setting } from "../widget/kit/numbers.js";
import { symbol, equation as worked } from "../widget/kit/spell.js";
import { say } from "../widget/kit/words.js";
import { ballots, picture } from "./flow_picture.js";
import { flow, keyOf, LETTERS, numberAt, placeOf, stepped, WEIGHTS } from "./weight_step.js";

const RATE = 0.1;
const ZERO = 1e-12; // an error below this is rounding

// What follows from the state

/** What the rules of Python ask. */
function factsOf({ array, index, names }, equation, letter) {
  return {
    ...Object.fromEntries(names.map((name) => [name, name === equation])),
    first: array.endsWith("1"),
    bias: index.length === 1,
    silent: array === "W1" && letter !== LETTERS[index[1]],
  };
}

/** The loss now, what the slope foretells of a step, and what the step comes to. */
function lossTexts({ named, next }, { letter, target }, constants) {
  const gradients = WEIGHTS.flatMap((name) => [...named[`d${name}`]]);
  const square = norm(gradients) ** 2;
  const after = flow(constants.tape, next, letter, target);
  return {
    rate: String(RATE),
    loss: number(named.L[0]),
    foretold: number(named.L[0] - RATE * square),
    after: number(after.named.L[0]),
  };
}

function textsOf(scene, state, constants) {
  const { named, array, index, value } = scene;
  const gradient = numberAt({ named, constants }, `d${array}`, ...index);
  return {
    ...lossTexts(scene, state, constants),
    letter: state.letter,
    weight: symbol(constants.symbols, array, index),
    value: setting(value),
    gradient: number(gradient),
  };
}

/** The numbers that the equation makes for this weight, each with what it is made of. */
function linesOf({ equation, weight }, { tape, made }, found) {
  return made[weight][equation].map(([name, ...index]) => ({
    name,
    index,
    ...terms(tape, found, name, index),
  }));
}

function keysOf(numbers) {
  return new Set(numbers.map(({ name, index }) => keyOf(name, index)));
}

function taskOf({ delta1 }) {
  const errors = [...delta1];
  return {
    reached: errors.some((x) => Math.abs(x) < ZERO),
    value: `Now the hidden errors are ${errors.map((x) => number(x)).join(" and ")}.`,
  };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const { weights, letter, target, equation, weight } = state;
  const found = flow(constants.tape, weights, letter, target);
  const [array, index] = placeOf(weight);
  const lines = linesOf(state, constants, found);
  const factors = lines.flatMap((one) => one.terms).flatMap((term) => term.factors);
  const scene = {
    named: found.named,
    lines,
    array,
    index,
    next: stepped(constants.tape, weights, letter, target, RATE),
    names: Object.keys(constants.equations),
    value: at(weights, [array, ...index]),
    setTo: (x) => ({ weights: replaced(weights, [array, ...index], x) }),
    made: keysOf(lines),
    lit: keysOf(factors),
  };
  return {
    ...scene,
    task: taskOf(found.named),
    facts: factsOf(scene, equation, letter),
    texts: textsOf(scene, state, constants),
  };
}

// The equation, what it means, and its numbers

/** A power of e that can be read: its exponent on the line. */
function flattenPowers(html) {
  return html.replaceAll(
    /e<sup>(.*?)<\/sup>/g,
    (_, exponent) => `exp(${exponent.replace(/[()]/g, "")})`,
  );
}

/** What the equation makes for the picked weight, each number worked out, in a line. */
const worksOf = ({ lines, constants }) =>
  lines.map((one) =>
    flattenPowers(worked(constants.symbols, one.name, one.index, one)).replaceAll("<br>", " "),
  );

/** What the equation means. */
function meaningOf({ constants, facts, equation }) {
  const [name, , meanings] = constants.equations[equation];
  return `<b>${name}.</b> ${meanings[facts.first ? 0 : 1]}`;
}

/** For those who listen also one of its numbers: of the forward pass the sum, else the last. */
function speak(scene) {
  const number = worksOf(scene).at(scene.facts.forward ? 0 : -1);
  return `${meaningOf(scene)} ${number}`;
}

/** The whole equation, all of its numbers, and what a step would do. */
function workings(scene) {
  const { constants, facts, texts, equation } = scene;
  const [name, formulas] = constants.equations[equation];
  const aside = say(constants.aside, facts, texts);
  const told = say(constants.words[0], facts, texts);
  const formula = `<b>${name}</b> ${formulas[facts.first ? 0 : 1]}`;
  return note([formula, ...worksOf(scene), aside, told].filter(Boolean).join("<br>"), [8, 12]);
}

// What is asked for

function controls(scene) {
  const { array, index, value, constants, weight, texts, setTo } = scene;
  const link = constants.links[weight];
  const short = link.replace("from ", "").replace(" to ", " → ").replace("output ", "");
  const show = setting(value);
  return [
    range({
      label: `${symbol(constants.symbols, array, index)} ${short}`,
      min: -2,
      max: 2,
      step: 0.01,
      value,
      show,
      to: setTo,
      says: `weight ${link} = ${show}, loss ${texts.loss}`,
    }),
    row(
      act({ label: "Set it to 0", to: setTo(0), disabled: value === 0 }),
      act({ label: "Take the step", to: { weights: scene.next } }),
    ),
  ];
}

function play({ names, equation, constants }) {
  const [show, , [meaning]] = constants.equations[equation];
  return {
    label: "Equation",
    min: 0,
    max: 4,
    value: names.indexOf(equation),
    show,
    says: `${show}: ${meaning}`,
    every: 1500,
    to: (k) => ({ equation: names[k] }),
  };
}

function letterBar(label, name, value) {
  return bar({
    label,
    value,
    options: LETTERS.map((letter) => [letter, letter]),
    to: (letter) => ({ [name]: letter }),
  });
}

function more(scene) {
  const { letter, target } = scene;
  return {
    name: "Closer",
    parts: [
      letterBar("Read", "letter", letter),
      letterBar("Wanted", "target", target),
      workings(scene),
    ],
  };
}

function table(scene) {
  const rows = Object.entries(scene.constants.links).map(([key, link]) => {
    const [name, [to, from]] = placeOf(key);
    const value = numberAt(scene, name, to, from);
    const gradient = numberAt(scene, `d${name}`, to, from);
    return [link, setting(value), number(gradient)];
  });
  return {
    summary: "All weights",
    caption: "Weights and gradients",
    head: ["weight", "value", "gradient"],
    rows,
  };
}

export default explorable({
  derive,
  picture,
  ballots,
  controls,
  play,
  says: meaningOf,
  speak,
  more,
  table,
  forms: true,
  lines: [1, 3],
});
