// Where everything of the first look stands, on a wide box and on a phone.
import { range } from "../widget/kit/maths.js";
import { LETTERS, letterWidth } from "./outlines.js";

export const MOST = 30; // steps of training
const HIGHEST = 1.5; // the largest loss there is room for
const SHARES = [0.135, 0.38, 0.625, 0.865]; // of the width: where the four letters stand

const WIDE = {
  width: 896,
  height: 456,
  letter: 134, // px an em of the word
  baseline: 105,
  thread: 156,
  bar: 42, // the height of a state of 1
  gauge: 20, // the width of a state
  apart: 5, // from there to the line between the two
  stems: 204, // where they leave
  ghosts: 285, // the baseline of what is expected
  least: 20, // px an em of a ghost of probability 0
  most: 99, // and 1
  gap: 7,
  stream: 13, // how wide all four stems are together
  column: 202,
  digits: 304,
  half: 0, // of the width of a line of digits
  keyAt: 216,
  chart: { left: 108, right: 868, top: 328, bottom: 428 },
  lamp: [50, 384],
  lampSize: 34,
  roll: 16,
  type: 15,
};

const NARROW = {
  width: 360,
  height: 384,
  letter: 84,
  baseline: 66,
  thread: 99,
  bar: 26,
  gauge: 12,
  apart: 3.5,
  stems: 129,
  ghosts: 196,
  least: 14,
  most: 58,
  gap: 2.5,
  stream: 8,
  column: 86,
  digits: 215,
  half: 79,
  keyAt: 151,
  chart: { left: 66, right: 344, top: 244, bottom: 360 },
  lamp: [30, 308],
  lampSize: 22,
  roll: 8,
  type: 14,
};

export function roomOf(narrow) {
  const room = narrow ? NARROW : WIDE;
  const { left, right, top, bottom } = room.chart;
  const unit = (right - left) / MOST;
  return {
    ...room,
    narrow,
    columns: SHARES.map((share) => share * room.width),
    place: (steps, loss) => [left + unit * steps, bottom - ((bottom - top) * loss) / HIGHEST],
    stepsAt: (x, least = 0) => Math.min(MOST, Math.max(least, Math.round((x - left) / unit))),
  };
}

/** A ghost is the larger, the more probable it is. */
const sizeOf = ({ least, most }, p) => least + (most - least) * p ** 0.85;

/** The four ghosts of a column side by side, on one line: name, size, left, middle and top. */
export function placeGhosts(room, letters, probabilities, t) {
  const sizes = probabilities.map((p) => sizeOf(room, p));
  const widths = sizes.map((size, k) => letterWidth(letters[k], size));
  const total = widths.reduce((a, b) => a + b) + room.gap * (widths.length - 1);
  return range(letters.length).map((k) => {
    const before = widths.slice(0, k).reduce((a, b) => a + b + room.gap, 0);
    const left = room.columns[t] - total / 2 + before;
    return {
      letter: letters[k],
      p: probabilities[k],
      size: sizes[k],
      left,
      width: widths[k],
      top: room.ghosts - (LETTERS[letters[k]].top * sizes[k]) / 1000,
    };
  });
}
