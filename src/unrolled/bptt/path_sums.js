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
