// Three steps of one network: letters below, states in the middle, probabilities on top.
import { inPixels } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { circle, grip, horizontal, line, word } from "../widget/kit/picture.js";
import { drawAnatomy } from "./folded_cell.js";
import { drawChips } from "./unrolled_guesses.js";
import {
  FOLDED,
  middleOf,
  NAMED,
  PAIR,
  radiusOf,
  roomOf,
  STEPS,
  shareSeen,
  unitAt,
} from "./unrolled_room.js";
import {
  drawInput,
  drawLogits,
  drawLoss,
  drawPrediction,
  drawState,
  drawSums,
  valuesOf,
} from "./unrolled_things.js";
import { drawGauges, drawWeights } from "./unrolled_weights.js";

const ASIDE = 32; // px from the ends of what folds to their names: the handle covers none

/** What comes before the first step: two zeros, pale until it is known where a state goes. */
function drawStart(room, scene) {
  const r = radiusOf(room, 0);
  const opacity = shareSeen(room.unrolled);
  if (!opacity) return [false, false, false];
  const look = scene.answered ? "state" : "quiet";
  const discs = PAIR.map((k) => {
    const [x, y] = unitAt(room, "h", 0, k);
    return { ...circle([x, y], r, `${look} dashed`), opacity };
  });
  const [x, y] = unitAt(room, "h", 0, 0);
  const isNamed = room.unrolled >= FOLDED;
  const name = word([x, y - r - 12], "<b>h</b><sub>0</sub>", look, { size: room.type });
  return [discs, isNamed && name];
}

/** What a cell does, beside the copy where there is room: the sums, their tanh, the state. */
function drawCellNames(room, scene) {
  const isFolded = room.unrolled < NAMED;
  if (isFolded && !scene.narrow) return [false, false, false]; // they are all named there
  const t = isFolded ? scene.now : STEPS.at(-1);
  const [side, k, anchor] = isFolded ? [-1, 0, "end"] : [1, 1, "start"];
  const [x, high] = unitAt(room, "h", t, k);
  const [, low] = unitAt(room, "a", t, k);
  const index = isFolded ? "<i>t</i>" : t;
  const name = (reach, y, html, look) =>
    word([x + side * reach, y], html, look, { anchor, size: room.type - 1 });
  return [
    name(room.r + 8, high, `<b>h</b><sub>${index}</sub>`, "state"),
    name(6, (high + room.r + low - room.half) / 2, "tanh", "quiet"),
    name(room.half + 5, low, `<b>a</b><sub>${index}</sub>`, "state"),
  ];
}

/** What the loop of a folded network is. */
function drawLoopName(room, scene) {
  if (room.unrolled >= NAMED) return [false, false];
  const x = middleOf(room, scene.now) + (scene.narrow ? 3.7 : 4.6) * room.gap;
  const [, y] = unitAt(room, "h", scene.now, 0);
  const size = room.type - 1;
  return ["the state,", "one step later"].map((text, n) =>
    word([x, y - 20 + 22 * n], text, "state halo", { anchor: "start", size }),
  );
}

/** The numbers of what is chosen. */
function drawTold(room, scene) {
  const { active, constants } = scene;
  const isGuess = scene.narrow && scene.asked; // it is marked there
  if (isGuess || !scene.lit) return false;
  const { symbol } = constants.boxes[active];
  const values = valuesOf(scene, active);
  const list = values ? [...values].map((v) => decimals(v, 3)).join(", ") : "…";
  const text = values && values.length > 1 ? `(${list})` : list;
  const { at, anchor } = room.told;
  return word(at, `${symbol} = ${text}`, "", { anchor, size: room.type });
}

/** What joins each matrix of the panel to its lines: its symbol, in their colour. */
function drawMatrixNames(room, scene) {
  if (scene.narrow || room.unrolled < FOLDED) return [];
  const { symbols } = scene.constants;
  const { z, h, a, x } = room.rows;
  const right = middleOf(room, 3) + 66;
  const size = room.type;
  const between = (middleOf(room, 2) + middleOf(room, 3)) / 2 + 24;
  const name = ([at, y], matrix, look, anchor = "start") =>
    word([at, y], symbols[matrix], look, { anchor, size });
  return [
    name([right, (z + h[0]) / 2 + 6], "W_yh", "output"),
    name([right, (a[1] + x) / 2 - 4], "W_hx", "input"),
    !scene.isHeld("W_hh") && name([between, h[0] + 10], "W_hh", "state", "middle"),
  ];
}

/** Everything of step t, as faint as it is seen; gaps in its place where it is not. */
function drawStep(room, scene, t) {
  const parts = [drawInput, drawSums, drawState, drawLogits, drawPrediction, drawLoss];
  const marks = parts.map((draw) => draw(room, scene, t)).flat(Infinity);
  const share = scene.shareOf(t);
  if (share === 1) return marks;
  const opacityOf = ({ kind }) => (kind === "word" ? Math.max(0, 4 * share - 3) : share);
  return marks.map((mark) => mark && share > 0 && { ...mark, opacity: opacityOf(mark) });
}

/** What is pulled to the right to unroll the network, and back to fold it. */
function drawFold(room, { unrolled, narrow }) {
  const { from, to, y } = room.fold;
  const at = [from + (to - from) * unrolled, y];
  const pull = ([x]) => ({
    unrolled: Math.round(100 * Math.max(0, Math.min(1, (x - from) / (to - from)))) / 100,
  });
  return [
    line(horizontal(y, from, to), "quiet thin"),
    word([from - ASIDE, y], "fold", "quiet", { anchor: "end", size: room.type - (narrow ? 2 : 1) }),
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
    ...inPixels(room.size),
    title,
    says,
    marks: [
      drawWeights(room, scene),
      drawStart(room, scene),
      STEPS.map((t) => drawStep(room, scene, t)),
      drawCellNames(room, scene),
      drawMatrixNames(room, scene),
      drawAnatomy(room, scene),
      drawLoopName(room, scene),
      drawGauges(room, scene),
      drawFold(room, scene),
      drawChips(room, scene),
      drawTold(room, scene),
    ],
  };
}
