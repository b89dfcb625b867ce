// The light in the circle: where M^k sends every direction. And ghosts of the arrow: a guess each.
import { roundPixel } from "../widget/kit/dom.js";
import { dot, range, scale } from "../widget/kit/maths.js";
import { mix } from "../widget/kit/motion.js";
import { arrow, curve, line, word } from "../widget/kit/picture.js";
import { comb, direction } from "./power.js";

const RING_WIDE = {
  size: [850, 430],
  x: [10, 360.4],
  y: [0, 0],
  reach: [1.45, 1.3],
  brim: 0.13,
  shaft: 9,
  type: 17,
  key: { x: 522, rows: [326, 352, 373, 402] },
};
const RING_NARROW = {
  size: [330, 384],
  x: [6, 6],
  y: [82.1, 0],
  reach: [1.36, 1.2913],
  brim: 0.05,
  shaft: 7,
  type: 14,
  key: { x: 8, rows: [349, 372] },
  pace: { x: [216, 302], y: [335, 306] }, // px: of the steps, of the angles from 0° to 90°
};

/** The picture's size in px, the px beside and below the plane, how far it is seen, the key. */
export const roomOf = ({ narrow }) => (narrow ? RING_NARROW : RING_WIDE);

const EVERY = 10; // degrees from ray to ray
const TURNS = range(360 / EVERY).map((n) => direction(EVERY * (n + 0.5)));
const BROAD = 0.034; // half the width of a ray at the circle
export const RAY_INK = 0.26;

/** How many px the plane's 1 is. */
export function unitOf(scene) {
  const { size, x, reach } = roomOf(scene);
  return (size[0] - x[0] - x[1]) / (2 * reach[0]);
}

/** Data become pixels of the picture, and back. */
export function placesOf(scene) {
  const unit = unitOf(scene);
  const { x, y, reach } = roomOf(scene);
  const toPixels = ([a, b]) => [x[0] + unit * (a + reach[0]), y[1] + unit * (reach[1] - b)];
  const toPlane = ([left, top]) => [
    (left - x[0]) / unit - reach[0],
    reach[1] - (top - y[1]) / unit,
  ];
  return { unit, toPixels, toPlane };
}
const write = (at) => at.map(roundPixel).join(" ");

/** A ray from the middle, broad where it meets the circle. */
function rayPath({ toPixels }, [a, b]) {
  const corner = (side) => write(toPixels([a - side * BROAD * b, b + side * BROAD * a]));
  return `M${write(toPixels([0, 0]))}L${corner(1)}L${corner(-1)}Z`;
}

/** From one direction to another at length 1; what is sent to 0 shrinks. */
function turn(from, to, part) {
  if (!from) return [0, 0];
  if (!to) return scale(1 - part, from);
  const way = mix(from, to, part);
  return scale(1 / Math.hypot(...way), way);
}

/**
 * Where the rays lie after k steps and a part of the next, all of them as many on each side of v1
 * and of v2: a mirror lays them on themselves, so only what M stretches moves them.
 */
function waysOf({ seen, k, part, answered }) {
  const [v1, v2] = seen.vectors;
  const roots = TURNS.map(([a, b]) => v1.map((x, i) => a * x + b * v2[i]));
  if (!answered) return roots;
  const stretched = { ...seen, values: seen.values.map(Math.abs) };
  const from = comb(stretched, roots, k);
  if (!part) return from.map((way) => way ?? [0, 0]);
  const to = comb(stretched, roots, k + 1);
  return from.map((way, i) => turn(way, to[i], part));
}

/** How much of each side of v1 came from the other: each step swaps both where λ₂ < 0. */
function swappedShare({ seen, k, jumped, answered }) {
  if (!answered || seen.values[1] >= 0) return 0;
  return k % 2 ? 1 - jumped : jumped;
}

/** A ray for every direction, of another colour if it began on the other side of v1. */
export function drawRays(scene) {
  const places = placesOf(scene);
  const swapped = swappedShare(scene);
  return waysOf(scene).map((way, i) => {
    const minus = TURNS[i][1] > 0 ? swapped : 1 - swapped;
    const mixed = `color-mix(in oklab, var(--minus) ${roundPixel(100 * minus)}%, var(--state))`;
    const fill = minus % 1 ? mixed : "var(--hue)";
    return curve(rayPath(places, way), minus === 1 ? "minus" : "state", { fill, opacity: RAY_INK });
  });
}

/** What a closed line encloses, faintly in its colour. */
export function drawTint(scene, ring) {
  const { toPixels } = placesOf(scene);
  const d = `M${ring.map((at) => write(toPixels(at))).join("L")}Z`;
  return curve(d, "output", { fill: "color-mix(in oklab, var(--hue) 7%, transparent)" });
}

/** Points on an arc around the middle, from one angle to another. */
function arcPoints(from, to, r) {
  return range(25).map((n) => {
    const angle = from + ((to - from) * n) / 24;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

const SHORT = 0.11; // radians that the double arc ends before each arrow

/** From one direction to another and back, the short way round, clear of the heads of both. */
export function drawSwing(from, to, r) {
  const start = Math.atan2(from[1], from[0]);
  const turn = Math.atan2(to[1], to[0]) - start;
  const short = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const gap = Math.sign(short) * Math.min(SHORT, Math.abs(short) / 5);
  const points = arcPoints(start + gap, start + short - gap, r);
  return [
    line(points.slice(2, -2), "state"),
    arrow(points.at(-4), points.at(-1), "state"),
    arrow(points[3], points[0], "state"),
  ];
}

// Ghosts of the arrow

const GHOST_LONG = 0.8;

/** The outline of a broad arrow from the middle, so many px beside it. */
function ghostPath({ unit, toPixels }, shaft, [a, b], beside) {
  const at = (along, right) => {
    const [x, y] = toPixels([0, 0]);
    const aside = right - beside;
    return write([x + along * a + aside * b, y - along * b + aside * a]);
  };
  const long = unit * GHOST_LONG;
  const head = 2.1 * shaft; // half of its width
  const neck = long - 1.5 * head;
  const side = (sign) => [at(16, sign * shaft), at(neck, sign * shaft), at(neck, sign * head)];
  return `M${[...side(1), at(long, 0), ...side(-1).toReversed()].join("L")}Z`;
}

/** Where the arrow would be for each option, and on which side its name is clear of the others. */
function ghostsOf({ x, vectors: [v1, v2] }) {
  const along = dot(x, v1);
  const across = dot(x, v2);
  const away = Math.sign(along * across) || 1;
  const mirror = v1.map((c, i) => along * c - across * v2[i]);
  const end = along < 0 ? scale(-1, v1) : v1;
  return [
    { way: end, side: -away, text: "turns" },
    { way: mirror, side: -away, text: "jumps" },
    { way: x, side: away, text: "stays", beside: true }, // where it would be x lies
  ];
}

/** A ghost with a text beside its middle, or at the tip of one that stands beside its place. */
function drawGhost(scene, { way: [a, b], side, beside }, text, look, opacity) {
  const places = placesOf(scene);
  const { shaft, type } = roomOf(scene);
  const letters = 0.26 * text.length * Math.abs(b) + 0.64 * Math.abs(a); // of their size
  const shift = beside ? 3 * shaft : 0;
  const aside = (side * (type * letters + shift + (beside ? -2 : shaft + 8))) / places.unit;
  const named = beside ? 0.81 : 0.62;
  const fill = "color-mix(in oklab, var(--hue) 14%, var(--paper))";
  const shape = ghostPath(places, shaft, [a, b], side * shift);
  return [
    curve(shape, `${look} dashed`, { width: 1.5, fill, opacity }),
    word([named * a - aside * b, named * b + aside * a], text, `${look} strong halo`, {
      opacity,
      size: type,
    }),
  ];
}

/** What can be tapped for each option: the arrow as it would be, with the M of the question. */
export const drawGuesses = (scene) =>
  scene.asks
    ? ghostsOf(scene.seen).map((ghost) => drawGhost(scene, ghost, ghost.text, "state", 1))
    : [];

/** The reader's own guess, as long as the picture shows what was asked. */
export function drawMine(scene) {
  const { answered, reply, guess, seen, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { along, across, theta, angle } = constants.question.show;
  const wanted = { along, across, theta, angle };
  const isAsked = Object.entries(wanted).every(([name, value]) => scene[name] === value);
  const mine = { ...ghostsOf(seen)[guess], beside: false }; // what lies there is thin now
  return drawGhost(scene, mine, "you", "ink yours", isAsked ? 1 : 0);
}
