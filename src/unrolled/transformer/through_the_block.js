import { axis } from "../widget/kit/axes.js";
import { bar, list } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, percent } from "../widget/kit/numbers.js";
import { arrow, cell, line, word } from "../widget/kit/picture.js";
import { tinted } from "../widget/kit/pipes.js";
import { tell } from "../widget/kit/words.js";

const two = (x) => decimals(x, 2);
export const long = (v) => Math.hypot(...v);
/** How far b is from a, as a share of a's length. */
export const moved = (a, b) => long(a.map((x, i) => x - b[i])) / long(a);
/** The place of the largest number but that of `own`. */
export const strongest = (values, own = -1) =>
  values.reduce((best, x, i) => (i !== own && (best < 0 || x > values[best]) ? i : best), -1);

export function derive(state, constants) {
  const { token: j, stage, cut } = state;
  const run = constants.runs[cut];
  const at = (name) => run[name][j];
  const sides = (name) => run[name].flatMap((head) => head[j]);
  const [letters, moves] = [
    constants.letters.map(([, letter]) => letter),
    constants.follows[cut][j],
  ];
  const [looks, other] = [run.A.map((head) => head[j]), strongest(moves, j)];
  const best = looks.map((weights) => strongest(weights));
  const facts = {
    answered: state.answered,
    whole: cut === "nothing",
    noAttention: cut === "attention",
    noRiver1: cut === "river 1",
    noFeed: cut === "feed-forward",
    noRiver2: cut === "river 2",
    noNorms: cut === "norms",
  };
  for (let k = 0; k <= 10; k++) facts[`s${k}`] = stage === k;
  const river = ["x", "x", "x", "x", "x", "sum_1", "norm_1", "norm_1", "norm_1", "sum_2", "norm_2"];
  const texts = {
    token: `<i>${letters[j]}</i>`,
    stage: constants.stages[stage],
    now: two(long(at(river[stage]))),
    first: letters[best[0]],
    second: letters[best[1]],
    most: percent(looks[0][best[0]]),
    more: percent(looks[1][best[1]]),
    added: two(long(at("added_1"))),
    added2: two(long(at("added_2"))),
    length1: two(long(at("norm_1"))),
    length: two(long(at("norm_2"))),
    open: `${at("hidden").filter((x) => x > 0).length}`,
    moved: percent(moved(constants.runs.nothing.norm_2[j], at("norm_2"))),
    own: two(moves[j]),
    other: two(moves[other]),
    strongest: `<i>${letters[other]}</i>`,
    f0: two(moves[0]),
    f1: two(moves[1]),
    f2: two(moves[2]),
  };
  const reached = moves[other] > moves[j];
  const task = { reached, value: tell(constants.value, facts, texts) };
  return { ...state, letters, run, at, sides, looks, moves, facts, texts, task };
}

const said =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);
const left = (at, html, look = "") => word(at, html, look, { anchor: "start" });
const right = (at, html, look = "") => word(at, html, look, { anchor: "end" });
const [MIDDLE, UNIT] = [205, 6]; // of the river, and how wide a 1 is

/** Lanes side by side from one height to another; with `across`, one below the other. */
function lanes(values, [x, y], length, across) {
  let at = (-values.reduce((sum, v) => sum + Math.abs(v), 0) * UNIT) / 2;
  return values.map((v) => {
    const wide = UNIT * Math.abs(v);
    const place = at;
    at += wide;
    const gap = Math.max(0, wide - 1);
    return across
      ? cell(x, y + place, length, gap, v < 0 ? "minus" : "state")
      : cell(x + place, y, gap, length, v < 0 ? "minus" : "state");
  });
}
const bed = (y, length) =>
  [-24, 24].map((dx) =>
    line(
      [
        [MIDDLE + dx, y],
        [MIDDLE + dx, y + length],
      ],
      "quiet thin dashed",
    ),
  );
const weir = (y, cut) => cell(MIDDLE - 50, y, 100, 6, cut ? "clear quiet thin" : "ink");

/** What stands at [y, length] of the river, from which stage on, and its name. */
const PIECES = [
  ["x", 26, 92, 0, "token"],
  ["sum_1", 144, 34, 5, "sum"],
  ["norm_1", 186, 92, 6, "norm"],
  ["sum_2", 322, 34, 9, "sum"],
  ["norm_2", 364, 46, 10, "norm"],
];
/** The part where the river itself is cut before a sum. */
const dam = (y) => [
  line(
    [
      [MIDDLE - 30, y],
      [MIDDLE + 30, y],
    ],
    "ink dashed",
  ),
  left([MIDDLE + 33, y + 4], "cut", "strong"),
];

/** Attention: what the two heads look at, on the left bank. */
function attention({ letters, token, stage, looks, at, facts }) {
  const rows = letters.map((letter, k) => [
    left([0, 52 + 22 * k], `<i>${letter}</i>`, k === token ? "strong" : ""),
    stage >= 2 &&
      looks.map((weights, m) => cell(20 + 46 * m, 45 + 22 * k, 40 * weights[k], 14, "ink ghost")),
  ]);
  return [
    left([20, 28], "head 1"),
    left([66, 28], "2"),
    rows,
    stage >= 1 && arrow([MIDDLE - 24, 48], [116, 62], "quiet thin"),
    stage >= 4 && !facts.noAttention && lanes(at("added_1"), [64, 131], MIDDLE - 64, true),
    stage >= 3 && arrow([48, 112], [58, 126], "quiet thin"),
    left([0, 160], facts.noAttention ? "<b>cut</b>" : "attention"),
  ];
}
/** The feed-forward part: its hidden layer, on the right bank. */
function feed({ stage, at, facts }) {
  const hidden = at("hidden");
  return [
    hidden.map((x, k) => [
      line(
        [
          [300, 206 + 12 * k],
          [300, 214 + 12 * k],
        ],
        "quiet thin",
      ),
      stage >= 7 && cell(300, 206 + 12 * k, Math.min(60, 14 * x), 8, "state"),
    ]),
    stage >= 7 && arrow([MIDDLE + 24, 200], [292, 212], "quiet thin"),
    stage >= 8 && !facts.noFeed && lanes(at("added_2"), [MIDDLE, 300], 150, true),
    right([360, 344], facts.noFeed ? "<b>cut</b>" : "feed-forward"),
  ];
}

function picture(scene) {
  const { at, answered, facts } = scene;
  const stage = answered ? scene.stage : 9;
  const shown = PIECES.filter(([, , , from]) => stage >= from);
  const dry = PIECES.filter(([, , , from]) => stage < from);
  return {
    size: [360, 416],
    title: said("title")(scene),
    says: said("seen")(scene),
    x: axis(0, 360),
    y: axis(416, 0),
    marks: [
      attention({ ...scene, stage }),
      feed({ ...scene, stage }),
      shown.map(([name, y, length]) => lanes(at(name), [MIDDLE, y], length)),
      dry.map(([, y, length]) => bed(y, length)),
      PIECES.map(([, y, length, , name], k) =>
        k < 3
          ? left([238, y + length / 2 + (k === 2 ? 18 : 0)], name, k ? "" : "strong")
          : right([140, y + length / 2], name),
      ),
      weir(179, facts.noNorms),
      weir(357, facts.noNorms),
      facts.noRiver1 && dam(114),
      facts.noRiver2 && dam(274),
    ],
  };
}

const ROWS = [
  ["x"],
  ["q", "k", "v"],
  ["head 1", "head 2"],
  ["mixed"],
  ["mixed", "added_1"],
  ["x", "added_1", "sum_1"],
  ["sum_1", "norm_1"],
  ["norm_1", "hidden"],
  ["hidden", "added_2"],
  ["norm_1", "added_2", "sum_2"],
  ["sum_2", "norm_2"],
];
const CALLED = {
  x: "token",
  q: "queries",
  k: "keys",
  v: "values",
  mixed: "mixed",
  hidden: "hidden",
  added_1: "added",
  added_2: "added",
  sum_1: "sum",
  sum_2: "sum",
  norm_1: "norm",
  norm_2: "norm",
};
function valuesOf({ at, sides, looks }, name) {
  if (name.startsWith("head")) return looks[name.at(-1) - 1];
  return "qkv".includes(name) ? sides(name) : at(name);
}
/** The numbers of the stage, and what the end moves with. */
function linked(scene) {
  const { stage, letters, moves, token, constants } = scene;
  const rows = ROWS[stage].map((name, i) => [
    left([0, 24 + 38 * i], CALLED[name] ?? name),
    valuesOf(scene, name).map((x, k) => [
      tinted(78 + 47 * k, 8 + 38 * i, 45, 32, Math.max(-0.6, Math.min(0.6, x / 3))),
      word([100.5 + 47 * k, 24 + 38 * i], two(x)),
    ]),
  ]);
  const bars = letters.map((letter, k) => [
    left([0, 172 + 28 * k], `<i>${letter}</i>`, k === token ? "strong" : ""),
    cell(78, 163 + 28 * k, 28 * moves[k], 18, "gradient"),
    left([84 + 28 * moves[k], 172 + 28 * k], two(moves[k])),
  ]);
  return {
    size: [360, 246],
    title: constants.linked,
    says: said("moves")(scene),
    x: axis(0, 360),
    y: axis(246, 0),
    marks: [rows, left([0, 144], "the end moves with"), bars],
  };
}

const controls = (scene) => [
  bar({
    label: "Token",
    value: scene.token,
    options: scene.constants.letters,
    to: (key) => ({ token: Number(key) }),
  }),
  list({ label: "Cut", value: scene.cut, options: scene.constants.cuts, to: (cut) => ({ cut }) }),
];
const play = (scene) => ({
  label: "stage",
  min: 0,
  max: 10,
  value: scene.stage,
  show: `${scene.stage + 1}`,
  every: 1200,
  to: (stage) => ({ stage }),
  says: said("heard")(scene),
});
const table = ({ run, token, constants }) => ({
  caption: "The four numbers of the token on their way",
  head: ["stage", "1", "2", "3", "4"],
  rows: [
    ["x", 0],
    ["added_1", 4],
    ["sum_1", 5],
    ["norm_1", 6],
    ["added_2", 8],
    ["sum_2", 9],
    ["norm_2", 10],
  ].map(([name, k]) => [constants.stages[k], ...run[name][token].map(two)]),
});
const says = (scene) => `${said("words")(scene)}<br>${scene.constants.key}`;
const parts = { picture, linked, controls, play, says, speak: said("words"), table };
export default explorable({ derive, ...parts, lines: [4, 7] });
