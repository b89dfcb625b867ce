// Beside the plane: for every number of blocks the gap at the end, and what it costs.

import { axis } from "../widget/kit/axes.js";
import { plural, short, tenTo } from "../widget/kit/numbers.js";
import { cell, choice, line, word } from "../widget/kit/picture.js";
import { COLUMNS } from "./layers_room.js";

/** As long as the number is large, up to the room there is. */
const lengthOf = ({ unit, most }, amount) => Math.min(most, Math.max(2, unit * amount));

/** What is longer than its room ends in a gap, so that nobody takes it for the end. */
const breakOf = ({ unit, most }, amount) => (unit * amount > most ? 1 : 0);

/** What a column stands for: so many blocks or steps, or a tolerance. */
const nameOf = ({ solver }, size) => {
  if (solver === "adaptive") return `Tolerance ${tenTo(-size)}`;
  return plural(size, solver === "euler" ? "block" : "step");
};

const signOf = ({ solver }, size) => (solver === "adaptive" ? tenTo(-size) : `${size}`);

/** The bars of a column, those that are too long cut, and the frame of the one that is chosen. */
function drawBars({ columns }, { hidden, solver }, { gap, plain, calls }, left, isOn) {
  const { pitch, bar, base, row, up, down } = columns;
  const high = hidden ? 0 : lengthOf(up, gap);
  const deep = lengthOf(down, calls);
  const other = lengthOf(up, plain);
  const x = left + (pitch - bar) / 2;
  const piece = (y, height, look, opacity) =>
    cell(x, y, bar, height, `${look} through`, { opacity, round: 2 });
  const cut = (y, opacity) => ({ ...cell(x - 1, y, bar + 2, 3, "paper through"), opacity });
  const bright = isOn ? 1 : 0.4;
  const look = isOn ? "ink clear thin" : "pick";
  const whole = up.most + row + down.most + 12;
  return [
    cell(left + 1, base - up.most - 6, pitch - 2, whole, look, { round: 6 }),
    piece(base - other, other, "gradient clear dashed thin", solver === "euler" ? 0 : 0.8),
    piece(base - high, high, "gradient", bright),
    piece(base + row, deep, "state", bright),
    cut(base - up.most + 6, hidden ? 0 : breakOf(up, gap)),
    cut(base + row + down.most - 9, breakOf(down, calls)),
  ];
}

function drawColumn(room, scene, one, n) {
  const { x, pitch, base, row } = room.columns;
  const { hidden, choiceAt } = scene;
  const isOn = choiceAt === n;
  const left = x + n * pitch;
  const told = hidden ? "" : `gap ${short(one.gap)}, `;
  const look = isOn ? "strong through" : "quiet through";
  return [
    choice(drawBars(room, scene, one, left, isOn), {
      to: one.to,
      name: nameOf(scene, one.size),
      held: `${told}${plural(one.calls, "evaluation")}`,
      on: isOn,
      place: [0, n],
    }),
    word([left + pitch / 2, base + row / 2], signOf(scene, one.size), look, {
      size: room.type - 1,
    }),
  ];
}

/** The gap and the cost as they are now. */
export function drawHeads({ heads, type }, scene) {
  const gap = scene.hidden ? "?" : scene.texts.gap;
  const { size } = scene.columns[scene.choiceAt];
  return [
    word(heads.gap, `gap at the end <b>${gap}</b>`, "gradient", { anchor: "start", size: type }),
    word(heads.evaluations, `evaluations of <i>f</i>: <b>${scene.texts.calls}</b>`, "state", {
      anchor: heads.side,
      size: type,
    }),
    heads.plain &&
      scene.solver !== "euler" &&
      word(heads.plain, "dashed: Euler’s method at the same cost", "quiet", {
        anchor: "start",
        size: type - 2,
      }),
    heads.hidden && scene.hidden && word(heads.hidden, "?", "quiet", { size: 4 * type }),
    heads.size && word(heads.size, nameOf(scene, size), "strong", { anchor: "end", size: type }),
  ];
}

/** Every number of blocks as a column: up from the line the gap, down from it the cost. */
export function drawColumns(room, scene) {
  if (!room.columns) return [];
  const { x, pitch, base } = room.columns;
  const ends = [
    [x, base],
    [x + 7 * pitch, base],
  ];
  return [
    scene.columns.map((one, n) => drawColumn(room, scene, one, n)),
    line(ends, "quiet thin through"),
  ];
}

/** The columns as a view of their own, which a phone has closer. */
export const columnsView = (scene) => ({
  title: "Up the gap, down the evaluations",
  size: COLUMNS.size,
  says: scene.hidden ? "The gaps are seen after the guess." : `The gap is ${scene.texts.gap}.`,
  x: axis(0, COLUMNS.size[0]),
  y: axis(COLUMNS.size[1], 0),
  marks: drawColumns(COLUMNS, scene),
});
