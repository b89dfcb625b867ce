// What a hand does to a row of valves.

const hundredths = (share) => Math.round(100 * Math.min(1, Math.max(0, share))) / 100;

/** From step t on all are open by this share. */
export const turned = (openings, t, share) =>
  openings.map((open, k) => (k < t - 1 ? open : hundredths(share)));

/** The ends are easy to hit: what is nearly open or nearly shut is so. */
export function snapped(share) {
  if (share > 0.955) return 1;
  return share < 0.045 ? 0 : hundredths(share);
}

/** A stroke from one [step, share] to another sets all valves on its way. */
export function painted(openings, [from, start], [to, end]) {
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  return openings.map((open, k) => {
    const t = k + 1;
    if (t < low || t > high) return open;
    const part = from === to ? 1 : (t - from) / (to - from);
    return snapped(start + (end - start) * part);
  });
}
