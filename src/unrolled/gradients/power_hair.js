// The circle as hair, which comes with the first step: where M^k sends every direction.
// And ghosts of the arrow: a guess each.
import { roundPixel } from "../widget/kit/dom.js";
import { dot, range } from "../widget/kit/maths.js";
import { mix } from "../widget/kit/motion.js";
import { arrow, curve, line, word } from "../widget/kit/picture.js";
import { comb, direction } from "./power.js";

/** The picture's size in px: a square plane, and words below it. */
export const sizeOf = ({ narrow }) => (narrow ? [330, 384] : [572, 594]);
const ASIDE = 6; // px beside the plane
export const REACH = 1.3; // how far the plane is seen from its middle

/** The px beside and below the plane. */
export function roomsOf(scene) {
  const [wide, high] = sizeOf(scene);
  return { x: [ASIDE, ASIDE], y: [high - wide + 2 * ASIDE, 0] };
}

const EVERY = 15; // degrees from hair to hair
const ROOTS = range(360 / EVERY).map((n) => direction(EVERY * (n + 0.5)));
const LONG = 0.22;
const ROOT = 3; // px: half the width of a hair where it grows
const LONG_OWN = 0.28; // the hair at x
const ROOT_OWN = 4;

/** How many px the plane's 1 is. */
export const unitOf = (scene) => (sizeOf(scene)[0] - 2 * ASIDE) / (2 * REACH);

/** Data become pixels of the picture. */
function placesOf(scene) {
  const unit = unitOf(scene);
  return { unit, toPixels: ([x, y]) => [ASIDE + unit * (x + REACH), unit * (REACH - y)] };
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

/** How much of the hair is there: none before the first step. */
export const hairOf = ({ answered, k, part }) => (answered ? Math.min(1, k + part) : 0);

/** All the hair, one path: each tip glides to where it points next. */
export function drawHair(scene) {
  const ways = waysOf(scene, ROOTS);
  const places = placesOf(scene);
  const d = ROOTS.map((root, i) => hairPath(places, root, ways[i], LONG, ROOT)).join("");
  return curve(d, "state", { fill: "var(--hue)", opacity: 0.4 * hairOf(scene) });
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

// Ghosts of the arrow

const SHAFT = 7; // px: half the width of a ghost's shaft
const HEAD = 15;
const GHOST_LONG = 0.8;

/** The outline of a broad arrow from the middle. */
function ghostPath({ unit, toPixels }, [a, b]) {
  const at = (along, aside) => {
    const [x, y] = toPixels([0, 0]);
    return write([x + along * a + aside * b, y - along * b + aside * a]);
  };
  const long = unit * GHOST_LONG;
  const neck = long - 1.5 * HEAD;
  const side = (sign) => [at(16, sign * SHAFT), at(neck, sign * SHAFT), at(neck, sign * HEAD)];
  return `M${[...side(1), at(long, 0), ...side(-1).toReversed()].join("L")}Z`;
}

/** Where the arrow would be for each option, and on which side its name is clear of the others. */
function ghostsOf({ x, vectors: [v1, v2] }) {
  const [along, across] = [dot(x, v1), dot(x, v2)];
  const away = Math.sign(across) || 1;
  const mirror = v1.map((c, i) => along * c - across * v2[i]);
  return [
    { way: v1, side: -away, text: "turns" },
    { way: mirror, side: -away, text: "swaps" },
    { way: x, side: away, text: "stays" },
  ];
}

/** A ghost with a text beside its middle. */
function drawGhost(scene, { way: [a, b], side }, text, look, opacity) {
  const places = placesOf(scene);
  const wide = 3.6 * text.length * Math.abs(b) + 9 * Math.abs(a) + SHAFT + 8;
  const aside = (side * wide) / places.unit;
  const fill = "color-mix(in oklab, var(--hue) 14%, transparent)";
  return [
    curve(ghostPath(places, [a, b]), `${look} dashed`, { width: 1.5, fill, opacity }),
    word([0.62 * a - aside * b, 0.62 * b + aside * a], text, `${look} strong halo`, { opacity }),
  ];
}

/** What can be tapped for each option: the arrow as it would be. */
export const drawGuesses = (scene) =>
  ghostsOf(scene.seen).map((ghost) => drawGhost(scene, ghost, ghost.text, "state", 1));

/** The reader's own guess, as long as the picture shows what was asked. */
export function drawMine(scene) {
  const { answered, reply, guess, seen, constants } = scene;
  if (!answered || reply === null || guess === null) return [false, false];
  const { along, across, theta, angle } = constants.question.show;
  const wanted = { along, across, theta, angle };
  const isAsked = Object.entries(wanted).every(([name, value]) => scene[name] === value);
  return drawGhost(scene, ghostsOf(seen)[guess], "you", "ink yours", isAsked ? 1 : 0);
}
