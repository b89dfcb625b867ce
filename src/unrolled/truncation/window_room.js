// Where everything of the truncation window is: the triangle in squares, all beside it in pixels.
import { cell, line, word } from "../widget/kit/picture.js";

const WIDE = {
  size: [1090, 540],
  triangle: { left: 48, top: 26, wide: 980, high: 452 },
  chain: { y: 495, r: 10, number: 522, every: true, name: [1034, 522, "start"] },
  key: {
    at: [
      [694, 10],
      [777, 10],
      [883, 10],
      [540, 10],
    ],
    side: 20,
    type: 15,
  },
  losses: [
    { name: [594, 50], bar: [724, 37, 222, 26], value: [958, 50], type: 17, large: 30, least: 24 },
    { name: [594, 93], bar: [724, 80, 222, 26], value: [958, 93], type: 17, large: 30, least: 24 },
  ],
  costs: [
    { name: [904, 324], bar: [904, 336, 174, 12], end: [1078, 324], type: 15 },
    { name: [904, 368], bar: [904, 380, 174, 12], end: [1078, 368], type: 15 },
  ],
  curve: { left: 724, right: 1078, top: 174, bottom: 274, most: 4, title: [724, 134], names: 157 },
  chips: {
    high: 28,
    type: 16,
    wide: [124, 130, 96],
    at: [
      [204, 406],
      [204, 180],
      [612, 236],
    ],
  },
};
const NARROW_LOSSES = [
  {
    name: [180, 65],
    bar: [180, 74, 106, 12],
    value: [292, 80],
    type: 14,
    large: 18,
    least: 13.5,
  },
  {
    name: [180, 99],
    bar: [180, 108, 106, 12],
    value: [292, 114],
    type: 14,
    large: 18,
    least: 13.5,
  },
];

const NARROW = {
  size: [360, 364],
  triangle: { left: 34, top: 24, wide: 312, high: 256 },
  chain: { y: 291, r: 5.5, number: 308, every: false, name: [346, 325, "end"] },
  key: {
    at: [
      [180, 9],
      [248, 9],
      [180, 27],
      [180, 45],
    ],
    side: 14,
    type: 13.5,
  },
  losses: NARROW_LOSSES,
  costs: [
    { name: [6, 345], bar: [6, 355, 162, 6], end: [168, 345], type: 13.5 },
    { name: [192, 345], bar: [192, 355, 162, 6], end: [354, 345], type: 13.5 },
  ],
  curve: null, // on a phone it is closer
  chips: {
    high: 22,
    type: 13.5,
    wide: [96, 102, 76],
    at: [
      [85, 252],
      [87, 126],
      [306, 198],
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
