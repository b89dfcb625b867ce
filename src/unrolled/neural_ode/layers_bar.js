// Depth as a bar of blocks: thick ones where there are few, and as long as a solver chose them.

import { cell, curve, grip, word } from "../widget/kit/picture.js";
import { PARTS, stepShares } from "./layers_room.js";

const tenth = (x) => Math.round(10 * x) / 10;

/** The seams between blocks: as many for every number of blocks, some on top of each other. */
function seamsPath({ x, y, wide, high }, path) {
  return stepShares(path)
    .map((share) => `M${tenth(x + share * wide)} ${y - 1}v${high + 2}`)
    .join("");
}

/** All blocks, those that the points have passed in full colour; the end of these is pulled. */
export function drawLayers({ layers, type }, { walks: [own], share }) {
  const { x, y, wide, high, ends } = layers;
  const middle = y + high / 2;
  const to = (px) => Math.round((PARTS * (px - x)) / wide);
  const pull = ([px]) => ({ depth: Math.max(0, Math.min(PARTS, to(px))) });
  const says = (px, text, anchor) =>
    word([px, middle], text, "quiet through", { anchor, size: type - 1.5 });
  return [
    cell(x, y, wide, high, "state through", { opacity: 0.25, round: 3 }),
    cell(x, y, share * wide, high, "state through", { round: 3 }),
    curve(seamsPath(layers, own), "paper through", { width: 2 }),
    says(x - ends, "input", "end"),
    says(x + wide + ends + 6, "output", "start"),
    grip([x + share * wide, middle], pull, "state"),
  ];
}
