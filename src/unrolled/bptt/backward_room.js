// Where everything of the way back is, in pixels: one stream from the right to the left, errors fall
// into it from above, and what each step adds to a gradient leaves it downwards.
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
  gate: { half: 74, unit: 15, wide: 11, stem: 20, size: 17 }, // unit: px of each jaw for W as it is
  part: { y: 328, cell: [28, 37], unit: 48 },
  sum: { x: 816, y: 328, cell: [30, 37], unit: 48 },
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
  columns: { first: 66, step: 124 },
  aside: { delta: -44, gate: 43, carry: 33 },
  stream: 170,
  error: { y: 44, unit: 18, gap: 22, letters: 73, tip: 84 },
  bars: { unit: 96, width: 10, pitch: 23, most: 44 },
  state: { half: [23, 48] },
  delta: { r: 15 },
  river: { unit: 84, most: 42, head: 8 },
  gate: { half: 48, unit: 11, wide: 8, stem: 17, size: 16 },
  part: { y: 262, cell: [20, 25], unit: 30 },
  sum: { x: 92, y: 328, cell: [26, 23], unit: 28 },
  signs: { first: 95, second: 208, equals: 24 },
  told: { at: [160, 322], anchor: "start" },
  key: { at: [14, 374], steps: [0, 106, 228] },
  words: false,
};
const EDGE = 4; // px that a matrix keeps from the edge of the picture

/** The room of a picture; `shape` is that of the gradient that is added up. */
export function roomOf(narrow, [rows, columns = 1]) {
  return { ...(narrow ? NARROW : WIDE), shape: [rows, columns] };
}

const splitId = (id) => {
  const [kind, step] = id.split("_");
  return [kind, Number(step ?? 0)];
};

/** The middle of the state of a step. */
export const columnOf = ({ columns }, t) => columns.first + columns.step * (t - 1);

const halfOfMatrix = ({ shape: [rows, columns] }, { cell: [wide, high] }) => [
  (columns * wide) / 2,
  (rows * high) / 2,
];

/** The middle of what a step adds: below its δ, but not beyond the edge. */
function partX(room, t) {
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
