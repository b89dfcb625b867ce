// Closer: the alignment matrix, a row for each written letter and a column for each letter read.
import { axis } from "../widget/kit/axes.js";
import { note } from "../widget/kit/controls.js";
import { cell, word } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";
import { tell } from "../widget/kit/words.js";

const ROW = 22;
const LEFT = 30;
const TOP = 26;

/** The matrix as a view of its own. */
function drawMatrix({ steps, letters, text, narrow, shown, writeShares, constants }) {
  const width = narrow ? 360 : 500;
  const side = Math.min(24, (width - LEFT - 6) / text.length);
  const x = (j) => LEFT + side * j;
  const y = (k) => TOP + ROW * k;
  const size = 13;
  const height = TOP + ROW * steps.length + 6;
  const shapes = steps.flatMap(({ look }, k) =>
    look.map((weight, j) => ({
      d: `M${x(j).toFixed(1)} ${y(k)}h${side.toFixed(1)}v${ROW}h${(-side).toFixed(1)}z`,
      opacity: writeShares[k] > 0.5 ? weight : 0,
    })),
  );
  const right = LEFT + side * text.length;
  return {
    title: constants.closer,
    size: [width, height],
    says: constants.closer,
    x: axis(0, width),
    y: axis(height, 0),
    marks: [
      cell(LEFT, TOP, right - LEFT, ROW * steps.length, "clear quiet thin"),
      shades(shapes, "state", { fill: "var(--hue)" }),
      Array.from(text, (letter, j) =>
        word([x(j) + side / 2, TOP - 12], letter, "input strong", { size }),
      ),
      letters.map((letter, k) =>
        word([LEFT - 12, y(k) + ROW / 2], letter === "." ? "■" : letter, "output strong", {
          size: letter === "." ? 13 : 16,
        }),
      ),
      shown !== null && cell(LEFT, y(shown), right - LEFT, ROW, "clear state"),
    ],
  };
}

export function drawCloser(scene) {
  const { attends, hidden, constants, facts, texts } = scene;
  const parts = attends && !hidden ? [drawMatrix(scene)] : [];
  return {
    name: constants.closerName,
    parts: [...parts, note(tell(constants.near, facts, texts))],
  };
}
