// For those who come closer: the bounds, other depths, and the numbers.

import { table as drawTable, note, range } from "../widget/kit/controls.js";
import { plural, short } from "../widget/kit/numbers.js";
import { tell } from "../widget/kit/words.js";
import { closerButtons } from "./depth_and_gradient_desk.js";
import { follow } from "./depth_and_gradient_steps.js";
import { valuesView } from "./depth_and_gradient_values.js";

const DEPTHS = [4, 16, 64];

/** What reaches the input through these weights, by depth, without skips and at three scales. */
function byDepth({ kind, seed, normed, hidden, constants }) {
  const arriving = (depth, skip, scale) => {
    const found = follow({ kind, seed, normed, depth, skip, scale }, constants);
    return hidden ? "?" : short(found.downs[0]);
  };
  return DEPTHS.map((depth) => [
    `${depth}`,
    arriving(depth, false, 1),
    arriving(depth, true, 1),
    arriving(depth, true, 1 / Math.sqrt(depth)),
    arriving(depth, true, 1 / depth),
  ]);
}

export function more(scene) {
  const { blocks, read, downs, hidden, facts, texts, constants } = scene;
  const at = Math.min(Math.round(read), blocks);
  const left = hidden ? "your guess" : short(downs[blocks - at]);
  const bounds = hidden ? { low: "?", high: "?" } : {};
  const closer = tell(constants.closer, facts, { ...texts, ...bounds });
  return {
    name: "Closer",
    parts: [
      closerButtons(scene),
      range({
        label: "read at",
        min: 0,
        max: blocks,
        step: 1,
        value: at,
        show: `${at} back`,
        says: `${plural(at, "block")} back: ${left}`,
        to: (value) => ({ read: value }),
      }),
      note(closer, [3, 8]),
      valuesView(scene),
      drawTable({
        caption: "What is left at the input, with branches of this kind",
        head: ["blocks", "no skip", "scale 1", "1/√<i>L</i>", "1/<i>L</i>"],
        rows: byDepth(scene),
      }),
    ],
  };
}

const READ = [0, 1, 2, 5, 10, 20, 40];

/** The gradient and the signal on the way back; a chain that ends before has dashes there. */
export function table({ blocks, ups, downs, hidden }) {
  const row = (name, down) => {
    const told = (lengths) => (hidden ? "?" : short(lengths[blocks - down]));
    return down > blocks ? [name, "–", "–"] : [name, told(downs), told(ups)];
  };
  return {
    caption: "The gradient and the signal, by blocks from the end",
    head: ["blocks back", "gradient", "signal"],
    rows: [...READ.map((down) => row(`${down}`, down)), row(`input, ${blocks}`, blocks)],
  };
}
