// Where everything of the 4-2-4 network is, in pixels of its picture: values run to the right.
const WIDE = {
  size: [860, 404],
  type: 15,
  column: { x: 64, h: 326, y: 572 },
  inputs: { first: 46, step: 90 },
  hidden: { first: 106, step: 150 },
  r: { x: 21, h: 36, y: 21 },
  bar: { x: 604, width: 108 },
  lamp: { at: [796, 181], r: 34, gap: 30 },
  none: [196, 376],
  formula: [430, 388],
  heads: [196, 452],
  track: 38,
};
const NARROW = {
  size: [360, 384],
  type: 15,
  column: { x: 22, h: 142, y: 250 },
  inputs: { first: 42, step: 74 },
  hidden: { first: 91, step: 124 },
  r: { x: 16, h: 27, y: 16 },
  bar: { x: 272, width: 56 },
  lamp: { at: [326, 322], r: 20, gap: 26 },
  none: [84, 310],
  formula: [150, 366],
  heads: [84, 198],
  track: 26,
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

const ENDS = { W1: ["x", "h"], W2: ["h", "y"] }; // the columns that a matrix joins
const SHARE = { W1: 0.65, W2: 0.35 }; // of a line, where it is far from the others
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

/** A line that leaves and arrives level. */
export function threadOf([[x0, y0], [x1, y1]]) {
  const half = (x0 + x1) / 2;
  return `M${x0} ${y0}C${half} ${y0} ${half} ${y1} ${x1} ${y1}`;
}

/** The place of a line's bead. */
export function beadOf(name, [[x0, y0], [x1, y1]]) {
  const t = SHARE[name];
  const level = t * t * (3 - 2 * t);
  const across = 1.5 * t * (1 - t) + t ** 3; // of a thread whose bends are half way
  return [x0 + across * (x1 - x0), y0 + level * (y1 - y0)].map((v) => Math.round(10 * v) / 10);
}
