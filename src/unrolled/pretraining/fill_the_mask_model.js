// A small encoder that fills gaps, from both sides or from the left alone: the twin of
// unrolled.bert.masked. Its weights come as whole numbers, with a scale for each array.

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const EPSILON = 1e-5; // of the layer normalisation

/** The bytes of a text in base64, each from -128 to 127. */
function bytesOf(text) {
  const bare = text.replace(/=+$/, "");
  const found = new Int8Array(Math.floor((bare.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const sign of bare) {
    held = ((held << 6) | SIGNS.indexOf(sign)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    found[at] = (held >> bits) & 0xff;
    at++;
  }
  return found;
}

/** Hands out one array after the other: `next(2, 3)` is a matrix of two rows. */
function arraysOf({ ints, scales }) {
  const bytes = bytesOf(ints);
  let at = 0;
  let leaf = 0;
  const take = ([size, ...rest], scale) => {
    if (rest.length) return Array.from({ length: size }, () => take(rest, scale));
    at += size;
    return Float64Array.from({ length: size }, (_, k) => bytes[at - size + k] * scale);
  };
  return (...shape) => {
    leaf++;
    return take(shape, scales[leaf - 1]);
  };
}

/** The weights of a block, in the order of the package's leaves. */
function blockOf(next, { d, heads, wide }) {
  const size = d / heads;
  const matrices = { W_Q: next(heads, size, d), W_K: next(heads, size, d) };
  const values = { W_V: next(heads, size, d), W_O: next(d, d) };
  const biases = { b_Q: next(heads, size), b_K: next(heads, size), b_V: next(heads, size) };
  const last = { b_O: next(d), norm_1: { gain: next(d), bias: next(d) } };
  const feed = { W_1: next(wide, d), b_1: next(wide), W_2: next(d, wide), b_2: next(d) };
  const norm_2 = { gain: next(d), bias: next(d) };
  return { ...matrices, ...values, ...biases, ...last, ...feed, norm_2 };
}

/** The model whose weights are packed like this; `size` is that of the vocabulary. */
export function modelOf(packed, sizes, size) {
  const next = arraysOf(packed);
  const token = next(size, sizes.d);
  const position = next(sizes.positions, sizes.d);
  const blocks = Array.from({ length: sizes.blocks }, () => blockOf(next, sizes));
  return { token, position, blocks, bias: next(size) };
}

function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** W x + b. */
function apply(W, x, b) {
  const y = new Float64Array(W.length);
  for (let k = 0; k < W.length; k++) y[k] = dot(W[k], x) + b[k];
  return y;
}

const added = (a, b) => a.map((x, k) => x + b[k]);

/** softmax(z) */
export function softmax(z) {
  const top = Math.max(...z);
  const powers = z.map((x) => Math.exp(x - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** LN(x): mean 0 and variance 1, then gain and bias. */
export function normed({ gain, bias }, x) {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  const off = x.map((a) => a - mean);
  const scale = 1 / Math.sqrt(dot(off, off) / x.length + EPSILON);
  return off.map((a, k) => a * scale * gain[k] + bias[k]);
}

/** What a token takes of all values, by the weights of its query; 0 for what it may not read. */
function attend(q, keys, values, end) {
  const scores = keys.slice(0, end).map((key) => dot(key, q) / Math.sqrt(q.length));
  const row = softmax(scores);
  const weights = keys.map((_, n) => row[n] ?? 0);
  const y = new Float64Array(q.length);
  for (let n = 0; n < end; n++) {
    for (let k = 0; k < y.length; k++) y[k] += row[n] * values[n][k];
  }
  return { y, weights };
}

/** X ← LN(X + MHA(X)), then X ← LN(X + FFN(X)), and what each head attended to. */
function throughBlock(p, X, leftOnly) {
  const heads = p.W_Q.map((_, m) => {
    const [Q, K, V] = ["Q", "K", "V"].map((name) =>
      X.map((x) => apply(p[`W_${name}`][m], x, p[`b_${name}`][m])),
    );
    return Q.map((q, n) => attend(q, K, V, leftOnly ? n + 1 : X.length));
  });
  const out = X.map((x, n) => {
    const joined = heads.flatMap((head) => [...head[n].y]);
    const mixed = normed(p.norm_1, added(x, apply(p.W_O, joined, p.b_O)));
    const wide = apply(p.W_1, mixed, p.b_1).map((a) => Math.max(a, 0));
    return normed(p.norm_2, added(mixed, apply(p.W_2, wide, p.b_2)));
  });
  return { X: out, A: heads.map((head) => head.map(({ weights }) => weights)) };
}

/** The last X of each token, and A[block][head][from][to]. */
export function read(p, ids, leftOnly) {
  let X = ids.map((id, n) => added(p.token[id], p.position[n]));
  const A = p.blocks.map((block) => {
    const found = throughBlock(block, X, leftOnly);
    X = found.X;
    return found.A;
  });
  return { X, A };
}

/** ŷ = softmax(W_tok x + b): a probability for each word of the vocabulary. */
export const guess = (p, x) => Array.from(softmax(apply(p.token, x, p.bias)));
