// A cell with one unit over time: a tape of one step, played for each step, and then backwards.
import { products } from "./maths.js";
import { play } from "./tape.js";

/**
 * `tapes` are { weights, hand, back }, of a step by its weights, by given valves, and read
 * backwards; with `openings`, the valves of each step, it goes by hand. h_0 = c_0 = 0. `total` is
 * dh_T/dc_t, `path` what of it comes along the memory alone, `on` the product of what the valves
 * keep after t; these, c and h begin before step 1.
 */
export function overTime(tapes, knobs, xs, openings) {
  let [h, c, dh, dc] = [[0], [0], [1], [0]];
  const steps = xs.map((x, t) => {
    const given = { knobs, x, h, c };
    const { named } = openings
      ? play(tapes.hand, { ...given, valves: openings[t] })
      : play(tapes.weights, given);
    [h, c] = [named.h, named.c];
    return { ...given, valves: [...named.valves], new: named.new, after: c };
  });
  const total = steps.toReversed().map((one) => {
    const { named } = play(tapes.back, { ...one, dh, dc });
    [dh, dc] = [named.dh, named.dc];
    return named.total[0];
  });
  const all = (name, ...last) => [...steps.map((one) => one[name][0]), ...last];
  const on = products(all("valves"));
  return {
    valves: steps.map((one) => one.valves),
    new: all("new"),
    c: all("c", c[0]),
    h: all("h", h[0]),
    total: [dc[0], ...total.reverse()],
    path: on.map((share) => share * total.at(-1)),
    on,
  };
}

let last = {};
/** The last result, as long as the key is the same: a slider moves one thing of many. */
export function again(key, compute) {
  if (last.key !== key) last = { key, value: compute() };
  return last.value;
}
