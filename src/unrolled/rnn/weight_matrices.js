// The five arrays of weights as tinted cells: a tap picks the one that is pulled.
import { axis } from "../widget/kit/axes.js";
import { matrix, SIDE } from "../widget/kit/cells.js";
import { walk } from "../widget/kit/controls.js";
import { setting } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";

// Beside the picture, from the output down as there, the cells are low, under it on a phone as high as a finger needs.
const WIDE = {
  title: "Tap a weight to pull it",
  high: 36,
  size: [248, 508],
  places: { W_yh: [36, 54], b_y: [160, 54], W_hh: [36, 284], b_h: [160, 284], W_hx: [36, 434] },
  captions: [
    ["state → logits", "output", 12],
    ["state → next state", "state", 242],
    ["letter → state", "input", 392],
  ],
};
const NARROW = {
  title: "The weights of every step: tap one to pull it",
  high: SIDE,
  size: [360, 372],
  places: { W_hx: [32, 26], W_hh: [254, 26], b_h: [254, 162], W_yh: [32, 162], b_y: [150, 162] },
  captions: [],
};

/** The letters of the columns of W_hx, above it, and of the rows of W_yh, on its left. */
function drawLetters(name, [left, top], alphabet, high) {
  return [...alphabet].map((letter, k) => {
    switch (name) {
      case "W_hx":
        return word([left + SIDE * (k + 0.5), top - 12], letter, "quiet");
      case "W_yh":
        return word([22, top + high * (k + 0.5)], letter, "quiet");
      default:
        return false;
    }
  });
}

/** The symbol stands above its array; W_hx has its letters there, and the symbol on its left. */
function labelPlace(name, [left, top], columns, high) {
  return name === "W_hx" ? [15, top + high] : [left + (SIDE * columns) / 2, top - 13];
}

/** The cells of one array: the weight that is tapped can be pulled. */
function drawCells(name, scene, { places, high }) {
  const { constants, pulled, value } = scene;
  const [rows, columns] = constants.shapes[name];
  const isVector = columns === undefined;
  const placeOf = (i, j) => (isVector ? i : i * columns + j);
  const isPulled = (i, j) => pulled.name === name && pulled.at === placeOf(i, j);
  const held = (i, j) => (isPulled(i, j) ? value : constants.weights[name][placeOf(i, j)]);
  const texts = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns ?? 1 }, (__, j) => setting(held(i, j))),
  );
  return matrix(places[name], texts, {
    high,
    value: held,
    on: isPulled,
    name: (i, j) => `${name} row ${i + 1}${isVector ? "" : ` column ${j + 1}`}`,
    to: (i, j) => ({
      weight: `${name} ${isVector ? i : `${i},${j}`}`,
      value: held(i, j),
      step: scene.ids.length - 1,
    }),
  });
}

function drawWeights(name, scene, room) {
  const { symbols, shapes, alphabet } = scene.constants;
  const place = room.places[name];
  const [, columns = 1] = shapes[name];
  return [
    word(labelPlace(name, place, columns, room.high), symbols[name], "", { size: 15 }),
    drawLetters(name, place, alphabet, room.high),
    drawCells(name, scene, room),
  ];
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
        word([8, y], text, `${look} strong`, { anchor: "start", size: 15 }),
      ),
      Object.keys(room.places).map((name) => drawWeights(name, scene, room)),
    ],
  };
}
