// The light at the letters of a row: behind them a glow, over them bars, below how far it goes.
import { roundPixel } from "../widget/kit/dom.js";
import { range } from "../widget/kit/maths.js";
import { decimals } from "../widget/kit/numbers.js";
import { curve, word } from "../widget/kit/picture.js";
import { cardOf } from "./letters_card.js";
import { SHOWN } from "./letters_read.js";

export const HIDDEN = 1; // the GRU: its row is the answer

const lookOf = ({ shows }) => (shows === "swap" ? "input" : "gradient");

const isWithheld = ({ answered }, i) => i === HIDDEN && !answered;

/** Whether as many letters are read as in the question. */
export const isAsked = ({ at, constants }) => at === constants.question.show.at;

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

/** Boxes around the letters, a path for each of so many levels of brightness; the light goes with
 *  the square, so that it fades out and ends nowhere. */
function drawLevels(room, scene, i, { levels, most, more, look }) {
  const paths = Array(levels).fill("");
  for (let k = 0; k < scene.at; k++) {
    const level = Math.round(levels * brightnessAt(scene, i, k));
    if (level > 0 && room.isSeen(k)) paths[level - 1] += boxAround(room, i, k, more);
  }
  return paths.map((d, n) =>
    curve(d || "M0 0", `${lookOf(scene)} ${look}`, { opacity: most * ((n + 1) / levels) ** 2 }),
  );
}

/** The light behind the letters of a row: a halo, and on it the tiles. */
export const drawGlow = (room, scene, i) => [
  drawLevels(room, scene, i, {
    levels: 4, // each is blurred on its own
    most: 0.3,
    more: room.narrow ? 3 : 6,
    look: "soft shape",
  }),
  drawLevels(room, scene, i, { levels: 12, most: 0.5, more: 0, look: "shape" }),
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

const NAMED = 36; // px that the name of the thin line takes,
const SAID = 220; // and what is said of the bracket

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
  const place = [Math.max(18, Math.min(x, clear)), y];
  return word(place, text, "strong", { size: room.small });
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
const halfIn = ({ half }) =>
  `½ of the glow: last ${half === 1 ? "letter" : `<b>${half}</b> letters`}`;

/** Of a row that waits for a guess only that elsewhere nothing is to be guessed. */
export function reachOf(scene, i) {
  if (!isWithheld(scene, i)) return halfIn(scene.looks[i]);
  return isAsked(scene) ? "" : "not the case in question";
}

/** A line under the last so many letters, its ends turned up by `tick`. */
function underline(room, scene, i, letters, { tick, ...more }) {
  const { at } = scene;
  const level = roundPixel(room.yOf(i) + room.tile + room.under);
  const start = roundPixel(Math.max(room.left, room.xOf(at - letters) + more.width / 2));
  const end = roundPixel(room.endOf(at - 1) - more.width / 2);
  const d = `M${start} ${level - tick}V${level}H${end}V${level - tick}`;
  return curve(d, lookOf(scene), more);
}

/** What the bracket and the thin line are: beside them, where there is room. */
function nameReach(room, scene, i) {
  if (room.narrow) return [false, false];
  const { at, looks } = scene;
  const left = room.xOf(at - looks[i].most) - 8;
  const right = room.endOf(at - 1) + room.cursor + room.beside;
  const y = room.yOf(i) + room.tile + room.under;
  const isRight = right + SAID < room.width;
  const place = [isRight ? right : left - NAMED - 8, y];
  const more = { anchor: isRight ? "start" : "end", size: room.small };
  return [
    left > NAMED &&
      !isWithheld(scene, i) &&
      word([left, y - 1], "99 %", "quiet", { anchor: "end", size: 13 }),
    word(place, reachOf(scene, i), "", more),
  ];
}

/** Under a row: a bracket where half of the glow is, a thin line where 99 % of it is. */
export function drawReach(room, scene, i) {
  if (isWithheld(scene, i)) return [false, false, nameReach(room, scene, i)];
  const { half, most } = scene.looks[i];
  const [width, tick] = room.narrow ? [4, 3] : [6, 5];
  return [
    { ...underline(room, scene, i, most, { width: 1.5, tick }), opacity: 0.6 }, // the faint tail
    underline(room, scene, i, half, { width, tick }),
    nameReach(room, scene, i),
  ];
}
