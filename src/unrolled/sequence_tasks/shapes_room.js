// Where the cells are, and which have run: twins of two functions of `task_shapes.py`.

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

/** The picture's sizes in px, and the height of each row; higher for its width on a phone. */
export function roomOf(narrow, slots) {
  if (narrow) {
    const rows = { loss: 18, answer: 58, second: 112, cell: 152, bus: 192, input: 224 };
    return { width: 360, height: 246, pitch: 352 / slots, half: 8, type: 13, ...rows };
  }
  const rows = { loss: 24, answer: 74, second: 144, cell: 204, bus: 258, input: 300 };
  return { width: 1000, height: 330, pitch: 960 / slots, half: 19, type: 19, ...rows };
}
