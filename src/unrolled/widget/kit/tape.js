// A tape repeats what functions of the package did to arrays: widget/tape.py records, this plays.
// All numbers lie in one memory: inputs, then constants, then what each step makes.

/** A map makes one number out of one of each operand. */
const MAPS = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  pow: (a, b) => a ** b,
  neg: (a) => -a,
  gt: (a, b) => Number(a > b),
  ge: (a, b) => Number(a >= b),
  lt: (a, b) => Number(a < b),
  le: (a, b) => Number(a <= b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  where: (chosen, a, b) => (chosen ? a : b),
  logistic: (a) => 0.5 * (1 + Math.tanh(0.5 * a)),
};

/** A fold makes one number out of a row of each operand: slots a[from] to a[to - 1], and b's. */
const FOLDS = {
  sum: (m, from, to, a) => a.subarray(from, to).reduce((sum, slot) => sum + m[slot], 0),
  dot(m, from, to, a, b) {
    let sum = 0;
    for (let k = from; k < to; k++) sum += m[a[k]] * m[b[k]];
    return sum;
  },
  max: (m, from, to, a) => a.subarray(from, to).reduce((x, k) => Math.max(x, m[k]), -Infinity),
  min: (m, from, to, a) => a.subarray(from, to).reduce((x, k) => Math.min(x, m[k]), Infinity),
  logsoftmax(m, from, to, own, row) {
    const top = FOLDS.max(m, from, to, row);
    let sum = 0;
    for (let k = from; k < to; k++) sum += Math.exp(m[row[k]] - top);
    return m[own[from]] - top - Math.log(sum);
  },
  softmax: (m, from, to, own, row) => Math.exp(FOLDS.logsoftmax(m, from, to, own, row)),
};

/** The slots of a place: a run from one slot on, [first, stride of each axis], or [[each]]. */
function slots(where, axes) {
  const count = axes.reduce((n, axis) => n * axis, 1);
  if (!Array.isArray(where)) return Int32Array.from({ length: count }, (_, k) => where + k);
  if (Array.isArray(where[0])) return Int32Array.from(where[0]);
  return Int32Array.from({ length: count }, (_, k) => {
    let [slot, rest] = [where[0], k];
    for (let d = axes.length - 1; d >= 0; d--) {
      slot += (rest % axes[d]) * where[d + 1];
      rest = Math.floor(rest / axes[d]);
    }
    return slot;
  });
}

const known = new WeakMap();

/** A tape laid out, once: `begin` (inputs and constants), `inputs`, `steps`, `names` with slots. */
export function laid(tape) {
  if (known.has(tape)) return known.get(tape);
  const placed = ([name, [shape, where]]) => [name, { shape, at: slots(where, shape) }];
  const [inputs, begin] = [{}, []];
  for (const [name, [shape, values]] of Object.entries(tape.inputs)) {
    inputs[name] = { shape, at: slots(begin.length, shape) };
    begin.push(...values.map(Number));
  }
  const given = begin.length;
  begin.push(...tape.constants.map(Number));
  let size = begin.length;
  const steps = tape.steps.map(([op, axes, ...operands]) => {
    const shape = [axes].flat();
    const width = op in FOLDS ? shape.at(-1) : 1;
    const rows = operands.map((where) => slots(where, shape));
    const step = { op, first: size, count: rows[0].length / width, width, operands: rows };
    size += step.count;
    return step;
  });
  const names = Object.fromEntries(Object.entries(tape.names).map(placed));
  known.set(tape, { begin, given, size, inputs, steps, names });
  return known.get(tape);
}

/** Every number for these inputs, flat by name (else as recorded): `{named, memory}`. */
export function play(tape, inputs = {}) {
  const { begin, size, inputs: own, steps, names } = laid(tape);
  const memory = new Float64Array(size);
  memory.set(begin);
  for (const [name, values] of Object.entries(inputs)) {
    const wanted = own[name]?.at.length ?? "none of this name";
    if (values.length !== wanted) throw Error(`${name}: got ${values.length}, expected ${wanted}`);
    memory.set(values, own[name].at[0]);
  }
  for (const step of steps) run(step, memory);
  for (const [slot, value] of tape.promises) {
    const [got, kept] = [memory[slot], Math.abs(memory[slot] - value) < 1e-9];
    if (!kept) throw Error(`tape: got ${got} where ${value} was recorded`);
  }
  const named = {};
  for (const name in names) {
    const at = names[name].at;
    const values = (named[name] = new Float64Array(at.length));
    for (let k = 0; k < at.length; k++) values[k] = memory[at[k]];
  }
  return { named, memory };
}

function run({ op, first, count, width, operands: [a, b, c] }, m) {
  const [fold, map] = [FOLDS[op], MAPS[op] ?? Math[op]];
  for (let k = 0; k < count; k++) {
    if (fold) m[first + k] = fold(m, k * width, (k + 1) * width, a, b);
    else m[first + k] = map(m[a[k]], b && m[b[k]], c && m[c[k]]);
  }
}
