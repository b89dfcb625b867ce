// One neuron f(x) = φ(w·x + b) over the plane of its two inputs.
// Twins of what tests/mlp/neuron_twins.py makes of unrolled.mlp.network and core.activations.
import { ACTIVATIONS, dot, norm, range, scale } from "../widget/kit/maths.js";

export const PLANE = [4, 3]; // it is [-4, 4] × [-3, 3]
export const LIMIT = 10; // of a weight
export const FAR = 60; // of the bias

export const largest = (v) => Math.max(...v.map(Math.abs));

/** a, h = φ(a) and φ′(a). */
export function activate(activation, a) {
  const phi = ACTIVATIONS[activation];
  const h = phi.f(a);
  return { a, h, slope: phi.slope(a, h) };
}

/** f(x) = φ(w·x + b) and its derivatives with respect to w, b and x. */
export function respond({ w, b, activation }, x) {
  const found = activate(activation, dot(w, x) + b);
  return { ...found, dw: scale(found.slope, x), db: found.slope, dx: scale(found.slope, w) };
}

/** w and b times one factor, so that |w| becomes `size` unless a number would pass its limit. */
export function scaled({ w, b }, size) {
  const factor = Math.min(size / norm(w), LIMIT / largest(w), FAR / Math.abs(b));
  return { w: scale(factor, w), b: factor * b };
}

/** The part of the line w·x + b = a in the rectangle with these edges; null if none is. */
export function segment({ w, b }, a, edges = PLANE) {
  const foot = scale((a - b) / dot(w, w), w);
  const along = [-w[1], w[0]];
  const crossings = (k) => {
    const speed = along[k] || 1e-99; // it may run along an edge
    const ends = [-edges[k], edges[k]];
    return ends.map((end) => (end - foot[k]) / speed).sort((p, q) => p - q);
  };
  const [enterLeft, leaveRight] = crossings(0);
  const [enterBottom, leaveTop] = crossings(1);
  const enter = Math.max(enterLeft, enterBottom);
  const leave = Math.min(leaveRight, leaveTop);
  if (enter >= leave) return null;
  return [enter, leave].map((t) => foot.map((v, k) => v + t * along[k]));
}

const ascending = (numbers) => numbers.sort((p, q) => p - q);
const JUMP = 1e-9; // just after 0 ReLU's slope is another
/** Where φ bends every quarter is a stop; beyond it is straight. */
const STOPS = ascending([-6, ...range(33).map((k) => k / 4 - 4), JUMP, 6]);

/** What the plane shows along w, from its lowest corner (offset 0) to its highest (1). */
export function shades({ w, b, activation }) {
  const reach = PLANE[0] * Math.abs(w[0]) + PLANE[1] * Math.abs(w[1]);
  return shadesBetween(activation, b - reach, b + reach);
}

/** What is shown from one a to another, by the share of the way. */
export function shadesBetween(activation, low, high) {
  const levels = [low, ...STOPS.filter((a) => a > low && a < high), high];
  return levels.map((a) => ({
    ...activate(activation, a),
    offset: high > low ? (a - low) / (high - low) : 0,
  }));
}
