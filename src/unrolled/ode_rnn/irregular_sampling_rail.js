// The time axis, a rail for the observations: tap it to add one, pull one off to take it away.

import { dot, grip, line, noGrip, pad, word } from "../widget/kit/picture.js";
import { toTime, toX, toY } from "./irregular_sampling_room.js";

const OFF = -1;
const NEAR = 0.3; // of the place where a finger has put an observation, in time

const xOf = (room, { constants: { world } }, t) => toX(room, world.end, t);

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
    rail.hints.map(([x, y, html]) =>
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

/** From each observation to what it saw. */
export const drawStems = (room, scene) =>
  scene.seen.map(([t, value]) => {
    const x = xOf(room, scene, t);
    const y = toY(room, value);
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
      dot([x, y], room.ring, "input hollow through"),
    ];
  });

const put = (beads, n, time) => beads.map((old, i) => (i === n ? time : old));

/** The place of the observation nearest to a time, if it is near. */
function nearestTo(beads, time) {
  const far = beads.map((t) => (t < 0 ? Infinity : Math.abs(t - time)));
  const least = Math.min(...far);
  return least < NEAR ? far.indexOf(least) : -1;
}

/** The rail takes a tap, which adds an observation; it follows the finger as long as that is down. */
function drawPad(room, { beads, constants: { world } }) {
  const { y, half } = room.rail;
  const pull = (place, before) => {
    const time = toTime(room, world.end, place[0]);
    const isTap = place === before;
    const n = isTap
      ? beads.findIndex((t) => t < 0)
      : nearestTo(beads, toTime(room, world.end, before[0]));
    return n < 0 ? null : { beads: put(beads, n, time) };
  };
  const width = toX(room, world.end, world.end) - room.left;
  return pad(room.left - 8, y - half, width + 16, 2 * half, pull);
}

/** An observation on the rail, where a finger moves it, or off. */
function drawBead(room, scene, t, n) {
  if (t < 0) return noGrip;
  const { beads, constants } = scene;
  const { y, off } = room.rail;
  const pull = ([x, down]) => {
    const isOff = down - y > off;
    return { beads: put(beads, n, isOff ? OFF : toTime(room, constants.world.end, x)) };
  };
  return grip([xOf(room, scene, t), y], pull, "input", { r: 8, reach: room.reach });
}

export const drawBeads = (room, scene) => [
  drawPad(room, scene),
  scene.beads.map((t, n) => drawBead(room, scene, t, n)),
];
