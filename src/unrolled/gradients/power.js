// Where M^k x turns to, in two dimensions.
// Twins of unrolled.gradients.power; a test holds them together.
import { dot, matvec, scale } from "../widget/kit/maths.js";
import { mix } from "../widget/kit/motion.js";

/** The remainder of a division that is never negative. */
const modulo = (x, period) => ((x % period) + period) % period;

/** cos and sin of an angle in degrees, exact at right angles. */
export function direction(degrees) {
  const quarter = Math.round(degrees / 90);
  const rest = ((degrees - 90 * quarter) * Math.PI) / 180;
  const c = Math.cos(rest);
  const s = Math.sin(rest);
  switch (modulo(quarter, 4)) {
    case 1:
      return [-s, c];
    case 2:
      return [-c, -s];
    case 3:
      return [s, -c];
    default:
      return [c, s];
  }
}

/** Degrees between two lines, from 0 to 180, exact at right angles and along each other. */
function degreesBetween(angle, line) {
  const away = modulo(angle - line, 180);
  const right = [0, 90, 180].find((whole) => Math.abs(away - whole) < 1e-9);
  return right === undefined ? away : right % 180;
}

/** What decides the fate of M^k x: λ₁ is the eigenvalue of the larger size, in a tie `along`. */
export function spectrum({ along, across, theta, angle }) {
  const u = direction(theta);
  const w = [-u[1], u[0]];
  const M = [0, 1].map((i) => [0, 1].map((j) => along * u[i] * u[j] + across * w[i] * w[j]));
  const swap = Math.abs(across) > Math.abs(along);
  const values = swap ? [across, along] : [along, across];
  const vectors = swap ? [w, u] : [u, w];
  const away = degreesBetween(angle, swap ? theta + 90 : theta); // of x from the line of v₁
  const [c, s] = direction(away).map(Math.abs);
  const lost = values[0] === 0 || (values[1] === 0 && away === 90); // M x = 0
  return { values, M, x: direction(angle), vectors, swap, away, tan: s / c, lost };
}

/** Directions of M^j x, j = 0..k, and tan of their angles to v₁; where M x = 0, only x. */
export function iterate({ M, x, vectors: [v1, v2], lost }, k) {
  const path = [x];
  while (path.length <= k && !lost) {
    const next = matvec(M, path.at(-1));
    path.push(scale(1 / Math.hypot(...next), next));
  }
  const tans = path.map((p) => Math.abs(dot(p, v2)) / Math.abs(dot(p, v1)));
  return { path, tans };
}

/** What M does to a place but for stretching: reverses its part along v₁ or v₂ where λ < 0. */
export function reverse({ values, vectors: [v1, v2] }, at) {
  const [a, b] = [v1, v2].map((v, i) => (values[i] < 0 ? -1 : 1) * dot(at, v));
  return v1.map((x, i) => a * x + b * v2[i]);
}

/**
 * On the way of step k + 1, `part` of it done: out to M p on the ellipse, then back to length 1.
 * What M reverses is reversed at once, so nothing passes a line that it never comes near to.
 */
export function stride(seen, path, k, part) {
  if (!part || !path[k]) return path[k];
  if (!path[k + 1]) return scale(1 - part, path[k]); // M sends it to 0
  const out = matvec(seen.M, path[k]);
  if (part >= 0.5) return mix(out, path[k + 1], 2 * part - 1);
  return mix(reverse(seen, path[k]), out, 2 * part);
}

/** Directions of M^k u for each u, by the parts along both eigenvectors; null where M u = 0. */
export function comb({ values: [l1, l2], vectors: [v1, v2] }, roots, k) {
  const first = l1 === 0 && k > 0 ? 0 : Math.sign(l1) ** k;
  const second = l1 === 0 ? first : first * (l2 / l1) ** k;
  return roots.map((u) => {
    const a = first * dot(u, v1);
    const b = second * dot(u, v2);
    const length = Math.hypot(a, b);
    return length ? v1.map((x, i) => (a * x + b * v2[i]) / length) : null;
  });
}

/** |λ₂/λ₁|^k tan ∠(x, v₁) */
export function theory({ values: [l1, l2], tan }, k) {
  return Math.abs(l2 / l1) ** k * tan;
}

/** log10 of tangents; 0 and what is only rounding are -Infinity. */
export function powers(tans) {
  return tans.map((tan) => (tan < 1e-16 ? -Infinity : Math.log10(tan)));
}
