// Around the strips of the pulse: the lamp that fires it, the flags, the dial, what the light says.
import { PLAY } from "../widget/kit/draw.js";
import { decimals, short } from "../widget/kit/numbers.js";
import { cell, choice, curve, grip, line, word } from "../widget/kit/picture.js";
import { drawReadings, polePath } from "./pulse_names.js";
import { HOT, seenBeside } from "./pulse_room.js";

const tenth = (x) => Math.round(10 * x) / 10;

const disc = ([x, y], r, look, more) =>
  cell(x - r, y - r, 2 * r, 2 * r, look, { round: r, ...more });

/** What the gradient starts from: a tap sends it. */
export function drawLamp(room, { back }) {
  const { lamp, lampSize: r, glow, type } = room;
  const lit = back > 0 ? 1.6 : 1;
  const halo = (more, opacity) => disc(lamp, r + more, "gradient", { opacity: lit * opacity });
  const marks = [
    halo(glow * r, 0.06), // within the stage
    halo(0.61 * glow * r, 0.09),
    halo(0.29 * glow * r, 0.16),
    disc(lamp, r, "gradient", {}),
  ];
  return [
    choice(marks, {
      to: PLAY,
      name: "Fire: send a gradient back from the loss",
      place: [0, room.steps],
    }),
    word(lamp, "fire", "paper strong through", { size: type + 1 }),
    word([lamp[0] + (room.narrow ? 7 : 0), lamp[1] + (1 + glow) * r + 12], "loss", "quiet", {
      size: type,
    }),
  ];
}

/** The cloth of a flag that begins at x and flies to the right (1) or to the left (-1). */
function drawCloth(room, x, { text, side, hollow, opacity = 1 }) {
  const wide = side * room.flag;
  const d = `M${x} ${room.flagAt - 11}H${x + wide}l${-7 * side} 11l${7 * side} 11H${x}Z`;
  const at = [x + side * (0.5 * room.flag + 1), room.flagAt];
  const cloth = hollow
    ? curve(d, "ink dashed yours", { fill: "var(--paper)", width: 1.5, opacity })
    : curve(d, "ink shape", { fill: "var(--ink)", opacity });
  return [
    cloth,
    word(at, text, hollow ? "strong yours" : "paper strong", { size: room.type - 1, opacity }),
  ];
}

/** To which side a flag at x flies: not out of the picture. */
function sideOf(room, x, wanted) {
  if (x < room.left + room.flag + 6) return 1;
  return x > room.width - room.flag - 6 ? -1 : wanted;
}

const BETWEEN = 8; // px between two cloths

/** Where two flags near each other begin, and their sides: away from each other, or in a row. */
function clothsOf(room, x, from) {
  const outward = x >= from ? 1 : -1;
  const free = [sideOf(room, x, outward), sideOf(room, from, -outward)];
  if (Math.abs(x - from) > room.flag + BETWEEN)
    return { own: [x, free[0]], yours: [from, free[1]] };
  const isIn = (end) => end > 2 && end < room.width - 2;
  const fit = isIn(x + outward * room.flag) && isIn(from - outward * room.flag);
  if (fit) return { own: [x, outward], yours: [from, -outward] };
  const [side] = free;
  return { own: [x, side], yours: [x + side * (room.flag + BETWEEN), side] };
}

/** Whether the picture shows the case that was asked about. */
const isAsked = ({ constants, ...scene }) =>
  Object.entries(constants.question.show).every(
    ([name, value]) => name === "back" || scene[name] === value,
  );

/** Where the flag is: at the guess, and once it is answered it flies from there to the truth. */
function flagAt({ answered, guess, lag }) {
  const part = Number(answered);
  return part === 1 || guess === null ? lag : guess + (lag - guess) * part;
}

/** The flag, which the reader drags to a step; beside its pole what is left there. */
export function drawFlag(room, scene) {
  const { answered, guess, reply, pointed, constants } = scene;
  const at = flagAt(scene);
  const x = room.xOf(at);
  const isMoved = guess !== constants.question.place.start;
  const isGuessed = answered && reply !== null && isMoved;
  const from = isGuessed ? room.xOf(guess) : x;
  const { own, yours } = isGuessed ? clothsOf(room, x, from) : { own: [x, sideOf(room, x, 1)] };
  const opacity = isGuessed && guess !== at && (answered !== true || isAsked(scene)) ? 1 : 0;
  const put = ([px]) => room.lagOf(px);
  const take = answered ? (to) => ({ lag: put(to) }) : (to) => ({ guess: put(to) });
  const top = room.flagAt - 11;
  const pole = (at, from, look) => curve(polePath(room, scene, tenth(at), from), look);
  const isPointed = pointed !== null && pointed !== at;
  const read = isPointed ? pointed : at;
  return [
    isGuessed && { ...pole(from, top, "ink dashed thin yours"), opacity },
    isGuessed &&
      drawCloth(room, yours[0], {
        text: `you: ${guess}`,
        side: yours[1],
        hollow: true,
        opacity,
      }),
    isPointed && pole(room.xOf(read), top + 29, "quiet thin"),
    pole(x, top, "ink thin"),
    drawCloth(room, own[0], { text: `${Math.round(at)} back`, side: own[1] }),
    drawReadings(room, scene, read),
    grip([x, room.flagAt], take, "ink", { r: 6, reach: room.reach }),
  ];
}

/** Columns that are pointed at, and tapped to bring the flag there. */
export function drawColumns(room, scene) {
  const { answered, norms, steps, constants, back } = scene;
  const named = (lag) =>
    constants.strips.map(({ name }, i) => `${name} ${short(norms[i][lag])}`).join(", ");
  return Array.from({ length: steps }, (_, k) => steps - k).map((lag, column) => {
    const area = cell(room.xOf(lag) - room.pitch / 2, 30, room.pitch, room.ground - 32, "pick");
    return choice([area], {
      to: answered ? { lag } : { guess: lag },
      name: lag === 1 ? "1 step back" : `${lag} steps back`,
      held: answered && lag <= back ? named(lag) : "not read yet",
      place: [0, column],
      over: lag,
    });
  });
}

const TICKS = Array.from({ length: 25 }, (_, i) => 2 ** (i / 12 - 1));

const SECTORS = Array.from({ length: 16 }, (_, i) => 2 ** (i / 16)); // from 1 to 2, ever hotter

/** A piece of the dial's band. */
function sectorPath({ dialAt, dialRadius }, [from, to]) {
  const outer = dialRadius + 5.5;
  const inner = dialRadius - 5.5;
  const at = (value, r) => dialAt(value, r).join(" ");
  const out = `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}`;
  return `${out}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
}

function drawSector(room, ends, share) {
  const fill = `color-mix(in oklab, ${HOT} ${Math.round(100 * share)}%, var(--gradient))`;
  return curve(sectorPath(room, ends), "gradient shape", { fill });
}

/** The spectral radius of W on an arc: below 1 to the left, above 1 to the right. */
export function drawDial(room, { size }) {
  const { dial, dialAt, dialRadius: r, type } = room;
  const [x, y] = dial;
  const turn = (place) => ({ size: room.sizeOf(place) });
  const knob = dialAt(size, r);
  const tick = (value, text) => {
    const at = dialAt(value, r + 20);
    return word(at, text, "quiet", { size: type, opacity: seenBeside(at, knob) });
  };
  const marks = TICKS.map((value) => `M${dialAt(value, r - 10)}L${dialAt(value, r - 15)}`).join("");
  return [
    curve(sectorPath(room, [0.5, 1]), "quiet shape", { fill: "var(--quiet)", opacity: 0.3 }),
    SECTORS.map((from, i) => drawSector(room, [from, SECTORS[i + 1] ?? 2], i / SECTORS.length)),
    r > 45 && curve(marks, "quiet thin", { opacity: 0.6 }),
    line([dialAt(1, room.markAt), dialAt(1, r + 11)], "ink"),
    [
      [0.5, "0.5"],
      [0.7, "0.7"],
      [1, "<b>1</b>"],
      [1.4, "1.4"],
      [2, "2"],
    ].map((one) => tick(...one)),
    word([x, y - room.numberAt], `<b>${decimals(size, 2)}</b>`, "", { size: room.large }),
    r > 45 && word([x, y - 4], "radius of W", "quiet", { size: type }), // or the slider says it
    grip(knob, turn, "ink", { r: 9, reach: room.reach }),
  ];
}

/** The ground that the strips are on. */
export const drawStage = (room) =>
  cell(0, 0, room.width, room.ground + 24, "quiet", { round: 14, opacity: 0.07 });
