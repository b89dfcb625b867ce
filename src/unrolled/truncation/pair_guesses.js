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

export function drawGuesses({ T, narrow, constants }) {
  const form = narrow ? "narrow" : "wide";
  const unit = T / 20;
  const at = (place) => unit * (place[form] ?? place);
  return constants.question.options.map((option, n) => {
    const [x, y] = [at(PLACES[n].x), at(PLACES[n].y)];
    const long = unit * (n === 2 ? 0.85 * LONG[form] : LONG[form]);
    const high = unit * HIGH[form];
    const frame = cell(x, y, long, high, "hollow ink dashed", { round: 12 });
    const text = word([x + long / 2, y + high / 2], chipText(option), "ink strong", {
      size: narrow ? 13 : 14,
    });
    return [frame, text];
  });
}
