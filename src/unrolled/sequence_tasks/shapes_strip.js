// Over the cells all five shapes in small: the one that is chosen is what stands below in large.
import { cell, choice, word } from "../widget/kit/picture.js";

const HUES = { x: "input", h: "state", y: "output" };

/** A shape as small squares, row by row from above: answers, cells, inputs. */
function drawIcon({ square, high }, rows, left) {
  const pitch = square + 1.5;
  const top = (high - 3 * pitch + 1.5) / 2;
  return rows.flatMap((row, y) =>
    [...row].map(
      (sign, x) =>
        HUES[sign] &&
        cell(left + pitch * x, top + pitch * y, square, square, `${HUES[sign]} through`, {
          round: 2,
        }),
    ),
  );
}

/** The shapes side by side, to be chosen; on a phone the chosen one’s name alone, after all. */
export function drawStrip({ room, shape, constants }, toShape) {
  const { strip, small } = room;
  const names = Object.entries(constants.names);
  const { left, step, wide, high, square, narrow } = strip;
  const strokes = names.map(([name, text], k) => {
    const x = left + step * k;
    const rows = constants.icons[name];
    const iconWide = (square + 1.5) * rows[0].length - 1.5;
    const isOn = name === shape;
    const frame = cell(x, 1, wide, high - 2, isOn ? "state hollow" : "quiet hollow thin", {
      round: 8,
      ...(isOn && { fill: "color-mix(in srgb, var(--state) 12%, var(--paper))" }),
    });
    const icon = drawIcon(strip, rows, x + (narrow ? (wide - iconWide) / 2 : 12));
    const at = [x + 22 + iconWide, high / 2];
    return [
      choice([frame, ...icon], { to: toShape(name), name: text, on: isOn, place: [0, k] }),
      !narrow &&
        word(at, text, `${isOn ? "strong " : ""}through`, { anchor: "start", size: small }),
    ];
  });
  const after = [left + step * names.length + 4, high / 2];
  return [
    strokes,
    narrow && word(after, constants.names[shape], "strong", { anchor: "start", size: small }),
  ];
}
