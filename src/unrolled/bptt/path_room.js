// Where everything of the six paths is, in pixels: the network, and a row for each path.
const WIDE = {
  size: [1000, 434],
  type: 15,
  r: 24, // of a state
  half: 16, // of a loss or a copy
  start: 38, // of the state before the first step
  columns: { first: 128, step: 108 },
  losses: 42,
  states: 204,
  copies: 368,
  apart: 8, // px from strand to strand
  rows: { top: 30, step: 50, gap: 12, name: 424, bars: [504, 824], value: 896, term: 984 },
};
const NARROW = {
  size: [360, 384],
  type: 14,
  r: 17,
  half: 12,
  start: 24,
  columns: { first: 98, step: 104 },
  losses: 13,
  states: 78,
  copies: 145,
  apart: 5,
  rows: { top: 183, step: 26, gap: 4, name: 6, bars: [74, 204], value: 274, term: 352 },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const columnAt = ({ columns }, i) => columns.first + columns.step * (i - 1);

/** The middle of each path's row, in the order of the terms; and of what each term adds up to. */
export function rowsOf({ rows }, groups) {
  const { top, step, gap } = rows;
  const middles = Array(6).fill(0);
  const ends = [];
  let y = top + step / 2;
  for (const group of groups) {
    for (const n of group) {
      middles[n] = y;
      y += step;
    }
    ends.push(y - step);
    y += gap;
  }
  return { middles, ends, sum: y + 2 };
}

/** From a number to its place among the bars. */
export function scaleOf({ rows }, [low, high]) {
  const [left, right] = rows.bars;
  const wide = high - low || 1;
  return (x) => Math.round(100 * (left + ((x - low) / wide) * (right - left))) / 100;
}
