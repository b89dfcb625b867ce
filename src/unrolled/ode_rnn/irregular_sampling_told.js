// What the rules of Python ask of the picture, and the words that they fill in.

import { decimals, plural } from "../widget/kit/numbers.js";

const NEAR = 0.08; // of a whole or a half period, in time

/** A time in thousandths, without zeros at its end. */
export const writeTime = (t) => `${Math.round(1000 * t) / 1000}`;

/** The names of the answers, the nearest first. */
export const orderOf = (off) => Object.keys(off).sort((a, b) => off[a] - off[b]);

/** What holds of the picture. */
export function factsOf({ hidden, isMidway, gap, omega }) {
  const halves = gap === null ? 0 : (gap * omega) / Math.PI;
  const nearest = Math.round(halves);
  const isNear = nearest > 0 && Math.abs(halves - nearest) * (Math.PI / omega) < NEAR;
  return {
    hidden,
    midway: isMidway,
    unseen: gap === null,
    met: gap === 0,
    whole: isNear && nearest % 2 === 0,
    half: isNear && nearest % 2 === 1,
  };
}

/** What the sentences name. */
export function textsOf({ off, gap, now, asked, seen, constants: { names } }) {
  const order = orderOf(off);
  const count = seen.length;
  return {
    now: decimals(now, 1),
    asked: writeTime(asked),
    gap: writeTime(gap ?? 0),
    nearest: names[order[0]],
    farthest: names[order[2]],
    least: decimals(off[order[0]], 2),
    most: decimals(off[order[2]], 2),
    last: decimals(off.last, 2),
    decay: decimals(off.decay, 2),
    evolve: decimals(off.evolve, 2),
    count: plural(count, "observation"),
    times: ["never", "once", "twice"][count] ?? `${count} times`,
  };
}
