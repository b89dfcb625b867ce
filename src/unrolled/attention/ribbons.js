// Ribbons that leave a word side by side and land on others; ribbons.py says the same of their
// order and height.
const LEAST = 12; // px: how high the lowest ribbon rises
const FLAT = 0.62; // the power of its span that a ribbon rises with
const THIN = 0.25; // px: what is thinner is not seen and keeps nothing away
const GROWTH = 2.0; // how much higher all rise where none that is seen goes far

/** The order in the socket, from left to right, of ribbons that go so far to the right. */
export function nested(spans) {
  const all = spans.map((_, k) => k);
  const farFirst = (a, b) => spans[b] - spans[a] || a - b;
  const left = all.filter((k) => spans[k] < 0).sort(farFirst);
  const right = all.filter((k) => spans[k] >= 0).sort(farFirst);
  return [...left, ...right];
}

/** How high each ribbon's middle rises to fill the room: height² / span does not fall outwards. */
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
  const seen = tops.filter((_, k) => widths[k] >= THIN);
  const fit = Math.min(GROWTH, seen.length ? room / Math.max(...seen) : 1);
  return high.map((h, k) => Math.max(Math.min(fit * h, room - widths[k] / 2), widths[k] / 2 + 2));
}

const px = (v) => (Math.round(10 * v) / 10).toString();
const at = (x, y) => `${px(x)} ${px(y)}`;

/** One edge of a ribbon: upright at both ends; its control points lie at the height `peak`. */
const edge = (x0, x1, y1, peak) => `C${at(x0, peak)} ${at(x1, peak)} ${at(x1, y1)}`;

/** Both edges of a ribbon to the same side, from left to right or the other way. */
const sidesOf = (from, to, leftwards) =>
  leftwards
    ? { far: [from[1], to[0]], near: [from[0], to[1]] }
    : { far: [from[0], to[1]], near: [from[1], to[0]] };

/** A closed path from one height to another; the two edges turn at the heights `outer`, `inner`. */
function closed({ far, near }, y0, y1, outer, inner) {
  const out = edge(far[0], far[1], y1, outer);
  const back = edge(near[1], near[0], y0, inner);
  return `M${at(far[0], y0)}${out}L${at(near[1], y1)}${back}Z`;
}

/**
 * A ribbon from `from` = [left, right] to `to` at one height: its middle rises by `lift`, with
 * `way` -1 up, with 1 down.
 */
export function ribbon({ from, to, y, lift, width, way, leftwards }) {
  const outer = y + (way * 4 * (lift + width / 2)) / 3;
  const inner = y + (way * 4 * Math.max(0, lift - width / 2)) / 3;
  return closed(sidesOf(from, to, leftwards), y, y, outer, inner);
}

/** A ribbon to another line of text: it leaves upright and arrives upright, between the lines. */
function ladder({ from, to, y0, y1 }) {
  const middle = (y0 + y1) / 2;
  return closed({ far: [from[0], to[0]], near: [from[1], to[1]] }, y0, y1, middle, middle);
}

const total = (values) => values.reduce((sum, v) => sum + v, 0);

/** Where a ribbon of one word ends: on the same line as it begins, else on the side that faces. */
function endsOf(here, there, way) {
  const facing = (one, up) => (up ? one.top : one.floor);
  if (here.line === there.line) return { y0: facing(here, way < 0), y1: facing(there, way < 0) };
  const above = there.line < here.line;
  return { y0: facing(here, above), y1: facing(there, !above), above };
}

/**
 * Ribbons of several sets (one set a head) from a word to all words, as paths. `places` are
 * { middle, top, floor, line } of each word, `weights[s][k]` what set s gives word k, `unit` the
 * width of a weight of 1. Ribbons to one word lie side by side.
 */
export function ribbons({ places, from, weights, unit, room, width, way }) {
  const here = places[from];
  const bundles = places.map((_, k) => unit * total(weights.map((row) => row[k])));
  const beside = total(bundles) / 2 + bundles[from] / 2 + 3; // a word's ribbon to itself
  const spans = places.map(({ middle }, k) => (k === from ? beside : middle - here.middle));
  const high = lifts(spans, bundles, room, width);
  const ends = places.map((there) => endsOf(here, there, way));
  const paths = weights.map(() => []);
  for (const side of [here.top, here.floor]) {
    const some = nested(spans).filter((k) => ends[k].y0 === side);
    let slot = here.middle - total(some.map((k) => bundles[k])) / 2;
    for (const k of some) {
      const leftwards = spans[k] < 0;
      let land = here.middle + spans[k] + bundles[k] / 2; // from the right
      let lift = high[k] + ((leftwards ? -1 : 1) * bundles[k]) / 2;
      weights.forEach((row, s) => {
        const w = unit * row[k];
        const step = leftwards ? w : -w;
        const path = { from: [slot, slot + w], to: [land - w, land], width: w, way, leftwards };
        const arc = { ...path, y: side, lift: lift + step / 2 };
        paths[s][k] = ends[k].above == null ? ribbon(arc) : ladder({ ...path, ...ends[k] });
        slot += w;
        land -= w;
        lift += step;
      });
    }
  }
  return paths;
}
