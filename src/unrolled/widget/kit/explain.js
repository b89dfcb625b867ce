// Of every number on a tape: what it was computed from, and what it feeds.
import { SUMS, added, chance, graph, slotOf, taken, unravel, whole } from "./expand.js";

/** Whether the entry is the first of its name: another name for the same number hangs on it. */
const owns = (g, name, index) => {
  const owner = g.owner.get(slotOf(g, name, index));
  return owner?.name === name && String(owner.index) === String(index);
};

function opened(g, name, index) {
  const slot = slotOf(g, name, index);
  if (g.owner.has(slot) && !owns(g, name, index)) return { of: "sum", terms: whole({ slot }) };
  const from = g.made.get(slot);
  if (!from) return { of: "given", terms: [] };
  return from.op in SUMS ? { of: "sum", terms: added(g, from) } : taken(g, from);
}

/** Terms with names and numbers in place of slots; a term's value is that of its product. */
function filled(g, terms, memory) {
  return terms.map(({ sign, factors: each }) => {
    const factors = each.map(({ slot, power = 1, terms: inner, ...rest }) => ({
      ...(inner ? { name: "", index: [] } : (g.owner.get(slot) ?? { name: "", index: [] })),
      value: memory[slot],
      power,
      ...rest,
      ...(inner && { terms: filled(g, inner, memory) }),
    }));
    return { sign, factors, value: factors.reduce((x, f) => x * f.value ** f.power, sign) };
  });
}

/**
 * What one entry of a named quantity was computed from: `{of, terms, place, value}`.
 * The terms add up to the value, or to what `of` (tanh, log, ...) is taken of; a softmax, a max
 * and the like have one term an argument. A factor is a named entry, a number (no name), or, with
 * `of` and mostly `terms` of its own, a function; with power -1 it stands below the line.
 */
export function terms(tape, { memory }, name, index = []) {
  const g = graph(tape);
  const found = opened(g, name, index);
  return { ...found, terms: filled(g, found.terms, memory), value: memory[slotOf(g, name, index)] };
}

/** The owners of a slot, or of what it was made of. */
function* owners(g, slot, seen) {
  if (seen.has(slot)) return;
  seen.add(slot);
  const from = g.made.get(slot);
  if (g.owner.has(slot)) yield g.owner.get(slot);
  else if (from) for (const each of sources(g, from)) yield* owners(g, each, seen);
}
const sources = (g, from) => (chance(g, from) === null ? from.rows.flat() : [chance(g, from)]);

/** The named entries that this one was computed from directly. */
export function feeders(tape, name, index = []) {
  const g = graph(tape);
  const slot = slotOf(g, name, index);
  const from = owns(g, name, index) ? g.made.get(slot) : { rows: [slot] };
  const seen = new Set();
  return from ? sources(g, from).flatMap((each) => [...owners(g, each, seen)]) : [];
}

/** The named entries that this one goes into directly. */
export function feeds(tape, name, index = []) {
  const g = graph(tape);
  if (!g.feeds) {
    g.feeds = new Map();
    for (const [to, { shape, at }] of Object.entries(g.names)) {
      at.forEach((_, k) => {
        const entry = { name: to, index: unravel(k, shape) };
        for (const from of feeders(tape, to, entry.index)) {
          g.feeds.set(from, [...(g.feeds.get(from) ?? []), entry]);
        }
      });
    }
  }
  const owner = owns(g, name, index) && g.owner.get(slotOf(g, name, index));
  return g.feeds.get(owner) ?? [];
}
