import { bar, matrix as inText, note, range, walk } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, setting, short } from "../widget/kit/numbers.js";
import { entrySymbol, spelled } from "../widget/kit/spell.js";
import { play as run } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";
import { drawBackward, drawGuesses } from "./backward_picture.js";

const KEY =
  "𝒮 is the sum of the three losses, <b>δ</b><sub><i>t</i></sub> its gradient with respect to the" +
  " pre-activation of step <i>t</i>. A lane is as wide as its gradient is long: faint from a" +
  " step’s own loss, strong from later losses. The slider scales <b>W</b><sub>hh</sub> on the" +
  " way forward, too.";
const MOST = 4; // times W_hh, as far as the valve opens
const WEIGHTS = "<b>W</b><sub>hh</sub>";
const KINDS = ["dz", "back", "carry", "dh", "delta", "part", "sum"];

/** All quantities with W_hh multiplied by a number. */
export const backward = (tape, weights, times) =>
  run(tape, { ...weights, W_hh: weights.W_hh.map((w) => times * w) });

/** The quantity in a box; what a step adds, and their sum, are of the part that is added up. */
function quantity(id, part, parts) {
  if (id === "sum") return `sum_d${part}`;
  return id.replace(/^part/, parts[part]);
}

const four = (x) => (x === 0 ? "0" : decimals(x, 4));
/** Numbers in rows of this length. */
const rows = (values, columns) =>
  Array.from({ length: values.length / columns }, (_, i) =>
    [...values].slice(i * columns, (i + 1) * columns),
  );

function texts(scene, t) {
  const {
    constants,
    part,
    run: { named },
  } = scene;
  const letter = (name) => constants.alphabet[named[name]?.indexOf(1)] ?? "";
  const mean = rows(named[`d${part}`], constants.shapes[part][1] ?? 1);
  return {
    t: `${t}`,
    next: `${t + 1}`,
    before: `${t - 1}`,
    letter: letter(`x_${t}`),
    target: letter(`y_${t}`),
    gradient: constants.symbols[`d${part}`],
    mean: inText(mean.map((line) => line.map(four))),
  };
}

/** Whether the question holds it back: all but the errors and what each step's own loss sends. */
const isHidden = ({ answered }, id) => !answered && !/^(dz|back)_/.test(id);

/** Whether own loss and later ones take something from each other at a state. */
const isCancelled = ({ run: { named } }, t) =>
  [0, 1].some((k) => named[`back_${t}`][k] * named[`carry_${t}`][k] < 0);

const HALF = [0.48, 0.52]; // of what its own loss sends to a state

/** Whether later losses send step 1 half as much as its own loss does, and that state is chosen. */
function judge({ carry_1: later, back_1: own }, active) {
  const share = Math.hypot(...later) / Math.hypot(...own);
  const isHalf = HALF[0] <= share && share <= HALF[1];
  const next = isHalf ? " Now tap the state." : "";
  return {
    reached: isHalf && active === "dh_1",
    value: `Now: ${Math.round(100 * share)} % of its own loss.${next}`,
  };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const scene = { ...state, constants };
  scene.ids = Object.keys(constants.boxes);
  scene.name = (id) => quantity(id, state.part, constants.parts);
  scene.active = state.chosen || scene.ids[state.step];
  scene.reached = Math.max(state.step, scene.ids.indexOf(state.chosen));
  scene.run = backward(constants.tape, constants.weights, state.times);
  const [kind, step] = scene.active.split("_");
  const t = Number(step ?? 0);
  scene.facts = {
    ...Object.fromEntries(KINDS.map((name) => [name, name === kind])),
    hidden: isHidden(state, scene.active),
    first: t === 1,
    last: t === 3,
    bias: state.part === "b_h",
    recurrent: state.part === "W_hh",
    none: /^(carry|dh)$/.test(kind) && scene.run.named[`carry_${t}`].every((x) => x === 0),
  };
  scene.texts = texts(scene, t);
  scene.task = judge(scene.run.named, scene.active);
  return scene;
}

const speak = ({ facts, texts: given, constants }) => tell(constants.words, facts, given);
const says = (scene) => `${speak(scene)}<br>${KEY}`;

/** The scene, with what its picture asks of each quantity. */
function drawnScene(scene) {
  const { constants, part, ids, name, reached, run: found } = scene;
  const isShown = (id) => !isHidden(scene, id) && ids.indexOf(id) <= reached;
  const valuesOf = (id) => found.named[name(id)];
  const isAdded = (id) => id === "sum" || id.startsWith("part");
  const describe = (id) => ({
    id,
    ...constants.boxes[id],
    ...(isAdded(id) ? { symbol: constants.symbols[name(id)], shape: constants.shapes[part] } : {}),
    values: isShown(id) ? valuesOf(id) : null,
  });
  const things = Object.fromEntries(ids.map((id) => [id, describe(id)]));
  return {
    ...scene,
    most: MOST,
    written: four,
    open: (id) => ({ chosen: id, step: Math.max(reached, ids.indexOf(id)) }),
    thing: (id) => things[id],
    cancels: [1, 2].some((t) => isShown(`dh_${t}`) && isCancelled(scene, t)),
    symbolOfPart: constants.symbols[part],
  };
}

/** What is chosen: its symbol and its numbers, and where there is room its name. */
function toldOf({ narrow, facts }, { symbol, says: name, values }) {
  if (facts.hidden) return "";
  const list = values ? [...values].map((x) => short(x)) : ["…"];
  const text = list.length > 1 ? `(${list.join(", ")})` : list[0];
  const told = list.length > (narrow ? 2 : 4) ? symbol : `${symbol} = ${text}`;
  return narrow ? told : `<b>${told}</b>, ${name}`;
}

/** In words what the picture shows. */
const headlineOf = ({ narrow, constants, facts, texts: given }) =>
  tell([narrow ? constants.headlines.narrow : constants.headlines.wide], facts, given);

function picture(scene) {
  const drawn = drawnScene(scene);
  const spoken =
    "The way back, from the right to the left. At each state the gradient of its own loss, from" +
    " above, and that of later losses, from the right, are added.";
  const headline = headlineOf(scene);
  const told = toldOf(scene, drawn.thing(scene.active));
  return { walk, ...drawBackward(drawn, spoken, { headline, told }) };
}

const written = new WeakMap();

/** A quantity of a run written out: found once, as this takes longer than the picture. */
function writtenOut({ constants, run: found }, name) {
  if (!written.has(found)) written.set(found, new Map());
  const texts = written.get(found);
  if (!texts.has(name)) texts.set(name, spelled(constants.tape, found, constants.symbols, name));
  return texts.get(name);
}

/** The chosen number written out, and the gradient of the mean, once they are not held back. */
function more(scene) {
  const { facts, texts: given, answered } = scene;
  const held = "Written out here, once you have guessed.";
  const mean = answered ? `Of the mean loss: ${given.gradient} = ${given.mean}` : "";
  return [
    note(mean, [3, 3]),
    note(facts.hidden ? held : writtenOut(scene, scene.name(scene.active)), [9, 9]),
  ];
}

const controls = ({ constants, part, times }) => [
  range({
    label: WEIGHTS,
    min: 0,
    max: MOST,
    step: 0.05,
    value: times,
    show: `× ${setting(times)}`,
    says: times === 0 ? "W_hh is 0: nothing comes back" : `W_hh times ${setting(times)}`,
    to: (value) => ({ times: value }),
  }),
  bar({
    label: "Add up for",
    value: part,
    options: Object.keys(constants.parts).map((key) => [key, constants.symbols[key]]),
    to: (key) => ({ part: key }),
  }),
];

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

const table = ({ constants, answered, run: { named } }) => ({
  summary: "The numbers of all three steps",
  caption: "The way back, step by step: gradients of the sum of the losses",
  head: ["quantity", "<i>t</i> = 1", "<i>t</i> = 2", "<i>t</i> = 3"],
  rows: ["dz", "back", "carry", "dh", "delta"].flatMap((name) => {
    const symbol = constants.symbols[`${name}_1`];
    const all = symbol.replace(/1(?=<)/g, "<i>t</i>").replace(/2(?=<)/g, "<i>t</i>+1");
    return Array.from(named[`${name}_1`], (_, k) => [
      entrySymbol(all, [k]),
      ...[1, 2, 3].map((t) =>
        isHidden({ answered }, `${name}_${t}`) ? "…" : four(named[`${name}_${t}`][k]),
      ),
    ]);
  }),
});

const parts = {
  picture,
  ballots: drawGuesses,
  controls,
  play,
  says,
  speak,
  more,
  table,
  forms: true,
};
export default explorable({ derive, ...parts, lines: [1, 3] });
