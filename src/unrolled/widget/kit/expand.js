// A number on a tape as a sum of products of what is named: for explain.js.
import { layoutOf } from "./tape.js";

const MOST = 32; // terms of a product of sums; those of a longer one stay closed

/** One term of one factor. */
export const oneTerm = (factor) => [{ sign: 1, factors: [factor] }];

/** A sum of several terms as one factor whose terms are not shown. */
const closeSum = (slot, terms) => (terms.length > 1 ? oneTerm({ slot, of: "sum" }) : terms);

/** A sum of several terms as one factor in brackets. */
const nestSum = (slot, terms) => (terms.length > 1 ? oneTerm({ slot, of: "sum", terms }) : terms);

const negate = (terms) => terms.map((term) => ({ ...term, sign: -term.sign }));

const multiply = (x, y) => ({ sign: x.sign * y.sign, factors: [...x.factors, ...y.factors] });

/** Steps that are sums. */
const SUMS = ["add", "sub", "neg", "sum", "mul", "div", "dot"];

export const isSum = ({ op }) => SUMS.includes(op);

/** The index of the k-th entry of an array of this shape. */
export const unravel = (k, shape) =>
  shape.map((n, d) => Math.floor(k / shape.slice(d + 1).reduce((a, b) => a * b, 1)) % n);

/** The slot of one entry of what has a name. */
export function slotOf({ names }, name, index) {
  const { shape, at } = names[name];
  return at[shape.reduce((k, n, d) => k * n + index[d], 0)];
}

/** Who owns each slot: the first entry of a name that lies there; constants have no owner. */
function findOwners({ begin, given, names, inputs }) {
  const owner = new Map();
  for (const [name, { shape, at }] of [...Object.entries(names), ...Object.entries(inputs)]) {
    at.forEach((slot, k) => {
      const constant = slot >= given && slot < begin.length;
      if (!owner.has(slot) && !constant) owner.set(slot, { name, index: unravel(k, shape) });
    });
  }
  return owner;
}

/** What made each slot: the operation and its row of each operand; and the softmax of a row. */
function findSteps({ steps }) {
  const made = new Map();
  const softmax = new Map();
  for (const { op, first, count, width, operands } of steps) {
    for (let k = 0; k < count; k++) {
      const rows = operands.map((each) => [...each.subarray(k * width, (k + 1) * width)]);
      made.set(first + k, { op, rows });
      if (op === "softmax") softmax.set(String(rows), first + k);
    }
  }
  return { made, softmax };
}

const origins = new WeakMap();

/** Who owns a slot, what made it, and the softmax of a row: found once for a tape. */
export function originsOf(tape) {
  if (!origins.has(tape)) {
    const layout = layoutOf(tape);
    const owner = findOwners(layout);
    const owners = new Set([...owner.values()].map(({ name }) => name));
    const free = Object.entries(layout.inputs).filter(([name]) => owners.has(name));
    const names = { ...Object.fromEntries(free), ...layout.names };
    origins.set(tape, { owner, ...findSteps(layout), names, sums: new Map() });
  }
  return origins.get(tape);
}

/** A softmax's number with a name, whose logarithm this is; else nothing. */
export function softmaxSlot(g, { op, rows }) {
  const slot = op === "logsoftmax" && g.softmax.get(String(rows));
  return g.owner.has(slot) ? slot : null;
}

/** A slot as terms, down to what has a name or was given; functions have terms once, not within. */
function termsOf(g, slot, within) {
  const from = g.owner.has(slot) ? null : g.made.get(slot);
  if (!from) return oneTerm({ slot });
  const key = `${slot} ${within}`;
  if (!g.sums.has(key)) g.sums.set(key, expandStep(g, slot, from, within));
  return g.sums.get(key);
}

function expandStep(g, slot, from, within) {
  if (isSum(from)) return expandSum(g, from, within);
  if (within) return oneTerm({ slot, of: from.op });
  return oneTerm({ slot, ...expandFunction(g, from, true) });
}

/** The product of two slots as terms, or with `inverse` their quotient. */
function expandProduct(g, a, b, within, inverse) {
  const upper = termsOf(g, a, within);
  const lower = termsOf(g, b, within);
  const other = inverse ? invert(b, lower) : lower;
  const many = upper.length * other.length > MOST;
  const left = many ? closeSum(a, upper) : upper;
  const right = many ? closeSum(b, other) : other;
  return left.flatMap((x) => right.map((y) => multiply(x, y)));
}

/** The terms of a step that is a sum. */
export function expandSum(g, { op, rows }, within = false) {
  const [first, second = []] = rows;
  const [a] = first;
  const [b] = second;
  const of = (slot) => termsOf(g, slot, within);
  switch (op) {
    case "add":
      return [...of(a), ...of(b)];
    case "sub":
      return [...of(a), ...negate(of(b))];
    case "neg":
      return negate(of(a));
    case "sum":
      return first.flatMap(of);
    case "mul":
      return expandProduct(g, a, b, within, false);
    case "div":
      return expandProduct(g, a, b, within, true);
    case "dot":
      return first.flatMap((slot, k) => expandProduct(g, slot, second[k], within, false));
  }
  throw new Error(`step: got ${op}, expected one of ${SUMS}`);
}

/** One factor below the line. */
function invert(slot, terms) {
  const [{ sign, factors }] = terms;
  const single = terms.length === 1 && factors.length === 1 && sign === 1 && !factors[0].power;
  const factor = single ? factors[0] : { slot, of: "sum", terms };
  return oneTerm({ ...factor, power: -1 });
}

/** A function by its name: of one sum, or (softmax, max, pow, ...) one term an argument. */
export function expandFunction(g, from, within = false) {
  const row = from.rows[0];
  const last = from.rows.at(-1);
  const place = last.indexOf(row[0]); // in a softmax, whose number it is
  const termOfEach = (slots) => slots.map((slot) => nestSum(slot, termsOf(g, slot, within))[0]);
  if (from.op === "softmax") return { of: "softmax", terms: termOfEach(last), place };
  const named = softmaxSlot(g, from);
  if (named !== null) return { of: "log", terms: oneTerm({ slot: named }) };
  if (from.op === "logsoftmax") return { of: "log softmax", terms: termOfEach(last), place };
  const slots = from.rows.flat();
  if (slots.length === 1) return { of: from.op, terms: termsOf(g, slots[0], within) };
  return { of: from.op, terms: termOfEach(slots) };
}
