// Where everything of the block is, in pixels of its picture: the stream runs from left to right.

const WIDE_STAGES = [
  [98, 182, 132, 60],
  [140, 36, 78, 62],
  [52, 44, 130, 66],
  [140, 36, 78, 62],
  [160, 36, 140, 152],
  [288, 164, 82, 96],
  [396, 180, 132, 62],
  [400, 330, 100, 44],
  [494, 236, 118, 150],
  [592, 150, 80, 124],
];
const WIDE_CUTS = {
  attention: [[246, 118]],
  "river 1": [[164, 212]],
  "feed-forward": [[552, 318]],
  "river 2": [[462, 212]],
  norms: [
    [383, 118],
    [685, 118],
  ],
};
const WIDE_LEGEND = {
  signs: [
    [12, 390],
    [12, 412],
  ],
  cut: [846, 412],
  told: ["in a circle: how far the output shifts if you cut there"],
};
const WIDE = {
  size: [860, 428],
  type: 15,
  middle: 212, // of the stream
  unit: 15, // px: how wide a 1 is
  jaw: 38, // px: how long a plate of a layer norm is
  letters: { x: 30, first: 118, step: 94, r: 19 },
  pieces: {
    x: [104, 222],
    sum_1: [292, 366],
    norm_1: [400, 524],
    sum_2: [596, 668],
    norm_2: [702, 778],
  },
  attention: { at: [176, 74], name: [176, 22], unit: 10 },
  feed: { at: [452, 350], name: [452, 412], wide: 78 },
  cuts: WIDE_CUTS,
  disc: { least: 17, most: 36 }, // px: room for its number, and for a shift of 100 %
  you: {
    "river 1": [164, 250],
    "feed-forward": [598, 336],
    "river 2": [506, 250],
    norms: [383, 82],
  },
  stream: [200, 278],
  bars: { x: 784, high: 128, wide: 62, title: 116 },
  swell: 44, // px in which a branch becomes as wide as it is
  legend: WIDE_LEGEND,
  stageName: { at: [280, 22], anchor: "start" },
  stages: WIDE_STAGES,
};
const NARROW_STAGES = [
  [38, 154, 58, 44],
  [48, 30, 44, 42],
  [24, 34, 50, 44],
  [48, 30, 44, 42],
  [58, 30, 74, 118],
  [122, 146, 34, 60],
  [168, 154, 56, 44],
  [154, 266, 64, 40],
  [214, 221, 46, 81],
  [248, 138, 32, 76],
];
const NARROW_CUTS = {
  attention: [[110, 84]],
  "river 1": [[66, 176]],
  "feed-forward": [[240, 254]],
  "river 2": [[196, 176]],
  norms: [
    [162, 112],
    [286, 112],
  ],
};
const NARROW_LEGEND = {
  signs: [
    [4, 296],
    [4, 316],
  ],
  cut: [356, 316],
  told: ["circle: how far", "the output shifts"],
};
const NARROW = {
  size: [360, 342],
  type: 14,
  middle: 176,
  unit: 9,
  jaw: 22,
  letters: { x: 15, first: 102, step: 74, r: 14 },
  pieces: {
    x: [42, 92],
    sum_1: [126, 152],
    norm_1: [172, 220],
    sum_2: [252, 276],
    norm_2: [296, 316],
  },
  attention: { at: [70, 54], name: [70, 14], unit: 6 },
  feed: { at: [186, 286], name: [186, 332], wide: 52 },
  cuts: NARROW_CUTS,
  disc: { least: 14, most: 24 },
  you: {
    "river 1": [66, 206],
    "feed-forward": [274, 262],
    "river 2": [212, 206],
    norms: [162, 84],
  },
  bars: { x: 320, high: 112, wide: 32, title: 254 }, // below: above are cuts
  swell: 20,
  legend: NARROW_LEGEND,
  stageName: { at: [356, 18], anchor: "end" },
  stages: NARROW_STAGES,
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

const px = (v) => Math.round(10 * v) / 10;

/** Lanes side by side, one a number, as [top, bottom]: as wide as the number is large. */
export function stack(values, middle, unit) {
  const total = values.reduce((sum, v) => sum + Math.abs(v), 0);
  let top = middle - (unit * total) / 2;
  return values.map((v) => {
    const start = top;
    top += unit * Math.abs(v);
    return [start, Math.max(start, top - 1)]; // a line of paper between two lanes
  });
}

/** A band from one height to another: level at both ends, with a bend between two places. */
export function band([x0, x1, x2], [top, bottom], [nextTop, nextBottom]) {
  const bend = (x1 + x2) / 2;
  const curveTo = (from, to, x) =>
    `C${px(bend)} ${px(from)} ${px(bend)} ${px(to)} ${px(x)} ${px(to)}`;
  const there = `M${px(x0)} ${px(top)}H${px(x1)}${curveTo(top, nextTop, x2)}`;
  const back = `V${px(nextBottom)}${curveTo(nextBottom, bottom, x1)}H${px(x0)}Z`;
  return there + back;
}

/** A line that leaves level and arrives level. */
export function thread([x0, y0], [x1, y1]) {
  const bend = (x0 + x1) / 2;
  return `M${px(x0)} ${px(y0)}C${px(bend)} ${px(y0)} ${px(bend)} ${px(y1)} ${px(x1)} ${px(y1)}`;
}
