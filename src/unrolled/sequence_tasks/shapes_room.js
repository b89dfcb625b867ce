// Where the cells are, which have run and what they hold: twins of functions of `task_shapes.py`
// and `shapes_states.py`.

/** Where each cell is: n in the middle of the row, the others behind the last of them. */
export function placeCells(n, gap, slots) {
  const wide = n + (gap > 0 ? 1 : 0);
  const start = (slots - wide) / 2;
  return Array.from({ length: slots }, (_, i) => {
    const cell = Math.min(i, n - 1);
    return start + cell + (gap > 0 && cell >= gap ? 1 : 0);
  });
}

/** Which of n cells can give an answer when the clock says `at`; both ways it takes both rows. */
export const hasRun = (n, at, both) =>
  Array.from({ length: n }, (_, i) => at >= (both ? Math.max(i + 1, n - i) : i + 1));

const UNITS = 6; // of a state

/** Recorded states: of each the units that are shown, from -1 to 1. */
export function readStates(text) {
  const values = [...text].map((letter) => (2 * Number.parseInt(letter, 36)) / 35 - 1);
  return Array.from({ length: values.length / UNITS }, (_, t) =>
    values.slice(UNITS * t, UNITS * (t + 1)),
  );
}

/** The sizes of the picture in px, and the height of each row. */
const WIDE = {
  width: 1000,
  height: 488,
  edge: 62, // the rows have their names there
  margin: 4, // left of these names
  bend: 18, // of a letter’s way back
  astray: 4, // how wide it is after a mistake
  band: 10, // and behind it that of the right letter
  most: 130, // px from cell to cell
  type: 27,
  chip: 48, // how high, and where there is room how wide
  pad: 14, // of a chip with a longer text
  small: 16, // of names, and of what is due
  rows: {
    loss: 67,
    due: 76,
    answer: 116,
    alone: 262,
    second: 215,
    ahead: 322,
    bus: 374,
    input: 436,
    ghost: 474, // below a wrong letter the right one
  },
  tall: 52, // half a cell, from above to below
  low: { half: 28, tall: 36 }, // where there are two rows, at most
  aside: 34, // how far the two rows are moved apart, so that lines pass between their cells
  signs: { at: [850, 236], step: [0, 34], title: [838, 200] },
  strip: { left: 62, step: 180, wide: 168, high: 44, square: 8.5 }, // of the shapes in small
};
const NARROW = {
  width: 360,
  height: 362,
  edge: 4,
  names: 38, // more on the left, where the rows have their names
  margin: 0,
  bend: 14,
  astray: 3,
  band: 6,
  most: 78,
  type: 19,
  chip: 29,
  pad: 5,
  small: 13.5,
  rows: {
    loss: 67,
    due: 69,
    answer: 99,
    alone: 193,
    second: 167,
    ahead: 236,
    bus: 265,
    input: 304,
    ghost: 330,
  },
  tall: 40,
  low: { half: 18, tall: 24 },
  aside: 19,
  signs: { at: [18, 347], step: [90, 0], title: null },
  strip: { left: 1, step: 52, wide: 46, high: 42, square: 7, narrow: true },
};

const LEAST = 14; // px of a letter, where cells are close

/** The room of a scene: its sizes, and where each cell is. */
export function roomOf({ n, places, narrow, both }) {
  const form = narrow ? NARROW : WIDE;
  const slots = places.map((place) => place - places[0]);
  const last = slots[n - 1];
  const { names = 0 } = form;
  const pitch = Math.min(form.most, (form.width - names - 2 * form.edge) / (last + 1));
  const middle = (form.width + names) / 2;
  const low = both ? form.low : { half: form.width, tall: form.tall };
  const { chip } = form;
  return {
    ...form,
    ...form.rows,
    cell: both ? form.rows.ahead : form.rows.alone,
    half: Math.min(0.36 * pitch, low.half),
    tall: low.tall,
    aside: both ? form.aside : 0,
    pitch,
    type: Math.max(LEAST, Math.min(form.type, 0.66 * pitch)),
    chipWide: Math.min(0.76 * pitch, chip),
    xOf: (i) => middle + pitch * (Math.min(last, Math.max(0, slots[i])) - last / 2),
    isIn: (i) => i >= 0 && i < n,
  };
}
