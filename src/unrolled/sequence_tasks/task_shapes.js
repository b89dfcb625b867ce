import { axis } from "../widget/kit/axes.js";
import { bar, list, note } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";
import { plural } from "../widget/kit/numbers.js";
import { withTask } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { drawGuess, drawNames, drawSigns, drawVector } from "./shapes_chips.js";
import { spoken } from "./shapes_names.js";
import { drawColumns, drawStrokes } from "./shapes_picture.js";
import { hasRun, placeCells, readStates, roomOf } from "./shapes_room.js";
import { drawStrip } from "./shapes_strip.js";

export { hasRun, placeCells, readStates };

const FEEDING = ["one-to-many", "unaligned"];

// What follows from the state

/** What each cell answers, as far as it has run; a question mark where one is to guess. */
function answersOf(run, told, lit, hidden) {
  const answers = lit.map((isLit, i) => {
    const said = i >= run.first && isLit ? (told[i - run.first] ?? "") : "";
    return hidden && i >= run.first && isLit ? "?" : said;
  });
  return answers.map((said) => (said === " " ? "␣" : said));
}

/** What each cell reads: the sequence, and where letters are fed back the one before. */
function inputsOf(run, isFed, own, answers) {
  return Array.from({ length: run.n }, (_, i) => {
    if (i < run.reads.length) return run.reads[i];
    const before = i - run.first - 1;
    if (!isFed || before < 0) return "";
    return own ? answers[i - 1] : run.due[before];
  });
}

/** Mistakes among all answers, shown or not. */
function mistakesOf(run, told) {
  const wrongs = run.due.map((due, k) => told[k] !== due);
  return { all: wrongs, count: wrongs.filter(Boolean).length, first: wrongs.indexOf(true) };
}

function factsOf({ shape, at, n, backs, own, both, hidden, answered, mistakes }) {
  return {
    oneToOne: shape === "one-to-one",
    oneToMany: shape === "one-to-many",
    manyToOne: shape === "many-to-one",
    aligned: shape === "aligned",
    own,
    both,
    hidden,
    answered,
    right: mistakes.count === 0,
    waiting: at < n,
    back: backs > 0,
    whole: backs >= n,
  };
}

const SPOKEN = {
  "one-to-one": ({ name }) => `The digits of ${name} are one vector.`,
  "one-to-many": ({ name }) => `The digits of ${name} go into every cell.`,
  "many-to-one": ({ name, reads }) => `${reads.length} cells read the name of ${name}.`,
  aligned: ({ name }) => `The word is <i>${name}</i>.`,
  unaligned: ({ name, reads }) => `${reads.length} cells read the name of ${name}.`,
};

function textsOf({ shape, run, n, at, backs, told, mistakes, isFed, hasVector }) {
  const writing = n - run.first;
  const reading = hasVector ? n : run.reads.length + (isFed ? writing - 1 : 0);
  return {
    given: SPOKEN[shape](run),
    name: run.name,
    n: `${n}`,
    done: `${Math.min(at, n)}`,
    reached: `${Math.min(backs, n)}`,
    losses: plural(writing, "loss"),
    said: told.join("").replace(/\.$/, ""),
    wrong: `${mistakes.count}`,
    first: `${mistakes.first + 1}`,
    count: `${run.due.length}`,
    reading: `${reading}`,
    writing: `${writing}`,
  };
}

/** How many cells run: fed its own letters, a network writes no more after its stop. */
function cellsOf({ first, n, told }, { isFed, fed, answered }) {
  return isFed && fed === "own" && answered ? first + told[1].length : n;
}

/** What the shape makes of an example: what is fed back, how it is read, and what is answered. */
function formOf({ shape, example, fed, ways, answered }, constants) {
  const run = constants.runs[shape][example];
  const isFed = FEEDING.includes(shape);
  const own = isFed && fed === "own";
  const both = shape === "aligned" && ways === "both";
  const way = own || both ? 1 : 0;
  const hidden = own && !answered;
  return {
    run,
    n: cellsOf(run, { isFed, fed, answered }),
    isFed,
    own,
    both,
    told: run.told[way],
    states: hidden ? [[]] : run.states[way].map(readStates),
    hidden,
  };
}

export function derive(state, constants) {
  const form = formOf(state, constants);
  const { run, n, own, both, told, hidden, isFed } = form;
  const at = Math.min(state.at, 2 * n);
  const lit = hasRun(n, at, both);
  const answers = answersOf(run, told, lit, hidden);
  const mistakes = mistakesOf(run, told);
  const isWrong = (i) => lit[i] && Boolean(mistakes.all[i - run.first]);
  const scene = {
    ...form,
    at,
    lit,
    answers,
    mistakes,
    wrongs: answers.map((_, i) => !hidden && isWrong(i)),
    backs: Math.max(0, at - n),
    hasVector: run.vector !== "",
    inputs: inputsOf(run, isFed, own, answers),
    places: placeCells(n, state.shape === "unaligned" ? run.first : 0, constants.slots),
  };
  const facts = factsOf({ ...state, ...scene });
  const texts = textsOf({ ...state, ...scene });
  const reached = facts.both && state.example === 0 && !facts.waiting;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const { constants, facts, texts } = scene;
  const room = roomOf(scene);
  const full = { ...scene, room };
  return {
    size: [room.width, room.height],
    says: tell(constants.seen, facts, texts),
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      drawStrip(full, toShape(scene)),
      drawVector(full),
      drawColumns(full),
      drawNames(full),
      drawGuess(full),
      drawSigns(full),
      drawStrokes(full),
    ],
  };
}

// What is asked for, and what is closer

/** The end of the way forward, in another shape or example, or fed something else. */
const ranThrough = ({ constants, answered, ...scene }, { shape, example, fed = scene.fed }) =>
  cellsOf(constants.runs[shape][example], { isFed: FEEDING.includes(shape), fed, answered });

/** What is fed back, how it is read, or the place of either where nothing is to choose. */
function howBar(scene) {
  const { isFed, shape, example, fed, ways, constants } = scene;
  if (isFed) {
    const options = Object.entries(constants.fed);
    const to = (name) => ({ fed: name, at: ranThrough(scene, { shape, example, fed: name }) });
    return bar({ label: "Fed back", options, value: fed, to });
  }
  if (shape === "aligned") {
    const options = Object.entries(constants.ways);
    return bar({ label: "Reads", options, value: ways, to: (name) => ({ ways: name }) });
  }
  return false;
}

/** The change to another shape: its first example, run through. */
const toShape = (scene) => (shape) => ({
  shape,
  example: 0,
  at: ranThrough(scene, { shape, example: 0 }),
});

/** The examples of a shape: numbers by their digits, or words. */
function exampleBar(scene) {
  const { shape, example, narrow, constants } = scene;
  const runs = constants.runs[shape === "aligned" ? shape : "one-to-one"];
  const form = {
    label: spoken("Example"),
    options: runs.map(({ name }, i) => [i, name]),
    value: example,
    to: (i) => ({ example: i, at: ranThrough(scene, { shape, example: i }) }),
  };
  return h("div", { class: "shape-example" }, narrow ? list(form) : bar(form));
}

/** What is chosen, beside the clock; the shape is chosen in the picture. */
function controls(scene) {
  const how = h("div", { class: "shape-how" }, howBar(scene));
  return scene.narrow ? [exampleBar(scene), how] : [how, exampleBar(scene)];
}

function play({ at, n, backs }) {
  const way = backs ? `${backs} of ${n} on the way back` : `cells run so far: ${at} of ${n}`;
  return {
    label: "there and back",
    min: 0,
    max: 2 * n,
    value: at,
    show: backs ? `← ${backs}` : `→ ${at}`,
    says: way,
    to: (value) => ({ at: value }),
    from: at === n && { at: 0 }, // all have run: played once more
    every: 320,
  };
}

const more = ({ shape, constants }) => ({
  name: "Closer",
  parts: [note(constants.key), note(constants.arrays[shape])],
});

function table({ constants, shape, run, hidden, told, both, own }) {
  const shown = hidden ? run.due.map(() => "?") : run.due.map((_, k) => told[k] ?? "");
  const how = both || own ? " (second way)" : "";
  return {
    summary: "The answers",
    caption: `Answers of ${run.name}, ${constants.names[shape]}${how}`,
    head: ["cell", "due", "answered"],
    rows: run.due.map((due, k) => [run.first + k + 1, due === " " ? "␣" : due, shown[k] || "none"]),
  };
}

export default explorable({
  derive,
  picture,
  controls,
  play,
  more,
  table,
  says: ({ constants, facts, texts }) => tell(constants.words, facts, texts),
  forms: true,
  lines: [1, 3],
});
