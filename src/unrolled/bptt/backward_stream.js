// The stream of the gradient: as wide as what it carries is large; a dry bed where that is unknown.
// From a state to the weights before it run two lanes: its own loss beside later ones.
import { cell, curve, grip, line, word } from "../widget/kit/picture.js";
import { columnOf, gateOf, placeOf } from "./backward_room.js";

export const PALE = "color-mix(in oklab, var(--gradient) 42%, var(--paper))";
const FULL = "var(--gradient)";
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

const SEEN = { width: 9, length: 36 }; // px of a band: from there on something moves in it

/** What moves in a band that is wide and long enough. */
function drawMotion([x0, y0], [x1, y1], width) {
  const isSeen = width >= SEEN.width && Math.hypot(x1 - x0, y1 - y0) >= SEEN.length;
  const look = isSeen ? "paper flows" : "paper";
  return curve(`M${x0} ${y0}L${x1} ${y1}`, look, { width: 2, opacity: isSeen ? 0.75 : 0 });
}

const DRY = "color-mix(in oklab, var(--line) 45%, var(--paper))";

/** An empty bed, level or upright: with dashed banks where it is not known yet what runs there. */
export function drawBed({ bed }, [x0, y0], [x1, y1], { isDry, isKnown }) {
  const half = bed / 2;
  const d =
    y0 === y1
      ? `M${x0} ${y0 - half}H${x1}V${y1 + half}H${x0}Z`
      : `M${x0 - half} ${y0}V${y1}H${x1 + half}V${y0}Z`;
  const look = isKnown ? "quiet" : "quiet dashed";
  return curve(d, look, { fill: DRY, width: isKnown ? 0 : 1.25, opacity: isDry ? 1 : 0 });
}

/** A stretch of the stream: three marks, whatever is known of it. */
function drawStretch(room, from, to, values, look) {
  const width = widthOf(room, values);
  const bed = drawBed(room, from, to, { isDry: !width, isKnown: width !== null });
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
  const top = room.stream - room.state.top;
  const { values } = scene.thing(`back_${t}`);
  return drawStretch(room, [x, room.error.tip], [x, top - 2], values, { fill: PALE });
}

/** How wide two lanes side by side are drawn: each as its own vector is long. */
function widthsOf({ river }, lengths) {
  const all = river.unit * (lengths[0] + lengths[1]);
  const shrunk = Math.min(1, river.most / (all || 1));
  return lengths.map((x) => (x === 0 ? 0 : Math.max(LEAST, river.unit * x * shrunk)));
}

const at = (x, y) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** A lane that becomes as wide as `after` on its way from one place to another. */
function drawNarrowing([x0, from, to], [top, bottom], after, fill) {
  const middle = (from + to) / 2;
  const bend = (y0, y1) => `C${at(middle, y0)} ${at(middle, y1)}`;
  const outline = [
    `M${at(x0, top)}`,
    `L${at(from, top)}`,
    `${bend(top, after[0])} ${at(to, after[0])}`,
    `L${at(to, after[1])}`,
    `${bend(after[1], bottom)} ${at(from, bottom)}`,
    `L${at(x0, bottom)}Z`,
  ];
  return curve(outline.join(""), "gradient", { fill });
}

/** Both lanes on their way from one place to another, where they are as wide as `after` says. */
function drawBoth(room, [x0, from, to], y, { widths, after, isKnown }) {
  const bed = drawBed(room, [x0, y], [to, y], { isDry: !widths, isKnown });
  if (!widths) return [bed, null, null, null, null];
  const [own, later] = widths;
  const heightsOf = ([a, b]) => [y - (a + b) / 2, y + (a - b) / 2, y + (a + b) / 2];
  const [top, split, bottom] = heightsOf(widths);
  const [above, between, below] = heightsOf(after);
  const places = [x0, from, to];
  const run = (height, width) => drawMotion([x0, height], [from, height], width);
  return [
    bed,
    own > 0 && drawNarrowing(places, [top, split], [above, between], PALE),
    later > 0 && drawNarrowing(places, [split, bottom], [between, below], FULL),
    run((top + split) / 2, own),
    run((split + bottom) / 2, later),
  ];
}

/** From a δ into the valve: together both lanes become as wide as what leaves it, if known. */
function drawIntoValve(room, [x0, y], gate, widths, out) {
  const share = widths && (out ?? 0) / (widths[0] + widths[1]);
  const places = [x0, Math.min(x0, gate + room.gate.neck), gate];
  const after = widths?.map((width) => share * width);
  return drawBoth(room, places, y, { widths, after, isKnown: out !== null });
}

/** How much of a state's gradient is its own loss's, and how much that of later ones. */
function sharesOfState({ run: { named } }, t) {
  return ["back", "carry"].map((kind) => Math.hypot(...named[`${kind}_${t}`]));
}

/** The same of its δ: each times the slope of tanh. */
function sharesOfError({ run: { named } }, t) {
  const slopes = named[`h_${t}`].map((h) => 1 - h * h);
  return ["back", "carry"].map((kind) =>
    Math.hypot(...named[`${kind}_${t}`].map((x, k) => slopes[k] * x)),
  );
}

/** How wide both lanes are; null where they are not known, or all is 0. */
const knownWidths = (room, lengths) =>
  lengths && lengths[0] + lengths[1] > 0 ? widthsOf(room, lengths) : null;

/** From the first state to its δ, where both lanes end: no higher than what they run into. */
function drawLast(room, y, [begin, delta], met, atDelta) {
  const { r, down } = room.delta;
  const mouth = down ? 0.6 * r : 1.5 * r;
  const widths = knownWidths(room, met);
  const after = knownWidths(room, atDelta);
  const shrunk = after && Math.min(1, mouth / (after[0] + after[1]));
  const end = down ? delta : delta + r;
  const level = begin - 0.15 * (begin - end);
  const ends = after?.map((width) => shrunk * width);
  const isKnown = met !== null;
  return drawBoth(room, [begin, level, end], y, { widths, after: ends, isKnown });
}

/** From a state to its δ, and behind it on through the weights to the state before it. */
function drawMain(room, scene, t) {
  const [delta] = placeOf(room, `delta_${t}`);
  const y = room.stream;
  const wide = room.state.half[0];
  const known = scene.thing(`delta_${t}`).values;
  const met = known && scene.thing(`dh_${t}`).values && sharesOfState(scene, t);
  const begin = columnOf(room, t) - wide;
  const atDelta = met && sharesOfError(scene, t);
  if (t === 1) return drawLast(room, y, [begin, delta], met, atDelta);
  const gate = gateOf(room, t - 1)[0];
  const later = scene.thing(`carry_${t - 1}`).values;
  const after = knownWidths(room, atDelta);
  const sent = later && after;
  const isKnown = met !== null;
  const before = columnOf(room, t - 1) + wide;
  return [
    drawBoth(room, [begin, begin, delta], y, { widths: knownWidths(room, met), after, isKnown }),
    drawIntoValve(room, [delta, y], gate, sent, widthOf(room, later)),
    drawStretch(room, [gate, y], [before + 2, y], later, { fill: FULL }),
  ];
}

/** After the last step there is nothing: a dry bed. */
function drawEnd(room, scene) {
  const x = columnOf(room, 3) + room.state.half[0];
  const to = Math.min(room.size[0] - 2, x + room.aside.carry - 10);
  const bed = drawBed(room, [x, room.stream], [to, room.stream], { isDry: true, isKnown: true });
  const above = room.stream - room.bed / 2 - 12;
  const note = word([(x + to) / 2, above], "none", "quiet", { size: room.small });
  const isTold = scene.thing("carry_3").values !== null; // by a 0 in a ring
  return [bed, room.words && !isTold && note];
}

/** All of the stream. */
export const drawStream = (room, scene) => [
  [1, 2, 3].map((t) => drawOwn(room, scene, t)),
  [3, 2, 1].map((t) => drawMain(room, scene, t)),
  drawEnd(room, scene),
];

/** The weights between two steps, a valve: its jaws leave as much open as W_hh is multiplied; the
 * upper one hangs on a rod with a handle. */
export function drawGate(room, { times, most }, t) {
  const [x, y] = gateOf(room, t);
  const { half, unit, wide, stem, size, name } = room.gate;
  const open = unit * times;
  const jaw = (top, high) =>
    cell(x - wide / 2, top, wide, high, "quiet", { round: 3, fill: "var(--quiet)" });
  const rod = (from, to) => ({ ...line([from, to], "quiet"), width: wide / 2 });
  const pull = ([, at]) => ({
    times: Math.round(20 * Math.max(0, Math.min(most, (y - at - stem) / unit))) / 20,
  });
  return [
    jaw(y - half, half - open),
    jaw(y + open, half - open),
    word([x + name[0], y + name[1]], "<b>W</b><sub>hh</sub>", "strong", { anchor: name[2], size }),
    rod([x, y - open - wide], [x, y - open - stem]),
    grip([x, y - open - stem], pull, "ink"),
  ];
}
