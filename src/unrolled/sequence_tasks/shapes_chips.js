// What cells read and what they answer, as chips; what is due; where losses enter; and what signs
// mean.
import { cell, curve, dot, horizontal, line, vertical, word } from "../widget/kit/picture.js";

export const seen = (mark, isSeen, opacity = 1) => ({ ...mark, opacity: isSeen ? opacity : 0 });

/** A chip with a text: full, or hollow, or red and dashed where it is wrong. */
function drawChip(room, [middle, y], text, { look, isThere, isHollow, isWrong, size }) {
  const high = room.chip;
  const wide = Math.max(
    room.chipWide,
    text.length > 1 ? 0.6 * room.type * text.length + room.pad : 0,
  );
  const x = Math.min(middle, room.width - wide / 2 - 1); // a long one at the end of the row
  const place = [x - wide / 2, y - high / 2, wide, high];
  const round = { round: 0.24 * Math.min(wide, high) };
  const ink = isHollow ? look : "paper";
  const body = isHollow ? `hollow ${look}` : look;
  return [
    seen(cell(...place, isWrong ? "missed" : body, round), isThere),
    seen(cell(...place, "clear wrong dashed thick", round), isThere && isWrong),
    word([x, y], isThere ? text : "", `${isWrong ? "wrong" : ink} strong`, {
      size: size ?? room.type,
      dy: 0.34 * (size ?? room.type),
    }),
  ];
}

const shown = (text) => (text === " " ? "␣" : (text ?? ""));

/** What a cell reads: a letter of the sequence, or the letter before, given or its own. */
export function drawInput(scene, i) {
  const { room, inputs, isFed, run, own, wrongs } = scene;
  const text = shown(inputs[i]);
  const isFedBack = isFed && i >= run.first;
  return drawChip(room, [room.xOf(i), room.input], text, {
    look: isFedBack ? "output" : "input",
    isThere: room.isIn(i) && text !== "",
    isHollow: isFedBack && !own,
    isWrong: isFedBack && own && Boolean(wrongs[i - 1]),
  });
}

/** What a cell answers; a hollow chip until it has. */
export function drawAnswer(scene, i) {
  const { room, answers, wrongs, run, shape } = scene;
  const text = answers[i] ?? "";
  return drawChip(room, [room.xOf(i), room.answer], text || " ", {
    look: "output",
    isThere: room.isIn(i) && i >= run.first,
    isHollow: text === "" || text === "?",
    isWrong: Boolean(wrongs[i]),
    size: (shape === "aligned" ? 1.35 : 1) * room.type, // signs are small
  });
}

/** Whether the letter that a cell reads, and all that follows from it, goes back to a mistake. */
export function isAstray({ own, hidden, run, mistakes }, i) {
  const isMistaken = own && !hidden && mistakes.first >= 0;
  return isMistaken && i > run.first + mistakes.first;
}

/** Behind the way of a wrong letter that of the right one, which nobody feeds, and that letter. */
export function drawGhost(scene, i) {
  const { room, run, own, isFed, lit, wrongs, n, backs } = scene;
  const isThere = isFed && own && i > run.first && i < n && Boolean(wrongs[i - 1]) && lit[i - 1];
  if (!isThere || backs > 0) return [null, null];
  const from = room.xOf(i - 1) + 0.45 * room.chipWide;
  const to = room.xOf(i);
  const x = to - room.pitch / 2;
  const { due, ghost, bend } = room;
  const way =
    `M${from} ${due}Q${x} ${due} ${x} ${due + bend}V${ghost - bend}` +
    `Q${x} ${ghost} ${to - 0.3 * room.chipWide} ${ghost}`;
  return [
    curve(way, "output through", { width: room.band, opacity: 0.2 }),
    word([to, ghost], shown(run.due[i - 1 - run.first]), "output strong", { size: room.small + 2 }),
  ];
}

/** The way of a letter that is fed back: down between two cells, into the next input; in red from
 *  the first mistake on. */
export function drawFeed(scene, i) {
  const { room, isFed, run, own, lit, n } = scene;
  const look = isAstray(scene, i) ? "wrong" : "output";
  const isThere = isFed && own && i > run.first && i < n && room.isIn(i) && room.isIn(i - 1);
  const { chipWide, answer, input, pitch } = room;
  const x0 = room.xOf(Math.max(0, i - 1)) + chipWide / 2 + 2;
  const x1 = room.xOf(i) - chipWide / 2 - 2;
  const x = room.xOf(i) - pitch / 2;
  const { bend } = room;
  const way =
    `M${x0} ${answer}Q${x} ${answer} ${x} ${answer + bend}V${input - bend}` +
    `Q${x} ${input} ${x1 - 5} ${input}`;
  const head = `M${x1} ${input}l-8 -5.5v11Z`;
  const isLit = isThere && lit[i - 1];
  return [
    seen(curve(way, look, { width: look === "wrong" ? room.astray : 2 }), isLit, 0.95),
    seen(curve(head, `${look} shape`, { fill: "var(--hue)" }), isLit),
  ];
}

/** Where a loss enters: a lamp, once the gradient starts. */
export function drawLoss(scene, i) {
  const { room, run, n, backs } = scene;
  const isThere = backs > 0 && i >= run.first && i < n && room.isIn(i);
  const at = [room.xOf(i), room.loss];
  const r = Math.min(9, 0.4 * room.half);
  const rise = vertical(at[0], room.answer - room.chip / 2 - 1, room.loss + r + 1);
  return [
    seen(line(rise, "gradient thin"), isThere, 0.9),
    seen(dot(at, 1.9 * r, "gradient"), isThere, 0.22),
    seen(dot(at, r, "gradient"), isThere),
  ];
}

/** Over a wrong answer the one that is due, until losses are in its place. */
export function drawDue({ room, run, wrongs, backs, shape }, i) {
  if (!wrongs[i] || backs > 0) return null;
  const size = (shape === "aligned" ? 1.5 : 1) * (room.small + 2); // signs are small
  const due = shown(run.due[i - run.first]);
  return word([room.xOf(i), room.due], due, "output strong", { size });
}

/** What each row is, in the margin. */
export function drawNames({ room, both, backs, wrongs }) {
  const isDue = backs === 0 && wrongs.some(Boolean);
  const [upper, look] = backs > 0 ? ["loss", "gradient"] : [isDue ? "due" : "", "output"];
  const name = (y, text, hue) =>
    word([room.margin, y], text, hue, { anchor: "start", size: room.small });
  const states = both ? (room.second + room.ahead) / 2 : room.cell;
  return [
    name(isDue ? room.due : room.loss, upper, look),
    name(room.answer, "writes", "output"),
    name(states, both ? "states" : "state", "state"),
    name(room.input, "reads", "input"),
  ];
}

/** What the reader had guessed, as long as the case that was asked about is shown. */
export function drawGuess({ room, guess, answered, narrow, constants, ...scene }) {
  const { show, right, options } = constants.question;
  const isShown = ["shape", "example", "fed"].every((name) => scene[name] === show[name]);
  if (!answered || guess == null || guess === right || !isShown) return false;
  const lines = narrow ? [`you: ${options[guess][0]}`] : ["you:", options[guess][0]];
  const size = room.small;
  return lines.map((html, n) => {
    if (narrow)
      return word([room.width - room.edge, 51], html, "yours quiet", { anchor: "end", size });
    const x = room.xOf(scene.n - 1) + room.chipWide / 2 + 14; // after what it writes
    return word([x, room.answer + 22 * n - 11], html, "yours quiet", { anchor: "start", size });
  });
}

/** The number's vector below the first cell, and its way to all others. */
export function drawVector(scene) {
  const { room, n, run, hasVector } = scene;
  const isIn = room.isIn(0);
  const first = isIn ? room.xOf(0) : 0;
  const bus = horizontal(room.bus, first, room.xOf(n - 1) - 0.5 * room.half);
  return [
    seen(line(bus, "input thin"), hasVector && n > 1, 0.75),
    drawChip(room, [room.xOf(0), room.input], run.vector, {
      look: "input",
      isThere: hasVector && isIn,
    }),
  ];
}

/** What the signs of an answer mean. */
export function drawSigns({ room, shape, constants }) {
  const isThere = shape === "aligned";
  const { at, step, title } = room.signs;
  const more = { anchor: "start", size: room.small };
  const small = { ...room, chip: 26, chipWide: 26, type: 1.5 * room.small };
  const one = ([sign, meaning], k) => {
    const x = at[0] + step[0] * k;
    const y = at[1] + step[1] * k;
    return [
      drawChip(small, [x, y], sign, { look: "output", isThere }),
      word([x + 19, y], isThere ? meaning : "", "", more),
    ];
  };
  return [
    title && word(title, isThere ? "how it is said" : "", "quiet", more),
    constants.signs.map(one),
  ];
}
