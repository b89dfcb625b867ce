import { axis } from "../widget/kit/axes.js";
import { bar, list } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, percent } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";
import { tinted } from "../widget/kit/pipes.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawCross } from "./stream_notes.js";
import { drawStream } from "./stream_picture.js";
import { roomOf } from "./stream_room.js";

const two = (x) => decimals(x, 2);
export const long = (v) => Math.hypot(...v);
/** How far b is from a, as a share of a's length. */
export const moved = (a, b) => long(a.map((x, i) => x - b[i])) / long(a);
/** The place of the largest number but that of `own`. */
export const strongest = (values, own = -1) =>
  values.reduce((best, x, i) => (i !== own && (best < 0 || x > values[best]) ? i : best), -1);

const STREAM = ["x", "x", "x", "x", "x", "sum_1", "norm_1", "norm_1", "norm_1", "sum_2", "norm_2"];

/** What the rules of Python ask. */
function factsOf({ answered, cut, stage }) {
  const facts = {
    answered,
    whole: cut === "nothing",
    noAttention: cut === "attention",
    noRiver1: cut === "river 1",
    noFeed: cut === "feed-forward",
    noRiver2: cut === "river 2",
    noNorms: cut === "norms",
  };
  for (let k = 0; k <= 10; k++) facts[`s${k}`] = stage === k;
  return facts;
}

function textsOf({ token, stage, at, looks, moves, letters }, constants) {
  const best = looks.map((weights) => strongest(weights));
  const other = strongest(moves, token);
  const share = (k) => percent(moves[k] / moves.reduce((sum, v) => sum + v, 0));
  return {
    token: `<i>${letters[token]}</i>`,
    stage: constants.stages[stage],
    now: two(long(at(STREAM[stage]))),
    first: letters[best[0]],
    second: letters[best[1]],
    most: percent(looks[0][best[0]]),
    more: percent(looks[1][best[1]]),
    added: two(long(at("added_1"))),
    added2: two(long(at("added_2"))),
    length1: two(long(at("norm_1"))),
    length: two(long(at("norm_2"))),
    open: `${at("hidden").filter((x) => x > 0).length}`,
    moved: percent(moved(constants.runs.nothing.norm_2[token], at("norm_2"))),
    own: share(token),
    other: share(other),
    strongest: `<i>${letters[other]}</i>`,
    f0: share(0),
    f1: share(1),
    f2: share(2),
  };
}

/** How far each cut shifts the output at a token. */
const shiftsOf = ({ runs, cuts }, token) =>
  Object.fromEntries(
    cuts.map(([name]) => [name, moved(runs.nothing.norm_2[token], runs[name].norm_2[token])]),
  );

export function derive(state, constants) {
  const { token, cut } = state;
  const run = constants.runs[cut];
  const scene = {
    ...state,
    run,
    letters: constants.letters.map(([, letter]) => letter),
    moves: constants.follows[cut][token],
    shifts: shiftsOf(constants, token),
    looks: run.A.map((head) => head[token]),
    at: (name) => run[name][token],
    sides: (name) => run[name].flatMap((head) => head[token]),
  };
  const facts = factsOf(state);
  const texts = textsOf(scene, constants);
  const reached = scene.moves[strongest(scene.moves, token)] > scene.moves[token];
  return withTask({ ...scene, facts, texts }, reached, constants);
}

/** The stages that are shown, with their names; those of the end are the question. */
const picture = (scene) => drawStream(scene, said("seen")(scene));

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
  norm_1: "normalised",
  norm_2: "normalised",
};
function valuesOf({ at, sides, looks }, name) {
  if (name.startsWith("head")) return looks[name.at(-1) - 1];
  return "qkv".includes(name) ? sides(name) : at(name);
}
const left = (at, html, look = "") => word(at, html, look, { anchor: "start" });

/** The numbers of the stage as tinted cells. */
function numbersOf(scene) {
  const rows = ROWS[scene.stage].map((name, i) => [
    left([0, 24 + 38 * i], CALLED[name] ?? name),
    valuesOf(scene, name).map((x, k) => [
      tinted(92 + 44 * k, 8 + 38 * i, 42, 32, Math.max(-0.6, Math.min(0.6, x / 3))),
      word([113 + 44 * k, 24 + 38 * i], two(x)),
    ]),
  ]);
  return {
    size: [360, 132],
    title: scene.constants.linked,
    says: said("moves")(scene),
    x: axis(0, 360),
    y: axis(132, 0),
    marks: rows,
  };
}

/** Which cut moves the end most is tapped where it is made. */
function ballots({ narrow, constants }) {
  const room = roomOf(narrow);
  return constants.cuts.slice(1).map(([name]) => drawCross(room, name));
}

const controls = (scene) =>
  bar({
    label: "Token",
    value: scene.token,
    options: scene.constants.letters,
    to: (key) => ({ token: Number(key) }),
  });

const cutList = ({ cut, constants }) =>
  list({ label: "Cut", value: cut, options: constants.cuts, to: (name) => ({ cut: name }) });

const play = (scene) => ({
  label: "stage",
  min: 0,
  max: 10,
  value: scene.stage,
  show: scene.constants.stops[scene.stage],
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
const more = (scene) => ({ name: "Closer", parts: [cutList(scene), numbersOf(scene)] });
const parts = { picture, ballots, controls, play, says, speak: said("words"), table, more };
export default explorable({ derive, ...parts, forms: true, lines: [1, 3] });
