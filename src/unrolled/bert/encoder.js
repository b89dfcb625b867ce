// The encoder in the page: weights as 8-bit integers, six blocks, and what comes out of them.
// The twin of model.py; export.py writes the parts that it reads.
import { makeIsKind, tokens } from "./word_pieces.js";

const MOST = 48; // tokens that the page takes
const GROUP = 96; // neighbours in a row that share a scale
const EMPTY = "Type a sentence first.";
const tooLong = (N) =>
  `This sentence has ${N} tokens, and the model on this page reads at most ${MOST}.` +
  " Try a shorter one.";

/** The bytes that a base64 text spells. */
function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
  return bytes;
}

const floatsOf = (text) => new Float32Array(bytesOf(text).buffer);

/** One printable character for each of 93 levels, from -46 to 46: neither " nor \ is among them. */
function levelsOf(text, into, from) {
  const level = new Int8Array(128);
  let next = -46;
  for (let code = 32; code < 127; code++) {
    if (code === 34 || code === 92) continue;
    level[code] = next;
    next++;
  }
  for (let k = 0; k < text.length; k++) into[from + k] = level[text.charCodeAt(k)];
}

/** Hands out an array piece by piece. */
function reader(array) {
  let at = 0;
  return (count) => {
    at += count;
    return array.subarray(at - count, at);
  };
}

/** A block in the order of export.py: matrices, their scales, biases, norms. */
function blockOf({ ints, floats }, { d, d_ff }) {
  const nextInts = reader(new Int8Array(bytesOf(ints).buffer));
  const nextFloats = reader(floatsOf(floats));
  const dense = (rows, columns) => {
    const W = nextInts(rows * columns);
    const scale = nextFloats((rows * columns) / GROUP);
    return { rows, columns, W, scale, bias: nextFloats(rows) };
  };
  const norm = () => ({ gain: nextFloats(d), bias: nextFloats(d) });
  const heads = { Q: dense(d, d), K: dense(d, d), V: dense(d, d), O: dense(d, d) };
  return { ...heads, norm1: norm(), up: dense(d_ff, d), down: dense(d, d_ff), norm2: norm() };
}

/** Rows r and r + 1 of a matrix as numbers, one after the other, into `pair`. */
function unpackPair({ columns, W, scale }, r, pair) {
  for (let k = 0; k < pair.length; k++) {
    const at = r * columns + k;
    pair[k] = W[at] * scale[Math.floor(at / GROUP)];
  }
}

/** Two weights times four tokens: what is read once is used often. */
function multiply(pair, X, at, columns, sums) {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  for (let k = 0; k < columns; k++) {
    const u = pair[k];
    const v = pair[columns + k];
    const x0 = X[at + k];
    const x1 = X[at + columns + k];
    const x2 = X[at + 2 * columns + k];
    const x3 = X[at + 3 * columns + k];
    s0 += u * x0;
    s1 += u * x1;
    s2 += u * x2;
    s3 += u * x3;
    t0 += v * x0;
    t1 += v * x1;
    t2 += v * x2;
    t3 += v * x3;
  }
  sums.set([s0, t0, s1, t1, s2, t2, s3, t3]);
}

/** W x + b for every token; the number of rows is even. */
export function apply(p, X, N) {
  const { rows, columns, bias } = p;
  const more = Math.ceil(N / 4) * 4;
  const Y = new Float32Array(more * rows);
  const doubles = new Float64Array(more * columns);
  doubles.set(X);
  const pair = new Float64Array(2 * columns);
  const sums = new Float64Array(8);
  for (let r = 0; r < rows; r += 2) {
    unpackPair(p, r, pair);
    for (let n = 0; n < N; n += 4) {
      multiply(pair, doubles, n * columns, columns, sums);
      for (let k = 0; k < 4; k++) {
        Y[(n + k) * rows + r] = sums[2 * k] + bias[r];
        Y[(n + k) * rows + r + 1] = sums[2 * k + 1] + bias[r + 1];
      }
    }
  }
  return Y.subarray(0, N * rows);
}

/** LN(X + Y) for each token, in the memory of X. */
function normed({ gain, bias }, X, Y, epsilon) {
  const d = gain.length;
  for (let at = 0; at < X.length; at += d) {
    let mean = 0;
    let square = 0;
    for (let k = 0; k < d; k++) {
      X[at + k] += Y ? Y[at + k] : 0;
      mean += X[at + k] / d;
    }
    for (let k = 0; k < d; k++) square += (X[at + k] - mean) ** 2 / d;
    const scale = 1 / Math.sqrt(square + epsilon);
    for (let k = 0; k < d; k++) X[at + k] = (X[at + k] - mean) * scale * gain[k] + bias[k];
  }
  return X;
}

/** a Φ(a); Φ by formula 7.1.26 of Abramowitz and Stegun, to 1.5e-7. */
export function gelu(a) {
  const x = Math.abs(a) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * x);
  let tail = 1.061405429 * t;
  for (const c of [-1.453152027, 1.421413741, -0.284496736, 0.254829592]) tail = (tail + c) * t;
  tail *= Math.exp(-x * x) / 2; // 1 - Φ(|a|)
  return a * (a > 0 ? 1 - tail : tail);
}

/** exp(s)/Σ exp(s), in place. */
function softmax(row) {
  const most = Math.max(...row);
  let sum = 0;
  for (let j = 0; j < row.length; j++) {
    row[j] = Math.exp(row[j] - most);
    sum += row[j];
  }
  for (let j = 0; j < row.length; j++) row[j] /= sum;
}

/** One head of all tokens: its attention weights into A, what it takes of V into Z. */
function attend({ Q, K, V, A, Z }, { N, d, d_k, from }) {
  for (let i = 0; i < N; i++) {
    const row = A.subarray(i * N, i * N + N);
    for (let j = 0; j < N; j++) {
      let dot = 0;
      for (let k = from; k < from + d_k; k++) dot += Q[i * d + k] * K[j * d + k];
      row[j] = dot / Math.sqrt(d_k);
    }
    softmax(row);
    for (let j = 0; j < N; j++) {
      for (let k = from; k < from + d_k; k++) Z[i * d + k] += row[j] * V[j * d + k];
    }
  }
}

/** X after one block; its attention weights, queries and keys are written into `seen`. */
function step(p, X, seen, { N, d, heads, epsilon }) {
  const d_k = d / heads;
  const QKV = { Q: apply(p.Q, X, N), K: apply(p.K, X, N), V: apply(p.V, X, N) };
  seen.Q.set(QKV.Q);
  seen.K.set(QKV.K);
  const Z = new Float32Array(N * d);
  for (let h = 0; h < heads; h++) {
    const own = seen.A.subarray(h * N * N, (h + 1) * N * N);
    attend({ ...QKV, A: own, Z }, { N, d, d_k, from: h * d_k });
  }
  const Y = normed(p.norm1, X, apply(p.O, Z, N), epsilon);
  return normed(p.norm2, Y, apply(p.down, apply(p.up, Y, N).map(gelu), N), epsilon);
}

/** Token, position and segment added and normed: a row for each token. */
function embedded(model, names) {
  const { d, epsilon } = model.sizes;
  const X = new Float32Array(names.length * d);
  names.forEach((name, n) => {
    const at = model.ids.get(name) * d;
    for (let k = 0; k < d; k++) {
      const token = model.token[at + k] * model.scale[Math.floor((at + k) / GROUP)];
      X[n * d + k] = token + model.position[n * d + k];
    }
  });
  return normed(model.norm, X, null, epsilon);
}

/** The mean of all tokens, made as long as 1. */
function meanOf(X, N, d) {
  const mean = new Float32Array(d);
  for (let at = 0; at < X.length; at++) mean[at % d] += X[at] / N;
  const length = Math.hypot(...mean);
  return mean.map((x) => x / length);
}

/**
 * Tokens, attention weights [layer][head][from][to] in one array, queries and keys
 * [layer][token][head and place in it], and the sentence's vector.
 */
function look(model, text) {
  const names = tokens(text, model);
  const N = names.length;
  if (N === 2) throw new Error(EMPTY);
  if (N > MOST) throw new Error(tooLong(N));
  const { d, heads, layers, epsilon } = model.sizes;
  const weights = new Float32Array(layers * heads * N * N);
  const queries = new Float32Array(layers * N * d);
  const keys = new Float32Array(layers * N * d);
  let X = embedded(model, names);
  model.blocks.forEach((p, l) => {
    const part = (all, size) => all.subarray(l * size, (l + 1) * size);
    const A = part(weights, heads * N * N);
    X = step(p, X, { A, Q: part(queries, N * d), K: part(keys, N * d) }, { N, d, heads, epsilon });
  });
  return { tokens: names, weights, queries, keys, vector: meanOf(X, N, d), layers, heads };
}

/** How alike two sentences are: the cosine of their vectors, which have length 1. */
export const cosine = (u, v) => u.reduce((sum, x, k) => sum + x * v[k], 0);

/** What all else needs: sizes, the vocabulary, the position embeddings, tables of Unicode. */
function begin(model, { sizes, words, floats, younger, changed }) {
  const list = words.split(" ");
  const next = reader(floatsOf(floats));
  const ids = new Map(list.map((word, k) => [word, k]));
  Object.assign(model, { sizes, ids, blocks: [], filled: 0 });
  model.has = (word) => ids.has(word);
  model.isKind = makeIsKind({ younger, changed });
  model.scale = next((list.length * sizes.d) / GROUP);
  model.position = next(MOST * sizes.d);
  model.norm = { gain: next(sizes.d), bias: next(sizes.d) };
  model.token = new Int8Array(list.length * sizes.d);
}

/** An encoder that is given its parts one after the other: `add(part)`, then the others. */
export function encoder() {
  const model = {};
  return {
    add: (part) => {
      if (part.words) begin(model, part);
      else if (part.levels) {
        levelsOf(part.levels, model.token, model.filled);
        model.filled += part.levels.length;
      } else model.blocks.push(blockOf(part, model.sizes));
    },
    tokens: (text) => tokens(text, model),
    encode: (text) => look(model, text),
    alike: (both) => cosine(...both.map((text) => look(model, text).vector)),
  };
}
