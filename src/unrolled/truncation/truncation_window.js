import { axis, logAxis } from "../widget/kit/axes.js";
import { act, bar, range, row } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { oneHot, range as upTo, relativeGap, sum, uniform, vecmat } from "../widget/kit/maths.js";
import { percent, plural, short, tenTo } from "../widget/kit/numbers.js";
import { cell, choice, dot, dots, grip, line, word } from "../widget/kit/picture.js";
import { tell } from "../widget/kit/words.js";

const many = (one) => (n) => plural(n, one);
const spoken =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);
const FORMS = {
  // how what is known becomes text, if not as it stands
  error: percent,
  mean: percent,
  spread: percent,
  limit: percent,
  most: short,
  span: many("step"),
  walked: many("step"),
  walks: many("walk"),
  cuts: many("cut"),
  block: many("loss"),
  dropped: (n) => (n === 1 ? "first loss" : `first ${n} losses`),
};

/** Weights w[t][i] of the pairs of loss t and step i, counted from 0 here. */
const pairs = (T, weight) => upTo(T).map((t) => upTo(T).map((i) => (i > t ? 0 : +weight(t, i))));
/** Every k1 steps the last k1 losses walk back to the last k2. 1: a window; k2: chunks. */
export const kept = (T, k1, k2) => pairs(T, (t, i) => i >= k1 * Math.ceil((t + 1) / k1) - k2);
/** All of the history of the last k losses, nothing of the others. */
export const lateLosses = (T, k) => pairs(T, (t) => t >= T - k);
/** What is left of a path across the gates i to t-1: a row is the last one times its gate. */
export const survival = (opened) =>
  opened.reduce(
    (rows, gate, t) => [...rows, rows[t].map((w, i) => (i === t + 1 ? 1 : w * gate))],
    [oneHot(0, opened.length + 1)],
  );
/** A gate is open where its uniform number u is below π, and then 1/π if reweighted. */
export const gates = (us, keep, reweighted) => us.map((u) => (u < keep) / (reweighted ? keep : 1));

/** One walk back, its message times a gate between two steps: Σ w δ hᵀ, row after row. */
export function gated({ W, slopes, errors, states }, opened) {
  const total = W.flat().fill(0);
  let message = W.map(() => 0);
  upTo(states.length)
    .reverse()
    .forEach((t) => {
      const delta = slopes[t].map((s, j) => s * (errors[t][j] + (opened[t] ?? 0) * message[j]));
      delta.forEach((d, j) =>
        states[t].forEach((x, k) => {
          total[j * W.length + k] += d * x;
        }),
      );
      message = vecmat(delta, W);
    });
  return total;
}

/** The gap of each gradient, and that of the mean of all up to it. */
export function running(gradients, wanted) {
  let mean = wanted.map(() => 0);
  const own = gradients.map((one) => relativeGap(one, wanted));
  const next = (one, n) => mean.map((m, j) => m + (one[j] - m) / (n + 1));
  return { own, curve: gradients.map((one, n) => relativeGap((mean = next(one, n)), wanted)) };
}

/** Random cuts: the weights of the last draw; the errors of all draws, of their mean, its limit. */
function drawn({ T, draws, seed, keep, reweighted }, constants) {
  const all = upTo(T - 1);
  const opened = (n) =>
    gates(
      all.map((j) => uniform(seed, n * (T - 1) + j)),
      keep,
      reweighted,
    );
  const full = gated(
    constants,
    all.map(() => 1),
  );
  const { own, curve } = running(
    upTo(draws).map((n) => gated(constants, opened(n))),
    full,
  );
  const limit = relativeGap(
    gated(
      constants,
      all.map(() => (reweighted ? 1 : keep)),
    ),
    full,
  );
  const [last, mean] = [opened(draws - 1), curve.at(-1)];
  const spread = Math.sqrt(Math.max(0, sum(own.map((x) => x ** 2)) / draws - mean ** 2));
  return {
    from: 1,
    own,
    curve,
    other: upTo(constants.draws).map(() => limit),
    error: own.at(-1),
    mean,
    limit,
    spread,
    weights: survival(last),
    cuts: last.filter((gate) => !gate).length,
  };
}

/** Of the weights: pairs that are kept, steps held for one walk, walks, one `every` few losses. */
function counted({ weights, every, loss, random, T }) {
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

export function derive(state, constants) {
  const [T, { scheme }, random] = [constants.states.length, state, state.scheme === "random"];
  const [k, k1] = [Math.min(T, state.k), Math.min(T, state.k, state.k1)];
  const scene = {
    ...state,
    T,
    random,
    k,
    k1,
    span: k,
    block: k1,
    dropped: T - k,
    pairs: (T * (T + 1)) / 2,
    loss: Math.min(T, state.loss),
    every: { window: 1, chunks: k, k1k2: k1 }[scheme] ?? T, // losses that share a walk
    curves: constants.lines[scheme],
    name: constants.names[scheme],
    knob: constants.knobs[+(scheme === "k1k2")],
  };
  const [from, curve] = scheme === "k1k2" ? [k1, constants.k1k2[k1 - 1]] : [1, constants[scheme]];
  Object.assign(
    scene,
    random
      ? drawn(scene, constants)
      : {
          from,
          curve,
          own: curve,
          other: constants.window,
          error: curve[k - from],
          weights: scheme === "late" ? lateLosses(T, k) : kept(T, scene.every, k),
        },
  );
  Object.assign(scene, counted(scene));
  const facts = {
    ...Object.fromEntries(Object.keys(constants.names).map((name) => [name, name === scheme])),
    whole: !random && scene.kept === scene.pairs,
    one: k === 1,
    first: scene.draws === 1,
    unbiased: random && (scene.reweighted || scene.keep === 1),
    heavier: scene.most > 1,
    unheard: !scene.reach,
    alone: scene.reach === scene.loss,
    answered: scene.answered,
    short: T % k1 > 0,
  };
  const known = Object.entries(scene).filter(([, x]) => typeof x !== "object");
  const texts = Object.fromEntries(known.map(([name, x]) => [name, (FORMS[name] ?? String)(x)]));
  const reached = scheme === "window" && k === constants.goal;
  return { ...scene, facts, texts, task: { reached, value: tell(constants.value, facts, texts) } };
}

/** Where the edge of the kept pairs is pulled, and which k a place means. */
function edge({ T, k, k1, scheme, answered }) {
  const [least, end] = scheme === "k1k2" ? [k1, k1 * Math.ceil(T / k1)] : [1, T];
  const level = { chunks: [[k - 0.5, k], ([, y]) => y], late: [[0.3, T - k], ([, y]) => T - y] };
  const [at, means] = level[scheme] ?? [[end - k, T - 0.5], ([x]) => end - x];
  const meant = (to) => Math.min(T, Math.max(least, Math.round(means(to))));
  return answered && scheme !== "random" && grip(at, (to) => ({ k: meant(to) }), "gradient");
}

/** A pair: filled where it is kept, larger with its weight w, darker with ‖δ‖ ‖h‖. */
function square([left, top, room], w, strength) {
  const side = room * (w ? Math.min(0.96, 0.7 + 0.06 * Math.log2(w)) : 0.22);
  const fill = w ? `color-mix(in oklab, var(--gradient) ${strength}%, var(--paper))` : null;
  const [x, y] = [left, top].map((start) => start + (room - side) / 2);
  return cell(x, y, side, side, w ? "gradient" : "quiet ghost", { fill });
}

/** What the squares are, where the triangle leaves room. */
function key({ T, random, reweighted, constants: { keys } }) {
  return keys
    .slice(0, random && reweighted ? 4 : 3)
    .map(([html, ...kind], n) => [
      square([0.5 * T, (n * T) / 16, T / 20], ...kind),
      word([0.56 * T, (n * T) / 16 + T / 40], html, "", { anchor: "start" }),
    ]);
}

/** A loss: all its pairs, one thing to choose. */
function lossOf(scene, t) {
  const pair = (i) => square([i, t, 1], scene.weights[t][i], scene.constants.strength[t][i]);
  const [on, squares] = [t + 1 === scene.loss, upTo(t + 1).map(pair)];
  const frame = cell(0, t, t + 1, 1, on ? "clear ink thin" : "pick");
  const chosen = { to: { loss: t + 1 }, name: `Loss ${t + 1}`, on, place: [t, 0] };
  return scene.answered ? choice([frame, ...squares], chosen) : squares;
}

function picture(scene) {
  const ticks = scene.constants.ticks.map((n) => [n - 0.5, n]);
  return {
    size: [360, 366],
    title: spoken("title")(scene),
    says: spoken("triangle")(scene),
    x: axis(0, scene.T, ticks, { room: [34, 14], name: "step <i>i</i> →" }),
    y: axis(scene.T, 0, ticks, { room: [42, 24], grid: false, name: "loss <i>t</i> ↓" }),
    marks: [key(scene), upTo(scene.T).map((t) => lossOf(scene, t)), edge(scene)],
  };
}

/** What the errors depend on: the number of draws, on a logarithmic scale, or k. */
const dial = ({ random, T, k, knob, draws, constants: { ticks, draws: most } }) =>
  random
    ? { dial: "draws", max: most, value: draws, every: 120, at: Math.log10, ticks: [1, 10, 100] }
    : { dial: "k", label: knob, max: T, value: k, every: 500, at: Number, ticks };
/** A share in percent, by its log10. */
const label = (log) => `${log < -4 ? tenTo(log + 2) : +(10 ** (log + 2)).toFixed(2)}\u00a0%`;

/** Errors on a logarithmic scale; dashed those of the window, or what the draws tend to. */
function linked({ own, curve, other, from, ...scene }) {
  const { dial: across, label: name = across, max, value, at, ticks } = dial(scene);
  const logs = (errors, first) => errors.map((error, n) => [at(n + first), Math.log10(error)]);
  const [each, main, dashed] = [logs(own, from), logs(curve, from), logs(other, 1)];
  const y = logAxis(
    [...each, ...main, ...dashed].map(([, log]) => log),
    { room: [48, 30], label },
  );
  const called = ([html, x, ...more]) => word([x * at(max), y.to], html, ...more);
  return {
    size: [320, 234],
    title: spoken("headline")(scene),
    says: spoken("curves")(scene),
    y,
    x: axis(
      at(1),
      at(max),
      ticks.map((n) => [at(n), n]),
      { name, middle: true, room: [52, 14] },
    ),
    marks: [
      scene.scheme !== "window" && line(dashed, "quiet dashed thin"),
      scene.random ? dots(each, 2, "gradient ghost") : dots(each, 2.5, "gradient"),
      line(main, "gradient"),
      dot(main[value - from], 6, "gradient"),
      scene.curves.map(called),
    ],
  };
}

function play(scene) {
  const { dial: name, label = name, max, value, every } = dial(scene);
  return {
    label,
    min: 1,
    max,
    value,
    show: value,
    to: (n) => ({ [name]: n }),
    every,
    says: spoken("heard")(scene),
  };
}

function more(scene) {
  const { T, keep, random, reweighted } = scene;
  const own = (name) => ({ min: 1, max: T, step: 1, value: scene[name], show: scene[name] });
  const tuner = (name, label, says, more) =>
    range({ ...own(name), label, says, to: (value) => ({ [name]: value }), ...more });
  const is = {
    options: [
      ["yes", "yes"],
      ["no", "no"],
    ],
    value: reweighted ? "yes" : "no",
  };
  return [
    tuner("k1", "<i>k</i><sub>1</sub>", `a walk for every ${scene.texts.block}`, {
      max: scene.k,
      disabled: scene.scheme !== "k1k2",
    }),
    tuner("keep", "chance <i>π</i>", `each barrier is open with chance ${keep}`, {
      min: 0.05,
      max: 1,
      step: 0.05,
      show: keep.toFixed(2),
      disabled: !random,
    }),
    bar({ label: "Weight 1/<i>π</i> each", ...is, to: (to) => ({ reweighted: to === "yes" }) }),
    tuner("loss", "framed loss <i>t</i>", spoken("title")(scene)),
    row(act({ label: "Other draws", to: { seed: (scene.seed + 1) % 1000 }, disabled: !random })),
  ];
}

const controls = ({ scheme: value, constants: { names } }) =>
  bar({ label: "Scheme", value, options: Object.entries(names), to: (scheme) => ({ scheme }) });
const parts = { picture, linked, controls, play, says: spoken("words"), more };
export default explorable({
  derive,
  ...parts,
  table: ({ constants }) => constants.table,
  lines: [4, 7],
});
