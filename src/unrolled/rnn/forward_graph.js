import { act, range, row, walk } from "../widget/kit/controls.js";
import { axis } from "../widget/kit/axes.js";
import { SIDE, matrix } from "../widget/kit/cells.js";
import { explorable } from "../widget/kit/explorable.js";
import { graph } from "../widget/kit/graph.js";
import { decimals, setting, size } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";
import { entrySymbol, spelled } from "../widget/kit/spell.js";
import { play as run } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";

const KEY = "▸ next letter. ● changed; outlined: before.";
const key = (name, index, value) => ({ weight: `${name} ${index.join(",")}`, value });

/** "W_hh 0,1" as its name, its index and its place in the flat weights. */
function entry(weight, shapes) {
  const [name, places] = weight.split(" ");
  const index = places.split(",").map(Number);
  return { name, index, at: index.length > 1 ? index[0] * shapes[name][1] + index[1] : index[0] };
}

/** All quantities with one weight at another value; the others are the model's. */
export function forward(tape, weights, { name, at }, value) {
  return run(tape, { ...weights, [name]: weights[name].with(at, value) });
}

/** Those whose numbers are not the same in both runs. */
const differing = (names, one, other) =>
  names.filter((name) => one.named[name].some((x, k) => x !== other.named[name][k]));

function texts(scene, { letter, t, changed }) {
  const { constants, base, value, pulled } = scene;
  const word = constants.letters.slice(0, t).join("");
  const y = scene.run.named[`y_hat_${t}`];
  const { target } = constants.boxes[`y_hat_${t}`];
  const best = y.indexOf(Math.max(...y));
  const unread =
    pulled.name === "W_hx" && !constants.letters.includes(constants.alphabet[pulled.index[1]]);
  return {
    letter,
    word,
    past: word.slice(0, -1),
    next: `${t + 1}`,
    target: constants.alphabet[target],
    best: `“${constants.alphabet[best]}” first, with ${decimals(y[best], 3)}`,
    chance: size(-scene.run.named[`L_${t}`][0] / Math.LN10),
    mean: decimals(scene.run.named.L[0], 4),
    weight: entrySymbol(constants.symbols[pulled.name], pulled.index),
    value: setting(value),
    was: setting(base),
    count: `${changed.length}`,
    from: changed[0]?.slice(-1) ?? "",
    why: unread ? `, for “${constants.alphabet[pulled.index[1]]}” is never read` : "",
  };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const scene = { ...state, constants };
  scene.ids = Object.keys(constants.boxes);
  scene.letters = constants.letters;
  scene.active = state.chosen || scene.ids[state.step];
  scene.pulled = entry(state.weight, constants.shapes);
  scene.base = constants.weights[scene.pulled.name][scene.pulled.at];
  scene.run = forward(constants.tape, constants.weights, scene.pulled, state.value);
  scene.was = run(constants.tape, constants.weights);
  const changed = differing(scene.ids, scene.run, scene.was);
  scene.changed = new Set(changed);
  const [, kind, t] = scene.active.match(/^(.*)_(\d)$/);
  scene.facts = {
    ...Object.fromEntries(["x", "a", "h", "z", "y_hat", "L"].map((name) => [name, name === kind])),
    first: t === "1",
    last: t === "3",
    same: state.value === scene.base,
    still: !changed.length,
  };
  scene.texts = texts(scene, { letter: constants.letters[t - 1], t: Number(t), changed });
  const m = scene.run.named.y_hat_2[constants.alphabet.indexOf("m")];
  const chance = size(-scene.run.named.L_2[0] / Math.LN10); // “m” comes at step 2
  scene.task = { reached: m > 0.5, value: `Now: “m” after “de” has ${chance}.` };
  return scene;
}

const speak = ({ facts, texts: given, constants }) => tell(constants.words, facts, given);

/** The sentence, and the chosen number written out. */
const says = (scene) =>
  [
    speak(scene),
    spelled(scene.constants.tape, scene.run, scene.constants.symbols, scene.active),
    KEY,
  ].join("<br>");

function picture(scene) {
  const { constants, answered, step, ids } = scene;
  const { named } = scene.run;
  const was = scene.facts.same ? "" : `, was ${decimals(scene.was.named.L[0], 4)}`;
  const title = answered
    ? `Mean loss ℒ = ${scene.texts.mean}${was}`
    : "“d”, “e”, “m” are read, one after the other.";
  const reached = Math.max(step, ids.indexOf(scene.chosen));
  return {
    size: [360, 412],
    walk,
    title,
    says: `The network over three steps, inputs below, predictions on top, a loss each. ${title}`,
    x: axis(0, 360),
    y: axis(412, 0),
    marks: graph({
      boxes: constants.boxes,
      edges: answered ? constants.edges : [],
      active: answered && scene.active,
      values: (id) => (ids.indexOf(id) <= reached ? named[id] : null),
      before: (id) => scene.was.named[id],
      changed: (id) => scene.changed.has(id),
      to: (id) => answered && { chosen: id, step: Math.max(step, ids.indexOf(id)) },
    }),
  };
}

const PLACES = {
  W_hx: [32, 26],
  W_hh: [254, 26],
  b_h: [254, 162],
  W_yh: [32, 162],
  b_y: [150, 162],
};

/** One of the matrices: the weight that is tapped can be pulled. */
function weights(name, scene) {
  const { constants, pulled, value } = scene;
  const [[left, top], [rows, columns = 1]] = [PLACES[name], constants.shapes[name]];
  const held = (i, j) => constants.weights[name][i * columns + j];
  const on = (i, j) => pulled.name === name && pulled.at === i * columns + j;
  const index = (i, j) => (constants.shapes[name].length > 1 ? [i, j] : [i]);
  const texts = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => setting(on(i, j) ? value : held(i, j))),
  );
  const cells = matrix([left, top], texts, {
    on,
    name: (i, j) => `${name} row ${i + 1}${columns > 1 ? ` column ${j + 1}` : ""}`,
    to: (i, j) => ({
      ...key(name, index(i, j), on(i, j) ? value : held(i, j)),
      step: scene.ids.length - 1,
    }),
  });
  const letter = (one, k) =>
    name === "W_hx"
      ? word([left + SIDE * (k + 0.5), 13], one, "quiet")
      : name === "W_yh" && word([22, top + SIDE * (k + 0.5)], one, "quiet");
  const label = name === "W_hx" ? [16, top + SIDE] : [left + (SIDE * columns) / 2, top - 13];
  const letters = [...constants.alphabet].map(letter);
  return [word(label, constants.symbols[name], "", { size: 15 }), letters, cells];
}

const linked = (scene) => ({
  size: [360, 372],
  title: "The weights, the same at every step: tap one to pull it",
  walk,
  says: "The weights as matrices: into the state W_hx, W_hh, b_h, out of it W_yh, b_y.",
  x: axis(0, 360),
  y: axis(372, 0),
  marks: Object.keys(PLACES).map((name) => weights(name, scene)),
});

function controls(scene) {
  const {
    base,
    value,
    ids,
    texts: { weight },
  } = scene;
  const to = (x) => ({ value: x, step: ids.length - 1 });
  return [
    range({
      label: weight,
      min: Math.min(-2, Math.floor(base)),
      max: Math.max(2, Math.ceil(base)),
      step: 0.01,
      value,
      show: setting(value),
      to,
      says: `${setting(value)}, mean loss ${scene.texts.mean}`,
    }),
    row(
      act({ label: "Set it to 0", to: to(0), disabled: value === 0 }),
      act({ label: "Put it back", to: to(base), disabled: scene.facts.same }),
    ),
  ];
}

function play(scene) {
  const { step, ids } = scene;
  const { symbol, says } = scene.constants.boxes[ids[step]];
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
  caption: "What each step computes, letter by letter",
  head: ["quantity", ...constants.letters.map((letter, k) => `<i>t</i> = ${k + 1}, “${letter}”`)],
  rows: ["a", "h", "z", "y_hat", "L"].flatMap((name) => {
    const symbol = constants.symbols[`${name}_1`].replace("1<", "<i>t</i><");
    const letter = (k) =>
      constants.shapes.b_y[0] === named[`${name}_1`].length ? ` “${constants.alphabet[k]}”` : "";
    return Array.from(named[`${name}_1`], (_, k) => [
      name === "L" ? symbol : entrySymbol(symbol, [k]) + letter(k),
      ...[1, 2, 3].map((t) => decimals(named[`${name}_${t}`][k], 4)),
    ]);
  }),
});

export default explorable({
  derive,
  picture,
  linked,
  controls,
  play,
  says,
  speak,
  table,
  taps: true,
  lines: [10, 14],
});
