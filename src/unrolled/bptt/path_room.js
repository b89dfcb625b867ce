// Where everything of the six paths is, in pixels: the network, and a row for each path.
const WIDE = {
  size: [1000, 434],
  type: 17,
  r: 29, // of a state
  half: 19, // of a loss or a copy
  start: 36, // of the state before the first step
  columns: { first: 142, step: 140 },
  losses: 34,
  states: 192,
  copies: 350,
  apart: 11, // px from strand to strand
  strands: { immediate: 9, other: 2.5, lit: 6 }, // px that they are wide
  key: { at: [84, 414], second: 190 },
  rows: { top: 30, step: 50, gap: 12, name: 484, bars: [556, 832], value: 908, term: 996 },
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
  apart: 6,
  strands: { immediate: 5, other: 1.5, lit: 3.5 },
  key: null,
  rows: { top: 190, step: 25, gap: 4, name: 6, bars: [64, 220], value: 274, term: 354 },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const columnAt = ({ columns }, i) => columns.first + columns.step * (i - 1);

/** The middle of each path's row, in the order of the terms; the first and the last of each term. */
export function rowsOf({ rows }, groups) {
  const { top, step, gap } = rows;
  const middles = Array(6).fill(0);
  const spans = [];
  let y = top + step / 2;
  for (const group of groups) {
    const first = y;
    for (const n of group) {
      middles[n] = y;
      y += step;
    }
    spans.push([first, y - step]);
    y += gap;
  }
  return { middles, spans, sum: y + 2 };
}

/** From a number to its place among the bars. */
export function scaleOf({ rows }, [low, high]) {
  const [left, right] = rows.bars;
  const wide = high - low || 1;
  return (x) => Math.round(100 * (left + ((x - low) / wide) * (right - left))) / 100;
}
