import { axis } from "../widget/kit/axes.js";
import { walk } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { number, plural, short } from "../widget/kit/numbers.js";
import { said } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import {
  drawBands,
  drawBeads,
  drawKnob,
  drawLine,
  drawPulled,
  drawStage,
  drawTraveller,
} from "./depth_and_gradient_chain.js";
import { more, table } from "./depth_and_gradient_closer.js";
import { controls, drawDesk } from "./depth_and_gradient_desk.js";
import { drawEnds, drawFlag, drawSwitch } from "./depth_and_gradient_ends.js";
import { CLIPPED, clamp, roomOf } from "./depth_and_gradient_room.js";
import {
  branchOf,
  follow,
  gradientsOf,
  limitsOf,
  signalOf,
  singularValues,
  survey,
  unitRms,
  wholeProduct,
} from "./depth_and_gradient_steps.js";
export { branchOf, gradientsOf, limitsOf, signalOf };
export { singularValues, unitRms, wholeProduct };

// What follows from the state

/** Whether the picture shows the case that was asked about. */
const isAskedCase = (state, { question: { show } }) =>
  ["depth", "kind", "skip", "scale"].every((name) => state[name] === show[name]);

/** Branches as in the question are its answer at any depth, but where a story tells it. */
function isHeldBack(state, { question: { show }, stories }) {
  if (state.answered || state.kind !== show.kind) return false;
  const isTold = ({ set }) => Object.keys(set).every((name) => state[name] === set[name]);
  return !stories.some(isTold);
}

const SMALL = 1 + 1e-9; // 1/L is met in spite of rounding
const FEW = 4; // blocks, below which one is as good as all

function factsOf({ scale, skip, kind, blocks, up, down, end, hidden, isNormed, largest }) {
  const isUnderWay = up < blocks || down < blocks;
  return {
    hidden,
    rising: up < blocks,
    falling: up >= blocks && down < blocks,
    silent: hidden || isUnderWay,
    dead: end === 0,
    vanished: end < 0.01,
    shrunk: end < 0.5,
    kept: end <= 2,
    exploded: end > 1000,
    empty: scale === 0,
    plain: !skip,
    linear: kind !== "random",
    few: blocks >= FEW && scale * blocks <= SMALL,
    some: blocks >= FEW && scale * Math.sqrt(blocks) <= SMALL,
    normed: isNormed,
    clipped: largest > CLIPPED,
  };
}

function textsOf(scene, { factors }) {
  const { scale, skip, kind, blocks, up, down, downs, end, limits, singular } = scene;
  const half = scale * (factors[kind] ?? 0);
  const passed = Math.floor(up < blocks ? up : down);
  return {
    blocks: plural(blocks, "block"),
    passed: `${passed}`,
    sofar: short(downs[blocks - Math.floor(down)]),
    end: short(end),
    scale: Number.isInteger(scale) ? number(scale) : short(scale, 3),
    half: short(half),
    factor: short(skip ? 1 + half : half),
    low: short(limits[0]),
    high: short(limits[1]),
    least: short(singular.at(-1)),
    most: short(singular[0]),
  };
}

/** What the task asks for: one scale for all kinds of branches. */
function taskOf(state, scene, facts, constants) {
  const { goal, value } = constants;
  const isDeep = scene.blocks === goal.depth;
  const found = isDeep && state.skip ? survey({ ...state, depth: goal.depth }, constants) : {};
  const all = Object.values(found).flat();
  const isWeak = state.scale < goal.scale;
  const fits = all.length > 0 && all.every((x) => x >= goal.low && x <= goal.high);
  const { random = [0], undoing = [0], doubling = [0] } = found;
  const texts = {
    ...scene.texts,
    random: `${short(Math.min(...random))} to ${short(Math.max(...random))}`,
    undoing: short(undoing[0]),
    doubling: short(doubling[0]),
  };
  const known = { ...facts, shallow: !isDeep, weak: isWeak };
  return { reached: fits && !isWeak, value: tell(value, known, texts) };
}

export function derive(state, constants) {
  const blocks = Math.round(state.depth);
  const { Js, ups, downs } = follow({ ...state, depth: blocks }, constants);
  const scene = {
    blocks,
    ups,
    downs,
    isAsked: isAskedCase(state, constants),
    end: downs[0],
    largest: Math.max(...ups, ...downs),
    up: Math.min(state.sent, blocks),
    down: clamp(state.sent - blocks, 0, blocks),
    hidden: isHeldBack(state, constants),
    isNormed: state.normed && state.kind === "random",
    singular: singularValues(wholeProduct(Js, state.skip)),
    limits: limitsOf(Js, state.skip),
  };
  const facts = factsOf({ ...state, ...scene });
  scene.texts = textsOf({ ...state, ...scene }, constants);
  return { ...scene, facts, task: taskOf(state, scene, facts, constants) };
}

/** Where the flag is right, and what is said to a flag that is elsewhere. */
function judge({ guess, constants }) {
  const { truth, replies } = constants;
  const named = (name) => replies[name].replace("{guess}", guess);
  if (Math.abs(guess - truth) <= 1) return { right: true, html: named("right") };
  if (guess >= 2 * truth) return { right: false, html: named("late") };
  return { right: false, html: named(guess > truth ? "below" : "above") };
}

// The picture

/** Where the flag stands: at the guess, and once it is answered where it is read. */
function flagOf({ answered, guess, read, blocks, reply }) {
  const at = answered || guess === null ? read : guess;
  return { at: Math.min(at, blocks), isGuessed: answered && reply !== null && guess !== null };
}

function picture(given) {
  const scene = { ...given, ...flagOf(given) };
  const room = roomOf(scene.narrow);
  return {
    size: room.size,
    walk,
    says: said("seen")(scene),
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawStage(room),
      drawBands(room, scene),
      drawBeads(room, scene),
      drawLine(room, scene),
      drawTraveller(room, scene),
      drawEnds(room, scene),
      drawSwitch(room, scene),
      drawDesk(room, scene),
      drawPulled(room, scene),
      drawKnob(room, scene),
      drawFlag(room, scene),
    ],
  };
}

// What plays

const EVERY = 45; // ms from block to block

/** A signal goes through all blocks, and a gradient back. */
function play({ blocks, sent, constants }) {
  const all = 2 * blocks;
  const value = Math.min(Math.round(sent), all);
  const to = (step) => ({ sent: step >= all ? constants.most : step });
  const isUp = value <= blocks;
  const passed = isUp ? value : value - blocks;
  return {
    label: "signal",
    min: 0,
    max: all,
    value,
    show: `${isUp ? "→" : "←"} ${passed}`,
    says: `${isUp ? "forward" : "back"} through ${plural(passed, "block")}`,
    to,
    from: value === all && to(0),
    next: value < all && to(value + 1),
    back: value > 0 && to(value - 1),
    every: EVERY,
  };
}

/** Only what plays travels: another chain is full at once. */
function anew(shown, traits) {
  if (traits.answered && !shown.answered) return { sent: traits.depth }; // the gradient sets out
  return Math.abs(traits.sent - shown.sent) > 1.5 ? { sent: traits.sent } : {};
}

export default explorable({
  derive,
  picture,
  judge,
  controls,
  play,
  more,
  table,
  anew,
  says: said("words"),
  glides: ["depth", "scale", "sent", "read"],
  paces: { sent: EVERY },
  forms: true,
  lines: [2, 5],
});
