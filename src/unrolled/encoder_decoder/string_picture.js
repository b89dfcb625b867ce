// The picture: the share of strings that come back right, by length; below it one of them.
import { axis } from "../widget/kit/axes.js";
import { cell, curve, grip, word } from "../widget/kit/picture.js";

const LEAST = 2; // letters
const MOST = 20;

const WIDE = {
  narrow: false,
  width: 880,
  height: 438,
  left: 124,
  pitch: 37,
  top: 32, // of the shares: all strings
  floor: 208, // none
  reads: 276,
  attention: 341,
  vector: 406,
  type: 27,
  small: 15,
};
const NARROW = {
  narrow: true,
  width: 360,
  height: 384,
  left: 12,
  pitch: 16.8,
  top: 34,
  floor: 160,
  reads: 230,
  attention: 293,
  vector: 356,
  type: 19,
  small: 14,
};

const px = (v) => (Math.round(10 * v) / 10).toString();

function roomOf(narrow) {
  const form = narrow ? NARROW : WIDE;
  const xOf = (n) => form.left + form.pitch * (n - 0.5); // the middle of letter n
  const yOf = (share) => form.floor + (form.top - form.floor) * share;
  const lengthAt = (x) => Math.round((x - form.left) / form.pitch + 0.5);
  return { ...form, xOf, yOf, lengthAt, right: form.left + form.pitch * MOST };
}

const pathOf = (room, shares) =>
  `M${shares
    .map((share, n) => `${px(room.xOf(n + 1))} ${px(room.yOf(share))}`)
    .slice(LEAST - 1)
    .join("L")}`;

/** The ground of the shares, and how far training went. */
function drawGround(room, { constants }) {
  const { left, right, top, floor, small } = room;
  const end = left + room.pitch * constants.trained;
  const [share, trained] = room.narrow
    ? ["share right", "in training"]
    : ["share of strings that come back right", "lengths in training"];
  const above = (x, text, anchor) => word([x, top - 12], text, "quiet", { anchor, size: small });
  return [
    cell(left, top, end - left, floor - top, "practised"),
    curve(`M${left} ${floor}H${right}`, "quiet thin"),
    [4, 8, 12, 16, 20].map((n) =>
      word([room.xOf(n), floor + 24], `${n}`, "quiet", { size: small, dy: 5 }),
    ),
    above(left, share, "start"),
    above(end, trained, "end"),
  ];
}

/** Both shares by length; that of one vector once it is guessed. */
function drawShares(room, { answered, length, constants: { shares } }) {
  const vector = answered ? pathOf(room, shares.vector) : "M0 0";
  const name = (at, text, look) =>
    word(at, text, `${look} halo`, { anchor: "start", size: room.small });
  const beside = [room.xOf(14) + 12, room.yOf(shares.attention[13]) - 2];
  const aside = [room.xOf(length > 7 ? 2 : 9.6), room.yOf(0.33)]; // where the handle's line is not
  return [
    curve(pathOf(room, shares.attention), "state", { width: 3 }),
    curve(vector, "ink dashed", { width: 2.5 }),
    name(beside, "attention", "state"),
    answered && name(aside, "one vector", "ink"),
  ];
}

/** The letters that are read, and the line that is pulled to make them more or fewer. */
function drawReads(room, { text, length }) {
  const { reads, type, floor, top } = room;
  const x = room.xOf(length);
  const letters = Array.from(text, (letter, k) =>
    word([room.xOf(k + 1), reads], letter, "input strong", { size: type, dy: type * 0.34 }),
  );
  const pull = ([at]) => ({ length: Math.max(LEAST, Math.min(MOST, room.lengthAt(at))) });
  return [
    curve(`M${px(x)} ${top}V${floor}`, "input", { width: 1.5 }),
    letters,
    grip([x, floor], pull, "input", { r: 10 }),
  ];
}

/** What a network writes: wrong letters red and struck through. */
function drawWritten(room, scene, kind) {
  const { written, wrongs, answered, text } = scene;
  const isHidden = kind === "vector" && !answered;
  const shown = isHidden ? "?".repeat(text.length) : written[kind];
  return Array.from({ length: MOST }, (_, k) => {
    const wrong = !isHidden && (wrongs[kind][k] ?? k >= text.length);
    const look = wrong ? "wrong strong" : `${isHidden ? "quiet" : "output"} strong`;
    return word([room.xOf(k + 1), room[kind]], shown[k] ?? "", look, {
      size: room.type,
      dy: room.type * 0.34,
    });
  });
}

/** Beside the rows, or on a phone above them, what they are. */
function drawNames(room) {
  const rows = [
    ["reads", "reads", "input"],
    ["attention", "with attention", "output"],
    ["vector", "one vector", "output"],
  ];
  return rows.map(([row, text, look]) => {
    const at = room.narrow ? [room.left, room[row] - 26] : [8, room[row]];
    return word(at, text, look, { anchor: "start", size: room.small, dy: room.narrow ? 0 : 5 });
  });
}

/** The length that was guessed. */
function drawGuess(room, { answered, guess, constants: { ballots } }) {
  if (!answered || guess == null) return null;
  const at = [room.xOf(ballots[guess]) - room.pitch / 2 - 4, room.yOf(0.55)];
  return [
    boxOf(room, ballots[guess], "yours"),
    word(at, "you", "ink halo yours", { anchor: "end", size: room.small }),
  ];
}

const boxOf = (room, n, kind = "") =>
  cell(
    room.xOf(n) - room.pitch / 2,
    room.top,
    room.pitch,
    room.floor - room.top,
    `clear ink dashed ${kind}`,
    { round: 5 },
  );

/** The lengths that can be tapped as a guess. */
export function drawBallots({ narrow, constants: { ballots } }) {
  const room = roomOf(narrow);
  return ballots.map((n) => [boxOf(room, n)]);
}

export function drawString(scene, says) {
  const room = roomOf(scene.narrow);
  return {
    size: [room.width, room.height],
    says,
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      drawGround(room, scene),
      drawGuess(room, scene),
      drawShares(room, scene),
      drawNames(room),
      drawWritten(room, scene, "attention"),
      drawWritten(room, scene, "vector"),
      drawReads(room, scene),
    ],
  };
}
