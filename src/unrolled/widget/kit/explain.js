// Of every number on a tape: what it was computed from, and what it feeds.
import {
  expandFunction,
  expandSum,
  isSum,
  oneTerm,
  originsOf,
  slotOf,
  softmaxSlot,
  unravel,
} from "./expand.js";

/** Whether the entry is the first of its name: another name for the same number hangs on it. */
function isOwner(g, name, index) {
  const owner = g.owner.get(slotOf(g, name, index));
  return owner?.name === name && String(owner.index) === String(index);
}

/** What an entry is made of, in slots. */
function expandEntry(g, name, index) {
  const slot = slotOf(g, name, index);
  if (g.owner.has(slot) && !isOwner(g, name, index)) return { of: "sum", terms: oneTerm({ slot }) };
  const from = g.made.get(slot);
  if (!from) return { of: "given", terms: [] };
  return isSum(from) ? { of: "sum", terms: expandSum(g, from) } : expandFunction(g, from);
}

const NOBODY = { name: "", index: [] };

/** A factor with its name and number in place of its slot. */
function fillFactor(g, { slot, power = 1, terms: inner, ...rest }, memory) {
  const value = memory[slot];
  if (inner) return { ...NOBODY, value, power, ...rest, terms: fillTerms(g, inner, memory) };
  return { ...(g.owner.get(slot) ?? NOBODY), value, power, ...rest };
}

/** Terms with names and numbers in place of slots; a term's value is that of its product. */
function fillTerms(g, terms, memory) {
  return terms.map(({ sign, factors: slots }) => {
    const factors = slots.map((factor) => fillFactor(g, factor, memory));
    const value = factors.reduce((x, f) => x * f.value ** f.power, sign);
    return { sign, factors, value };
  });
}

/**
 * What one entry of a named quantity was computed from: `{of, terms, place, value}`.
 * The terms add up to the value, or to what `of` (tanh, log, ...) is taken of; a softmax, a max
 * and the like have one term an argument. A factor is a named entry, a number (no name), or, with
 * `of` and mostly `terms` of its own, a function; with power -1 it stands below the line.
 */
export function terms(tape, { memory }, name, index = []) {
  const g = originsOf(tape);
  const found = expandEntry(g, name, index);
  const value = memory[slotOf(g, name, index)];
  return { ...found, terms: fillTerms(g, found.terms, memory), value };
}

/** The slots that a step reads; a logarithm of a softmax with a name reads that. */
function sourcesOf(g, from) {
  const named = softmaxSlot(g, from);
  return named === null ? from.rows.flat() : [named];
}

/** The owners of a slot, or of what it was made of; none of them twice. */
function ownersOf(g, slot, seen) {
  if (seen.has(slot)) return [];
  seen.add(slot);
  if (g.owner.has(slot)) return [g.owner.get(slot)];
  const from = g.made.get(slot);
  return from ? sourcesOf(g, from).flatMap((each) => ownersOf(g, each, seen)) : [];
}

/** The named entries that this one was computed from directly. */
export function feeders(tape, name, index = []) {
  const g = originsOf(tape);
  const slot = slotOf(g, name, index);
  const seen = new Set();
  if (!isOwner(g, name, index)) return ownersOf(g, slot, seen);
  const from = g.made.get(slot);
  return from ? sourcesOf(g, from).flatMap((each) => ownersOf(g, each, seen)) : [];
}

/** Of each owner the entries that it goes into directly. */
function findFeeds(tape, g) {
  const found = new Map();
  for (const [name, { shape, at }] of Object.entries(g.names)) {
    at.forEach((_, k) => {
      const entry = { name, index: unravel(k, shape) };
      for (const from of feeders(tape, name, entry.index)) {
        found.set(from, [...(found.get(from) ?? []), entry]);
      }
    });
  }
  return found;
}

/** The named entries that this one goes into directly. */
export function feeds(tape, name, index = []) {
  const g = originsOf(tape);
  g.feeds ??= findFeeds(tape, g);
  if (!isOwner(g, name, index)) return [];
  return g.feeds.get(g.owner.get(slotOf(g, name, index))) ?? [];
}
