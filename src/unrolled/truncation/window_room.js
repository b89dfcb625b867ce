// Where everything of the truncation window is: the triangle in squares, what is beside it in pixels.
import { cell, line, word } from "../widget/kit/picture.js";

const WIDE = {
  size: [1090, 540],
  triangle: { left: 48, top: 26, wide: 800, high: 452 },
  chain: { y: 495, r: 10, number: 522, every: true, name: [858, 522, "start"] },
  key: { columns: [916, 997], rows: [440, 464, 488], side: 20, type: 15 },
  losses: [
    { left: 452, right: 750, y: 46, bar: [66, 18], type: 17, value: 40, least: 24 },
    { left: 780, right: 1078, y: 46, bar: [66, 18], type: 17, value: 40, least: 24 },
  ],
  costs: [
    { left: 916, right: 1078, y: 338, bar: [350, 12], type: 15, value: 15, least: 15 },
    { left: 916, right: 1078, y: 382, bar: [394, 12], type: 15, value: 15, least: 15 },
  ],
  curve: { left: 716, right: 1078, top: 158, bottom: 286, most: 4, title: [662, 112], names: 142 },
  chips: {
    high: 26,
    type: 15,
    wide: [116, 122, 92],
    at: [
      [50, 453],
      [374, 178],
      [700, 362],
    ],
  },
};
const NARROW = {
  size: [360, 364],
  triangle: { left: 34, top: 24, wide: 312, high: 256 },
  chain: { y: 291, r: 5.5, number: 308, every: false, name: [346, 325, "end"] },
  key: { columns: [208, 276], rows: [10, 27, 44], side: 14, type: 13.5 },
  losses: [
    { left: 204, right: 348, y: 71, bar: [82, 8], type: 14, value: 19, least: 13.5 },
    { left: 204, right: 348, y: 105, bar: [116, 8], type: 14, value: 19, least: 13.5 },
  ],
  costs: [
    { left: 6, right: 168, y: 345, bar: [355, 6], type: 13.5, value: 13.5, least: 13.5 },
    { left: 192, right: 354, y: 345, bar: [355, 6], type: 13.5, value: 13.5, least: 13.5 },
  ],
  curve: null, // on a phone it is closer
  chips: {
    high: 22,
    type: 13.5,
    wide: [96, 102, 76],
    at: [
      [35, 257],
      [194, 127],
      [268, 187],
    ],
  },
};

/** The room, with how large a square of the triangle is. */
export function roomOf({ narrow, T }) {
  const room = narrow ? NARROW : WIDE;
  const { wide, high } = room.triangle;
  return { ...room, unit: [wide / T, high / T] };
}

/** From pixels to squares of the triangle, in which its axes count. */
export function squareAt({ triangle, unit }, [x, y]) {
  return [(x - triangle.left) / unit[0], (y - triangle.top) / unit[1]];
}

/** A rectangle, a line and a word at places in pixels. */
export function boxAt(room, [x, y, wide, high], look, more) {
  const [left, top] = squareAt(room, [x, y]);
  return cell(left, top, wide / room.unit[0], high / room.unit[1], look, more);
}

export function lineAt(room, points, look) {
  const place = (point) => point && squareAt(room, point);
  return line(points.map(place), look);
}

export function wordAt(room, at, html, look, more) {
  return word(squareAt(room, at), html, look, more);
}
