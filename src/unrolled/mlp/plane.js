// The plane of the inputs: its colours, the lines of one answer, the arrows and what is pulled.
import { dot, norm, scale } from "../widget/kit/maths.js";
import { arrow, grip, label, line, word } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { FAR, LIMIT, largest, PLANE, scaled, segment, shades } from "./neuron.js";

export const INNER = 2.6; // where handles end
export const NEAR = 2.5; // where x ends
const NAMED = [3.2, 2.2]; // where labels end
const CUT_NAMED = [3.2, 1.7]; // where the name of the cut ends
const HELD = [3.3, 2.3]; // where the line is held: its halo is in the plane
const [WIDE, HIGH] = PLANE;
const ORIGIN = [0, 0];
const BROAD = 9; // px: half of the bar of x
const LOUD = 30; // percent of a colour where it is strongest: the arrows are louder
const TALL = 18; // px: a line of text
const GRADIENT = "∇<sub><b>w</b></sub><i>f</i>";

export const clamp = (v, most) => Math.min(most, Math.max(-most, v));
const roundWithin = (place, edges) =>
  place.map((v, k) => Math.round(100 * clamp(v, edges[k])) / 100);
export const roundInside = (place, edge) => roundWithin(place, [edge, edge]);

/** How many px of a picture the plane's 1 is. */
export const unitOf = (narrow) => (narrow ? 35.5 : 58.5);

const broadOf = (narrow) => (narrow ? 0.75 * BROAD : BROAD);

/** A number as it is shown, all of it. */
export const tidy = (v, most) => clamp(Math.round(1e4 * v) / 1e4, most);

export function tidyNeuron({ w, b }) {
  return { w: w.map((v) => tidy(v, LIMIT)), b: tidy(b, FAR) };
}

/** A stop of a ramp for the value v: its place, its hue and how much of it. */
function stopOf({ kind, shows, facts }, at, v) {
  const [, most] = kind.span[shows];
  const hue = facts.sloped ? "gradient" : "state";
  return [at, v < 0 ? "minus" : hue, LOUD * Math.min(1, Math.abs(v) / most)];
}

/** What is shown along w, as stops of a ramp. */
export const stopsOf = (scene, found) =>
  found.map(({ offset, slope, h }) => stopOf(scene, offset, scene.facts.sloped ? slope : h));

/** The key of the colours, from the least value to the largest. */
export function keyOf(scene) {
  const [least, most] = scene.kind.span[scene.shows];
  return [least, 0, most].map((v) => stopOf(scene, (v - least) / (most - least), v));
}

/** The plane in its colours, with a frame. */
function drawColours(scene) {
  const { w, b, activation, size } = scene;
  const stops = stopsOf(scene, shades({ w, b, activation }));
  const corners = [
    [-WIDE, -HIGH],
    [WIDE, -HIGH],
    [WIDE, HIGH],
    [-WIDE, HIGH],
    [-WIDE, -HIGH],
  ];
  return [
    ramp(-WIDE, -HIGH, 2 * WIDE, 2 * HIGH, size ? w : [1, 0], stops),
    line(corners, "quiet thin"),
  ];
}

function nameBeside(at, html, look) {
  const inside = at.map((v, k) => clamp(v, NAMED[k]));
  return label(inside, html, look);
}

/** The outline of x, so many pixels to each side of it. */
function outlineOf(x, aside) {
  const [a, b] = scale(aside / (norm(x) || 1), [-x[1], x[0]]);
  const [p, q] = x;
  return [
    [a, b],
    [p + a, q + b],
    [p - a, q - b],
    [-a, -b],
    [a, b],
  ];
}

const PLACES = [-0.25, 0.3, 0.05, 0.6]; // where along x a gradient of 0 is named, best first

/** The gradient's name: [html, how wide in px], and where along x it may stand. */
function nameOf({ dw, slope, facts: { none, faint, kink } }) {
  const isGone = none || kink;
  const sign = isGone ? " = 0" : " ≈ 0";
  if (isGone || faint) return [GRADIENT + sign, 54, PLACES];
  return [GRADIENT, 26, [norm(dw) > 0.4 ? 0.6 * slope : 0.25]];
}

/** The middle of a text beside the bar of x, where w does not point. */
function placeBeside({ w, x, narrow }, share, wide) {
  const left = scale(1 / (norm(x) || 1), [-x[1], x[0]]);
  const side = dot(left, w) > 0 ? scale(-1, left) : left;
  const half = scale(1 / unitOf(narrow), [wide / 2, TALL / 2]);
  const away = (broadOf(narrow) + 5) / unitOf(narrow);
  const reach = away + Math.abs(side[0]) * half[0] + Math.abs(side[1]) * half[1];
  return x.map((v, k) => share * v + reach * side[k]);
}

/** Whether a text so wide is clear of the lines a = 0 and of the answer of x. */
function isClear({ w, b, a, narrow }, place, wide) {
  const half = scale(1 / unitOf(narrow), [wide / 2 + 4, TALL / 2 + 2]);
  const reach = Math.abs(w[0]) * half[0] + Math.abs(w[1]) * half[1];
  const level = dot(w, place) + b;
  return [0, a].every((line) => Math.abs(level - line) >= reach);
}

function nameGradient(scene) {
  const [name, wide, shares] = nameOf(scene);
  const places = shares.map((share) => placeBeside(scene, share, wide));
  const place = places.find((one) => isClear(scene, one, wide)) ?? places[0];
  return word(place, name, "gradient halo strong");
}

/** x as an empty bar, of which the gradient fills the share φ′: all of it where φ′ is 1. */
function drawGradient(scene) {
  const { x, dw, narrow } = scene;
  const broad = broadOf(narrow);
  return [
    line(outlineOf(x, broad / unitOf(narrow)), "input hollow"),
    arrow(ORIGIN, dw, "gradient thick", { width: 0.8 * broad, head: 2.6 * broad }),
    nameGradient(scene),
  ];
}

/** Where the tip of w is held. */
const tipOf = (w) => scale(Math.min(1, INNER / (largest(w) || 1)), w);

/** What it means to pull the tip of w there: an arrow that is cut only turns. */
function pullTip({ w, size }, place) {
  const turns = largest(w) > INNER && largest(place) > INNER - 0.4;
  return turns ? tidyNeuron(scaled({ w: place, b: 0 }, size)).w : place;
}

/** Where the line a = 0 is held: at an end, or at the edge that it is beyond. */
function lineHandle({ w, b, size }) {
  const inside = segment({ w, b }, 0, HELD);
  return inside ? inside[1] : w.map((v, k) => clamp((-b * v) / size ** 2, HELD[k]));
}

/** The name of the cut near its end, on the side of it where the origin is not. */
function nameCut(end, across) {
  const aside = (0.35 * (Math.sign(dot(across, end)) || 1)) / norm(across);
  const place = end.map((v, k) => v + aside * across[k]);
  return label(place, "along <b>w</b>", "ink");
}

/** The cut through x along w, and how far x is from the line a = 0. */
function drawCutLine({ w, b, x, size }) {
  if (!size) return [];
  const across = [-w[1], w[0]];
  const through = { w: across, b: -dot(across, x) };
  const cut = segment(through, 0) ?? [];
  const foot = x.map((v, k) => v - ((dot(w, x) + b) / size ** 2) * w[k]);
  const [one, other] = segment(through, 0, CUT_NAMED) ?? [];
  const end = one && nameCut(one[0] < other[0] ? one : other, through.w);
  return [line(cut, "ink thin"), line([foot, x], "input"), end];
}

/** The arrow of w, before its handle. */
function drawWeights({ facts }, tip) {
  if (facts.cut) return line([ORIGIN, tip], "ink dashed");
  const handle = 0.17 / norm(tip);
  return arrow(ORIGIN, scale(Math.max(0, 1 - handle), tip), "ink", { width: 3.5, head: 14 });
}

/** What a finger pulls: x, the tip of w and the line a = 0. */
function drawHandles(scene, tip) {
  const { w, x, size, narrow } = scene;
  const reach = narrow ? 24 : 27; // px: room for a finger
  const moveX = (place) => ({ x: roundInside(place, NEAR) });
  const turn = (place) => ({ w: pullTip(scene, roundInside(place, INNER)) });
  const shift = (place) => ({ b: tidy(-dot(w, roundWithin(place, PLANE)), FAR) });
  return [
    grip(x, moveX, "input", { r: 10, reach }),
    grip(tip, turn, "ink", { r: 5, reach }), // seen upon x, too
    size > 0 && grip(lineHandle(scene), shift, "ink", { reach }),
  ];
}

/** All marks; as many below the handles always, so that a handle that is pulled keeps its place. */
export function drawPlane(scene, lineName) {
  const { w, x, a } = scene;
  const directed = scene.size > 0;
  const tip = tipOf(w);
  const drawLevel = (level, look) => line((directed && segment(scene, level)) || [], look);
  return [
    drawColours(scene),
    line([[-WIDE, 0], [WIDE, 0], null, [0, -HIGH], [0, HIGH]], "quiet thin ghost"),
    drawLevel(a, "input dashed thin"),
    drawLevel(0, "ink"),
    drawCutLine(scene),
    drawGradient(scene),
    drawWeights(scene, tip),
    ...drawHandles(scene, tip),
    nameBeside(x, "<b>x</b>", "input"),
    directed && [
      nameBeside(tip, "<b>w</b>", "ink"),
      nameBeside(lineHandle(scene), lineName, "ink"),
    ],
  ];
}
