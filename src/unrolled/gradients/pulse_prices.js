// What a way around tanh costs: in words, and as a small picture of the states on their way on.
import { cell, curve } from "../widget/kit/picture.js";

const GLYPH = 52; // px: how wide a picture of a price is
const HIGH = 18;
const FIVE = 9; // px from cell to cell of a memory
const MOST = 60; // of a state that grows: the height of its picture

const tenth = (x) => Math.round(10 * x) / 10;

/** What a way costs while it is open, in two lines; short on a phone. */
export function priceLines({ constants, narrow, texts, ...scene }, i) {
  const { way } = constants.strips[i];
  const price = scene[way] > 0 && constants.ways?.prices[way]?.[narrow ? 1 : 0];
  if (!price) return [];
  return price.replace(/\{(\w+)\}/g, (_, name) => texts[name]).split("\n");
}

/** A line through values from 0 to 1, from left to right. */
const lineOf = ([x, y], values) =>
  values
    .map((value, k) => `${tenth(x + (GLYPH * k) / (values.length - 1))} ${tenth(y - HIGH * value)}`)
    .join("L");

/** An input jumps, which tanh follows at once: a leaky state creeps after it. */
function drawSlowness(at, keep) {
  const [x, y] = at;
  const crept = Array.from({ length: 25 }, (_, t) => 1 - keep ** t);
  return [
    curve(`M${x} ${y}V${y - HIGH}H${x + GLYPH}`, "quiet dashed thin"),
    curve(`M${lineOf(at, crept)}`, "state"),
  ];
}

/** How long the state is, step by step. */
function drawGrowth(at, lengths) {
  const [x, y] = at;
  const grown = lengths.map((length) => Math.min(1, length / MOST));
  const d = `M${x} ${y}L${lineOf(at, grown)}V${y}Z`;
  return [
    curve(d, "state shape", { fill: "var(--state)", opacity: 0.35 }),
    curve(`M${lineOf(at, grown)}`, "state"),
  ];
}

/** The states that have to be kept at once. */
const drawMemory = ([x, y], distance) =>
  Array.from({ length: distance }, (_, k) =>
    cell(x + FIVE * k, y - HIGH + 1, FIVE - 2, HIGH - 2, "state", {
      round: 3,
      opacity: k === distance - 1 ? 1 : 0.55,
    }),
  );

/** The marks of the picture of a price. */
function priceMarks({ constants, followed, ...scene }, i, at) {
  const { way } = constants.strips[i];
  if (way === "leak") return drawSlowness(at, scene.leak);
  if (way === "residual") return drawGrowth(at, followed[i].lengths);
  return drawMemory(at, constants.ways.distance);
}

/** The picture of a price, or gaps for its marks; its left end and its middle are given. */
export function drawPrice(scene, i, [x, middle]) {
  const { way } = scene.constants.strips[i];
  if (scene.constants.strips[i].way === "tanh") return false;
  const marks = [priceMarks(scene, i, [tenth(x), tenth(middle + HIGH / 2)])].flat(Infinity);
  return scene[way] > 0 ? marks : marks.map(() => false); // what follows keeps its place
}
