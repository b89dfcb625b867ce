// The d-e-m-o network on one example, forward and back, and a step of all its weights.
// Twins of unrolled.backprop.demo.values and of a step p - rate g; a test holds them together.
// A number is called by its array and its place, counted from 1: "W1[2,3]", "delta1[2]".
import { oneHot } from "../widget/kit/maths.js";
import { play } from "../widget/kit/tape.js";

export const LETTERS = [..."demo"];
export const WEIGHTS = ["W1", "b1", "W2", "b2"];

/** W1 and [1, 2] as "W1[2,3]". */
export function keyOf(name, index) {
  return `${name}[${index.map((k) => k + 1)}]`;
}

/** "W1[2,3]" as W1 and [1, 2]. */
export function placeOf(key) {
  const [name] = key.split("[");
  const index = key.match(/\d+(?=[,\]])/g).map((k) => k - 1);
  return [name, index];
}

/** The number of this name and place. */
export function numberAt({ named, constants }, name, to, from) {
  const place = from === undefined ? to : to * constants.width[name] + from;
  return named[name][place];
}

function oneLetter(letter) {
  return oneHot(LETTERS.indexOf(letter), LETTERS.length);
}

/** Forward and back, by the package's own tape: every number by its name. */
export function flow(tape, weights, letter, target) {
  const flat = Object.fromEntries(WEIGHTS.map((name) => [name, weights[name].flat()]));
  return play(tape, { ...flat, x: oneLetter(letter), y: oneLetter(target) });
}

/** An array, a vector or rows of them, a step against its flat gradient. */
function moveArray(array, gradient, rate) {
  return array.map((x, k) => {
    if (!Array.isArray(x)) return x - rate * gradient[k];
    return moveArray(x, gradient.slice(k * x.length), rate);
  });
}

/** All 22 weights a step of this size against their gradients. */
export function stepped(tape, weights, letter, target, rate) {
  const { named } = flow(tape, weights, letter, target);
  const moved = (name) => moveArray(weights[name], named[`d${name}`], rate);
  return Object.fromEntries(WEIGHTS.map((name) => [name, moved(name)]));
}
