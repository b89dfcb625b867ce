// Where everything of the chain of blocks is, in pixels of its picture, and how wide a band is.

const WIDE = {
  size: [900, 390],
  type: 15,
  axis: 188, // the line through all blocks
  start: 108, // where the signal enters
  longest: 640, // of the deepest stack
  edge: 1.6, // from the axis to both bands
  bead: 42, // px that a branch of the largest scale reaches to either side
  unit: 82, // px that a length of 1 is wide
  ends: { x: 96, up: 22, lead: 24 }, // said left of the chain
  knob: { away: 26, aside: [36, 0], anchor: "start" },
  lamp: { r: 15, away: 30, down: 54 },
  told: 50, // where the scale is said, above the branch that is pulled
  flag: { grip: 343, y: 371, wide: 176, high: 28, yours: { wide: 76, high: 24 } },
  toggle: { at: [716, 26], wide: 176 },
  pills: {
    y: 26,
    high: 36,
    scale: { says: 16, x: 202, wide: [44, 52, 38], column: 0 },
    branches: { says: 388, x: 460, wide: [84, 62, 62], column: 3 },
  },
};
const NARROW = {
  size: [360, 272],
  type: 13.5,
  axis: 124,
  start: 14,
  longest: 282,
  edge: 1.6,
  bead: 24,
  unit: 44,
  ends: { x: 14, signal: 22, gradient: 256 }, // said above and below the chain
  knob: { away: 20, aside: [12, -36], anchor: "middle" },
  lamp: { r: 12, away: 32, down: 50 },
  flag: { grip: 198, y: 224, wide: 78, high: 34, yours: { wide: 62, high: 24 } },
  toggle: { at: [188, 22], wide: 172 },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
export const tenth = (x) => Math.round(10 * x) / 10;

// The chain: the more blocks, the thinner each.

/** How long a chain of so many blocks is drawn. */
export const spanOf = ({ longest }, depth, deepest) => longest * Math.cbrt(depth / deepest);

/** How many blocks a chain has whose end is pulled to this x. */
export function depthAt({ start, longest }, x, deepest) {
  const share = clamp((x - start) / longest, 0, 1);
  return clamp(Math.round(deepest * share ** 3), 1, deepest);
}

/** Where the state h^(ℓ) is. */
export const placeAt = (room, scene, level) =>
  room.start + (level / scene.blocks) * spanOf(room, scene.depth, scene.constants.deepest);

/** How wide a block is drawn. */
export const pitchOf = (room, scene) => placeAt(room, scene, 1) - placeAt(room, scene, 0);

// Bands: true up to 1, compressed above, no wider than at 1000, gone below a thousandth.

export const CLIPPED = 1000;
export const GONE = 1e-3;

export function widthOf({ unit }, x) {
  if (x < GONE) return 0;
  if (x <= 1) return Math.max(1.2, unit * x);
  return unit * (1 + 0.2 * Math.log10(Math.min(x, CLIPPED)));
}

// The scale of the branch, as far as a branch reaches: a cube root makes room for what is small.

export const shareOf = (scale, largest) => Math.cbrt(scale / largest);

const NEAR = 0.04; // of the largest reach: a mark is met

/** The scale at a share of the largest reach, and that of a mark near it. */
export function scaleAt(share, { largest, marks }) {
  const free = largest * clamp(share, 0, 1) ** 3;
  const met = marks.find((mark) => Math.abs(shareOf(mark, largest) - share) < NEAR);
  if (met !== undefined) return met;
  return free < 0.1 ? Math.round(1e4 * free) / 1e4 : Math.round(1e3 * free) / 1e3;
}

export const marksOf = (depth) => [
  [1, "1"],
  [1 / Math.sqrt(depth), "1/√<i>L</i>"],
  [1 / depth, "1/<i>L</i>"],
];

/** The scales among them that are apart from each other. */
export const marksApart = (depth) =>
  marksOf(depth)
    .slice(0, depth < 4 ? 1 : 3)
    .map(([scale]) => scale);
