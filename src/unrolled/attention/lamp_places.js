// Where everything is in the picture of attention by hand, and how a token's lamp looks.
import { decimals } from "../widget/kit/numbers.js";
import { dot } from "../widget/kit/picture.js";

/** Two decimals; of what these would hide only that it is small. */
export function two(x) {
  if (Math.abs(x) >= 0.005) return decimals(x, 2);
  return x === 0 ? "0" : "≈0";
}
export const named = (letter, token) => `<b>${letter}</b><sub>${token}</sub>`;
export const keyOf = (arrow, { tokens }) => tokens.indexOf(arrow.at(-1));

/** Where everything is, in pixels. */
const WIDE = {
  size: [880, 416],
  plane: [440, 356], // right and bottom of where queries and keys are
  top: 36, // of their names
  heart: [220, 200], // where the torch is held
  unit: 50,
  edge: 3.25, // where the focus is held
  bar: { x: 104, y: 372, width: 752, height: 18 },
  middle: [664, 200], // of the plane of the values
  per: [76, 58],
  captions: [
    [20, 24],
    [92, 381],
    [464, 24],
  ],
  spill: 30, // how far a value of weight 1 shines
  ring: 13,
  border: [
    [440, 14],
    [440, 330],
  ],
};
const NARROW = {
  size: [360, 412],
  plane: [360, 230],
  top: 28, // below the caption
  heart: [180, 124],
  unit: 31,
  edge: 2.7,
  bar: { x: 16, y: 246, width: 328, height: 16 },
  middle: [180, 344],
  per: [54, 21],
  captions: [[10, 11], null, [104, 297]],
  spill: 14, // clear of the bar above
  ring: 12,
};
export const formOf = ({ narrow }) => (narrow ? NARROW : WIDE);

export const inPlane = ({ heart, unit }, [x, y]) => [heart[0] + unit * x, heart[1] - unit * y];
export const fromPlane = ({ heart, unit }, [x, y]) => [
  (x - heart[0]) / unit,
  (heart[1] - y) / unit,
];
export const inTriangle = ({ middle, per }, [x, y]) => [
  middle[0] + per[0] * x,
  middle[1] - per[1] * y,
];
export const pathOf = (points) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
export const ray = (turn, r) => [r * Math.cos(turn), r * Math.sin(turn)];
export const hueOf = ({ constants }, k) => `lamp-${constants.tokens[k]}`;

/** Who asks and who is asked as letters, and the traits that hold them. */
export const roles = (swapped) => (swapped ? ["k", "q", "K", "Q"] : ["q", "k", "Q", "K"]);

/** A lamp: a ring with the token's letter, and around it as much light as it has weight. */
export function lamp(at, hue, weight, off, { ring, spill = 30 }) {
  const glow = (r, light) => ({ ...dot(at, r, `${hue} glow`), opacity: light });
  return [
    glow(ring + 4 + spill * Math.sqrt(weight), off ? 0 : 0.04 + 0.5 * weight),
    glow(ring + 3 + 10 * weight, off ? 0 : 0.1 + 0.75 * weight),
    dot(at, ring, off ? "quiet hollow dashed" : `${hue} hollow bulb`),
  ];
}
