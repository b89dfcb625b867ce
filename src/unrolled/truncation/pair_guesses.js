// The guesses on the triangle: a chip on the pairs that each cut drops, and one for neither.
import { boxAt, roomOf, wordAt } from "./window_room.js";

/** The words of an option that fit on a chip: all but what both cuts have in common. */
const chipText = ([label]) => label.replace(/^(Cutting|Dropping the|Both) /, "");

/** The chip of an option, with a text on it. */
function drawChip(scene, n, text, looks, opacity) {
  const room = roomOf(scene);
  const { at, wide, high, type } = room.chips;
  const [x, y] = at[n];
  const frame = [x, y, wide[n], high];
  return [
    boxAt(room, frame, `${looks[0]} ink dashed`, { round: 12, opacity }),
    wordAt(room, [x + wide[n] / 2, y + high / 2], text, `${looks[1]} ink strong`, {
      size: type,
      opacity,
    }),
  ];
}

export const drawGuesses = (scene) =>
  scene.constants.question.options.map((option, n) =>
    drawChip(scene, n, chipText(option), ["hollow", ""], 1),
  );

/** The reader's own guess, as long as the picture shows what was asked. */
export function drawMine(scene) {
  const { answered, reply, guess, scheme, k, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { show } = constants.question;
  const isAsked = scheme === show.scheme && k === show.k;
  return drawChip(scene, guess, "you", ["clear yours", "halo yours"], isAsked ? 1 : 0);
}
