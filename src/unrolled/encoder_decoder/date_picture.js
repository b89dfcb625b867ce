// The picture: letters and states of the encoder below, of the decoder above, and what is between.
import { axis } from "../widget/kit/axes.js";
import { cell, choice, curve, line, word } from "../widget/kit/picture.js";
import { drawNeck } from "./date_neck.js";
import { LIMIT } from "./date_result.js";
import { ribbonsOf } from "./date_ribbons.js";
import { UNITS } from "./date_room.js";
import { drawFrames, tapestry } from "./tapestry.js";

const FAINT = 0.38; // a letter not yet read

const seen = (mark, isSeen, opacity = 1) => ({ ...mark, opacity: isSeen ? opacity : 0 });

const widthOf = (pitch, room) => Math.min(pitch * 0.8, room.narrow ? 13 : 34);

function drawEncoder({ room, readStates, readShares }) {
  const wide = widthOf(room.sourcePitch, room);
  const columns = readStates.map(({ h }, j) => ({
    x: room.sourceXs[j],
    values: h,
    share: readShares[j],
  }));
  return [
    drawFrames(room.sourceXs, room.encoder, wide, UNITS),
    tapestry(columns, room.encoder, wide),
  ];
}

function drawDecoder({ room, steps, writeShares }) {
  const wide = widthOf(room.targetPitch, room);
  const columns = steps.map(({ state }, k) => ({
    x: room.targetXs[k],
    values: state.h,
    share: Math.max(0, Math.min(1, (writeShares[k] - 0.4) / 0.6)),
  }));
  return [
    drawFrames(room.targetXs.slice(0, steps.length), room.decoder, wide, UNITS),
    tapestry(columns, room.decoder, wide),
  ];
}

/** The ribbons that stand out: of the letter that is shown, or to the part that is pointed at. */
function emphasisOf({ shown, pointed, spans }) {
  const span = spans[pointed];
  if (span) return (_, j) => j >= span[0] && j <= span[1]; // after a word its state has all of it
  return shown === null ? null : (k) => k === shown;
}

function drawRibbons(scene) {
  const { room, steps, attends, hidden, writeShares } = scene;
  const looks = attends && !hidden ? steps.map(({ look }) => look) : [];
  const shares = writeShares.map((share) => Math.min(1, share / 0.6));
  const strong = emphasisOf(scene);
  const draw = (paths, opacity) =>
    Array.from({ length: LIMIT }, (_, k) =>
      curve(paths[k] ?? "M0 0", "state through", { fill: "var(--hue)", opacity }),
    );
  return [
    draw(ribbonsOf(looks, room, shares), strong ? 0.12 : 0.45),
    draw(strong ? ribbonsOf(looks, room, shares, strong) : [], 0.88),
  ];
}

/** Before the answer: as if it looked at every letter alike. */
function drawGhosts({ room, text, hidden, constants }) {
  if (!hidden) return curve("M0 0", "quiet through", { fill: "var(--hue)", opacity: 0 });
  const even = Array.from(text, () => 1 / text.length);
  const own = { ...room, targetXs: [room.targetXs[constants.asked.letter]] };
  const [path] = ribbonsOf([even], own, [1]);
  return curve(path, "quiet through", { fill: "var(--hue)", opacity: 0.16 });
}

/** A letter that is read. */
function drawSource({ room, text, readShares }) {
  return Array.from(text, (letter, j) =>
    word([room.sourceXs[j], room.read], letter, "input strong through", {
      size: Math.max(room.narrow ? 13 : 14, Math.min(room.source, 1.5 * room.sourcePitch)),
      opacity: readShares[j] > 0.3 ? 1 : FAINT,
    }),
  );
}

/** Under the words of a date what they are; a tap takes the next. */
function drawParts({ room, spans, spins }) {
  return Object.entries(spans).map(([part, [from, to]], n) => {
    const left = room.sourceXs[from] - room.sourcePitch * 0.42;
    const right = room.sourceXs[to - 1] + room.sourcePitch * 0.42;
    const middle = (left + right) / 2;
    const half = Math.max((right - left) / 2, room.tap);
    const under = [left, right].map((x) => [x, room.bracket]);
    const top = room.encoderFloor + 2;
    return choice(
      [
        cell(middle - half, top, 2 * half, room.height - top, "pick"),
        line(under, "input thin turn"),
        word([middle, room.role], `${part} ▸`, "input turn", { size: room.small }),
      ],
      { to: spins[part], name: `Next ${part}`, over: part, place: [1, n] },
    );
  });
}

const shownLetter = (letter) => (letter === "." ? "stop" : letter);

/** A letter that is written; a wrong one in red, struck through, below the one that is due. */
function drawWritten(scene, k) {
  const { room, letters, wrongs, due, writeShares, shown, hidden, look, attends, constants } =
    scene;
  const letter = letters[k];
  const isAsked = hidden && k === constants.asked.letter; // kept back until it is guessed
  const isThere = letter !== undefined && writeShares[k] > 0.55 && !isAsked;
  const x = room.targetXs[k];
  const wrong = isThere && wrongs[k];
  const kind = wrong ? "wrong" : "output";
  const text = isAsked ? "?" : (isThere && shownLetter(letter)) || "";
  const size = letter === "." && isThere ? room.stop : room.type;
  const half = Math.min(room.targetPitch, room.narrow ? 30 : 60) / 2;
  const high = room.type * 1.3;
  const isOn = shown === k && isThere && attends;
  const marks = [
    cell(x - half, room.written - high / 2, 2 * half, high, "pick", { round: 6 }),
    seen(
      cell(x - half, room.written - high / 2, 2 * half, high, "state wash through", { round: 6 }),
      isOn,
    ),
    word([x, room.written], text, `${kind} strong through`, { size, dy: size * 0.34 }),
    word([x, room.due], wrong ? (due[k] ?? "–") : "", "quiet through", { size: room.small }),
  ];
  if (!isThere || !attends) return marks;
  return choice(marks, {
    to: { look: look === k + 1 ? 0 : k + 1 },
    on: look === k + 1,
    over: `letter ${k}`,
    place: [0, k],
    name: `Written letter ${k + 1}: ${shownLetter(letter)}`,
    held: scene.helds[k],
  });
}

/** Beside the rows what they are. */
function drawNames({ room, narrow }) {
  if (narrow) return null;
  const name = (y, text, look) => word([8, y], text, look, { anchor: "start", size: 16 });
  return [
    name(room.written, "writes", "output"),
    name((room.decoder[0] + room.decoderFloor) / 2, "decoder", "state"),
    name((room.encoder[0] + room.encoderFloor) / 2, "encoder", "state"),
    name(room.read, "reads", "input"),
  ];
}

export function drawPicture(scene, says) {
  const { room } = scene;
  return {
    size: [room.width, room.height],
    says,
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      drawNeck(scene),
      drawGhosts(scene),
      drawRibbons(scene),
      drawGuess(scene),
      drawEncoder(scene),
      drawDecoder(scene),
      drawNames(scene),
      drawParts(scene),
      drawSource(scene),
      Array.from({ length: LIMIT }, (_, k) => k < room.targetXs.length && drawWritten(scene, k)),
    ],
  };
}

/** A dashed box around a word and its states. */
function boxOf(room, [from, to], kind = "") {
  const left = room.sourceXs[from] - room.sourcePitch / 2 - 1;
  const right = room.sourceXs[to - 1] + room.sourcePitch / 2 + 1;
  const top = room.encoder[0] - 3;
  return cell(left, top, right - left, room.bracket - top - 2, `clear ink dashed through ${kind}`, {
    round: 6,
  });
}

/** Where the words of the question are: in another date of its wording, those in their places. */
function askedSpans({ text, date, spans, constants }) {
  const { form } = constants.asked;
  if (date?.form !== form) return [];
  const of = text.indexOf(" of ") + 1;
  return [spans.day, [of, of + 2], spans.month, spans.year];
}

/** The words that can be tapped as a guess. */
export const drawOffered = (scene) => askedSpans(scene).map((span) => [boxOf(scene.room, span)]);

/** The word that was guessed, as long as the date is the one that was asked about. */
function drawGuess({ room, text, answered, guess, constants }) {
  const span = constants.asked.spans[guess ?? 0];
  const isSeen = Boolean(answered) && guess != null && text === constants.asked.text;
  if (!isSeen) return null;
  const at = [room.sourceXs[span[0]] - room.sourcePitch / 2, room.encoder[0] - 12];
  return [
    boxOf(room, span, "yours"),
    word(at, "you", "ink through halo yours", { anchor: "start", size: room.small }),
  ];
}
