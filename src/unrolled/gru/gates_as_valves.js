import { bar, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { products } from "../widget/kit/maths.js";
import { setting, short } from "../widget/kit/numbers.js";
import { again, overTime } from "../widget/kit/overtime.js";
import { said } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { painted as strokeOver, turned as turnedFrom } from "./strokes.js";
import { drawCurves } from "./valve_curves.js";
import { drawPipe } from "./valve_picture.js";
import { partText, shareText, textsOf, two } from "./valve_texts.js";

export const turned = turnedFrom;
export const painted = strokeOver;
export const walk = overTime;

const LISTS = { LSTM: ["keep", "write", "show"], GRU: ["keep", "write", "reset"] };

// What follows from the state

/** The unit over all steps, by hand or by its weights. */
function wayOf(state, lists, constants) {
  const { cell, mode } = state;
  const { xs, hand, tapes } = constants;
  const byHand = mode === "hand";
  const own = lists.map((name) => state[`b_${name}`]);
  const knobs = byHand ? hand[cell] : [...own, state.w_gates, state.w_candidate];
  const openings = byHand && xs.map((_, k) => lists.map((name) => state[name][k]));
  const key = JSON.stringify([cell, xs.length, knobs, openings]);
  return again(key, () => overTime(tapes[cell], knobs, xs, openings));
}

/**
 * The drawn way back: of the loss's gradient, what the valves let through, and all of it beside;
 * and of the memory, what is left of the bit.
 */
function bothWays({ on, total, valves, c, lstm, T, ...way }) {
  const inlet = lstm ? valves[T - 1][2] : 1;
  const last = total[T];
  const keeps = valves.slice(1).map(([keep]) => keep);
  const there = products(keeps.reverse()).reverse();
  return {
    inlet,
    there,
    bits: there.map((share) => Math.abs(share * c[1])),
    left: (inlet * there[T - 1] * c[1]) / way.new[0],
    back: on.slice(1).map((share) => share * inlet),
    whole: total.slice(1).map((x) => (last === 0 ? 0 : (x / last) * inlet)),
  };
}

/** The first step whose share is above a half, counted from the loss; 0 if that reaches step 1. */
export const halfWay = (back) => back.findLastIndex((share) => share <= 0.5) + 1;

/** The steps after the first whose valve lets nothing of the memory on. */
const shutSteps = (valves) => valves.flatMap(([keep], k) => (k > 0 && keep === 0 ? [k + 1] : []));

/** Where the flag belongs: at a shut valve that much of the gradient reaches, or at its half. */
function flagOf({ whole, cuts }) {
  const sizes = whole.map(Math.abs);
  const last = cuts.at(-1);
  if (last && sizes[last - 1] > 0.5) return { name: "end", at: last };
  return { name: "half", at: sizes.at(-1) > 0.5 ? halfWay(sizes) : 0 };
}

/** Whether the valves are those that the question is about. */
function isAsked({ mode, valves, lstm, constants }) {
  const { keep, reset } = constants.question.show;
  const isSame = (k, shares) =>
    valves.slice(1).every((one, n) => Math.abs(one[k] - shares[n + 1]) < 1e-9);
  return mode === "hand" && isSame(0, keep) && (lstm || isSame(2, reset));
}

function factsOf(scene) {
  const { t, T, c, on, total, path, valves, whole, lstm, cuts, mode, answered } = scene;
  const bit = scene.new[0];
  return {
    answered: answered === true,
    lstm,
    hand: mode === "hand",
    last: t === T,
    one: t === T - 1,
    cut: valves.slice(t).some(([keep]) => !keep),
    stopped: cuts.length > 0,
    single: cuts.length === 1,
    written: Math.abs(c[1]) >= 0.5 * Math.abs(bit),
    more: Math.abs(whole[t - 1]) >= 1.05,
    far: total[1] !== 0,
    grown: Math.abs(whole[0]) >= 1.05,
    same: total.slice(1).every((x, k) => Math.abs(x - path[k + 1]) <= 1e-9 * Math.abs(x)),
    here: short(total[t]) === short(path[t]),
    shut: scene.inlet === 0,
    flat: total[T] === 0,
    even: scene.inlet === 1,
    asked: isAsked(scene),
    noisy: Math.abs(c[T] - on[1] * c[1]) > 0.1 * Math.abs(c[1]),
    reached: scene.reached,
  };
}

export function derive(state, constants) {
  const lists = LISTS[state.cell];
  const way = wayOf(state, lists, constants);
  const T = constants.xs.length;
  const lstm = state.cell === "LSTM";
  const scene = { ...state, ...way, T, t: state.step, lstm, constants, lists };
  const bit = way.new[0];
  scene.share = way.h[T] / (lstm ? Math.tanh(bit) : bit);
  Object.assign(scene, bothWays(scene));
  scene.cuts = shutSteps(way.valves);
  scene.flag = flagOf(scene);
  const near = [scene.share, way.c[1] / bit].every((x) => Math.abs(x - 1) <= 0.05);
  const comes = Math.min(way.on[1], scene.whole[0] / scene.inlet) >= 0.895;
  scene.reached = state.mode === "hand" && comes && near;
  const facts = factsOf(scene);
  const texts = textsOf(scene);
  const value = tell(constants.value, facts, texts);
  return { ...scene, facts, texts, task: { reached: scene.reached, value } };
}

/** What is said to a flag at the step where the gradient is thought to be down to half. */
function judge(scene) {
  const { guess, T, whole, back, constants } = scene;
  const truth = halfWay(whole.map(Math.abs));
  const alone = halfWay(back);
  const isOne = truth === alone; // with two ways it is asked where both together are down to half
  const facts = {
    right: Math.abs(guess - truth) <= constants.near,
    memory: Math.abs(guess - (isOne ? 1 + T - truth : alone)) <= 1,
    counted: guess === T - 5,
    nearer: guess > alone,
    late: guess > truth,
  };
  const texts = { guess: `${guess}`, left: partText(Math.abs(whole[guess - 1])) };
  const html = tell(constants.replies, facts, texts);
  return { right: guess === truth, near: facts.right, html };
}

// What is asked for

/** The weights of a unit that turns its own valves. */
const weights = (scene) =>
  scene.constants.knobs[scene.cell].map(([name, label, most]) =>
    range({
      label,
      min: -most,
      max: most,
      step: 0.1,
      value: scene[name],
      show: setting(scene[name]),
      says: `${setting(scene[name])}: ${said("weighed")(scene)}`,
      to: (value) => ({ [name]: value }),
    }),
  );

/** The valves as sliders, for the keyboard: from the chosen step on; a GRU's first two are one. */
function valveSliders(scene) {
  const { constants, lists, t } = scene;
  const names = constants.names[scene.cell].valves;
  const change = (list, share) =>
    list === "keep" && !scene.lstm
      ? { write: turned(scene.write, t, 1 - share) }
      : { [list]: turned(scene[list], t, share) };
  return lists.map((list, k) =>
    range({
      label: names[k][1],
      min: 0,
      max: 1,
      step: 0.01,
      value: scene.valves[t - 1][k],
      show: two(scene.valves[t - 1][k]),
      says: `${two(scene.valves[t - 1][k])} ${said("turned")(scene)}`,
      to: (share) => change(list, share),
    }),
  );
}

/** Another cell takes over what its valves can say: a GRU has one for two. */
function cellChange(scene, cell) {
  if (cell === scene.cell || scene.mode !== "hand") return { cell };
  const rest = (shares) => shares.map((share) => Math.round(100 * (1 - share)) / 100);
  if (cell === "GRU") return { cell, write: [scene.write[0], ...rest(scene.keep.slice(1))] };
  return { cell, keep: rest(scene.write) };
}

function cellBar(scene) {
  const { constants, cell } = scene;
  if (constants.cells.length === 1) return null;
  const to = (name) => cellChange(scene, name);
  return bar({ label: "Cell", value: cell, options: constants.cells, to });
}

/** What happens at the chosen step; before the answer, of the way there alone. */
function stepNote({ constants, facts, texts, answered }) {
  const told = constants.words.slice(1, answered ? 3 : 2);
  return note(tell(told, facts, texts), [3, 8]);
}

/** The same on a log scale, and everything that turns the valves. */
function more(scene) {
  const { constants, mode } = scene;
  const hand = mode === "hand";
  const ways = bar({
    label: "Valves turn",
    value: mode,
    options: constants.modes,
    to: (one) => ({ mode: one }),
  });
  const sliders = hand ? valveSliders(scene) : weights(scene);
  return {
    name: "Closer",
    parts: [
      stepNote(scene),
      ways,
      cellBar(scene),
      ...sliders,
      drawCurves(scene, said("curves")(scene)),
    ],
  };
}

const play = (scene) => ({
  label: "step",
  min: 1,
  max: scene.T,
  value: scene.t,
  show: scene.t,
  every: 150,
  to: (step) => ({ step }),
  says: said("heard")(scene),
});

const table = ({ constants, valves, c, h, whole, ...scene }) => ({
  caption: "Each step of the unit",
  head: constants.heads[scene.cell],
  rows: scene.new.map((x, k) => [
    k + 1,
    ...[x, ...valves[k], c[k + 1]].map(two),
    ...(scene.lstm ? [two(h[k + 1])] : []),
    scene.answered ? shareText(whole[k]) : "?",
  ]),
});

const picture = (scene) => drawPipe(scene, said("picture")(scene));

/** The whole pipe in a line; how to read it, for those who come closer. */
function says({ constants, facts, texts, cell }) {
  return `${tell(constants.words.slice(0, 1), facts, texts)}<br>${constants.key[cell]}`;
}

const speak = (scene) =>
  `${tell(scene.constants.words.slice(0, 1), scene.facts, scene.texts)} ${said("heard")(scene)}`;

const parts = { picture, play, says, speak, more, table, judge };
const moves = { glides: ["answered"], paces: { answered: 1200 } }; // the gradient flows back
export default explorable({
  derive,
  ...parts,
  ...moves,
  lines: [1, 3],
  further: [4, 9],
  forms: true,
});
