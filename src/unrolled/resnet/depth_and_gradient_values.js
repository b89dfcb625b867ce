// The singular values of all blocks together between their bounds, on an axis of logarithms.

import { axis } from "../widget/kit/axes.js";
import { curve, word } from "../widget/kit/picture.js";
import { clamp, tenth } from "./depth_and_gradient_room.js";

const WIDE = { size: [520, 76], type: 14, x: 20, wide: 480, y: 44, under: 22, high: 16 };
const NARROW = { size: [360, 66], type: 13.5, x: 20, wide: 320, y: 38, under: 18, high: 13 };

const DECADES = 10; // on either side of 1

const decadeAt = ({ x, wide }, value) =>
  tenth(x + wide * (0.5 + clamp(Math.log10(Math.max(value, 1e-300)) / DECADES, -1, 1) / 2));

/** An end of the bracket: a corner, or an arrow where it goes on. */
function endPath(x, y, side, isOpen) {
  if (isOpen) return `M${x + 7 * side} ${y - 4}L${x} ${y}L${x + 7 * side} ${y + 4}`;
  return `M${x} ${y + 8}L${x} ${y}L${x} ${y}`;
}

function drawBracket(room, { limits: [low, high], hidden }) {
  const y = room.y - room.high - 10;
  const from = decadeAt(room, low);
  const to = decadeAt(room, high);
  const isOpen = low < 10 ** -DECADES;
  const goesOn = high > 10 ** DECADES;
  const d = `${endPath(from, y, 1, isOpen)}${endPath(to, y, -1, goesOn)}M${from} ${y}H${to}`;
  return curve(d, "quiet", { width: 1.75, opacity: hidden ? 0 : 1 });
}

const POWERS = [
  [-8, "10⁻⁸"],
  [-4, "10⁻⁴"],
  [0, "1"],
  [4, "10⁴"],
  [8, "10⁸"],
];

/** A view of its own, for those who come closer; before the guess only its axis. */
export function valuesView(scene) {
  const room = scene.narrow ? NARROW : WIDE;
  const { size, type, x, y, wide, under, high } = room;
  const { singular, hidden, texts } = scene;
  const stroke = (at, up, down) => `M${at} ${y - up}V${y + down}`;
  const values = `Singular values from ${texts.least} to ${texts.most}`;
  const between = `${values}, bounds ${texts.low} and ${texts.high}.`;
  return {
    title: "Singular values of all blocks, and their bounds",
    size,
    says: hidden ? "The singular values are seen after the guess." : between,
    x: axis(0, size[0]),
    y: axis(size[1], 0),
    marks: [
      curve(`M${x} ${y}H${x + wide}`, "quiet thin"),
      POWERS.map(([power]) => curve(stroke(decadeAt(room, 10 ** power), 0, 5), "quiet thin")),
      POWERS.map(([power, text]) =>
        word([decadeAt(room, 10 ** power), y + under], text, "quiet", { size: type }),
      ),
      drawBracket(room, scene),
      singular.map((value) =>
        curve(stroke(decadeAt(room, value), high, 1), "gradient", {
          width: 3,
          opacity: hidden ? 0 : 0.85,
        }),
      ),
    ],
  };
}
