// Where everything of the way back is, in pixels: errors on top, time to the right.
const WIDE = {
  size: [900, 542],
  type: 15,
  columns: { first: 160, step: 276, shown: [1, 2, 3] },
  aside: 130, // from a state to the message from later losses
  error: { y: 48, unit: 34, gap: 32, letters: 94 }, // unit: px of a 1
  bars: { unit: 164, width: 26, pitch: 70 }, // of messages, states and δ: one scale for all
  own: { y: 139, half: [46, 13] },
  state: { y: 239, half: [78, 78], most: 72 },
  later: { y: 312, half: [46, 13] },
  delta: { y: 402, most: 61, low: 42 },
  part: { y: 478, cell: [20, 20], wide: 84 },
  sum: { at: [56, 478], cell: [30, 24], wide: 84 },
  rail: { y: 519, from: 868, to: 56 },
  told: [14, 12],
  names: 14,
};
const NARROW = {
  ...WIDE,
  size: [360, 384],
  told: null, // above the picture
  names: 6,
  columns: { first: 118, step: 0 },
  aside: 168,
  error: { y: 20, unit: 22, gap: 28, letters: 50 },
  bars: { unit: 112, width: 26, pitch: 70 },
  own: { y: 78, half: [44, 12] },
  state: { y: 152, half: [76, 49], most: 47 },
  later: { y: 188, half: [44, 12] },
  delta: { y: 271, most: 40, low: 26 },
  part: { y: 322, cell: [20, 13], wide: 84 },
  sum: null,
  rail: null,
  tabs: { y: 346, high: 36, wide: 82, step: 90 },
};
const NARROW_SUM = {
  ...NARROW,
  columns: { first: 62, step: 118, shown: [1, 2, 3] },
  part: { y: 84, cell: [44, 42], wide: 104 },
  sum: { at: [180, 254], cell: [56, 54], wide: 168 },
};
const IN_SUM = ["part", "sum"];

/** The room of a picture; a narrow one holds a single step, or what is added up. */
export function roomOf(narrow, shown) {
  if (!narrow) return WIDE;
  if (shown === "sum") return { ...NARROW_SUM, kinds: IN_SUM };
  return { ...NARROW, columns: { ...NARROW.columns, shown: [shown] } };
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

/** The middle of a step's column. */
export function columnOf({ columns }, t) {
  return columns.first + (columns.step ? columns.step * (t - 1) : 0);
}

/** The middle of a quantity, or where its 0 is. */
export function placeOf(room, id) {
  const [kind, t] = splitId(id);
  if (kind === "sum") return room.sum.at;
  const rows = { dz: "error", back: "own", carry: "later", dh: "state" };
  const { y } = room[rows[kind] ?? kind];
  return [columnOf(room, t) + (kind === "carry" ? room.aside : 0), y];
}

/** The middle of the weights between a step and the one after it. */
export const weightsOf = (room, t) => [columnOf(room, t) + room.aside, room.delta.y];

/** From top to bottom: how far a quantity reaches. */
function reachOf(room, id) {
  const [kind] = splitId(id);
  const [, y] = placeOf(room, id);
  switch (kind) {
    case "dz":
      return [y, room.error.letters + 10];
    case "dh":
      return [y - room.state.half[1], y + room.state.half[1]];
    case "delta":
      return [y - room.delta.most, y + room.delta.low];
    case "back":
    case "carry":
      return [y - room.own.half[1], y + room.own.half[1]];
    default:
      return [y - room[kind].cell[1], y + room[kind].cell[1]];
  }
}

/** Half the width of a matrix. */
export function widthOf(room, id, columns) {
  const { cell, wide } = room[splitId(id)[0]];
  return Math.min(cell[0], wide / columns) * (columns / 2);
}

const CLEAR = 5; // px between a way and what it leads to

/** From δ of the next step through the weights up to the message, and on into the state. */
function wayAside(room, from, to) {
  const [kind, t] = splitId(to);
  const [x1, y1] = placeOf(room, to);
  if (kind === "dh") {
    const x0 = x1 + room.aside;
    const start = reachOf(room, from)[0];
    const end = [x1 + room.state.half[0] + 3, y1];
    return { d: `M${x0} ${start}C${x0} ${y1} ${x0} ${y1} ${end[0] + 6} ${y1}`, end, turn: [1, 0] };
  }
  const end = reachOf(room, to)[1] + CLEAR;
  const left = columnOf(room, t + 1) - room.bars.pitch / 2 - room.bars.width + 2;
  const start = room.columns.step ? left : room.size[0];
  const y0 = room.delta.y;
  return {
    d: `M${start} ${y0}C${x1} ${y0} ${x1} ${y0} ${x1} ${end + 4}`,
    end: [x1, end - CLEAR],
    turn: [0, 1],
    name: [x1 + 13, (end + y0 - 62) / 2],
  };
}

/** Where the name of a way down is: beside it, or beside what it leads to. */
function nameOf(room, from, to, columns) {
  const [kind] = splitId(to);
  const [x, y] = placeOf(room, to);
  if (kind === "back") return [x + room.own.half[0] + 8, y];
  if (room.tabs && kind === "part") return [x + widthOf(room, to, columns) + 8, y];
  const up = kind === "part" ? 0 : -2;
  return [x + 13, (reachOf(room, from)[1] + reachOf(room, to)[0]) / 2 - up];
}

/** The way from one quantity to the next: its end, where it comes from, and where its name is. */
export function wayOf(room, from, to, columns) {
  if (from.startsWith("carry") || to.startsWith("carry")) return wayAside(room, from, to);
  const [x0, y0] = placeOf(room, from);
  const [x1, y1] = placeOf(room, to);
  if (to === "sum" && y0 === y1) {
    const start = x0 - widthOf(room, from, columns) - CLEAR;
    const end = x1 + widthOf(room, to, columns) + 2;
    return { d: `M${start} ${y0}L${end + CLEAR} ${y1}`, end: [end, y1], turn: [1, 0] };
  }
  const start = reachOf(room, from)[1] + CLEAR;
  const end = reachOf(room, to)[0] - 1;
  const last = { end: [x1, end], turn: [0, -1], name: nameOf(room, from, to, columns) };
  if (x0 === x1) return { d: `M${x0} ${start}L${x0} ${end - CLEAR}`, ...last };
  const half = (start + end) / 2;
  return { ...last, d: `M${x0} ${start}C${x0} ${half} ${x1} ${half} ${x1} ${end - 8}`, name: null };
}

/** Where the hand is on the way back, for each quantity in the order of `ids`. */
export function railOf(room, ids) {
  const { from, to } = room.rail;
  return ids.map((_, n) => from - ((from - to) * n) / (ids.length - 1));
}
