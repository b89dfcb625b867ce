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

/** The k-th slot of a place [first, stride of each axis]. */
function stridedSlot([first, ...strides], axes, k) {
  let slot = first;
  let rest = k;
  for (let d = axes.length - 1; d >= 0; d--) {
    slot += (rest % axes[d]) * strides[d];
    rest = Math.floor(rest / axes[d]);
  }
  return slot;
}

/** The slots of a place: a run from one slot on, [first, stride of each axis], or [[each]]. */
function slotsOf(where, axes) {
  const length = axes.reduce((n, axis) => n * axis, 1);
  if (!Array.isArray(where)) return Int32Array.from({ length }, (_, k) => where + k);
  if (Array.isArray(where[0])) return Int32Array.from(where[0]);
  return Int32Array.from({ length }, (_, k) => stridedSlot(where, axes, k));
}

/** The memory as it begins, and where in it each input lies. */
function placeInputs(tape) {
  const begin = [];
  const inputs = {};
  for (const [name, [shape, values]] of Object.entries(tape.inputs)) {
    inputs[name] = { shape, at: slotsOf(begin.length, shape) };
    begin.push(...values.map(Number));
  }
  const given = begin.length;
  begin.push(...tape.constants.map(Number));
  return { begin, given, inputs };
}

/** The steps, the results of each from slot `start` on one after the other, and where they end. */
function placeSteps(tape, start) {
  let size = start;
  const steps = tape.steps.map(([op, axes, ...places]) => {
    const shape = [axes].flat();
    const width = op in FOLDS ? shape.at(-1) : 1;
    const operands = places.map((where) => slotsOf(where, shape));
    const count = operands[0].length / width;
    const first = size;
    size += count;
    return { op, first, count, width, operands };
  });
  return { steps, size };
}

const layouts = new WeakMap();

/** A tape laid out, once: `begin` (inputs and constants), `inputs`, `steps`, `names` with slots. */
export function layoutOf(tape) {
  if (!layouts.has(tape)) {
    const { begin, given, inputs } = placeInputs(tape);
    const { steps, size } = placeSteps(tape, begin.length);
    const place = ([name, [shape, where]]) => [name, { shape, at: slotsOf(where, shape) }];
    const names = Object.fromEntries(Object.entries(tape.names).map(place));
    layouts.set(tape, { begin, given, size, inputs, steps, names });
  }
  return layouts.get(tape);
}

function runStep({ op, first, count, width, operands: [a, b, c] }, m) {
  const fold = FOLDS[op];
  const map = MAPS[op] ?? Math[op];
  for (let k = 0; k < count; k++) {
    if (fold) m[first + k] = fold(m, k * width, (k + 1) * width, a, b);
    else m[first + k] = map(m[a[k]], b && m[b[k]], c && m[c[k]]);
  }
}

/** Error if a number that decided something while the tape was recorded is another now. */
function checkPromises(tape, memory) {
  for (const [slot, value] of tape.promises) {
    if (!(Math.abs(memory[slot] - value) < 1e-9)) {
      throw Error(`tape: got ${memory[slot]} where ${value} was recorded`);
    }
  }
}

/** The memory with these inputs in place of those recorded. */
function startMemory({ begin, size, inputs: places }, inputs) {
  const memory = new Float64Array(size);
  memory.set(begin);
  for (const [name, values] of Object.entries(inputs)) {
    const wanted = places[name]?.at.length ?? "none of this name";
    if (values.length !== wanted) throw Error(`${name}: got ${values.length}, expected ${wanted}`);
    memory.set(values, places[name].at[0]);
  }
  return memory;
}

function readValues(memory, at) {
  const values = new Float64Array(at.length);
  at.forEach((slot, k) => {
    values[k] = memory[slot];
  });
  return values;
}

/** Every number for these inputs, flat by name (else as recorded): `{named, memory}`. */
export function play(tape, inputs = {}) {
  const layout = layoutOf(tape);
  const memory = startMemory(layout, inputs);
  for (const step of layout.steps) runStep(step, memory);
  checkPromises(tape, memory);
  const named = {};
  for (const [name, { at }] of Object.entries(layout.names)) {
    named[name] = readValues(memory, at);
  }
  return { named, memory };
}
