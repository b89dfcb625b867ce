// What is written beside the quantities of the way back.
import { SIDE } from "../widget/kit/cells.js";
import { word } from "../widget/kit/picture.js";
import { columnOf, placeOf, reachOf, weightsOf } from "./backward_room.js";

function namesOfSum(room, scene) {
  const [x, y] = room.sum.at;
  const high = room.part.y - room.part.cell[1] - 14;
  const steps = room.columns.shown.map((t) =>
    word([columnOf(room, t), high], `step ${t} adds`, "quiet", { size: room.small }),
  );
  const name = word(
    [x, y + room.sum.cell[1] + 16],
    `their sum, for ${scene.symbolOfPart}`,
    "quiet",
    { size: room.small },
  );
  return [steps, name];
}

/** The names of a step: its state and δ above them, what leaves the state below. */
function namesOfStep(room, { answered }, t) {
  const [x, y] = placeOf(room, `dh_${t}`);
  const [wide, high] = room.state.half;
  const deltaAt = placeOf(room, `delta_${t}`);
  const gap = (x - wide + deltaAt[0] + room.delta.half[0]) / 2;
  const size = room.type + 1;
  return [
    word([x - wide + 10, y - high - 14], `<b>h</b><sub>${t}</sub>`, "state", { size }),
    answered &&
      word(
        [deltaAt[0], y - room.delta.half[1] - 15],
        `<i>T</i>\u2009<b>δ</b><sub>${t}</sub>`,
        "gradient",
        { size },
      ),
    answered && word([gap, y + 25], "= all", "halo", { size: room.small }),
  ];
}

/** What the two rows at the edge are: the errors, and what the steps add. */
function namesOfRows(room, scene) {
  const { error, sum, tabs } = room;
  const [first] = room.columns.shown;
  const low = { anchor: "end", size: room.small };
  const [x, y] = placeOf(room, `part_${first}`);
  const right = x + reachOf(room, `part_${first}`)[0] + 12;
  const adds = tabs ? `step ${first} adds` : "each step adds";
  return [
    word([columnOf(room, first) - 2 * error.gap - 10, error.y], "error", "quiet", low),
    scene.answered && word([right, y], adds, "quiet", { anchor: "start", size: room.small }),
    scene.answered &&
      sum &&
      word(
        [sum.at[0] + reachOf(room, "sum")[0] + 12, sum.at[1] - 12],
        `their sum, for ${scene.symbolOfPart}`,
        "quiet",
        { anchor: "start", size: room.small },
      ),
  ];
}

/** Where it is empty until the answer: what will be there. */
function drawToCome({ sum, part, small }, { symbolOfPart }) {
  const text = `What each step adds to ${symbolOfPart} will appear here.`;
  return word([sum.at[0] + 104, (sum.at[1] + part.y) / 2], text, "quiet", { size: small });
}

const WEIGHTS = "<b>W</b><sub>hh</sub><sup>⊤</sup>";

/** Of the weights between two steps their name, and what a tap does. */
function namesOfWeights(room, t) {
  const [x, y] = weightsOf(room, t);
  return [
    word([x, y - SIDE - 14], WEIGHTS, "", { size: room.type }),
    word([x, y + SIDE + 14], "tap: set to 0", "quiet", { size: room.small }),
  ];
}

/** All that is written beside the quantities. */
export function drawNames(room, scene) {
  if (room.kinds) return namesOfSum(room, scene);
  const { shown } = room.columns;
  return [
    shown.map((t) => namesOfStep(room, scene, t)),
    shown.filter((t) => t < 3).map((t) => namesOfWeights(room, t)),
    namesOfRows(room, scene),
    room.scale && drawScale(room),
    room.scale && !scene.answered && drawToCome(room, scene),
  ];
}

/** The scale of all numbers, said once. */
const drawScale = ({ scale: { at, anchor }, small }) =>
  ["All gradients are of the sum", "of the losses: <i>T</i> = 3 times ours."].map((text, n) =>
    word([at[0], at[1] + 19 * n], text, "quiet", { anchor, size: small }),
  );

/** In words, above a narrow picture. */
export const drawHeadline = ({ headline }, text) =>
  headline && word(headline, text, "strong", { anchor: "start", size: 15 });
