// Where everything stands in the picture of layers and flow, and how a path is sampled.

const PLANE = { x: [-3.3, 3.3], y: [-2.33, 2.33] };

const WIDE = {
  size: [900, 400],
  type: 16,
  plane: { ...PLANE, left: 0, right: 334, top: 2, bottom: 0 },
  arrows: 0.44, // from arrow to arrow
  columns: {
    x: 600,
    pitch: 42.5,
    bar: 26,
    base: 254,
    row: 26,
    up: { unit: 85, most: 184 }, // px that a gap of 1 is high
    down: { unit: 1.1, most: 82 }, // px that an evaluation is long
  },
  heads: {
    gap: [604, 26],
    evaluations: [604, 384],
    size: [896, 26],
    plain: [604, 48],
    side: "start",
  },
  dot: 6,
};
const NARROW = {
  size: [360, 384],
  type: 14,
  plane: { ...PLANE, left: 0, right: 0, top: 2, bottom: 130 },
  arrows: 0.62,
  columns: {
    x: 12,
    pitch: 48,
    bar: 26,
    base: 332,
    row: 20,
    up: { unit: 24, most: 50 },
    down: { unit: 0.4, most: 26 },
  },
  heads: { gap: [12, 264], evaluations: [348, 264], side: "end" },
  dot: 5,
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
  const [before, after] = [times[n - 1], times[n]];
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

/** As many dots for every path: those beyond its steps lie on each other, and fan out. */
export const stepDots = ({ points }) =>
  upTo(PARTS + 1).map((k) => points[Math.floor((k * (points.length - 1)) / PARTS)]);

export const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

/** The strokes of arrows along the field, one a knot of a grid, with gaps between them. */
export function fieldStrokes(slopeAt, { plane, arrows }) {
  const knots = ([low, high]) => {
    const count = Math.floor((high - low) / arrows);
    const first = (low + high - (count - 1) * arrows) / 2;
    return upTo(count).map((n) => first + n * arrows);
  };
  return knots(plane.y).flatMap((y) =>
    knots(plane.x).flatMap((x) => strokeAt([x, y], slopeAt([x, y]), 0.3 * arrows)),
  );
}

/** An arrow around a place, as long as the field is strong there. */
function strokeAt([x, y], [dx, dy], long) {
  const [u, v] = [long * dx, long * dy];
  const tip = [x + u, y + v];
  const side = (way) => [tip[0] - 0.55 * u - way * 0.32 * v, tip[1] - 0.55 * v + way * 0.32 * u];
  return [[x - u, y - v], tip, null, side(1), tip, side(-1), null];
}
