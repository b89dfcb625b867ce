// Ways around tanh, each as open as its switch: a leak, a residual way, a skip over some steps.
import { matmul, matvec, scale, vecmat } from "../widget/kit/maths.js";
import { diagonal } from "./pulse_gates.js";

const add = (A, B) => A.map((row, i) => row.map((x, j) => x + B[i][j]));
const rows = (v, M) => M.map((row, i) => row.map((x) => v[i] * x));

/** What a strip keeps of its last state, writes of what is new, and reads of an older state. */
export function shareOf(way, { leak, residual, skip }, { older }) {
  const shares = {
    tanh: { keep: 0, write: 1, old: 0 },
    leak: { keep: leak, write: 1 - leak, old: 0 },
    residual: { keep: residual, write: 1, old: 0 },
    skip: { keep: 0, write: 1, old: older * skip },
  };
  return shares[way];
}

/** All states and slopes: h_t = keep · h_{t-1} + write · tanh(W h_{t-1} + x_t + old · h_{t-d}). */
function runWay({ keep, write, old }, d, W, xs) {
  const states = [[0, 0]];
  const slopes = [];
  xs.forEach((x, t) => {
    const h = states[t];
    const before = t + 1 >= d ? states[t + 1 - d] : [0, 0];
    const made = matvec(W, h).map((sum, i) => Math.tanh(sum + x[i] + old * before[i]));
    slopes.push(made.map((y) => 1 - y * y));
    states.push(h.map((v, i) => keep * v + write * made[i]));
  });
  return { states, slopes };
}

/** ∂h_T/∂h_{T-l} for l = 0, …, T: over the step, and over the skip where there is one. */
function productsOf({ keep, write, old }, d, W, slopes) {
  const found = [diagonal([1, 1])];
  for (let l = 1; l <= slopes.length; l++) {
    const slope = slopes.at(-l);
    const step = add(diagonal([keep, keep]), scale(write, rows(slope, W)));
    const near = matmul(found[l - 1], step);
    if (l < d || !old) found.push(near);
    else found.push(add(near, scale(old, matmul(found[l - d], diagonal(slopes.at(d - 1 - l))))));
  }
  return found;
}

/** The length of the loss's gradient by the recurrent weights, with the last l steps added up. */
function sumsOf({ write, old }, d, { states, slopes }, products, loss) {
  const sums = Array(8).fill(0);
  const steps = slopes.length;
  const lengths = slopes.map((_, l) => {
    const t = steps - l;
    const sent = vecmat(loss, products[l]);
    const older = old && t >= d ? states[t - d] : [0, 0];
    const read = [...states[t - 1], ...older];
    slopes[t - 1].forEach((slope, i) => {
      read.forEach((h, j) => {
        sums[4 * i + j] += write * slope * sent[i] * h;
      });
    });
    return Math.hypot(...sums);
  });
  return [0, ...lengths];
}

/** Of one strip: every ∂h_T/∂h_{T-l}, the lengths of the summed gradient and of the states. */
export function followWay(way, W, state, { xs, ways }) {
  const share = shareOf(way, state, ways);
  const run = runWay(share, ways.distance, W, xs);
  const lengths = run.states.map(([a, b]) => Math.hypot(a, b));
  const products = productsOf(share, ways.distance, W, run.slopes);
  return {
    products,
    sums: sumsOf(share, ways.distance, run, products, ways.loss),
    grown: lengths.at(-1),
    lengths,
  };
}

const PALE = 0.4; // what repeats the strip of tanh

/** How strongly a strip is lit: one whose switch is off is the network of tanh again, and pale. */
export function strengthOf(way, scene, { ways }) {
  if (!ways || way === "tanh") return 1;
  return PALE + (1 - PALE) * Math.min(1, scene[way] / ways.full[way]);
}
