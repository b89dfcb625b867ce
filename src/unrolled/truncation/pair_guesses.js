// The guesses on the triangle: a chip on the pairs that each cut drops, and one for neither.
import { cell, word } from "../widget/kit/picture.js";

const HIGH = { wide: 1.9, narrow: 2.95 }; // rows of a triangle of 20: 44 px
const LONG = { wide: 4.9, narrow: 6.2 }; // columns
const PLACES = [
  { x: 0.3, y: 16.3 }, // below the stairs
  { x: 0.3, y: { wide: 7.2, narrow: 6.4 } }, // above the line
  { x: { wide: 14.6, narrow: 15.2 }, y: 11.4 }, // beside the triangle
];

/** The words of an option that fit on a chip: all but what both cuts have in common. */
const chipText = ([label]) => label.replace(/^(Cutting|Dropping the|Both) /, "");

/** The chip of an option, with a text on it. */
function drawChip({ T, narrow }, n, text, looks, opacity) {
  const form = narrow ? "narrow" : "wide";
  const unit = T / 20;
  const at = (place) => unit * (place[form] ?? place);
  const [x, y] = [at(PLACES[n].x), at(PLACES[n].y)];
  const long = unit * (n === 2 ? 0.85 * LONG[form] : LONG[form]);
  const high = unit * HIGH[form];
  const size = narrow ? 13 : 14;
  return [
    cell(x, y, long, high, `${looks[0]} ink dashed`, { round: 12, opacity }),
    word([x + long / 2, y + high / 2], text, `${looks[1]} ink strong`, { size, opacity }),
  ];
}

export const drawGuesses = (scene) =>
  scene.constants.question.options.map((option, n) =>
    drawChip(scene, n, chipText(option), ["hollow", ""], 1),
  );

/** The reader's own guess, as long as the picture shows what was asked. */
export function drawMine(scene) {
  const { answered, reply, guess, scheme, k, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { show } = constants.question;
  const isAsked = scheme === show.scheme && k === show.k;
  return drawChip(scene, guess, "you", ["clear yours", "halo yours"], isAsked ? 1 : 0);
}
