// What is written into the picture of the block: what colours mean, which stage is shown, how far
// each cut shifts the output, and which letters the output responds to.
import { percent } from "../widget/kit/numbers.js";
import { cell, curve, word } from "../widget/kit/picture.js";

const start = (at, html, look = "", size = 14) => word(at, html, look, { anchor: "start", size });

/** Below each cross how far that cut shifts the output, once it is no longer asked. */
export function drawShifts(room, { shifts, answered, constants }) {
  return constants.cuts.slice(1).map(([name]) => {
    const [x, y] = room.shifts[name];
    const high = room.type + 3;
    return [
      answered && cell(x - 20, y - high / 2, 40, high, "paper", { round: 7 }),
      answered && word([x, y], percent(shifts[name]), "strong halo", { size: room.type }),
    ];
  });
}

/** All cuts in order of what they do, the strongest first; as long as it is asked, without. */
export function drawRanking(room, { shifts, answered, cut, constants }) {
  if (!room.list) return false;
  const { title, name: edge, bar, wide, percent: end, y, step } = room.list;
  const names = constants.cuts.slice(1).map(([name]) => name);
  const order = [...names].sort((a, b) => shifts[b] - shifts[a]);
  const more = { anchor: "end", size: room.type - 1 };
  const rows = names.map((name, n) => {
    const at = y + step * (answered ? order.indexOf(name) : n);
    const share = answered ? shifts[name] / shifts[order[0]] : 1;
    const isCut = name === cut;
    const look = isCut ? "gradient" : "quiet";
    return [
      word([edge, at], constants.ranked[n], isCut ? "strong" : "", more),
      cell(bar, at - 6, wide * share, 12, look, { round: 3, opacity: answered ? 1 : 0.2 }),
      word([end, at], answered ? percent(shifts[name]) : "?", isCut ? "strong" : "quiet", more),
    ];
  });
  return [word(title, "cut it, and the output shifts by", "quiet", more), rows];
}

/** Blue and ochre, and what the numbers at the crosses are. */
export function drawLegend(room, { answered }) {
  const { signs, cross, lines = [] } = room.legend;
  const names = [
    ["state", "above 0"],
    ["minus", "below 0"],
  ];
  const meant = names.map(([look, name], n) => [
    cell(signs[n][0], signs[n][1] - 6, 12, 12, look, { round: 2 }),
    start([signs[n][0] + 18, signs[n][1]], name, "quiet"),
  ]);
  if (!cross) return [meant, false, false];
  const [x, y] = cross;
  const told = lines.map((html, n) => start([x + 14, y + 17 * n], html, "quiet"));
  const sign = curve(`M${x} ${y - 4}l8 8M${x + 8} ${y - 4}l-8 8`, "quiet", { width: 2 });
  return [meant, answered && sign, answered && told];
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

/** Which letters the output responds to, each as a share of all. */
export function drawAnswers(room, { moves, letters, token, narrow, answered }) {
  const { x, y, step, wide } = room.bars;
  const all = moves.reduce((sum, v) => sum + v, 0);
  const title = narrow ? ["responds", "to"] : ["the output", "responds to"];
  const full = wide - 4;
  return [
    title.map((text, i) =>
      word([x + wide, y - 44 + 17 * i], text, "quiet", { anchor: "end", size: room.type - 2 }),
    ),
    letters.map((letter, k) => [
      word([x, y + step * k], `<i>${letter}</i>`, k === token ? "strong" : "", {
        anchor: "start",
        size: room.type + 1,
      }),
      cell(x, y + 10 + step * k, wide, 12, "quiet clear thin", { round: 4 }),
      cell(x + 2, y + 12 + step * k, answered ? (full * moves[k]) / all : 0, 8, "gradient", {
        round: 2,
      }),
    ]),
  ];
}

/** The name of a band on a tag, as wide as in any font; dashed where it is cut. */
export function drawTag([x, y], html, wide, isCut, size) {
  const high = size + 9;
  return [
    cell(x - wide / 2, y - high / 2, wide, high, `hollow ${isCut ? "quiet dashed" : "ink"}`, {
      round: high / 2,
    }),
    word([x, y], html, isCut ? "quiet strong" : "strong", { size }),
  ];
}
