// What is written at the strips of the pulse: names, what arrives, what is left at the flag.
import { short } from "../widget/kit/numbers.js";
import { cell, curve, word } from "../widget/kit/picture.js";
import { priceOf } from "./pulse_prices.js";
import { DARK, drawnLength, firstBelow, NOTICED } from "./pulse_room.js";

export const TAB = 42; // px that a switch takes before its name
const CHIP = 20; // px: how high a reading is

const tenth = (x) => Math.round(10 * x) / 10;
const widthOf = (text, type) => 0.56 * type * text.length;

/** What has arrived at the first step, once the pulse is there. */
const arrivedAt = ({ answered, back, steps, norms }, i) =>
  answered === true && back >= steps ? short(norms[i][steps]) : "";

/** A name, a line for each of its parts, and below it what arrives; left of the strip. */
function drawBeside(room, scene, i) {
  const { name } = scene.constants.strips[i];
  const { ghost } = scene.constants;
  const lines = name.split(", ");
  const top = room.middleOf(i) - (lines.length > 1 ? 30 : 12);
  const at = (row, html, look, size = room.type) =>
    word([room.nameAt, tenth(top + 18 * row)], html, look, { anchor: "start", size });
  return [
    lines.map((line, row) => at(row, line, "strong halo through")),
    at(lines.length + 0.15, arrivedAt(scene, i), "gradient strong", room.type + 2),
    ghost?.strip === i && drawGhostName(room, scene, tenth(top + 18 * (lines.length + 1.2))),
  ];
}

/** What has arrived in the other cell, after a piece of its line. */
function drawGhostName(room, scene, y) {
  const { name } = scene.constants.ghost;
  const html = ghostText(scene).replace(`${name} `, `${name.split(" ").at(-1)} `);
  const { nameAt: x, type } = room;
  return [
    curve(`M${x} ${y}h22`, "ink dashed", { width: 1.5, opacity: html ? 0.8 : 0 }),
    word([x + 27, y], html, "quiet", { anchor: "start", size: type - 2 }),
  ];
}

/** What has arrived in the other cell that a strip is compared with. */
const ghostText = ({ answered, back, steps, constants, ghost }) =>
  answered === true && back >= steps ? `${constants.ghost.name} ${short(ghost[steps])}` : "";

/** In a narrow picture, or on a desk of remedies: the name in the row above a strip. */
function placeOfName(room, scene, i) {
  const { name, way } = scene.constants.strips[i];
  const start = room.nameAt + (way && way !== "tanh" ? TAB : 0);
  return { start, end: start + 1.06 * widthOf(name, room.type) };
}

/** A strip whose switch is off repeats that of tanh, and needs no numbers of its own. */
function isRepeated({ constants, ...scene }, i) {
  const { way } = constants.strips[i];
  return way !== undefined && way !== "tanh" && !(scene[way] > 0);
}

/** How wide a reading is with its background. */
const chipWidth = (room, text) => widthOf(text, room.type) + 0.8 * room.type;

/** What is written at the end of that row: what its way costs, or, if it fits, the other cell. */
function textAtEnd(room, scene, i) {
  if (scene.constants.ghost?.strip !== i) return priceOf(scene, i);
  const text = ghostText(scene);
  const reading = short(scene.norms[i][Math.round(scene.pointed ?? scene.lag)]);
  const start = placeOfName(room, scene, i).end + 6 + chipWidth(room, reading) + 8;
  return start + widthOf(text, room.type - 1) > room.xOf(0.4) ? "" : text;
}

/** Where that text begins in a narrow picture; a wide one has it after the name. */
function endOfRow(room, scene, i) {
  const text = room.narrow ? textAtEnd(room, scene, i) : "";
  return room.xOf(0.4) - (text ? widthOf(text, room.type - 1) + 8 : 0);
}

/** In a wide picture: what a way costs, after its name and never under what is read. */
function placeOfPrice(room, scene, i) {
  const text = priceOf(scene, i);
  const wide = 0.48 * (room.type - 1) * text.length;
  const start = placeOfName(room, scene, i).end + 12;
  const reading = readingAtFlag(room, scene, i);
  const isFree = !reading || reading.left > start + wide + 8;
  const from = isFree ? start : reading.left + reading.wide + 10;
  return { text, start: from, end: text ? from + wide : start };
}

/** A name after its switch, what its way costs, and left of the strip what arrives. */
function drawHeader(room, scene, i) {
  const { strips, ways } = scene.constants;
  const { type, narrow } = room;
  const y = room.nameOf(room.middleOf(i));
  const at = (x, html, look, size, anchor = "start") => word([x, y], html, look, { anchor, size });
  const isFree = ways && scene.clip === 0; // no sum is in its place
  const arrived = isFree && !isRepeated(scene, i) ? arrivedAt(scene, i) : "";
  const price = narrow ? null : placeOfPrice(room, scene, i);
  return [
    at(placeOfName(room, scene, i).start, strips[i].name, "strong halo through", type),
    narrow
      ? at(room.xOf(0.5), textAtEnd(room, scene, i), "quiet", type - 1, "end")
      : at(tenth(price.start), price.text, "quiet", type - 1),
    word([room.left - (narrow ? 3 : 8), room.middleOf(i)], arrived, "gradient strong", {
      anchor: "end",
      size: narrow ? type - 2 : type + 2,
    }),
  ];
}

/** The name of a strip, and with it what arrives and what its way costs. */
export function drawNames(room, scene, i) {
  return room.besides ? drawBeside(room, scene, i) : drawHeader(room, scene, i);
}

// Over the cells: what is left at the flag, and what it means that cells are dark

/** The reading of a strip at so many steps back: where it is, above the cells and off the pole. */
function readingOf(room, scene, i, lag) {
  const { answered, back, steps, norms } = scene;
  if (!answered || lag > back || (lag === steps && !room.narrow)) return null; // told on the left
  if (isRepeated(scene, i)) return null;
  const text = short(norms[i][Math.round(lag)]);
  const wide = chipWidth(room, text);
  const x = room.xOf(lag);
  const side = x + 5 * room.type < room.xOf(0) + 8 ? 1 : -1;
  const middle = room.middleOf(i);
  const wanted = side > 0 ? x + 4 : x - 4 - wide;
  if (!room.besides) {
    const right = endOfRow(room, scene, i);
    const left = Math.min(Math.max(wanted, placeOfName(room, scene, i).end + 6), right - wide);
    return { text, left, wide, y: room.nameOf(middle) };
  }
  const near = norms[i].slice(Math.max(0, Math.round(lag) - 4), Math.round(lag) + 5);
  const high = 0.5 * room.unit * Math.max(1, ...near.map(drawnLength));
  return { text, left: wanted, wide, y: Math.max(room.nameOf(middle), middle - high - 14) };
}

/** The reading at the column that is pointed at, or at the flag. */
const readingAtFlag = (room, scene, i) => readingOf(room, scene, i, scene.pointed ?? scene.lag);

/** What is left at so many steps back, above each strip. */
export function drawReadings(room, scene, lag) {
  return scene.norms.map((_, i) => {
    const found = readingOf(room, scene, i, lag);
    if (!found) return [false, false];
    const { text, left, wide, y } = found;
    return [
      cell(tenth(left), tenth(y - CHIP / 2), tenth(wide), CHIP, "paper", { round: 5 }),
      word([tenth(left + wide / 2), tenth(y)], text, "strong", { size: room.type }),
    ];
  });
}

/** Where a note may begin: at the strip, or after what is written in the row above it. */
function startOfNote(room, scene, i) {
  if (room.besides) return room.left;
  const { end } = room.narrow ? placeOfName(room, scene, i) : placeOfPrice(room, scene, i);
  return end + 12;
}

/** What it means that cells are dark: a text above them, unless a reading is there. */
export function noteOf(room, scene, i) {
  const { norms, back } = scene;
  const gone = firstBelow(norms[i], NOTICED);
  const dark = firstBelow(norms[i], DARK);
  const lag = gone > 0 ? gone : dark;
  if (lag < 0 || back < lag || isRepeated(scene, i)) return null;
  const text = gone > 0 ? "← lost in a float32 sum" : "← below a thousandth";
  const long = 0.5 * room.type * text.length;
  const start = Math.max(startOfNote(room, scene, i), room.xOf(lag) - long);
  const reading = readingAtFlag(room, scene, i);
  const isFree =
    !reading || reading.left > start + long + 6 || reading.left + reading.wide < start - 6;
  const end = start + long;
  if (!isFree || end > endOfRow(room, scene, i)) return null;
  const middle = room.middleOf(i);
  const y = room.besides ? tenth(middle - 0.5 * room.unit - 13) : room.nameOf(middle);
  return { text, start, end, y };
}

/** The note of a strip whose cells are dark. */
export function drawNote(room, scene, i) {
  const note = noteOf(room, scene, i);
  if (!note) return false;
  return word([note.start, note.y], note.text, "quiet", { anchor: "start", size: room.type - 1 });
}

/** A pole from the flag down through the strips: it leaves out what is written over them. */
export function polePath(room, scene, x, top) {
  const { strips } = scene.constants;
  if (!room.besides) {
    const half = 0.5 * room.unit + 3;
    const pieces = strips.map((_, i) => {
      const middle = room.middleOf(i);
      return `M${x} ${tenth(middle - half)}V${tenth(middle + half)}`;
    });
    return `M${x} ${top}V${top + 22}${pieces.join("")}`;
  }
  const gaps = strips.flatMap((_, i) => {
    const note = noteOf(room, scene, i);
    const isIn = note && x > note.start - 4 && x < note.end + 6;
    return isIn ? `V${tenth(note.y - 12)}M${x} ${tenth(note.y + 10)}` : "";
  });
  return `M${x} ${top}${gaps.join("")}V${room.ground - 2}`;
}

/** The edge of another cell's pulse around the cells of a strip, once it has arrived. */
export function drawGhost(room, { ghost, constants, back, steps, answered }) {
  if (!constants.ghost) return false;
  const middle = room.middleOf(constants.ghost.strip);
  const edge = (sign) =>
    ghost
      .map((norm, lag) => [room.xOf(lag), middle + sign * 0.5 * room.unit * drawnLength(norm)])
      .slice(1)
      .map(([x, y]) => `${tenth(x)} ${tenth(y)}`)
      .join("L");
  const isThere = answered === true && back >= steps;
  return curve(`M${edge(-1)}M${edge(1)}`, "ink dashed", { width: 1.5, opacity: isThere ? 0.8 : 0 });
}
