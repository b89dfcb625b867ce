import { axis } from "../widget/kit/axes.js";
import { range, walk as walkKeys } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";
import { said, withTask } from "../widget/kit/saying.js";
import { closer } from "./irregular_sampling_closer.js";
import { ANSWERS, followAll, lookAt } from "./irregular_sampling_lines.js";
import { drawChosen, drawGuesses, drawPanel } from "./irregular_sampling_panel.js";
import {
  drawAsked,
  drawCrest,
  drawCurtain,
  drawFlag,
  drawLines,
  drawPens,
  drawWave,
} from "./irregular_sampling_picture.js";
import { drawBeads, drawRail, drawStems } from "./irregular_sampling_rail.js";
import { PARTS, roomOf, TOP, toX, unitsOf } from "./irregular_sampling_room.js";
import { decayed, flown, trace, update, waveAt } from "./irregular_sampling_steps.js";
import { factsOf, textsOf, writeTime } from "./irregular_sampling_told.js";

export { decayed, flown, trace, update, waveAt };

// What follows from the state

const CASE = ["beads", "height", "crest", "asked"]; // of the question

const isSame = (a, b) => String(a) === String(b);

const byName = (of) => Object.fromEntries(ANSWERS.map((name) => [name, of(name)]));

export function derive(state, constants) {
  const { asked, clock, answered } = state;
  const { question, goal, world } = constants;
  const seen = lookAt(state, constants);
  const samples = followAll(state, seen, constants);
  const answers = samples.find(({ t }) => t === asked).after;
  const truth = waveAt(world, state, asked);
  const off = byName((name) => Math.abs(answers[name] - truth));
  const met = seen.filter(([t]) => t <= asked);
  const gap = met.length ? asked - met.at(-1)[0] : null;
  const isAsked = CASE.every((name) => isSame(state[name], question.show[name]));
  const hidden = isAsked && !answered;
  const now = (clock * world.end) / PARTS;
  const limit = hidden ? seen.at(-1)[0] : now;
  const scene = { seen, samples, answers, truth, off, gap, isAsked, hidden, now, limit };
  scene.isMidway = !hidden && clock < PARTS;
  scene.isTold = !hidden && now >= asked - 1e-9;
  const facts = factsOf({ ...scene, omega: world.omega });
  const texts = textsOf({ ...state, ...scene, constants });
  const isAll = seen.length === goal.beads && met.length === goal.beads;
  const reached = isAll && Math.min(...Object.values(off)) > goal.far;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  const { size, left, right, top, bottom, margin } = room;
  const { end } = scene.constants.world;
  const flag = word([toX(room, end, scene.asked), room.flag], "?", "paper strong through", {
    size: 15,
  });
  const beside = {
    x: axis(0, size[0]),
    y: axis(size[1], 0),
    marks: [
      drawRail(room, scene),
      drawStems(room, scene),
      drawPanel(room, scene),
      drawChosen(room, scene),
      drawBeads(room, scene),
      flag,
    ],
  };
  return {
    size,
    walk: walkKeys,
    beside,
    clip: true,
    says: said("seen")(scene),
    x: axis(-margin * unitsOf(room, end)[0], end, [], { room: [left - margin, right] }),
    y: axis(-TOP, TOP, [-2, -1, 0, 1, 2], { room: [size[1] - bottom, top] }),
    marks: [
      drawWave(scene),
      drawCurtain(scene),
      drawLines(scene),
      drawPens(scene),
      drawAsked(room, scene),
      drawCrest(room, scene),
      drawFlag(room, scene),
    ],
  };
}

// What is asked for

function controls({ asked, hidden, off, constants }) {
  const told = ANSWERS.map(
    (name) => `${constants.names[name]} is off by ${decimals(off[name], 2)}`,
  );
  return [
    range({
      label: "question mark",
      min: 0,
      max: constants.world.end,
      step: 0.05,
      value: asked,
      show: decimals(asked, 2),
      says: `at time ${writeTime(asked)}: ${hidden ? "your guess" : told.join(", ")}`,
      to: (value) => ({ asked: Math.round(20 * value) / 20 }),
    }),
  ];
}

const PACE = 45; // ms for one part of the time
const STRIDE = 5; // parts that play goes at once

/** Time passes, and pens write what each says. */
function play({ clock, now, hidden, limit }) {
  const to = (value) => ({ clock: Math.max(0, Math.min(PARTS, value)) });
  const at = hidden ? limit : now;
  return {
    label: "time",
    min: 0,
    max: PARTS,
    value: clock,
    show: decimals(at, 1),
    says: `time ${decimals(at, 1)}`,
    to,
    from: clock === PARTS && to(0),
    next: clock < PARTS && to(STRIDE * (Math.floor(clock / STRIDE) + 1)),
    back: clock > 0 && to(STRIDE * (Math.ceil(clock / STRIDE) - 1)),
    every: PACE * STRIDE,
  };
}

/** After the answer time goes on where the curtain was. */
function anew(shown, { answered, beads, clock }) {
  const isLifted = answered && !shown.answered && clock === PARTS;
  return isLifted ? { clock: Math.round(10 * Math.max(0, ...beads)) } : {};
}

function table({ answers, truth, off, hidden, seen, texts, constants }) {
  const shown = (x) => (hidden ? "?" : decimals(x, 2));
  const rows = ANSWERS.map((name) => [
    constants.names[name],
    shown(answers[name]),
    shown(off[name]),
  ]);
  return {
    summary: "What each says as a table",
    caption: `What each says at time ${texts.asked}, with ${seen.length} of 6 observations`,
    head: ["answer", "says", "off by"],
    rows: [...rows, ["the wave", shown(truth), ""]],
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawGuesses(roomOf(scene.narrow), scene),
  controls,
  play,
  more: closer,
  table,
  anew,
  says: said("words"),
  glides: ["clock", "height", "crest", "asked"],
  paces: { clock: PACE },
  forms: true,
  lines: [2, 6],
});
