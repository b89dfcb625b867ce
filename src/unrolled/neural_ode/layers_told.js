// What the rules of Python ask of the picture, and the words that they fill in.

import { percent, plural, short, tenTo } from "../widget/kit/numbers.js";

/** What holds of the picture. */
export function factsOf({ solver, count, hidden, crossings, doubled, share }) {
  return {
    hidden,
    euler: solver === "euler",
    adaptive: solver === "adaptive",
    single: doubled === 0,
    refused: count.refused > 0,
    crossed: crossings.length > 0,
    midway: share < 1,
  };
}

/** A time over a power of two, as a fraction. */
const writeLength = (time, steps) => (steps > time ? `1/${steps / time}` : `${time / steps}`);

/** How much of the way is done: in whole blocks or steps, or in percent where they differ. */
function writeWalked(solver, share, steps) {
  if (solver === "adaptive") return `${percent(share)} of the way`;
  const done = Math.floor(share * steps + 1e-9);
  return `${done} of ${plural(steps, solver === "euler" ? "block" : "step")}`;
}

/** What the sentences name. */
export function textsOf({ solver, count, digits, gap, crossings, share, doubled, constants }) {
  const steps = count.points.length - 1;
  return {
    blocks: plural(2 ** doubled, "block"),
    steps: plural(steps, "step"),
    name: constants.names[solver],
    each: `${Math.round(count.calls / steps)}`,
    calls: `${count.calls}`,
    evaluations: plural(count.calls, "evaluation"),
    refused: plural(count.refused, "step"),
    tolerance: tenTo(-digits),
    length: writeLength(constants.time, steps),
    gap: short(gap),
    crossings: ["never", "once", "twice"][crossings.length] ?? `${crossings.length} times`,
    walked: writeWalked(solver, share, steps),
  };
}
