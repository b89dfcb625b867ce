// What is written beside the quantities of the way back.
import { arrow, cell, choice, line, word } from "../widget/kit/picture.js";
import { columnOf, frameOf, isStepSeen, placeOf } from "./backward_room.js";
import { PALE, widthOf } from "./backward_stream.js";

const STEPS = [1, 2, 3];

/** The names of a step: of its gradient, and of the two streams that meet there. */
function namesOfStep(room, scene, t) {
  if (!isStepSeen(room, t)) return [null];
  const x = columnOf(room, t);
  const top = room.stream - room.state.half[1];
  const { small, type, words } = room;
  const own = scene.thing(`back_${t}`).values;
  const later = scene.thing(`carry_${t}`).values;
  const gradient = word(
    [x - room.state.half[0] - (words ? 8 : 3), top - (words ? 6 : 13)],
    `∇<b>h</b><sub>${t}</sub>`,
    "",
    {
      anchor: "end",
      size: type,
    },
  );
  if (!words || t !== 2) return [gradient];
  const aside = x + (widthOf(room, own) ?? 0) / 2 + 10;
  const above = room.stream - Math.max(18, (widthOf(room, later) ?? 0) / 2 + 18);
  return [
    gradient,
    word([aside, placeOf(room, `back_${t}`)[1] - 4], "own loss", "quiet", {
      anchor: "start",
      size: small,
    }),
    scene.answered && word([x + room.aside.carry, above], "later", "quiet", { size: small }),
  ];
}

/** From δ down to what its step adds. */
function drawBranch(room, scene, t) {
  if (room.part.across) return null; // the row stays while the steps pass above it
  const [x, y] = placeOf(room, `delta_${t}`);
  const [left, top, wide] = frameOf(room, `part_${t}`);
  const foot = Math.max(left + 6, Math.min(x, left + wide - 6));
  const known = scene.thing(`part_${t}`).values;
  const gap = scene.part === "W_hx" ? 20 : 5;
  const mark = arrow([foot, y + room.delta.r + 2], [foot, top - gap], known ? "gradient" : "quiet");
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
  const sign = (x, y, text) => word([x, y], text, "quiet", { size: room.type + 6 });
  const below = (id, text) => {
    const [left, top, wide, high] = frameOf(room, id);
    const x = Math.max(words ? 62 : 0, left + wide / 2);
    const size = text.includes("<sub>") ? Math.max(small, 14) : small; // an index is to be read
    return word([x, top + high + 15], text, "quiet", { size });
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

/** What the bars of a state are. */
function drawKey({ key, small }) {
  const [x, y] = key.at;
  const texts = ["own loss", "later losses", "together"];
  const swatches = [
    cell(x, y - 7, 14, 14, "gradient", { fill: PALE }),
    cell(x + key.steps[1], y - 7, 14, 14, "gradient"),
    line(
      [
        [x + key.steps[2], y],
        [x + key.steps[2] + 16, y],
      ],
      "ink",
    ),
  ];
  const names = texts.map((text, n) =>
    word([x + key.steps[n] + 22, y], text, "quiet", { anchor: "start", size: small }),
  );
  return [swatches, names];
}

/** All that is written beside the quantities. */
export const drawNames = (room, scene) => [
  STEPS.map((t) => namesOfStep(room, scene, t)),
  namesOfSum(room, scene),
  drawKey(room),
];

/** On a phone: the way to the step that is out of sight. */
export function drawBeyond(room, scene) {
  if (!room.beyond || !scene.answered) return [null, null];
  const isLater = room.seen[1] < 3;
  const [width] = room.size;
  const y = room.stream + room.beyond;
  const left = isLater ? width - 58 : 2;
  const text = isLater ? "step 3 ▸" : "◂ step 1";
  return [
    choice([cell(left, y - 22, 56, 44, "pick", { round: 6 })], {
      to: scene.open(isLater ? "dh_3" : "dh_1"),
      name: isLater ? "Go to step 3" : "Go to step 1",
      on: false,
      place: [Math.round(y / 10), Math.round(left / 10)],
    }),
    word([left + 28, y], text, "quiet through", { size: room.small }),
  ];
}

/** In words, above a narrow picture. */
export const drawHeadline = ({ headline }, text) =>
  headline && word(headline, text, "strong", { anchor: "start", size: 15 });
