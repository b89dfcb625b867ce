// What each bet learns from, what it says and what it earns: twins of unrolled.finbert.leaks.

/** Rows that the bet on row k learns from: all complete ones, all before it, or the other folds. */
export function learned({ released, fold }, { window, embargo, shuffled, unpurged }, k) {
  const rows = [...released.keys()];
  if (shuffled) return rows.filter((j) => fold[j] !== fold[k]);
  if (unpurged) return rows.filter((j) => j < k);
  return rows.filter((j) => released[j] + window + embargo <= released[k]);
}

/** Of the rows learned from, those whose return shares days with that of row k. */
export const sharing = ({ released }, window, learn, k) =>
  learn.filter((j) => Math.abs(released[j] - released[k]) < window);

const meanOf = (v, rows) => rows.reduce((sum, j) => sum + v[j], 0) / rows.length;

/** How a feature is scaled: by mean and deviation of the rows learned from. */
function scaling(v, learn) {
  const mean = meanOf(v, learn);
  const deviation = Math.sqrt(learn.reduce((sum, j) => sum + (v[j] - mean) ** 2, 0) / learn.length);
  return { mean, deviation: deviation > 0 ? deviation : 1 };
}

/** A ridge regression on two features u and v: what it says of any row. */
function ridge(u, v, y, learn, penalty) {
  const a = scaling(u, learn);
  const b = scaling(v, learn);
  const middle = meanOf(y, learn);
  let uu = penalty + 1e-9;
  let uv = 0;
  let vv = penalty + 1e-9;
  let uy = 0;
  let vy = 0;
  for (const j of learn) {
    const p = (u[j] - a.mean) / a.deviation;
    const q = (v[j] - b.mean) / b.deviation;
    uu += p * p;
    uv += p * q;
    vv += q * q;
    uy += p * (y[j] - middle);
    vy += q * (y[j] - middle);
  }
  const size = uu * vv - uv * uv;
  const first = (vv * uy - uv * vy) / size / a.deviation;
  const second = (uu * vy - uv * uy) / size / b.deviation;
  return { middle, say: (j) => middle + first * (u[j] - a.mean) + second * (v[j] - b.mean) };
}

/** What is said of row k, and the mean of the returns learned from. */
export function forecast({ u, v, y, released }, learn, k, { penalty, nearby, doubt }) {
  const { middle, say } = ridge(u, v, y, learn, penalty);
  let errors = 0;
  let weights = doubt;
  for (const j of learn) {
    const near = Math.exp(-(((released[k] - released[j]) / nearby) ** 2) / 2);
    errors += near * (y[j] - say(j));
    weights += near;
  }
  return [say(k) + errors / weights, middle];
}

/** What a bet earned: on y above or below the mean. */
export const earnedBy = ([said, mean], y) => Math.sign(said - mean) * (y - mean);

/** The sums of the first, the first two, ... */
export function cumulated(values) {
  let sum = 0;
  return values.map((x) => {
    sum += x;
    return sum;
  });
}
