// One row a network: a sentence whose letters glow, and after the last one read what is expected.
import { cell, choice, grip, horizontal, line, vertical, word } from "../widget/kit/picture.js";
import { drawCard } from "./letters_card.js";
import {
  brightnessAt,
  drawBars,
  drawGlow,
  drawNumbers,
  drawReach,
  HIDDEN,
  isAsked,
  placeOver,
  reachOf,
  topOf,
} from "./letters_glow.js";
import { wordsOf } from "./letters_read.js";

const GLOWS = 0.34; // what is less bright is faint,
const FAINT = 0.17; // or dim
const LOOKS = {
  half: { look: "ink strong through", alone: true },
  glows: { look: "ink through", alone: true },
  faint: { look: "quiet through", alone: true },
  dim: { look: "quiet through", opacity: 0.75 },
  next: { look: "output strong through", alone: true }, // what is to be predicted
  ahead: { look: "quiet through", opacity: 0.5 },
};

/** How letter k of row i looks; null where nothing is drawn. */
function lookOf(room, scene, i, k) {
  const { at, answered, constants } = scene;
  // what can be tapped has its own frame
  const tapped = i === HIDDEN && !answered && isAsked(scene) && constants.ballots.includes(k);
  if (tapped || constants.sentence[k] === " " || !room.isSeen(k)) return null;
  if (k >= at) return k === at ? LOOKS.next : LOOKS.ahead;
  const bright = brightnessAt(scene, i, k);
  if (bright < GLOWS) return bright < FAINT ? LOOKS.dim : LOOKS.faint;
  return k >= at - scene.looks[i].half ? LOOKS.half : LOOKS.glows;
}

/** The letters of a row: what glows letter by letter; dim ones of a word are one text. */
function drawLetters(room, scene, i) {
  const { sentence } = scene.constants;
  const looks = Array.from(sentence, (_, k) => lookOf(room, scene, i, k));
  const y = room.yOf(i) + room.tile / 2;
  const type = { size: room.type, dy: room.type * 0.28 };
  return looks.map((of, k) => {
    if (!of) return false;
    const { look, alone, opacity = 1 } = of;
    if (alone) return word([room.middleOf(k) - 0.5, y], sentence[k], look, type);
    if (looks[k - 1] === of) return false; // it is of the text before it
    const others = looks.findIndex((other, n) => n > k && other !== of);
    const end = others < 0 ? looks.length : others;
    const start = room.xOf(k);
    const wide = room.endOf(end - 1) - start - room.spacing;
    const place = [start + room.spacing / 2 - 0.5, y];
    const set = { ...type, anchor: "start", ...(end > k + 1 && { length: wide }) };
    return { ...word(place, sentence.slice(k, end), look, set), opacity };
  });
}

/** A cursor after the last letter that was read, a line under the one that is to be predicted. */
function drawCursor(room, { at, constants }, i) {
  const look = room.narrow ? "ink thin" : "ink"; // where it has a handle, it can be pulled
  const x = room.endOf(at - 1) + room.cursor;
  const top = room.yOf(i);
  const cursor = vertical(x, top - 2, top + room.tile + 2);
  if (at >= constants.sentence.length) return [line(cursor, look), false];
  const y = top + room.tile - 2;
  const under = horizontal(y, room.xOf(at) + 1, room.endOf(at) - 2);
  return [line(cursor, look), line(under, "output")];
}

/** What pulls the cursor of all rows; on a phone the line slides under it, and it has no handle. */
export function drawHandle(room, { at, constants }) {
  if (room.narrow) return false;
  const x = room.endOf(at - 1) + room.cursor;
  const last = constants.networks.length - 1;
  const stem = vertical(x, room.yOf(last) + room.tile + 2, room.handleOf());
  const pull = ([to]) => ({ at: room.nearestTo(to) });
  return [line(stem, "ink"), grip([x, room.handleOf()], pull, "ink", { r: 8, reach: 31 })];
}

/** On a phone, where nothing is pulled: what a finger can do, until something is done. */
export function drawTip(room, scene) {
  if (!room.narrow || scene.answered || !isAsked(scene)) return false;
  const place = [room.left, room.headOf(0) + 24];
  return word(place, "tap a word to read to its end", "quiet", {
    anchor: "start",
    size: room.small,
  });
}

/** The name of a network; on a phone beside it the reach and what the card holds. */
function drawHead(room, scene, i) {
  const { left, right, width, narrow, head, small } = room;
  const y = room.headOf(i);
  const { name } = scene.constants.networks[i];
  return [
    word([left, y], name, "strong", { anchor: "start", size: head.name }),
    narrow && word([left + 52, y], reachOf(scene, i), "", { anchor: "start", size: small }),
    narrow && word([width - right, y], "expects next", "quiet", { anchor: "end", size: small }),
  ];
}

/** In the row of the GRU, as long as it is dark: what it waits for. */
function drawInvitation(room, scene) {
  if (scene.answered || !isAsked(scene)) return null;
  const k = Math.max(...scene.constants.ballots);
  const place = [room.endOf(k), room.yOf(HIDDEN) - 18];
  return word(
    place,
    room.narrow ? "tap the strongest" : "tap the letter that glows strongest",
    "gradient through",
    { anchor: "end", size: room.small },
  );
}

/** The letter that the reader chose, as long as the picture shows what was asked. */
export function drawMine(room, scene) {
  const { answered, reply, guess, at, shows, pointed, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { show } = constants.question;
  const opacity = at === show.at && shows === show.shows ? 1 : 0;
  const k = constants.ballots[guess];
  const left = room.xOf(k) - 2;
  const top = room.yOf(HIDDEN) - 3;
  const [x, y] = placeOver(room, scene, HIDDEN, k, 1);
  const hasNumber = k === pointed || k === topOf(scene, HIDDEN);
  const aside = hasNumber ? { anchor: "end", dx: -20 } : {};
  return [
    cell(left, top, room.widthOf(k) + 3, room.tile + 6, "clear ink dashed yours", {
      round: 4,
      opacity,
    }),
    word([x, y], "you", "strong halo yours", { size: room.small, opacity, ...aside }),
  ];
}

/** All of a row. */
export const drawRow = (room, scene, i) => [
  drawGlow(room, scene, i),
  drawHead(room, scene, i),
  drawBars(room, scene, i),
  drawLetters(room, scene, i),
  drawCard(room, scene, i),
  drawCursor(room, scene, i),
  drawReach(room, scene, i),
  i === HIDDEN && drawInvitation(room, scene),
  drawNumbers(room, scene, i),
];

/** What is pressed or swept over: a letter in all rows at once; on a phone a word, and once more a
 *  letter earlier. */
export function drawPicks(room, { at, answered, constants }) {
  const { sentence, networks, ballots } = constants;
  const isGuessed = !answered && isAsked({ at, constants }); // in the GRU's row
  if (room.narrow) {
    // in the hidden row one guesses
    const rows = networks.map((_, i) => i).filter((i) => !isGuessed || i !== HIDDEN);
    return wordsOf(sentence).map((one, n) => pickWord(room, { sentence, at, rows }, one, n));
  }
  return Array.from(sentence, (letter, k) => {
    if (isGuessed && ballots.includes(k)) return false; // there it is the guess that is tapped
    const name = `letter ${k + 1}, “${letter === " " ? "space" : letter}”`;
    const pick = cell(room.xOf(k), 0, room.widthOf(k), room.height, "pick");
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

const SLIVER = 26; // px of a word that a finger doesn’t find

function pickWord(room, { sentence, at, rows }, [first, length], n) {
  const end = first + length;
  const within = at > first && at <= end;
  const earlier = at - 1 > first ? at - 1 : end;
  const text = sentence.slice(first, end).trim();
  const left = Math.max(room.left, room.xOf(first));
  const right = Math.min(room.width - room.right, room.endOf(end - 1));
  const isWhole = left === room.xOf(first) && right > left;
  if (!isWhole && right - left < SLIVER) return false;
  const high = room.tile + 16;
  const marks = rows.map((i) => cell(left, room.yOf(i) - 8, right - left, high, "pick"));
  return choice(marks, {
    to: { at: within ? earlier : Math.min(end, first + text.length) },
    name: `word “${text}”`,
    on: within,
    place: [0, n],
  });
}
