// What is written into the picture of the block: what colours mean, which stage is shown, where it
// can be cut and how far each cut shifts the output, and which letters the output depends on.
import { percent } from "../widget/kit/numbers.js";
import { cell, choice, curve, line, word } from "../widget/kit/picture.js";

const HINT = "tap one to cut";

const start = (at, html, look = "", size = 14) => word(at, html, look, { anchor: "start", size });

/** Where a finger cuts: a cross on what can be taken away, in one place or in two. */
export const drawCross = (room, name) =>
  room.cuts[name].flatMap(([x, y]) => [
    cell(x - 22, y - 22, 44, 44, "pick"),
    cell(x - 11, y - 11, 22, 22, "ink hollow", { round: 11 }),
    drawSign([x, y], "ink"),
  ]);

const drawSign = ([x, y], look) =>
  curve(`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`, look, { width: 2 });

/** How large the disc of a cut is: as its shift, with room for the number. */
const radiusOf = ({ least, most }, shift) => Math.max(least, most * Math.sqrt(Math.min(1, shift)));

/** Where one can cut: a cross as long as it is asked, then a disc as large as the shift. */
function drawPlace(room, [x, y], shift, { on, answered }) {
  const r = answered ? radiusOf(room.disc, shift) : 11;
  const hue = answered ? "gradient" : "ink";
  return [
    cell(x - 22, y - 22, 44, 44, "pick"),
    cell(x - r, y - r, 2 * r, 2 * r, on ? "gradient" : `${hue} hollow`, { round: r }),
    !answered && drawSign([x, y], on ? "paper" : "ink"),
  ].filter(Boolean);
}

/** A line between two places that are one cut. */
const drawBridge = (places) => places.length > 1 && line(places, "quiet");

/** All cuts, each a thing to tap, and once it is no longer asked how far it shifts the output. */
export function drawCuts(room, { cut, shifts, answered, constants }) {
  const cuts = constants.cuts.slice(1);
  const choices = cuts.map(([name, says], k) => {
    const on = cut === name;
    const marks = room.cuts[name].flatMap((at) =>
      drawPlace(room, at, shifts[name], { on, answered }),
    );
    return choice(marks, {
      to: { cut: on ? "nothing" : name },
      name: `Cut ${says}`,
      held: answered ? `shifts the output by ${percent(shifts[name])}` : null,
      on,
      place: [3, k],
    });
  });
  const numbers = cuts.map(([name]) =>
    room.cuts[name].map(([x, y]) => {
      const look = `through strong ${name === cut ? "paper" : ""}`;
      const size = room.type - 2;
      return answered && word([x, y], percent(shifts[name]), look, { size });
    }),
  );
  return [cuts.map(([name]) => drawBridge(room.cuts[name])), choices, numbers];
}

/** The reader's own guess, where it is not what is right, as long as its letter is followed. */
export function drawGuess(room, { answered, guess, token, constants }) {
  const { show, right } = constants.question;
  if (!answered || guess == null || guess === right || token !== show.token) return false;
  const [name] = constants.cuts[guess + 1];
  return word(room.you[name], "you", "yours gradient strong halo", { size: room.type - 1 });
}

/** What a cross is for. */
function drawHint([right, y], size) {
  const x = right - 0.43 * size * HINT.length - 14;
  return [
    cell(x - 9, y - 9, 18, 18, "ink hollow", { round: 9 }),
    drawSign([x, y], "ink"),
    word([right, y], HINT, "", { anchor: "end", size }),
  ];
}

/** What the colours mean, and what crosses or circles do. */
export function drawLegend(room, { answered }) {
  const { signs, cut, told } = room.legend;
  const names = [
    ["state", "above 0"],
    ["minus", "below 0"],
  ];
  const meant = names.map(([look, name], n) => [
    cell(signs[n][0], signs[n][1] - 6, 12, 12, look, { round: 2 }),
    start([signs[n][0] + 18, signs[n][1]], name, "quiet"),
  ]);
  const size = room.type - 1;
  const lines = told.map((html, n, all) =>
    word([cut[0], cut[1] + 17 * (n - all.length + 1)], html, "quiet", { anchor: "end", size }),
  );
  return [meant, answered ? lines : drawHint(cut, room.type)];
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

/** Which letters the output depends on: one bar at the end of the stream, each its share of it. */
export function drawAnswers(room, { moves, letters, token }) {
  const { x, high, wide, title: first } = room.bars;
  const all = moves.reduce((sum, v) => sum + v, 0);
  const title = ["the output", "depends on"];
  const top = room.middle - high / 2;
  const size = room.type + 1;
  let next = top;
  const parts = letters.map((letter, k) => {
    const y = next;
    const share = (high * moves[k]) / all;
    next += share;
    const html = share < size + 1 ? "" : `<i>${letter}</i>`; // no room for its name
    return [
      cell(x, y, wide, Math.max(0, share - 2), "output", { round: 3 }),
      word([x + wide / 2, y + share / 2 - 1], html, k === token ? "paper strong" : "paper", {
        size,
      }),
    ];
  });
  return [
    title.map((text, i) =>
      word([x + wide, first + 18 * i], text, "", { anchor: "end", size: room.type - 1 }),
    ),
    parts,
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
