import { inPixels } from "../widget/kit/axes.js";
import { table as drawTable, note, range, walk } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, plural, short } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import { drawGauge, drawMap } from "./deep_gauge.js";
import {
  drawArrows,
  drawBallots,
  drawChosen,
  drawFlows,
  drawInputs,
  drawLamps,
  drawLetters,
  drawPath,
  drawSignal,
  drawStates,
  drawStrands,
} from "./deep_picture.js";
import { roomOf } from "./deep_room.js";
import {
  atMost,
  carried,
  countPaths,
  flowsOf,
  gradients,
  LAYERS,
  listPaths,
  statesOf,
} from "./deep_steps.js";

export { atMost, carried, countPaths, gradients, listPaths, statesOf };

// What follows from the state

const nameOf = ([step, layer]) => `<i>h</i><sub>${step}</sub><sup>(${layer})</sup>`;

const total = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** How many of the paths are drawn, which one is under way, and how far its signal has come. */
function flightOf(drawn, many) {
  const at = Math.min(drawn, many);
  const count = Math.ceil(at);
  const isUnderWay = at > 0 && (at < many || drawn < many);
  return {
    count,
    flying: isUnderWay ? count - 1 : -1,
    share: isUnderWay ? 1 - (count - at) : 0,
  };
}

/** Whether the picture shows the case that was asked about. */
const isAskedCase = ({ size, between, top }, { question: { show } }) =>
  size === show.size && between === show.between && top === show.top;

function factsOf({ paths, count, sum, hidden, isEnd, size, between }, { goal }) {
  return {
    none: paths.length === 0,
    itself: isEnd,
    single: paths.length === 1,
    partly: count < paths.length,
    hidden,
    closed: sum === 0,
    more: sum > 1,
    strong: Math.max(size, between) > goal.weights,
  };
}

function textsOf({ paths, count, sofar, sum, place, end, top }) {
  return {
    cell: nameOf(place),
    end: nameOf(end),
    top: `${top}`,
    paths: `${paths.length}`,
    drawn: `${count}`,
    arrows: plural(paths[0]?.length ?? 0, "arrow"),
    sum: short(sum),
    sofar: short(sofar),
    each: short(sum / Math.max(1, paths.length)),
  };
}

/** How many paths lead back to each state. */
const countAll = (steps, top) =>
  Array.from({ length: steps }, (_, t) =>
    Array.from({ length: LAYERS }, (__, layer) => countPaths(steps - 1 - t, top - 1 - layer)),
  );

export function derive(state, constants) {
  const { size, between, top, start, drawn, answered } = state;
  const { xs, goal } = constants;
  const place = start.split(",").map(Number);
  const steps = xs.length;
  const end = [steps, top];
  const paths = listPaths(steps - place[0], top - place[1]);
  const shares = carried(xs, size, between, top, place);
  const arriving = gradients(xs, size, between, top);
  const isAsked = isAskedCase(state, constants);
  const scene = {
    steps,
    end,
    place,
    paths,
    shares,
    arriving,
    isAsked,
    isEnd: String(place) === String(end),
    sum: total(shares),
    counts: countAll(steps, top),
    flows: flowsOf(xs, size, between, arriving),
    hidden: isAsked && !answered,
    most: constants.most,
    told: arriving.map((row) => row.map((x) => short(x))),
    ...flightOf(drawn, paths.length),
  };
  scene.sofar = total(shares.slice(0, scene.count));
  const facts = factsOf({ ...state, ...scene }, constants);
  const texts = textsOf({ ...state, ...scene });
  const reached = !facts.strong && !scene.hidden && scene.sum > goal.arrives;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  return {
    ...inPixels(room.size),
    walk,
    says: said("seen")(scene),
    marks: [
      drawArrows(room, scene),
      drawFlows(room, scene),
      drawLamps(room, scene),
      drawStrands(room, scene),
      drawInputs(room, scene),
      drawPath(room, scene),
      drawStates(room, scene),
      drawLetters(room, scene),
      drawChosen(room, scene),
      drawSignal(room, scene),
      drawGauge(room, scene),
      drawMap(room, scene),
    ],
  };
}

// What is asked for

function controls(scene) {
  const { size, between, hidden, texts, constants } = scene;
  const heard = hidden ? "what arrives is your guess" : `${texts.sofar} arrives`;
  const slider = (label, value, to) =>
    range({
      label,
      min: 0,
      max: constants.largest,
      step: 0.01,
      value,
      show: decimals(value, 2),
      says: `${decimals(value, 2)}, ${heard}`,
      to,
    });
  return [
    slider("weight through time", size, (x) => ({ size: x })),
    slider("weight between layers", between, (x) => ({ between: x })),
  ];
}

/** Paths are drawn one after another, back from the end. */
function play({ paths, count }) {
  const many = paths.length;
  const to = (value) => ({ drawn: value });
  return {
    label: "paths",
    min: 0,
    max: Math.max(1, many),
    value: count,
    show: `${count} of ${many}`,
    says: `${count} of ${plural(many, "path")} drawn`,
    to,
    from: count === many && many > 0 && to(0),
    next: count < many && to(count + 1),
    back: count > 0 && to(count - 1),
    every: EVERY,
  };
}

const EVERY = 340; // ms from path to path
const PACE = 260; // ms for which a signal is under way

/** Only what plays travels: another state has all its paths at once. */
const anew = (shown, traits) =>
  Math.abs(traits.drawn - shown.drawn) > 1.5 || traits.start !== shown.start
    ? { drawn: traits.drawn }
    : {};

// Closer

const LENGTHS = [8, 20, 40, 100, 200];

function more({ size, between, top, constants }) {
  const rows = LENGTHS.map((steps) => {
    const [count, one, all] = atMost(steps, top, size, between);
    return [`${steps}`, `${count}`, short(one), short(all)];
  });
  const sums = constants.closer.replace("{sum}", decimals(size + between, 2));
  return {
    name: "Closer",
    parts: [
      note(sums, [2, 5]),
      drawTable({
        caption: `From the last state of layer ${top} to the first state of layer 1, at most`,
        head: ["steps", "paths", "one brings", "all bring"],
        rows,
      }),
    ],
  };
}

function table({ told, hidden }) {
  return {
    summary: "The gradient in every state",
    caption: "The gradient that arrives in each state",
    head: ["step", "layer 1", "layer 2", "layer 3"],
    rows: told.map((row, t) => [`${t + 1}`, ...row.map((x) => (hidden ? "?" : x))]),
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
  glides: ["size", "between", "drawn"],
  paces: { drawn: PACE },
  forms: true,
  lines: [1, 3],
});
