// Three steps of one network: letters below, states in the middle, probabilities on top.
import { axis } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { cell, circle, curve, grip, line, word } from "../widget/kit/picture.js";
import { drawAnatomy } from "./folded_cell.js";
import { FOLDED, middleOf, PAIR, radiusOf, roomOf, STEPS, unitAt } from "./unrolled_room.js";
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

/** What comes before the first step: two zeros, pale until it is known where a state goes. */
function drawStart(room, scene) {
  const r = radiusOf(room, 0);
  if (room.unrolled < FOLDED) return [false, false, false];
  const look = scene.answered ? "state" : "quiet";
  const discs = PAIR.map((k) => {
    const [x, y] = unitAt(room, "h", 0, k);
    return circle([x, y], r, `${look} dashed`);
  });
  const [x, y] = unitAt(room, "h", 0, 0);
  return [discs, word([x, y - r - 12], "<b>h</b><sub>0</sub>", look, { size: room.type })];
}

/** What a cell does, beside the copy where there is room: the sums, their tanh, the state. */
function drawCellNames(room, scene) {
  const isFolded = room.unrolled < FOLDED;
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
  if (room.unrolled >= FOLDED || !scene.answered) return [false, false];
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
  if (scene.narrow && !scene.answered) return false; // a guess is marked there
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

const LINE = 19; // px from line to line on a tag

/** The place of a tag: [left, top, width, height]. */
function tagAt({ tags }, n) {
  const { at, size } = tags[n];
  return [at[0] - size[0] / 2, at[1] - size[1] / 2, ...size];
}

/** What a guess says, under the frame that is tapped; on a phone without one. */
function drawTag(room, n, [label], narrow) {
  const [x, y] = room.tags[n].at;
  const lines = narrow ? label.split(/(?<= and) /) : [label];
  const first = y - (LINE * (lines.length - 1)) / 2;
  return [
    !narrow && cell(...tagAt(room, n), "paper", { round: 10 }),
    lines.map((html, k) =>
      word([x, first + LINE * k], html, "ink strong through", { size: narrow ? 14.2 : room.type }),
    ),
  ];
}

/** Guesses mark three steps side by side. */
const canGuess = ({ answered, unrolled }) => !answered && unrolled >= 1;

function drawTags(room, scene) {
  const { options } = scene.constants.question;
  return options.map((option, n) => canGuess(scene) && drawTag(room, n, option, scene.narrow));
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
      drawCellNames(room, scene),
      drawAnatomy(room, scene),
      drawLoopName(room, scene),
      drawGauges(room, scene),
      drawFold(room, scene),
      drawTags(room, scene),
      drawTold(room, scene),
    ],
  };
}

/** Under all three letters, from the first to the last; its tag stands in a gap. */
function drawBracket(room) {
  const wide = 4 * room.gap + 8;
  const left = middleOf(room, 1) - wide / 2;
  const right = middleOf(room, 3) + wide / 2;
  const y = room.rows.x + 26;
  const [from, , long] = tagAt(room, 2);
  const reach = cell(left, y - 48, middleOf(room, 2) + wide / 2 - left, 68, "pick");
  const d = `M${left} ${y}v8H${from}M${from + long} ${y + 8}H${right}v-8`;
  return [reach, curve(d, "ink dashed", { width: 1.5 })];
}

const ROUND = 10; // px of a frame's corners

/** Around the last letter. */
function drawFrame(room) {
  const wide = 4 * room.gap + 8;
  const [left, top] = [middleOf(room, 3) - wide / 2, room.rows.x - 22];
  return [
    cell(left, top, wide, 44, "pick"),
    cell(left, top, wide, 44, "clear ink dashed", { round: ROUND }),
  ];
}

/** What is tapped for each guess: how far back one must look for the last state. */
export function drawGuesses({ narrow, unrolled }) {
  if (unrolled < 1) return [[], [], []];
  const room = roomOf(narrow);
  const state = PAIR.map((k) => circle(unitAt(room, "h", 2, k), room.r + 5, "ink dashed"));
  const near = pick(middleOf(room, 2), room.rows.h[0] + 18, 4 * room.shift, 76);
  const marks = [drawFrame(room), [near, ...state], drawBracket(room)];
  const look = narrow ? "pick" : "clear ink dashed";
  const frame = (n) => cell(...tagAt(room, n), look, { round: ROUND });
  return marks.map((own, n) => [...own, frame(n)]);
}
