// One network: below the string that it reads, above it what it writes, and what is passed on.
import { curve, word } from "../widget/kit/picture.js";
import { ribbonsOf } from "./date_ribbons.js";
import { barsOf } from "./string_bars.js";
import { drawNeck, drawOpen } from "./string_neck.js";
import { LEAST, MOST, UNITS } from "./string_room.js";
import { drawFrames } from "./tapestry.js";

const SLOTS = MOST + LEAST; // letters that can be written

const px = (v) => (Math.round(10 * v) / 10).toString();

const LEVELS = 6; // of brightness: the fewer, the fewer shapes change

/** Faint numbers a little darker, so that it is seen how full a state is. */
const tone = (value) => (Math.sign(value) * Math.round(LEVELS * Math.abs(value) ** 0.6)) / LEVELS;

const columnsAt = (xs, states) => states.map(({ h }, k) => ({ x: xs[k], values: h.map(tone) }));

/** A state for each letter that is read; a narrow picture has no room for them. */
const drawEncoder = (room, { readStates }) =>
  room.encoder && [
    drawFrames(room.sourceXs, room.encoder, room.column, UNITS),
    barsOf(columnsAt(room.sourceXs, readStates), room.encoder, room.column),
  ];

/** A state for each letter that is written. */
function drawDecoder(room, { steps }, letters, hidden) {
  if (!room.decoder) return null;
  const states = hidden ? [] : steps.slice(0, letters).map(({ state }) => state);
  return [
    drawFrames(room.targetXs, room.decoder, room.column, UNITS),
    barsOf(columnsAt(room.targetXs, states), room.decoder, room.column),
  ];
}

/** From each written letter to the letters that it looks at. */
function drawRibbons(room, { steps }, letters, wrongs, attends) {
  if (!attends) return null;
  const looks = steps.slice(0, letters).map(({ look }) => look);
  const whole = looks.map(() => 1);
  const paths = ribbonsOf(looks, room, whole);
  return Array.from({ length: SLOTS }, (_, k) =>
    curve(paths[k] ?? "M0 0", wrongs[k] ? "wrong through" : "state through", {
      fill: "var(--hue)",
      opacity: 0.5,
    }),
  );
}

const MISSING = "–";

/** What stands at a place: a letter, "?" where it is withheld, or nothing where nothing is due. */
function letterAt(k, written, { due, hidden }) {
  if (k >= Math.max(due.length, written.length)) return "";
  if (hidden) return k < due.length ? "?" : "";
  return written[k] ?? MISSING;
}

function lookOf(letter, wrong, hidden) {
  if (wrong) return letter === MISSING ? "amiss" : "wrong";
  return hidden ? "quiet" : "output";
}

/** Behind the wrong letters. */
function drawWrongBoxes(room, places) {
  const half = px(0.46 * room.sourcePitch);
  const high = px(1.15 * room.type);
  const top = px(room.written - high / 2);
  const boxes = places.map(
    (k) => `M${px(room.targetXs[k] - half)} ${top}h${2 * half}v${high}h${-2 * half}z`,
  );
  return curve(boxes.join("") || "M0 0", "wrong through", {
    fill: "color-mix(in oklab, var(--wrong) 16%, var(--paper))",
  });
}

/** What is written: a wrong letter is red, struck through, and above it is the one that is due. */
function drawWritten(room, written, told) {
  const { wrongs, due, hidden } = told;
  const letters = Array.from({ length: SLOTS }, (_, k) => letterAt(k, written, told));
  const isWrong = letters.map((letter, k) => !hidden && letter !== "" && wrongs[k]);
  const size = room.type;
  return [
    drawWrongBoxes(
      room,
      [...isWrong.keys()].filter((k) => isWrong[k]),
    ),
    letters.map((letter, k) => {
      const x = room.targetXs[k] ?? 0;
      const look = lookOf(letter, isWrong[k], hidden);
      return [
        word([x, room.written], letter, `${look} strong through`, { size, dy: 0.33 * size }),
        room.due &&
          isWrong[k] &&
          word([x, room.due], due[k] ?? MISSING, "quiet", { size: room.small }),
      ];
    }),
  ];
}

/** The string, letter by letter under its states; in red what does not come back. */
const drawReads = (room, text, { lost }) =>
  Array.from(text, (letter, k) =>
    word([room.sourceXs[k], room.reads], letter, `${lost[k] ? "lost" : "input"} strong`, {
      size: room.type,
      dy: 0.33 * room.type,
    }),
  );

/** What the panel is, and how many letters come out wrong. */
function drawHeading(room, name, { wrongs, hidden }) {
  const count = wrongs.filter(Boolean).length;
  const verdict = count ? `${count} wrong` : "no mistake";
  const look = count ? "amiss strong" : "output strong";
  return [
    word([room.left, room.heading], name, "strong", { anchor: "start", size: room.head }),
    word([room.right, room.heading], hidden ? "" : verdict, look, {
      anchor: "end",
      size: room.head,
    }),
  ];
}

/** With one vector the last state goes on alone, and all letters are made of it. */
function drawPassed(room, { readStates }, told) {
  const { h, c } = readStates.at(-1);
  const vector = { h: h.map(tone), c: c.map((x) => tone(Math.tanh(x))) };
  return drawNeck(room, vector, told);
}

/** A border of what the panel passes on, so that both panels are seen as two. */
const drawGround = (room) =>
  curve(`M${px(room.left)} ${px(room.heading + 14)}H${px(room.right)}`, "quiet thin through", {
    opacity: 0.2,
  });

/** All of a panel: `run` is what the network did, `told` what of it was wrong or is withheld. */
export function drawPanel(room, { name, text, written, run, attends, told }) {
  return [
    drawGround(room),
    drawHeading(room, name, told),
    attends ? drawOpen(room) : drawPassed(room, run, told),
    drawRibbons(room, run, written.length, told.wrongs, attends),
    drawEncoder(room, run),
    drawDecoder(room, run, written.length, told.hidden),
    drawWritten(room, written, told),
    drawReads(room, text, told),
  ];
}
