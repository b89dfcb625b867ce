// Where everything is in the picture of layers and flow, and how a path is sampled.

const PLANE = { x: [-3.3, 3.3], y: [-1.95, 2.365] };

const WIDE = {
  size: [900, 430],
  type: 16,
  plane: { ...PLANE, left: 0, right: 300, top: 0, bottom: 38 },
  arrows: 0.36, // from arrow to arrow
  layers: { x: 84, y: 402, wide: 426, high: 13, ends: 14 },
  card: [612, 12, 276, 406],
  columns: {
    x: 617,
    pitch: 38,
    bar: 24,
    base: 268,
    row: 28,
    up: { unit: 88, most: 192 }, // px that a gap of 1 is high
    down: { unit: 1.2, most: 90 }, // px that an evaluation is long
  },
  heads: {
    gap: [624, 32],
    evaluations: [624, 402],
    size: [878, 402],
    hidden: [750, 170],
    plain: [624, 54],
    side: "start",
  },
  dot: 6.5,
};
const NARROW = {
  size: [360, 309],
  type: 14,
  plane: { ...PLANE, left: 0, right: 0, top: 30, bottom: 44 },
  arrows: 0.47,
  layers: { x: 58, y: 281, wide: 238, high: 12, ends: 10 },
  heads: { gap: [12, 16], evaluations: [348, 16], side: "end" },
  dot: 5,
};

/** The picture of the columns alone, for a phone. */
export const COLUMNS = {
  size: [360, 190],
  type: 14,
  columns: {
    x: 12,
    pitch: 48,
    bar: 26,
    base: 104,
    row: 24,
    up: { unit: 46, most: 92 },
    down: { unit: 0.65, most: 48 },
  },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const isSeen = ([x, y]) =>
  x > PLANE.x[0] && x < PLANE.x[1] && y > PLANE.y[0] && y < PLANE.y[1];

export const PARTS = 64; // of the depth

export const upTo = (n) => [...Array(n).keys()];

const mix = ([a, b], [c, d], share) => [a + share * (c - a), b + share * (d - b)];

/** Where a path is at a share of its time. */
export function pointAt({ times, points }, share) {
  const t = share * times.at(-1);
  const n = Math.max(
    1,
    times.findIndex((one) => one >= t),
  );
  const before = times[n - 1];
  const after = times[n];
  return mix(points[n - 1], points[n], (t - before) / (after - before));
}

/** As many points of every path, its corners among them, so that one can become another. */
export function samplePath(path) {
  const shares = upTo(PARTS + 1).map((k) => k / PARTS);
  let free = 0; // a corner close to the one before, or to the end, moves to a part of its own
  path.times.forEach((t, n) => {
    const share = t / path.times.at(-1);
    const last = PARTS - (path.times.length - 1 - n);
    const part = Math.max(free, Math.min(last, Math.round(PARTS * share)));
    shares[part] = share;
    free = part + 1;
  });
  return shares.map((share) => ({ share, at: pointAt(path, share) }));
}

/** The same up to a share of its time. */
export function cutSamples(samples, path, share) {
  const here = pointAt(path, share);
  return samples.map((one) => (one.share <= share ? one.at : here));
}

/** Up to which share of the way each step goes, as many for every path. */
export const stepShares = ({ times }) =>
  upTo(PARTS + 1).map((k) => times[Math.floor((k * (times.length - 1)) / PARTS)] / times.at(-1));

/** As many dots for every path: those beyond its steps lie on each other, and fan out. */
export const stepDots = ({ points }) =>
  upTo(PARTS + 1).map((k) => points[Math.floor((k * (points.length - 1)) / PARTS)]);

export const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

/** Slim arrowheads along the field, one a knot of a grid, with gaps between them. */
export function fieldStrokes(slopeAt, { plane, arrows }) {
  const knots = ([low, high]) => {
    const count = Math.floor((high - low) / arrows);
    const first = (low + high - (count - 1) * arrows) / 2;
    return upTo(count).map((n) => first + n * arrows);
  };
  return knots(plane.y).flatMap((y) =>
    knots(plane.x).flatMap((x) => dartAt([x, y], slopeAt([x, y]), 0.33 * arrows)),
  );
}

/** A slim arrowhead around a place, as long as the field is strong there. */
function dartAt([x, y], [dx, dy], long) {
  const u = long * dx;
  const v = long * dy;
  const tail = (way) => [x - u - way * 0.36 * v, y - v + way * 0.36 * u];
  return [tail(1), [x + u, y + v], tail(-1), [x - 0.5 * u, y - 0.5 * v], null];
}
