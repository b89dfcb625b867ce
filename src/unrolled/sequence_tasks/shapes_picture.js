// The row of cells: inputs below, answers above, states between them, gradients back.
import { arrow, cell, curve, dot, line, word } from "../widget/kit/picture.js";

const FAINT = 0.35;

const seen = (mark, isSeen, opacity = 1) => ({ ...mark, opacity: isSeen ? opacity : 0 });

/** The middle of the place of a cell, in px: few cells stand further apart. */
const xOf = ({ room, places, spread }, i) =>
  room.width / 2 + room.pitch * spread * (places[i] + 0.5 - places.length / 2);

/** From one cell to the next, or back: what a row hands on, and the gradient that comes back. */
function drawState(scene, i, y, { isThere, isLit, isReached, turned }) {
  const { half } = scene.room;
  const ends = [xOf(scene, i - 1) + half, xOf(scene, i) - half].map((x) => [x, y]);
  const [from, to] = turned ? [...ends].reverse() : ends;
  return [
    seen(arrow(from, to, "state thin"), isThere, isLit ? 1 : FAINT),
    seen(line([from, to], "gradient flows back"), isThere && isReached),
  ];
}

/** A line up from what is read to a cell, or from a cell to its answer. */
function drawRise(x, [from, to], look, isThere, isReached) {
  const points = [
    [x, from],
    [x, to],
  ];
  return [
    seen(line(points, `${look} thin`), isThere, 0.6),
    seen(line(points, "gradient flows back"), isThere && isReached),
  ];
}

/** A cell, full once it has run; one that has no work lies behind the last. */
function drawCell(scene, i, y, isThere, isLit) {
  const { half } = scene.room;
  const aside = i < scene.n ? 0 : Math.min(i - scene.n + 1, 3) * 2.5;
  const x = xOf(scene, i) - half + aside;
  const look = isLit ? "state" : "state hollow";
  const square = cell(x, y - half - aside, 2 * half, 2 * half, look, { round: 5 });
  return seen(square, isThere, aside ? 0.5 : 1);
}

/** The letter that is fed back: from its answer to the input of the next cell. */
function drawArc(scene, i) {
  const { room, isFed, run, own, running } = scene;
  const isThere = isFed && own && i > run.first && i < Math.min(scene.n, running);
  const x0 = xOf(scene, Math.max(0, i - 1)) + room.type * 0.75;
  const x1 = xOf(scene, i) - room.type * 0.5;
  const middle = (x0 + x1) / 2;
  const d = `M${x0} ${room.answer}C${middle} ${room.answer} ${middle} ${room.input} ${x1} ${room.input}`;
  return seen(curve(d, "output thin dashed", { width: 1.4 }), isThere && scene.lit[i - 1]);
}

/** What a cell reads: a letter of the sequence, or the letter before. */
function drawInput(scene, i) {
  const { room, inputs, isFed, run } = scene;
  const text = inputs[i] ?? "";
  const look = isFed && i >= run.first ? "output" : "input";
  return word([xOf(scene, i), room.input], text === " " ? "␣" : text, look, { size: room.type });
}

/** What a cell answers, in a frame where that is wrong. */
function drawAnswer(scene, i) {
  const { room, answers, wrongs, run, shape } = scene;
  const size = shape === "aligned" ? 1.4 * room.type : room.type; // signs are small
  const wide = room.type * (run.due[0].length > 1 ? 2.9 : 1.35);
  const high = room.type * 1.5;
  const x = xOf(scene, i);
  const frame = cell(x - wide / 2, room.answer - high / 2, wide, high, "clear ink", { round: 4 });
  return [
    word([x, room.answer], answers[i] ?? "", "output strong", { size }),
    seen(frame, Boolean(wrongs[i])),
  ];
}

/** Where a loss enters; the first has its name beside it. */
function drawLoss(scene, i) {
  const { room, run, n, backs } = scene;
  const isThere = i >= run.first && i < n;
  const x = xOf(scene, i);
  const name = word([x - room.half - 4, room.loss], i === run.first ? "loss" : "", "gradient", {
    anchor: "end",
    size: Math.min(room.type, 15),
  });
  return [seen(dot([x, room.loss], room.half / 3, "gradient"), isThere, backs > 0 ? 1 : 0.6), name];
}

/** The way of the number's vector to each cell, and the vector itself beside the first. */
export function drawVector(scene) {
  const { room, n, run, hasVector } = scene;
  const x = xOf(scene, 0) - room.half * 1.7;
  const bus = [
    [x, room.bus],
    [xOf(scene, n - 1) - room.half / 2, room.bus],
  ];
  return [
    seen(line(bus, "input thin"), hasVector, 0.6),
    word([x - 6, room.bus], run.vector, "input strong", { anchor: "end", size: room.type }),
  ];
}

/** The two rows of a column: its cells, and what each hands on to the next. */
function drawRows(scene, i, { works, isLit, fromBehind }) {
  const { room, n, both, at, backs } = scene;
  const ahead = { isThere: works, isLit, isReached: fromBehind && i > n - backs };
  const turned = {
    isThere: works && both,
    isLit: n - i < at,
    isReached: backs > 0 && i <= backs,
    turned: true,
  };
  return [
    i > 0 && drawState(scene, i, room.second, turned),
    i > 0 && drawState(scene, i, room.cell, ahead),
    drawCell(scene, i, both ? room.second : room.cell, works && both, works && n - i <= at),
    drawCell(scene, i, room.cell, true, isLit),
  ];
}

/** All that belongs to one cell; always the same marks, so that each glides to its new place. */
export function drawColumn(scene, i) {
  const { room, n, both, run, isFed, at, backs, hasVector, running } = scene;
  const works = i < n;
  const isLit = works && i < Math.min(at, running);
  const fromBehind = backs > 0 && works && i >= n - backs;
  const isLetterFed = isFed && i >= run.first;
  const reads = works && (i < run.reads.length || (isFed && i > run.first));
  const x = xOf(scene, i);
  const stem = hasVector ? room.half / 2 : 0;
  const low = room.cell + room.half;
  const top = (both ? room.second : room.cell) - room.half;
  const letters = [room.input - room.type * 0.85, low];
  const answer = [top, room.answer + room.type * 0.9];
  const fed = isLetterFed ? "output" : "input";
  return [
    drawRise(x - stem, [room.bus, low], "input", works && hasVector, fromBehind),
    drawRise(x + stem, letters, fed, reads, fromBehind && !isLetterFed),
    drawRise(x, answer, "output", works && i >= run.first, backs > 0),
    drawRows(scene, i, { works, isLit, fromBehind }),
    drawArc(scene, i),
    drawInput(scene, i),
    drawAnswer(scene, i),
    drawLoss(scene, i),
  ];
}
