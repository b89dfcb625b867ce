// The three lines: what each says at every time, cut where the time has not come.

import { GRID, inOrder } from "./irregular_sampling_room.js";
import { trace, waveAt } from "./irregular_sampling_steps.js";

export const ANSWERS = ["last", "decay", "evolve"];

const upTo = (n) => [...Array(n + 1).keys()];

let kept = {}; // what was asked last: a clock that runs asks for the same again

function remember(key, compute) {
  if (kept.key !== key) kept = { key, value: compute() };
  return kept.value;
}

/** Each observation in order, as its time and the value there; two at one time are one. */
export const lookAt = (state, { world }) =>
  inOrder(state.beads.filter((t) => t >= 0)).map((t) => [t, waveAt(world, state, t)]);

/** What is said at every time of the picture: `before` a jump, where there is one, and after it. */
export function followAll(state, seen, constants) {
  const { nets, world } = constants;
  const even = upTo(GRID).map((n) => (n * world.end) / GRID);
  const asked = even.includes(state.asked) ? [] : [state.asked];
  return remember(JSON.stringify([seen, asked]), () => {
    const times = inOrder([...even, ...seen.map(([t]) => t), ...asked]);
    const { jumps, ...said } = trace(nets, seen, times, world.longest);
    const metAt = new Map(seen.map(([t], n) => [t, n]));
    return times.map((t, n) => {
      const after = Object.fromEntries(Object.entries(said).map(([name, all]) => [name, all[n]]));
      return { t, before: jumps[metAt.get(t)] ?? after, after };
    });
  });
}

const NEAR = 1e-9; // of a clock that runs, to a time

/** What is said at a time between those that were asked, as `pick` takes it. */
export function saidAt(samples, t, pick) {
  const n = samples.findIndex((one) => one.t >= t - NEAR);
  const { t: end, before, after } = samples[n];
  if (end - t < NEAR) return pick(after);
  const start = samples[n - 1];
  const share = (t - start.t) / (end - start.t);
  return pick(start.after) + share * (pick(before) - pick(start.after));
}

/** A line up to a time, with a gap at each jump. */
export function lineUpTo(samples, limit, pick) {
  const points = samples
    .filter(({ t }) => t <= limit + NEAR)
    .flatMap(({ t, before, after }) =>
      before === after ? [[t, pick(after)]] : [[t, pick(before)], null, [t, pick(after)]],
    );
  return [...points, [limit, saidAt(samples, limit, pick)]];
}

/** Each jump up to a time, from what was said to what is said. */
export const jumpsUpTo = (samples, limit, pick) =>
  samples
    .filter(({ t, before, after }) => before !== after && t <= limit + NEAR)
    .map(({ t, before, after }) => [
      [t, pick(before)],
      [t, pick(after)],
    ]);
