import { inPixels } from "../widget/kit/axes.js";
import { act, range, row } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, number } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { drawAll, roomOf, withNormal } from "./one_line_picture.js";
import { countRight, FAR, firstSide, swapped } from "./one_line_sides.js";

export { countRight, firstSide, swapped };

// What follows from the state

const THROUGH = 0.05; // of the offset, below which a line runs through the middle

function factsOf({ count, sides, offset, constants: { reach, goal } }) {
  const some = sides.filter(Boolean).length;
  return {
    empty: some === 0 || some === sides.length,
    best: count === reach[1],
    worse: count < 100,
    coin: count < 110,
    good: count >= goal.count,
    through: Math.abs(offset) < THROUGH,
    central: Math.abs(offset) < goal.distance,
  };
}

export function derive(state, constants) {
  const { points, isFirst, goal } = constants;
  const { angle, offset } = state;
  const sides = firstSide(points, angle, offset);
  const isRight = sides.map((side, k) => side === isFirst[k]);
  const count = isRight.filter(Boolean).length;
  const scene = withNormal({ ...state, points, isFirst, isRight, sides, count, constants });
  const facts = factsOf(scene);
  const texts = {
    count: `${count}`,
    wrong: `${points.length - count}`,
    all: `${points.length}`,
    distance: decimals(Math.abs(offset), 2),
    goal: `${goal.count}`,
    angle: number(angle, 1),
    offset: number(offset, 2),
  };
  return withTask({ ...scene, facts, texts }, facts.good && !facts.central, constants);
}

/** What is said to a flag at so many points. */
function judge({ guess, constants }) {
  const { reach, near, replies } = constants;
  const away = Math.abs(guess - reach[1]);
  const facts = {
    right: away === 0,
    below: guess < 100,
    low: guess < reach[1],
    all: guess === 200,
  };
  const texts = { guess: `${guess}` };
  return { right: away === 0, near: away <= near, html: tell(replies, facts, texts) };
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  return { ...inPixels(room.size), says: said("seen")(scene), marks: drawAll(room, scene) };
}

// What is asked for

function controls({ angle, offset, texts, constants }) {
  const found = `${texts.count} of ${texts.all} points on the correct side`;
  const slider = (label, most, step, value, show, to) =>
    range({ label, min: -most, max: most, step, value, show, says: `${show}: ${found}`, to });
  const turn = (value) => ({ angle: value });
  const shift = (value) => ({ offset: value });
  return [
    slider("disc side faces", 180, 1, angle, `${texts.angle}°`, turn),
    slider("shift", FAR, 0.01, offset, texts.offset, shift),
    row(act({ label: constants.swap, to: swapped({ angle, offset }) })),
  ];
}

function table({ sides, isFirst, texts, constants }) {
  const countOf = (first, side) =>
    `${sides.filter((own, n) => isFirst[n] === first && own === side).length}`;
  const rows = [true, false].map((first, k) => [
    constants.names[k],
    countOf(first, true),
    countOf(first, false),
  ]);
  return {
    summary: "The points as a table",
    caption: `${texts.count} of ${texts.all} points are on the correct side`,
    head: ["points", ...constants.sides],
    rows,
  };
}

export default explorable({
  derive,
  judge,
  picture,
  controls,
  table,
  says: said("words"),
  glides: ["angle", "offset"],
  forms: true,
  lines: [2, 3],
});
