// The cut through the plane along w: its colours from the side are φ, and its slope is φ′.
import { axis } from "../widget/kit/axes.js";
import { range } from "../widget/kit/maths.js";
import { area, cell, dot, grip, horizontal, line, word } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { tell } from "../widget/kit/words.js";
import { activate, PLANE, shadesBetween } from "./neuron.js";
import { keyOf, NEAR, roundInside, stopsOf, unitOf } from "./plane.js";

const FINE = 60; // samples to either side of the line a = 0, densest near it
const JUMP = 1e-9; // just after 0 ReLU's slope is another
const STRIP = [0.28, 0.17]; // of the curves' height: where the strip of the cut begins and ends
const UNDER = 250; // px: from the top of the plane to the numbers below it
const KEY = 12; // px: the breadth of the key of the colours

/** Where the cut is shown, from the line a = 0 on: as wide as the plane, or 272 px of its scale. */
export function reachOf(narrow) {
  const most = narrow ? PLANE[0] : 136 / unitOf(false);
  return [-most, most];
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

/** The colours that lie along the cut in the plane. */
function drawStrip(scene, [from, to], { floor, thick }) {
  const found = shadesBetween(scene.activation, sumAt(scene, from), sumAt(scene, to));
  return [
    ramp(from, floor, to - from, thick, [1, 0], stopsOf(scene, found)),
    cell(from, floor, to - from, thick, "quiet thin clear"),
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
function drawPoint(scene, place, { high, foot }) {
  const { size, narrow } = scene;
  const { far, at, beyond } = place;
  const { h, slope } = activate(scene.activation, beyond ? sumAt(scene, at) : scene.a);
  const on = Math.min(high, Math.max(h, -high));
  return [
    line(horizontal(foot, 0, at), "input"), // how far x is from the line
    dot([at, slope], 6, beyond ? "gradient hollow" : "gradient"),
    dot([at, foot], 6, beyond ? "input hollow" : "input"),
    beyond || !size
      ? dot([at, on], 8, "state hollow")
      : grip([at, on], slide(scene, far), "state", { reach: narrow ? 24 : 27 }),
  ];
}

/** From where to where the curves go, and where the strip lies: below them, or behind them. */
function heightsOf({ kind: { ticks }, narrow }) {
  const low = Math.min(...ticks, 0);
  const high = Math.max(...ticks);
  const tall = high - low;
  const top = high + 0.08 * tall;
  const floor = low - (narrow ? 0.12 : STRIP[0]) * tall;
  const thick = narrow ? top - floor : (STRIP[0] - STRIP[1]) * tall;
  return { low, high, floor, thick, top, foot: narrow ? floor : floor + thick / 2 };
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
  const heights = heightsOf(scene);
  const { floor, top } = heights;
  const facts = { ...scene.facts, beyond: place.beyond };
  const name = tell(constants.place, facts, texts);
  return {
    x: axis(...reach, narrow ? [] : ticksIn(reach), { room: rooms.x, name, middle: true }),
    y: axis(floor, top, kind.ticks, { room: rooms.y }),
    clip: true,
    title: tell(constants.values, facts, texts),
    says: tell(constants.curves, facts, texts),
    marks: [
      narrow ? drawStrip(scene, reach, heights) : drawKey(scene, reach[0]),
      line(upright(0, floor, top), "ink"),
      line(upright(place.at, floor, top), "input dashed thin"),
      drawCurves(scene, reach),
      !narrow && drawStrip(scene, reach, heights),
      drawPoint(scene, place, heights),
    ],
  };
}

/** Its numbers in a row above it; in a narrow box that is below the plane, `top` its edge. */
export function nameCut({ texts, narrow }, [left, top], unit) {
  const said = [
    [0, `<i>a</i> = ${texts.nearA}`, "input strong"],
    [78, `<i>φ</i>(<i>a</i>) = ${texts.nearAnswer}`, "state strong"],
    [182, `<i>φ</i>′(<i>a</i>) = ${texts.nearSlope}`, "gradient strong"],
  ];
  const dy = narrow ? UNDER : -10;
  return said.map(([aside, html, look]) =>
    word([left + aside / unit, top], html, look, { anchor: "start", dy }),
  );
}
