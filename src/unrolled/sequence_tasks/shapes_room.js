// Where the cells are, which have run and what they hold: twins of functions of `task_shapes.py`
// and `shapes_states.py`; and which of them a narrow picture shows.

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

/** The sizes of the picture in px, how many cells it shows, and the height of each row. */
const WIDE = {
  width: 1000,
  height: 430,
  edge: 62, // the rows have their names there
  fits: 16,
  most: 130, // px from cell to cell
  type: 18,
  rows: { loss: 18, answer: 70, alone: 232, second: 170, ahead: 288, bus: 346, input: 402 },
  tall: 72, // half a cell, from above to below
  low: { half: 28, tall: 40 }, // where there are two rows, at most
  aside: 34, // how far the two rows are moved apart, so that lines pass between their cells
  signs: { at: [850, 196], step: [0, 32], title: [838, 160] },
};
const NARROW = {
  width: 360,
  height: 348,
  edge: 4,
  fits: 8,
  most: 78,
  type: 15,
  rows: { loss: 36, answer: 80, alone: 174, second: 144, ahead: 210, bus: 246, input: 290 },
  tall: 46,
  low: { half: 18, tall: 24 },
  aside: 19,
  signs: { at: [18, 332], step: [90, 0], title: null },
};

/** The cell of now, on the way there or back; once all have run, that of the first mistake. */
function lookedAt({ n, at, run, mistakes }) {
  if (at === n && mistakes.count > 0) return run.first + mistakes.first;
  return at <= n ? at - 1 : 2 * n - 1 - at;
}

/** Which cells are seen: all that fit, else those around the one that is looked at. */
function windowOf(scene, fits) {
  const { n, places } = scene;
  const slots = places.map((place) => place - places[0]);
  const all = slots[n - 1] + 1;
  const shown = Math.min(all, fits);
  const share = Math.min(1, Math.max(0, lookedAt(scene) / Math.max(1, n - 1)));
  const start = Math.round((all - shown) * share);
  return { slots, shown, start, isCut: all > shown };
}

/** The room of a scene: its sizes, and where each cell is. */
export function roomOf(scene) {
  const form = scene.narrow ? NARROW : WIDE;
  const { slots, shown, start, isCut } = windowOf(scene, form.fits);
  const pitch = Math.min(form.most, (form.width - 2 * form.edge) / shown);
  const low = scene.both ? form.low : { half: form.width, tall: form.tall };
  const half = Math.min(0.36 * pitch, low.half);
  const within = (i) => Math.min(shown - 1, Math.max(0, slots[i] - start));
  return {
    ...form,
    ...form.rows,
    cell: scene.both ? form.rows.ahead : form.rows.alone,
    half,
    tall: low.tall,
    aside: scene.both ? form.aside : 0,
    pitch,
    isCut,
    chip: Math.min(1.5 * half, 38),
    xOf: (i) => form.width / 2 + pitch * (within(i) - (shown - 1) / 2),
    isIn: (i) => i >= 0 && i < scene.n && slots[i] >= start && slots[i] < start + shown,
  };
}
