// Where everything stands in the picture of the walk forward, in its pixels.

export const HIGH = 74; // of the earnings' axis
export const LOW = -36;

const WIDE = {
  size: [900, 452],
  left: 18,
  right: 104,
  type: 15,
  small: 13,
  legend: { y: 12, gap: 26 },
  flag: 40,
  bracket: 60,
  beads: { y: 74, r: 3.4 },
  lanes: { top: 88, pitch: 7, width: 4 },
  years: 150,
  top: 178,
  bottom: 378,
  title: 180,
  dials: [
    { left: 30, right: 190, title: 212, y: 238 },
    { left: 30, right: 190, title: 286, y: 312 },
  ],
  key: [18, 352],
  pills: { left: 18, top: 400, width: 139, height: 44, across: 145, down: 50, columns: 6 },
  reach: 28.5,
  dot: 2.6,
  letter: 17,
};

const NARROW = {
  size: [360, 388],
  left: 8,
  right: 38, // in which the letters of the question stand
  type: 13,
  small: 13,
  legend: { y: 9, gap: 7 },
  flag: 36,
  bracket: 51,
  beads: { y: 62, r: 1.8 },
  lanes: { top: 72, pitch: 5.5, width: 3.2 },
  years: 122,
  top: 140,
  bottom: 286,
  title: 142,
  dials: [],
  key: [8, 246],
  keys: [21, 36, 51],
  pills: { left: 4, top: 294, width: 114, height: 44, across: 119, down: 48, columns: 3 },
  reach: 25.5,
  dot: 1.5,
  letter: 15,
};

const LANES = 6;
const ONWARD = 126; // fixings after the last statement: the longest window

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** The measures of the picture, wide or narrow, with the places of a world's days. */
export function roomOf(narrow, { released }) {
  const form = narrow ? NARROW : WIDE;
  const start = released[0];
  const end = released.at(-1) + ONWARD;
  const width = form.size[0] - form.left - form.right;
  return {
    ...form,
    xOf: (day) => form.left + (clamp(day - start, -6, end - start) / (end - start)) * width,
    yOf: (value) =>
      form.top + ((HIGH - clamp(value, LOW, HIGH)) / (HIGH - LOW)) * (form.bottom - form.top),
    laneOf: (k) => form.lanes.top + form.lanes.pitch * (k % LANES),
    lanesEnd: form.lanes.top + form.lanes.pitch * LANES,
  };
}
