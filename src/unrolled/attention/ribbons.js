// Ribbons that leave a word side by side and land on others; ribbons.py says the same of their
// order and height.
const LEAST = 12; // px: how high the lowest ribbon rises
const FLAT = 0.62; // the power of its span that a ribbon rises with
const THIN = 0.25; // px: what is thinner is not seen and keeps nothing away

/** The order in the socket, from left to right, of ribbons that go so far to the right. */
export function nested(spans) {
  const all = spans.map((_, k) => k);
  const farFirst = (a, b) => spans[b] - spans[a] || a - b;
  const left = all.filter((k) => spans[k] < 0).sort(farFirst);
  const right = all.filter((k) => spans[k] >= 0).sort(farFirst);
  return [...left, ...right];
}

/** How high the middle of each ribbon rises: height² / span does not fall outwards. */
export function lifts(spans, widths, room, width) {
  const high = spans.map((d) => Math.max(LEAST, room * (Math.abs(d) / width) ** FLAT));
  for (const side of [-1, 1]) {
    let steep = 0;
    const out = spans.map((_, k) => k).filter((k) => spans[k] * side > 0);
    out.sort((a, b) => Math.abs(spans[a]) - Math.abs(spans[b]) || a - b);
    for (const k of out) {
      if (widths[k] < THIN) continue;
      const root = Math.sqrt(Math.abs(spans[k]));
      high[k] = Math.max(high[k], steep * root + widths[k] / 2 + 1);
      steep = Math.max(steep, (high[k] + widths[k] / 2) / root);
    }
  }
  const tops = high.map((h, k) => h + widths[k] / 2);
  const fit = Math.min(1, room / Math.max(...tops));
  return high.map((h, k) => Math.max(fit * h, widths[k] / 2 + 2));
}

const px = (v) => (Math.round(10 * v) / 10).toString();
const at = (x, y) => `${px(x)} ${px(y)}`;

/** One edge of a ribbon: upright at both ends; its control points lie at the height `peak`. */
const edge = (x0, x1, y1, peak) => `C${at(x0, peak)} ${at(x1, peak)} ${at(x1, y1)}`;

/**
 * A ribbon as a closed path. It goes from `from` = [left, right] at the height y0 to `to` at y1;
 * `lift` is how far the middle rises and `way` where: -1 up, 1 down.
 */
export function ribbon({ from, to, y0, y1, lift, width, way, leftwards }) {
  const base = way < 0 ? Math.min(y0, y1) : Math.max(y0, y1);
  const outer = base + (way * 4 * (lift + width / 2)) / 3;
  const inner = base + (way * 4 * Math.max(0, lift - width / 2)) / 3;
  const far = leftwards ? [from[1], to[0]] : [from[0], to[1]];
  const near = leftwards ? [from[0], to[1]] : [from[1], to[0]];
  const out = edge(far[0], far[1], y1, outer);
  const back = edge(near[1], near[0], y0, inner);
  return `M${at(far[0], y0)}${out}L${at(near[1], y1)}${back}Z`;
}

const total = (values) => values.reduce((sum, v) => sum + v, 0);

/**
 * Ribbons of several sets (one set a head) from the place of one word to those of all, as paths.
 * `places` are [x, y] of each word, `weights[s][k]` what set s gives word k, `unit` the width of a
 * weight of 1. Ribbons of one word lie side by side.
 */
export function ribbons({ places, from, weights, unit, room, width, way }) {
  const [x, y0] = places[from];
  const bundles = places.map((_, k) => unit * total(weights.map((row) => row[k])));
  const whole = total(bundles);
  const own = whole / 2 + bundles[from] / 2 + 3; // a word's ribbon to itself lands beside it
  const spans = places.map(([to], k) => (k === from ? own : to - x));
  const high = lifts(spans, bundles, room, width);
  const paths = weights.map(() => []);
  let slot = x - whole / 2;
  for (const k of nested(spans)) {
    const leftwards = spans[k] < 0;
    let land = x + spans[k] + bundles[k] / 2; // from right to left, as the slots go from left to right
    let lift = high[k] + ((leftwards ? -1 : 1) * bundles[k]) / 2;
    weights.forEach((row, s) => {
      const w = unit * row[k];
      const step = leftwards ? w : -w;
      paths[s][k] = ribbon({
        from: [slot, slot + w],
        to: [land - w, land],
        y0,
        y1: places[k][1],
        lift: lift + step / 2,
        width: w,
        way,
        leftwards,
      });
      slot += w;
      land -= w;
      lift += step;
    });
  }
  return paths;
}
