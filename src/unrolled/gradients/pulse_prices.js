// What a way around tanh costs: in words, and as a small picture of the states on their way on.
import { axis } from "../widget/kit/axes.js";
import { cell, curve, word } from "../widget/kit/picture.js";
import { followWay } from "./pulse_ways.js";

const GLYPH = 52; // px: how wide a picture of a price is
const HIGH = 18;
const FIVE = 9; // px from cell to cell of a memory
const MOST = 60; // of a state that grows: the height of its picture

const tenth = (x) => Math.round(10 * x) / 10;

/** What a way costs while it is open; short on a phone. */
export function priceOf({ constants, narrow, texts, ...scene }, i) {
  const { way } = constants.strips[i];
  const price = scene[way] > 0 && constants.ways?.prices[way]?.[narrow ? 1 : 0];
  return price ? price.replace(/\{(\w+)\}/g, (_, name) => texts[name]) : "";
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
function priceMarks({ constants, followed, leak }, i, at) {
  const { way } = constants.strips[i];
  if (way === "leak") return drawSlowness(at, leak);
  if (way === "residual") return drawGrowth(at, followed[i].lengths);
  return drawMemory(at, constants.ways.distance);
}

const FIGURE = [360, 84]; // px
const COLUMN = 118; // px from price to price

/** What each remedy costs, as a small picture: a slow state, a large one, and five to be kept. */
export function prices({ constants, ...scene }) {
  const [wide, high] = FIGURE;
  const { ways, strips } = constants;
  const state = { ...scene, ...ways.full };
  const followed = strips.map(({ way }) => followWay(way, scene.W, state, constants));
  const open = { ...state, followed, constants };
  const ground = 30;
  const columns = strips.map(({ way, name }, i) => {
    if (way === "tanh") return [];
    const x = 8 + COLUMN * (i - 1);
    const at = (y, html, look) => word([x, y], html, look, { anchor: "start", size: 13 });
    return [
      priceMarks(open, i, [x, ground]),
      at(ground + 18, name, "strong"),
      at(ground + 36, ways.figures[way], "quiet"),
    ];
  });
  return {
    title: "What each remedy costs",
    size: FIGURE,
    says: strips
      .slice(1)
      .map(({ way, name }) => `${name}: ${ways.figures[way]}`)
      .join("; "),
    x: axis(0, wide),
    y: axis(high, 0),
    marks: columns,
  };
}
