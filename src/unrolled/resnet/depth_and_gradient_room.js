// Where everything of the tower of blocks is, in pixels of its picture, and how wide a band is.

const WIDE = {
  size: [900, 430],
  type: 15,
  stage: { wide: 548, high: 430 },
  axis: 232, // the line through all blocks
  loop: 30, // px that a branch of scale 1 bulges
  stream: { state: 106, gradient: 360 }, // the middles of both bands
  unit: 56, // px that a length of 1 is wide
  top: 78, // of the highest tower
  ground: 366,
  names: [22, 45], // below the ground
  lamp: { r: 15, up: 30 },
  knob: 22, // above the tower
  flag: { x: 458, wide: 74 },
  switches: [
    [576, 26],
    [576, 72],
  ],
  reach: 250,
  kinds: { x: 576, y: 108, wide: 318, high: 36, gap: 8, across: true },
  seeds: { x: 746, y: 170, pitch: 34, r: 12, name: 576 },
  track: { x: 586, y: 250, wide: 296, under: 24, names: [586, 214], value: [882, 214] },
  values: { x: 586, y: 386, wide: 296, under: 24, high: 15, names: [[586, 322]] },
};
const NARROW = {
  size: [360, 362],
  type: 13.5,
  stage: { wide: 240, high: 246 },
  axis: 82,
  loop: 14,
  stream: { state: 36, gradient: 142 },
  unit: 24,
  top: 62,
  ground: 204,
  names: [15, 32],
  lamp: { r: 12, up: 24 },
  knob: 18,
  flag: { x: 180, wide: 58 },
  switches: [
    [250, 22],
    [250, 64],
  ],
  reach: 108,
  kinds: { x: 248, y: 92, wide: 110, high: 30, gap: 6, across: false },
  seeds: { x: 259, y: 222, pitch: 22.5, r: 10.5, name: null },
  track: { x: 78, y: 276, wide: 266, under: 20, names: [4, 268], value: [4, 286] },
  values: {
    x: 78,
    y: 334,
    wide: 266,
    under: 17,
    high: 11,
    names: [
      [4, 320],
      [4, 337],
    ],
  },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
export const tenth = (x) => Math.round(10 * x) / 10;

// The tower: the more blocks, the thinner each.

/** How high a tower of so many blocks is drawn. */
export const heightOf = ({ top, ground }, depth, deepest) =>
  (ground - top) * Math.cbrt(depth / deepest);

/** How many blocks a tower has whose top is pulled to this y. */
export function depthAt({ top, ground }, y, deepest) {
  const share = clamp((ground - y) / (ground - top), 0, 1);
  return clamp(Math.round(deepest * share ** 3), 1, deepest);
}

/** Where the state h^(ℓ) is. */
export const levelAt = (room, scene, level) =>
  room.ground - (level / scene.blocks) * heightOf(room, scene.depth, scene.constants.deepest);

// Bands: true up to 1, compressed above, no wider than at 1000, gone below a thousandth.

export const CLIPPED = 1000;
export const GONE = 1e-3;

export function widthOf({ unit }, x) {
  if (x < GONE) return 0;
  if (x <= 1) return Math.max(1.2, unit * x);
  return unit * (1 + 0.5 * Math.log10(Math.min(x, CLIPPED)));
}

// The scale of the branch on its track: a cube root makes room for what is small.

export const shareOf = (scale, largest) => Math.cbrt(scale / largest);

const NEAR = 0.02; // of the track: a mark is met

/** The scale at a share of the track, and that of a mark near it. */
export function scaleAt(share, { largest, marks }) {
  const free = largest * clamp(share, 0, 1) ** 3;
  const met = marks.find((mark) => Math.abs(shareOf(mark, largest) - share) < NEAR);
  if (met !== undefined) return met;
  return free < 0.1 ? Math.round(1e4 * free) / 1e4 : Math.round(1e3 * free) / 1e3;
}

/** 1, 1/√L and 1/L, where they are apart. */
export const marksOf = (depth) =>
  depth < 4
    ? [[1, "1"]]
    : [
        [1, "1"],
        [1 / Math.sqrt(depth), "1/√<i>L</i>"],
        [1 / depth, "1/<i>L</i>"],
      ];

// Singular values on an axis of logarithms.

export const DECADES = 10; // on either side of 1

export const decadeAt = ({ values: { x, wide } }, value) =>
  x + wide * (0.5 + clamp(Math.log10(Math.max(value, 1e-300)) / DECADES, -1, 1) / 2);
