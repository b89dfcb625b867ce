// The six paths from a loss t back to a copy i of the weight, and what adds them up.
// Twins of unrolled.bptt.paths (the terms) and of the readings in immediate_or_total_words.

export const STEPS = [1, 2, 3];
export const PAIRS = STEPS.flatMap((t) => STEPS.slice(0, t).map((i) => [t, i])); // loss, copy

export function total(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/** One term for each group of pairs: what its paths bring, each as often as it counts. */
export function terms(values, counts, groups) {
  return groups.map((group) => total(group.map((n) => counts[n] * values[n])));
}

/** The term of each path. */
export const termsOf = (groups) =>
  PAIRS.map((_, n) => groups.findIndex((group) => group.includes(n)));

/** The lowest and the highest that a sum runs through, from 0 on. */
function runOf(values, counts, groups) {
  let reached = 0;
  const places = [0];
  for (const n of groups.flat()) {
    reached += counts[n] * values[n];
    places.push(reached);
  }
  return [Math.min(...places), Math.max(...places)];
}

/**
 * From where to where the bars of an order are drawn: `orders` are its groups and those of the
 * others, `sums` all counts that are to fit. All orders have one unit, so that sums compare.
 */
export function reachOf(values, groups, orders, sums) {
  const spans = orders.map((order) => {
    const runs = sums.map((counts) => runOf(values, counts, order));
    return [Math.min(...runs.map(([low]) => low)), Math.max(...runs.map(([, high]) => high))];
  });
  const widest = Math.max(...spans.map(([low, high]) => high - low));
  if (widest === 0) return [-1, 1];
  const [low, high] = spans[orders.indexOf(groups)];
  const spare = (widest - (high - low)) / 2;
  return [low - spare, high + spare];
}

function allowedCount(count, most) {
  if (count >= most) return most;
  return count >= 1 ? 1 : 0;
}

/** A path counts not at all, once, or `most` times: once for each state on it. */
export function allowedCounts(counts, most) {
  return counts.map((count, n) => allowedCount(count, most[n]));
}

/** Whether exactly the paths that bring something count, each once. */
export function areFewest(values, counts) {
  return values.every((x, n) => counts[n] === (x === 0 ? 0 : 1));
}

/** The counts once only the first `many` paths in this order are added up. */
export function countFirst(many, order) {
  return PAIRS.map((_, n) => (order.indexOf(n) < many ? 1 : 0));
}
