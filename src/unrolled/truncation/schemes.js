// Which pairs (loss t, step i) a gradient keeps, t and i counted from 0, and with what weight.
// Twins of unrolled.truncation.weights and .walks; a test holds them together.
import { oneHot, range, relativeGap, sum, uniform, vecmat } from "../widget/kit/maths.js";

function pairs(T, weight) {
  return range(T).map((t) => range(T).map((i) => (i > t ? 0 : Number(weight(t, i)))));
}

/** Every k1 steps the last k1 losses walk back to the last k2. 1: a window; k2: chunks. */
export function kept(T, k1, k2) {
  return pairs(T, (t, i) => {
    const end = k1 * Math.ceil((t + 1) / k1);
    return i >= end - k2;
  });
}

/** All of the history of the last k losses, nothing of the others. */
export function lateLosses(T, k) {
  return pairs(T, (t) => t >= T - k);
}

/** What is left of a path across the gates i to t-1: a row is the last one times its gate. */
export function survival(opened) {
  const rows = [oneHot(0, opened.length + 1)];
  opened.forEach((gate, t) => {
    const next = rows[t].map((weight) => weight * gate);
    next[t + 1] = 1;
    rows.push(next);
  });
  return rows;
}

/** A gate is open where its uniform number u is below π, and then 1/π if reweighted. */
export function gates(us, keep, reweighted) {
  const open = reweighted ? 1 / keep : 1;
  return us.map((u) => (u < keep ? open : 0));
}

/** One walk back, its message times a gate between two steps: Σ w δ hᵀ, row after row. */
export function gated({ W, slopes, errors, states }, opened) {
  const n = W.length;
  const total = Array(n * n).fill(0);
  let message = Array(n).fill(0);
  for (let t = states.length - 1; t >= 0; t--) {
    const gate = opened[t] ?? 0; // nothing comes after the last step
    const delta = slopes[t].map((slope, j) => slope * (errors[t][j] + gate * message[j]));
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) total[j * n + k] += delta[j] * states[t][k];
    }
    message = vecmat(delta, W);
  }
  return total;
}

/** The gap of each gradient, and that of the mean of all up to it. */
export function runningGaps(gradients, wanted) {
  const own = [];
  const curve = [];
  let mean = wanted.map(() => 0);
  gradients.forEach((gradient, n) => {
    mean = mean.map((m, j) => m + (gradient[j] - m) / (n + 1));
    own.push(relativeGap(gradient, wanted));
    curve.push(relativeGap(mean, wanted));
  });
  return { own, curve };
}

/** Random cuts: the weights of the last draw; the errors of all draws, of their mean, its limit. */
export function randomCuts({ T, draws, seed, keep, reweighted }, problem) {
  const borders = T - 1;
  const draw = (n) => {
    const us = range(borders).map((j) => uniform(seed, n * borders + j));
    return gates(us, keep, reweighted);
  };
  const constant = (gate) => gated(problem, Array(borders).fill(gate));
  const full = constant(1);
  const gradients = range(draws).map((n) => gated(problem, draw(n)));
  const { own, curve } = runningGaps(gradients, full);
  const last = draw(draws - 1);
  const mean = curve.at(-1);
  const limit = relativeGap(constant(reweighted ? 1 : keep), full);
  const square = sum(own.map((x) => x ** 2)) / draws;
  return {
    own,
    curve,
    error: own.at(-1),
    mean,
    limit,
    spread: Math.sqrt(Math.max(0, square - mean ** 2)),
    weights: survival(last),
    cuts: last.filter((gate) => gate === 0).length,
  };
}
