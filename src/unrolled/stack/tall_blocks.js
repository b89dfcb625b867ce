// The blocks themselves, the gradient of each one's weights, what is pulled, and all names.
import { cell, choice, curve, grip, line, word } from "../widget/kit/picture.js";
import { finalCollar } from "./tall_ribbons.js";
import { barUnit, blocksAt, heightOf, LID, leftOf, MOST, SIDES, topOf } from "./tall_room.js";

const upTo = (n) => Array.from({ length: n }, (_, k) => k + 1);
const NAMES = { after: "norms after", before: "norms before" };

const middleOf = (room, n) => heightOf(room, 2 * n - 1);

/** The letter of a block that the question names, as long as its picture is shown. */
function letterOf({ isAsked, constants }, side, n) {
  if (!isAsked) return "";
  const named = constants.marked.find(([, ...place]) => String(place) === String([side, n]));
  return named?.[0] ?? "";
}

/** Both blocks of the chosen height. */
export function drawRow(room, { at }) {
  const y = heightOf(room, 2 * at);
  return cell(2, y, room.size[0] - 4, 2 * room.pitch, "quiet", { round: 5, opacity: 0.13 });
}

function drawBlock(room, scene, side, n) {
  const { box, bar, pitch, type } = room;
  const { blocks, at, told, hidden, adds } = scene;
  const isThere = n <= blocks;
  const x = leftOf(room, side) + box.x;
  const y = heightOf(room, 2 * n);
  const letter = letterOf(scene, side, n);
  const isOn = n === at;
  const isUnderName = n === blocks + 1; // of the final norm, and so on the left as on the right
  const ghost = isUnderName ? "" : "quiet clear thin dashed ghost";
  const look = isThere ? `ink hollow ${isOn ? "thick" : "thin"}` : ghost;
  const gradient = hidden ? "" : `, gradient ${told[side][n - 1]}`;
  return [
    choice(
      [
        cell(x, y, bar.x + bar.long - box.x, 2 * pitch, "pick"),
        cell(x, y + 1.5, box.wide, 2 * pitch - 3, look, {
          round: 4,
          opacity: isUnderName ? 0 : null,
        }),
      ],
      {
        to: isThere ? { block: n } : { blocks: n, block: n },
        name: `${isThere ? "" : "Up to "}block ${n}, ${NAMES[side]}`,
        held: isThere ? `adds ${adds[side][n - 1]}${gradient}` : null,
        on: isThere && isOn,
        place: [MOST - n, SIDES.indexOf(side)],
      },
    ),
    word(
      [x + box.wide / 2, middleOf(room, n)],
      letter || (isThere ? `${n}` : ""),
      "through strong",
      { size: type - 1 },
    ),
  ];
}

export const drawBlocks = (room, scene) =>
  upTo(MOST)
    .reverse()
    .map((n) => SIDES.map((side) => drawBlock(room, scene, side, n)));

/** The gradient of a block's weights: the median as a bar, the middle three stacks as a thread. */
function drawBar(room, scene, unit, side, n) {
  const { bar, pitch, type, hasSpread } = room;
  const { bars, spreads, hidden, blocks, at, told } = scene;
  const isTold = n === at || letterOf(scene, side, n) !== "";
  const isThere = n <= blocks && !hidden;
  const left = leftOf(room, side);
  const y = middleOf(room, n);
  const wide = isThere ? unit * bars[side][n - 1] : 0;
  const from = left + bar.x;
  const thread = (isThere ? spreads[side][n - 1] : [0, 0]).map((x) => [from + unit * x, y]);
  return [
    cell(from, y - pitch / 2, Math.max(0.1, wide), pitch, "gradient through", {
      opacity: isThere ? 1 : 0,
      round: 2,
    }),
    hasSpread && { ...line(thread, "ink thin through"), opacity: isThere ? 1 : 0 },
    isThere &&
      isTold &&
      word([left + bar.value, y], told[side][n - 1], "gradient strong through", {
        anchor: "end",
        size: type - 1,
      }),
  ];
}

export function drawBars(room, scene) {
  const unit = barUnit(room, scene.bars);
  return SIDES.map((side) => upTo(MOST).map((n) => drawBar(room, scene, unit, side, n)));
}

/** Where the bars of the question will be, and a ring around the block that the reader chose. */
export function drawAsked(room, { isAsked, answered, guess, constants }) {
  return constants.marked.map(([, side, n], k) => {
    const left = leftOf(room, side);
    const y = middleOf(room, n);
    const { bar, pitch, box } = room;
    return [
      isAsked &&
        !answered &&
        cell(left + bar.x, y - pitch / 2, bar.long * 0.6, pitch, "gradient", {
          round: 2,
          opacity: 0.2,
        }),
      isAsked &&
        answered &&
        guess === k &&
        cell(left + box.x - 5, y - pitch - 1, box.wide + 10, 2 * pitch + 2, "clear dashed yours", {
          round: 8,
        }),
    ];
  });
}

/** What is tapped as a guess. */
export const drawBallots = (room, { constants, isAsked }) =>
  constants.marked.map(([, side, n]) => {
    if (!isAsked) return []; // not all of these blocks are there
    const { bar, box, pitch } = room;
    const x = leftOf(room, side) + box.x - 3;
    const wide = bar.x + bar.long - box.x + 6;
    const y = middleOf(room, n);
    return [
      cell(x, y - pitch - 1, wide, 2 * pitch + 2, "ink clear dashed", { round: 6 }),
      cell(x, y - 22, wide, 44, "pick"),
    ];
  });

/** The final norm of the right stack: tapped, it goes or comes back. */
export function drawFinal(room, scene) {
  const { final, stream, type } = room;
  const left = leftOf(room, "before");
  const y = topOf(room, scene.blocks) - 14;
  const { hasFinal } = scene;
  return [
    choice(
      [
        cell(left + stream.x - 26, y - 13, final.x + final.wide - stream.x + 26, 26, "pick"),
        curve(finalCollar(room, scene), hasFinal ? "ink" : "quiet ghost", { width: 4 }),
      ],
      {
        to: { final: hasFinal ? "off" : "on" },
        name: "Final norm",
        held: hasFinal ? "squeezes the stream" : "taken away",
        on: hasFinal,
        place: [-1, 1],
      },
    ),
    word([left + final.x, y], hasFinal ? "final norm" : "no final norm", "through", {
      anchor: "start",
      size: type - 1,
    }),
  ];
}

/** The lid of both stacks. */
export function drawLid(room, { blocks }) {
  const x = room.lid;
  const y = topOf(room, blocks) - LID;
  const pull = ([, to]) => ({ blocks: blocksAt(room, to) });
  return [
    curve(`M${x - 5} ${y - 13}l5 -6l5 6M${x - 5} ${y + 13}l5 6l5 -6`, "ink through", { width: 2 }),
    grip([x, y], pull, "ink"),
  ];
}

/** What there is to be seen. */
export function drawNames(room, { narrow, hidden }) {
  const { names, sayings, type, hasSpread, bar } = room;
  const small = type - 1;
  const thread = hasSpread && !hidden && "line: the middle three of five seeds";
  const sides = SIDES.map((side) => {
    const left = leftOf(room, side);
    const say = ([x, anchor], y, html, look) =>
      word([left + x, y], html, look, { anchor, size: small });
    const title = narrow
      ? NAMES[side]
      : `${NAMES[side]} the ${side === "after" ? "sums" : "sub-layers"}`;
    return [
      word([left + room.half / 2 - 6, names.title], title, "strong", { size: type }),
      say(sayings.stream, names.low, "stream ↑", "state"),
      say(sayings.gradient, names.lower, "gradient ↓", "gradient"),
      say(
        sayings.bar,
        names.barAt,
        narrow ? "of its weights" : "gradient of its weights",
        "gradient",
      ),
    ];
  });
  return [
    sides,
    thread && word([bar.x, names.thread], thread, "quiet", { anchor: "start", size: small - 1 }),
  ];
}
