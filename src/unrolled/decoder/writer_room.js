// Where everything stands in the picture, in its pixels: the text, what is seen of it, the bars.

const WIDE = {
  size: [900, 436],
  columns: 32,
  left: 18,
  pitch: 27,
  top: 6,
  line: 46,
  tile: 40,
  type: 29,
  caption: 166,
  strip: { left: 330, width: 552, high: 16 },
  letter: 22,
  bars: { count: 12, left: 21, pitch: 66, width: 44, top: 212, base: 398 },
  small: 14,
};

const NARROW = {
  size: [360, 392],
  columns: 24,
  left: 5,
  pitch: 14.6,
  top: 4,
  line: 32,
  tile: 29,
  type: 17.5,
  caption: 149,
  strip: { left: 190, width: 166, high: 12 },
  letter: 17,
  bars: { count: 6, left: 2, pitch: 51, width: 36, top: 188, base: 356 },
  small: 13,
};

/** The measures of the picture, wide or narrow. */
export function roomOf(narrow) {
  const form = narrow ? NARROW : WIDE;
  const { columns, left, pitch, top, line, tile, bars } = form;
  const placeOf = (n) => [left + pitch * (n % columns), top + line * Math.floor(n / columns)];
  return {
    ...form,
    placeOf,
    middleOf: (n) => {
      const [x, y] = placeOf(n);
      return [x + pitch / 2, y + tile / 2];
    },
    nearestTo: ([x, y]) => {
      const column = Math.max(0, Math.min(columns - 1, Math.floor((x - left) / pitch)));
      return columns * Math.max(0, Math.floor((y - top) / line)) + column;
    },
    barAt: (i) => bars.left + bars.pitch * i,
    heightOf: (chance) => (bars.base - bars.top) * chance,
  };
}
