// What is computed from the recorded sizes; unrolled.stack.deep_sizes has the same functions.

/** The middle one of several numbers. */
export function middleOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  if (sorted.length % 2) return sorted[Math.floor(half)];
  return (sorted[half - 1] + sorted[half]) / 2;
}

/** The stream's size before each sub-layer adds to it: 1 where a norm has just brought it there. */
export function meetingSizes({ start, summed }, isSqueezed) {
  const later = summed.slice(0, -1).map((size) => (isSqueezed ? 1 : size));
  return [start, ...later];
}

/** What the two sub-layers of each block add, as a share of the stream they meet: their mean. */
export function addedShares(up, isSqueezed) {
  const meets = meetingSizes(up, isSqueezed);
  const shares = up.added.map((size, k) => size / meets[k]);
  const blocks = shares.length / 2;
  return Array.from({ length: blocks }, (_, n) => (shares[2 * n] + shares[2 * n + 1]) / 2);
}
