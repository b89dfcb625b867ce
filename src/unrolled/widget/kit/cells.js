// A matrix as cells to tap, as marks of a picture.
import { cell, choice, word } from "./picture.js";

export const SIDE = 52; // of a cell: 44 px on the narrowest phone

/**
 * Cells from the place [left, top] on, in pixels, y downwards. `texts` are the rows of what stands
 * in them; of each (i, j) `name` says which it is, `on` whether it is chosen, `to` what it asks.
 */
export function matrix([left, top], texts, { name, on, to }) {
  return texts.flatMap((row, i) =>
    row.flatMap((text, j) => {
      const [x, y, chosen] = [left + SIDE * j, top + SIDE * i, on(i, j)];
      const frame = chosen ? "hollow ink thick" : "hollow quiet";
      const place = [Math.round(y / 10), Math.round(x / 10)];
      const marks = [cell(x + 1, y + 1, SIDE - 1, SIDE - 1, frame, { round: 4 })];
      return [
        choice(marks, { to: to(i, j), on: chosen, place, held: text, name: name(i, j) }),
        word([x + SIDE / 2, y + SIDE / 2], text, "through"),
      ];
    }),
  );
}
