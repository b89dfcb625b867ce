// The gradient of the last state with respect to each earlier one, for cells of two units.
import { matmul, matvec, scale, schur2, singular2 } from "../widget/kit/maths.js";
import { diagonal, gatedSteps } from "./pulse_gates.js";
import { followWay } from "./pulse_ways.js";

const ACTIVATIONS = {
  identity: { of: (a) => a, slope: () => 1 },
  tanh: { of: Math.tanh, slope: (a) => 1 - Math.tanh(a) ** 2 },
};

/** W with two eigenvalues of this size, at an angle (radians) above and below the axis. */
export function recurrentWeights(size, angle, nonnormality) {
  const clean = (x) => (Math.abs(x) < 1e-15 ? 0 : x);
  const re = clean(Math.cos(angle));
  const im = clean(Math.sin(angle));
  const pair = [
    [re, im],
    [re, -im],
  ];
  return scale(size, schur2(pair, nonnormality, 0));
}

/** The Jacobian of each step of h_t = keep · h_{t-1} + write · φ(W h_{t-1} + x_t). */
export function jacobiansOf({ keep, write, activation }, W, xs) {
  const { of, slope } = ACTIVATIONS[activation];
  let h = [0, 0];
  return xs.map((x) => {
    const a = matvec(W, h).map((sum, i) => sum + x[i]);
    h = h.map((before, i) => keep * before + write * of(a[i]));
    return W.map((row, i) => row.map((w, j) => write * slope(a[i]) * w + (i === j ? keep : 0)));
  });
}

/** ∂h_T/∂h_{T−l} for l = 0, 1, …, T: one factor more on the right for every step back. */
export function productsBack(jacobians) {
  const found = [diagonal(jacobians[0].map(() => 1))];
  for (const J of jacobians.toReversed()) found.push(matmul(found.at(-1), J));
  return found;
}

/** Half-axes and tilt of the ellipse that the transpose of a matrix makes of the unit circle. */
export function ellipseOf([[a, b], [c, d]]) {
  const [long, short] = singular2([
    [a, b],
    [c, d],
  ]);
  const turn = Math.atan2(b - c, a + d) / 2;
  const lean = Math.atan2(b + c, a - d) / 2;
  return { long, short, tilt: turn + lean };
}

/** The Jacobian of each step of a strip; of a path of memory alone, what it keeps. */
function factorsOf(strip, W, xs, bias) {
  if (!strip.cell) return jacobiansOf(strip, W, xs);
  const steps = gatedSteps(strip.cell, W, xs, bias);
  return steps.map(({ J, kept }) => (strip.path ? diagonal(kept) : J));
}

/** Of all that a cell hands on, the memory: its last two numbers. */
const memoryOf = (product) => product.slice(-2).map((row) => row.slice(-2));

/** Every product of a strip, and of a way around tanh what it sums up to. */
function followStrip(strip, W, state, constants) {
  if (strip.way) return followWay(strip.way, W, state, constants);
  return { products: productsBack(factorsOf(strip, W, constants.xs, state.bias)) };
}

/** Of one cell: the ellipse for each number of steps back; of some what all steps sum up to. */
export function pulseOf(strip, W, state, constants) {
  const { products, ...more } = followStrip(strip, W, state, constants);
  return { ellipses: products.map(memoryOf).map(ellipseOf), ...more };
}
