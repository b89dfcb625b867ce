// Closer: the head as a matrix with words on its rows and columns, and what it does on average.
import { axis } from "../widget/kit/axes.js";
import { cell, word } from "../widget/kit/picture.js";
import { isAlone } from "./sentence_forms.js";
import { percent, placeOf, plain } from "./sentence_now.js";

const LEAST = 0.015; // a weight below is not drawn

const shade = (share) =>
  `color-mix(in oklab, var(--state) ${Math.round(100 * share)}%, var(--paper))`;

/** A row looks, a column is looked at. */
function drawMatrix({ words, all, constants }, now, [x0, y0], side) {
  const rows = all[placeOf(now, constants)];
  const N = words.length;
  const each = side / N;
  const size = Math.min(14, Math.max(12.75, 0.68 * each));
  const every = Math.ceil(13 / each); // so that no name lies on another
  const middle = (k) => each * (k + 0.5);
  return [
    rows.map((row, i) =>
      row.map(
        (share, j) =>
          share >= LEAST &&
          cell(x0 + each * j + 0.5, y0 + each * i + 0.5, each - 1, each - 1, "", {
            fill: shade(share),
          }),
      ),
    ),
    cell(x0, y0, side, side, "clear quiet thin"),
    cell(x0, y0 + each * now.token, side, each, "clear state"),
    words.map(
      ({ text }, k) =>
        k % every === 0 && [
          word([x0 - 8, y0 + middle(k)], plain(text), k === now.token ? "state strong" : "", {
            anchor: "end",
            size,
          }),
          word([x0 + middle(k), y0 - 8], text, "upright", { anchor: "end", size, dy: 0 }),
        ],
    ),
  ];
}

const left = (at, html, look = "") => word(at, html, look, { anchor: "start" });

/** How much the head gives to each habit that was measured. */
function drawHabits({ constants }, now, who) {
  const { patterns, places, averages, heads } = constants;
  const mean = (row) => row.reduce((sum, v) => sum + v, 0) / heads;
  const share = (of) => (now.head ? of[now.layer - 1][now.head - 1] : mean(of[now.layer - 1]));
  const rows = Object.entries(patterns).map(([name, of], n) => {
    const y = 70 + 44 * n;
    return [
      left([4, y], places[name]),
      cell(4, y + 10, 300, 12, "quiet clear thin"),
      cell(4, y + 10, 300 * share(of), 12, "state"),
      word([356, y + 16], percent(share(of)), "", { anchor: "end" }),
    ];
  });
  return [left([4, 14], who, "strong"), left([4, 36], averages, "quiet"), rows];
}

const frame = ([width, height], says, marks) => ({
  says,
  size: [width, height],
  x: axis(0, width),
  y: axis(height, 0),
  marks,
});

/** Two views: the matrix of what is looked at now, and what that gives on average. */
export function drawCloser(scene, now, { texts }) {
  const { narrow, constants } = scene;
  const size = narrow ? [360, 366] : [430, 420];
  const corner = narrow ? [78, 84] : [86, 86];
  const side = narrow ? 278 : 330;
  const matrix = frame(
    size,
    `The weights of ${texts.who} as a matrix. ${constants.closer}`,
    drawMatrix(scene, now, corner, side),
  );
  const habits = frame(
    [360, 376],
    `What ${texts.who} gives to each habit ${constants.averages}.`,
    drawHabits(scene, now, texts.who),
  );
  const own = { ...matrix, title: constants.closer };
  return isAlone(constants) ? own : [own, habits];
}
