// The circle as hair: at every point of it, where M^k sends the direction of that point.
import { roundPixel } from "../widget/kit/dom.js";
import { dot, range, scale } from "../widget/kit/maths.js";
import { mix } from "../widget/kit/motion.js";
import { arrow, circle, curve, line, word } from "../widget/kit/picture.js";
import { comb, direction } from "./power.js";

/** The picture's size in px: a square plane, and words below it. */
export const sizeOf = ({ narrow }) => (narrow ? [330, 330] : [520, 520]);
export const ROOM = { x: [25, 25], y: [50, 0] }; // px beside and below the plane
export const REACH = 1.7; // how far the plane is seen from its middle

const EVERY = 5; // degrees from hair to hair
const ROOTS = range(360 / EVERY).map((n) => direction(EVERY * (n + 0.5)));
const LONG = 0.3;
const ROOT = 1.9; // px: half the width of a hair where it grows
const LONG_OWN = 0.42; // the hair at x
const ROOT_OWN = 4;

/** How many px the plane's 1 is. */
export const unitOf = (scene) => (sizeOf(scene)[0] - 50) / (2 * REACH);

/** Data become pixels of the picture. */
function placesOf(scene) {
  const unit = unitOf(scene);
  return { unit, toPixels: ([x, y]) => [25 + unit * (x + REACH), unit * (REACH - y)] };
}
const write = (at) => at.map(roundPixel).join(" ");

/** A hair: as broad as a thorn on the circle, pointed where it points. */
function hairPath({ unit, toPixels }, root, way, long, broad) {
  const [x, y] = toPixels(root);
  const [a, b] = way;
  const tip = [x + unit * long * a, y - unit * long * b];
  const corner = (side) => write([x + side * broad * b, y + side * broad * a]);
  return `M${corner(1)}L${write(tip)}L${corner(-1)}Z`;
}

/** Where each root points after k steps and a part of the next. */
function waysOf({ seen, k, part }, roots) {
  const ways = (steps) => comb(seen, roots, steps).map((way) => way ?? [0, 0]);
  return part ? mix(ways(k), ways(k + 1), part) : ways(k);
}

/** All the hair, one path: each tip glides to where it points next. */
export function drawHair(scene) {
  const ways = waysOf(scene, ROOTS);
  const places = placesOf(scene);
  const d = ROOTS.map((root, i) => hairPath(places, root, ways[i], LONG, ROOT)).join("");
  return curve(d, "state", { fill: "var(--hue)", opacity: 0.45 });
}

/** The hair that grows where x is: it points where the arrow does. */
export function drawOwnHair(scene) {
  const { x } = scene.seen;
  const [way] = waysOf(scene, [x]);
  const d = hairPath(placesOf(scene), x, way, LONG_OWN, ROOT_OWN);
  return curve(d, "state", { fill: "var(--hue)" });
}

/** Points on an arc around the middle, from one angle to another. */
function arcPoints(from, to, r) {
  return range(25).map((n) => {
    const angle = from + ((to - from) * n) / 24;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

/** An arc with a head at its end. */
function drawArc(from, to, r) {
  const points = arcPoints(from, to, r);
  return [
    line(points, "ink reach"),
    line(points.slice(0, -2), "ink"),
    arrow(points.at(-4), points.at(-1), "ink"),
  ];
}

/** From one direction to another and back, the short way round. */
export function drawSwing(from, to, r) {
  const start = Math.atan2(from[1], from[0]);
  const turn = Math.atan2(to[1], to[0]) - start;
  const short = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const points = arcPoints(start, start + short, r);
  return [
    line(points.slice(2, -2), "state"),
    arrow(points.at(-4), points.at(-1), "state"),
    arrow(points[3], points[0], "state"),
  ];
}

/** What can be tapped for each option: an arc to v1, one to the mirror image and back, a ring. */
export function drawGuesses({ x, vectors: [v1, v2] }) {
  const turn = Math.atan2(v1[1], v1[0]);
  const away = Math.atan2(dot(x, v2), dot(x, v1)); // of x from v1, to the left
  const start = turn + away;
  const back = drawArc(turn - away, start, 0.78);
  const below = away > 0 ? -1 : 1; // on the side of v1 that x is not on
  const name = (along, aside, text) =>
    word(
      [0, 1].map((i) => along * v1[i] + below * aside * v2[i]),
      text,
      "strong halo",
    );
  return [
    [...drawArc(start, turn, 0.45), name(0.3, 0.13, "turns")],
    [...drawArc(start, turn - away, 0.78), ...back.slice(2), name(0.27, 0.37, "swaps")],
    [circle(scale(0.22, x), 0.12, "ink hollow"), name(-0.3, -0.2, "stays")],
  ];
}
