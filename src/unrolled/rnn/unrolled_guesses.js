// The guesses on the picture: how far back one must look for the last state.
import { cell, curve, word } from "../widget/kit/picture.js";
import { middleOf, roomOf, unitAt } from "./unrolled_room.js";
import { pick } from "./unrolled_things.js";

const ROUND = 10; // px of a frame's corners
const DASHED = "clear ink dashed";

/** Guesses mark three steps side by side. */
export const canGuess = ({ answered, unrolled }) => !answered && unrolled >= 1;

/** The place of a chip: left, top, width, height. */
function chipAt({ tags }, n) {
  const { at, size } = tags[n];
  return [at[0] - size[0] / 2, at[1] - size[1] / 2, ...size];
}

/** The chip of a guess, under the frame that is tapped: what is written on its button. */
const drawChip = (room, n, [label], narrow) => [
  cell(...chipAt(room, n), "paper", { round: ROUND }),
  word(room.tags[n].at, label, "ink strong through", { size: narrow ? 14.2 : room.type }),
];

export function drawChips(room, scene) {
  const { options } = scene.constants.question;
  return options.map((option, n) => canGuess(scene) && drawChip(room, n, option, scene.narrow));
}

/** The frame around the last letter: left, top, width and height. */
function frameOfLetter(room) {
  const wide = 4 * room.gap + 8;
  return [middleOf(room, 3) - wide / 2, room.rows.x - 22, wide, 44];
}

/** Around the last letter. */
const drawLetter = (room) => [
  cell(...frameOfLetter(room), "pick"),
  cell(...frameOfLetter(room), DASHED, { round: ROUND }),
];

const both = (f) => [0, 1].map(f);

/** One outline around two discs. */
function outlineOf(p, q, r) {
  const way = both((i) => q[i] - p[i]);
  const long = Math.hypot(...way);
  const aside = [(-way[1] * r) / long, (way[0] * r) / long];
  const at = (place, side) => both((i) => (place[i] + side * aside[i]).toFixed(1)).join(" ");
  const turn = `A${r} ${r} 0 0 0`;
  return `M${at(p, 1)}L${at(q, 1)}${turn} ${at(q, -1)}L${at(p, -1)}${turn} ${at(p, 1)}Z`;
}

/** A way up or down from one place to another, but for what of it lies in a chip at its end. */
function wayTo(from, to, [, top, , high]) {
  const edge = from[1] < to[1] ? top : top + high;
  const share = (edge - from[1]) / (to[1] - from[1]);
  const end = both((i) => from[i] + share * (to[i] - from[i]));
  return `M${from.map((v) => v.toFixed(1)).join(" ")}L${end.map((v) => v.toFixed(1)).join(" ")}`;
}

/** Around the state before, and on to the last letter: the chip lies on the way. */
function drawBefore(room) {
  const [p, q] = both((k) => unitAt(room, "h", 2, k));
  const r = room.r + 6;
  const [left, top] = frameOfLetter(room);
  const { at } = room.tags[1];
  const far = Math.hypot(at[0] - q[0], at[1] - q[1]);
  const state = both((i) => q[i] + (r * (at[i] - q[i])) / far);
  const letter = at[0] < left ? [left + 4, top + 4] : [at[0], top];
  const chip = chipAt(room, 1);
  const way = wayTo(state, at, chip) + wayTo(letter, at, chip);
  return [
    pick(middleOf(room, 2), room.rows.h[0] + 18, 4 * room.shift, 76),
    curve(outlineOf(p, q, r), "ink dashed", { width: 1.5 }),
    curve(way, "ink dashed", { width: 1.5 }),
  ];
}

/** Under all three letters, from the first to the last; the chip stands in the gap. */
function drawAll(room) {
  const wide = 4 * room.gap + 8;
  const left = middleOf(room, 1) - wide / 2;
  const right = middleOf(room, 3) + wide / 2;
  const y = room.rows.x + 26;
  const reach = cell(left, y - 48, middleOf(room, 2) + wide / 2 - left, 68, "pick");
  const [from, , long] = chipAt(room, 2);
  const d = `M${left} ${y}v9H${from}M${from + long} ${y + 9}H${right}v-9`;
  return [reach, curve(d, "ink dashed", { width: 1.5 })];
}

/** What is tapped for each guess. */
export function drawGuesses({ narrow, unrolled }) {
  if (unrolled < 1) return [[], [], []];
  const room = roomOf(narrow);
  const marks = [drawLetter(room), drawBefore(room), drawAll(room)];
  const frame = (n) => cell(...chipAt(room, n), DASHED, { round: ROUND });
  return marks.map((own, n) => [...own, frame(n)]);
}
