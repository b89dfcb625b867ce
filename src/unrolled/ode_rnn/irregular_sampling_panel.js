// How far each answer is from the wave at the asked time, as bars; and the names to guess among.

import { decimals } from "../widget/kit/numbers.js";
import { cell, line, word } from "../widget/kit/picture.js";
import { ANSWERS } from "./irregular_sampling_lines.js";
import { LOOKS } from "./irregular_sampling_picture.js";
import { toData, toX, unitsOf } from "./irregular_sampling_room.js";
import { orderOf } from "./irregular_sampling_told.js";

const LONGEST = 2; // that a bar shows

function drawRow(room, { off, isTold, constants }, name, n) {
  const { left, right, y, down } = room.rows[n];
  const length = isTold ? Math.min(1, off[name] / LONGEST) * (right - left) : 0;
  const isCut = isTold && off[name] > LONGEST;
  const isNearest = isTold && orderOf(off)[0] === name;
  const look = `${LOOKS[name]} through`;
  const middle = y + down;
  const base = [
    [left, middle],
    [right, middle],
  ];
  const number = isTold ? decimals(off[name], 2) : "?";
  return [
    word([left, y], constants.names[name], `${look} strong`, { anchor: "start", size: room.type }),
    line(base, "quiet thin through"),
    cell(left, middle - 6, length, 12, look, { round: 2 }),
    { ...cell(right - 14, middle - 8, 4, 16, "paper through"), opacity: isCut ? 1 : 0 },
    word([right, y], number, look + (isNearest ? " strong" : ""), {
      anchor: "end",
      size: room.type,
    }),
  ];
}

/** The bars of all three, and what they are. */
export const drawPanel = (room, scene) => [
  room.title &&
    word(room.title, "how far off at <b>?</b>", "quiet through", { anchor: "start", size: 15 }),
  ANSWERS.map((name, n) => drawRow(room, scene, name, n)),
];

/** A rectangle around a place in pixels, in the units of the plot. */
function cellAt(room, end, [x, y], width, height, look, more) {
  const [u, v] = unitsOf(room, end);
  const [left, top] = toData(room, end, [x - width / 2, y - height / 2]);
  return cell(left, top, width * u, height * v, look, more);
}

/** On the curtain. */
function drawPill(room, { limit, constants }, name, n) {
  const { end } = constants.world;
  const { width, height, first, pitch } = room.pill;
  const at = [(toX(room, end, limit) + toX(room, end, end)) / 2, first + n * pitch];
  return [
    cellAt(room, end, at, width, height, `${LOOKS[name]} hollow`, { round: 22 }),
    word(toData(room, end, at), constants.names[name], `${LOOKS[name]} strong`, {
      size: room.type,
    }),
  ];
}

/** The three guesses: on the curtain, or the names once that is gone. */
export const drawGuesses = (room, scene) =>
  ANSWERS.map((name, n) => {
    if (scene.hidden) return drawPill(room, scene, name, n);
    const { left, right, y, down } = room.rows[n];
    const at = [(left + right) / 2, y + down / 2];
    return [cellAt(room, scene.constants.world.end, at, right - left, 44, "pick")];
  });

/** After the answer, a ring around what the reader chose. */
export function drawChosen(room, { isAsked, answered, guess }) {
  if (!isAsked || !answered || guess === null) return null;
  const { left, right, y, down } = room.rows[guess];
  return cell(left - 6, y - 14, right - left + 12, down + 24, "ink clear dashed yours through", {
    round: 8,
  });
}
