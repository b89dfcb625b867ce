// The time axis, a rail for the observations: tap it to add one, pull one off to take it away.

import { dot, grip, line, noGrip, pad, word } from "../widget/kit/picture.js";
import {
  APART,
  clamp,
  inOrder,
  inTime,
  isFree,
  TOP,
  toTime,
  toX,
  toY,
  widthOf,
} from "./irregular_sampling_room.js";

const OFF = -1;

const xOf = (room, { constants: { world } }, t) => toX(room, world.end, t);

const HINT = ["Tap the axis to observe,", "pull an observation off it."];
const FULL = ["Six is the most.", "Pull one off first."];

/** What a hand can do, in the lines that there are. */
function hintsOf({ hints, crest }, { seen, beads }) {
  const texts = seen.length === beads.length ? FULL : HINT;
  const lines = hints.length === 1 ? [texts.join(" ")] : texts;
  return [...hints.map(([x, y], n) => [x, y, lines[n]]), ...crest];
}

/** The rail and its numbers. */
export function drawRail(room, scene) {
  const { end } = scene.constants.world;
  const { rail, small } = room;
  const ticks = [...Array(end + 1).keys()].filter((t) => t % rail.every === 0);
  const ends = [0, end].map((t) => [xOf(room, scene, t), rail.y]);
  const tickAt = (t) => [
    [xOf(room, scene, t), rail.y - 4],
    [xOf(room, scene, t), rail.y + 4],
    null,
  ];
  return [
    { ...line(ends, "quiet through"), width: 6, opacity: 0.3 },
    line(ticks.flatMap(tickAt), "quiet thin through"),
    hintsOf(rail, scene).map(([x, y, html]) =>
      word([x, y], html, "quiet through", { size: 13, anchor: "start" }),
    ),
    ticks.map((t) =>
      word([xOf(room, scene, t), rail.numbers], t === end ? "time 8" : `${t}`, "quiet through", {
        size: small,
        anchor: t === end ? "end" : "middle",
        dx: t === end ? 5 : 0,
      }),
    ),
  ];
}

/** From each observation to what it saw, or to the curtain before that. */
export const drawStems = (room, scene) =>
  scene.seen.map(([t, value]) => {
    const isBehind = scene.hidden && t > scene.curtain;
    const x = xOf(room, scene, t);
    const y = toY(room, isBehind ? -TOP : value);
    return [
      {
        ...line(
          [
            [x, room.rail.y],
            [x, y],
          ],
          "input thin through",
        ),
        opacity: 0.55,
      },
      { ...dot([x, y], room.ring, "input hollow through"), opacity: isBehind ? 0 : 1 },
    ];
  });

/** The change that adds an observation, in order; none where there are six, or one is there. */
function addAt(scene, room, x) {
  const { beads, constants } = scene;
  const time = toTime(room, constants.world.end, x);
  const used = beads.filter((t) => t >= 0);
  if (used.length === beads.length || !isFree(used, time)) return null;
  const all = inOrder([...used, time]);
  return inTime(scene, { beads: beads.map((_, n) => all[n] ?? OFF) });
}

const tidy = (t) => Math.round(1000 * t) / 1000;

/** The observations once this one is moved to a time: it pushes the others on before it. */
export function pushTo(beads, n, time, end) {
  const before = beads.slice(0, n).filter((t) => t >= 0).length;
  const after = beads.slice(n + 1).filter((t) => t >= 0).length;
  const next = [...beads];
  next[n] = tidy(clamp(time, before * APART, end - after * APART));
  let edge = next[n];
  for (let i = n + 1; i < next.length; i++) {
    if (next[i] >= 0) edge = next[i] = Math.max(next[i], tidy(edge + APART));
  }
  edge = next[n];
  for (let i = n - 1; i >= 0; i--) {
    if (next[i] >= 0) edge = next[i] = Math.min(next[i], tidy(edge - APART));
  }
  return next;
}

/** The rail takes a tap, which adds an observation. */
function drawPad(room, scene) {
  const { y, half } = room.rail;
  const width = widthOf(room) + 16;
  const add = ([x]) => addAt(scene, room, x);
  return pad(room.left - 8, y - half, width, 2 * half, add, { taps: true });
}

/** An observation on the rail, where a finger moves it, or off; a tap beside it adds another. */
function drawBead(room, scene, t, n) {
  if (t < 0) return noGrip;
  const { beads, constants } = scene;
  const { y, off } = room.rail;
  const { end } = constants.world;
  const pull = ([x, down]) => {
    const isOff = down - y > off;
    const next = isOff
      ? beads.map((old, i) => (i === n ? OFF : old))
      : pushTo(beads, n, toTime(room, end, x), end);
    return inTime(scene, { beads: next });
  };
  const tap = ([x]) => addAt(scene, room, x);
  return grip([xOf(room, scene, t), y], pull, "input", { r: 8, reach: room.reach, tap });
}

export const drawBeads = (room, scene) => [
  drawPad(room, scene),
  scene.beads.map((t, n) => drawBead(room, scene, t, n)),
];
