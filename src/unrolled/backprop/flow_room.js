// Where everything of the d-e-m-o network is, in pixels of its picture: values run to the right.
const WIDE = {
  size: [860, 410],
  type: 15,
  column: { x: 64, h: 326, y: 572 },
  inputs: { first: 50, step: 100 },
  hidden: { first: 88, step: 186 },
  r: { x: 21, h: 36, y: 21 },
  bar: { x: 604, width: 108 },
  aside: 0, // px: how far a long number of an output ends beyond its bar
  lamp: { at: [796, 200], r: 34, halo: 6 },
  none: [132, 393],
  rings: { others: [94, 46], unit: [284, 46] }, // px: where they begin or end, how wide they are
  heads: [196, 452],
  legend: { at: [620, 378], step: [0, 20], sample: 26, type: 14 },
  track: 38,
  knob: 8,
  lines: 18, // from line to line in a hidden unit
  share: { W1: 0.65, W2: 0.35 }, // of a line, where it is far from the others
  beads: true,
  sum: { below: 16, row: 16.5, high: 9, zero: 6, half: 58, unit: 170, type: 13 },
};
const NARROW = {
  size: [360, 360],
  type: 15,
  column: { x: 20, h: 124, y: 236 },
  inputs: { first: 40, step: 76 },
  hidden: { first: 82, step: 148 },
  r: { x: 16, h: 32, y: 16 },
  bar: { x: 259, width: 38 },
  aside: 18,
  lamp: { at: [336, 154], r: 20, halo: 2 },
  none: [76, 314],
  rings: { others: [38, 26], unit: [90, 24] },
  formula: [190, 346],
  heads: [66, 187],
  legend: { at: [180, 319], step: [78, 0], sample: 18, type: 12 },
  track: 22,
  knob: 10,
  lines: 17,
  share: { W1: 0.42, W2: 0.5 },
  beads: false, // one handle, on the line that is chosen
  sum: { below: 13.5, row: 13.3, high: 8, zero: 13, half: 37, unit: 105, type: 12 },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

const ENDS = { W1: ["x", "h"], W2: ["h", "y"] }; // the columns that a matrix joins
export const GAUGE = 2; // the largest weight that a gauge shows

/** The middle of an input, a hidden unit or an output. */
export function middleOf(room, column, k) {
  const { first, step } = column === "h" ? room.hidden : room.inputs;
  return [room.column[column], first + step * k];
}

/** Where the line of a weight begins and ends. */
export function endsOf(room, name, to, from) {
  const [start, end] = ENDS[name];
  const [x0, y0] = middleOf(room, start, from);
  const [x1, y1] = middleOf(room, end, to);
  return [
    [x0 + room.r[start], y0],
    [x1 - room.r[end], y1],
  ];
}

/** How a sum stands below a hidden unit: its line of zeros, and its top. */
export function sumAt(room, k) {
  const [x, y] = middleOf(room, "h", k);
  return { zero: x + room.sum.zero, top: y + room.r.h + room.sum.below };
}

/** A line that leaves and arrives level. */
export function threadOf([[x0, y0], [x1, y1]]) {
  const half = (x0 + x1) / 2;
  return `M${x0} ${y0}C${half} ${y0} ${half} ${y1} ${x1} ${y1}`;
}

/** The place of a line's bead, where it is pulled. */
export function beadOf(room, name, [[x0, y0], [x1, y1]]) {
  const t = room.share[name];
  const level = t * t * (3 - 2 * t);
  const across = 1.5 * t * (1 - t) + t ** 3; // of a thread whose bends are half way
  return [x0 + across * (x1 - x0), y0 + level * (y1 - y0)].map((v) => Math.round(10 * v) / 10);
}
