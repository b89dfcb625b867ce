// What is written into the picture of the block: what colours mean, which stage is shown, how far
// each cut shifts what leaves, and to which letters what leaves answers.
import { percent } from "../widget/kit/numbers.js";
import { cell, curve, word } from "../widget/kit/picture.js";

const start = (at, html, look = "", size = 14) => word(at, html, look, { anchor: "start", size });

/** Beside each cross how far that cut shifts what leaves, once it is no longer asked. */
export function drawShifts(room, { shifts, answered, constants }) {
  return constants.cuts.slice(1).map(([name]) => {
    const [at, anchor] = room.shifts[name];
    const more = { anchor, size: room.type };
    return answered && word(at, percent(shifts[name]), "strong halo", more);
  });
}

/** Blue and ochre, and what the numbers at the crosses are. */
export function drawLegend(room, { answered }) {
  const { signs, cross } = room.legend;
  const [x, y] = cross;
  const names = [
    ["state", "above 0"],
    ["minus", "below 0"],
  ];
  const told = room.legend.lines.map((html, n) => start([x + 16, y + 17 * n], html, "quiet"));
  return [
    names.map(([look, name], n) => [
      cell(signs[n][0], signs[n][1] - 6, 12, 12, look, { round: 2 }),
      start([signs[n][0] + 18, signs[n][1]], name, "quiet"),
    ]),
    answered && [curve(`M${x} ${y - 4}l8 8M${x + 8} ${y - 4}l-8 8`, "quiet", { width: 2 }), told],
  ];
}

/** A frame around the place of the stage, and its name, until the end is reached. */
export function drawStage(room, { stage, constants }) {
  const frame = room.stages[stage];
  if (!frame) return [false, false];
  const [x, y, width, height] = frame;
  const { at, anchor } = room.stageName;
  const name = `${stage + 1}: ${constants.stages[stage]}`;
  return [
    cell(x, y, width, height, "clear gradient through", { round: 8 }),
    word(at, name, "strong", { anchor, size: room.type + 1 }),
  ];
}

/** To which letters what leaves answers, each as a share of all. */
export function drawAnswers(room, { moves, letters, token, narrow, answered }) {
  const { x, y, step, wide } = room.bars;
  const all = moves.reduce((sum, v) => sum + v, 0);
  const title = narrow ? ["answers", "to"] : ["what leaves", "answers to"];
  return [
    title.map((text, i) =>
      word([x + wide, y - 44 + 17 * i], text, "quiet", { anchor: "end", size: room.type - 2 }),
    ),
    letters.map((letter, k) => [
      word([x, y + step * k], `<i>${letter}</i>`, k === token ? "strong" : "", {
        anchor: "start",
        size: room.type + 1,
      }),
      cell(x, y + 10 + step * k, wide, 10, "quiet clear thin", { round: 3 }),
      cell(x, y + 10 + step * k, answered ? (wide * moves[k]) / all : 0, 10, "gradient", {
        round: 3,
      }),
    ]),
  ];
}
