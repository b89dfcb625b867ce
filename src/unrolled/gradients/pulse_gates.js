// LSTM and GRU whose recurrent matrices are all W; the gate that keeps reads its bias alone.
import { matmul, matvec } from "../widget/kit/maths.js";

const sigmoid = (a) => 1 / (1 + Math.exp(-a));

/** diag(v) M. */
const scaleRows = (v, M) => M.map((row, i) => row.map((x) => v[i] * x));
const add = (...matrices) =>
  matrices.reduce((A, B) => A.map((row, i) => row.map((x, j) => x + B[i][j])));
export const diagonal = (v) => v.map((x, i) => v.map((_, j) => (i === j ? x : 0)));
const zip = (f, ...vectors) => vectors[0].map((_, i) => f(...vectors.map((v) => v[i])));

/** A step of an LSTM from (h, c): the state after it, its Jacobian, and the forget gate. */
function stepLstm([h, c], x, W, bias) {
  const a = zip((p, q) => p + q, matvec(W, h), x);
  const gate = a.map(sigmoid); // input and output gate
  const forget = a.map(() => sigmoid(bias));
  const fresh = a.map(Math.tanh);
  const after = zip((f, m, i, g) => f * m + i * g, forget, c, gate, fresh);
  const shown = after.map(Math.tanh);
  const byA = zip((i, g) => g * i * (1 - i) + i * (1 - g * g), gate, fresh);
  const open = zip((o, s) => o * (1 - s * s), gate, shown);
  const turned = zip((o, s) => s * o * (1 - o), gate, shown);
  const cByH = scaleRows(byA, W);
  const cByC = diagonal(forget);
  const hByH = add(scaleRows(open, cByH), scaleRows(turned, W));
  const hByC = scaleRows(open, cByC);
  return {
    state: [zip((o, s) => o * s, gate, shown), after],
    J: [
      ...hByH.map((row, i) => [...row, ...hByC[i]]),
      ...cByH.map((row, i) => [...row, ...cByC[i]]),
    ],
    kept: forget,
  };
}

/** A step of a GRU from h: the state after it, its Jacobian, and the share that is kept. */
function stepGru(h, x, W, bias) {
  const a = zip((p, q) => p + q, matvec(W, h), x);
  const update = a.map(() => sigmoid(-bias));
  const reset = a.map(sigmoid);
  const seen = zip((r, v) => r * v, reset, h);
  const fresh = zip((p, q) => Math.tanh(p + q), matvec(W, seen), x);
  const byFresh = zip((u, g) => u * (1 - g * g), update, fresh);
  const seenByH = add(
    diagonal(reset),
    scaleRows(
      zip((v, r) => v * r * (1 - r), h, reset),
      W,
    ),
  );
  const kept = update.map((u) => 1 - u);
  return {
    state: zip((k, v, u, g) => k * v + u * g, kept, h, update, fresh),
    J: add(diagonal(kept), scaleRows(byFresh, matmul(W, seenByH))),
    kept,
  };
}

const CELLS = {
  lstm: {
    step: stepLstm,
    start: [
      [0, 0],
      [0, 0],
    ],
  },
  gru: { step: stepGru, start: [0, 0] },
};

/** All steps of a gated cell that starts at rest: the Jacobian of each, and what it keeps. */
export function gatedSteps(cell, W, xs, bias) {
  const { step, start } = CELLS[cell];
  let state = start;
  return xs.map((x) => {
    const made = step(state, x, W, bias);
    state = made.state;
    return { J: made.J, kept: made.kept };
  });
}
