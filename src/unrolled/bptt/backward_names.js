// What is written beside the quantities of the way back.
import { arrow, cell, word } from "../widget/kit/picture.js";
import { columnOf, frameOf, frameOfSum, placeOf } from "./backward_room.js";
import { drawBed, PALE, widthOf } from "./backward_stream.js";

const STEPS = [1, 2, 3];
/** What two gradients that are added take from each other. */
export const CANCELLED = {
  look: "hollow gradient dashed",
  fill: "color-mix(in oklab, var(--gradient) 12%, var(--paper))",
};

/** The name of what a step's own loss sends, beside it where nothing else stands. */
function nameOfOwn(room, scene) {
  const x = columnOf(room, 3) + (widthOf(room, scene.thing("back_3").values) ?? 0) / 2 + 10;
  const y = placeOf(room, "back_3")[1] - 4;
  return word([x, y], "own loss", "quiet", { anchor: "start", size: room.small });
}

/** The name of what later losses send, above it. */
function nameOfLater(room, scene) {
  const width = widthOf(room, scene.thing("carry_2").values);
  if (!scene.answered || !width) return false;
  const at = [columnOf(room, 2) + room.aside.carry, room.stream - width / 2 - 18];
  return word(at, "later", "quiet", { size: room.small });
}

/** The names of both streams, and in each state that of its gradient. */
function namesOfStates(room, scene) {
  const { type, stream, state } = room;
  const high = stream - state.top + 0.75 * type;
  return [
    STEPS.map((t) =>
      word([columnOf(room, t), high], `∇<b>h</b><sub>${t}</sub>`, "through", { size: type }),
    ),
    room.words && nameOfOwn(room, scene),
    room.words && nameOfLater(room, scene),
  ];
}

/** From δ down to what its step adds. */
function drawBranch(room, scene, t) {
  const [x, y] = placeOf(room, `delta_${t}`);
  const [left, top, wide] = frameOf(room, `part_${t}`);
  const foot = Math.max(left + 6, Math.min(x, left + wide - 6));
  const known = scene.thing(`part_${t}`).values;
  const gap = scene.part === "W_hx" ? 20 : 4;
  const look = known ? "gradient" : "quiet";
  const mark = arrow([foot, y + room.delta.r + 1], [foot, top - gap], look, room.branch);
  return { ...mark, opacity: known ? 1 : 0.5 };
}

/** The letters over the columns of what is added up for the inputs. */
function drawLetters(room, { part, constants }, id) {
  if (part !== "W_hx") return [null, null, null, null];
  const [left, top, wide] = frameOf(room, id);
  return [...constants.alphabet].map((letter, k) =>
    word([left + (wide * (k + 0.5)) / 4, top - 11], letter, "input", { size: room.small }),
  );
}

/** Below what a step adds: to W_hh step 1 adds nothing, as the state before it is 0. */
function addedBy(t, { part }, hasRoom) {
  const isNothing = t === 1 && part === "W_hh";
  if (isNothing) return `<b>h</b><sub>0</sub> = 0${hasRoom ? ": nothing" : ""}`;
  return hasRoom ? `step ${t} adds` : `step ${t}`;
}

/** The row in which the steps are added up. */
function namesOfSum(room, scene) {
  const { signs, part, sum, small, words } = room;
  const sign = (x, y, text) => word([x, y], text, "strong", { size: room.type + 6 });
  const below = (id, text) => {
    const [left, top, wide, high] = frameOf(room, id);
    const x = Math.max(words ? 62 : 0, left + wide / 2);
    const size = text.includes("<sub>") ? Math.max(small, 14) : small; // an index is to be read
    return word([x, top + high + 17], text, "quiet", { size }); // clear of the frame of the sum
  };
  return [
    sign(signs.first, part.y, "+"),
    sign(signs.second, part.y, "+"),
    sign(signs.equals, sum.y, "="),
    STEPS.map((t) => below(`part_${t}`, addedBy(t, scene, words))),
    below("sum", words ? `gradient of ${scene.symbolOfPart}` : "sum"),
    STEPS.map((t) => drawBranch(room, scene, t)),
    [...STEPS.map((t) => `part_${t}`), "sum"].map((id) => drawLetters(room, scene, id)),
  ];
}

/** What the row stands on, and the frame of its sum. */
export function drawLedger(room, scene) {
  const look = scene.thing("sum").values ? "hollow gradient" : "hollow quiet dashed thin";
  return [
    cell(...room.ledger, "paper", { round: 10, fill: "var(--wash)" }),
    cell(...frameOfSum(room), look, { round: 8 }),
  ];
}

/** What both lanes of the stream and both parts of a bar are, and what is dashed. */
function drawKey({ key, small }, { cancels, thing }) {
  const [x, y] = key.at;
  const isDry = !cancels && thing("sum").values === null;
  const dashed = isDry ? "not known yet" : cancels && "cancels";
  const [own, later, other] = key.steps.map((step) => x + step);
  const swatches = [
    cell(own, y - 7, 14, 14, "gradient", { fill: PALE }),
    cell(later, y - 7, 14, 14, "gradient"),
    isDry && drawBed({ bed: 12 }, [other - 2, y], [other + 16, y], { isDry }),
    cancels && cell(other, y - 7, 14, 14, CANCELLED.look, { fill: CANCELLED.fill }),
  ];
  const names = ["own loss", "later losses", dashed].map(
    (text, n) =>
      text && word([x + key.steps[n] + 22, y], text, "quiet", { anchor: "start", size: small }),
  );
  return [swatches, names];
}

/** All that is written beside the quantities. */
export const drawNames = (room, scene) => [
  namesOfStates(room, scene),
  namesOfSum(room, scene),
  drawKey(room, scene),
];

/** In words, above a narrow picture. */
export const drawHeadline = ({ headline }, text) =>
  headline && word(headline, text, "strong", { anchor: "start", size: 15 });
