// Where everything of the way back is, in pixels: one stream from the right to the left, errors fall
// in from above, and what each step adds to a gradient leaves it downwards.
const WIDE = {
  size: [1018, 508],
  type: 17,
  small: 14,
  columns: { first: 160, step: 374, shown: [1, 2, 3] }, // the middle of a state
  aside: { delta: -118, carry: 80, weights: 164 }, // from there, in px
  stream: 236, // how far down it is
  error: { y: 37, unit: 34, gap: 32, letters: 83 }, // unit: px of a 1
  bars: { unit: 150, width: 18, pitch: 46 }, // of messages, states and δ: one scale for all
  pill: { half: [27, 12] },
  own: 132,
  state: { half: [48, 70], most: 66 },
  delta: { half: [30, 58], bar: 21, pitch: 26, most: 54 },
  part: { y: 366, cell: [48, 30], most: 192 }, // most: px that a row may take
  sum: { at: [416, 470], cell: [58, 32], most: 240 },
  told: { at: [1006, 494], anchor: "end" },
  scale: { at: [14, 462], anchor: "start" },
};
const NARROW = {
  ...WIDE,
  size: [360, 384],
  headline: [6, 11],
  type: 16,
  columns: { first: 141, step: 0 },
  aside: { delta: -108, carry: 78, weights: 163 },
  stream: 184,
  error: { y: 46, unit: 20, gap: 28, letters: 75 },
  bars: { unit: 112, width: 17, pitch: 46 },
  own: 109,
  pill: { half: [28, 12] },
  state: { half: [44, 52], most: 49 },
  delta: { half: [27, 46], bar: 20, pitch: 25, most: 42 },
  part: { y: 287, cell: [48, 26], most: 192 },
  sum: null,
  told: { at: [180, 332], anchor: "middle" },
  scale: null,
  tabs: { y: 347, high: 36, wide: 82, step: 90 },
};
const NARROW_SUM = {
  ...NARROW,
  columns: { first: 62, step: 118, shown: [1, 2, 3] },
  aside: { delta: 0, carry: 0, weights: 0 },
  part: { y: 98, cell: [48, 38], most: 104 },
  sum: { at: [180, 246], cell: [64, 48], most: 232 },
};
const IN_SUM = ["part", "sum"];
const EDGE = 4; // px that a matrix keeps from the edge of the picture

/** The room of a picture; a narrow one holds a single step, or what is added up. */
export function roomOf(narrow, shown, columns) {
  if (!narrow) return { ...WIDE, across: columns };
  if (shown === "sum") return { ...NARROW_SUM, kinds: IN_SUM, across: columns };
  return { ...NARROW, columns: { ...NARROW.columns, shown: [shown] }, across: columns };
}

const splitId = (id) => {
  const [kind, step] = id.split("_");
  return [kind, Number(step ?? 0)];
};

/** Whether a quantity is in the picture. */
export function isIn(room, id) {
  const [kind, t] = splitId(id);
  if (room.kinds && !room.kinds.includes(kind)) return false;
  return kind === "sum" ? room.sum !== null : room.columns.shown.includes(t);
}

/** The middle of the state of a step. */
export function columnOf({ columns }, t) {
  return columns.first + (columns.step ? columns.step * (t - 1) : 0);
}

/** The width of a cell of what is added up. */
export function cellWidth(room, kind) {
  const { cell, most } = room[kind];
  return Math.min(cell[0], most / room.across);
}

/** The middle of what a step adds: below its δ, but not beyond the edge. */
function partX(room, t) {
  const half = (cellWidth(room, "part") * room.across) / 2;
  return Math.max(half + EDGE, columnOf(room, t) + room.aside.delta);
}

/** The middle of a quantity, or where its 0 is. */
export function placeOf(room, id) {
  const [kind, t] = splitId(id);
  if (kind === "sum") return room.sum.at;
  const x = columnOf(room, t);
  switch (kind) {
    case "dz":
      return [x, room.error.y];
    case "back":
      return [x, room.own];
    case "part":
      return [partX(room, t), room.part.y];
    default:
      return [x + (room.aside[kind] ?? 0), room.stream];
  }
}

/** The middle of the weights between a step and the one after it. */
export const weightsOf = (room, t) => [columnOf(room, t) + room.aside.weights, room.stream];

/** How far a quantity reaches from its place: to the side, up and down. */
export function reachOf(room, id) {
  const [kind] = splitId(id);
  const { error, state, delta, pill } = room;
  switch (kind) {
    case "dz":
      return [2 * error.gap, error.unit, error.letters - error.y + 11];
    case "dh":
      return [state.half[0], state.half[1], state.half[1]];
    case "delta":
      return [delta.half[0], delta.half[1], delta.half[1]];
    case "back":
    case "carry":
      return [pill.half[0], pill.half[1], pill.half[1]];
    default: {
      const high = room[kind].cell[1];
      return [(cellWidth(room, kind) * room.across) / 2, high, high];
    }
  }
}

const CLEAR = 3; // px between a way and what it leads to

/** With the stream, from the right to the left; from beyond the edge where the next step is there. */
function wayLeft(room, from, to) {
  const [x1, y] = placeOf(room, to);
  const end = x1 + reachOf(room, to)[0] + CLEAR;
  const isBeyond = !room.columns.step && from.startsWith("delta");
  const start = isBeyond ? room.size[0] : placeOf(room, from)[0] - reachOf(room, from)[0] - CLEAR;
  return { d: `M${start} ${y}L${end + 5} ${y}`, end: [end, y], turn: [1, 0] };
}

/** Down, and to the side where what it leads to is there. */
function wayDown(room, from, to) {
  const [x0, y0] = placeOf(room, from);
  const [x1, y1] = placeOf(room, to);
  const isBent = to === "sum" && x0 !== x1;
  const start = y0 + reachOf(room, from)[2] + CLEAR;
  const end = y1 - reachOf(room, to)[1] - CLEAR;
  const last = { end: [isBent ? x1 : x0, end], turn: [0, -1] };
  if (!isBent) return { d: `M${x0} ${start}L${x0} ${end - 5}`, ...last };
  const half = (start + end) / 2;
  return { d: `M${x0} ${start}C${x0} ${half} ${x1} ${half} ${x1} ${end - 5}`, ...last };
}

/** The name of a way: above the stream, or beside what falls into it and out of it. */
function nameOf(room, from, to, { end }) {
  const [kind] = splitId(to);
  const { stream, pill, tabs } = room;
  switch (kind) {
    case "back":
      return { at: [end[0] + pill.half[0] + 8, room.own], anchor: "start" };
    case "delta": {
      const left = placeOf(room, to)[0] + reachOf(room, to)[0];
      const right = placeOf(room, from)[0] - reachOf(room, from)[0];
      return { at: [(left + right) / 2, stream - (tabs ? 20 : 24)], anchor: "middle" };
    }
    default:
      return { at: [end[0] + 14, (stream + room.delta.half[1] + end[1]) / 2], anchor: "start" };
  }
}

const LEFTWARDS = ["carry", "dh", "delta"];

/** The way from one quantity to the next: its end, where it comes from, and where its name is. */
export function wayOf(room, from, to) {
  const isLeft = LEFTWARDS.includes(splitId(to)[0]) && !from.startsWith("back");
  const way = isLeft ? wayLeft(room, from, to) : wayDown(room, from, to);
  return { ...way, name: nameOf(room, from, to, way) };
}
