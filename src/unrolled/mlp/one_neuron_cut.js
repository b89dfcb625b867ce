// The cut through the plane along w: its colours from the side are φ, and its slope is φ′.
import { axis } from "../widget/kit/axes.js";
import { range } from "../widget/kit/maths.js";
import { area, cell, dot, grip, line, word } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { tell } from "../widget/kit/words.js";
import { activate, shadesBetween } from "./neuron.js";
import { keyOf, NEAR, roundInside, stopsOf, unitOf } from "./plane.js";

const FINE = 60; // samples to either side of the line a = 0, densest near it
const JUMP = 1e-9; // just after 0 ReLU's slope is another
const STRIP = [0.28, 0.17]; // of the curves' height: where the strip of the cut begins and ends
const KEY = 12; // px: the breadth of the key of the colours

/** Where the cut is shown, from the line a = 0 on: 298 or 272 px in the scale of the plane. */
export function reachOf(narrow) {
  const unit = unitOf(narrow);
  return narrow ? [-4, 298 / unit - 4] : [-136 / unit, 136 / unit];
}

/** a at this distance from the line a = 0. */
const sumAt = ({ size, b }, far) => (size ? size * far : b);

/** Where the curves are computed. */
function samplesBetween(from, to) {
  const side = (end) => range(FINE).map((k) => end * ((FINE - k) / FINE) ** 1.5);
  return [...side(from), 0, JUMP, ...side(to).reverse()];
}

/** φ and φ′ over the distance, the larger slope as light under its curve. */
function drawCurves(scene, [from, to]) {
  const far = samplesBetween(from, to);
  const found = far.map((v) => activate(scene.activation, sumAt(scene, v)));
  const trace = (key) => far.map((v, i) => [v, found[i][key]]);
  const slopes = trace("slope");
  return [
    area([[from, 0], ...slopes, [to, 0]], "gradient"),
    line(slopes, "gradient", "<i>φ</i>′"),
    line(trace("h"), "state", "<i>φ</i>"),
  ];
}

/** The colours that lie along the cut in the plane, and how far x is from the line. */
function drawStrip(scene, [from, to], floor, high, at) {
  const found = shadesBetween(scene.activation, sumAt(scene, from), sumAt(scene, to));
  const middle = floor + high / 2;
  return [
    ramp(from, floor, to - from, high, [1, 0], stopsOf(scene, found)),
    cell(from, floor, to - from, high, "quiet thin clear"),
    cell(0, middle - high / 20, at, high / 10, "input"),
  ];
}

/** Where x is on the cut, at the edge where it is beyond. */
function placeOf({ a, size, narrow }) {
  const reach = reachOf(narrow);
  const far = size ? a / size : 0;
  const inside = 12 / unitOf(narrow); // beside the name of a curve
  const at = Math.min(reach[1] - inside, Math.max(reach[0] + inside, far));
  return { far, at, beyond: at !== far };
}

/** What it means to pull x along the cut. */
const slide =
  ({ w, x, size }, far) =>
  ([to]) => ({
    x: roundInside(
      x.map((v, k) => v + ((to - far) * w[k]) / size),
      NEAR,
    ),
  });

/** x on both curves and on the strip. */
function drawPoint(scene, place, middle, [, high]) {
  const { size } = scene;
  const { far, at, beyond } = place;
  const { h, slope } = activate(scene.activation, beyond ? sumAt(scene, at) : scene.a);
  const on = Math.min(high, Math.max(h, -high));
  return [
    dot([at, slope], 6, beyond ? "gradient hollow" : "gradient"),
    dot([at, middle], 6, beyond ? "input hollow" : "input"),
    beyond || !size ? dot([at, on], 8, "state hollow") : grip([at, on], slide(scene, far), "state"),
  ];
}

/** From where to where the curves go, and where the strip below them lies. */
function heightsOf({ ticks }) {
  const low = Math.min(...ticks, 0);
  const high = Math.max(...ticks);
  const tall = high - low;
  const floor = low - STRIP[0] * tall;
  return { low, high, floor, thick: (STRIP[0] - STRIP[1]) * tall, top: high + 0.08 * tall };
}

/** The key of the colours, on the axis of what they show. */
function drawKey(scene, from) {
  const [least, most] = scene.kind.span[scene.shows];
  return ramp(from, least, KEY / unitOf(scene.narrow), most - least, [0, 1], keyOf(scene));
}

const upright = (x, from, to) => [from, to].map((y) => [x, y]);
const ticksIn = ([from, to]) => [-3, -2, -1, 0, 1, 2, 3].filter((v) => v > from && v < to);

/** The view of the cut, in the place that these rooms leave it. */
export function drawCut(scene, rooms) {
  const { kind, constants, texts, narrow } = scene;
  const reach = reachOf(narrow);
  const place = placeOf(scene);
  const { low, high, floor, thick, top } = heightsOf(kind);
  const facts = { ...scene.facts, beyond: place.beyond };
  const name = tell(constants.place, facts, texts);
  return {
    x: axis(...reach, ticksIn(reach), { room: rooms.x, name, middle: true }),
    y: axis(floor, top, kind.ticks, { room: rooms.y }),
    clip: true,
    title: tell(constants.values, facts, texts),
    says: tell(constants.curves, facts, texts),
    marks: [
      drawKey(scene, reach[0]),
      line(upright(0, floor, top), "ink"),
      line(upright(place.at, floor, top), "input dashed thin"),
      drawCurves(scene, reach),
      drawStrip(scene, reach, floor, thick, place.at),
      drawPoint(scene, place, floor + thick / 2, [low, high]),
    ],
  };
}

/** Its numbers in a row above it. */
export function nameCut({ texts }, [left, top], unit) {
  const said = [
    [0, `<i>a</i> = ${texts.nearA}`, "input strong"],
    [78, `<i>φ</i>(<i>a</i>) = ${texts.nearAnswer}`, "state strong"],
    [182, `<i>φ</i>′(<i>a</i>) = ${texts.nearSlope}`, "gradient strong"],
  ];
  return said.map(([aside, html, look]) =>
    word([left + aside / unit, top], html, look, { anchor: "start", dy: -10 }),
  );
}
