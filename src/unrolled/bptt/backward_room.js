// Where everything of the way back is, in pixels: one stream from the right to the left, errors fall
// into it from above, and what each step adds to a gradient leaves it downwards. A phone sees two
// steps at a time, and below them always all that is added up.
const WIDE = {
  size: [886, 418],
  type: 17,
  small: 15,
  columns: { first: 166, step: 296 }, // the middle of a state
  aside: { delta: -114, gate: 110, carry: 72 }, // from there, in px
  stream: 210, // how far down it is
  error: { y: 28, unit: 32, gap: 28, letters: 72, tip: 86 }, // unit: px of a 1
  bars: { unit: 130, width: 17, pitch: 42, most: 57 },
  state: { half: [46, 62] },
  delta: { r: 25 },
  river: { unit: 140, most: 86, head: 14 }, // px of a 1, at most; of the head of an arrow
  gate: { half: 68, unit: 15, wide: 14, stem: 20, size: 17, name: [14, 46] }, // unit: px of × 1
  part: { y: 328, cell: [30, 36] },
  sum: { x: 816, y: 328, cell: [30, 36] },
  signs: { first: 202, second: 498, equals: 724 },
  told: { at: [12, 404], anchor: "start" },
  key: { at: [582, 404], steps: [0, 96, 208] },
  words: true, // beside the stream
};
const NARROW = {
  ...WIDE,
  size: [360, 384],
  type: 14,
  small: 13,
  headline: [6, 10],
  columns: { first: 82, step: 156 },
  aside: { delta: -62, gate: 54, carry: 41 },
  stream: 168,
  error: { y: 44, unit: 18, gap: 22, letters: 73, tip: 84 },
  bars: { unit: 100, width: 11, pitch: 26, most: 44 },
  state: { half: [28, 48] },
  delta: { r: 15 },
  river: { unit: 100, most: 56, head: 8 },
  gate: { half: 46, unit: 10, wide: 9, stem: 17, size: 15, name: [-14, 58] },
  part: { y: 282, cell: [24, 24], across: [45, 135, 225] },
  sum: { x: 315, y: 282, cell: [24, 24] },
  signs: { first: 90, second: 180, equals: 270 },
  told: { at: [14, 346], anchor: "start" },
  key: { at: [14, 374], steps: [0, 106, 228] },
  beyond: 40, // px below the stream, to the step that is out of sight
  words: false,
};
const SLIM = [16, 24]; // a cell of more than two columns, on a phone
const EDGE = 4; // px that a matrix keeps from the edge of the picture

/** The room of a picture; `shape` is that of the gradient that is added up, `first` is the first
 * of the two steps that a phone sees. */
export function roomOf(narrow, [rows, columns = 1], first = 1) {
  const shape = [rows, columns];
  if (!narrow) return { ...WIDE, shape, seen: [1, 3] };
  const cell = columns > 2 ? SLIM : NARROW.part.cell;
  return {
    ...NARROW,
    shape,
    seen: [first, first + 1],
    columns: { ...NARROW.columns, first: NARROW.columns.first - NARROW.columns.step * (first - 1) },
    part: { ...NARROW.part, cell },
    sum: { ...NARROW.sum, cell },
  };
}

const splitId = (id) => {
  const [kind, step] = id.split("_");
  return [kind, Number(step ?? 0)];
};

/** Whether a step is in sight. */
export const isStepSeen = ({ seen: [first, last] }, t) => first <= t && t <= last;

/** Whether a quantity is: the δ of the next step stands at the edge of the picture. */
export function isSeen(room, id) {
  const [kind, t] = splitId(id);
  if (kind === "part" || kind === "sum") return true;
  return isStepSeen(room, t) || (kind === "delta" && isStepSeen(room, t - 1));
}

/** The middle of the state of a step. */
export const columnOf = ({ columns }, t) => columns.first + columns.step * (t - 1);

const halfOfMatrix = ({ shape: [rows, columns] }, { cell: [wide, high] }) => [
  (columns * wide) / 2,
  (rows * high) / 2,
];

/** The middle of what a step adds: below its δ, but not beyond the edge. */
function partX(room, t) {
  if (room.part.across) return room.part.across[t - 1];
  const [half] = halfOfMatrix(room, room.part);
  return Math.max(half + EDGE, columnOf(room, t) + room.aside.delta);
}

/** The middle of a quantity, or where its 0 is. */
export function placeOf(room, id) {
  const [kind, t] = splitId(id);
  if (kind === "sum") return [room.sum.x, room.sum.y];
  const x = columnOf(room, t);
  switch (kind) {
    case "dz":
      return [x, room.error.y];
    case "back":
      return [x, (room.error.tip + room.stream - room.state.half[1]) / 2];
    case "part":
      return [partX(room, t), room.part.y];
    default:
      return [x + (room.aside[kind] ?? 0), room.stream];
  }
}

/** The middle of the weights between a step and the one after it. */
export const gateOf = (room, t) => [columnOf(room, t) + room.aside.gate, room.stream];

/** The frame that is tapped for a quantity: left, top, width, height. */
export function frameOf(room, id) {
  const [kind] = splitId(id);
  const [x, y] = placeOf(room, id);
  const around = (wide, up, down = up) => [x - wide, y - up, 2 * wide, up + down];
  const { error, state, delta, part, sum, columns } = room;
  switch (kind) {
    case "dz":
      return around(2 * error.gap, error.unit * 0.6, error.letters - error.y + 10);
    case "dh":
      return around(...state.half);
    case "delta":
      return around(delta.r, delta.r);
    case "back":
      return around(state.half[0] * 0.7, (state.half[1] - 8) / 2);
    case "carry":
      return around(columns.step * 0.09, state.half[1] / 2);
    default: {
      const [wide, high] = halfOfMatrix(room, kind === "sum" ? sum : part);
      return around(wide, high);
    }
  }
}
