// How boldly a model writes, and what its dice decide: the twins of sampling.py and dice.py.
import { uniform } from "../widget/kit/maths.js";
import { probabilities } from "./writer_models.js";

const NEAR = 1e-12; // as the package has it

/** The places of the probabilities, the largest first; of equal ones the first is first. */
export const inOrder = (y) => Array.from(y.keys()).sort((a, b) => y[b] - y[a] || a - b);

/** Only these places are left, and sum to 1. */
function only(y, kept) {
  const sum = kept.reduce((total, k) => total + y[k], 0);
  const left = Array(y.length).fill(0);
  for (const k of kept) left[k] = y[k] / sum;
  return left;
}

/** The k largest probabilities, made to sum to 1. */
export const topK = (y, k) => only(y, inOrder(y).slice(0, k));

/** The likeliest letters until their probabilities reach `share`, made to sum to 1. */
export function nucleus(y, share) {
  let before = 0;
  const kept = inOrder(y).filter((k) => {
    const isKept = before < share - NEAR;
    before += y[k];
    return isKept;
  });
  return only(y, kept);
}

/** What is drawn from: the temperature first, then top-k, then the nucleus. */
export const nextLetter = (z, temperature, k, share) =>
  nucleus(topK(Array.from(probabilities(z, temperature)), k), share);

/** The letter in whose part of the line from 0 to 1 the throw u falls. */
export function letterAt(y, u) {
  let sum = 0;
  let last = 0;
  for (let k = 0; k < y.length; k++) {
    sum += y[k];
    if (y[k] > 0) last = k;
    if (u < sum) return k;
  }
  return last;
}

/** The n-th throw of the dice with this seed. */
export const throwDice = (seed, n) => uniform(seed, n);

/** How many pieces of so many letters have come before in the same text. */
export function repeatedPieces(codes, length) {
  const pieces = codes.slice(length - 1).map((_, n) => codes.slice(n, n + length).join());
  return pieces.length - new Set(pieces).size;
}
