import { axis, logAxis } from "../page/kit/axes.js";
import { act, bar, range, row } from "../page/kit/controls.js";
import { explorable } from "../page/kit/explorable.js";
import { oneHot, range as upTo, relativeGap, sum, uniform } from "../page/kit/maths.js";
import { percent, plural, short, tenTo } from "../page/kit/numbers.js";
import { cell, choice, dot, dots, grip, line, word } from "../page/kit/picture.js";
import { tell } from "../page/kit/words.js";

const MOST = 100; // draws
const steps = (n) => plural(n, "step");
const spoken = (name) => ({ told, facts, texts }) => tell(told[name], facts, texts);
const FORMS = { // how what is known becomes text
  T: String, k: String, loss: String, k1: String, draws: String, dropped: String, kept: String,
  pairs: String, reach: String, error: percent, mean: percent, spread: percent, limit: percent,
  held: steps, walked: steps, most: short, cuts: (n) => plural(n, "cut"),
};

/** Weights w[t][i] of the pairs of loss t and step i, counted from 0 here. */
const pairs = (T, weight) => upTo(T).map((t) => upTo(T).map((i) => (i > t ? 0 : +weight(t, i))));
/** Where a pair stands among (1,1), (2,1), (2,2), (3,1), ... */
const place = (t, i) => (t * (t + 1)) / 2 + i;
/** Every k1 steps the last k1 losses walk back to the last k2. 1: a window; k2: chunks. */
export const kept = (T, k1, k2) => pairs(T, (t, i) => i >= k1 * Math.ceil((t + 1) / k1) - k2);
/** All of the history of the last k losses, nothing of the others. */
export const lateLosses = (T, k) => pairs(T, (t) => t >= T - k);
/** What is left of a path across the gates i to t-1: a row is the last one times its gate. */
export const survival = (opened) => opened.reduce((rows, gate, t) =>
  [...rows, rows[t].map((w, i) => (i === t + 1 ? 1 : w * gate))], [oneHot(0, opened.length + 1)]);
/** A gate is open where its uniform number u is below π, and then 1/π if reweighted. */
export const gates = (us, keep, reweighted) => us.map((u) => (u < keep) / (reweighted ? keep : 1));

/** Σ w δ hᵀ, row after row; in loops, because a hundred draws need a hundred of them. */
export function gradient(deltas, states, weights) {
  const total = new Array(states[0].length ** 2).fill(0);
  const add = (w, delta, h) => delta.forEach((d, j) => {
    for (let k = 0; k < h.length; k++) total[j * h.length + k] += w * d * h[k];
  });
  weights.forEach((line, t) => line.forEach((w, i) => w && add(w, deltas[place(t, i)], states[i])));
  return total;
}

/** The gap of each gradient, and that of the mean of all up to it. */
export function running(gradients, wanted) {
  let mean = wanted.map(() => 0);
  const curve = gradients.map((one, n) => {
    mean = mean.map((m, j) => m + (one[j] - m) / (n + 1));
    return relativeGap(mean, wanted);
  });
  return { own: gradients.map((one) => relativeGap(one, wanted)), curve };
}

/** Random cuts: the weights of the last draw; the errors of all draws, of their mean, its limit. */
function drawn({ T, draws, seed, keep, reweighted }, { deltas, states }) {
  const all = upTo(T - 1);
  const opened = (n) => gates(all.map((j) => uniform(seed, n * (T - 1) + j)), keep, reweighted);
  const found = (open) => gradient(deltas, states, survival(open));
  const full = found(all.map(() => 1));
  const { own, curve } = running(upTo(draws).map((n) => found(opened(n))), full);
  const limit = relativeGap(found(all.map(() => (reweighted ? 1 : keep))), full);
  const [last, mean] = [opened(draws - 1), curve.at(-1)];
  const [weights, square] = [survival(last), sum(own.map((error) => error ** 2)) / draws];
  return {
    from: 1, own, curve, other: upTo(MOST).map(() => limit), error: own.at(-1), mean, limit,
    spread: Math.sqrt(Math.max(0, square - mean ** 2)), cuts: last.filter((gate) => !gate).length,
    weights, held: Math.max(...weights.map((of) => of.filter(Boolean).length)), walked: T,
  };
}

/** The weights; the errors by k, the first at `from`; steps held at once, and walked in all. */
function measured({ scheme, T, k, k1 }, told) {
  const [from, curve] = scheme === "k1k2" ? [k1, told.k1k2[k1 - 1]] : [1, told[scheme]];
  const errors = { from, curve, own: curve, other: told.window, error: curve[k - from] };
  if (scheme === "late") return { ...errors, weights: lateLosses(T, k), held: T, walked: T };
  const every = { window: 1, chunks: k, k1k2: k1 }[scheme];
  const ends = upTo(Math.ceil(T / every)).map((n) => every * (n + 1));
  const walked = sum(ends.map((end) => Math.min(T, end) - Math.max(0, end - k)));
  return { ...errors, weights: kept(T, every, k), held: k, walked };
}

export function derive(state, told) {
  const [T, pairs, random] = [told.states.length, told.deltas.length, state.scheme === "random"];
  const [k, loss] = [Math.min(T, state.k), Math.min(T, state.loss)];
  const now = { ...state, T, pairs, random, k, loss, k1: Math.min(k, state.k1) };
  Object.assign(now, random ? drawn(now, told) : measured(now, told), { dropped: T - k });
  const weights = now.weights.flat();
  now.kept = weights.filter(Boolean).length;
  now.most = Math.max(...weights);
  now.reach = now.weights[loss - 1].findIndex(Boolean) + 1; // 0: the loss is dropped
  const facts = {
    ...Object.fromEntries(Object.keys(told.names).map((name) => [name, name === now.scheme])),
    whole: !random && now.kept === pairs, one: k === 1, first: now.draws === 1,
    unbiased: random && (now.reweighted || now.keep === 1), heavier: now.most > 1,
    unheard: now.reach === 0, alone: now.reach === loss, answered: now.answered,
  };
  const known = Object.entries(FORMS).filter(([name]) => name in now);
  const texts = Object.fromEntries(known.map(([name, form]) => [name, form(now[name])]));
  const reached = now.scheme === "window" && k === told.goal;
  return { ...now, facts, texts, task: { reached, value: tell(told.value, facts, texts) } };
}

/** Where the edge of the kept pairs is pulled, and which k a place means. */
function edge({ T, k, scheme }) {
  const level = { chunks: [[k - 0.5, k], ([, y]) => y], late: [[0.3, T - k], ([, y]) => T - y] };
  const [at, means] = level[scheme] ?? [[T - k, T - 0.5], ([x]) => T - x];
  return grip(at, (to) => ({ k: Math.min(T, Math.max(1, Math.round(means(to)))) }), "gradient");
}

/** A pair: filled where it is kept, larger with its weight, stronger with ‖δ‖ ‖h‖. */
function square({ weights, told }, t, i) {
  const [w, strength] = [weights[t][i], told.strength[place(t, i)]];
  const side = w ? Math.min(0.96, 0.7 + 0.06 * Math.log2(w)) : 0.22;
  const [x, y] = [i + (1 - side) / 2, t + (1 - side) / 2];
  const fill = w ? `color-mix(in oklab, var(--gradient) ${strength}%, var(--paper))` : null;
  return cell(x, y, side, side, w ? "gradient" : "quiet ghost", { fill });
}

/** A loss: all its pairs, one thing to choose. */
function lossOf(now, t) {
  const [on, squares] = [t + 1 === now.loss, upTo(t + 1).map((i) => square(now, t, i))];
  const frame = cell(0, t, t + 1, 1, on ? "clear ink thin" : "pick");
  const chosen = { to: { loss: t + 1 }, name: `Loss ${t + 1}`, on, place: [t, 0] };
  return now.answered ? choice([frame, ...squares], chosen) : squares;
}

function picture(now) {
  const ticks = now.told.ticks.map((n) => [n - 0.5, n]);
  return {
    size: [360, 350], title: spoken("title")(now), says: spoken("triangle")(now),
    x: axis(0, now.T, ticks, { room: [34, 14], name: "step <i>i</i> →" }),
    y: axis(now.T, 0, ticks, { room: [42, 8], grid: false }),
    marks: [
      word([now.T * 0.3, 0.5], "loss <i>t</i> ↓", "", { anchor: "start" }),
      upTo(now.T).map((t) => lossOf(now, t)), now.answered && !now.random && edge(now),
    ],
  };
}

/** What the errors depend on: the number of draws, on a logarithmic scale, or k. */
const dial = ({ random, T, k, draws, told: { ticks } }) => (random
  ? { name: "draws", max: MOST, value: draws, every: 120, at: Math.log10, ticks: [1, 10, 100] }
  : { name: "k", label: "<i>k</i>", max: T, value: k, every: 500, at: Number, ticks });
/** A share in percent, by its log10. */
const label = (log) => `${log < -4 ? tenTo(log + 2) : +(10 ** (log + 2)).toFixed(2)}\u00a0%`;

/** Errors on a logarithmic scale; dashed those of the window, or what the draws tend to. */
function linked({ own, curve, other, from, ...now }) {
  const { name, label: shown = name, max, value, at, ticks } = dial(now);
  const logs = (errors, first) => errors.map((error, n) => [at(n + first), Math.log10(error)]);
  const [each, main, dashed] = [logs(own, from), logs(curve, from), logs(other, 1)];
  const across = { room: [52, 14], name: shown, middle: true };
  return {
    size: [360, 250], title: spoken("headline")(now), says: spoken("curves")(now),
    x: axis(at(1), at(max), ticks.map((n) => [at(n), n]), across),
    y: logAxis([...each, ...main, ...dashed].map(([, log]) => log), { room: [44, 30], label }),
    marks: [
      now.scheme !== "window" && line(dashed, "quiet dashed thin"),
      now.random ? dots(each, 2, "gradient ghost") : dots(each, 2.5, "gradient"),
      line(main, "gradient"), dot(main[value - from], 6, "gradient"),
    ],
  };
}

function play(now) {
  const { name, label = name, max, value, every } = dial(now);
  const to = (n) => ({ [name]: n });
  return {
    label, min: 1, max, value, show: value, to, every, says: spoken("heard")(now),
    next: value < max && to(value + 1), back: value > 1 && to(value - 1), again: to(1),
  };
}

function more(now) {
  const { T, k, k1, keep, random } = now;
  const tuner = (name, label, says, given) => range({
    label, min: 1, max: T, step: 1, value: now[name], show: now[name], says,
    to: (value) => ({ [name]: value }), ...given,
  });
  return [
    tuner("k1", "<i>k</i><sub>1</sub>", `losses walk back every ${steps(k1)}`, {
      to: (one) => ({ k1: one, k: Math.max(one, k) }), disabled: now.scheme !== "k1k2",
    }),
    tuner("keep", "chance <i>π</i>", `each gate is open with chance ${keep}`, {
      min: 0.05, max: 1, step: 0.05, show: keep.toFixed(2), disabled: !random,
    }),
    bar({
      label: "Weight 1/<i>π</i> for each gate crossed", value: now.reweighted ? "yes" : "no",
      options: [["yes", "yes"], ["no", "no"]], to: (key) => ({ reweighted: key === "yes" }),
    }),
    tuner("loss", "loss <i>t</i>", spoken("title")(now)),
    row(act({ label: "Other draws", to: { seed: (now.seed + 1) % 1000 }, disabled: !random })),
  ];
}

const controls = ({ scheme, told: { names } }) => bar({
  label: "Scheme", value: scheme, options: Object.entries(names), to: (one) => ({ scheme: one }),
});
const parts = { picture, linked, controls, play, says: spoken("words"), more };
export default explorable({ derive, ...parts, table: ({ told }) => told.table, lines: [4, 7] });
