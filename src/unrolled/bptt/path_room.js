// Where everything of the six paths is, in pixels: the network, and a row for each path.
const WIDE = {
  size: [1090, 470],
  type: 18,
  r: 27, // of a state
  half: 20, // of a loss or a copy
  start: 37, // of the state before the first step
  columns: { first: 120, step: 146 },
  losses: 26,
  states: 205,
  copies: 386,
  turn: 46, // px from the middle of a state, where a path begins to bend
  ribbon: { least: 3, most: 20, zero: 1.5, gap: 3, bundle: 78, glow: 12 },
  reach: 16, // px across a ribbon, where a pointer finds it
  key: { y: 448, at: [14, 208, 372] },
  rows: {
    top: 34,
    step: 54,
    gap: 14,
    name: 492,
    sign: { at: 570, step: 15, high: 15 }, // a path in small
    bars: [622, 852],
    value: 866,
    end: 978,
    sum: 26,
  },
};
const NARROW = {
  size: [360, 376],
  type: 14,
  r: 17,
  half: 12,
  start: 20,
  columns: { first: 92, step: 116 },
  losses: 13,
  states: 93,
  copies: 172,
  turn: 32,
  ribbon: { least: 3, most: 14, zero: 1, gap: 1.5, bundle: 58, glow: 4 },
  reach: 24,
  key: null,
  rows: {
    top: 211,
    step: 22,
    gap: 2,
    name: 6,
    sign: null,
    bars: [62, 184],
    value: 191,
    end: 282,
    sum: 16,
  },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const columnAt = ({ columns }, i) => columns.first + columns.step * (i - 1);

/** The middle of each path's row, in the order of the terms; each term’s first and last. */
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
