// The sum of (BP2), drawn below each hidden unit: four errors, each times its weight, end to end;
// then what the slope of tanh leaves of it.
import { cell, line, vertical, word } from "../widget/kit/picture.js";
import { sumAt } from "./flow_room.js";
import { keyOf, LETTERS, numberAt } from "./weight_step.js";

const UNITS = [0, 1];

/** Where the errors of the outputs take the sum of a hidden unit: 0, after one, after two, ... */
export function totalsOf(scene, k) {
  const totals = [0];
  for (const [j, error] of [...scene.named.delta2].entries()) {
    totals.push(totals[j] + numberAt(scene, "W2", j, k) * error);
  }
  return totals;
}

/** Pixels a unit, the same for both sums, so that the longer one has room. */
export function unitOf({ sum }, scene) {
  const far = Math.max(...UNITS.flatMap((k) => totalsOf(scene, k)).map(Math.abs));
  return Math.min(sum.unit, sum.half / Math.max(far, 1e-9));
}

/** A bar from one number to another, in a row of the sum. */
function barOf({ sum }, { zero, top, unit }, row, from, to, look) {
  const x = zero + unit * Math.min(from, to);
  const y = top + sum.row * row - sum.high / 2;
  return cell(x, y, unit * Math.abs(to - from), sum.high, look, { round: 1 });
}

/** Where the names of the rows end: just before the bar that reaches farthest to the left. */
const leftOf = ({ zero, unit }, totals) => zero + unit * Math.min(0, ...totals) - 6;

/** The error of one output times its weight, from where the one before ends. */
function drawTerm(room, scene, k, place, totals, j) {
  const { top, zero, unit } = place;
  const { row } = room.sum;
  const y = top + row * j;
  const x = zero + unit * totals[j + 1];
  const on = scene.weight === keyOf("W2", [j, k]);
  const look = `turn-${j}`;
  return [
    word([leftOf(place, totals), y], LETTERS[j], on ? "state strong through" : "ink through", {
      anchor: "end",
      size: room.sum.type,
      dy: 4,
    }),
    line(vertical(x, y, y + row), `quiet thin through arrives ${look}`),
    barOf(room, place, j, totals[j], totals[j + 1], `gradient through arrives ${look}`),
  ];
}

/** The whole sum in outline, and filled what is left of it: the error of the unit. */
function drawRest(room, scene, k, place, totals) {
  const { top } = place;
  const total = totals[4];
  const look = "through arrives turn-4";
  const slope = "<i>φ</i>′";
  return [
    barOf(room, place, 4, 0, total, `clear gradient thin ${look}`),
    barOf(room, place, 4, 0, scene.named.delta1[k], `gradient ${look}`),
    word([leftOf(place, totals), top + 4 * room.sum.row], `× ${slope}`, "ink through", {
      anchor: "end",
      size: room.sum.type,
      dy: 4,
    }),
  ];
}

/** The sum of the k-th hidden unit: its line of zeros, four errors, and what is left of them. */
function drawSum(room, scene, k) {
  const place = { ...sumAt(room, k), unit: unitOf(room, scene) };
  const totals = totalsOf(scene, k);
  const { zero, top } = place;
  const axis = vertical(zero, top - 0.5 * room.sum.row, top + 4.5 * room.sum.row);
  return [
    line(axis, "quiet thin through"),
    LETTERS.map((_, j) => drawTerm(room, scene, k, place, totals, j)),
    drawRest(room, scene, k, place, totals),
  ].flat(2);
}

/** Whether the sum of the k-th hidden unit is drawn: (BP2) makes it for the picked weight. */
export const hasSum = ({ answered, equation, made }, k) =>
  answered && equation === "BP2" && made.has(keyOf("delta1", [k]));

/** The sums that (BP2) makes for the picked weight; gaps in the place of the others. */
export function drawSums(room, scene) {
  return UNITS.map((k) => {
    const marks = drawSum(room, scene, k);
    return hasSum(scene, k) ? marks : marks.map(() => false);
  });
}
