// A test of the forecaster from its first bet to its last; kept, because a split only cuts it.
import { cumulated, earnedBy, forecast, learned, sharing } from "./walk_forward_steps.js";

export const LEAKS = ["shuffled", "unpurged", "stamped", "scaled", "best"];

const kept = new Map(); // what was computed last, by what it was asked for
const MOST = 40;

function remember(key, compute) {
  if (!kept.has(key)) {
    if (kept.size >= MOST) kept.delete(kept.keys().next().value);
    kept.set(key, compute());
  }
  return kept.get(key);
}

const hundredths = (text) => text.split(" ").map((x) => Number(x) / 100);

/** The statements of a world at a strength. */
export function rowsOf(constants, world, strength) {
  return remember(`rows ${world} ${strength}`, () => {
    const { released, years, tone, price, returns, has, fold } = constants.data.worlds[world];
    return {
      released,
      years,
      tone: hundredths(tone),
      price: price[strength].map(hundredths),
      returns: returns[strength].map((start) => start.map(hundredths)),
      has: has.map((one) => [...one].map(Number)),
      fold: [...fold].map(Number),
    };
  });
}

/** How a test splits. */
export const splitOf = (constants, window, leaks) => ({
  window: constants.windows[window],
  embargo: constants.embargo,
  shuffled: leaks.includes("shuffled"),
  unpurged: leaks.includes("unpurged"),
});

/** The sums that one model's bets earn. */
function sumsOf(rows, constants, window, leaks, read, learn) {
  const v = rows.price[leaks.includes("scaled") ? 1 : 0];
  const y = rows.returns[leaks.includes("stamped") ? 0 : 1][window];
  const table = { u: read, v, y, released: rows.released };
  const { first, model } = constants;
  return learn.map((from, n) => earnedBy(forecast(table, from, first + n, model), y[first + n]));
}

/** What the bets earn with these leaks, and which share days with what was learned from; of the
 *  best of forty also the sums of all. */
export function testOf(constants, { world, strength, window }, leaks) {
  return remember([world, strength, window, ...leaks].join(), () => {
    const rows = rowsOf(constants, world, strength);
    const split = splitOf(constants, window, leaks);
    const asked = [...rows.released.keys()].slice(constants.first);
    const learn = asked.map((k) => learned(rows, split, k));
    const shares = asked.map((k, n) => sharing(rows, split.window, learn[n], k).length > 0);
    const isBest = leaks.includes("best");
    const reads = isBest ? rows.has : [rows.tone];
    const gains = reads.map((read) => sumsOf(rows, constants, window, leaks, read, learn));
    const all = gains.map(cumulated);
    const ends = all.map((sums) => sums.at(-1));
    const model = ends.indexOf(Math.max(...ends));
    return { gains: gains[model], sums: all[model], model: isBest ? model : -1, all, shares };
  });
}
