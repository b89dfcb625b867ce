// Where everything is in the picture, in its pixels: rows of letters, a bar above each, and below
// them the whole distribution of one letter as a single strip.

const WIDE = {
  size: [900, 372],
  columns: 40,
  left: 66,
  pitch: 20.4,
  rows: [{ top: 26, base: 216 }],
  tile: 32,
  type: 24,
  strip: { caption: 292, top: 306, high: 40 },
  note: [230, 16],
  small: 14,
};

const NARROW = {
  size: [360, 436],
  columns: 20,
  left: 26,
  pitch: 16.5,
  rows: [
    { top: 24, base: 132 },
    { top: 206, base: 314 },
  ],
  tile: 26,
  type: 18,
  strip: { caption: 370, top: 382, high: 36 },
  note: [26, 200],
  small: 14.6,
};

const TALLEST = 14; // bits, at the top of a row

/** The measures of the picture, wide or narrow. */
export function roomOf(narrow) {
  const form = narrow ? NARROW : WIDE;
  const { columns, left, pitch, rows, tile } = form;
  const rowOf = (t) => rows[Math.floor(t / columns)];
  const leftOf = (t) => left + pitch * (t % columns);
  return {
    ...form,
    tallest: TALLEST,
    right: left + pitch * columns,
    rowOf,
    leftOf,
    middleOf: (t) => leftOf(t) + pitch / 2,
    heightOf: (bits) => {
      const { base, top } = rows[0];
      return ((base - top) * Math.min(bits, TALLEST)) / TALLEST;
    },
    nearestTo: ([x, y]) => {
      const row = rows.findIndex(({ base }) => y < base + tile + 12);
      const column = Math.floor((x - left) / pitch);
      return columns * (row < 0 ? rows.length - 1 : row) + clamp(column, columns);
    },
  };
}

const clamp = (column, columns) => Math.max(0, Math.min(columns - 1, column));
