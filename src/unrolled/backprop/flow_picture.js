// The 4-2-4 network as a graph, in pixels: columns of boxes with rows of numbers, a line a weight.
import { axis } from "../widget/kit/axes.js";
import { number } from "../widget/kit/numbers.js";
import { cell, choice, dot, line, word } from "../widget/kit/picture.js";
import { keyOf, LETTERS, placeOf } from "./weight_step.js";

const ROW = 19; // height of a row
const COLUMNS = {
  x: { left: 2, width: 52, kind: "input", count: 4, rows: { "": "x" } },
  h: { left: 122, width: 92, kind: "state", count: 2, rows: { a: "a1", h: "h1", δ: "delta1" } },
  y: { left: 266, width: 92, kind: "output", count: 4, rows: { z: "z", ŷ: "y_hat", δ: "delta2" } },
};
const ENDS = { W1: ["x", "h"], W2: ["h", "y"] }; // the columns that a matrix joins

/** The number of this name and place. */
export function numberAt({ named, constants }, name, to, from) {
  const place = from === undefined ? to : to * constants.width[name] + from;
  return named[name][place];
}

function middleOf(column, k) {
  return column === "h" ? 84 + 168 * k : 42 + 84 * k;
}

/** Something to tap; what lies over it is not part of it. */
function tappable(scene, marks, key, place, over = []) {
  const on = scene.weight === key;
  const name = scene.constants.links[key];
  return [choice(marks, { to: { weight: key }, name, on, place }), over];
}

// Boxes

/** The frame of a number that comes out of the equation, or goes into it. */
function frameLook({ answered, made, lit }, key, hue) {
  if (!answered) return "";
  if (made.has(key)) return `clear ${hue}`;
  return lit.has(key) ? "clear quiet thin" : "";
}

/** One number in its row: its sign on the left, or a letter, and its value on the right. */
function drawNumber(scene, column, k, top, [sign, name]) {
  const { left, width, kind } = COLUMNS[column];
  const key = keyOf(name, [k]);
  const hue = `${name.startsWith("delta") ? "gradient" : kind} through`;
  const frame = frameLook(scene, key, hue);
  const look = scene.answered && scene.made.has(key) ? `${hue} strong` : hue;
  const label = sign === "" ? LETTERS[k] : `<i>${sign}</i>`;
  const value = number(numberAt(scene, name, k));
  return [
    frame !== "" && cell(left + 3, top + 1, width - 6, ROW - 2, frame, { round: 4 }),
    word([left + 8, top + 10], label, hue, { anchor: "start" }),
    word([left + width - 8, top + 10], value, look, { anchor: "end" }),
  ];
}

/** The numbers of a box, one below the other; errors once the question is answered. */
function drawNumbers(scene, column, k, top) {
  const rows = Object.entries(COLUMNS[column].rows);
  const shown = rows.filter(([sign]) => scene.answered || sign !== "δ");
  return shown.map((one, n) => drawNumber(scene, column, k, top + ROW * n, one));
}

/** An input: a letter and its number. */
function drawInput(scene, k) {
  const { left, width, kind } = COLUMNS.x;
  const height = ROW + 4;
  const top = middleOf("x", k) - height / 2;
  const frame = cell(left, top, width, height, `hollow ${kind}`, { round: 6 });
  return [frame, drawNumbers(scene, "x", k, top + 2)];
}

function titleOf({ target }, column, k) {
  if (column === "h") return `unit ${k + 1}`;
  return LETTERS[k] === target ? `${LETTERS[k]} <b>wanted</b>` : LETTERS[k];
}

/** A unit of this column, with its name above its numbers; a tap picks its bias. */
function drawUnit(scene, column, k) {
  const { left, width, kind, rows } = COLUMNS[column];
  const height = ROW + ROW * Object.keys(rows).length + 4;
  const top = middleOf(column, k) - height / 2;
  const key = keyOf(column === "h" ? "b1" : "b2", [k]);
  const picked = scene.weight === key ? " thick" : "";
  const frame = cell(left, top, width, height, `hollow ${kind}${picked}`, { round: 6 });
  const name = titleOf(scene, column, k);
  const title = word([left + 8, top + 12], name, "quiet through", { anchor: "start" });
  const place = [2 * k, column === "h" ? 2 : 4];
  return tappable(scene, [frame], key, place, [
    title,
    drawNumbers(scene, column, k, top + 2 + ROW),
  ]);
}

function drawColumn(scene, column) {
  return Array.from({ length: COLUMNS[column].count }, (_, k) =>
    column === "x" ? drawInput(scene, k) : drawUnit(scene, column, k),
  );
}

// Lines

/** Where the line of a weight begins and ends. */
function endsOf(name, to, from) {
  const [start, end] = ENDS[name];
  const { left, width } = COLUMNS[start];
  return [
    [left + width, middleOf(start, from)],
    [COLUMNS[end].left, middleOf(end, to)],
  ];
}

/** A point of the line where it is far from the others. */
function knobOf(name, [start, end]) {
  const share = (name === "W1" ? 2 : 1) / 3;
  return start.map((x, n) => x + share * (end[n] - x));
}

/** A weight as a line, as thick as the weight, or on the way back as its gradient. */
function drawWeight(scene, name, to, from) {
  const { answered, weight, equation } = scene;
  const key = keyOf(name, [to, from]);
  const back = answered && equation !== "forward";
  const size = numberAt(scene, back ? `d${name}` : name, to, from);
  const hue = back ? "gradient" : "quiet";
  const ends = endsOf(name, to, from);
  const stroke = line(ends, size === 0 ? `${hue} dashed` : hue);
  const marks = [{ ...stroke, width: 1 + 5 * Math.min(1, Math.abs(size)) }];
  const knob = knobOf(name, ends);
  marks.push(dot(knob, 5, weight === key ? "state" : hue), dot(knob, 14, "pick"));
  if (weight === key) marks.unshift(line(ends, "state thick ghost"));
  return tappable(scene, marks, key, name === "W1" ? [2 * from, 1] : [2 * to, 3]);
}

function drawWeights(scene) {
  const places = Object.keys(scene.constants.links).map(placeOf);
  const matrices = places.filter(([, index]) => index.length === 2);
  return matrices.map(([name, [to, from]]) => drawWeight(scene, name, to, from));
}

export function picture(scene) {
  const { constants, answered, equation, letter, target } = scene;
  const values = (name) => [...scene.named[name]].map((x) => number(x)).join(", ");
  const errors = `Errors: outputs ${values("delta2")}; hidden ${values("delta1")}.`;
  return {
    size: [360, 386],
    x: axis(0, 360),
    y: axis(386, 0),
    says:
      `4-2-4 network: ${letter} is read, ${target} is wanted. ` +
      `Hidden ${values("h1")}; outputs ${values("y_hat")}.${answered ? ` ${errors}` : ""}`,
    marks: [
      drawWeights(scene),
      Object.keys(COLUMNS).map((column) => drawColumn(scene, column)),
      constants.heads,
      constants.keys[answered ? equation : "forward"],
    ],
  };
}
