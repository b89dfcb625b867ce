// Under the triangle: the network, step after step, and how far the framed loss goes back along it.

import { range } from "../widget/kit/maths.js";
import { horizontal, vertical } from "../widget/kit/picture.js";
import { tintOfPair } from "./triangle.js";
import { boxAt, lineAt, wordAt } from "./window_room.js";

/** The middle of a step, in pixels. */
const middleOf = ({ triangle, unit }, i) => triangle.left + unit[0] * (i + 0.5);

/** From a step to the next: thick where the walk goes along it. */
function drawLink(room, { T, loss, weights, framed }, i) {
  const { y, r } = room.chain;
  const isWalked = framed && i + 1 < loss && weights[loss - 1][i] > 0;
  const ends = horizontal(y, middleOf(room, i) + r, middleOf(room, i + 1) - r);
  if (i + 1 >= T) return false;
  return { ...lineAt(room, ends, isWalked ? "gradient" : "quiet thin"), width: isWalked ? 4 : 1 };
}

/** A step: as dark as its pair where the walk reaches it, else hollow; the loss's own has a rim. */
function drawStep(room, { loss, weights, framed, constants }, i) {
  const { y, r } = room.chain;
  const x = middleOf(room, i);
  const disc = (far, look, more) =>
    boxAt(room, [x - far, y - far, 2 * far, 2 * far], look, { round: far, ...more });
  const rim = framed && i + 1 === loss ? disc(r + 3, "clear output") : false;
  if (!framed || i >= loss) return [disc(r, "clear quiet thin", { opacity: 0.5 }), rim];
  const colour = tintOfPair(constants.strength[loss - 1][i]);
  if (!weights[loss - 1][i]) return [disc(r, "hollow gradient", { stroke: colour }), rim];
  return [disc(r, "gradient", { fill: colour }), rim];
}

/** Where the walk is cut off. */
function drawBlade(room, { reach, random, framed }) {
  if (!framed || random || reach <= 1) return false;
  const { y, r } = room.chain;
  const x = room.triangle.left + room.unit[0] * (reach - 1);
  const ends = vertical(x, y - r - 5, y + r + 5);
  return { ...lineAt(room, ends, "ink"), width: 3.5 };
}

/** The number of a step, where there is room for it. */
function drawNumber(room, { T, constants }, i) {
  const isShown = (room.chain.every && T <= 24) || constants.ticks.includes(i + 1);
  if (!isShown) return false;
  return wordAt(room, [middleOf(room, i), room.chain.number], String(i + 1), "", { size: 14 });
}

export function drawChain(room, scene) {
  const steps = range(scene.T);
  const [x, y, anchor] = room.chain.name;
  return [
    steps.map((i) => drawLink(room, scene, i)),
    steps.map((i) => drawStep(room, scene, i)),
    drawBlade(room, scene),
    steps.map((i) => drawNumber(room, scene, i)),
    wordAt(room, [x, y], "step <i>i</i> →", "", { anchor }),
  ];
}
