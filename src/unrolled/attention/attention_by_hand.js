import { axis } from "../widget/kit/axes.js";
import { bar, list, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { dot, norm, scale } from "../widget/kit/maths.js";
import { decimals, pair, setting, short } from "../widget/kit/numbers.js";
import { arrow, cell, grip, label, line, dot as spot, word } from "../widget/kit/picture.js";
import { play as played } from "../widget/kit/tape.js";
import { tell } from "../widget/kit/words.js";

const [EDGE, LIMIT] = [3.4, 3]; // of the plane, of a component
const [COLD, HOT] = [0.1, 10];
const row = (A, i) => A.slice(2 * i, 2 * i + 2);
const two = (x) => decimals(x, 2);
const clamp = (v) => Math.min(LIMIT, Math.max(-LIMIT, Math.round(100 * v) / 100));
const named = (letter, n) => `<b>${letter}</b><sub>${n}</sub>`;

/** The list with the two numbers of token i exchanged for these. */
export const put = (A, i, point) => A.map((x, k) => (k >> 1 === i ? clamp(point[k & 1]) : x));
/** Where the foot of k stands on the line along q; null where q is 0. */
export const foot = (q, k) => (norm(q) ? scale(dot(q, k) / dot(q, q), q) : null);
/** A temperature as the slider has it, in twentieths of a power of ten, and back. */
export const notch = (tau) => 20 * Math.log10(tau);
export const warm = (n) => Math.min(HOT, Math.max(COLD, Number((10 ** (n / 20)).toPrecision(3))));

function textsOf({ asks, q, keys, s, w, y, moves, best, swapped, constants }) {
  const each = (name, values, text) => values.map((v, k) => [`${name}${k + 1}`, text(v)]);
  return {
    asks: String(asks),
    best: String(best + 1),
    most: two(w[best]),
    slope: constants.slope,
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

export function derive(state, constants) {
  const [i, swapped] = [state.asks - 1, state.swapped];
  const [asking, asked] = swapped ? [state.K, state.Q] : [state.Q, state.K];
  const shut = [0, 1, 2].map((k) => state.mask === "causal" && k > i);
  const { named: found } = played(constants.tape, {
    q: row(asking, i),
    K: asked,
    tau: [state.tau],
    hidden: shut.map((is) => (is ? constants.hidden : 0)),
  });
  const [w, s, y] = [[...found.alpha], [...found.scores], [...found.y]];
  const [moves, best] = [found.moves[0], w.indexOf(Math.max(...w))];
  const open = w.filter((_, k) => !shut[k]);
  const lonely = open.length === 1;
  const facts = {
    swapped,
    lonely,
    single: w[best] >= 0.945,
    dead: moves < 0.01,
    third: state.asks === 3,
    alike: Math.max(...open) - Math.min(...open) < 0.05,
    first: w[0] >= 0.945,
  };
  const scene = {
    ...state,
    i,
    q: row(asking, i),
    keys: [0, 1, 2].map((k) => row(asked, k)),
    shut,
    s,
    w,
    y,
    moves,
    best,
    products: [...found.products],
    facts,
    constants,
  };
  const reached = facts.third && !swapped && facts.first && facts.dead && state.tau <= 1;
  const texts = textsOf(scene);
  return { ...scene, texts, task: { reached, value: tell(constants.value, facts, texts) } };
}

const said =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);

/** Who asks and who is asked as letters, and the traits that hold them. */
const roles = (swapped) => (swapped ? ["k", "q", "K", "Q"] : ["q", "k", "Q", "K"]);
const pull = (trait, i) => (scene, point) => ({ [trait]: put(scene[trait], i, point) });

/** An arrow whose head ends before the handle. */
const shaft = (v, hue) => norm(v) > 0.3 && arrow([0, 0], scale(1 - 0.16 / norm(v), v), hue);

/** The query and the line along it, the keys and how far along it they lie. */
function picture(scene) {
  const { q, keys, i, shut, asks, swapped, answered, arrow: chosen } = scene;
  const picked = chosen === "query" ? q : keys[chosen.at(-1) - 1];
  const [mine, theirs, own, others] = roles(swapped);
  const far = norm(q) ? scale(EDGE / Math.max(...q.map(Math.abs)), q) : [0, 0];
  const feet = keys.map((k) => foot(q, k));
  const look = (k) => (shut[k] ? "state ghost" : "state");
  const held = (at, does, hue) => (answered ? grip(at, does, hue, { r: 6 }) : spot(at, 4, hue));
  return {
    size: [340, 340],
    title: said("title")(scene),
    says: said("plane")(scene),
    x: axis(-EDGE, EDGE, [], { room: [6, 6] }),
    y: axis(-EDGE, EDGE, [], { room: [6, 6] }),
    marks: [
      line([[-EDGE, 0], [EDGE, 0], null, [0, -EDGE], [0, EDGE]], "quiet thin ghost"),
      line([scale(-1, far), far], "input dashed thin"),
      feet.map(
        (at, k) =>
          at && !shut[k] && [line([keys[k], at], "quiet dashed thin"), spot(at, 3.5, "state")],
      ),
      keys.map((k, n) => shaft(k, look(n))),
      shaft(q, "input"),
      answered && spot(picked, 10, "ink hollow"), // which the sliders move
      keys.map((k, n) => held(k, (to) => pull(others, n)(scene, to), look(n))),
      held(q, (to) => pull(own, i)(scene, to), "input"),
      keys.map((k, n) => label(k, named(theirs, n + 1), look(n))),
      label(q, named(mine, asks), "input"),
    ],
  };
}

const [TOP, ROW, ZERO, UNIT, LEFT, FULL] = [42, 34, 100, 9, 196, 108]; // of the rows, in pixels
const [MIDDLE, PER] = [[150, 234], 34]; // of the plane of the values
const at = ([x, y]) => [MIDDLE[0] + PER * x, MIDDLE[1] - PER * y];
const left = (place, html, look = "") => word(place, html, look, { anchor: "start" });

/** A row for each key: its score as a bar to either side, its weight as a bar of a whole. */
function rows({ s, w, shut }) {
  return s.map((score, k) => {
    const y = TOP + ROW * k;
    const wide = Math.max(-44, Math.min(44, UNIT * score));
    return [
      left([0, y], `to ${k + 1}`, shut[k] ? "" : "strong"),
      shut[k]
        ? left([ZERO + 8, y], "hidden")
        : [
            cell(
              Math.min(ZERO, ZERO + wide),
              y - 9,
              Math.abs(wide),
              18,
              score < 0 ? "minus" : "state",
            ),
            word([ZERO + (score < 0 ? 8 : -8), y], two(score), "", {
              anchor: score < 0 ? "start" : "end",
            }),
          ],
      cell(LEFT, y - 9, FULL, 18, "hollow quiet"),
      cell(LEFT, y - 9, FULL * w[k], 18, "input"),
      left([LEFT + FULL + 8, y], two(w[k])),
    ];
  });
}

/** The values as corners of a triangle, and the average in it. */
function average({ constants: { values }, w, y, shut }) {
  const corners = values.map(at);
  return [
    line([...corners, corners[0]], "quiet thin"),
    corners.map((v, k) => w[k] >= 0.005 && line([v, at(y)], "output thin")),
    corners.map((v, k) => spot(v, 3 + 7 * w[k], shut[k] ? "quiet hollow" : "output ghost")),
    corners.map((v, k) => word([v[0] + [20, -20, 20][k], v[1]], named("v", k + 1))),
    spot(at(y), 6, "output"),
  ];
}

function linked(scene) {
  return {
    size: [360, 330],
    title: scene.constants.linked,
    says: said("sums")(scene),
    x: axis(0, 360),
    y: axis(330, 0),
    marks: [
      word([ZERO, 12], "score"),
      left([LEFT, 12], "weight"),
      line(
        [
          [ZERO, 26],
          [ZERO, 126],
        ],
        "quiet thin",
      ),
      rows(scene),
      average(scene),
      left([262, 200], "<b>y</b> =", "output"),
      left([262, 222], scene.texts.y, "output"),
    ],
  };
}

const controls = ({ asks }) => [
  bar({
    label: "Token that asks",
    value: asks,
    options: [1, 2, 3].map((k) => [k, `${k}`]),
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
    show: setting(tau),
    says: `temperature ${setting(tau)}: ${said("heard")(scene)}`,
    to,
    every: 250,
    next: tau > COLD && to(notch(tau) - 1),
    back: tau < HOT && to(notch(tau) + 1),
    again: to(20),
  };
}

function more(scene) {
  const { arrow: chosen, asks, swapped, mask, constants } = scene;
  const [, , own, others] = roles(swapped);
  const [trait, i] = chosen === "query" ? [own, asks - 1] : [others, Number(chosen.at(-1)) - 1];
  const place = row(scene[trait], i);
  const tuner = (k) =>
    range({
      label: `${constants.arrows.find(([name]) => name === chosen)[1]}, ${k ? "up" : "right"}`,
      min: -LIMIT,
      max: LIMIT,
      step: 0.05,
      value: place[k],
      show: setting(place[k]),
      says: `${setting(place[k])}; ${said("heard")(scene)}`,
      to: (v) => ({ [trait]: put(scene[trait], i, place.with(k, v)) }),
    });
  return {
    name: "Exact arrows, mask, roles",
    parts: [
      list({
        label: "Arrow",
        options: constants.arrows,
        value: chosen,
        to: (name) => ({ arrow: name }),
      }),
      tuner(0),
      tuner(1),
      bar({ label: "Mask", options: constants.masks, value: mask, to: (name) => ({ mask: name }) }),
      bar({
        label: "Roles",
        options: [
          ["no", "query asks"],
          ["yes", "swapped"],
        ],
        value: swapped ? "yes" : "no",
        to: (is) => ({ swapped: is === "yes" }),
      }),
    ],
  };
}

const table = ({ products, s, w, shut, constants, asks }) => ({
  caption: `What token ${asks} gives`,
  head: ["to", "product", "over √2", "weight", "value"],
  rows: constants.values.map((v, k) => [
    `token ${k + 1}`,
    two(products[k]),
    shut[k] ? "hidden" : two(s[k]),
    decimals(w[k]),
    pair(...v, setting),
  ]),
});
const says = (scene) => `${said("words")(scene)}<br>${scene.constants.key}`;
const parts = { picture, linked, controls, play, says, speak: said("words"), more, table };
export default explorable({ derive, ...parts, lines: [4, 7] });
