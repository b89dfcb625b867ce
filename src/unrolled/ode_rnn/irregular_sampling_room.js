// Where everything stands in the picture of irregular sampling, in pixels of it.

export const PARTS = 80; // of the time
export const GRID = 160; // pieces of a line
export const TOP = 2.1; // of the wave's axis
export const SNAP = 20; // places of a hand in a unit of time

const WIDE = {
  size: [900, 400],
  type: 16,
  small: 14,
  left: 34,
  right: 190, // of the plot, from the right edge
  flag: 23,
  top: 42,
  bottom: 308,
  rail: {
    y: 342,
    half: 22,
    off: 42,
    numbers: 380,
    every: 1,
    hints: [
      [730, 336, "Tap the axis to observe,"],
      [730, 354, "pull an observation off it."],
    ],
  },
  rows: [98, 172, 246].map((y) => ({ left: 730, right: 892, y, down: 20 })),
  title: [730, 58],
  pill: { width: 132, height: 44, pitch: 62, first: 116 },
  ring: 6,
  reach: 28,
  margin: 10,
};
const NARROW = {
  size: [360, 388],
  type: 14,
  small: 13,
  left: 32,
  right: 8,
  flag: 20,
  top: 36,
  bottom: 232,
  rail: {
    y: 263,
    half: 22,
    off: 42,
    numbers: 298,
    every: 2,
    hints: [[8, 376, "Tap the axis to observe, pull an observation off it."]],
  },
  rows: [8, 127, 246].map((left) => ({ left, right: left + 104, y: 326, down: 18 })),
  title: null,
  pill: { width: 118, height: 44, pitch: 54, first: 82 },
  ring: 5,
  reach: 25,
  margin: 8,
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

export const widthOf = ({ size, left, right }) => size[0] - left - right;

/** How far to the right a time is. */
export const toX = (room, end, t) => room.left + (t / end) * widthOf(room);

/** The time at a place, where a hand may put it. */
export const toTime = (room, end, x) =>
  Math.round(SNAP * clamp(((x - room.left) / widthOf(room)) * end, 0, end)) / SNAP;

/** How far down a value is. */
export const toY = ({ top, bottom }, value) =>
  top + ((TOP - clamp(value, -TOP, TOP)) / (2 * TOP)) * (bottom - top);

export const isSeen = (value) => Math.abs(value) <= TOP;

/** In order, each once. */
export const inOrder = (times) => [...new Set(times)].sort((a, b) => a - b);

/** How much time and value a pixel is, to the right and down. */
export const unitsOf = (room, end) => [end / widthOf(room), (-2 * TOP) / (room.bottom - room.top)];

/** A place in pixels in the units of the plot. */
export function toData(room, end, [x, y]) {
  const [u, v] = unitsOf(room, end);
  return [(x - room.left) * u, TOP + (y - room.top) * v];
}
