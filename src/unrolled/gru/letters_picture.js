// One row a network: a sentence whose letters glow, and around it what the network expects.
import { roundPixel } from "../widget/kit/dom.js";
import { short } from "../widget/kit/numbers.js";
import { cell, choice, curve, line, word } from "../widget/kit/picture.js";
import { SHOWN, wordsOf } from "./letters_read.js";

export const HIDDEN = 1; // the GRU: its row is the answer

/** A letter, seen if it is a space. */
export const visible = (letter) => (letter === " " ? "␣" : letter);

const lookOf = ({ shows }) => (shows === "swap" ? "input" : "gradient");

/** What glows at letter k of row i; 0 where it has not been read, or where it is the answer. */
const glowOf = ({ at, looks, answered }, i, k) =>
  k < at && (i !== HIDDEN || answered) ? looks[i].row[k] : 0;

/** A letter, and the glow behind it. */
function drawLetter(room, scene, i, k) {
  const { at, shows, answered, constants } = scene;
  const letter = constants.sentence[k];
  const value = glowOf(scene, i, k);
  const bright = value > 0 ? SHOWN[shows].glow(value) : 0;
  const x = room.xOf(k);
  const y = room.yOf(i, k);
  const wide = room.pitch - 1;
  const tapped = i === HIDDEN && !answered && constants.ballots.includes(k); // it has its own frame
  const ink = bright > 0.75 ? "paper through strong" : "through";
  return [
    cell(x, y, wide, room.tile, lookOf(scene), { round: 3, opacity: 0.92 * bright }),
    word([x + wide / 2, y + room.tile / 2], tapped ? "" : letter, k < at ? ink : "quiet through", {
      size: room.type,
    }),
  ];
}

/** How high the bar of a value is. */
const barOf = (room, { shows }, value) =>
  value > 0 ? (room.bars - 18) * SHOWN[shows].height(value) : 0;

/** The bars over a row, one path of all: each stands on its letter. */
function drawBars(room, scene, i) {
  const bars = Array.from(scene.constants.sentence, (_, k) => {
    const left = roundPixel(room.xOf(k));
    const ground = roundPixel(room.yOf(i, k) - 3);
    const top = roundPixel(ground - barOf(room, scene, glowOf(scene, i, k)));
    return `M${left} ${ground}V${top}H${roundPixel(left + room.pitch - 1)}V${ground}Z`;
  });
  return curve(bars.join(""), lookOf(scene), { fill: "var(--hue)" });
}

/** The chosen letter, the one that is to be predicted, and the one that glows strongest. */
function drawFrames(room, scene, i) {
  const { at, looks, constants, answered } = scene;
  const hidden = i === HIDDEN && !answered;
  const frame = (k, look, inset = 0) =>
    cell(
      room.xOf(k) - 1 + inset,
      room.yOf(i, k) - 1,
      room.pitch + 1 - 2 * inset,
      room.tile + 2,
      look,
      { round: 4 },
    );
  const look = looks[i];
  const top = at - 1 - look.back;
  const number = word(
    [room.xOf(top) + room.pitch / 2, room.yOf(i, top) - 13 - barOf(room, scene, look.top)],
    short(look.top),
    "strong halo",
    { size: 14 },
  );
  return [
    frame(at - 1, "clear ink"),
    at < constants.sentence.length && frame(at, "clear output dashed", 1.5),
    !hidden && room.bars > 0 && number,
  ];
}

/** Under a row: thick where half of the glow is, thin where 99 % of it is. */
function drawReach(room, scene, i) {
  const { at, looks, answered } = scene;
  const { half, most } = looks[i];
  if (i === HIDDEN && !answered) return [false, false, false];
  const y = room.yOf(i, at - 1) + room.tile + 7;
  const end = room.xOf(at - 1) + room.pitch - 1;
  const from = (letters) => room.xOf(at - letters);
  const rightwards = at <= 40;
  const place = rightwards ? [end + 7, y] : [from(most) - 7, y];
  const stroke = (letters, look) =>
    line(
      [
        [from(letters), y],
        [end, y],
      ],
      look,
    );
  return [
    stroke(most, "ink thin"),
    stroke(half, "ink thick"),
    word(place, `half in ${half}, 99 % in ${most}`, "quiet", {
      anchor: rightwards ? "start" : "end",
      size: 14,
    }),
  ];
}

/** The three letters that the network expects, likeliest first. */
function drawNext(room, { looks }, i) {
  const { next, chances } = looks[i];
  const x = room.width - 2;
  const y = room.yOf(i, 0);
  const head = word([x, y - 46], i === 0 ? "expected" : "", "quiet", { anchor: "end", size: 14 });
  const three = next.map((letter, n) =>
    word(
      [x, y - 22 + 20 * n],
      `<b>${visible(letter)}</b> ${Math.round(100 * chances[n])} %`,
      "output",
      {
        anchor: "end",
        size: 15,
      },
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
  const { half, most, next, chances } = looks[i];
  const y = room.yOf(i, 0) - 12;
  const reach = i === HIDDEN && !answered ? "" : `half in ${half}, 99 % in ${most}`;
  const expects = `${visible(next[0])} ${Math.round(100 * chances[0])} %`;
  return [
    word([room.left, y], name, "strong", { anchor: "start", size: 15 }),
    word([room.width / 2 + 6, y], reach, "quiet", { size: 14 }),
    word([room.width - room.left, y], `→ <b>${expects}</b>`, "output", { anchor: "end", size: 14 }),
  ];
}

/** All of a row. */
export const drawRow = (room, scene, i) => [
  drawHead(room, scene, i),
  Array.from(scene.constants.sentence, (_, k) => drawLetter(room, scene, i, k)),
  !room.narrow && drawBars(room, scene, i),
  drawFrames(room, scene, i),
  !room.narrow && drawReach(room, scene, i),
];

/** A letter that is pointed at while another is chosen; once that changes it counts no more. */
const overOf = (letter, at) => `${letter} from ${at}`;

/** The letter that is seen: the one that is pointed at, else the chosen one. */
export function letterSeen({ pointed, at }) {
  const [letter, from] = (pointed ?? "").split(" from ").map(Number);
  return from === at ? letter : at;
}

/** What is pressed: a letter in all rows at once; on a phone a word, again for a letter earlier. */
export function drawPicks(room, { at, answered, constants }) {
  const { sentence, networks, ballots } = constants;
  if (room.narrow) return wordsOf(sentence).map((one, n) => pickWord(room, constants, at, one, n));
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
      over: k > 0 ? overOf(k + 1, at) : undefined, // before the first there is nothing to glow
    });
  });
}

function pickWord(room, { networks, sentence }, at, [first, length], n) {
  const end = first + length;
  const within = at > first && at <= end;
  const earlier = at - 1 > first ? at - 1 : end;
  const marks = networks.map((_, i) => {
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
