// Where everything of the tower of blocks is, in pixels of its picture, and how wide a band is.

const WIDE = {
  size: [900, 430],
  type: 15,
  stage: { wide: 632, high: 430 },
  axis: 286, // the line through all blocks
  edge: 1.6, // from there to both bands
  loop: 46, // px that a branch of scale 1 reaches into a band
  unit: 112, // px that a length of 1 is wide
  top: 78, // of the highest tower
  ground: 366,
  ends: 59, // from the axis to what is said of a band
  names: [22, 45], // below the ground
  lamp: { r: 15, up: 30 },
  knob: 22, // above the tower
  flag: { x: 536, wide: 78 },
  switches: [
    { at: [656, 50], wide: 240, place: [1, 0] },
    { at: [656, 100], wide: 240, place: [2, 0] },
  ],
  pills: {
    high: 38,
    random: { x: 656, y: 146, wide: 90, place: [3, 0] },
    another: { x: 752, y: 146, wide: 142, place: [3, 1] },
    undoing: { x: 656, y: 194, wide: 116, place: [4, 0] },
    doubling: { x: 778, y: 194, wide: 116, place: [4, 1] },
  },
  track: { x: 664, y: 326, wide: 222, under: 24, names: [664, 286], value: [886, 286] },
};
const NARROW = {
  size: [360, 362],
  type: 13.5,
  stage: { wide: 360, high: 262 },
  axis: 144,
  edge: 1.6,
  loop: 26,
  unit: 64,
  top: 62,
  ground: 222,
  ends: 58,
  names: [14, 30],
  lamp: { r: 12, up: 24 },
  knob: 18,
  flag: { x: 288, wide: 64 },
  switches: [
    { at: [4, 290], wide: 86, place: [1, 0] },
    { at: [94, 290], wide: 120, place: [1, 1] },
  ],
  pills: {
    high: 44,
    another: { x: 216, y: 268, wide: 144, place: [1, 2] },
    random: { x: 0, y: 317, wide: 116, place: [2, 0] },
    undoing: { x: 122, y: 317, wide: 116, place: [2, 1] },
    doubling: { x: 244, y: 317, wide: 116, place: [2, 2] },
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
  return unit * (1 + 0.35 * Math.log10(Math.min(x, CLIPPED)));
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

export const marksOf = (depth) => [
  [1, "1"],
  [1 / Math.sqrt(depth), "1/√<i>L</i>"],
  [1 / depth, "1/<i>L</i>"],
];

/** Those marks that are apart on the track. */
export const marksApart = (depth) => marksOf(depth).slice(0, depth < 4 ? 1 : 3);
