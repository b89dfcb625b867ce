// Vectors and matrices as plain lists, activations, two-by-two matrices, and a generator.
export const range = (n) => [...Array(n).keys()];
export const oneHot = (k, n) => range(n).map((i) => (i === k ? 1 : 0));
export const sum = (v) => v.reduce((total, x) => total + x, 0);
export const dot = (v, w) => sum(v.map((x, k) => x * w[k]));
export const norm = (v) => Math.hypot(...v);
export const matvec = (W, x) => W.map((row) => dot(row, x)); // W x
export const vecmat = (d, W) => W[0].map((_, k) => sum(d.map((x, j) => x * W[j][k]))); // dᵀ W
export const matmul = (A, B) => A.map((row) => vecmat(row, B)); // A B

/** At k: the product of all factors after the first k. */
export function products(factors) {
  const found = [1];
  for (const factor of factors.toReversed()) found.unshift(found[0] * factor);
  return found;
}

/** ‖found − wanted‖ / ‖wanted‖ */
export const relativeGap = (found, wanted) =>
  norm(found.map((x, k) => x - wanted[k])) / norm(wanted);

/** Entry by entry, for numbers, vectors and matrices. */
export const scale = (c, a) => (Array.isArray(a) ? a.map((x) => scale(c, x)) : c * a);

/** The part that a path of indices and names leads to. */
export const at = (tree, path) => path.reduce((part, key) => part[key], tree);

/** The same tree with another value there; what lies beside the path is not copied. */
export function replaced(tree, [key, ...path], value) {
  const part = path.length ? replaced(tree[key], path, value) : value;
  return Array.isArray(tree) ? tree.with(key, part) : { ...tree, [key]: part };
}

/** The error function: a series of positive terms near 0, erfc's continued fraction beyond. */
function erf(x) {
  const z = Math.abs(x);
  if (z >= 3) {
    let fraction = z;
    for (let k = 60; k > 0; k--) fraction = z + k / 2 / fraction;
    return Math.sign(x) * (1 - Math.exp(-z * z) / fraction / Math.sqrt(Math.PI));
  }
  let term = x;
  let series = x;
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    series += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * series;
}

const logistic = (a) => 0.5 * (1 + Math.tanh(0.5 * a));
const chance = (a) => 0.5 * (1 + erf(a / Math.SQRT2)); // that a standard normal number is below a
const density = (a) => Math.exp(-0.5 * a * a) / Math.sqrt(2 * Math.PI);

/** φ = f(a) and φ′ = slope(a, h), with h = f(a); the names are the package's. */
export const ACTIVATIONS = {
  tanh: { f: Math.tanh, slope: (_a, h) => 1 - h * h },
  logistic: { f: logistic, slope: (_a, h) => h * (1 - h) },
  ReLU: { f: (a) => Math.max(a, 0), slope: (a) => (a > 0 ? 1 : 0) },
  GELU: { f: (a) => a * chance(a), slope: (a) => chance(a) + a * density(a) },
  SiLU: { f: (a) => a * logistic(a), slope: (a, h) => logistic(a) + h * (1 - logistic(a)) },
  identity: { f: (a) => a, slope: () => 1 },
};

/** Both singular values of a 2x2 matrix, the larger first. */
export function singular2([[a, b], [c, d]]) {
  const first = (Math.hypot(a + d, b - c) + Math.hypot(a - d, b + c)) / 2;
  return [first, first && Math.abs((a / first) * d - (b / first) * c)];
}

/** W from two eigenvalues [re, im], non-normality ν and the angle of the Schur basis. */
export function schur2([[re1, im], [re2]], nonnormality, angle) {
  const mean = (re1 + re2) / 2;
  const apart = (re1 - re2) / 2;
  const half = nonnormality / 2;
  const r = im ? Math.sign(nonnormality || im) * Math.hypot(half, im) : half;
  const cos = Math.cos(2 * angle);
  const sin = Math.sin(2 * angle);
  const p = apart * cos - half * sin;
  const q = apart * sin + half * cos;
  return [
    [mean + p, q + r],
    [q - r, mean - p],
  ];
}

/** The n-th number of the generator mulberry32 with this seed, from [0, 1). */
export function uniform(seed, n) {
  const a = (seed + Math.imul(n + 1, 0x6d2b79f5)) | 0;
  let x = Math.imul(a ^ (a >>> 15), a | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
}
