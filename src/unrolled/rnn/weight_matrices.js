// The five arrays of weights as tinted cells: a tap picks the one that is pulled.
import { axis } from "../widget/kit/axes.js";
import { matrix, SIDE } from "../widget/kit/cells.js";
import { walk } from "../widget/kit/controls.js";
import { setting } from "../widget/kit/numbers.js";
import { cell, choice, word } from "../widget/kit/picture.js";
import { tintOf } from "../widget/kit/pipes.js";
import { entrySymbol } from "../widget/kit/spell.js";
import { readEntry } from "./pulled_weight.js";

// Beside the picture, from the output down as there, the cells are small and only tinted: digits
// of one stand below. Under it on a phone they are as large as a finger needs, with their digits.
const WIDE = {
  title: "Tap a weight to pull",
  side: 34,
  size: [176, 500],
  told: [0, 14], // under the title
  places: { W_yh: [30, 94], b_y: [122, 94], W_hh: [30, 294], b_h: [122, 294], W_hx: [38, 424] },
  captions: [
    ["state → logits", "output", 54],
    ["state → next state", "state", 254],
    ["letter → state", "input", 384],
  ],
};
const NARROW = {
  title: "The weights of every step: tap one to pull it",
  side: SIDE,
  size: [360, 372],
  places: { W_hx: [32, 26], W_hh: [254, 26], b_h: [254, 162], W_yh: [32, 162], b_y: [150, 162] },
  captions: [],
};

/** The letters of the columns of W_hx, above it, and of the rows of W_yh, on its left. */
function drawLetters(name, [left, top], alphabet, side) {
  return [...alphabet].map((letter, k) => {
    switch (name) {
      case "W_hx":
        return word([left + side * (k + 0.5), top - 12], letter, "quiet");
      case "W_yh":
        return word([left - 14, top + side * (k + 0.5)], letter, "quiet");
      default:
        return false;
    }
  });
}

/** The symbol stands above its array; W_hx has its letters there, and the symbol on its left. */
function labelPlace(name, [left, top], columns, side) {
  return name === "W_hx" ? [left - 19, top + side] : [left + (side * columns) / 2, top - 13];
}

/** One weight of an array, without its digits: its tint, and whether it is negative. */
function drawTinted([x, y], side, { value, on, ...entry }) {
  const look = on ? "hollow ink thick" : "hollow quiet thin";
  const tint = Math.max(-1, Math.min(1, 1.3 * value));
  const place = [Math.round(y / 10), Math.round(x / 10)];
  const frame = cell(x + 1, y + 1, side - 2, side - 2, look, { round: 4, fill: tintOf(tint) });
  const sign = tint < -0.6 ? "paper strong through" : "through";
  return [
    choice([frame], { ...entry, on, place, held: setting(value) }),
    value ? word([x + side / 2, y + side / 2], value < 0 ? "−" : "+", sign, { size: 15 }) : false,
  ];
}

/** The cells of one array: the weight that is tapped can be pulled. */
function drawCells(name, scene, { places, side }) {
  const { constants, pulled, value, narrow } = scene;
  const [rows, columns] = constants.shapes[name];
  const isVector = columns === undefined;
  const placeOf = (i, j) => (isVector ? i : i * columns + j);
  const isPulled = (i, j) => pulled.name === name && pulled.at === placeOf(i, j);
  const held = (i, j) => (isPulled(i, j) ? value : constants.weights[name][placeOf(i, j)]);
  const keyOf = (i, j) => `${name} ${isVector ? i : `${i},${j}`}`;
  const label = (i, j) => `${name} row ${i + 1}${isVector ? "" : ` column ${j + 1}`}`;
  const to = (i, j) => ({
    weight: keyOf(i, j),
    value: held(i, j),
    step: scene.ids.length - 1,
  });
  const entries = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns ?? 1 }, (__, j) => [i, j]),
  );
  if (narrow) {
    const texts = entries.map((row) => row.map(([i, j]) => setting(held(i, j))));
    return matrix(places[name], texts, { value: held, on: isPulled, name: label, to });
  }
  const [left, top] = places[name];
  return entries.flat().map(([i, j]) =>
    drawTinted([left + side * j, top + side * i], side, {
      value: held(i, j),
      on: isPulled(i, j),
      name: label(i, j),
      to: to(i, j),
      over: keyOf(i, j),
    }),
  );
}

function drawWeights(name, scene, room) {
  const { symbols, shapes, alphabet } = scene.constants;
  const place = room.places[name];
  const [, columns = 1] = shapes[name];
  return [
    word(labelPlace(name, place, columns, room.side), symbols[name], "", { size: 15 }),
    drawLetters(name, place, alphabet, room.side),
    drawCells(name, scene, room),
  ];
}

/** The digits of the weight that is pointed at, else of the one that is pulled. */
function drawDigits({ told }, { pointed, weight, value, constants }) {
  const shown = pointed ?? weight;
  const { name, index, at } = readEntry(shown, constants.shapes);
  const held = shown === weight ? value : constants.weights[name][at];
  const symbol = entrySymbol(constants.symbols[name], index);
  return word(told, `${symbol} = ${setting(held)}`, "strong", { anchor: "start", size: 18 });
}

/** All five arrays, each weight to tap. */
export function drawMatrices(scene) {
  const room = scene.narrow ? NARROW : WIDE;
  const [wide, high] = room.size;
  return {
    size: room.size,
    title: room.title,
    walk,
    says: "The weights as matrices: into the state W_hx, W_hh, b_h, out of it W_yh, b_y.",
    x: axis(0, wide),
    y: axis(high, 0),
    marks: [
      room.captions.map(([text, look, y]) =>
        word([0, y], text, `${look} strong`, { anchor: "start", size: 15 }),
      ),
      Object.keys(room.places).map((name) => drawWeights(name, scene, room)),
      room.told && drawDigits(room, scene),
    ],
  };
}
