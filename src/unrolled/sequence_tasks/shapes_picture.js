// The row of cells and the states that they pass on, with the gradients that come back.
import {
  arrow,
  cell,
  curve,
  horizontal,
  line,
  pad,
  vertical,
  word,
} from "../widget/kit/picture.js";
import { tinted } from "../widget/kit/pipes.js";
import {
  drawAnswer,
  drawDue,
  drawFeed,
  drawGhost,
  drawInput,
  drawLoss,
  isAstray,
  seen,
} from "./shapes_chips.js";

const PALE = 0.22; // what has not run yet

/** An arc over two cells, or under them, with its head; `from` and `to` are its feet. */
function arcOf([x0, y0], [x1, y1], bow, width) {
  const x = (x0 + x1) / 2;
  const y = (y0 + y1) / 2 - 2 * bow;
  const dx = x1 - x;
  const dy = y1 - y;
  const long = Math.hypot(dx, dy) || 1;
  const u = dx / long;
  const v = dy / long;
  const head = width + 5;
  const bx = x1 - u * head;
  const by = y1 - v * head;
  const px = (value) => Math.round(10 * value) / 10;
  const corner = (side) => `L${px(bx - side * v * 0.55 * head)} ${px(by + side * u * 0.55 * head)}`;
  return {
    way: `M${px(x0)} ${px(y0)}Q${px(x)} ${px(y)} ${px(bx)} ${px(by)}`,
    head: `M${px(x1)} ${px(y1)}${corner(1)}${corner(-1)}Z`,
  };
}

/** From one cell to the next what a row hands on, as an arc; and back the gradient, level. */
function drawState(scene, i, y, { isThere, isLit, isReached, turned, under, aside }) {
  const { half, tall, pitch } = scene.room;
  const xOf = (k) => scene.room.xOf(k) + aside;
  const side = under ? -1 : 1;
  const foot = y - side * (tall + 1);
  const ends = horizontal(foot, xOf(i - 1) + 0.45 * half, xOf(i) - 0.45 * half);
  const [from, to] = turned ? [...ends].reverse() : ends;
  const isCrossing = i === scene.run.first && scene.shape === "unaligned";
  const thick = Math.min(4, Math.max(2, 0.09 * pitch));
  const width = isCrossing ? thick + 3 : thick;
  const arc = arcOf(from, to, side * (isCrossing ? 0.34 : 0.24) * pitch, width);
  const level = [xOf(i - 1) + half, xOf(i) - half].map((x) => [x, y]);
  const [start, end] = turned ? [...level].reverse() : level;
  return [
    seen(curve(arc.way, "state", { width }), isThere, isLit ? 0.85 : PALE),
    seen(curve(arc.head, "state shape", { fill: "var(--hue)" }), isThere, isLit ? 1 : PALE),
    seen({ ...line([start, end], "gradient flows back"), width: 4 }, isThere && isReached),
  ];
}

/** The name of the one state that crosses from reading to writing. */
function drawCrossing({ room, run, shape, narrow }) {
  const { first } = run;
  const isThere = shape === "unaligned" && room.isIn(first - 1) && room.isIn(first);
  if (!isThere) return false;
  const x = room.xOf(first) - 14;
  const y = room.cell - room.tall - 0.42 * room.pitch - 14;
  const html = narrow ? "one state" : "only this state crosses";
  return word([x, y], html, "state strong", { anchor: "end", size: room.small });
}

/** A line up from what is read to a cell, or from a cell to its answer, and its gradient. */
function drawRise(ends, look, { isThere, isLit, isReached }) {
  return [
    seen(arrow(...ends, look === "wrong" ? look : `${look} thin`), isThere, isLit ? 0.75 : 0.3),
    seen(line(ends, "gradient flows back"), isThere && isReached),
  ];
}

/** A cell: once it has run, some units of its state, one below the other. */
function drawCell(scene, i, y, values, { isThere, isLit, isReached, isNow, aside }) {
  const { half, tall, xOf } = scene.room;
  const x = xOf(i) + aside - half;
  const frame = isReached ? "gradient" : "state";
  const inner = 2 * half - 8;
  const high = (2 * tall - 8) / values.length;
  const round = 0.26 * half;
  const look = `hollow ${frame} ${isReached ? "thick" : ""}`;
  const body = cell(x, y - tall, 2 * half, 2 * tall, look, { round });
  return [
    seen(
      cell(x - 5, y - tall - 5, 2 * half + 10, 2 * tall + 10, frame, { round: round + 5 }),
      isThere && isNow,
      0.22,
    ),
    seen(body, isThere, isLit ? 1 : 0.45),
    values.map((value, k) =>
      seen(
        {
          ...tinted(x + 4, y - tall + 4 + high * k, inner, high - 1, isLit ? 0.8 * value : 0),
          round: 2,
        },
        isThere && isLit,
      ),
    ),
  ];
}

const NOTHING = Array(6).fill(0);

/** The upper row, which reads from the end: a cell, and the state that it gets from its right. */
function drawTurned(scene, i, works) {
  const { room, n, both, at, backs, states } = scene;
  const [, turned = []] = states;
  return [
    i > 0 &&
      drawState(scene, i, room.second, {
        isThere: room.isIn(i) && room.isIn(i - 1) && both,
        isLit: n - i < at,
        isReached: backs > 0 && i <= backs,
        turned: true,
        aside: room.aside,
      }),
    drawCell(scene, i, both ? room.second : room.cell, turned[i] ?? NOTHING, {
      isThere: works && both,
      isLit: works && n - i <= at,
      isReached: backs > 0 && i < backs,
      isNow: at < n ? n - i === at : i === backs - 1,
      aside: room.aside,
    }),
  ];
}

/** The lower row, which reads from the start: a cell, and the state that it gets from its left. */
function drawAhead(scene, i, works) {
  const { room, n, both, at, backs, states } = scene;
  const [ahead] = states;
  const isLit = works && i < at;
  return [
    i > 0 &&
      drawState(scene, i, room.cell, {
        isThere: room.isIn(i) && room.isIn(i - 1),
        isLit,
        isReached: backs > 0 && i > n - backs,
        under: both,
        aside: -room.aside,
      }),
    drawCell(scene, i, room.cell, ahead[i] ?? NOTHING, {
      isThere: works,
      isLit,
      isReached: backs > 0 && i >= n - backs,
      isNow: backs > 0 ? i === n - backs : at < n && i === at - 1,
      aside: -room.aside,
    }),
  ];
}

/** The lines from a letter up to its cells, and from these to the answer: of two rows, two each. */
function drawRises(scene, i) {
  const { room, both, run, isFed, at, backs, n } = scene;
  const { aside, tall, chip, chipWide } = room;
  const x = room.xOf(i);
  const works = room.isIn(i);
  const isWritten = i >= run.first;
  const reads = works && scene.inputs[i] !== "" && scene.inputs[i] !== undefined;
  const look = isFed && isWritten ? "output" : "input";
  const written = isAstray(scene, i) ? "wrong" : "output";
  const foot = both ? 0.26 * chipWide : 0; // of two lines to one chip
  const read = room.input - chip / 2;
  const told = room.answer + chip / 2 + 1;
  const ahead = { isLit: i < at, isReached: backs > 0 && i >= n - backs };
  const turned = { isLit: n - i <= at, isReached: backs > 0 && i < backs };
  const fromLetter = (side, y, how, isThere) => {
    const ends = [
      [x + side * foot, read],
      [x + side * aside, y + tall + 1],
    ];
    const isReached = how.isReached && look === "input";
    const drawn = look === "output" ? written : look;
    return drawRise(ends, drawn, { isThere, isLit: how.isLit, isReached });
  };
  const toAnswer = (side, y, { isLit }, isThere) => {
    const ends = [
      [x + side * aside, y - tall],
      [x + side * foot, told],
    ];
    return drawRise(ends, written, { isThere, isLit: works && isLit, isReached: backs > 0 });
  };
  return [
    fromLetter(1, room.second, turned, reads && both),
    fromLetter(-1, room.cell, ahead, reads),
    toAnswer(1, room.second, turned, works && isWritten && both),
    toAnswer(-1, room.cell, ahead, works && isWritten),
  ];
}

/** All that belongs to one cell; always the same marks, so that each glides to its new place. */
function drawColumn(scene, i) {
  const { room, at, backs, hasVector, n } = scene;
  const works = room.isIn(i);
  const aside = i > 0 ? 0.5 * room.half : 0; // the vector comes beside the letter
  const x = room.xOf(i) - aside;
  const bus = vertical(x, i > 0 ? room.bus : room.input - room.chip / 2, room.cell + room.tall + 1);
  const isReached = backs > 0 && works && i >= n - backs;
  return [
    drawRise(bus, "input", { isThere: works && hasVector, isLit: i < at, isReached }),
    drawRises(scene, i),
    drawGhost(scene, i),
    drawFeed(scene, i),
    drawTurned(scene, i, works),
    drawAhead(scene, i, works),
    drawInput(scene, i),
    drawAnswer(scene, i),
    drawDue(scene, i),
    drawLoss(scene, i),
  ];
}

/** A tap on a cell runs to it, a stroke along the row through all that it passes. */
export function drawStrokes({ room, n }) {
  const cells = Array.from({ length: n }, (_, i) => i).filter(room.isIn);
  const xs = cells.map((i) => room.xOf(i) - room.aside);
  const high = Math.max(44, 2 * room.tall);
  const pull = ([x]) => {
    const far = xs.map((at) => Math.abs(at - x));
    return { at: cells[far.indexOf(Math.min(...far))] + 1 };
  };
  const wide = Math.max(44, room.pitch);
  const length = xs.at(-1) - xs[0] + wide;
  return pad(xs[0] - wide / 2, room.cell - high / 2, length, high, pull);
}

/** All columns, the last one first. */
export const drawColumns = (scene) => [
  Array.from({ length: scene.constants.slots }, (_, k) =>
    drawColumn(scene, scene.constants.slots - 1 - k),
  ),
  drawCrossing(scene),
];
