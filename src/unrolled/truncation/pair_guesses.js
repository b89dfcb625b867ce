// The guesses on the triangle: an outline around the pairs that each cut drops, with its name in
// it, and a name for neither.
import { curve } from "../widget/kit/picture.js";
import { boxAt, roomOf, wordAt } from "./window_room.js";

const TAP = 44; // px that a finger needs

/** The words of an option that fit on a chip: all but what both cuts have in common. */
const chipText = ([label]) => label.replace(/^(Cutting|Dropping the|Both) /, "");

/** Stairs in pixels: down the triangle's left edge from row to row, and back up in steps. */
function stairs({ triangle, unit }, first, last) {
  const { left, top } = triangle;
  const x = (column) => (left + unit[0] * column).toFixed(1);
  const y = (row) => (top + unit[1] * row).toFixed(1);
  let way = `M${x(0)} ${y(first)}`;
  for (let row = first; row < last; row++) way += `H${x(row + 1 - first)}V${y(row + 1)}`;
  return `${way}H${x(0)}Z`;
}

/** What is dropped: far pairs by a window, those of the first losses by the other cut. */
function outlineOf(room, { T, constants }, n) {
  const { k } = constants.question.show;
  if (n > 1) return "M0 0";
  return n === 0 ? stairs(room, k, T) : stairs(room, 0, T - k);
}

/** The chip of an option, with a text on it, and the outline of what it speaks of. */
function drawChip(scene, n, { text, wide, looks, opacity }) {
  const room = roomOf(scene);
  const { at, high, type } = room.chips;
  const x = at[n][0] - wide / 2;
  const y = at[n][1] - high / 2;
  const spare = (TAP - high) / 2;
  return [
    curve(outlineOf(room, scene, n), `${looks[2]} ink dashed through`, { width: 2, opacity }),
    boxAt(room, [x, y - spare, wide, TAP], `${looks[2]} pick`),
    boxAt(room, [x, y, wide, high], `${looks[0]} ink`, { round: 8, opacity }),
    wordAt(room, [x + wide / 2, y + high / 2], text, `${looks[1]} ink strong through`, {
      size: type,
      opacity,
    }),
  ];
}

/** At the k of the question: at another one they would lie on the cut and under its handle. */
export function drawGuesses(scene) {
  const { options, show } = scene.constants.question;
  if (scene.k !== show.k) return [];
  return options.map((option, n) =>
    drawChip(scene, n, {
      text: chipText(option),
      wide: roomOf(scene).chips.wide[n],
      looks: ["hollow", "", ""],
      opacity: 1,
    }),
  );
}

/** The reader's own guess, as long as the picture shows what was asked. */
export function drawMine(scene) {
  const { answered, reply, guess, scheme, k, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false, false, false];
  const { show } = constants.question;
  const isAsked = scheme === show.scheme && k === show.k;
  const looks = ["hollow yours", "yours", "yours"];
  return drawChip(scene, guess, { text: "you", wide: 44, looks, opacity: isAsked ? 1 : 0 });
}
