// The torch of attention by hand: how wide a query shines, and the other way round.
// Of keys of one length, one that lies at an angle to the query gets this share of the weight of
// one that lies straight ahead: exp(-‖q‖ ‖k‖ (1 - cos angle) / (√2 τ)).

export const REACH = 2; // the length of the keys that the beam is drawn for
const LIMIT = 3; // of a component
export const COLD = 0.1;
export const HOT = 10;
const clamp = (v) => Math.min(LIMIT, Math.max(-LIMIT, Math.round(100 * v) / 100));

/** The list with the two numbers of token i exchanged for these. */
export const put = (A, i, point) => A.map((x, k) => (k >> 1 === i ? clamp(point[k & 1]) : x));

/** Where the foot of k stands on the line along q; null where q is 0. */
export function foot(q, k) {
  const square = q[0] * q[0] + q[1] * q[1];
  const along = q[0] * k[0] + q[1] * k[1];
  return square ? q.map((x) => (along / square) * x) : null;
}

/** A temperature as the slider has it, in twentieths of a power of ten, and back. */
export const notch = (tau) => 20 * Math.log10(tau);
export const warm = (n) => Math.min(HOT, Math.max(COLD, Number((10 ** (n / 20)).toPrecision(3))));

/** At which angle to a query of this length a key gets `share` of what one straight ahead gets. */
export function spread(length, tau, share) {
  const fall = (-Math.log(share) * Math.SQRT2 * tau) / (length * REACH); // 1 - cos of the angle
  return fall < 2 ? 2 * Math.asin(Math.sqrt(fall / 2)) : Math.PI;
}

/** The share at that angle. */
export const shareAt = (length, tau, angle) =>
  Math.exp((-length * REACH * 2 * Math.sin(angle / 2) ** 2) / (Math.SQRT2 * tau));

/** The temperature at which that angle is this. */
export const focus = (length, angle, share) =>
  (2 * Math.sin(angle / 2) ** 2 * length * REACH) / (-Math.log(share) * Math.SQRT2);

/** What a guess of a weight mistakes: it was `before` and is `after`, less than half of it. */
export function judged(guess, before, after) {
  if (guess > before + 0.01) return "more";
  if (guess > before - 0.01) return "same";
  return Math.abs(guess - after) <= 0.03 ? "right" : "half";
}
