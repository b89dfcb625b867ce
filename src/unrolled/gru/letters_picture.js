// One row a network: a sentence whose letters glow, and in the gap after the last what is expected.
import { cell, choice, line, word } from "../widget/kit/picture.js";
import {
  brightnessAt,
  drawBars,
  drawGlow,
  drawNumbers,
  drawReach,
  drawScale,
  HIDDEN,
  placeOver,
  reachOf,
  topOf,
} from "./letters_glow.js";
import { wordsOf } from "./letters_read.js";

/** A letter, seen if it is a space. */
export const visible = (letter) => (letter === " " ? "␣" : letter);

/** A letter, quiet until it has been read; the next one, which is to be predicted, in its colour. */
function drawLetter(room, scene, i, k) {
  const { at, answered, constants } = scene;
  const tapped = i === HIDDEN && !answered && constants.ballots.includes(k); // it has its own frame
  const ink = brightnessAt(scene, i, k) > 0.72 ? "paper strong through" : "through";
  const place = [room.middleOf(k) - 0.5, room.yOf(i, k) + room.tile / 2];
  const letter = tapped ? "" : constants.sentence[k];
  const ahead = k === at ? "output strong through" : "quiet through";
  const dy = room.type * 0.28;
  return word(place, letter, k < at ? ink : ahead, { size: room.type, dy });
}

/** A cursor after the last letter that was read, and a line under the one that is to be predicted. */
function drawCursor(room, { at, constants }, i) {
  const x = room.endOf(at - 1) + room.cursor;
  const top = room.yOf(i, at - 1);
  const cursor = [
    [x, top - 2],
    [x, top + room.tile + 2],
  ];
  if (at >= constants.sentence.length) return [line(cursor, "ink"), false];
  const y = room.yOf(i, at) + room.tile - 2;
  const under = [
    [room.xOf(at) + 1, y],
    [room.endOf(at) - 2, y],
  ];
  return [line(cursor, "ink"), line(under, "output")];
}

const percentOf = (chance) => (chance < 0.005 ? "&lt;1 %" : `${Math.round(100 * chance)} %`);

/** The three letters that the network expects, likeliest first, the larger the more probable. */
function drawGhosts(room, { at, looks, constants }, i) {
  const { next, chances } = looks[i];
  const [least, more] = room.ghosts;
  const start = room.endOf(at - 1) + (room.gap - next.length * room.slot) / 2;
  const middle = room.yOf(i, at - 1) + room.tile / 2;
  return next.map((letter, n) => {
    const size = least + more * Math.sqrt(chances[n]);
    const x = start + room.slot * (n + 0.5);
    const look = letter === constants.sentence[at] ? "output strong through" : "output through";
    return [
      word([x, middle], visible(letter), look, { size, dy: room.type * 0.28 }),
      !room.narrow &&
        word([x, middle + room.tile / 2 + 8], percentOf(chances[n]), look, { size: 13.5 }),
    ];
  });
}

/** What the gap is for. */
function drawExpects(room, { at }, i) {
  const place = [room.endOf(at - 1) + room.gap / 2, room.yOf(i, at - 1) - 14];
  return word(place, "expects next", "quiet through", { size: 14 });
}

/** The name of a network; on a phone beside it the reach and what is expected. */
function drawHead(room, scene, i) {
  const { constants, looks } = scene;
  const { name } = constants.networks[i];
  if (!room.narrow) {
    const y = room.yOf(i, 0) + room.tile / 2;
    return [
      word([0, y], name, "strong", { anchor: "start", size: 19, dy: 6 }),
      drawExpects(room, scene, i),
    ];
  }
  const { next, chances } = looks[i];
  const y = room.headOf(i);
  const expects = `→ <b>${visible(next[0])}</b> ${percentOf(chances[0])}`;
  return [
    word([room.left, y], name, "strong", { anchor: "start", size: 15 }),
    word([room.width / 2 + 4, y], reachOf(scene, i), "quiet", { size: 14 }),
    word([room.width - room.left, y], expects, "output", { anchor: "end", size: 14 }),
  ];
}

/** In the row of the GRU, as long as it is dark: what it waits for. */
function drawInvitation(room, { answered, constants: { ballots } }) {
  if (answered || room.narrow) return null;
  const k = Math.max(...ballots);
  const place = [room.endOf(k), room.yOf(HIDDEN, k) - 18];
  return word(place, "tap the letter that glows brightest", "gradient through", {
    anchor: "end",
    size: 16,
  });
}

/** The letter that the reader chose, as long as the picture shows what was asked. */
export function drawMine(room, scene) {
  const { answered, reply, guess, at, shows, pointed, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { show } = constants.question;
  const opacity = at === show.at && shows === show.shows ? 1 : 0;
  const k = constants.ballots[guess];
  const [left, top] = [room.xOf(k) - 2, room.yOf(HIDDEN, k) - 3];
  const [x, y] = placeOver(room, scene, HIDDEN, k, 1);
  const hasNumber = k === pointed || k === topOf(scene, HIDDEN);
  const aside = hasNumber ? { anchor: "end", dx: -20 } : {};
  return [
    cell(left, top, room.widthOf(k) + 3, room.tile + 6, "clear ink dashed yours", {
      round: 4,
      opacity,
    }),
    !room.narrow && word([x, y], "you", "strong halo yours", { size: 15, opacity, ...aside }),
  ];
}

/** All of a row. */
export const drawRow = (room, scene, i) => [
  drawScale(room, scene, i),
  drawGlow(room, scene, i),
  drawHead(room, scene, i),
  drawBars(room, scene, i),
  Array.from(scene.constants.sentence, (_, k) => drawLetter(room, scene, i, k)),
  drawGhosts(room, scene, i),
  drawCursor(room, scene, i),
  drawReach(room, scene, i),
  i === HIDDEN && drawInvitation(room, scene),
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
    const name = `letter ${k + 1}, “${letter === " " ? "space" : letter}”`;
    const pick = cell(room.xOf(k), room.top, room.widthOf(k), room.height - room.top, "pick");
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
    const left = room.xOf(first);
    const wide = room.endOf(end - 1) - left;
    return cell(left, room.yOf(i, first), wide, room.tile + 4, "pick");
  });
  const text = sentence.slice(first, end).trim();
  return choice(marks, {
    to: { at: within ? earlier : Math.min(end, first + text.length) },
    name: `word “${text}”`,
    on: within,
    place: [0, n],
  });
}
