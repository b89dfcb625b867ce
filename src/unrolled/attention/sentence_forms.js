// The two forms of the picture, and what both its parts draw with.
import { word } from "../widget/kit/picture.js";

const WIDE = {
  size: [860, 464],
  zone: [26, 236], // between these heights stands the sentence with its ribbons
  type: [20, 30], // px, if it can have that
  unit: 44, // px: how wide the weight 1 is
  grid: [44, 264, 856, 440], // left, top, right, bottom
  thick: 5,
};
const NARROW = {
  size: [360, 394],
  zone: [22, 196],
  type: [17, 20],
  unit: 26,
  grid: [18, 217, 360, 373], // squares a finger finds more easily
  thick: 3.5,
};
// One head alone has no squares.
const WIDE_ALONE = {
  ...WIDE,
  size: [860, 312],
  zone: [26, 288],
  type: [20, 32],
  grid: null,
  below: 302,
};
const NARROW_ALONE = { ...NARROW, size: [360, 274], zone: [22, 250], grid: null, below: 264 };
export const PINS = ["pin-a", "pin-b", "pin-c"];
export const left = (at, html, look = "", more = {}) =>
  word(at, html, look, { anchor: "start", ...more });
export const right = (at, html, look = "", more = {}) =>
  word(at, html, look, { anchor: "end", ...more });
export const isAlone = ({ layers, heads }) => layers * heads === 1;
export function formOf({ narrow, constants }) {
  if (isAlone(constants)) return narrow ? NARROW_ALONE : WIDE_ALONE;
  return narrow ? NARROW : WIDE;
}
