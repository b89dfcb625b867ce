// Where everything of the way back is, in pixels: errors on top, time to the right.
const WIDE = {
  size: [548, 610],
  type: 15,
  small: 14,
  steps: { first: 112, step: 166 },
  aside: 78, // from a state to the message from the future
  r: 34, // of a state
  unit: 56, // px of a 1
  most: 27, // px of the longest bar
  bar: 14,
  gap: 31, // px from letter to letter
  cell: [22, 34], // of what a step adds
  total: [44, 48], // of the sum
  error: 46, // px of a 1
  rows: { dz: 62, letters: 118, back: 182, dh: 264, delta: 354, part: 434, sum: 528 },
  names: 6,
  told: [274, 595],
};
const NARROW = {
  size: [360, 384],
  type: 16,
  small: 16,
  steps: { first: 52, step: 118 },
  aside: 58,
  r: 22,
  unit: 34,
  most: 16,
  bar: 10,
  gap: 22,
  cell: [20, 19],
  total: [34, 23],
  error: 26,
  rows: { dz: 34, letters: 69, back: 114, dh: 172, delta: 232, part: 288, sum: 331 },
  names: null,
  told: [180, 368],
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

const middleOf = ({ steps }, t) => steps.first + steps.step * (t - 1);

/** The middle of a quantity: by its kind, and its step where it has one. */
export function placeOf(room, id) {
  const [kind, step] = id.split("_");
  if (kind === "sum") return [middleOf(room, 2), room.rows.sum];
  const x = middleOf(room, Number(step));
  return kind === "carry" ? [x + room.aside, room.rows.dh] : [x, room.rows[kind]];
}

/** How far above and below its middle a quantity reaches, for arrows. */
function reachOf(room, id) {
  const [kind] = id.split("_");
  const half = { dh: room.r, part: room.cell[1] + 2, sum: room.total[1] + 2 };
  if (kind === "dz") return [0, room.rows.letters - room.rows.dz + 12];
  const far = half[kind] ?? room.most + 4;
  return [far, far];
}

/** The way from one quantity to the next, and where its name stands. */
export function wayOf(room, from, to) {
  const [x0, y0] = placeOf(room, from);
  const [x1, y1] = placeOf(room, to);
  const [kind] = to.split("_");
  if (kind === "carry") {
    const start = x0 - 2 * room.bar - 4;
    const end = y1 + room.most + 6;
    return {
      d: `M${start} ${y0}C${x1} ${y0} ${x1} ${y0} ${x1} ${end}`,
      name: [x1 + 2, y0 + 14],
      anchor: "middle",
    };
  }
  if (from.startsWith("carry")) {
    return { d: `M${x0 - 2 * room.bar + 4} ${y0}L${x1 + room.r + 1} ${y1}` };
  }
  const start = y0 + reachOf(room, from)[1];
  const end = y1 - reachOf(room, to)[0];
  if (x0 === x1) return { d: `M${x0} ${start}L${x0} ${end}`, name: [x0 + 9, (start + end) / 2] };
  const half = (start + end) / 2;
  return { d: `M${x0} ${start}C${x0} ${half} ${x1} ${half} ${x1} ${end}` };
}
