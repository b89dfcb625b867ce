// The two forms of the picture, and what both its parts draw with.
import { word } from "../widget/kit/picture.js";

const WIDE = {
  size: [860, 412],
  zone: [26, 236], // between these heights stands the sentence with its ribbons
  type: [20, 30], // px, if it can have that
  unit: 44, // px: how wide the weight 1 is
  grid: [44, 264, 860, 388], // left, top, right, bottom
  thick: 5,
};
const NARROW = {
  size: [360, 394],
  zone: [22, 212],
  type: [17, 20],
  unit: 26,
  grid: [20, 236, 360, 368],
  thick: 3.5,
};
export const PINS = ["pin-a", "pin-b", "pin-c"];
export const left = (at, html, look = "", more = {}) =>
  word(at, html, look, { anchor: "start", ...more });
export const right = (at, html, look = "", more = {}) =>
  word(at, html, look, { anchor: "end", ...more });
export const formOf = ({ narrow }) => (narrow ? NARROW : WIDE);
