// A number on a tape as a sum of products of what is named: for explain.js.
import { laid } from "./tape.js";

const MOST = 32; // terms of a product of sums; those of a longer one stay closed
export const whole = (factor) => [{ sign: 1, factors: [factor] }];
const closed = (slot, terms) => (terms.length > 1 ? whole({ slot, of: "sum" }) : terms);
const nested = (slot, terms) => (terms.length > 1 ? whole({ slot, of: "sum", terms }) : terms);
const negative = (terms) => terms.map((term) => ({ ...term, sign: -term.sign }));
const pair = (x, y) => ({ sign: x.sign * y.sign, factors: [...x.factors, ...y.factors] });

/** Terms of a step that is a sum; of(slot) are an operand's, times(a, b) those of a product. */
export const SUMS = {
  add: ([[a], [b]], of) => [...of(a), ...of(b)],
  sub: ([[a], [b]], of) => [...of(a), ...negative(of(b))],
  neg: ([[a]], of) => negative(of(a)),
  sum: ([row], of) => row.flatMap(of),
  mul: ([[a], [b]], of, times) => times(a, b),
  div: ([[a], [b]], of, times) => times(a, b, true),
  dot: ([row, other], of, times) => row.flatMap((slot, k) => times(slot, other[k])),
};

const known = new WeakMap();

/** Who owns a slot, what made it, and the softmax of a row: found once for a tape. */
export function graph(tape) {
  if (known.has(tape)) return known.get(tape);
  const { begin, given, steps, names, inputs } = laid(tape);
  const [owner, made, softmax] = [new Map(), new Map(), new Map()];
  for (const [name, { shape, at }] of [...Object.entries(names), ...Object.entries(inputs)]) {
    at.forEach((slot, k) => {
      const constant = slot >= given && slot < begin.length;
      if (!owner.has(slot) && !constant) owner.set(slot, { name, index: unravel(k, shape) });
    });
  }
  for (const { op, first, count, width, operands } of steps) {
    for (let k = 0; k < count; k++) {
      const rows = operands.map((each) => [...each.subarray(k * width, (k + 1) * width)]);
      made.set(first + k, { op, rows });
      if (op === "softmax") softmax.set(String(rows), first + k);
    }
  }
  const owners = new Set([...owner.values()].map(({ name }) => name));
  const free = Object.entries(inputs).filter(([name]) => owners.has(name));
  const shown = { ...Object.fromEntries(free), ...names };
  known.set(tape, { owner, made, softmax, names: shown, sums: new Map() });
  return known.get(tape);
}

export const unravel = (k, shape) =>
  shape.map((n, d) => Math.floor(k / shape.slice(d + 1).reduce((a, b) => a * b, 1)) % n);
export const slotOf = ({ names }, name, index) =>
  names[name].at[names[name].shape.reduce((k, n, d) => k * n + index[d], 0)];

/** A softmax's number with a name, whose logarithm this is; else nothing. */
export const chance = (g, { op, rows }) => {
  const slot = op === "logsoftmax" && g.softmax.get(String(rows));
  return g.owner.has(slot) ? slot : null;
};

/** A slot as terms, down to what has a name or was given; functions have terms once, not within. */
function sum(g, slot, within) {
  const from = g.owner.has(slot) ? null : g.made.get(slot);
  if (!from) return whole({ slot });
  const key = `${slot} ${within}`;
  if (!g.sums.has(key)) {
    const call = () => whole({ slot, ...(within ? { of: from.op } : taken(g, from, true)) });
    g.sums.set(key, from.op in SUMS ? added(g, from, within) : call());
  }
  return g.sums.get(key);
}

/** The terms of a step that is a sum. */
export function added(g, { op, rows }, within = false) {
  const times = (a, b, inverse) => {
    let [x, y] = [sum(g, a, within), sum(g, b, within)];
    if (inverse) y = under(b, y);
    if (x.length * y.length > MOST) [x, y] = [closed(a, x), closed(b, y)];
    return x.flatMap((one) => y.map((other) => pair(one, other)));
  };
  return SUMS[op](rows, (each) => sum(g, each, within), times);
}

/** One factor below the line. */
function under(slot, terms) {
  const [{ sign, factors }] = terms;
  const single = terms.length === 1 && factors.length === 1 && sign === 1 && !factors[0].power;
  return whole({ ...(single ? factors[0] : { slot, of: "sum", terms }), power: -1 });
}

/** A function by its name: of one sum, or (softmax, max, pow, ...) one term an argument. */
export function taken(g, from, within = false) {
  const [row, last] = [from.rows[0], from.rows.at(-1)];
  const place = last.indexOf(row[0]); // in a softmax, whose number it is
  const each = (slots) => slots.map((slot) => nested(slot, sum(g, slot, within))[0]);
  if (from.op === "softmax") return { of: "softmax", terms: each(last), place };
  if (chance(g, from) !== null) return { of: "log", terms: whole({ slot: chance(g, from) }) };
  if (from.op === "logsoftmax") return { of: "log softmax", terms: each(last), place };
  const slots = from.rows.flat();
  return { of: from.op, terms: slots.length === 1 ? sum(g, row[0], within) : each(slots) };
}
