// A matrix as cells to tap, as marks of a picture.
import { cell, choice, word } from "./picture.js";
import { tintOf } from "./pipes.js";

export const SIDE = 52; // of a cell: 44 px on the narrowest phone

const PALE = 0.45; // how dark a cell is at most, so that its digits can be read
const paled = (x) => tintOf(Math.max(-PALE, Math.min(PALE, 0.6 * x)));

/**
 * Cells from the place [left, top] on, in pixels, y downwards. `texts` are the rows of what stands
 * in them; of each (i, j) `name` says which it is, `on` whether it is chosen, `to` what it asks,
 * `value` the number that tints it; they are `high`, or as high as they are wide.
 */
export function matrix([left, top], texts, { name, on, to, value, high = SIDE }) {
  const drawEntry = (text, i, j) => {
    const x = left + SIDE * j;
    const y = top + high * i;
    const chosen = on(i, j);
    const look = chosen ? "hollow ink thick" : "hollow quiet";
    const fill = paled(value(i, j));
    const frame = cell(x + 1, y + 1, SIDE - 1, high - 1, look, { round: 4, fill });
    const place = [Math.round(y / 10), Math.round(x / 10)];
    return [
      choice([frame], { to: to(i, j), on: chosen, place, held: text, name: name(i, j) }),
      word([x + SIDE / 2, y + high / 2], text, "through"),
    ];
  };
  return texts.flatMap((row, i) => row.flatMap((text, j) => drawEntry(text, i, j)));
}
