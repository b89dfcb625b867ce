// What bright and dark, long and broken cells say, to both sides of the dial.
import { cell, curve, word } from "../widget/kit/picture.js";
import { brightness, drawnLength, FAINT, HOT, heatOf } from "./pulse_room.js";
import { drawCrack, ellipsePath } from "./pulse_strips.js";

const UNIT = 34; // px: how high a cell is
const STEP = 36; // px from cell to cell

const LEFT = [
  [1e-3, "0.001"],
  [1e-2, "0.01"],
  [0.1, "0.1"],
  [0.3, "0.3"],
  [1, "1"],
];
const RIGHT = [
  [1, "1"],
  [10, "10"],
  [100, "100"],
  [1e3, "> 1000"],
];

/** A cell as a strip has it, with this much of the gradient in it. */
function drawSample([x, middle], norm) {
  const bar = (wide, high, look, more) =>
    cell(x - wide / 2, middle - high / 2, wide, high, look, { round: wide / 2, ...more });
  const heat = heatOf(norm);
  const high = Math.max(UNIT * drawnLength(norm), 3);
  const wide = Math.min(9 + 4 * heat, high + 3);
  return [
    bar(9, UNIT, "state", { opacity: 0.2 }),
    bar(wide, high, "gradient", { opacity: brightness(norm) }),
    heat > 0 && bar(0.5 * wide, 0.8 * high, "gradient", { fill: HOT, opacity: heat }),
    norm >= 1e3 && drawCrack([x, middle], wide, high),
  ];
}

/** A row of cells, each with its number below, and what they show above. */
function drawRow(room, [x, middle], title, samples) {
  const size = room.type - 1;
  const last = x + STEP * (samples.length - 1);
  return [
    word([(x + last) / 2, middle - UNIT - 10], title, "quiet", { size }),
    samples.map(([norm, text], k) => [
      drawSample([x + STEP * k, middle], norm),
      word([x + STEP * k, middle + UNIT], text, "quiet", { size: size - 1 }),
    ]),
  ];
}

/** From a circle to a needle: what the steps back make of gradients in all directions. */
function drawNeedles(room, [x, middle]) {
  const shapes = [
    { long: 0.9, short: 0.9, tilt: 0, text: "all alike" },
    { long: 0.9, short: 0.35, tilt: 1.2, text: "" },
    { long: 0.9, short: 0.03, tilt: 1.2, text: "one is left" },
  ];
  const size = room.type - 1;
  return [
    word([x + 60, middle - UNIT - 10], "gradients in all directions", "quiet", { size }),
    shapes.map(({ text, ...shape }, k) => {
      const at = [x + 60 * k, middle];
      const d = ellipsePath({ unit: UNIT }, shape, at);
      return [
        curve(d, "gradient", { width: 1.5, fill: FAINT }),
        word([at[0], middle + UNIT], text, "quiet", { size: size - 1 }),
      ];
    }),
  ];
}

/** Left of the dial what has shrunk, right of it what has grown. */
export function drawLegend(room, { shape }) {
  const middle = room.ground + 84;
  const right = room.width - 28 - STEP * (RIGHT.length - 1);
  return [
    shape === "ellipses"
      ? drawNeedles(room, [46, middle])
      : drawRow(room, [24, middle], "what is left", LEFT),
    drawRow(room, [right, middle], "times its size", RIGHT),
  ];
}
