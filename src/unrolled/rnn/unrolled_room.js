// Where everything of the unrolled d-e-m-o network is, in pixels: time to the right, outputs up.
const WIDE = {
  size: [770, 508],
  type: 16,
  steps: { first: 154, step: 232 },
  start: 36, // of the state before the first step
  r: 23, // of a state
  shift: 36, // of the two units, from the middle of their step
  half: 11, // of a sum
  gap: 37, // px from letter to letter
  tile: 15,
  track: 24,
  knob: 9,
  left: 108, // how far the folded network stands on the left: its equations are on the right
  rows: { loss: 14, bars: [34, 98], letters: 114, z: 142, h: [224, 274], a: [316, 360], x: 436 },
  told: { at: [12, 489], anchor: "start" },
  fold: { from: 528, to: 652, y: 489 },
  tags: [
    { at: [724, 436], size: [56, 36] },
    { at: [501, 354], size: [108, 36] },
    { at: [386, 475], size: [96, 32] },
  ],
};
const NARROW = {
  size: [360, 394],
  type: 16,
  steps: { first: 77, step: 106 },
  start: 14,
  r: 18.5,
  shift: 22,
  half: 8,
  gap: 23,
  tile: 10,
  track: 18,
  knob: 9.5, // there is one, and a dot on each other copy
  left: 22,
  rows: { loss: 13, bars: [28, 74], letters: 88, z: 109, h: [170, 208], a: [232, 262], x: 320 },
  told: { at: [180, 351], anchor: "middle" },
  fold: { from: 134, to: 226, y: 381 },
  tags: [
    { at: [330, 286], size: [34, 24] },
    { at: [248, 280], size: [70, 24] },
    { at: [77, 354], size: [70, 24] },
  ],
};

export const STEPS = [1, 2, 3];
export const PAIR = [0, 1];
export const FOUR = [0, 1, 2, 3];

export const roomOf = (narrow, unrolled = 1) => ({ ...(narrow ? NARROW : WIDE), unrolled });

export const FOLDED = 0.7; // below it the copies lie on each other
export const NAMED = 0.2; // below it one cell is seen, with all its names

/** How much is seen of the copies beside the one that is looked at: they come out from under it. */
export const shareSeen = (unrolled) => Math.max(0, Math.min(1, (unrolled - 0.1) / 0.8));

/** The middle of step t: side by side, or as far as the network is folded on each other. */
export const middleOf = ({ steps, unrolled, left }, t) =>
  steps.first + steps.step * (1 + (t - 2) * unrolled) - left * (1 - unrolled); // with its loop

/** The middle of the k-th of four letters at step t. */
export const letterX = (room, t, k) => middleOf(room, t) + room.gap * (k - 1.5);

/** The k-th unit of a state or of a sum at step t; of step 0 the state before all steps. */
export function unitAt(room, kind, t, k) {
  const { unrolled, start, shift, rows } = room;
  if (t) return [middleOf(room, t) + shift * (2 * k - 1), rows[kind][k]];
  const folded = middleOf(room, 1) + shift * (2 * k - 1);
  return [start * unrolled + folded * (1 - unrolled), rows[kind][k]];
}

const round = (v) => Math.round(10 * v) / 10;
const placeText = (at) => at.map(round).join(" ");

/** A line as a cubic: where it begins, how it leaves, how it arrives, where it ends. */
export const pathOf = ([begin, leaves, arrives, end]) =>
  `M${placeText(begin)}C${[leaves, arrives, end].map(placeText).join(" ")}`;

/** The point of a cubic, a share of its way along. */
export function pointOf(points, share) {
  const rest = 1 - share;
  const parts = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3];
  return [0, 1].map((i) => round(parts.reduce((sum, w, k) => sum + w * points[k][i], 0)));
}

/** A line that leaves and arrives upright. */
function rise([x0, y0], [x1, y1]) {
  const half = (y0 + y1) / 2;
  return [
    [x0, y0],
    [x0, half],
    [x1, half],
    [x1, y1],
  ];
}

// how far a loop goes out, in letters: at least, and for how many px one more
const LOOP = [2.7, 42];

/** The radius of a state after step t; that before all steps is small. */
export const radiusOf = ({ r, unrolled }, t) => (t ? r : r * (1 - 0.4 * unrolled));

/** From a state to the sums of the next step; in a folded network it loops back to its own. */
function cross(room, t, [x0, y0], [x1, y1]) {
  const { unrolled, half, gap } = room;
  const out = x0 + radiusOf(room, t - 1);
  const end = x1 + half * (1 - 2 * unrolled);
  const reach = Math.max(0, t > 1 ? x1 - x0 : end - out) / 2;
  const [least, each] = LOOP;
  const far = middleOf(room, t) + (least + (y1 - y0) / each) * gap; // the longest goes round all
  const between = (loop, way) => loop * (1 - unrolled) + way * unrolled;
  return [
    [out, y0],
    [between(far, out + reach), y0],
    [between(far, end - reach), y1],
    [end, y1],
  ];
}

/** The line of a weight in its copy of step t. */
export function lineOf(room, name, [to, from], t) {
  const { z, x } = room.rows;
  switch (name) {
    case "W_hx": {
      const [u, v] = unitAt(room, "a", t, to);
      return rise([letterX(room, t, from), x - room.tile], [u, v + room.half]);
    }
    case "W_hh":
      return cross(room, t, unitAt(room, "h", t - 1, from), unitAt(room, "a", t, to));
    default: {
      const [u, v] = unitAt(room, "h", t, from);
      return rise([u, v - room.r], [letterX(room, t, to), z + room.half - 2]);
    }
  }
}
