// An encoder, additive attention and a decoder: twins of the package's translator.
import { ACTIVATIONS, oneHot } from "../widget/kit/maths.js";

const { f: logistic } = ACTIVATIONS.logistic;
const STOP = 0;
const START = 1;

function inner(v, w) {
  let total = 0;
  for (let k = 0; k < v.length; k++) total += v[k] * w[k];
  return total;
}

const times = (W, x) => W.map((row) => inner(row, x));

/** W_x x + W_h h + b of a gate. */
const sums = ({ W_x, W_h, b }, x, h) =>
  b.map((bias, k) => inner(W_x[k], x) + inner(W_h[k], h) + bias);

/** One step of an LSTM: the next { h, c }. */
export function lstmStep(p, x, { h, c }) {
  const i = sums(p.i, x, h).map(logistic);
  const f = sums(p.f, x, h).map(logistic);
  const o = sums(p.o, x, h).map(logistic);
  const candidate = sums(p.c, x, h).map(Math.tanh);
  const kept = c.map((cell, k) => f[k] * cell + i[k] * candidate[k]);
  return { h: kept.map((cell, k) => o[k] * Math.tanh(cell)), c: kept };
}

/** Scores as weights that sum to 1. */
export function softmax(scores) {
  const most = Math.max(...scores);
  const shares = scores.map((s) => Math.exp(s - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** The attention weights of a query: softmax of wᵀ tanh(W_q q + W_k k + b) over all keys. */
export function lookAt({ W_q, W_k, b, w }, query, keys) {
  const asked = times(W_q, query);
  const scores = keys.map((key) => {
    const answered = times(W_k, key);
    return inner(
      w,
      b.map((bias, k) => Math.tanh(asked[k] + answered[k] + bias)),
    );
  });
  return softmax(scores);
}

const average = (weights, keys) =>
  keys[0].map((_, k) => weights.reduce((sum, share, j) => sum + share * keys[j][k], 0));

/** The state after each letter that is read. */
export function readLetters(encoder, codes) {
  const n = encoder.i.W_x[0].length;
  const size = encoder.i.b.length;
  let state = { h: Array(size).fill(0), c: Array(size).fill(0) };
  return codes.map((code) => {
    state = lstmStep(encoder, oneHot(code, n), state);
    return state;
  });
}

/** What the decoder takes in: the letter before, and what it looks at. */
function stepOf({ decoder, readout, score }, token, state, keys) {
  const letter = oneHot(token, readout.b_y.length);
  const look = score ? lookAt(score, state.h, keys) : [];
  const input = score ? [...letter, ...average(look, keys)] : letter;
  const next = lstmStep(decoder, input, state);
  const logits = times(readout.W_yh, next.h).map((z, k) => z + readout.b_y[k]);
  const p = softmax(logits);
  const likeliest = logits.indexOf(Math.max(...logits));
  return { token: likeliest, p: p[likeliest], look, state: next };
}

/** Letter by letter the likeliest, until the stop or `limit` letters: { steps, ended }. */
export function writeLetters(p, states, limit) {
  const keys = states.map(({ h }) => h);
  const steps = [];
  let token = START;
  let state = states.at(-1);
  while (steps.length < limit) {
    const step = stepOf(p, token, state, keys);
    steps.push(step);
    ({ token, state } = step);
    if (token === STOP) return { steps, ended: true };
  }
  return { steps, ended: false };
}
