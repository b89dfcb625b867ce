import { act, range, row, walk } from "../page/kit/controls.js";
import { axis } from "../page/kit/axes.js";
import { SIDE, matrix } from "../page/kit/cells.js";
import { explorable } from "../page/kit/explorable.js";
import { graph } from "../page/kit/graph.js";
import { decimals, setting, size } from "../page/kit/numbers.js";
import { word } from "../page/kit/picture.js";
import { entrySymbol, spelled } from "../page/kit/spell.js";
import { play as run } from "../page/kit/tape.js";
import { tell } from "../page/kit/words.js";

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

function texts(now, { letter, t, changed }) {
  const { told, base, value, pulled } = now;
  const word = told.letters.slice(0, t).join("");
  const y = now.run.named[`y_hat_${t}`];
  const { target } = told.boxes[`y_hat_${t}`];
  const best = y.indexOf(Math.max(...y));
  const unread = pulled.name === "W_hx" && !told.letters.includes(told.alphabet[pulled.index[1]]);
  return {
    letter, word, past: word.slice(0, -1), next: `${t + 1}`, target: told.alphabet[target],
    best: `“${told.alphabet[best]}” first, with ${decimals(y[best], 3)}`,
    chance: size(-now.run.named[`L_${t}`][0] / Math.LN10), mean: decimals(now.run.named.L[0], 4),
    weight: entrySymbol(told.symbols[pulled.name], pulled.index), value: setting(value),
    was: setting(base), count: `${changed.length}`, from: changed[0]?.slice(-1) ?? "",
    why: unread ? `, for “${told.alphabet[pulled.index[1]]}” is never read` : "",
  };
}

/** Everything that is shown follows from the state. */
export function derive(state, told) {
  const now = { ...state, told };
  now.ids = Object.keys(told.boxes);
  now.letters = told.letters;
  now.active = state.chosen || now.ids[state.step];
  now.pulled = entry(state.weight, told.shapes);
  now.base = told.weights[now.pulled.name][now.pulled.at];
  now.run = forward(told.tape, told.weights, now.pulled, state.value);
  now.was = run(told.tape, told.weights);
  const changed = differing(now.ids, now.run, now.was);
  now.changed = new Set(changed);
  const [, kind, t] = now.active.match(/^(.*)_(\d)$/);
  now.facts = {
    ...Object.fromEntries(["x", "a", "h", "z", "y_hat", "L"].map((name) => [name, name === kind])),
    first: t === "1", last: t === "3", same: state.value === now.base, still: !changed.length,
  };
  now.texts = texts(now, { letter: told.letters[t - 1], t: Number(t), changed });
  const m = now.run.named.y_hat_2[told.alphabet.indexOf("m")];
  const chance = size(-now.run.named.L_2[0] / Math.LN10); // “m” comes at step 2
  now.task = { reached: m > 0.5, value: `Now: “m” after “de” has ${chance}.` };
  return now;
}

const speak = ({ facts, texts: given, told }) => tell(told.words, facts, given);

/** The sentence, and the chosen number written out. */
const says = (now) =>
  [speak(now), spelled(now.told.tape, now.run, now.told.symbols, now.active), KEY].join("<br>");

function picture(now) {
  const { told, answered, step, ids } = now;
  const { named } = now.run;
  const was = now.facts.same ? "" : `, was ${decimals(now.was.named.L[0], 4)}`;
  const title = answered
    ? `Mean loss ℒ = ${now.texts.mean}${was}` : "“d”, “e”, “m” are read, one after the other.";
  const reached = Math.max(step, ids.indexOf(now.chosen));
  return {
    size: [360, 412], walk, title,
    says: `The network over three steps, inputs below, predictions on top, a loss each. ${title}`,
    x: axis(0, 360), y: axis(412, 0),
    marks: graph({
      boxes: told.boxes, edges: answered ? told.edges : [], active: answered && now.active,
      values: (id) => (ids.indexOf(id) <= reached ? named[id] : null),
      before: (id) => now.was.named[id], changed: (id) => now.changed.has(id),
      to: (id) => answered && { chosen: id, step: Math.max(step, ids.indexOf(id)) },
    }),
  };
}

const PLACES = {
  W_hx: [32, 26], W_hh: [254, 26], b_h: [254, 162], W_yh: [32, 162], b_y: [150, 162],
};

/** One of the matrices: the weight that is tapped can be pulled. */
function weights(name, now) {
  const { told, pulled, value } = now;
  const [[left, top], [rows, columns = 1]] = [PLACES[name], told.shapes[name]];
  const held = (i, j) => told.weights[name][i * columns + j];
  const on = (i, j) => pulled.name === name && pulled.at === i * columns + j;
  const index = (i, j) => (told.shapes[name].length > 1 ? [i, j] : [i]);
  const texts = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => setting(on(i, j) ? value : held(i, j))));
  const cells = matrix([left, top], texts, {
    on, name: (i, j) => `${name} row ${i + 1}${columns > 1 ? ` column ${j + 1}` : ""}`,
    to: (i, j) => ({
      ...key(name, index(i, j), on(i, j) ? value : held(i, j)), step: now.ids.length - 1,
    }),
  });
  const letter = (one, k) => name === "W_hx" ? word([left + SIDE * (k + 0.5), 13], one, "quiet")
    : name === "W_yh" && word([22, top + SIDE * (k + 0.5)], one, "quiet");
  const label = name === "W_hx" ? [16, top + SIDE] : [left + (SIDE * columns) / 2, top - 13];
  const letters = [...told.alphabet].map(letter);
  return [word(label, told.symbols[name], "", { size: 15 }), letters, cells];
}

const linked = (now) => ({
  size: [360, 372], title: "The weights, the same at every step: tap one to pull it", walk,
  says: "The weights as matrices: into the state W_hx, W_hh, b_h, out of it W_yh, b_y.",
  x: axis(0, 360), y: axis(372, 0), marks: Object.keys(PLACES).map((name) => weights(name, now)),
});

function controls(now) {
  const { base, value, ids, texts: { weight } } = now;
  const to = (x) => ({ value: x, step: ids.length - 1 });
  return [
    range({
      label: weight, min: Math.min(-2, Math.floor(base)), max: Math.max(2, Math.ceil(base)),
      step: 0.01, value, show: setting(value), to,
      says: `${setting(value)}, mean loss ${now.texts.mean}`,
    }),
    row(
      act({ label: "Set it to 0", to: to(0), disabled: value === 0 }),
      act({ label: "Put it back", to: to(base), disabled: now.facts.same }),
    ),
  ];
}

function play(now) {
  const { step, ids } = now;
  const { symbol, says } = now.told.boxes[ids[step]];
  return {
    label: "up\u00a0to", min: 1, max: ids.length, value: step + 1, show: symbol, every: 900,
    says: `${step + 1} of ${ids.length}: ${says}`, to: (n) => ({ step: n - 1, chosen: "" }),
  };
}

const table = ({ told, run: { named } }) => ({
  summary: "The numbers of all three steps", caption: "What each step computes, letter by letter",
  head: ["quantity", ...told.letters.map((letter, k) => `<i>t</i> = ${k + 1}, “${letter}”`)],
  rows: ["a", "h", "z", "y_hat", "L"].flatMap((name) => {
    const symbol = told.symbols[`${name}_1`].replace("1<", "<i>t</i><");
    const letter = (k) => (told.shapes.b_y[0] === named[`${name}_1`].length
      ? ` “${told.alphabet[k]}”` : "");
    return Array.from(named[`${name}_1`], (_, k) => [
      name === "L" ? symbol : entrySymbol(symbol, [k]) + letter(k),
      ...[1, 2, 3].map((t) => decimals(named[`${name}_${t}`][k], 4)),
    ]);
  }),
});

export default explorable({
  derive, picture, linked, controls, play, says, speak, table,
  taps: true, lines: [10, 14],
});
