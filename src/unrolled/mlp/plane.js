// The plane of the inputs: its colours, the lines of one answer, the arrows and what is pulled.
import { dot, norm, scale } from "../widget/kit/maths.js";
import { number } from "../widget/kit/numbers.js";
import { arrow, grip, label, line, word } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { EDGE, FAR, LIMIT, largest, scaled, segment, shades } from "./neuron.js";

export const INNER = 2.6; // where handles end
export const NEAR = 2.5; // where x ends
const NAMED = 2.2; // where labels end
const ORIGIN = [0, 0];
const GRADIENT = "∇<sub><b>w</b></sub><i>f</i>";

export const clamp = (v, most) => Math.min(most, Math.max(-most, v));
const roundInside = (place, edge) => place.map((v) => Math.round(100 * clamp(v, edge)) / 100);

/** A number as it is shown, all of it. */
export const tidy = (v, most) => clamp(Math.round(1e4 * v) / 1e4, most);

export function tidyNeuron({ w, b }) {
  return { w: w.map((v) => tidy(v, LIMIT)), b: tidy(b, FAR) };
}

/** The plane in its colours, and below it their key, from the least to the largest. */
function drawColours({ kind, shows, w, b, activation, size, facts, constants }) {
  const [least, most] = kind.span[shows];
  const hue = facts.sloped ? "gradient" : "state";
  const stop = (at, v) => [at, v < 0 ? "minus" : hue, 60 * Math.min(1, Math.abs(v) / most)];
  const stops = shades({ w, b, activation }).map(({ offset, slope, h }) =>
    stop(offset, facts.sloped ? slope : h),
  );
  const key = [least, 0, most].map((v) => stop((v - least) / (most - least), v));
  const nameEnd = (v, sign) => {
    const beyond = Math.abs(v) === EDGE ? `${sign} ` : ""; // the colour stays
    return beyond + number(v, 2);
  };
  const below = (place, html, anchor) => word([place, -3.86], html, "", { anchor });
  const corners = [
    [-EDGE, -EDGE],
    [EDGE, -EDGE],
    [EDGE, EDGE],
    [-EDGE, EDGE],
    [-EDGE, -EDGE],
  ];
  return [
    ramp(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE, size ? w : [1, 0], stops),
    line(corners, "quiet thin"),
    ramp(-0.5, -3.98, 1.6, 0.24, [1, 0], key),
    below(-3, constants.colours[shows], "start"),
    below(-0.6, nameEnd(least, "≤"), "end"),
    below(1.2, nameEnd(most, "≥"), "start"),
  ];
}

function nameBeside(at, html, look) {
  const inside = at.map((v) => clamp(v, NAMED));
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
function drawGradient({ x, dw, narrow, facts }) {
  const unit = narrow ? 44 : 74; // px of a picture
  const name = norm(dw) > 0.4 ? scale(0.6, dw) : scale(0.5, x);
  return [
    line(outlineOf(x, 7.5 / unit), "input hollow"),
    arrow(ORIGIN, dw, "gradient thick"),
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
  const inside = segment({ w, b }, 0, INNER);
  return inside ? inside[1] : w.map((v) => clamp((-b * v) / size ** 2, INNER));
}

/** The arrow of w, before its handle. */
function drawWeights({ facts }, tip) {
  if (facts.cut) return line([ORIGIN, tip], "ink dashed");
  const handle = 0.17 / norm(tip);
  return arrow(ORIGIN, scale(Math.max(0, 1 - handle), tip), "ink");
}

/** What a finger pulls: x, the tip of w and the line a = 0. */
function drawHandles(scene, tip) {
  const { w, x, size } = scene;
  const moveX = (place) => ({ x: roundInside(place, NEAR) });
  const turn = (place) => ({ w: pullTip(scene, roundInside(place, INNER)) });
  const shift = (place) => ({ b: tidy(-dot(w, roundInside(place, EDGE)), FAR) });
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
    line([[-EDGE, 0], [EDGE, 0], null, [0, -EDGE], [0, EDGE]], "quiet thin ghost"),
    drawLevel(a, "input dashed thin"),
    drawLevel(0, "ink"),
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
