import { axis, inPixels } from "../widget/kit/axes.js";
import { bar, list, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { pair, setting, short } from "../widget/kit/numbers.js";
import { cell, line, vertical, word } from "../widget/kit/picture.js";
import { said } from "../widget/kit/saying.js";
import { play as played } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";
import { formOf, keyOf, roles, two } from "./lamp_places.js";
import { lamps } from "./lamps.js";
import { COLD, HOT, judged, notch, put, warm } from "./torch.js";

const LIMIT = 3; // of a component
const row = (A, i) => A.slice(2 * i, 2 * i + 2);

/** What is known as text. */
function textsOf({ asks, q, keys, s, w, y, moves, best, swapped, constants }) {
  const each = (name, values, text) => values.map((v, k) => [`${name}${k + 1}`, text(v)]);
  return {
    letter: constants.tokens[asks - 1],
    chosen: constants.tokens[best],
    most: two(w[best]),
    slope: constants.slope,
    toA: w[0] < 0.005 ? "less than 0.01" : two(w[0]),
    q: pair(...q, setting),
    y: pair(...y),
    moves: short(moves),
    asker: swapped ? "Key" : "Query",
    ...Object.fromEntries([
      ...each("s", s, two),
      ...each("w", w, two),
      ...each("k", keys, (k) => pair(...k, setting)),
    ]),
  };
}

/** What the rules of Python ask. */
function factsOf({ w, shut, best, moves, asks, swapped }) {
  const open = w.filter((_, k) => !shut[k]);
  return {
    swapped,
    lonely: open.length === 1,
    single: w[best] >= 0.945,
    dead: moves < 0.01,
    third: asks === 3,
    alike: Math.max(...open) - Math.min(...open) < 0.05,
    first: w[0] >= 0.945,
  };
}

/** The tape of Python, played for this query and these keys. */
function attend({ tau, swapped, mask, asks, Q, K }, constants) {
  const i = asks - 1;
  const asked = swapped ? Q : K;
  const q = row(swapped ? K : Q, i);
  const shut = [0, 1, 2].map((k) => mask === "causal" && k > i);
  const hidden = shut.map((is) => (is ? constants.hidden : 0));
  const { named } = played(constants.tape, { q, K: asked, tau: [tau], hidden });
  const w = [...named.alpha];
  return {
    i,
    q,
    keys: [0, 1, 2].map((k) => row(asked, k)),
    shut,
    s: [...named.scores],
    w,
    y: [...named.y],
    moves: named.moves[0],
    best: w.indexOf(Math.max(...w)),
    products: [...named.products],
  };
}

export function derive(state, constants) {
  const scene = { ...state, ...attend(state, constants), constants };
  const facts = factsOf(scene);
  const texts = textsOf(scene);
  const sure = facts.third && !facts.swapped && facts.first;
  const reached = sure && facts.dead && state.tau <= 1;
  const [captions, signs] = [constants.captions, constants.signs].map((some) =>
    some.map((rules) => tell(rules, facts, texts)),
  );
  const task = { reached, value: tell(constants.value, facts, texts) };
  return { ...scene, facts, texts, captions, signs, task };
}

function picture(scene) {
  const { size } = formOf(scene);
  return {
    ...inPixels(size),
    says: `${said("plane")(scene)} ${said("sums")(scene)}`,
    marks: lamps(scene),
  };
}

/** What is said to the flag: which weight it is, and what a wrong one mistakes. */
function judge({ guess, w, constants: { question } }) {
  const verdict = judged(guess, question.before, w[2]);
  return { right: verdict === "right", html: question.replies[verdict] };
}

const controls = ({ asks, constants }) => [
  bar({
    label: "Token that asks",
    value: asks,
    options: constants.tokens.map((letter, k) => [k + 1, `<b>${letter}</b>`]),
    to: (k) => ({ asks: Number(k) }),
  }),
];

/** It cools. */
function play({ tau, ...scene }) {
  const to = (n) => ({ tau: warm(n) });
  return {
    label: "temperature <i>τ</i>",
    min: -20,
    max: 20,
    step: 1,
    value: notch(tau),
    show: short(tau),
    says: `temperature ${short(tau)}: ${said("heard")(scene)}`,
    to,
    every: 250,
    next: tau > COLD && to(notch(tau) - 1),
    back: tau < HOT && to(notch(tau) + 1),
    again: to(20),
  };
}

// Closer

// Of the rows, in pixels
const TOP = 42;
const ROW = 34;
const ZERO = 100;
const UNIT = 9;
const LEFT = 196;
const FULL = 108;
const left = (place, html, look = "") => word(place, html, look, { anchor: "start" });

/** A row for each key: its score as a bar to either side, its weight as a bar of a whole. */
function scoreRow({ s, w, shut, constants }, k) {
  const y = TOP + ROW * k;
  const score = s[k];
  const wide = Math.max(-44, Math.min(44, UNIT * score));
  const look = score < 0 ? "minus" : "state";
  const end = { anchor: score < 0 ? "start" : "end" };
  return [
    left([0, y], `to <b>${constants.tokens[k]}</b>`),
    shut[k]
      ? left([ZERO + 8, y], "hidden")
      : [
          cell(Math.min(ZERO, ZERO + wide), y - 9, Math.abs(wide), 18, look),
          word([ZERO + (score < 0 ? 8 : -8), y], two(score), "", end),
        ],
    cell(LEFT, y - 9, FULL, 18, "hollow quiet whole"),
    cell(LEFT, y - 9, FULL * w[k], 18, `lamp-${constants.tokens[k]}`),
    left([LEFT + FULL + 8, y], two(w[k])),
  ];
}

function scores(scene) {
  const zero = vertical(ZERO, 26, 126);
  return {
    size: [360, 166],
    title: scene.constants.linked,
    says: said("sums")(scene),
    x: axis(0, 360),
    y: axis(166, 0),
    marks: [
      word([ZERO, 12], "score"),
      left([LEFT, 12], "weight"),
      line(zero, "quiet thin"),
      scene.s.map((_, k) => scoreRow(scene, k)),
      left([0, 152], `<b>y</b> = ${scene.texts.y}`, "output"),
    ],
  };
}

/** The two sliders of the arrow that is chosen. */
function tuners({ arrow: chosen, asks, swapped, constants, ...scene }) {
  const [, , own, others] = roles(swapped);
  const isQuery = chosen === "query";
  const trait = isQuery ? own : others;
  const i = isQuery ? asks - 1 : keyOf(chosen, constants);
  const place = row(scene[trait], i);
  const heard = said("heard")({ constants, ...scene });
  return ["right", "up"].map((way, k) =>
    range({
      label: `${constants.arrows.find(([name]) => name === chosen)[1]}, ${way}`,
      min: -LIMIT,
      max: LIMIT,
      step: 0.05,
      value: place[k],
      show: setting(place[k]),
      says: `${setting(place[k])}; ${heard}`,
      to: (v) => ({ [trait]: put(scene[trait], i, place.with(k, v)) }),
    }),
  );
}

function more(scene) {
  const { arrow: chosen, swapped, mask, constants } = scene;
  const answers = [
    ["no", "query asks"],
    ["yes", "swapped"],
  ];
  return {
    name: "Closer",
    parts: [
      note(constants.key),
      list({
        label: "Arrow",
        options: constants.arrows,
        value: chosen,
        to: (name) => ({ arrow: name }),
      }),
      tuners(scene),
      bar({ label: "Mask", options: constants.masks, value: mask, to: (name) => ({ mask: name }) }),
      bar({
        label: "Roles",
        options: answers,
        value: swapped ? "yes" : "no",
        to: (is) => ({ swapped: is === "yes" }),
      }),
      scores(scene),
    ],
  };
}

const table = ({ products, s, w, shut, constants, asks }) => ({
  caption: `What token ${constants.tokens[asks - 1]} gives`,
  head: ["to", "product", "over √2", "weight", "value"],
  rows: constants.values.map((v, k) => [
    `token ${constants.tokens[k]}`,
    two(products[k]),
    shut[k] ? "hidden" : two(s[k]),
    two(w[k]),
    pair(...v, setting),
  ]),
});

/** In a line where the weight goes; closer, how much it can move. */
function says({ constants, facts, texts }) {
  return constants.words.map((rules) => tell([rules], facts, texts)).join("<br>");
}

const parts = { picture, judge, controls, play, says, speak: said("words"), more, table };
const moves = { glides: ["Q", "K", "tau"], forms: true };
export default explorable({ derive, ...parts, ...moves, lines: [1, 2], further: [2, 3] });
