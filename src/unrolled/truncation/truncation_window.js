import { axis } from "../widget/kit/axes.js";
import { act, bar, range, row } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { sum, range as upTo } from "../widget/kit/maths.js";
import { percent, plural, short } from "../widget/kit/numbers.js";
import { withTask } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { drawChain } from "./chain.js";
import { drawCosts, drawKey } from "./costs.js";
import { dialOf, drawErrors } from "./error_curve.js";
import { drawGuesses, drawMine } from "./pair_guesses.js";
import { kept, lateLosses, randomCuts } from "./schemes.js";
import { drawContours, drawEdge, drawLoss } from "./triangle.js";
import { roomOf, squareAt, wordAt } from "./window_room.js";

/** How what is known becomes text, if not as it is. */
const FORMS = {
  error: percent,
  mean: percent,
  spread: percent,
  limit: percent,
  most: short,
  span: (n) => plural(n, "step"),
  walked: (n) => plural(n, "step"),
  cuts: (n) => plural(n, "cut"),
  block: (n) => plural(n, "loss"),
  dropped: (n) => (n === 1 ? "first loss" : `first ${n} losses`),
};

const sentence = (scene, name) => tell(scene.constants[name], scene.facts, scene.texts);

// What follows from the state

/** Sizes that the state names, within what the problem has. */
function sizesOf(state, T) {
  const k = Math.min(T, state.k);
  const k1 = Math.min(k, state.k1);
  const loss = Math.min(T, state.loss);
  return { T, k, k1, loss, span: k, block: k1, dropped: T - k, pairs: (T * (T + 1)) / 2 };
}

/** The errors of a scheme for k = from, from + 1, ..., beside those of the window. */
function errorsOf(curve, from, k, constants) {
  return { from, curve, own: curve, other: constants.window, error: curve[k - from] };
}

/** Weights of the pairs, how many losses share a walk, and the errors of this scheme. */
function outcomeOf(scene, constants) {
  const { T, k, k1 } = scene;
  switch (scene.scheme) {
    case "random": {
      const found = randomCuts(scene, constants);
      return { every: T, from: 1, ...found, other: Array(constants.draws).fill(found.limit) };
    }
    case "k1k2": {
      const errors = errorsOf(constants.k1k2[k1 - 1], k1, k, constants);
      return { every: k1, weights: kept(T, k1, k), ...errors };
    }
    case "chunks":
      return { every: k, weights: kept(T, k, k), ...errorsOf(constants.chunks, 1, k, constants) };
    case "late":
      return { every: T, weights: lateLosses(T, k), ...errorsOf(constants.late, 1, k, constants) };
    default:
      return { every: 1, weights: kept(T, 1, k), ...errorsOf(constants.window, 1, k, constants) };
  }
}

/** The weights that a scheme is compared with: late losses with a window, all else with that. */
const comparedTo = ({ scheme, T, k }) => (scheme === "window" ? lateLosses(T, k) : kept(T, 1, k));

/** Of the weights: pairs that are kept, steps held for one walk, walks, one `every` few losses. */
function countPairs({ weights, every, loss, random, T }) {
  const counts = weights.map((row) => row.filter(Boolean).length);
  const walks = counts.filter((_, t) => t === T - 1 || (t + 1) % every === 0);
  return {
    kept: sum(counts),
    held: Math.max(...counts),
    most: Math.max(...weights.flat()),
    walks: walks.length,
    walked: random ? T : sum(walks),
    reach: weights[loss - 1].findIndex(Boolean) + 1, // 0: the loss is dropped
  };
}

/** What the rules of Python ask. */
function factsOf(scene, names) {
  const { random, scheme } = scene;
  const schemes = Object.keys(names).map((name) => [name, name === scheme]);
  return {
    ...Object.fromEntries(schemes),
    whole: !random && scene.kept === scene.pairs,
    one: scene.k === 1,
    first: scene.draws === 1,
    unbiased: random && (scene.reweighted || scene.keep === 1),
    heavier: scene.most > 1,
    unheard: scene.reach === 0,
    alone: scene.reach === scene.loss,
    answered: scene.answered,
    framed: scene.framed,
    short: scene.T % scene.k1 > 0,
  };
}

function textsOf(scene) {
  const known = Object.entries(scene).filter(([, value]) => typeof value !== "object");
  const texts = known.map(([name, value]) => {
    const write = FORMS[name] ?? String;
    return [name, write(value)];
  });
  return Object.fromEntries(texts);
}

export function derive(state, constants) {
  const { scheme } = state;
  const scene = {
    ...state,
    ...sizesOf(state, constants.states.length),
    random: scheme === "random",
    // before the guess the one that is chosen
    framed: state.answered || state.loss !== constants.rest,
    name: constants.names[scheme],
    knob: constants.knobs[scheme === "k1k2" ? 1 : 0],
    curves: constants.lines[scheme],
  };
  Object.assign(scene, outcomeOf(scene, constants));
  Object.assign(scene, countPairs(scene), { compared: comparedTo(scene) });
  const facts = factsOf(scene, constants.names);
  const texts = textsOf(scene);
  const reached = scheme === "window" && scene.k === constants.goal;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The pictures

/** The framed loss, named where its row ends. */
function drawName(room, { loss, narrow, framed }) {
  if (narrow || !framed) return false; // on a phone the title says it
  const [wide, high] = room.unit;
  const x = room.triangle.left + wide * loss + 9;
  const at = [x, room.triangle.top + high * (loss - 0.5)];
  return wordAt(room, at, `loss ${loss}`, "output strong", { anchor: "start", size: 14 });
}

/** The curve of errors beside the triangle, and what it shows at this k. */
function drawBeside(room, scene) {
  if (!room.curve) return false;
  const title = sentence(scene, "headline");
  return [
    wordAt(room, room.curve.title, title, "strong", { anchor: "start", size: 15 }),
    drawErrors(scene, room.curve, (at) => squareAt(room, at)),
  ];
}

function picture(scene) {
  const { T } = scene;
  const room = roomOf(scene);
  const [wide, high] = room.size;
  const { left, top, ...triangle } = room.triangle;
  const ticks = scene.constants.ticks.map((n) => [n - 0.5, n]);
  const after = [wide - left - triangle.wide, high - top - triangle.high];
  const curves = room.curve ? ` ${sentence(scene, "curves")}` : "";
  return {
    size: room.size,
    title: sentence(scene, "title"),
    says: `${sentence(scene, "triangle")}${curves}`,
    x: axis(0, T, [], { room: [left, after[0]] }),
    y: axis(T, 0, ticks, { room: [after[1], top], grid: false, name: "loss <i>t</i> ↓" }),
    marks: [
      drawKey(room, scene),
      drawCosts(room, scene),
      drawChain(room, scene),
      upTo(T).map((t) => drawLoss(scene, t)),
      drawContours(scene),
      drawName(room, scene),
      drawEdge(scene),
      drawMine(scene),
      drawBeside(room, scene),
    ],
  };
}

const APART = { size: [320, 190], left: 58, right: 308, top: 40, bottom: 160, most: 3, names: 24 };

/** The curve as a picture of its own, for a phone. */
function curvePicture(scene) {
  const [wide, high] = APART.size;
  return {
    size: APART.size,
    title: sentence(scene, "headline"),
    says: sentence(scene, "curves"),
    x: axis(0, wide),
    y: axis(high, 0),
    marks: drawErrors(scene, APART, (at) => at),
  };
}

// What is asked for

function controls({ scheme, narrow, constants }) {
  const options = Object.entries(narrow ? constants.shorts : constants.names);
  return bar({ label: "Scheme", value: scheme, options, to: (name) => ({ scheme: name }) });
}

function play(scene) {
  const { trait, label, max, value, every } = dialOf(scene);
  const says = sentence(scene, "heard");
  const to = (n) => ({ [trait]: n });
  return { label, min: 1, max, value, show: value, to, every, says };
}

function everySlider({ k, k1, scheme, texts }) {
  return range({
    label: "<i>k</i><sub>1</sub>",
    min: 1,
    max: k,
    step: 1,
    value: k1,
    show: k1,
    says: `a walk for every ${texts.block}`,
    to: (value) => ({ k1: value }),
    disabled: scheme !== "k1k2",
  });
}

function chanceSlider({ keep, random }) {
  return range({
    label: "probability <i>π</i>",
    min: 0.05,
    max: 1,
    step: 0.05,
    value: keep,
    show: keep.toFixed(2),
    says: `each barrier is open with probability ${keep}`,
    to: (value) => ({ keep: value }),
    disabled: !random,
  });
}

function more(scene) {
  const { T, loss, random, reweighted, seed, narrow, answered } = scene;
  return [
    everySlider(scene),
    chanceSlider(scene),
    bar({
      label: "Weight 1/<i>π</i> each",
      value: reweighted ? "yes" : "no",
      options: ["yes", "no"].map((answer) => [answer, answer]),
      to: (answer) => ({ reweighted: answer === "yes" }),
    }),
    range({
      label: "framed loss <i>t</i>",
      min: 1,
      max: T,
      step: 1,
      value: loss,
      show: loss,
      says: sentence(scene, "title"),
      to: (value) => ({ loss: value }),
    }),
    row(act({ label: "Other draws", to: { seed: (seed + 1) % 1000 }, disabled: !random })),
    narrow && answered && curvePicture(scene),
  ];
}

/** What is kept, and once one has guessed how much is lost; on a phone a draw is closer. */
function says({ answered, narrow, facts, texts, constants: { words } }) {
  if (!answered) return tell(words.slice(0, 1), facts, texts);
  if (narrow && facts.random) {
    return `${tell(words.slice(1), facts, texts)}<br>${tell(words.slice(0, 1), facts, texts)}`;
  }
  return tell(words, facts, texts);
}

export default explorable({
  derive,
  picture,
  ballots: drawGuesses,
  controls,
  play,
  more,
  says,
  table: ({ constants }) => constants.table,
  lines: [2, 3],
  forms: true,
});
