import { inPixels } from "../widget/kit/axes.js";
import { bar, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawBallots, drawChosen, drawPlot } from "./walk_forward_curves.js";
import { drawRibbon, drawSplit, gripSplit } from "./walk_forward_ribbon.js";
import { roomOf } from "./walk_forward_room.js";
import { cumulated, earnedBy, forecast, learned, sharing } from "./walk_forward_steps.js";
import { drawDials, drawSwitches, gripDials } from "./walk_forward_switches.js";
import { LEAKS, rowsOf, splitOf, testOf } from "./walk_forward_tests.js";
import { factsOf, moves, textsOf } from "./walk_forward_told.js";

export { cumulated, earnedBy, forecast, learned, sharing };

// What follows from the state

const CASE = ["world", "strength", "window", ...LEAKS]; // of the question

/** What a test with these leaks is known by. */
const keyOf = (on) => (on.length > 1 ? "several" : (on[0] ?? "honest"));

/** The three curves that the question shows, in the order of its letters. */
const trioOf = (state, constants) =>
  constants.trio.map((leaks) => ({ ...testOf(constants, state, leaks), key: keyOf(leaks) }));

/** What the split cuts at this bet: learned from, bet on with it, and sharing days. */
function cutAt(state, constants, rows, split) {
  const now = constants.first + Math.max(state.at, 1) - 1;
  const learn = learned(rows, split, now);
  const others = [...rows.released.keys()].filter((k) => rows.fold[k] === rows.fold[now]);
  const tested = split.shuffled ? others.filter((k) => k !== now) : [];
  return { now, learn, tested, shared: sharing(rows, split.window, learn, now) };
}

/** Shuffled, nothing else, without a signal, and to the end: it earns next to nothing. */
function isReached({ at, strength, made }, on, { bets, goal }) {
  const isAlone = on.length === 1 && on[0] === "shuffled";
  return isAlone && strength === 0 && at === bets && Math.abs(made) < goal.most;
}

export function derive(given, constants) {
  const state = { ...given, at: Math.round(given.at) };
  const { at, answered } = state;
  const on = LEAKS.filter((leak) => state[leak]);
  const rows = rowsOf(constants, state.world, state.strength);
  const split = splitOf(constants, state.window, on);
  const test = testOf(constants, state, on);
  const honest = testOf(constants, state, []);
  const asked = constants.question.show;
  const isAsked = CASE.every((name) => state[name] === asked[name]);
  const scene = {
    ...state,
    ...cutAt(state, constants, rows, split),
    rows,
    split,
    test,
    honest,
    isAsked,
    hidden: isAsked && !answered,
    trio: isAsked ? trioOf(state, constants) : null,
    isHonest: !on.length,
    isOpen: !split.shuffled && !split.unpurged,
    made: at > 0 ? test.sums[at - 1] : 0,
    right: test.gains.slice(0, at).filter((x) => x > 0).length,
    affected: test.shares.slice(0, at).filter(Boolean).length,
    band: constants.data.band[state.window].map((edge) => edge[Math.max(at, 1) - 1]),
    key: keyOf(on),
    name: constants.names.curves[keyOf(on)],
  };
  const facts = factsOf(scene);
  const texts = textsOf({ ...scene, constants });
  return withTask({ ...scene, facts, texts }, isReached(scene, on, constants), constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow, scene.rows);
  return {
    ...inPixels(room.size),
    says: said("seen")(scene),
    marks: [
      drawSwitches(room, scene), // always as many marks: before the curves
      drawDials(room, scene),
      drawRibbon(room, scene),
      drawSplit(room, scene),
      drawPlot(room, scene),
      drawChosen(room, scene),
      gripSplit(room, scene),
      gripDials(room, scene),
    ],
  };
}

// What is asked for

function dial(label, name, { [name]: value, constants }, places) {
  return range({
    label,
    min: 0,
    max: places.length - 1,
    step: 1,
    value,
    show: places[value],
    says: constants.names.spoken[name].replace("{}", places[value]),
    to: (to) => ({ [name]: to }),
  });
}

const dials = (scene) => [
  dial("return window", "window", scene, scene.constants.names.windows),
  dial("signal", "strength", scene, scene.constants.names.strengths),
];

/** Where the picture has no dials. */
const controls = (scene) => (scene.narrow ? dials(scene) : []);

const PACE = 110; // ms a bet

/** The split moves along the series, bet by bet. */
function play({ at, texts, hidden, constants: { bets } }) {
  const to = (value) => ({ at: value });
  return {
    label: "bets made",
    min: 0,
    max: bets,
    value: at,
    show: `${at}`,
    says: hidden ? `${texts.bets} made` : `${texts.bets} made, ${texts.result}`,
    to,
    from: at === bets && to(0),
    every: PACE,
  };
}

function more(scene) {
  const { world, constants } = scene;
  return [
    scene.narrow ? [] : dials(scene),
    bar({
      label: "World",
      options: constants.data.worlds.map((_, n) => [String(n), `${n + 1}`]),
      value: String(world),
      to: (key) => ({ world: Number(key) }),
    }),
    note(constants.closer),
  ];
}

/** What the table tells of a test. */
function rowOf(label, { gains, sums }, at) {
  const right = gains.slice(0, at).filter((x) => x > 0).length;
  return [label, `${right}`, moves(at > 0 ? sums[at - 1] : 0)];
}

/** The three of the question, or an honest test and the one that is seen. */
function rowsIn({ hidden, honest, test, isHonest, trio, name, at, made, constants }) {
  const { curves } = constants.names;
  if (trio) return trio.map((one, n) => rowOf(hidden ? "ABC"[n] : curves[one.key], one, at));
  const gained = made - (at > 0 ? honest.sums[at - 1] : 0);
  return [
    rowOf("honest", honest, at),
    isHonest ? ["leak", "–", "–"] : rowOf(name, test, at),
    ["gained", "–", isHonest ? "–" : moves(gained)],
  ];
}

function table(scene) {
  const { at, band, constants } = scene;
  const luck = at > 0 ? `${moves(band[0])} to ${moves(band[1])}` : "0";
  return {
    summary: "The curves as a table",
    caption: `After ${at} of ${constants.bets} bets`,
    head: ["test", "bets right", "earned, in typical moves"],
    rows: [...rowsIn(scene), ["luck", "–", luck]],
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene.narrow, scene.rows), scene),
  controls,
  play,
  more,
  table,
  says: said("words"),
  forms: true,
  lines: [2, 6],
});
