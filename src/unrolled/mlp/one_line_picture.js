// The plane with its two sides, the points, the line with its two handles, and the scale below on
// which the count is, and the flag of a guess.
import { dot } from "../widget/kit/maths.js";
import {
  cell,
  circle,
  curve,
  dot as disc,
  grip,
  line,
  noGrip,
  word,
} from "../widget/kit/picture.js";
import { segment } from "./neuron.js";
import { endsOf, normalOf, pulled, RING } from "./one_line_sides.js";

const WIDE = {
  size: [900, 430],
  plane: { left: 0, top: 0, width: 640, height: 340, unit: 63 },
  r: 4.3,
  count: { at: [668, 80], size: 78, lines: [669, 128, 24], type: 18 },
  key: { at: [676, 276], pitch: 32, type: 16 },
  scale: { left: 22, right: 878, top: 376, high: 12, type: 16 },
  halves: [48, 61],
  type: 16,
};

const NARROW = {
  size: [360, 420],
  plane: { left: 0, top: 46, width: 360, height: 300, unit: 56 },
  r: 3.7,
  count: { at: [2, 42], size: 40, lines: [86, 19, 19], type: 15 },
  key: { at: [260, 14], pitch: 19, type: 14.8 },
  scale: { left: 14, right: 346, top: 376, high: 11, type: 14.8 },
  halves: [45, 57],
  type: 14.8,
};

/** The measures of the picture, wide or narrow, and how a point of the plane gets its place. */
export function roomOf(narrow) {
  const form = narrow ? NARROW : WIDE;
  const { left, top, width, height, unit } = form.plane;
  const middle = [left + width / 2, top + height / 2];
  const { scale } = form;
  const perPoint = (scale.right - scale.left) / 200;
  return {
    ...form,
    edges: [width / 2 / unit, height / 2 / unit],
    placeOf: ([x, y]) => [middle[0] + unit * x, middle[1] - unit * y],
    pointOf: ([x, y]) => [(x - middle[0]) / unit, (middle[1] - y) / unit],
    atCount: (count) => scale.left + perPoint * count,
    countAt: (x) => Math.max(0, Math.min(200, Math.round((x - scale.left) / perPoint))),
  };
}

const START = { anchor: "start", dy: 0 };
const round = (v) => Math.round(10 * v) / 10;
const CLASSES = ["state", "minus"]; // the hues of discs and of triangles

// The plane

/** The part of a rectangle where w·x is above the offset, as corners. */
function partOf([wide, high], w, offset) {
  const corners = [
    [-wide, -high],
    [wide, -high],
    [wide, high],
    [-wide, high],
  ];
  return corners.flatMap((a, k) => {
    const b = corners[(k + 1) % 4];
    const from = dot(w, a) - offset;
    const to = dot(w, b) - offset;
    const share = from / (from - to);
    const border = a.map((v, i) => v + share * (b[i] - v));
    return [...(from > 0 ? [a] : []), ...(from > 0 !== to > 0 ? [border] : [])];
  });
}

const polygon = (places) => `M${places.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

function drawSide(room, { w, offset }, k) {
  const sign = k ? -1 : 1;
  const part = partOf(room.edges, [sign * w[0], sign * w[1]], sign * offset);
  const d = part.length ? polygon(part.map(room.placeOf)) : "";
  return curve(d, `${CLASSES[k]} through`, { fill: "var(--hue)", opacity: 0.13 });
}

const INSET = 12; // px from the edges of the plane to a name in it
const HIGH = 9; // px: half of a name
const CLEAR = 4; // px between a name and the line

/** In the corner that is farthest from the line: what is called so; none where the line is near. */
function nameSide(room, { w, offset, constants }, k) {
  const { edges, halves, plane, type: size } = room;
  const sign = k ? -1 : 1;
  const half = [halves[k] / plane.unit, HIGH / plane.unit];
  const depthOf = (place) => sign * (dot(w, place) - offset);
  const [x, y] = edges.map((edge, i) => edge - half[i] - INSET / plane.unit);
  const corners = [-x, x].flatMap((across) => [y, -y].map((up) => [across, up]));
  const place = corners.reduce((a, b) => (depthOf(b) > depthOf(a) + 1e-6 ? b : a));
  const reach = Math.abs(w[0]) * half[0] + Math.abs(w[1]) * half[1];
  const isFree = depthOf(place) - reach > CLEAR / plane.unit;
  const isLeft = place[0] < 0;
  const start = room.placeOf([place[0] + (isLeft ? -half[0] : half[0]), place[1]]);
  const look = `${CLASSES[k]} strong through`;
  const anchor = isLeft ? "start" : "end";
  return word(start, isFree ? constants.sides[k] : "", look, { size, anchor });
}

const discAt = ([x, y], r) =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

function triangleAt([x, y], r) {
  const side = round(1.12 * r);
  const up = round(1.3 * r);
  const down = round(0.8 * r);
  return `M${round(x)} ${round(y - up)}l${side} ${round(up + down)}h${round(-2 * side)}Z`;
}

const SHAPES = [discAt, triangleAt];

/** All points of one class on one side: filled where they are right, else hollow. */
function drawPoints(room, { points, isFirst, isRight }, k, right) {
  const own = points.filter((_, n) => isFirst[n] === !k && isRight[n] === right);
  const d = own.map((x) => SHAPES[k](room.placeOf(x), room.r)).join("");
  const look = `${CLASSES[k]} through`;
  return curve(d, look, right ? { fill: "var(--hue)" } : { width: 1.5 });
}

function drawLine(room, { w, offset }) {
  const found = segment({ w, b: -offset }, 0, room.edges) ?? [];
  return line(found.map(room.placeOf), "ink through");
}

function drawPlane(room, scene) {
  const ring = circle(room.placeOf([0, 0]), RING * room.plane.unit, "quiet thin ghost through");
  const groups = [0, 1].flatMap((k) => [false, true].map((right) => [k, right]));
  return [
    [0, 1].map((k) => drawSide(room, scene, k)),
    ring,
    groups.map(([k, right]) => drawPoints(room, scene, k, right)),
    drawLine(room, scene),
    [0, 1].map((k) => nameSide(room, scene, k)),
  ];
}

// The count

function drawCount({ count: { at, size, lines, type } }, { count, constants }) {
  return [
    word(at, `${count}`, "ink strong", { ...START, size }),
    constants.counted.map((text, k) =>
      word([lines[0], lines[1] + k * lines[2]], text, "ink", { ...START, size: type }),
    ),
  ];
}

/** What filled and hollow mean. */
function drawKey({ key: { at, pitch, type }, r }, { constants }) {
  return constants.key.map((text, n) => {
    const y = at[1] + n * pitch;
    const look = n ? { width: 1.5 } : { fill: "var(--hue)" };
    const signs = SHAPES.map((shape, k) =>
      curve(shape([at[0] + 17 * k, y], r), `${CLASSES[k]} through`, look),
    );
    return [signs, word([at[0] + 30, y], text, "quiet", { ...START, dy: 5, size: type })];
  });
}

/** A bar as long as the count, on a scale from none to all; once told, the reach of a line. */
function drawScale(room, { count, answered, constants }) {
  const { left, right, top, high, type } = room.scale;
  const below = top + high + 24;
  const [least, most] = constants.reach;
  const tick = (at, text, look = "quiet", more = {}) =>
    word([room.atCount(at), below], text, look, { dy: 0, size: type, ...more });
  const told = { opacity: answered ? 1 : 0 };
  const foot = top + high + 5;
  const bracket = [
    [least, foot - 4],
    [least, foot],
    [most, foot],
    [most, foot - 4],
  ].map(([at, y]) => [room.atCount(at), y]);
  return [
    { ...cell(left, top, right - left, high, "quiet through", { round: 6 }), opacity: 0.22 },
    cell(left, top, room.atCount(count) - left, high, "ink through", { round: 6 }),
    { ...line(bracket, "ink thin through"), ...told },
    tick(0, "0", "quiet", { anchor: "start" }),
    tick(least, `${least}`, "ink strong", told),
    tick(100, constants.coin),
    tick(most, `${most}`, "ink strong", told),
    tick(200, "200", "quiet", { anchor: "end" }),
  ];
}

const FLAG = 16; // px from the scale up to the knob of the flag
const ROOM = 80; // px for what is written beside it

/** The reader's flag over the scale: to pull before the answer, as it was set after it. */
function drawFlag(room, { answered, reply, guess }) {
  const isSeen = guess !== null && (!answered || reply !== null);
  const x = room.atCount(guess ?? 0);
  const { top, type, right } = room.scale;
  const side = x + ROOM > right ? -1 : 1;
  const text = answered ? `you: ${guess}` : `${guess}?`;
  const opacity = isSeen ? 1 : 0;
  const head = [x, top - FLAG];
  const pole = line([head, [x, top + room.scale.high]], "output thin yours through");
  const knob = disc(head, 6, "output yours through");
  const more = { anchor: side > 0 ? "start" : "end", dy: 5, size: type, opacity };
  return [
    { ...pole, opacity },
    { ...knob, opacity: answered ? opacity : 0 },
    word([head[0] + side * 15, head[1]], isSeen ? text : "", "output strong yours", more),
  ];
}

function flagGrip(room, { answered, guess }) {
  if (answered || guess === null) return noGrip;
  const pull = ([x]) => ({ guess: room.countAt(x) });
  return grip([room.atCount(guess), room.scale.top - FLAG], pull, "output", { r: 8, reach: 28 });
}

/** The two ends of the line, each pulled around the ring. */
function drawHandles(room, scene) {
  return endsOf(scene).map((point, n) => {
    const pull = (place) => pulled(scene, n ? -1 : 1, room.pointOf(place));
    return grip(room.placeOf(point), pull, "ink", { r: 9, reach: 28 });
  });
}

export const withNormal = (scene) => ({ ...scene, w: normalOf(scene.angle) });

export function drawAll(room, scene) {
  return [
    drawPlane(room, scene),
    drawCount(room, scene),
    drawKey(room, scene),
    drawScale(room, scene),
    drawFlag(room, scene),
    drawHandles(room, scene),
    flagGrip(room, scene),
  ];
}
