// What stands in a box of a graph: a matrix, bars, a letter.
import { decimals, short } from "./numbers.js";
import { cell, line, word } from "./picture.js";
import { tinted } from "./pipes.js";

const ROW = 17; // px from row to row,
const COLUMN = 46; // from column to column,
const EMPTY = 14; // and for a column of zeros

const digits = (x) => (x === 0 || Math.abs(x) >= 9.9995 ? short(x, 3) : decimals(x, 3));

/** The width of each column of a matrix: in a wide one a column of zeros is one narrow 0. */
function columnWidths(rows, columns, values) {
  return Array.from({ length: columns }, (_, j) => {
    const column = Array.from({ length: rows }, (_, i) => values[i * columns + j]);
    return columns > 2 && column.every((value) => value === 0) ? EMPTY : COLUMN;
  });
}

/** How dark a number is at most, so that its digits can be read. */
const PALE = 0.45;
const paled = (x) => Math.max(-PALE, Math.min(PALE, 0.6 * x));

/** A matrix as tinted cells with numbers, at the bottom of the box, or `beside` its symbol. */
function matrixForm({ at: [x, y0, width, height], shape: [rows, columns = 1], beside }, values) {
  const widths = columnWidths(rows, columns, values);
  const all = widths.reduce((a, b) => a + b);
  const bottom = beside ? y0 + height / 2 + (ROW * (rows - 1)) / 2 : y0 + height - 11;
  let right = beside ? x + width - all - 6 : x + (width - all) / 2;
  return widths.map((room, j) => {
    right += room;
    const end = right - (room === EMPTY ? 4 : 2);
    return Array.from({ length: rows }, (_, i) => {
      const value = values[i * columns + j];
      const y = bottom - ROW * (rows - 1 - i);
      return [
        tinted(right - room, y - ROW / 2, room - 1, ROW - 1, paled(value)),
        word([end, y], room === EMPTY ? "0" : digits(value), "", { anchor: "end" }),
      ];
    });
  });
}

/** Probabilities as bars, a letter each; the target's is marked, what they were is outlined. */
function barsForm({ at: [x, y, width], letters, target, look }, values, before) {
  const lengthOf = (share) => Math.max(0.5, (width - 36) * share);
  return [...letters].flatMap((letter, k) => {
    const top = y + 22 + k * ROW;
    const name = k === target ? `▸<b>${letter}</b>` : letter;
    return [
      word([x + 27, top + 6], name, "", { anchor: "end" }),
      cell(x + 31, top, lengthOf(values[k]), 11, look),
      before && cell(x + 31, top, lengthOf(before[k]), 11, "clear ink thin"),
    ];
  });
}

/** Signed numbers from −1 to 1 as bars up and down from a line, a letter each. */
function signedForm({ at: [x, y, width, height], letters, look }, values) {
  const room = (width - 45) / letters.length;
  const zero = y + (height - 16) / 2 + 1;
  const most = (height - 20) / 2;
  const ground = [
    [x + 42, zero],
    [x + width - 3, zero],
  ];
  const bars = [...letters].flatMap((letter, k) => {
    const left = x + 42 + k * room;
    const size = Math.max(1, Math.abs(values[k]) * most);
    const top = values[k] > 0 ? zero - size : zero;
    return [
      cell(left + 2, top, room - 4, size, look),
      word([left + room / 2, y + height - 9], letter),
    ];
  });
  return [line(ground, "quiet thin"), ...bars];
}

function letterForm({ at: [x, y, width, height], letter }) {
  return [word([x + width * 0.65, y + height / 2], `“${letter}”`)];
}

/** Of each form: the marks of (box, values, values before). */
export const BOX_FORMS = {
  matrix: matrixForm,
  bars: barsForm,
  signed: signedForm,
  letter: letterForm,
};

/** The values of a box for those who listen. */
export function speakValues({ letters, letter, values }) {
  if (letters) return [...letters].map((one, k) => `${one} ${digits(values[k])}`).join(", ");
  return letter ?? [...values].map(digits).join(", ");
}
