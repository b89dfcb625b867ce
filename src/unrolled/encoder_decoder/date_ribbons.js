// From each written letter down to the letters that it looks at: ribbons as wide as the weights.

const LEAST = 0.03; // a weight that is drawn

const px = (v) => (Math.round(10 * v) / 10).toString();

/** The same upright curve as far as `share` of its way: from x0 towards x1. */
function partWay(x0, x1, y0, y1, share) {
  const t = Math.max(0.001, share);
  const middle = (y0 + y1) / 2;
  const mixed = (a, b) => a + (b - a) * t;
  const points = [
    [x0, y0],
    [x0, middle],
    [x1, middle],
    [x1, y1],
  ];
  const cut = (row) => row.slice(1).map(([x, y], n) => [mixed(row[n][0], x), mixed(row[n][1], y)]);
  const second = cut(points);
  const third = cut(second);
  const [end] = cut(third);
  return [points[0], second[0], third[0], end];
}

const at = ([x, y]) => `${px(x)} ${px(y)}`;

/** A ribbon whose two edges go from `from` at the top to `to` below. */
function ribbon(from, to, [top, floor], share) {
  const [a0, a1, a2, a3] = partWay(from[0], to[0], top, floor, share);
  const [b0, b1, b2, b3] = partWay(from[1], to[1], top, floor, share);
  return `M${at(a0)}C${at(a1)} ${at(a2)} ${at(a3)}L${at(b3)}C${at(b2)} ${at(b1)} ${at(b0)}Z`;
}

/** How wide the weight 1 is below: no letter's ribbons are wider than its place. */
function landing(looks, pitch, unit) {
  const sums = looks[0].map((_, j) => looks.reduce((sum, look) => sum + look[j], 0));
  return Math.min(unit, (0.94 * pitch) / Math.max(...sums));
}

/**
 * For each row of weights one path, whose ribbons leave it side by side and land side by side with
 * those of the other rows; `shares` says how far each has come, `isKept(k, j)` which are drawn.
 */
export function ribbonsOf(looks, room, shares, isKept = () => true) {
  if (!looks.length) return [];
  const { targetXs, sourceXs, sourcePitch, zone, unit } = room;
  const below = landing(looks, sourcePitch, unit);
  const taken = sourceXs.map((x, j) => {
    const total = looks.reduce((sum, look) => sum + look[j], 0);
    return x - (below * total) / 2;
  });
  return looks.map((look, k) => {
    let left = targetXs[k] - unit / 2;
    const parts = look.map((weight, j) => {
      const from = [left, left + unit * weight];
      const to = [taken[j], taken[j] + below * weight];
      left = from[1];
      taken[j] = to[1];
      const isDrawn = weight >= LEAST && shares[k] > 0 && isKept(k, j);
      return isDrawn ? ribbon(from, to, zone, shares[k]) : "";
    });
    return parts.join("") || "M0 0";
  });
}
