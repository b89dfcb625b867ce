// Where everything of the way back is, in pixels: one stream from right to left; errors fall
// into it from above, and what each step adds to a gradient leaves it downwards.
const WIDE = {
  size: [886, 430],
  type: 17,
  small: 15,
  columns: { first: 166, step: 296 }, // the middle of a state
  aside: { delta: -114, gate: 110, carry: 72 }, // from there, in px
  stream: 224, // how far down it is
  error: { y: 28, unit: 32, gap: 28, letters: 72, tip: 86 }, // unit: px of a 1
  bars: { unit: 130, width: 30, pitch: 42, most: 57 },
  state: { half: [46, 62], top: 84 }, // its name is above the bars
  delta: { r: 25, down: 0 }, // below the stream, in px
  zero: 11, // of the ring around a gradient of 0
  river: { unit: 140, most: 86, head: 14 }, // px of a 1, at most; of the head of an arrow
  // unit: px of × 1
  gate: { half: 62, unit: 15, wide: 14, stem: 42, size: 17, name: [-14, 46, "end"], neck: 34 },
  bed: 26, // px: how wide it is while nothing runs
  branch: {}, // from δ to what its step adds
  ledger: [10, 288, 866, 113], // in which the steps are added up: left, top, width, height
  part: { y: 338, cell: [30, 32] },
  sum: { x: 806, y: 338, cell: [30, 32], around: 5, letters: 12 }, // px of its frame
  signs: { first: 202, second: 498, equals: 720 },
  told: { at: [12, 415], anchor: "start" },
  key: { at: [552, 415], steps: [0, 96, 208] },
  words: true, // beside the stream
};
const NARROW = {
  ...WIDE,
  size: [360, 384],
  type: 14,
  small: 13,
  headline: [6, 10],
  columns: { first: 60, step: 118 },
  aside: { delta: -43, gate: 47, carry: 33 },
  stream: 178,
  error: { y: 44, unit: 18, gap: 22, letters: 73, tip: 84 },
  bars: { unit: 88, width: 15, pitch: 20, most: 40 },
  state: { half: [22, 44], top: 60 },
  delta: { r: 13, down: 37 }, // both lanes pass above it
  zero: 8,
  river: { unit: 84, most: 44, head: 7 },
  gate: { half: 44, unit: 9, wide: 7, stem: 34, size: 15, name: [0, 54, "middle"], neck: 20 },
  bed: 14,
  branch: { head: 7, width: 2 },
  ledger: [0, 241, 360, 95],
  part: { y: 286, cell: [25, 25], across: [37, 135, 235] },
  sum: { x: 320, y: 286, cell: [25, 25], around: 3, letters: 14 },
  signs: { first: 86, second: 185, equals: 276 },
  told: { at: [14, 350], anchor: "start" },
  key: { at: [14, 374], steps: [0, 106, 228] },
  words: false,
};
const SLIM = [16, 24]; // a cell of more than two columns, on a phone
const EDGE = 18; // px that a matrix keeps from the edge of the picture

/** The room of a picture; `shape` is that of the gradient that is added up. */
export function roomOf(narrow, [rows, columns = 1]) {
  const shape = [rows, columns];
  if (!narrow) return { ...WIDE, shape };
  const cell = columns > 2 ? SLIM : NARROW.part.cell;
  return {
    ...NARROW,
    shape,
    part: { ...NARROW.part, cell },
    sum: { ...NARROW.sum, cell },
  };
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
      return [x, (room.error.tip + room.stream - room.state.top) / 2];
    case "part":
      return [partX(room, t), room.part.y];
    case "delta":
      return [x + room.aside.delta, room.stream + room.delta.down];
    default:
      return [x + (room.aside[kind] ?? 0), room.stream];
  }
}

/** The middle of the weights between a step and the one after it. */
export const gateOf = (room, t) => [columnOf(room, t) + room.aside.gate, room.stream];

/** The frame of the sum, with the letters over its columns: left, top, width, height. */
export function frameOfSum(room, away = 0) {
  const [left, top, wide, high] = frameOf(room, "sum");
  const { around, letters } = room.sum;
  const side = around + away;
  const above = side + (room.shape[1] > 2 ? letters : 0);
  return [left - side, top - above, wide + 2 * side, high + above + side];
}

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
      return around(state.half[0], state.top, state.half[1]);
    case "delta":
      return around(delta.r, delta.r);
    case "back":
      return around(state.half[0] * 0.7, (room.stream - state.top - error.tip) / 2 - 4);
    case "carry":
      return around(columns.step * 0.09, state.half[1] / 2);
    default: {
      const [wide, high] = halfOfMatrix(room, kind === "sum" ? sum : part);
      return around(wide, high);
    }
  }
}
