// The text with a bar over each letter, the model's past as a shaded window with a handle, the mean
// as a dashed line, and the distribution of the letter that is looked at.
import { cell, grip, horizontal, line, noGrip, pad, word } from "../widget/kit/picture.js";

export const visible = (letters) => letters.replaceAll(" ", "␣");

const START = { anchor: "start", dy: 4 };

function drawBar(room, { bits, missing, at }, t) {
  const isSeen = t < bits.length && !missing.includes(t);
  const high = isSeen ? room.heightOf(bits[t]) : 0;
  const { base } = room.rowOf(t);
  const bar = cell(room.leftOf(t) + 2, base - high, room.pitch - 4, high, "output through");
  const x = room.leftOf(t) + 1;
  const gap = cell(x, base - high + 8, room.pitch - 2, 4, "paper through");
  const isCut = isSeen && bits[t] > room.tallest; // a gap says that the bar is taller than drawn
  return [
    { ...bar, opacity: t === at ? 1 : 0.5 },
    { ...gap, opacity: isCut ? 1 : 0 },
  ];
}

function drawLetter(room, { read, at, missing }, t) {
  if (t >= read.length || missing.includes(t)) return null; // a ballot has its own
  const y = room.rowOf(t).base + room.tile / 2;
  const look = t === at ? "output strong through" : "ink through";
  return word([room.middleOf(t), y], visible(read[t]), look, {
    size: room.type,
    dy: room.type * 0.33,
  });
}

/** What the model sees of the text. */
function drawPast(room, { at, n }, t) {
  const isSeen = t < at && t >= at - n + 1;
  const tile = cell(room.leftOf(t), room.rowOf(t).base + 2, room.pitch, room.tile, "input through");
  return { ...tile, opacity: isSeen ? 0.28 : 0 };
}

function drawNow(room, { at }) {
  const { base } = room.rowOf(at);
  const look = "output clear through";
  return cell(room.leftOf(at), base + 2, room.pitch, room.tile, look, { round: 3 });
}

const NOTHING = Math.log2(34);

/** The axis of a row: bits, the surprise of one who knows nothing, and the mean. */
function drawRow(room, { bits, mean, hidden }, { base }, k) {
  const at = (value) => base - room.heightOf(value);
  const tick = (value) =>
    word([room.left - 5, at(value)], `${value}`, "quiet through", {
      anchor: "end",
      dy: 4,
      size: room.small,
    });
  const isUsed = k * room.columns < bits.length;
  const across = (y, look) =>
    line(
      horizontal(y, room.left, room.right).map(([x, to]) => [x, to]),
      look,
    );
  const rule = { ...across(at(mean), "output dashed through"), opacity: hidden || !isUsed ? 0 : 1 };
  return [
    across(base, "quiet thin through"),
    across(at(NOTHING), "quiet thin ghost through"),
    [0, 5, 10].map(tick),
    rule,
  ];
}

function drawNames(room, { hidden, empty, texts }) {
  const { rows, left, right, small: size } = room;
  const y = rows[0].top - 10;
  const mean = hidden || empty ? "" : `mean ${texts.mean} bits: perplexity ${texts.perplexity}`;
  return [
    word([left, y], "surprise in bits", "quiet through", { ...START, size }),
    word([right, y], mean, "output through", { anchor: "end", dy: 4, size }),
    word(room.note, "thin line: knows nothing", "quiet through", { ...START, size }),
  ];
}

const NARROWEST = 15; // px of a segment that has room for its letter

/** The segments of the strip: the likely letters, the one that came, and all others as one. */
function segmentsOf({ expected, read, at, constants }, width) {
  const { letters } = constants;
  const came = letters.indexOf(read[at]);
  const order = expected.map((_, code) => code).sort((a, b) => expected[b] - expected[a]);
  const isShown = (code) => code === came || expected[code] * width >= NARROWEST;
  const segments = order.filter(isShown).map((code) => ({
    name: visible(letters[code]),
    share: expected[code],
    isCame: code === came,
  }));
  const rest = 1 - segments.reduce((sum, { share }) => sum + share, 0);
  return [...segments, { name: `${order.length - segments.length} more`, share: rest }];
}

function drawSegment(room, left, wide, { name, isCame }) {
  const { top, high } = room.strip;
  const look = isCame ? "output through" : "quiet clear thin through";
  const hasRoom = wide >= Math.max(NARROWEST, 9 * name.length);
  const where = [left + wide / 2, top + high / 2];
  return [
    cell(left, top, wide, high, look),
    word(where, hasRoom ? name : "", isCame ? "paper strong through" : "ink through", {
      size: name.length > 1 ? room.small : room.type * 0.8,
    }),
  ];
}

/** All letters that could have come, each as wide as it was likely; the one that came is filled. */
function drawStrip(room, scene) {
  const { at, missing, texts } = scene;
  const { top, high, caption } = room.strip;
  const isSecret = missing.includes(at);
  const width = room.right - room.left;
  const told = `expected after ${texts.pastPlain}`;
  const came = isSecret ? "" : `; what came had ${texts.chance}`;
  let x = room.left;
  const parts = segmentsOf(scene, width).map((segment) => {
    x += segment.share * width;
    return drawSegment(room, x - segment.share * width, segment.share * width, segment);
  });
  return [
    word([room.left, caption], told + came, "quiet through", { ...START, size: room.small }),
    isSecret ? cell(room.left, top, width, high, "output clear thin through") : parts,
  ];
}

/** The window's left edge, pulled: how many letters before this one the model sees. */
function drawHandle(room, { at, n, constants }) {
  const first = Math.max(0, at - n + 1);
  const { base } = room.rowOf(first);
  const pull = (place) => {
    const back = Math.round((room.leftOf(at) - place[0]) / room.pitch);
    const whole = at - room.nearestTo([place[0] + room.pitch / 2, place[1]]);
    const wanted = room.rows.length > 1 && first % room.columns !== 0 ? whole : back;
    const seen = wanted < at ? wanted + 1 : Math.max(n, at + 1); // there is nothing before the text
    return { n: Math.max(1, Math.min(constants.longest, seen)) };
  };
  return grip([room.leftOf(first), base + 5 + room.tile], pull, "input", { r: 7 });
}

/** The text under its bars, and what the model sees of it. */
export function drawText(room, scene) {
  const all = scene.codes.map((_, t) => t);
  return [
    room.rows.map((row, k) => drawRow(room, scene, row, k)),
    all.map((t) => drawBar(room, scene, t)),
    all.map((t) => drawPast(room, scene, t)),
    all.map((t) => drawLetter(room, scene, t)),
    drawNow(room, scene),
    drawNames(room, scene),
    drawStrip(room, scene),
  ];
}

/** A tap on a letter or on its bar looks at it; the handle pulls the window. */
export function drawHands(room, scene) {
  const { rows, left, right, tile } = room;
  const last = scene.read.length - 1;
  const look = (place) => ({ at: Math.min(last, room.nearestTo(place)) });
  const high = rows.at(-1).base + tile + 6;
  const tapped = pad(left, 4, right - left, high, look, { taps: true });
  // Before the answer a tap is a guess.
  return [scene.hidden ? noGrip : tapped, drawHandle(room, scene)];
}

/** Before the answer: four letters that can be tapped as a guess. */
export function drawBallots(room, { hidden, constants, read }) {
  if (!hidden) return [];
  return constants.marked.map((t) => {
    const { base, top } = room.rowOf(t);
    const y = base + room.tile / 2;
    return [
      cell(room.leftOf(t) - 3, top + 8, room.pitch + 6, base - top + room.tile - 4, "pick"),
      cell(room.leftOf(t), base - 60, room.pitch, 58, "hollow output", { round: 5 }),
      word([room.middleOf(t), base - 31], "?", "output strong", { size: room.type }),
      word([room.middleOf(t), y], read[t], "output strong", {
        size: room.type,
        dy: room.type * 0.33,
      }),
    ];
  });
}
