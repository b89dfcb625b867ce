// One weight at another value, and what changes with it.
// Twin of unrolled.rnn.forward_graph.with_weight: a test holds all quantities together.
import { play } from "../widget/kit/tape.js";

/** "W_hh 0,1" as its name, its index and its place in the flat weights. */
export function readEntry(weight, shapes) {
  const [name, places] = weight.split(" ");
  const index = places.split(",").map(Number);
  if (index.length === 1) return { name, index, at: index[0] };
  const [row, column] = index;
  const [, columns] = shapes[name];
  return { name, index, at: row * columns + column };
}

/** All quantities with one weight at another value; the others are the model's. */
export function forward(tape, weights, { name, at }, value) {
  return play(tape, { ...weights, [name]: weights[name].with(at, value) });
}

/** The names whose numbers are not the same in both runs. */
export function differing(names, one, other) {
  return names.filter((name) => one.named[name].some((x, k) => x !== other.named[name][k]));
}
