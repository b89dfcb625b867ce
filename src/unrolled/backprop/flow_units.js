// The units of the d-e-m-o network: letters, hidden values, probabilities, and their errors.
import { decimals, short } from "../widget/kit/numbers.js";
import { cell, choice, circle, line, vertical, word } from "../widget/kit/picture.js";
import { tintOf } from "../widget/kit/pipes.js";
import { middleOf } from "./flow_room.js";
import { hasSum } from "./flow_sum.js";
import { keyOf, LETTERS } from "./weight_step.js";

const ORDER = ["forward", "BP1", "BP2", "BP3", "BP4"];
/** Two decimals, or two digits of what they would hide. */
const two = (x) => (x !== 0 && Math.abs(x) < 0.0095 ? short(x) : decimals(x, 2));

/** Whether this equation has been reached, once the question is answered. */
const isAt = ({ answered, equation }, name) =>
  answered && ORDER.indexOf(equation) >= ORDER.indexOf(name);

const through = (at, html, look, more) => word(at, html, `${look} through`, more);

/** A ring around what the equation makes of the picked weight, a thin one around what it takes. */
function drawRing(room, { answered, made, lit, equation }, [column, k], names) {
  const at = middleOf(room, column, k);
  const has = (keys) => answered && names.some((name) => keys.has(keyOf(name, [k])));
  const look = equation === "forward" ? "ink" : "gradient";
  const isMade = has(made);
  const isLit = has(lit);
  return [
    isMade && circle(at, room.r[column] + 6, `${look} thick`),
    isLit && !isMade && circle(at, room.r[column] + 6, "quiet thin"),
  ];
}

/** An input: a letter, filled if it is read; a tap reads it. */
export function drawInput(room, scene, k) {
  const [x, y] = middleOf(room, "x", k);
  const r = room.r.x;
  const letter = LETTERS[k];
  const on = letter === scene.letter;
  const tile = cell(x - r, y - r, 2 * r, 2 * r, on ? "input" : "hollow input", { round: 6 });
  return [
    choice([cell(x - 22, y - 22, 44, 44, "pick"), tile], {
      to: { letter },
      name: `Read ${letter}`,
      held: on ? "1" : "0",
      on: false,
      place: [2 * k, 0],
    }),
    through([x, y], `<i>${letter}</i>`, on ? "paper strong" : "input", { size: room.type + 3 }),
    drawRing(room, scene, ["x", k], ["x"]),
  ];
}

const LONG = 7; // letters of an error that fit in a unit

/** How far from the middle of its unit a long error stands: below, of a sum above the scale. */
function asideOf({ r, knob }, scene, k) {
  if (!hasSum(scene, k)) return r.h + 17;
  return -(r.h + 17 + (scene.weight === keyOf("b1", [k]) ? knob + 10 : 0));
}

/** The error of a hidden unit, in it; a long one beside it. */
function drawError(room, scene, k) {
  const [x, y] = middleOf(room, "h", k);
  const { r, lines, type } = room;
  const text = `δ ${two(scene.named.delta1[k])}`;
  const isLong = text.length > LONG;
  const at = y + (isLong ? asideOf(room, scene, k) : lines);
  return [
    !isLong &&
      cell(x - r.h + 8, at - 9, 2 * r.h - 16, 18, "paper through", { round: 9, opacity: 0.9 }),
    through([x, at], text, "gradient strong", { size: scene.narrow ? 12.5 : type - 1 }),
  ];
}

/** A hidden unit: its colour is its value, its rim on the way back its error. */
export function drawHidden(room, scene, k) {
  const [x, y] = middleOf(room, "h", k);
  const r = room.r.h;
  const { named, weight, answered, constants } = scene;
  const key = keyOf("b1", [k]);
  const value = named.h1[k];
  const back = isAt(scene, "BP2");
  const error = back ? named.delta1[k] : 0;
  const face = { round: r, fill: tintOf(0.5 * value) };
  const { lines } = room;
  return [
    choice(
      [
        cell(x - r, y - r, 2 * r, 2 * r, weight === key ? "state thick" : "state", face),
        circle([x, y], r, "state"),
        error === 0 ? false : circle([x, y], r + 1 + 5 * Math.min(1, Math.abs(error)), "gradient"),
      ],
      {
        to: { weight: key },
        name: constants.links[key],
        on: weight === key,
        place: [4 * k + 2, 2],
      },
    ),
    through([x, y - lines - 1], `unit ${k + 1}`, "ink", { size: 12 }),
    through([x, y], two(value), "ink strong", { size: room.type }),
    back ? drawError(room, scene, k) : [false, false],
    answered && drawRing(room, scene, ["h", k], ["a1", "h1", "delta1", "dh1", "db1"]),
  ];
}

/** An output: its letter; a tap picks its bias. */
function drawLetter(room, { weight, target, constants }, k) {
  const [x, y] = middleOf(room, "y", k);
  const r = room.r.y;
  const key = keyOf("b2", [k]);
  const on = weight === key;
  const wanted = LETTERS[k] === target;
  const look = on ? "output hollow thick" : "output hollow";
  const face = { round: r, fill: wanted ? "var(--output)" : null };
  const disc = cell(x - r, y - r, 2 * r, 2 * r, look, face);
  return [
    choice([cell(x - 22, y - 22, 44, 44, "pick"), disc], {
      to: { weight: key },
      name: constants.links[key],
      on,
      place: [2 * k, 4],
    }),
    through([x, y], `<i>${LETTERS[k]}</i>`, wanted ? "paper strong" : "output", {
      size: room.type + 2,
    }),
  ];
}

/** An output: its probability as a bar, and on the way back how far that is from what is wanted. */
export function drawOutput(room, scene, k) {
  const { y_hat: shares, delta2 } = scene.named;
  const y = middleOf(room, "y", k)[1];
  const { x: left, width } = room.bar;
  const goal = LETTERS[k] === scene.target ? 1 : 0;
  const back = isAt(scene, "BP1");
  const mark = left + width * goal;
  const off = left + width * Math.min(shares[k], goal);
  const number = back ? `δ ${two(delta2[k])}` : two(shares[k]);
  return [
    drawLetter(room, scene, k),
    cell(left, y - 12, width, 14, "clear quiet thin", { round: 3 }),
    cell(left, y - 12, width * shares[k], 14, "output", { round: 3 }),
    line(vertical(mark, y - 16, y + 14), "ink"),
    cell(off, y + 5, back ? width * Math.abs(delta2[k]) : 0, 7, "gradient", { round: 2 }),
    through(
      [left + width + (number.length > 7 ? room.aside : 0), y - 22],
      number,
      back ? "gradient strong" : "output",
      { anchor: "end", size: room.type - 1 },
    ),
    drawRing(room, scene, ["y", k], ["z", "y_hat", "delta2", "db2"]),
  ];
}
