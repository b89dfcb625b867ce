// Three steps of one network: letters below, states in the middle, probabilities on top.
import { axis } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { cell, circle, grip, line, word } from "../widget/kit/picture.js";
import { FOLDED, middleOf, PAIR, roomOf, STEPS, unitAt } from "./unrolled_room.js";
import {
  drawInput,
  drawLogits,
  drawLoss,
  drawPrediction,
  drawState,
  drawSums,
  pick,
  valuesOf,
} from "./unrolled_things.js";
import { drawGauges, drawWeights } from "./unrolled_weights.js";

const ASIDE = 32; // px from the ends of what folds to their names: the handle covers none

/** What comes before the first step: two zeros. */
function drawStart(room, scene) {
  const r = 0.6 * room.r;
  if (!scene.answered || room.unrolled < FOLDED) return [false, false, false];
  const discs = PAIR.map((k) => {
    const [x, y] = unitAt(room, "h", 0, k);
    return circle([x, y], r, "state dashed");
  });
  const [x, y] = unitAt(room, "h", 0, 0);
  return [discs, word([x, y - r - 12], "<b>h</b><sub>0</sub>", "state", { size: room.type })];
}

/** The numbers of what is chosen. */
function drawTold(room, scene) {
  const { active, constants } = scene;
  const { symbol } = constants.boxes[active];
  const values = valuesOf(scene, active);
  const list = values ? [...values].map((v) => decimals(v, 3)).join(", ") : "…";
  const text = values && values.length > 1 ? `(${list})` : list;
  const { at, anchor } = room.told;
  return word(at, `${symbol} = ${text}`, "", { anchor, size: room.type });
}

/** Everything of step t; gaps in its place while another step lies on top of it. */
function drawStep(room, scene, t) {
  const parts = [drawInput, drawSums, drawState, drawLogits, drawPrediction, drawLoss];
  const marks = parts.map((draw) => draw(room, scene, t)).flat(Infinity);
  return scene.isSeen(t) ? marks : marks.map(() => false);
}

/** What is pulled to the right to unroll the network, and back to fold it. */
function drawFold(room, { unrolled, narrow }) {
  const { from, to, y } = room.fold;
  const at = [from + (to - from) * unrolled, y];
  const pull = ([x]) => ({
    unrolled: Math.round(100 * Math.max(0, Math.min(1, (x - from) / (to - from)))) / 100,
  });
  return [
    line(
      [
        [from, y],
        [to, y],
      ],
      "quiet thin",
    ),
    word([from - ASIDE, y], "fold", "quiet", {
      anchor: "end",
      size: room.type - (narrow ? 2 : 1),
    }),
    word([to + ASIDE, y], "unroll", "quiet", {
      anchor: "start",
      size: room.type - (narrow ? 2 : 1),
    }),
    grip(at, pull, "ink", { r: 8 }),
  ];
}

export function drawUnrolled(scene, says, title) {
  const room = roomOf(scene.narrow, scene.unrolled);
  return {
    size: room.size,
    title,
    says,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawWeights(room, scene),
      drawStart(room, scene),
      STEPS.map((t) => drawStep(room, scene, t)),
      drawGauges(room, scene),
      drawFold(room, scene),
      drawTold(room, scene),
    ],
  };
}

/** What is tapped for each guess: how far back one must look for the last state. */
export function drawGuesses({ narrow }) {
  const room = roomOf(narrow);
  const letters = (t) => {
    const wide = 4 * room.gap + 8;
    const x = middleOf(room, t) - wide / 2;
    return cell(x, room.rows.x - 22, wide, 44, "clear ink dashed", { round: 10 });
  };
  const state = PAIR.map((k) => circle(unitAt(room, "h", 2, k), room.r + 5, "ink dashed"));
  const near = pick(middleOf(room, 2), room.rows.h[0] + 18, 4 * room.shift, 76);
  return [[letters(3)], [near, ...state], [letters(1)]];
}
