// A stack of blocks: signal up, gradient down, and the product of all blocks.
// Twins of unrolled.resnet.deep_stack.

import { dot, matmul, matvec, norm, vecmat } from "../widget/kit/maths.js";

const EPSILON = 1e-6;
const LOST = 1e-13; // of the largest singular value: what is smaller is lost in rounding

/** u = h / √(mean h² + ε), and its Jacobian (I − u uᵀ/n) / r. */
export function unitRms(h) {
  const n = h.length;
  const r = Math.sqrt(dot(h, h) / n + EPSILON);
  const u = h.map((x) => x / r);
  const slopes = u.map((x, i) => u.map((y, j) => ((i === j ? 1 : 0) - (x * y) / n) / r));
  return [u, slopes];
}

/** F(h) and its Jacobian: diag(1 − F²) W, times that of the normalisation. */
export function branchOf(W, b, h, linear, normed) {
  const [u, inner] = normed ? unitRms(h) : [h, null];
  const sums = matvec(W, u).map((x, i) => x + b[i]);
  const f = linear ? sums : sums.map(Math.tanh);
  const slopes = linear ? W : W.map((row, i) => row.map((w) => (1 - f[i] * f[i]) * w));
  return [f, inner ? matmul(slopes, inner) : slopes];
}

/** h^(0), …, h^(L), and the Jacobian of every branch with its scale. */
export function signalOf({ W, b, linear }, { scale, skip, normed }, start) {
  const hs = [start];
  const Js = [];
  for (let k = 0; k < W.length; k++) {
    const h = hs[k];
    const [f, J] = branchOf(W[k], b[k], h, linear, normed);
    hs.push(h.map((x, i) => (skip ? x : 0) + scale * f[i]));
    Js.push(J.map((row) => row.map((x) => scale * x)));
  }
  return [hs, Js];
}

/** The gradient at h^(0), …, h^(L), of one that leaves the top. */
export function gradientsOf(Js, skip, leaves) {
  const found = [leaves];
  for (const J of Js.toReversed()) {
    const above = found.at(-1);
    const through = vecmat(above, J);
    found.push(above.map((x, i) => (skip ? x : 0) + through[i]));
  }
  return found.reverse();
}

const identity = (n) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_x, j) => +(i === j)));

/** ∂h^(L)/∂h^(0): the product of all I + J, of all J without the skip. */
export function wholeProduct(Js, skip) {
  let whole = identity(Js[0].length);
  for (const J of Js) {
    const taken = matmul(J, whole);
    whole = skip ? whole.map((row, i) => row.map((x, j) => x + taken[i][j])) : taken;
  }
  return whole;
}

const SWEEPS = 30;
const ORTHOGONAL = 1e-15; // how near two rows are to a right angle once they are left alone

/** Turns two rows in their plane until they are at a right angle; whether they had to be turned. */
function turnPair(rows, p, q) {
  const v = rows[p];
  const w = rows[q];
  const vv = dot(v, v);
  const ww = dot(w, w);
  const vw = dot(v, w);
  if (Math.abs(vw) <= ORTHOGONAL * Math.sqrt(vv * ww)) return false;
  const zeta = (ww - vv) / (2 * vw);
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
  const cosine = 1 / Math.hypot(1, tangent);
  const sine = cosine * tangent;
  rows[p] = v.map((x, i) => cosine * x - sine * w[i]);
  rows[q] = v.map((x, i) => sine * x + cosine * w[i]);
  return true;
}

/** The lengths of the rows once all are at right angles (one-sided Jacobi), the largest first. */
function lengthsOfRows(M) {
  const rows = [...M];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let turned = false;
    for (let p = 0; p < rows.length; p++) {
      for (let q = p + 1; q < rows.length; q++) turned = turnPair(rows, p, q) || turned;
    }
    if (!turned) break;
  }
  return rows.map(norm).sort((a, b) => b - a);
}

const LARGEST_OF = (M) => Math.max(...M.flat().map(Math.abs));

/** All singular values, the largest first; what is lost in rounding is 0. */
export function singularValues(M) {
  const unit = LARGEST_OF(M);
  if (unit === 0) return M.map(() => 0);
  // Divided by the largest weight, so that squares neither vanish nor explode.
  const found = lengthsOfRows(M.map((row) => row.map((x) => x / unit)));
  return found.map((x) => (x < LOST * found[0] ? 0 : unit * x));
}

/** Between which all singular values of the whole lie. */
export function limitsOf(Js, skip) {
  const norms = Js.map((J) => singularValues(J)[0]);
  const high = norms.reduce((found, x) => found * (skip ? 1 + x : x), 1);
  const low = norms.reduce((found, x) => found * (skip ? Math.max(0, 1 - x) : 0), 1);
  return [low, high];
}

// A stack by its kind, from the weights of the package

/** The first blocks of a random stack, or as many whose branch is ±½ of what comes in. */
export function stackOf({ kind, seed, depth }, { stacks, factors }) {
  const factor = factors[kind];
  if (factor === null) {
    const { W, b } = stacks[seed];
    return { W: W.slice(0, depth), b: b.slice(0, depth), linear: false };
  }
  const n = stacks[0].b[0].length;
  const matrix = identity(n).map((row) => row.map((x) => factor * x));
  return { W: Array(depth).fill(matrix), b: Array(depth).fill(Array(n).fill(0)), linear: true };
}

/** Signal, Jacobians and gradients of a state; a linear stack is never normalised. */
export function follow(state, constants) {
  const p = stackOf(state, constants);
  const setting = { ...state, normed: state.normed && !p.linear };
  const [hs, Js] = signalOf(p, setting, constants.start);
  const gs = gradientsOf(Js, state.skip, constants.leaves);
  return { Js, ups: hs.map(norm), downs: gs.map(norm) };
}

/** What reaches the bottom in the random stacks, of each seed, and in the two linear ones. */
export function survey(state, constants) {
  const arriving = (kind, seed) => follow({ ...state, kind, seed }, constants).downs[0];
  const of = (kind) =>
    constants.factors[kind] === null
      ? constants.stacks.map((_, seed) => arriving(kind, seed))
      : [arriving(kind, 0)];
  return Object.fromEntries(Object.keys(constants.factors).map((kind) => [kind, of(kind)]));
}
