// The light at the letters of a row: behind them a glow, over them bars, under them how far it goes.
import { roundPixel } from "../widget/kit/dom.js";
import { range } from "../widget/kit/maths.js";
import { decimals } from "../widget/kit/numbers.js";
import { curve, word } from "../widget/kit/picture.js";
import { cardOf } from "./letters_card.js";
import { SHOWN } from "./letters_read.js";

export const HIDDEN = 1; // the GRU: its row is the answer

const lookOf = ({ shows }) => (shows === "swap" ? "input" : "gradient");

const isWithheld = ({ answered }, i) => i === HIDDEN && !answered;

/** What glows at letter k of row i; 0 where it has not been read, or where it is the answer. */
const glowOf = (scene, i, k) => (k < scene.at && !isWithheld(scene, i) ? scene.looks[i].row[k] : 0);

/** How bright that is, from 0 to 1. */
export const brightnessAt = (scene, i, k) => {
  const value = glowOf(scene, i, k);
  return value > 0 ? SHOWN[scene.shows].glow(value) : 0;
};

/** A box around a letter, so many px larger than its tile. */
function boxAround(room, i, k, more) {
  const left = roundPixel(room.xOf(k) - more);
  const top = roundPixel(room.yOf(i) - more);
  const wide = roundPixel(room.widthOf(k) - 1 + 2 * more);
  return `M${left} ${top}h${wide}v${room.tile + 2 * more}h${roundPixel(-wide)}Z`;
}

/** Boxes around the letters, a path for each of so many levels of brightness. */
function drawLevels(room, scene, i, { levels, most, more, look }) {
  const paths = Array(levels).fill("");
  for (let k = 0; k < scene.at; k++) {
    const level = Math.round(levels * brightnessAt(scene, i, k));
    if (level > 0 && room.isSeen(k)) paths[level - 1] += boxAround(room, i, k, more);
  }
  return paths.map((d, n) =>
    curve(d || "M0 0", `${lookOf(scene)} ${look}`, { opacity: (most * (n + 1)) / levels }),
  );
}

/** The light behind the letters of a row: a halo, and on it the tiles. */
export const drawGlow = (room, scene, i) => [
  drawLevels(room, scene, i, {
    levels: 3, // each is blurred on its own
    most: 0.3,
    more: room.narrow ? 3 : 6,
    look: "soft shape",
  }),
  drawLevels(room, scene, i, { levels: 6, most: 0.42, more: 0, look: "shape" }),
];

const LEAST = 0.5; // px of a bar that can be seen

/** How high the bar of a value is. */
function barOf(room, { shows }, value) {
  const high = value > 0 ? room.bars * SHOWN[shows].height(value) : 0;
  return high < LEAST ? 0 : high;
}

/** The bars over a row: each stands on its letter. */
export function drawBars(room, scene, i) {
  const bars = Array.from(scene.constants.sentence, (_, k) => {
    if (!room.isSeen(k)) return "";
    const left = roundPixel(room.xOf(k));
    const ground = roundPixel(room.yOf(i) - 1);
    const top = roundPixel(ground - barOf(room, scene, glowOf(scene, i, k)));
    return `M${left} ${ground}V${top}H${roundPixel(room.endOf(k) - 1)}V${ground}Z`;
  });
  return curve(bars.join("") || "M0 0", lookOf(scene), { fill: "var(--hue)" });
}

const FEW = 4; // letters, over which a scale has no room

/** What the heights of the bars mean: two faint rules as far as the letters are read. */
export function drawScale(room, scene, i) {
  if (room.narrow || scene.at < FEW) return null;
  return SHOWN[scene.shows].rules.map((value) => {
    const y = roundPixel(room.yOf(i, 0) - 1 - barOf(room, scene, value));
    const end = roundPixel(room.endOf(scene.at - 1));
    return [
      curve(`M${room.left} ${y}H${end}`, "quiet thin through", { opacity: 0.2 }),
      word([room.left - 6, y], `${value}`, "quiet through", { anchor: "end", size: 12.5 }),
    ];
  });
}

const ASIDE = 2; // letters to each side that a number reaches over

/** Where a text over the bar of a letter is clear of the bars beside it. */
export function placeOver(room, scene, i, k, aside = ASIDE) {
  const beside = range(2 * aside + 1)
    .map((n) => k - aside + n)
    .filter((n) => n >= 0 && n < scene.constants.sentence.length);
  const high = Math.max(...beside.map((n) => barOf(room, scene, glowOf(scene, i, n))));
  return [room.middleOf(k), room.yOf(i) - 12 - high];
}

function drawNumber(room, scene, i, k) {
  const value = glowOf(scene, i, k);
  const text = value > 0 ? decimals(value, SHOWN[scene.shows].digits) : "";
  const [x, y] = placeOver(room, scene, i, k);
  const clear = cardOf(room, scene.at).left - 16; // of what is expected next
  return word([Math.max(18, Math.min(x, clear)), y], text, "strong", { size: room.small });
}

/** The letter that glows strongest. */
export const topOf = ({ at, looks }, i) => at - 1 - looks[i].back;

/** Numbers of the letter that glows strongest, and of the one that is pointed at. */
export function drawNumbers(room, scene, i) {
  const { at, pointed } = scene;
  const top = topOf(scene, i);
  const near = pointed !== null && pointed < at && pointed !== top;
  const apart = Math.abs(pointed - top) > 3;
  return [
    (!near || apart) && drawNumber(room, scene, i, top),
    near && drawNumber(room, scene, i, pointed),
  ];
}

/** Where half of the glow is, in words. */
const halfIn = ({ half }) => `½ of the glow: last ${half === 1 ? "letter" : `${half} letters`}`;

export const reachOf = (scene, i) => (isWithheld(scene, i) ? "" : halfIn(scene.looks[i]));

/** A line under the last so many letters; `tick`: its ends. */
function underline(room, at, i, letters, { tick = 0, ...more }) {
  const level = roundPixel(room.yOf(i) + room.tile + room.under);
  const start = roundPixel(Math.max(room.left, room.xOf(at - letters)));
  const end = roundPixel(room.endOf(at - 1) - 1);
  return curve(`M${start} ${level - tick}V${level}H${end}V${level - tick}`, "ink", more);
}

/** Under a row: a bracket where half of the glow is, a thin line where 99 % of it is. */
export function drawReach(room, scene, i) {
  const { at, looks } = scene;
  if (isWithheld(scene, i)) return [false, false, false, false];
  const { half, most } = looks[i];
  const y = room.yOf(i) + room.tile + room.under;
  const atRight = room.xOf(at - 1) > room.left + 200; // a text before it has room
  const place = [atRight ? room.endOf(at - 1) : room.left, y + 15];
  const anchor = atRight ? "end" : "start";
  return [
    { ...underline(room, at, i, most, { width: 1.25 }), opacity: 0.45 }, // the faint tail
    underline(room, at, i, half, { width: 3.5, tick: room.narrow ? 3 : 4 }),
    !room.narrow && word(place, reachOf(scene, i), "ink", { anchor, size: 15 }),
    !room.narrow &&
      word([room.xOf(at - most) - 7, y - 2], "99 %", "quiet", { anchor: "end", size: 13 }),
  ];
}
