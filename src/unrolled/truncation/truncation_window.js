import { act, bar, note, range, row } from "../page/kit/controls.js";
import { axis, logAxis } from "../page/kit/axes.js";
import { explorable } from "../page/kit/explorable.js";
import { percent, plural, short, tenTo } from "../page/kit/numbers.js";
import { cell, choice, dot, dots, grip, line, word } from "../page/kit/picture.js";
import { say } from "../page/kit/words.js";

const MOST = 100; // draws

// Weights w[t][i] of the pairs of loss t and step i, counted from 0 here.
function pairs(T, weight) {
  return Array.from({ length: T }, (_, t) => {
    const line = new Array(T).fill(0);
    for (let i = t; i >= 0; i--) line[i] = +weight(t, i, line);
    return line;
  });
}

/** Every k1 steps the last k1 losses walk back to the last k2 steps. k1 = 1: a window; k1 = k2: chunks. */
export const kept = (T, k1, k2) => pairs(T, (t, i) => i >= k1 * Math.ceil((t + 1) / k1) - k2);

/** All of the history of the last k losses, nothing of the others. */
export const lateLosses = (T, k) => pairs(T, (t) => t >= T - k);

/** What is left of a path across the gates i to t-1. */
export const survival = (opened) =>
  pairs(opened.length + 1, (t, i, line) => (i === t ? 1 : line[i + 1] * opened[i]));

/** A gate is open where the uniform number is below π, and then 1/π if reweighted. */
export const gates = (uniforms, keep, reweighted) =>
  uniforms.map((u) => (u < keep) / (reweighted ? keep : 1));

/** The n-th number of the generator mulberry32, from [0, 1). */
export function uniform(seed, n) {
  const a = (seed + Math.imul(n + 1, 0x6d2b79f5)) | 0;
  let x = Math.imul(a ^ (a >>> 15), a | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
}

/** Σ w δ hᵀ, row after row. `deltas` holds the pairs (1,1), (2,1), (2,2), (3,1), ... */
export function gradient(deltas, states, weights) {
  const n = states[0].length;
  const total = new Array(n * n).fill(0);
  states.forEach((state, i) => {
    const arriving = new Array(n).fill(0);
    for (let t = i; t < states.length; t++) {
      const delta = deltas[t * (t + 1) / 2 + i];
      for (let j = 0; j < n; j++) arriving[j] += weights[t][i] * delta[j];
    }
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) total[j * n + k] += arriving[j] * state[k];
  });
  return total;
}

/** ‖found - wanted‖ / ‖wanted‖ */
export function relativeGap(found, wanted) {
  return Math.hypot(...found.map((x, j) => x - wanted[j])) / Math.hypot(...wanted);
}

/** For each gradient its own gap, and that of the mean of all up to it. */
export function running(gradients, wanted) {
  const mean = wanted.map(() => 0);
  return gradients.map((one, n) => {
    one.forEach((x, j) => { mean[j] += (x - mean[j]) / (n + 1); });
    return { own: relativeGap(one, wanted), mean: relativeGap(mean, wanted) };
  });
}

const longest = (opened) => opened.reduce(([run, most], g) => {
  const next = g ? run + 1 : 1;
  return [next, Math.max(most, next)];
}, [1, 1])[1];

/** Random cuts: the gates of the last draw, and the errors of all of them. */
function drawn({ draws, seed, keep, reweighted }, { deltas, states }) {
  const T = states.length;
  const opened = (n) =>
    gates(Array.from({ length: T - 1 }, (_, j) => uniform(seed, n * (T - 1) + j)), keep, reweighted);
  const found = (g) => gradient(deltas, states, survival(g));
  const full = found(new Array(T - 1).fill(1));
  const last = opened(draws - 1);
  return {
    weights: survival(last), held: longest(last), walked: T, cuts: last.filter((g) => !g).length,
    history: running(Array.from({ length: draws }, (_, n) => found(opened(n))), full),
    limit: relativeGap(found(last.map(() => (reweighted ? 1 : keep))), full),
  };
}

// The steps held at once, and the steps walked back in all: counted.
const SCHEMES = {
  window: ({ T, k }) => ({ weights: kept(T, 1, k), held: k, walked: k * T - k * (k - 1) / 2 }),
  chunks: ({ T, k }) => ({ weights: kept(T, k, k), held: k, walked: T }),
  k1k2: ({ T, k, k1 }) => {
    const ends = Array.from({ length: Math.ceil(T / k1) }, (_, n) => k1 * (n + 1));
    const walks = ends.map((end) => Math.min(T, end) - Math.max(0, end - k));
    return { weights: kept(T, k1, k), held: k, walked: walks.reduce((a, b) => a + b) };
  },
  late: ({ T, k }) => ({ weights: lateLosses(T, k), held: T, walked: T }),
};

function spread(history) {
  const square = history.reduce((a, one) => a + one.own ** 2, 0) / history.length;
  return Math.sqrt(Math.max(0, square - history.at(-1).mean ** 2));
}

export function derive(state, told) {
  const [T, random] = [told.states.length, state.scheme === "random"];
  const within = (n) => Math.min(T, Math.max(1, n));
  const now = { ...state, T, k: within(state.k), loss: within(state.loss), draws: within(state.draws, MOST) };
  now.k1 = Math.min(now.k, within(state.k1));
  now.draws = Math.min(MOST, Math.max(1, state.draws));
  Object.assign(now, random ? drawn(now, told) : SCHEMES[now.scheme](now));
  const curves = { window: told.window, chunks: told.chunks, late: told.late, k1k2: told.k1k2[now.k1 - 1] };
  now.curve = curves[now.scheme];
  now.error = random ? now.history.at(-1).own : now.curve[now.k - (now.scheme === "k1k2" ? now.k1 : 1)];
  const count = now.weights.flat().filter(Boolean).length;
  const reached = now.scheme === "window" && now.error < 0.01 && !(told.window[now.k - 2] < 0.01);
  now.task = { reached, value: random ? `Now: random cuts.` : `Now: ${told.names[now.scheme]}, <i>k</i> = ${now.k}, error ${percent(now.error)}.` };
  now.facts = {
    ...Object.fromEntries(Object.keys(told.names).map((name) => [name, name === now.scheme])),
    whole: !random && count === T * (T + 1) / 2, one: now.k === 1, first: now.draws === 1,
    unbiased: random && (now.reweighted || now.keep === 1), heavier: Math.max(...now.weights.flat()) > 1,
  };
  now.texts = {
    k: `${now.k}`, k1: `${now.k1}`, kept: `${count}`, pairs: `${T * (T + 1) / 2}`, T: `${T}`,
    draws: `${now.draws}`, dropped: `${T - now.k}`, error: percent(now.error),
    held: plural(now.held, "step"), walked: plural(now.walked, "step"),
    ...(random && {
      cuts: plural(now.cuts, "cut"), limit: percent(now.limit), mean: percent(now.history.at(-1).mean),
      spread: percent(spread(now.history)), most: short(Math.max(...now.weights.flat())),
    }),
  };
  return now;
}

const says = ({ facts, texts, told }) => told.words.map((rules) => say(rules, facts, texts)).join(" ");

function reach({ weights, loss }) {
  const first = weights[loss - 1].findIndex(Boolean) + 1;
  if (!first) return `Loss ${loss} is dropped.`;
  return first === loss ? `Loss ${loss} reaches its own step only.` : `Loss ${loss} reaches back to step ${first}.`;
}

const EDGE = { // where the scheme's edge can be pulled, and which k that place means
  window: { at: ({ T, k }) => [T - k, T - 0.5], k: ({ T }, [x]) => T - x },
  k1k2: { at: ({ T, k }) => [T - k, T - 0.5], k: ({ T }, [x]) => T - x },
  chunks: { at: ({ k }) => [k - 0.5, k], k: (now, [, y]) => y },
  late: { at: ({ T, k }) => [0.3, T - k], k: ({ T }, [, y]) => T - y },
};

function edge(now) {
  const it = EDGE[now.scheme];
  if (!it || !now.answered) return null;
  const pull = (place) => ({ k: Math.min(now.T, Math.max(1, Math.round(it.k(now, place)))) });
  return grip(it.at(now), pull, "gradient");
}

const spots = (T) => Array.from({ length: T }, (_, n) => n + 1).filter((n) => n === 1 || n % 5 === 0 || T < 8);

/** The triangle of pairs: filled where they are kept, stronger where ‖δ‖ ‖h‖ is larger. */
function picture(now) {
  const { T, weights, told, loss } = now;
  const one = (t, i) => {
    const w = weights[t][i];
    const side = w ? Math.min(0.96, 0.7 + 0.06 * Math.max(0, Math.log2(w))) : 0.22;
    const fill = w ? `color-mix(in oklab, var(--gradient) ${told.strength[t * (t + 1) / 2 + i]}%, var(--paper))` : null;
    return cell(i + (1 - side) / 2, t + (1 - side) / 2, side, side, w ? "gradient" : "quiet ghost", { fill });
  };
  const losses = weights.map((_, t) => {
    const cells = Array.from({ length: t + 1 }, (_, i) => one(t, i));
    const frame = cell(0, t, t + 1, 1, t + 1 === loss ? "clear ink thin" : "pick");
    return now.answered ? choice([frame, ...cells], { to: { loss: t + 1 }, name: `Loss ${t + 1}`, on: t + 1 === loss, place: [t, 0] }) : cells;
  });
  const ticks = spots(T).map((n) => [n - 0.5, n]);
  return {
    size: [360, 350], title: now.answered ? reach(now) : "Pairs of loss and step: filled, kept; small, dropped.",
    says: `Triangle of ${now.texts.pairs} pairs, loss t downwards from 1 to ${T}, step i to the right. ${now.texts.kept} are filled: kept. ${reach(now)}`,
    x: axis(0, T, ticks, { room: [34, 14], name: "step <i>i</i> →" }),
    y: axis(T, 0, ticks, { room: [42, 8], grid: false }),
    marks: [word([T * 0.3, 0.5], "loss <i>t</i> ↓", "", { anchor: "start" }), losses, edge(now)],
  };
}

/** Errors over k, or over the draws, on a logarithmic scale. */
function linked(now) {
  const log = (values, from = 1) => values.map((v, n) => [n + from, Math.log10(v)]);
  const more = { room: [44, 30], label: (n) => `${n < -4 ? tenTo(n + 2) : +(10 ** (n + 2)).toFixed(2)}\u00a0%` };
  if (now.scheme === "random") {
    const [own, mean] = ["own", "mean"].map((name) => log(now.history.map((one) => one[name])));
    const limit = Math.log10(now.limit);
    const across = (points) => points.map(([n, v]) => [Math.log10(n), v]);
    return {
      size: [360, 250], title: `Error of the mean of ${plural(now.draws, "draw")}: ${now.texts.mean}`,
      says: `Error against the number of draws. Mean of ${now.draws}: ${now.texts.mean}. Dashed, its limit: ${now.texts.limit}.`,
      x: axis(0, 2, [[0, "1"], [1, "10"], [2, "100"]], { room: [52, 14], name: "draws", middle: true }),
      y: logAxis([...own, ...mean, [0, limit]].map(([, v]) => v), more),
      marks: [line([[0, limit], [2, limit]], "quiet dashed thin"), dots(across(own), 2, "gradient ghost"), line(across(mean), "gradient"), dot(across(mean).at(-1), 6, "gradient")],
    };
  }
  const from = now.scheme === "k1k2" ? now.k1 : 1;
  const [curve, window] = [log(now.curve, from), log(now.told.window)];
  return {
    size: [360, 250], title: `Error at <i>k</i> = ${now.k}: ${now.texts.error}`,
    says: `Error of the gradient of W_hh against k from 1 to ${now.T}. At ${now.k}: ${now.texts.error}. ${now.scheme === "window" ? "" : "Dashed: the sliding window."}`,
    x: axis(1, now.T, spots(now.T), { room: [52, 14], name: "<i>k</i>", middle: true }),
    y: logAxis([...curve, ...window].map(([, v]) => v), more),
    marks: [now.scheme !== "window" && line(window, "quiet dashed thin"), line(curve, "gradient"), dots(curve, 2.5, "gradient"), dot(curve[now.k - from], 6, "gradient")],
  };
}

function play(now) {
  const random = now.scheme === "random";
  const [name, most, value] = random ? ["draws", MOST, now.draws] : ["k", now.T, now.k];
  const to = (n) => ({ [name]: n });
  return {
    label: random ? "draws" : "<i>k</i>", min: 1, max: most, value, show: value, to, every: random ? 120 : 500,
    says: random ? `${plural(value, "draw")}: error of the mean ${now.texts.mean}` : `k = ${value}: error ${now.texts.error}`,
    next: value < most && to(value + 1), back: value > 1 && to(value - 1), again: to(1),
  };
}

const controls = (now) => [
  bar({ label: "Scheme", value: now.scheme, to: (scheme) => ({ scheme }), options: Object.entries(now.told.names) }),
];

const more = (now) => [
  range({ label: "<i>k</i><sub>1</sub>", min: 1, max: now.T, step: 1, value: now.k1, show: now.k1, disabled: now.scheme !== "k1k2", says: `losses walk back every ${plural(now.k1, "step")}`, to: (k1) => ({ k1, k: Math.max(k1, now.k) }) }),
  range({ label: "chance <i>π</i>", min: 0.05, max: 1, step: 0.05, value: now.keep, show: now.keep.toFixed(2), disabled: now.scheme !== "random", says: `each gate is open with chance ${now.keep}`, to: (keep) => ({ keep }) }),
  bar({ label: "Weight 1/<i>π</i> for each gate crossed", value: now.reweighted ? "yes" : "no", options: [["yes", "yes"], ["no", "no"]], to: (key) => ({ reweighted: key === "yes" }) }),
  range({ label: "loss <i>t</i>", min: 1, max: now.T, step: 1, value: now.loss, show: now.loss, says: reach(now), to: (loss) => ({ loss }) }),
  row(act({ label: "Other draws", to: { seed: (now.seed + 1) % 1000 }, disabled: now.scheme !== "random" })),
];

const tabled = ({ told }) => ({
  summary: "Error against <i>k</i> as a table", caption: "Relative error of the gradient of W_hh, by k",
  head: ["<i>k</i>", "window", "chunks", "late losses"],
  rows: told.window.map((v, n) => [n + 1, ...[v, told.chunks[n], told.late[n]].map(percent)]),
});

export default explorable({ derive, picture, linked, controls, play, says, more, table: tabled, lines: [4, 7] });
