import { axis } from "../widget/kit/axes.js";
import { bar, list, note, range, walk as walkKeys } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, short, tenTo } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawLayers } from "./layers_bar.js";
import { columnsView, drawColumns, drawHeads } from "./layers_columns.js";
import {
  drawBallots,
  drawCrossings,
  drawField,
  drawFirst,
  drawFlows,
  drawGap,
  drawGround,
  drawLetters,
  drawPaths,
  drawPoints,
  drawStart,
  drawSteps,
} from "./layers_picture.js";
import { fieldStrokes, PARTS, pointAt, roomOf } from "./layers_room.js";
import { solveAll } from "./layers_solved.js";
import { factorOf, findCrossings, firstStep, slopeAt, tryStep, walk } from "./layers_steps.js";
import { factsOf, textsOf } from "./layers_told.js";

export { factorOf, findCrossings, firstStep, tryStep, walk };

// What follows from the state

export function derive(state, constants) {
  const { solver, doubled, digits, x, y, depth, answered } = state;
  const { question, goal } = constants;
  const share = depth / PARTS;
  const solved = solveAll(state, constants);
  const isAsked = ["solver", "doubled", "x", "y"].every(
    (name) => state[name] === question.show[name],
  );
  const choiceAt = solver === "adaptive" ? digits - 1 : doubled;
  const { gap, calls } = solved.columns[choiceAt];
  const scene = {
    ...solved,
    share,
    first: slopeAt(constants.layer, [x, y]),
    choiceAt,
    gap,
    isAsked,
    hidden: isAsked && !answered,
    count: solved.walks[0],
    here: solved.walks.map((path) => pointAt(path, share)),
    carried: solved.flows.map((path) => pointAt(path, share)),
    strokes: (room) => fieldStrokes((at) => slopeAt(constants.layer, at), room),
  };
  const facts = factsOf({ ...state, ...scene });
  facts.moved = x !== question.show.x || y !== question.show.y;
  facts.far = gap > goal.gap;
  facts.costly = calls > goal.calls;
  const texts = textsOf({ ...state, ...scene, constants });
  const reached = !facts.moved && !facts.far && !facts.costly;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  const { plane, size } = room;
  const beside = {
    x: axis(0, size[0]),
    y: axis(size[1], 0),
    marks: [
      drawGround(room),
      drawHeads(room, scene),
      drawColumns(room, scene),
      drawLayers(room, scene),
    ],
  };
  return {
    size,
    walk: walkKeys,
    beside,
    clip: true,
    says: said("seen")(scene),
    x: axis(...plane.x, [], { room: [plane.left, plane.right] }),
    y: axis(...plane.y, [], { room: [plane.bottom, plane.top] }),
    marks: [
      drawField({ strokes: scene.strokes(room) }),
      drawFlows(scene),
      drawPaths(scene),
      drawFirst(scene),
      drawGap(scene),
      drawCrossings(scene),
      drawSteps(room, scene),
      drawPoints(room, scene),
      drawLetters(room, scene),
      drawStart(scene),
    ],
  };
}

// What is asked for

/** What is told of the picture with every control. */
const heardOf = ({ hidden, texts }) =>
  hidden ? "the gap is your guess" : `gap ${texts.gap}, ${texts.evaluations}`;

/** How many blocks, or with a solver that chooses its steps how exact they are to be. */
function sizeSlider(scene) {
  const { solver, doubled, digits, texts } = scene;
  if (solver === "adaptive") {
    return range({
      label: "tolerance",
      min: 1,
      max: scene.columns.length,
      step: 1,
      value: digits,
      show: texts.tolerance,
      says: `${texts.tolerance}: ${heardOf(scene)}`,
      to: (value) => ({ digits: value }),
    });
  }
  const many = solver === "euler" ? texts.blocks : texts.steps;
  return range({
    label: solver === "euler" ? "blocks" : "steps",
    min: 0,
    max: scene.columns.length - 1,
    step: 1,
    value: doubled,
    show: `${2 ** doubled}`,
    says: `${many}: ${heardOf(scene)}`,
    to: (value) => ({ doubled: value }),
  });
}

function controls(scene) {
  const { solver, constants } = scene;
  const options = Object.entries(constants.short);
  return [
    sizeSlider(scene),
    (scene.narrow ? list : bar)({
      label: "solver",
      options,
      value: solver,
      to: (name) => ({ solver: name }),
    }),
  ];
}

const PACE = 28; // ms for one part of the depth
const LEAST = 8; // parts that play goes at once

/** The points walk along their paths, block by block. */
function play({ depth, solver, doubled, share, texts }) {
  const to = (value) => ({ depth: Math.max(0, Math.min(PARTS, value)) });
  const stride = solver === "adaptive" ? LEAST : Math.max(LEAST, PARTS / 2 ** doubled);
  const next = stride * (Math.floor(depth / stride) + 1);
  const back = stride * (Math.ceil(depth / stride) - 1);
  return {
    label: "depth",
    min: 0,
    max: PARTS,
    value: depth,
    show: texts.walked.replace(/ [a-z ]+$/, ""),
    says: `after ${texts.walked}`,
    to,
    from: share === 1 && to(0),
    next: depth < PARTS && to(next),
    back: depth > 0 && to(back),
    every: PACE * stride,
  };
}

/** The answer walks from the start on. */
const anew = (shown, traits) => (traits.answered && !shown.answered ? { depth: 0 } : {});

// Closer

function more({ x, y, constants: { reach, closer }, ...scene }) {
  const slider = (label, name, value) =>
    range({
      label,
      min: -reach,
      max: reach,
      step: 0.01,
      value,
      show: decimals(value, 2),
      says: `${decimals(value, 2)}: ${heardOf(scene)}`,
      to: (to) => ({ [name]: to }),
    });
  return [
    scene.narrow && columnsView(scene),
    note(closer, [3, 7]),
    slider("start, across", "x", x),
    slider("start, up", "y", y),
  ];
}

function table({ columns, hidden, solver, constants }) {
  const first = { adaptive: "tolerance", euler: "blocks" }[solver] ?? "steps";
  return {
    summary: "Gap and cost as a table",
    caption: `Where the path ends, with ${constants.names[solver]}`,
    head: [first, "evaluations", "gap at the end"],
    rows: columns.map(({ size, calls, gap }) => [
      solver === "adaptive" ? tenTo(-size) : `${size}`,
      `${calls}`,
      hidden ? "?" : short(gap),
    ]),
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene.narrow), scene),
  controls,
  play,
  more,
  table,
  anew,
  says: said("words"),
  glides: ["depth", "x", "y"],
  paces: { depth: PACE },
  forms: true,
  lines: [2, 5],
});
