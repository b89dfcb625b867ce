// The stream of the gradient: as wide as what it carries is large; a dry bed where that is not known.
import { cell, curve, grip, word } from "../widget/kit/picture.js";
import { columnOf, gateOf, placeOf } from "./backward_room.js";

export const PALE = "color-mix(in oklab, var(--gradient) 42%, var(--paper))";
const LEAST = 2; // px of what is next to nothing

const lengthOf = (values) => (values ? Math.hypot(...values) : null);

/** How wide a vector is drawn; null where it is not known yet. */
export function widthOf({ river }, values) {
  const length = lengthOf(values);
  if (!length) return length;
  return Math.max(LEAST, Math.min(river.most, river.unit * length));
}

/** A band from one place to another, with a head where it arrives: level or upright. */
function drawBand({ river }, [x0, y0], [x1, y1], width, { fill, head = true }) {
  const u = Math.sign(x1 - x0);
  const v = Math.sign(y1 - y0);
  const half = width / 2;
  const neck = head ? river.head : 0;
  const x = x1 - u * neck;
  const y = y1 - v * neck;
  const flare = head ? half + Math.max(3, river.head * 0.4) : half;
  const at = (a, b, side) => `${(a - v * side).toFixed(2)} ${(b + u * side).toFixed(2)}`;
  const outline = [
    `M${at(x0, y0, half)}`,
    `L${at(x, y, half)}`,
    `L${at(x, y, flare)}`,
    `L${at(x1, y1, 0)}`,
    `L${at(x, y, -flare)}`,
    `L${at(x, y, -half)}`,
    `L${at(x0, y0, -half)}Z`,
  ];
  return curve(outline.join(""), "gradient", { fill });
}

/** What moves in a band that is wide enough. */
function drawMotion([x0, y0], [x1, y1], width) {
  const look = width < 9 ? "paper" : "paper flows";
  return curve(`M${x0} ${y0}L${x1} ${y1}`, look, { width: 2, opacity: width < 9 ? 0 : 0.75 });
}

/** A stretch of the stream: three marks, whatever is known of it. */
function drawStretch(room, from, to, values, look) {
  const width = widthOf(room, values);
  const end = [to[0] - Math.sign(to[0] - from[0]), to[1]];
  const bed = curve(`M${from.join(" ")}L${end.join(" ")}`, "quiet dashed", {
    width: 1.5,
    opacity: width ? 0 : 0.8,
  });
  if (!width) return [bed, null, null];
  const short = look.head === false ? 0 : room.river.head;
  const tip = [
    to[0] - short * Math.sign(to[0] - from[0]),
    to[1] - short * Math.sign(to[1] - from[1]),
  ];
  return [bed, drawBand(room, from, to, width, look), drawMotion(from, tip, width)];
}

/** What a step's own loss sends to its state, from above. */
function drawOwn(room, scene, t) {
  const x = columnOf(room, t);
  const top = room.stream - room.state.half[1];
  const { values } = scene.thing(`back_${t}`);
  return drawStretch(room, [x, room.error.tip], [x, top - 2], values, { fill: PALE });
}

/** From a state to its δ, and from there through the weights to the state before it. */
function drawMain(room, scene, t) {
  const y = room.stream;
  const x = columnOf(room, t);
  const [delta] = placeOf(room, `delta_${t}`);
  const { r } = room.delta;
  const wide = room.state.half[0];
  const full = { fill: "var(--gradient)" };
  const all = scene.thing(`delta_${t}`).values && scene.thing(`dh_${t}`).values;
  const first = drawStretch(room, [x - wide, y], [delta + r + 1, y], all, full);
  if (t === 1) return first;
  const [gate] = gateOf(room, t - 1);
  const later = scene.thing(`carry_${t - 1}`).values;
  const sent = later && scene.thing(`delta_${t}`).values;
  const before = columnOf(room, t - 1) + wide;
  return [
    first,
    drawStretch(room, [delta - r, y], [gate, y], sent, { ...full, head: false }),
    drawStretch(room, [gate, y], [before + 2, y], later, full),
  ];
}

/** After the last step there is nothing: a dry bed. */
function drawEnd(room) {
  const x = columnOf(room, 3) + room.state.half[0];
  const to = Math.min(room.size[0] - 2, x + room.aside.carry - 10);
  const bed = curve(`M${x} ${room.stream}L${to} ${room.stream}`, "quiet dashed", { width: 1.5 });
  const note = word([(x + to) / 2 + 6, room.stream - 15], "none", "quiet", { size: room.small });
  return [bed, room.words && note];
}

/** All of the stream. */
export const drawStream = (room, scene) => [
  [1, 2, 3].map((t) => drawOwn(room, scene, t)),
  [3, 2, 1].map((t) => drawMain(room, scene, t)),
  drawEnd(room),
];

/** The weights between two steps, as the jaws of a valve that is pulled open and shut. */
export function drawGate(room, { times, most }, t) {
  const [x, y] = gateOf(room, t);
  const { half, unit, wide, stem, size } = room.gate;
  const open = 2 + unit * times;
  const jaw = (top, high) =>
    cell(x - wide / 2, top, wide, high, "quiet", { round: wide / 2, fill: "var(--quiet)" });
  const pull = ([, at]) => ({
    times: Math.round(20 * Math.max(0, Math.min(most, (y - at - stem - 2) / unit))) / 20,
  });
  return [
    jaw(y - half, half - open),
    jaw(y + open, half - open),
    word([x + wide, y - half + 8], "<b>W</b><sub>hh</sub>", "strong", {
      anchor: "start",
      size,
    }),
    grip([x, y - open - stem], pull, "ink"),
  ];
}
