// The next letter as bars: filled what the model draws from, outlined its probabilities at
// temperature 1, and last all other letters together.
import { percent } from "../widget/kit/numbers.js";
import { cell, choice, line, word } from "../widget/kit/picture.js";
import { inOrder } from "./writer_steps.js";
import { putLetter } from "./writer_text.js";

export const visible = (letter) => (letter === " " ? "␣" : letter);
export const spoken = (letter) => (letter === " " ? "a space" : letter);

/** The letters that have a bar: the likeliest first; in the question's case by the alphabet. */
export function columnsOf({ raw, isAsked }, { bars }) {
  const likeliest = inOrder(raw).slice(0, bars.count);
  return isAsked ? likeliest.sort((a, b) => a - b) : likeliest;
}

const LEAST = 0.01; // that is written as it is

/** A probability in percent, one that is below 1 % as such. */
export const writeChance = (chance) =>
  chance > 0 && chance < LEAST ? "&lt;1\u00a0%" : percent(chance);

/** A bar and the outline behind it, with its number above. */
function drawBar(room, { hidden }, i, filled, outlined) {
  const { base, width, pitch } = room.bars;
  const x = room.barAt(i) + (pitch - width) / 2;
  const [high, edge] = hidden ? [0, 0] : [filled, outlined].map(room.heightOf);
  const top = base - Math.max(high, edge) - 12;
  const told = filled > 0 ? writeChance(filled) : "";
  const number = hidden ? "?" : told;
  return [
    { ...cell(x, base - edge, width, edge, "output clear thin through"), opacity: 0.6 },
    cell(x, base - high, width, high, "output through"),
    word([x + width / 2, top], number, "through", { size: room.small }),
  ];
}

function drawLetterBar(room, scene, code, i) {
  const { raw, y, hidden, constants, text, at } = scene;
  const letter = constants.data.letters[code];
  const { base, top, pitch } = room.bars;
  const left = room.barAt(i);
  const isTaken = at < text.codes.length && text.codes[at] === code;
  const look = y[code] > 0 || hidden ? "strong through" : "quiet through";
  const isBallot = hidden && constants.options.includes(code); // which has its own letter
  const name = word([left + pitch / 2, base + 22], isBallot ? "" : visible(letter), look, {
    size: room.letter,
  });
  const area = cell(left + 1, top - 22, pitch - 2, base - top + 58, "pick");
  const mark = cell(left + pitch / 2 - 12, base + 36, 24, 3, "output through");
  const put = choice([area], {
    to: putLetter(scene, code),
    name: `Put ${spoken(letter)}`,
    held: hidden ? "your guess" : writeChance(y[code]).replace("&lt;", "below "),
    on: isTaken,
    place: [0, i],
  });
  const drawn = [drawBar(room, scene, i, y[code], raw[code]), name];
  const tapped = at < scene.codes.length ? put : area;
  return [tapped, drawn, { ...mark, opacity: isTaken ? 1 : 0 }];
}

/** All the letters that have no bar, together. */
function drawOthers(room, scene, columns) {
  const { raw, y } = scene;
  const rest = (all) => Math.max(0, 1 - columns.reduce((sum, code) => sum + all[code], 0));
  const i = columns.length;
  const at = [room.barAt(i) + room.bars.pitch / 2, room.bars.base + 20];
  const left = rest(y) < 1e-9 ? 0 : rest(y);
  return [
    drawBar(room, scene, i, left, rest(raw)),
    word(at, `${y.length - i} more`, "quiet through", { size: 13 }),
  ];
}

/** The bars on their ground. */
export function drawBars(room, scene) {
  const columns = columnsOf(scene, room);
  const { base, left, pitch, count } = room.bars;
  const ground = [
    [left, base],
    [left + pitch * (count + 1), base],
  ];
  return [
    line(ground, "quiet thin through"),
    columns.map((code, i) => drawLetterBar(room, scene, code, i)),
    drawOthers(room, scene, columns),
  ];
}

const columnOf = (room, scene, option) =>
  columnsOf(scene, room).indexOf(scene.constants.options[option]);

/** Before the answer: the columns that can be tapped as a guess. */
export function drawBallots(room, scene) {
  if (!scene.hidden) return [];
  const { base, top, pitch } = room.bars;
  return scene.constants.options.map((code, option) => {
    const left = room.barAt(columnOf(room, scene, option));
    const letter = visible(scene.constants.data.letters[code]);
    return [
      cell(left + 2, top - 22, pitch - 4, base - top + 58, "hollow output", { round: 8 }),
      word([left + pitch / 2, base - 60], "?", "output strong", { size: room.letter }),
      word([left + pitch / 2, base + 22], letter, "output strong", { size: room.letter }),
    ];
  });
}

/** After the answer, a ring around the column that the reader chose. */
export function drawChosen(room, scene) {
  const { isAsked, answered, guess } = scene;
  if (!isAsked || !answered || guess === null) return null;
  const left = room.barAt(columnOf(room, scene, guess));
  const { base, pitch } = room.bars;
  const look = "ink clear dashed yours through";
  return cell(left + 4, base + 5, pitch - 8, 30, look, { round: 8 });
}
