// The three models that write in the page: the twins of writers.py, from the data of export.py.
// A model has a first state, and read(state, code) gives { z, state, attended } and changes
// nothing: a reader may go back to any letter and take another branch.

const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const MOST = 46; // levels on each side of 0
const FINE = 2 ** 19; // of a row's scale

/** The level of each printable character but " and \. */
function levelsByCode() {
  const level = new Int8Array(128);
  let next = -MOST;
  for (let code = 32; code < 127; code++) {
    if (code === 34 || code === 92) continue;
    level[code] = next;
    next++;
  }
  return level;
}

/** Hands out the weights of levels.py: so many rows of so many numbers each. */
export function weightsOf({ levels, scales }) {
  const level = levelsByCode();
  let at = 0;
  let row = 0;
  const nextScale = () => {
    const three = scales.slice(3 * row, 3 * row + 3);
    row++;
    return [...three].reduce((n, sign) => 64 * n + SIGNS.indexOf(sign), 0) / FINE;
  };
  const vector = (size) => {
    const scale = nextScale();
    at += size;
    return Float64Array.from({ length: size }, (_, k) => {
      return level[levels.charCodeAt(at - size + k)] * scale;
    });
  };
  const matrix = (rows, columns) => Array.from({ length: rows }, () => vector(columns));
  return { vector, matrix, isEmpty: () => at === levels.length && 3 * row === scales.length };
}

function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** W x + b. */
function apply(W, x, b) {
  const y = new Float64Array(W.length); // not Float64Array.from, which takes ten times as long
  for (let k = 0; k < W.length; k++) y[k] = dot(W[k], x) + b[k];
  return y;
}

const added = (a, b) => a.map((x, k) => x + b[k]);

/** softmax(z/τ); at temperature 0 all on the likeliest. */
export function probabilities(z, temperature = 1) {
  const top = Math.max(...z);
  if (temperature === 0) return z.map((_, k) => (k === z.indexOf(top) ? 1 : 0));
  const powers = z.map((x) => Math.exp((x - top) / temperature));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((x) => x / sum);
}

/** Counts of the text with interpolation; the state is the last n - 1 letters. */
export function countingModel({ text, n, weight }, letters) {
  const size = letters.length;
  const counts = new Map();
  for (let at = 0; at < text.length; at++) {
    const code = letters.indexOf(text[at]);
    for (let k = 0; k < n && k <= at; k++) {
      const past = text.slice(at - k, at);
      if (!counts.has(past)) counts.set(past, new Float64Array(size));
      counts.get(past)[code]++;
    }
  }
  const read = (before, code) => {
    const past = n > 1 ? (before + letters[code]).slice(1 - n) : "";
    let y = new Float64Array(size).fill(1 / size);
    for (let k = 0; k <= past.length; k++) {
      const found = counts.get(past.slice(past.length - k));
      if (!found) break;
      const sum = found.reduce((a, b) => a + b) + weight;
      y = found.map((count, j) => (count + weight * y[j]) / sum);
    }
    return { z: y.map(Math.log), state: past, attended: [] };
  };
  return { start: "", read };
}

const sigmoid = (a) => 1 / (1 + Math.exp(-a));

/** An LSTM with its output layer; the state is { h, c }. */
export function lstmModel(data, size) {
  const { units } = data;
  const next = weightsOf(data);
  const gate = () => {
    const x = next.matrix(units, size);
    return { x, h: next.matrix(units, units), b: next.vector(units) };
  };
  const i = gate();
  const f = gate();
  const o = gate();
  const c = gate();
  const out = { W: next.matrix(size, units), b: next.vector(size) };
  const sums = (p, code, h) => apply(p.h, h, p.b).map((a, k) => a + p.x[k][code]);
  const read = (before, code) => {
    const [input, forget, output] = [i, f, o].map((p) => sums(p, code, before.h).map(sigmoid));
    const candidate = sums(c, code, before.h).map(Math.tanh);
    const cell = candidate.map((x, k) => forget[k] * before.c[k] + input[k] * x);
    const h = cell.map((x, k) => output[k] * Math.tanh(x));
    return { z: apply(out.W, h, out.b), state: { h, c: cell }, attended: [] };
  };
  const nothing = new Float64Array(units);
  return { start: { h: nothing, c: nothing }, read, isWhole: next.isEmpty() };
}

/** LN(x). */
function normed({ gain, bias }, x, epsilon) {
  const mean = x.reduce((a, b) => a + b) / x.length;
  const off = x.map((a) => a - mean);
  const scale = 1 / Math.sqrt(dot(off, off) / x.length + epsilon);
  return off.map((a, k) => a * scale * gain[k] + bias[k]);
}

/** One head: a new query attends to all keys, the newest among them. */
function attend(q, keys, values) {
  const scores = keys.map((k) => dot(k, q) / Math.sqrt(q.length));
  const weights = probabilities(scores);
  const y = new Float64Array(values[0].length);
  values.forEach((v, n) => {
    for (let k = 0; k < y.length; k++) y[k] += weights[n] * v[k];
  });
  return { y, weights };
}

/** A block in the order of the package's leaves. */
function nextBlock(next, { d, heads, wide }) {
  const each = Array.from({ length: heads });
  const projection = () => each.map(() => next.matrix(d / heads, d));
  const W = { Q: projection(), K: projection(), V: projection() };
  const W_O = next.matrix(d, d);
  const biases = () => each.map(() => next.vector(d / heads));
  const b = { Q: biases(), K: biases(), V: biases() };
  const b_O = next.vector(d);
  const norm = () => ({ gain: next.vector(d), bias: next.vector(d) });
  const norm_1 = norm();
  const feed = { W_1: next.matrix(wide, d), b_1: next.vector(wide) };
  const last = { W_2: next.matrix(d, wide), b_2: next.vector(d) };
  return { W, b, W_O, b_O, norm_1, ...feed, ...last, norm_2: norm() };
}

/** One token through one block; `kept` has the keys and values of each head. */
function through(p, x, kept, epsilon) {
  const inner = normed(p.norm_1, x, epsilon);
  const heads = kept.map(({ keys, values }, m) => {
    const [q, k, v] = ["Q", "K", "V"].map((name) => apply(p.W[name][m], inner, p.b[name][m]));
    const after = { keys: [...keys, k], values: [...values, v] };
    return { after, ...attend(q, after.keys, after.values) };
  });
  const together = Float64Array.from(heads.flatMap(({ y }) => [...y]));
  const mixed = added(x, apply(p.W_O, together, p.b_O));
  const hidden = apply(p.W_1, normed(p.norm_2, mixed, epsilon), p.b_1);
  const y = added(
    mixed,
    apply(
      p.W_2,
      hidden.map((a) => Math.max(a, 0)),
      p.b_2,
    ),
  );
  return { y, kept: heads.map(({ after }) => after), weights: heads.map(({ weights }) => weights) };
}

/** A decoder with its cache; the state is { codes, kept }, and `attended` is by block and head. */
export function decoderModel(data, size) {
  const { d, blocks, heads, length, epsilon } = data;
  const next = weightsOf(data);
  const E = next.matrix(size, d);
  const P = next.matrix(length, d);
  const stack = Array.from({ length: blocks }, () => nextBlock(next, data));
  const norm = { gain: next.vector(d), bias: next.vector(d) };
  const out = { W: next.matrix(size, d), b: next.vector(size) };
  const nothing = stack.map(() => Array.from({ length: heads }, () => ({ keys: [], values: [] })));
  const start = { codes: [], kept: nothing };

  const step = (state, code) => {
    let x = E[code].map((e, k) => Math.sqrt(d) * e + P[state.codes.length][k]);
    const kept = [];
    const attended = [];
    stack.forEach((p, l) => {
      const found = through(p, x, state.kept[l], epsilon);
      x = found.y;
      kept.push(found.kept);
      attended.push(found.weights);
    });
    const z = apply(out.W, normed(norm, x, epsilon), out.b);
    return { z, state: { codes: [...state.codes, code], kept }, attended };
  };

  /** Where all positions are taken, the later half of the letters is read again. */
  const read = (state, code) => {
    if (state.codes.length < length) return step(state, code);
    const later = state.codes.slice(length - Math.floor(length / 2));
    return step(
      later.reduce((before, earlier) => step(before, earlier).state, start),
      code,
    );
  };
  return { start, read, isWhole: next.isEmpty() };
}
