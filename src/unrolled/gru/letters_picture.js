// One row a network: a sentence whose letters glow, and around it what the network expects.
import { roundPixel } from "../widget/kit/dom.js";
import { range } from "../widget/kit/maths.js";
import { decimals } from "../widget/kit/numbers.js";
import { cell, choice, curve, line, word } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";
import { SHOWN, wordsOf } from "./letters_read.js";

export const HIDDEN = 1; // the GRU: its row is the answer

/** A letter, seen if it is a space. */
export const visible = (letter) => (letter === " " ? "␣" : letter);

const lookOf = ({ shows }) => (shows === "swap" ? "input" : "gradient");

/** What glows at letter k of row i; 0 where it has not been read, or where it is the answer. */
const glowOf = ({ at, looks, answered }, i, k) =>
  k < at && (i !== HIDDEN || answered) ? looks[i].row[k] : 0;

const glowAt = (scene, i, k) => {
  const value = glowOf(scene, i, k);
  return value > 0 ? SHOWN[scene.shows].glow(value) : 0;
};

/** The glow behind the letters of a row. */
function drawGlow(room, scene, i) {
  const { tile, pitch } = room;
  const tiles = Array.from(scene.constants.sentence, (_, k) => {
    const x = roundPixel(room.xOf(k));
    const y = roundPixel(room.yOf(i, k));
    const d = `M${x} ${y}h${roundPixel(pitch - 1)}v${tile}h${roundPixel(1 - pitch)}Z`;
    return { d, opacity: 0.92 * glowAt(scene, i, k) };
  });
  return shades(tiles, `${lookOf(scene)} shape`);
}

/** A letter, quiet until it has been read; the next one, which is to be predicted, in its colour. */
function drawLetter(room, scene, i, k) {
  const { at, answered, constants } = scene;
  const tapped = i === HIDDEN && !answered && constants.ballots.includes(k); // it has its own frame
  const ink = glowAt(scene, i, k) > 0.75 ? "paper through" : "through";
  const place = [room.xOf(k) + (room.pitch - 1) / 2, room.yOf(i, k) + room.tile / 2];
  const letter = tapped ? "" : constants.sentence[k];
  const ahead = k === at ? "output strong through" : "quiet through";
  return word(place, letter, k < at ? ink : ahead, { size: room.type });
}

/** How high the bar of a value is. */
const barOf = (room, { shows }, value) =>
  value > 0 ? (room.bars - 20) * SHOWN[shows].height(value) : 0;

/** The bars over a row, or on a phone over its line that is being read: each stands on its letter. */
function drawBars(room, scene, i) {
  const bars = Array.from(scene.constants.sentence, (_, k) => {
    if (!room.isPresent(k)) return "";
    const left = roundPixel(room.xOf(k));
    const ground = roundPixel(room.yOf(i, k) - (room.narrow ? 1 : 3));
    const top = roundPixel(ground - barOf(room, scene, glowOf(scene, i, k)));
    return `M${left} ${ground}V${top}H${roundPixel(left + room.pitch - 1)}V${ground}Z`;
  });
  return curve(bars.join(""), lookOf(scene), { fill: "var(--hue)" });
}

const ASIDE = 2; // letters to each side that a number reaches over

/** The number over the bar of a letter, if it has one, clear of the bars beside it. */
function drawNumber(room, scene, i, k) {
  const value = glowOf(scene, i, k);
  const x = room.xOf(k) + room.pitch / 2;
  const text = value > 0 ? decimals(value, SHOWN[scene.shows].digits) : "";
  const beside = range(2 * ASIDE + 1)
    .map((n) => k - ASIDE + n)
    .filter((n) => n >= 0 && n < scene.constants.sentence.length);
  const high = Math.max(...beside.map((n) => barOf(room, scene, glowOf(scene, i, n))));
  return word([x, room.yOf(i, k) - 13 - high], text, "strong", { size: 14 });
}

/** Numbers of the letter that glows strongest, and of the one that is pointed at. */
function drawNumbers(room, scene, i) {
  const { at, looks, pointed } = scene;
  const top = at - 1 - looks[i].back;
  const near = pointed !== null && pointed < at && pointed !== top;
  const apart = Math.abs(pointed - top) > 3;
  return [
    (!near || apart) && drawNumber(room, scene, i, top),
    near && drawNumber(room, scene, i, pointed),
  ];
}

/** Around the last letter that was read, and a line under the one that is to be predicted. */
function drawFrames(room, { at, constants }, i) {
  const k = at - 1;
  const side = room.tile;
  const [left, top] = [room.xOf(k) - 1, room.yOf(i, k) - 1];
  const frame = cell(left, top, room.pitch + 1, side + 2, "clear ink", { round: 4 });
  if (at >= constants.sentence.length) return [frame, false];
  const x = room.xOf(at);
  const y = room.yOf(i, at) + side - 1;
  return [
    frame,
    line(
      [
        [x + 1, y],
        [x + room.pitch - 2, y],
      ],
      "output",
    ),
  ];
}

/** Where half of the glow is, in words; what the half is of is said in the first row. */
const halfIn = (half, i) =>
  `½${i === 0 ? " of the glow" : ""}: last ${half === 1 ? "letter" : `${half} letters`}`;

/** A line under the last so many letters: on a phone a piece in each line of the text. */
function underline(room, at, i, letters, width) {
  const last = range(letters).map((n) => at - 1 - n);
  const heights = [...new Set(last.map((k) => room.yOf(i, k)))];
  const pieces = heights.map((y) => {
    const places = last.filter((k) => room.yOf(i, k) === y).map(room.xOf);
    const level = roundPixel(y + room.tile + room.under);
    const end = roundPixel(Math.max(...places) + room.pitch - 1);
    return `M${roundPixel(Math.min(...places))} ${level}H${end}`;
  });
  return curve(pieces.join(""), "ink", { width });
}

/** Under a row: thick where half of the glow is, thin where 99 % of it is. */
function drawReach(room, scene, i) {
  const { at, looks, answered } = scene;
  const { half, most } = looks[i];
  if (i === HIDDEN && !answered) return [false, false, false];
  const rightwards = at <= 40;
  const y = room.yOf(i, at - 1) + room.tile + room.under;
  const end = room.xOf(at - 1) + room.pitch + 6;
  const place = rightwards ? [end, y] : [room.xOf(at - most) - 7, y];
  return [
    { ...underline(room, at, i, most, 1.25), opacity: 0.45 }, // the faint tail
    underline(room, at, i, half, room.narrow ? 3.5 : 5),
    !room.narrow &&
      word(place, i === 0 ? "½ of the glow" : "½", "quiet", {
        anchor: rightwards ? "start" : "end",
        size: 14,
      }),
  ];
}

/** The three letters that the network expects, likeliest first, over where the next one stands. */
function drawNext(room, { at, looks }, i) {
  const { next, chances } = looks[i];
  const x = room.left + room.pitch * at + 15;
  const y = room.yOf(i, 0);
  const head = word([x, y - 62], i === 0 ? "expects" : "", "quiet", { anchor: "start", size: 14 });
  const three = next.map((letter, n) =>
    word(
      [x, y - 45 + 17 * n],
      `<b>${visible(letter)}</b> ${chances[n] < 0.005 ? "&lt;1" : Math.round(100 * chances[n])} %`,
      "output",
      { anchor: "start", size: 14 },
    ),
  );
  return [head, three];
}

function drawHead(room, scene, i) {
  const { constants, looks, answered } = scene;
  const { name } = constants.networks[i];
  if (!room.narrow) {
    return [
      word([2, room.yOf(i, 0) + room.tile / 2], name, "strong", { anchor: "start", size: 16 }),
      drawNext(room, scene, i),
    ];
  }
  const { half, next, chances } = looks[i];
  const y = room.headOf(i);
  const reach = i === HIDDEN && !answered ? "" : halfIn(half, i);
  const expects = `${visible(next[0])} ${Math.round(100 * chances[0])} %`;
  return [
    word([room.left, y], name, "strong", { anchor: "start", size: 15 }),
    word([room.width / 2 + 6, y], reach, "quiet", { size: 14 }),
    word([room.width - room.left, y], `→ <b>${expects}</b>`, "output", { anchor: "end", size: 14 }),
  ];
}

/** The letter that the reader chose, as long as the picture shows what was asked. */
export function drawMine(room, scene) {
  const { answered, reply, guess, at, shows, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { show } = constants.question;
  const opacity = at === show.at && shows === show.shows ? 1 : 0;
  const k = constants.ballots[guess];
  const [x, y] = [room.xOf(k) - 1, room.yOf(HIDDEN, k) - 3];
  const tall = room.tile + 6;
  return [
    cell(x, y, room.pitch + 1, tall, "clear ink dashed yours", { round: 4, opacity }),
    !room.narrow &&
      word([x + room.pitch / 2, y + tall + 18], "you", "strong halo yours", { size: 13, opacity }),
  ];
}

/** All of a row. */
export const drawRow = (room, scene, i) => [
  drawHead(room, scene, i),
  drawGlow(room, scene, i),
  Array.from(scene.constants.sentence, (_, k) => drawLetter(room, scene, i, k)),
  drawBars(room, scene, i),
  drawFrames(room, scene, i),
  drawReach(room, scene, i),
  !room.narrow && drawNumbers(room, scene, i),
];

/** What is pressed or swept over: a letter in all rows at once; on a phone a word, again for a letter earlier. */
export function drawPicks(room, { at, answered, constants }) {
  const { sentence, networks, ballots } = constants;
  if (room.narrow) {
    const rows = networks.map((_, i) => i).filter((i) => answered || i !== HIDDEN); // there one guesses
    return wordsOf(sentence).map((one, n) => pickWord(room, { sentence, at, rows }, one, n));
  }
  return Array.from(sentence, (letter, k) => {
    if (!answered && ballots.includes(k)) return false; // there it is the guess that is tapped
    const high = room.height - room.top;
    const name = `letter ${k + 1}, “${letter === " " ? "space" : letter}”`;
    const pick = cell(room.xOf(k), room.top, room.pitch, high, "pick");
    return choice([pick], {
      to: { at: k + 1 },
      name,
      held: `read by ${networks.length} networks`,
      on: at === k + 1,
      place: [0, k],
      over: k,
      sweeps: true,
    });
  });
}

function pickWord(room, { sentence, at, rows }, [first, length], n) {
  const end = first + length;
  const within = at > first && at <= end;
  const earlier = at - 1 > first ? at - 1 : end;
  const marks = rows.map((i) => {
    const y = room.yOf(i, first);
    return cell(room.xOf(first), y, room.pitch * length, room.tile + 4, "pick");
  });
  const text = sentence.slice(first, end).trim();
  return choice(marks, {
    to: { at: within ? earlier : Math.min(end, first + text.length) },
    name: `word “${text}”`,
    on: within,
    place: [0, n],
  });
}
