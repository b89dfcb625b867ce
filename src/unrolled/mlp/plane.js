// The plane of the inputs: its colours, the lines of one answer, the arrows and what is pulled.
import { dot, norm, scale } from "../widget/kit/maths.js";
import { arrow, grip, label, line } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { FAR, LIMIT, largest, PLANE, scaled, segment, shades } from "./neuron.js";

export const INNER = 2.6; // where handles end
export const NEAR = 2.5; // where x ends
const NAMED = [3.2, 2.2]; // where labels end
const HELD = [3.6, 2.6]; // where the line is held
const [WIDE, HIGH] = PLANE;
const ORIGIN = [0, 0];
const BROAD = 9; // px: half of the bar of x
const GRADIENT = "∇<sub><b>w</b></sub><i>f</i>";

export const clamp = (v, most) => Math.min(most, Math.max(-most, v));
const roundWithin = (place, edges) =>
  place.map((v, k) => Math.round(100 * clamp(v, edges[k])) / 100);
export const roundInside = (place, edge) => roundWithin(place, [edge, edge]);

/** How many px of a picture the plane's 1 is. */
export const unitOf = (narrow) => (narrow ? 39.75 : 61);

/** A number as it is shown, all of it. */
export const tidy = (v, most) => clamp(Math.round(1e4 * v) / 1e4, most);

export function tidyNeuron({ w, b }) {
  return { w: w.map((v) => tidy(v, LIMIT)), b: tidy(b, FAR) };
}

/** A stop of a ramp for the value v: its place, its hue and how much of it. */
function stopOf({ kind, shows, facts }, at, v) {
  const [, most] = kind.span[shows];
  const hue = facts.sloped ? "gradient" : "state";
  return [at, v < 0 ? "minus" : hue, 60 * Math.min(1, Math.abs(v) / most)];
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

/** x as an empty bar, of which the gradient fills the share φ′. */
function drawGradient({ w, x, dw, narrow, facts }) {
  const broad = narrow ? 0.75 * BROAD : BROAD;
  const aside = (broad + 4) / unitOf(narrow); // beside the bar, away from w
  const left = scale(1 / (norm(x) || 1), [-x[1], x[0]]);
  const away = scale(dot(left, w) > 0 ? -aside : aside, left);
  const along = norm(dw) > 0.4 ? scale(0.6, dw) : scale(0.5, x);
  const name = along.map((v, k) => v + away[k]);
  return [
    line(outlineOf(x, broad / unitOf(narrow)), "input hollow"),
    arrow(ORIGIN, dw, "gradient thick", { width: 0.8 * broad, head: 2.6 * broad }),
    nameBeside(name, facts.dead || facts.kink ? `${GRADIENT} = 0` : GRADIENT, "gradient"),
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

/** The cut through x along w, and how far x is from the line a = 0. */
function drawCutLine({ w, b, x, size }) {
  if (!size) return [];
  const across = [-w[1], w[0]];
  const cut = segment({ w: across, b: -dot(across, x) }, 0) ?? [];
  const foot = x.map((v, k) => v - ((dot(w, x) + b) / size ** 2) * w[k]);
  const end = cut[0] && nameBeside(cut[0][0] < cut[1][0] ? cut[0] : cut[1], "cut", "quiet");
  return [line(cut, "quiet thin"), line([foot, x], "input"), end];
}

/** The arrow of w, before its handle. */
function drawWeights({ facts }, tip) {
  if (facts.cut) return line([ORIGIN, tip], "ink dashed");
  const handle = 0.17 / norm(tip);
  return arrow(ORIGIN, scale(Math.max(0, 1 - handle), tip), "ink", { width: 3.5, head: 14 });
}

/** What a finger pulls: x, the tip of w and the line a = 0. */
function drawHandles(scene, tip) {
  const { w, x, size } = scene;
  const moveX = (place) => ({ x: roundInside(place, NEAR) });
  const turn = (place) => ({ w: pullTip(scene, roundInside(place, INNER)) });
  const shift = (place) => ({ b: tidy(-dot(w, roundWithin(place, PLANE)), FAR) });
  return [
    grip(x, moveX, "input", { r: 10 }),
    grip(tip, turn, "ink", { r: 5 }), // seen upon x, too
    size > 0 && grip(lineHandle(scene), shift, "ink"),
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
