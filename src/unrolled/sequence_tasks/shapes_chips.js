// What cells read and what they answer, as chips; where losses enter; what signs mean; and of a
// row that is longer than the picture, which part is seen.
import { cell, curve, dot, line, word } from "../widget/kit/picture.js";

export const seen = (mark, isSeen, opacity = 1) => ({ ...mark, opacity: isSeen ? opacity : 0 });

/** A chip with a text: full, or hollow, or dashed where it is wrong. */
function drawChip(room, [x, y], text, { look, isThere, isHollow, isWrong, size }) {
  const high = room.chip;
  const wide = Math.max(high, text.length > 1 ? 0.62 * room.type * text.length + 14 : 0);
  const place = [x - wide / 2, y - high / 2, wide, high];
  const round = { round: 0.24 * high };
  const ink = isHollow ? look : "paper";
  return [
    seen(cell(...place, isHollow || isWrong ? `hollow ${look}` : look, round), isThere),
    seen(cell(...place, "clear ink dashed thick", round), isThere && isWrong),
    word([x, y], isThere ? text : "", `${isWrong ? "ink" : ink} strong`, {
      size: size ?? room.type,
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

/** The way of a letter that is fed back: down between two cells, into the next input. */
export function drawFeed(scene, i) {
  const { room, isFed, run, own, lit, n } = scene;
  const isThere = isFed && own && i > run.first && i < n && room.isIn(i) && room.isIn(i - 1);
  const { chip, answer, input, pitch } = room;
  const x0 = room.xOf(Math.max(0, i - 1)) + chip / 2 + 2;
  const x1 = room.xOf(i) - chip / 2 - 2;
  const x = room.xOf(i) - pitch / 2;
  const bend = 18;
  const way =
    `M${x0} ${answer}Q${x} ${answer} ${x} ${answer + bend}V${input - bend}` +
    `Q${x} ${input} ${x1 - 5} ${input}`;
  const head = `M${x1} ${input}l-7 -4.5v9Z`;
  const isLit = isThere && lit[i - 1];
  return [
    seen(curve(way, "output", { width: 2 }), isLit, 0.9),
    seen(curve(head, "output shape", { fill: "var(--hue)" }), isLit),
  ];
}

/** Where a loss enters: a pale dot, and a lamp once the gradient starts. */
export function drawLoss(scene, i) {
  const { room, run, n, backs } = scene;
  const isThere = i >= run.first && i < n && room.isIn(i);
  const isBack = backs > 0;
  const at = [room.xOf(i), room.loss];
  const r = Math.min(9, 0.4 * room.half);
  const rise = [
    [at[0], room.answer - room.chip / 2 - 1],
    [at[0], room.loss + r + 1],
  ];
  return [
    seen(line(rise, "gradient thin"), isThere && isBack, 0.9),
    seen(dot(at, 1.9 * r, "gradient"), isThere && isBack, 0.22),
    seen(dot(at, isBack ? r : 3, "gradient"), isThere, isBack ? 1 : 0.4),
  ];
}

/** What each row is, in the margin; on a narrow picture only the losses have a name. */
export function drawNames({ room, narrow, both }) {
  const name = (y, text, look) =>
    word([4, y], text, look, { anchor: "start", size: room.type - 2 });
  if (narrow) return name(12, "loss", "gradient");
  const states = both ? (room.second + room.ahead) / 2 : room.cell;
  return [
    name(room.loss, "loss", "gradient"),
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
  const size = room.type - 1;
  return lines.map((html, n) => {
    if (narrow)
      return word([room.width - room.edge, 12], html, "yours quiet", { anchor: "end", size });
    const x = room.xOf(scene.n - 1) + room.chip / 2 + 14; // after what it writes
    return word([x, room.answer + 22 * n - 11], html, "yours quiet", { anchor: "start", size });
  });
}

/** The number's vector below the first cell, and its way to all others. */
export function drawVector(scene) {
  const { room, n, run, hasVector } = scene;
  const isIn = room.isIn(0);
  const first = isIn ? room.xOf(0) : 0;
  const bus = [
    [first, room.bus],
    [room.xOf(n - 1) - 0.5 * room.half, room.bus],
  ];
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
  const more = { anchor: "start", size: room.type - 2 };
  const one = ([sign, meaning], k) => {
    const [x, y] = [at[0] + step[0] * k, at[1] + step[1] * k];
    return [
      drawChip({ ...room, chip: 24 }, [x, y], sign, { look: "output", isThere }),
      word([x + 17, y], isThere ? meaning : "", "", more),
    ];
  };
  return [
    title && word(title, isThere ? "how it is said" : "", "quiet", more),
    constants.signs.map(one),
  ];
}

/** Of a row that is longer than the picture: all cells, and around those that are seen a frame. */
export function drawMap({ room, n, lit, constants }) {
  const y = room.height - 14;
  const step = 13;
  const xOf = (i) => room.width / 2 + step * (i - (n - 1) / 2);
  const all = Array.from({ length: n }, (_, i) => i).filter(room.isIn);
  const frame = cell(xOf(all[0]) - 6.5, y - 7, step * all.length, 14, "clear ink thin", {
    round: 4,
  });
  return [
    Array.from({ length: constants.slots }, (_, i) =>
      seen(
        cell(xOf(Math.min(i, n - 1)) - 4, y - 4, 8, 8, lit[i] ? "state" : "quiet", { round: 2 }),
        room.isCut && i < n,
        lit[i] ? 0.9 : 0.35,
      ),
    ),
    seen(frame, room.isCut),
  ];
}
