import { axis } from "../widget/kit/axes.js";
import { matrix } from "../widget/kit/cells.js";
import { bar, matrix as inText, note, walk } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, pair, setting } from "../widget/kit/numbers.js";
import { picture as drawn, word } from "../widget/kit/picture.js";
import { entrySymbol, spelled } from "../widget/kit/spell.js";
import { play as run } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";
import { drawBackward, drawGuesses } from "./backward_picture.js";

const TITLE =
  "Gradients of the sum of the losses: <i>T</i> = 3 times those of their mean ℒ, hence" +
  " <i>T</i><b>δ</b>.";
const KINDS = ["dz", "back", "carry", "dh", "delta", "part", "sum"];

/** All quantities with some entries of W_hh set to 0. */
export const backward = (tape, weights, cut) =>
  run(tape, { ...weights, W_hh: weights.W_hh.map((w, k) => (cut.flat()[k] ? 0 : w)) });

/** The quantity in a box; what a step adds, and their sum, are of the part that is added up. */
function quantity(id, part, parts) {
  if (id === "sum") return `sum_d${part}`;
  return id.replace(/^part/, parts[part]);
}

/** The boxes whose numbers are not the same in both runs. */
const differing = (ids, name, one, other) =>
  ids.filter((id) => one.named[name(id)].some((x, k) => x !== other.named[name(id)][k]));

const four = (x) => (x === 0 ? "0" : decimals(x, 4));
/** Numbers in rows of this length. */
const rows = (values, columns) =>
  Array.from({ length: values.length / columns }, (_, i) =>
    [...values].slice(i * columns, (i + 1) * columns),
  );

function texts(scene, t, changed) {
  const {
    constants,
    part,
    cut,
    run: { named },
  } = scene;
  const letter = (name) => constants.alphabet[named[name]?.indexOf(1)] ?? "";
  const index = (...place) => entrySymbol(constants.symbols.W_hh, place);
  const cuts = cut.flatMap((line, i) => line.flatMap((on, j) => (on ? index(i, j) : [])));
  const mean = rows(named[`d${part}`], constants.shapes[part][1] ?? 1);
  return {
    t: `${t}`,
    next: `${t + 1}`,
    before: `${t - 1}`,
    letter: letter(`x_${t}`),
    target: letter(`y_${t}`),
    gradient: constants.symbols[`d${part}`],
    mean: inText(mean.map((line) => line.map(four))),
    cuts: cuts.join(", "),
    count: `${changed.length}`,
  };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const scene = { ...state, constants };
  scene.ids = Object.keys(constants.boxes);
  scene.name = (id) => quantity(id, state.part, constants.parts);
  scene.active = state.chosen || scene.ids[state.step];
  scene.reached = Math.max(state.step, scene.ids.indexOf(state.chosen));
  scene.run = backward(constants.tape, constants.weights, state.cut);
  scene.was = run(constants.tape, constants.weights);
  const changed = differing(scene.ids, scene.name, scene.run, scene.was);
  scene.changed = new Set(changed);
  const [kind, step] = scene.active.split("_");
  const t = Number(step ?? 0);
  scene.facts = {
    ...Object.fromEntries(KINDS.map((name) => [name, name === kind])),
    first: t === 1,
    last: t === 3,
    bias: state.part === "b_h",
    recurrent: state.part === "W_hh",
    none: kind === "carry" && scene.run.named[scene.active].every((x) => x === 0),
    same: !state.cut.flat().some(Boolean),
    still: !changed.length,
  };
  scene.texts = texts(scene, t, changed);
  const message = [...scene.run.named.carry_1];
  scene.task = {
    reached: message.every((x) => x === 0),
    value: `Now: ${constants.symbols.carry_1} = ${pair(...message, (x) => decimals(x, 3))}.`,
  };
  return scene;
}

const says = ({ facts, texts: given, constants }) => tell(constants.words, facts, given);

/** The scene, with what its picture asks of each quantity. */
function drawnScene(scene) {
  const { constants, part, ids, name, reached, run: found } = scene;
  const isOwn = (id) => /^(dz|back)_/.test(id); // known before the question is answered
  const isShown = (id) => (scene.answered || isOwn(id)) && ids.indexOf(id) <= reached;
  const valuesOf = (id) => found.named[name(id)];
  const isAdded = (id) => id === "sum" || id.startsWith("part");
  return {
    ...scene,
    written: four,
    open: (id) => ({ chosen: id, step: Math.max(reached, ids.indexOf(id)) }),
    thing: (id) => ({
      id,
      ...constants.boxes[id],
      ...(isAdded(id)
        ? { symbol: constants.symbols[name(id)], shape: constants.shapes[part] }
        : {}),
      values: isShown(id) ? valuesOf(id) : null,
      changed: scene.changed.has(id) && isShown(id),
      own: id.startsWith("dh") ? valuesOf(id.replace("dh", "back")) : [],
      future: id.startsWith("dh") ? valuesOf(id.replace("dh", "carry")) : [],
    }),
  };
}

function picture(scene) {
  const says =
    "The way back. At each state the message of its own loss, from above, and the one from " +
    "the future, from the right, are added.";
  return { walk, ...drawBackward(drawnScene(scene), says, TITLE) };
}

/** W_hh as a matrix of switches, an entry as it was or 0; and the chosen number written out. */
function linked(scene) {
  const { constants, cut, active, name } = scene;
  const held = (i, j) => (cut[i][j] ? 0 : constants.weights.W_hh[2 * i + j]);
  const flipped = (i, j) => cut.map((line, k) => (k === i ? line.with(j, 1 - line[j]) : line));
  const cells = matrix(
    [150, 6],
    cut.map((line, i) => line.map((_, j) => setting(held(i, j)))),
    {
      value: held,
      on: (i, j) => cut[i][j] === 1,
      to: (i, j) => ({ cut: flipped(i, j) }),
      name: (i, j) => `W_hh row ${i + 1} column ${j + 1} set to 0`,
    },
  );
  return h(
    "div",
    {},
    note("<strong>The way through time.</strong> Tap an entry to set it to 0 or to put it back."),
    drawn({
      size: [360, 116],
      says: "W_hh as a matrix of two rows and two columns",
      walk,
      x: axis(0, 360),
      y: axis(116, 0),
      marks: [word([124, 58], constants.symbols.W_hh, "", { size: 15 }), cells],
    }),
    note(spelled(constants.tape, scene.run, constants.symbols, name(active)), 9),
  );
}

const controls = ({ constants, part }) =>
  bar({
    label: "Add up for",
    value: part,
    options: Object.keys(constants.parts).map((key) => [key, constants.symbols[key]]),
    to: (key) => ({ part: key }),
  });

function play(scene) {
  const { step, ids, constants, name } = scene;
  const { says } = constants.boxes[ids[step]];
  const symbol = constants.symbols[name(ids[step])];
  return {
    label: "up\u00a0to",
    min: 1,
    max: ids.length,
    value: step + 1,
    show: symbol,
    every: 900,
    says: `${step + 1} of ${ids.length}: ${says}`,
    to: (n) => ({ step: n - 1, chosen: "" }),
  };
}

const table = ({ constants, run: { named } }) => ({
  summary: "The numbers of all three steps",
  caption: "The way back, step by step: gradients of the sum of the losses",
  head: ["quantity", "<i>t</i> = 1", "<i>t</i> = 2", "<i>t</i> = 3"],
  rows: ["dz", "back", "carry", "dh", "delta"].flatMap((name) => {
    const symbol = constants.symbols[`${name}_1`];
    const all = symbol.replace(/1(?=<)/g, "<i>t</i>").replace(/2(?=<)/g, "<i>t</i>+1");
    return Array.from(named[`${name}_1`], (_, k) => [
      entrySymbol(all, [k]),
      ...[1, 2, 3].map((t) => four(named[`${name}_${t}`][k])),
    ]);
  }),
});

const parts = {
  picture,
  ballots: drawGuesses,
  linked,
  controls,
  play,
  says,
  table,
  taps: true,
  forms: true,
};
export default explorable({ derive, ...parts, lines: [4, 8] });
