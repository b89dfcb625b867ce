// The folded network: beside its one cell what each part is called, and how it is computed.
import { word } from "../widget/kit/picture.js";
import { middleOf, NAMED } from "./unrolled_room.js";

const NAMES = 96; // px from the middle of the cell to where the names end, on its left
const EQUATIONS = 222; // and to where the equations begin, on its right, beyond the loop

const at = (letter, time = "<i>t</i>") => `<b>${letter}</b><sub>${time}</sub>`;

/** Each part at its height: its name, and how it is computed, if it is. */
function partsOf({ rows }, { W_yh, b_y, W_hx, W_hh, b_h }) {
  const { loss, bars, z, h, a, x } = rows;
  const middle = ([high, low]) => (high + low) / 2;
  const before = at("h", "<i>t</i>−1");
  return [
    [loss, "loss", ""],
    [middle(bars), "prediction", `${at("ŷ")} = softmax ${at("z")}`],
    [z, "logits", `${at("z")} = ${W_yh} ${at("h")} + ${b_y}`],
    [middle(h), "state", `${at("h")} = tanh ${at("a")}`],
    [middle(a), "pre-activation", `${at("a")} = ${W_hx} ${at("x")} + ${W_hh} ${before} + ${b_h}`],
    [x, "letter read", ""],
  ];
}

/** The parts of the folded cell, in words on its left, as equations on its right. */
export function drawAnatomy(room, scene) {
  if (room.unrolled >= NAMED || scene.narrow) return [];
  const x = middleOf(room, scene.now);
  return partsOf(room, scene.constants.symbols).map(([y, name, equation]) => [
    word([x - NAMES, y], name, "quiet", { anchor: "end", size: room.type }),
    equation && word([x + EQUATIONS, y], equation, "", { anchor: "start", size: room.type }),
  ]);
}
