// What each step of the unrolled network computes, each thing to tap.
import { decimals } from "../widget/kit/numbers.js";
import {
  cell,
  choice,
  circle,
  curve,
  horizontal,
  line,
  vertical,
  word,
} from "../widget/kit/picture.js";
import { tintOf } from "../widget/kit/pipes.js";
import { stripTags } from "../widget/kit/text.js";
import { FOUR, letterX, middleOf, PAIR, unitAt } from "./unrolled_room.js";

const shade = (x) => tintOf(0.8 * Math.max(-1, Math.min(1, x)));

/** The numbers of a quantity, if they are known by now. */
export const valuesOf = ({ run, isKnown }, name) => (isKnown(name) ? run.named[name] : null);

/** A quantity to tap, `over` it what is not part of it. */
function thing(scene, name, marks, place, over = []) {
  const { symbol, says } = scene.constants.boxes[name];
  const values = valuesOf(scene, name);
  const told = values ? [...values].map((v) => decimals(v, 3)).join(", ") : "not yet";
  return [
    choice(marks.flat(Infinity), {
      to: scene.open(name),
      name: `${stripTags(symbol)}, ${says}`,
      held: values && scene.changed.has(name) ? `${told}, changed` : told,
      on: scene.active === name,
      place,
    }),
    over,
  ];
}

const through = (at, html, look, more) => word(at, html, `${look} through`, more);
export const pick = (x, y, wide, high) => cell(x - wide / 2, y - high / 2, wide, high, "pick");
const GLOW = 6; // px around what has changed

/** A glow behind what has changed, around this place. */
function glowOf(scene, name, [x, y], half, round) {
  if (!scene.changed.has(name) || !scene.isKnown(name)) return false;
  const reach = half + GLOW;
  const look = { round: round + GLOW, fill: "var(--mark)" };
  return cell(x - reach, y - reach, 2 * reach, 2 * reach, "quiet", look);
}

/** The letter that is read, among those that are not. */
export function drawInput(room, scene, t) {
  const { letters, alphabet } = scene.constants;
  const { x: y } = room.rows;
  const name = `x_${t}`;
  const known = scene.isKnown(name);
  const r = room.tile;
  const x = middleOf(room, t);
  const frame = cell(x - 2 * room.gap - 2, y - 22, 4 * room.gap + 4, 44, "pick", { round: 8 });
  const on = scene.lit === name ? "clear input thick" : "clear input thin";
  const tiles = [...alphabet].map((letter, k) => {
    const isRead = known && letter === letters[t - 1];
    const at = letterX(room, t, k);
    return cell(at - r, y - r, 2 * r, 2 * r, isRead ? "input" : "hollow input thin", { round: 4 });
  });
  const rim = cell(x - 2 * room.gap - 2, y - r - 6, 4 * room.gap + 4, 2 * r + 12, on, { round: 8 });
  return thing(
    scene,
    name,
    [frame, rim, tiles],
    [9, t],
    [
      [...alphabet].map((letter, k) =>
        through(
          [letterX(room, t, k), y],
          `<i>${letter}</i>`,
          known && letter === letters[t - 1] ? "paper strong" : "input",
          { size: room.type },
        ),
      ),
    ],
  );
}

/** Both sums of a step, as squares; the tanh of each stands over it. */
export function drawSums(room, scene, t) {
  const name = `a_${t}`;
  const values = valuesOf(scene, name);
  const s = room.half;
  const on = scene.lit === name;
  const marks = PAIR.map((k) => {
    const [x, y] = unitAt(room, "a", t, k);
    const fill = values ? shade(values[k]) : null;
    return [
      glowOf(scene, name, [x, y], s, 3),
      pick(x, y + 5, 2 * room.shift - 2, 30),
      cell(x - s, y - s, 2 * s, 2 * s, values ? "state" : "paper", { round: 3, fill }),
      cell(x - s, y - s, 2 * s, 2 * s, on ? "clear state thick" : "clear state", { round: 3 }),
    ];
  });
  return thing(scene, name, marks, [8, t]);
}

/** What joins both units of a state to their sums. */
const drawStems = (room, t) =>
  PAIR.map((k) => {
    const [x, y] = unitAt(room, "h", t, k);
    const below = unitAt(room, "a", t, k)[1];
    return line(vertical(x, y + room.r, below - room.half), "state");
  });

/** What travels through the tanh into a state that is looked at. */
const drawRise = (room, scene, t) =>
  PAIR.map((k) => {
    if (scene.lit !== `h_${t}`) return false;
    const [x, y] = unitAt(room, "h", t, k);
    const below = unitAt(room, "a", t, k)[1] - room.half;
    return curve(`M${x} ${below}V${y + room.r}`, "state flows", { width: 5 });
  });

/** Both units of a state, as discs. */
export function drawState(room, scene, t) {
  const name = `h_${t}`;
  const isAsked = scene.asked === name && scene.lit !== name;
  const values = isAsked ? null : valuesOf(scene, name);
  const isRead = scene.lit === `a_${t + 1}` && !scene.isHeld("W_hh"); // by what is looked at
  const look = isAsked || isRead || scene.lit === name ? "state thick" : "state";
  const { r } = room;
  const marks = PAIR.map((k) => {
    const [x, y] = unitAt(room, "h", t, k);
    const fill = values ? shade(values[k]) : null;
    return [
      glowOf(scene, name, [x, y], r, r),
      pick(x, y, 2 * room.shift - 2, 36),
      cell(x - r, y - r, 2 * r, 2 * r, values ? "state" : "paper", { round: r, fill }),
      circle([x, y], r, look),
    ];
  });
  const numbers = PAIR.map((k) => {
    const at = unitAt(room, "h", t, k);
    if (isAsked) return through(at, "?", "state strong", { size: 20 });
    if (!values || scene.lit !== name) return false; // digits where one looks
    return through(at, decimals(values[k], 2), "ink", { size: scene.narrow ? 13.8 : 15 });
  });
  return [drawStems(room, t), drawRise(room, scene, t), thing(scene, name, marks, [6, t], numbers)];
}

/** Four scores of a step. */
export function drawLogits(room, scene, t) {
  const name = `z_${t}`;
  const values = valuesOf(scene, name);
  const { z: y } = room.rows;
  const s = room.half - 2;
  const on = scene.lit === name;
  const x = middleOf(room, t);
  const look = on ? "output thick" : "output";
  const squares = FOUR.map((k) => {
    const at = letterX(room, t, k);
    const fill = values ? shade(values[k]) : null;
    return [
      glowOf(scene, name, [at, y], s - 2, 3),
      cell(at - s, y - s, 2 * s, 2 * s, values ? "output" : "paper", { round: 3, fill }),
      cell(at - s, y - s, 2 * s, 2 * s, `clear ${look}`, { round: 3 }),
    ];
  });
  return thing(scene, name, [pick(x, y + 4, 4 * room.gap, 30), squares], [4, t]);
}

const PALE = 0.5; // of the probabilities of a step, while one looks elsewhere
const OUTPUTS = ["z", "y_hat", "L"];

/** One probability as a column, what it was in outline, and how high it should be. */
function drawColumn(room, t, k, { share, old, isTarget, opacity }) {
  const [top, ground] = room.rows.bars;
  const wide = room.gap - 7;
  const left = letterX(room, t, k) - wide / 2;
  const high = (ground - top) * share;
  const before = (ground - top) * old;
  return [
    isTarget ? cell(left, top, wide, ground - top, "clear output thin", { round: 3 }) : false,
    cell(left, ground - high, wide, high, "output", { round: 2, opacity }),
    old ? cell(left, ground - before, wide, before, "clear ink thin", { round: 2 }) : false,
  ];
}

/** Probabilities as columns; the letter that comes is marked. */
export function drawPrediction(room, scene, t) {
  const name = `y_hat_${t}`;
  const { alphabet, boxes } = scene.constants;
  const { target } = boxes[name];
  const [top, ground] = room.rows.bars;
  const known = valuesOf(scene, name);
  const isNew = known && scene.changed.has(name);
  const x = middleOf(room, t);
  const isLit = isNew || OUTPUTS.some((kind) => scene.lit === `${kind}_${t}`);
  const columns = FOUR.map((k) =>
    drawColumn(room, t, k, {
      opacity: isLit ? 1 : PALE,
      share: known ? known[k] : 0,
      old: isNew ? scene.was.named[name][k] : 0,
      isTarget: k === target,
    }),
  );
  const floor = horizontal(ground, x - 2 * room.gap, x + 2 * room.gap);
  const look = scene.lit === name ? "output thick" : "output thin";
  const place = pick(x, (top + ground) / 2 + 10, 4 * room.gap, ground - top + 24);
  const letters = [...alphabet].map((letter, k) => {
    const html = k === target ? `<b>${letter}</b>` : letter;
    const at = [letterX(room, t, k), room.rows.letters];
    return through(at, html, k === target ? "output" : "quiet", { size: room.type });
  });
  return thing(scene, name, [place, columns, line(floor, look)], [2, t], letters);
}

/** The loss of a step: its surprise at the letter that comes. */
export function drawLoss(room, scene, t) {
  const name = `L_${t}`;
  const { symbol } = scene.constants.boxes[name];
  const values = valuesOf(scene, name);
  const x = middleOf(room, t);
  const y = room.rows.loss;
  const on = scene.lit === name;
  const text = values ? `${symbol} ${decimals(values[0], 2)}` : symbol;
  const wide = 4 * room.gap;
  const isNew = scene.changed.has(name) && scene.isKnown(name) && !on;
  const look = isNew ? { round: 13, fill: "var(--mark)" } : { round: 13 };
  return thing(
    scene,
    name,
    [cell(x - wide / 2, y - 13, wide, 26, on ? "output" : "pick", look)],
    [0, t],
    [through([x, y], text, on ? "paper strong" : "output strong", { size: room.type })],
  );
}
