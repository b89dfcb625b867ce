// A cell with one unit over time: a tape of one step, played for each step, and then backwards.
import { products } from "./maths.js";
import { play } from "./tape.js";

/** Every step forward, and the last h and c; with `openings` the valves are set by hand. */
function runForward(tapes, knobs, xs, openings) {
  let h = [0];
  let c = [0];
  const steps = xs.map((x, t) => {
    const inputs = { knobs, x, h, c };
    const { named } = openings
      ? play(tapes.hand, { ...inputs, valves: openings[t] })
      : play(tapes.weights, inputs);
    h = named.h;
    c = named.c;
    return { ...inputs, valves: [...named.valves], new: named.new, after: c };
  });
  return { steps, h, c };
}

/** dh_T/dc before each step, and after the last one. */
function runBackward(tape, steps) {
  let dh = [1];
  let dc = [0];
  const totals = steps.toReversed().map((step) => {
    const { named } = play(tape, { ...step, dh, dc });
    dh = named.dh;
    dc = named.dc;
    return named.total[0];
  });
  totals.reverse();
  return [dc[0], ...totals];
}

/**
 * `tapes` are { weights, hand, back }, of a step by its weights, by given valves, and read
 * backwards; with `openings`, the valves of each step, it goes by hand. h_0 = c_0 = 0. `total` is
 * dh_T/dc_t, `path` what of it comes along the memory alone, `on` the product of what the valves
 * keep after t; these, c and h begin before step 1.
 */
export function overTime(tapes, knobs, xs, openings) {
  const { steps, h, c } = runForward(tapes, knobs, xs, openings);
  const total = runBackward(tapes.back, steps);
  const entries = (name) => steps.map((step) => step[name][0]);
  const on = products(entries("valves"));
  return {
    valves: steps.map((step) => step.valves),
    new: entries("new"),
    c: [...entries("c"), c[0]],
    h: [...entries("h"), h[0]],
    total,
    path: on.map((share) => share * total.at(-1)),
    on,
  };
}

let latest = {};

/** The latest result, as long as the key is the same: a slider moves one thing of many. */
export function again(key, compute) {
  if (latest.key !== key) latest = { key, value: compute() };
  return latest.value;
}
