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
import { inTime, PARTS, roomOf, TOP, toX, unitsOf } from "./irregular_sampling_room.js";
import { decayed, flown, trace, update, waveAt } from "./irregular_sampling_steps.js";
import { factsOf, textsOf, writeTime } from "./irregular_sampling_told.js";

export { decayed, flown, trace, update, waveAt };

// What follows from the state

const CASE = ["beads", "height", "crest", "asked"]; // of the question

const isSame = (a, b) => String(a) === String(b);

const isIn = (state, names, set) => names.every((name) => isSame(state[name], set[name]));

const WAVE = ["height", "crest"];

/** Whether a story tells it: it has a wave of its own, or is told as it stands. */
const isToldBy = (state, { question, stories }) =>
  stories.some(({ set }) => isIn(state, isIn(set, WAVE, question.show) ? CASE : WAVE, set));

/** What the curtain hides: of the state that a glide goes to, so that it neither comes nor goes. */
function veil(scene) {
  const { seen, clock, asked, constants } = scene;
  const { end } = constants.world;
  const meant = scene.meant ?? scene;
  const hidden = !meant.answered && !isToldBy(meant, constants);
  const curtain = Math.min(constants.curtain, seen.at(-1)?.[0] ?? 0);
  const now = (clock * end) / PARTS;
  return {
    hidden,
    curtain,
    now,
    limit: hidden ? Math.min(now, curtain) : now,
    isMidway: !hidden && clock < PARTS,
    isTold: !hidden && now >= asked - 1e-9,
  };
}

/** What shows a scene, with the curtain as it is meant. */
const veiled = (show) => (scene) => show(scene.meant ? { ...scene, ...veil(scene) } : scene);

/** Whether the observations leave the wave open: each two are some halves of a period apart. */
function areMany(seen, omega) {
  const halves = seen.map(([t]) => ((t - seen[0][0]) * omega) / Math.PI);
  return halves.every((x) => Math.abs(x - Math.round(x)) < 1e-6);
}

const byName = (of) => Object.fromEntries(ANSWERS.map((name) => [name, of(name)]));

export function derive(state, constants) {
  const { asked } = state;
  const { question, goal, world } = constants;
  const seen = lookAt(state, constants);
  const samples = followAll(state, seen, constants);
  const answers = samples.find(({ t }) => t === asked).after;
  const truth = waveAt(world, state, asked);
  const off = byName((name) => Math.abs(answers[name] - truth));
  const met = seen.filter(([t]) => t <= asked);
  const gap = met.length ? asked - met.at(-1)[0] : null;
  const isAsked = isIn(state, CASE, question.show);
  const many = areMany(seen, world.omega);
  const shut = veil({ ...state, seen, constants });
  const scene = { seen, samples, answers, truth, off, gap, isAsked, many, ...shut };
  const facts = factsOf({ ...scene, omega: world.omega });
  const texts = textsOf({ ...state, ...scene, constants });
  const isAll = seen.length === goal.beads && met.length === goal.beads;
  const reached = isAll && many && Math.min(...Object.values(off)) > goal.far;
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
      drawPanel(room, scene), // always as many marks: first
      drawStems(room, scene),
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

function controls(scene) {
  const { asked, hidden, off, constants } = scene;
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
      to: (value) => inTime(scene, { asked: Math.round(20 * value) / 20 }),
    }),
  ];
}

const PACE = 45; // ms for one part of the time
const STRIDE = 5; // parts that play goes at once

/** Time passes, and pens write what each says; before the answer up to the curtain. */
function play({ clock, hidden, limit, curtain, constants: { world } }) {
  const max = hidden ? Math.max(1, Math.ceil((curtain * PARTS) / world.end - 1e-9)) : PARTS;
  const value = Math.min(clock, max);
  const to = (part) => ({ clock: part >= max ? PARTS : Math.max(0, part) });
  return {
    label: "time",
    min: 0,
    max,
    value,
    show: decimals(limit, 1),
    says: `time ${decimals(limit, 1)}`,
    to,
    from: value === max && to(0),
    next: value < max && to(STRIDE * (Math.floor(value / STRIDE) + 1)),
    back: value > 0 && to(STRIDE * (Math.ceil(value / STRIDE) - 1)),
    every: PACE * STRIDE,
  };
}

const SHUT = 41; // parts of the time up to the curtain

/** Where the curtain was, time goes on after the answer, and from there it goes back before it. */
function anew(shown, { answered, clock }) {
  const isLifted = answered && !shown.answered;
  const isBack = !answered && clock < SHUT;
  return isLifted || isBack ? { clock: Math.min(shown.clock, SHUT) } : {};
}

function table({ answers, truth, off, hidden, texts, constants }) {
  const shown = (x) => (hidden ? "?" : decimals(x, 2));
  const rows = ANSWERS.map((name) => [
    constants.names[name],
    shown(answers[name]),
    shown(off[name]),
  ]);
  return {
    summary: "What each says as a table",
    caption: `What each says at time ${texts.asked} (${texts.times})`,
    head: ["answer", "says", "off by"],
    rows: [...rows, ["the wave", shown(truth), ""]],
  };
}

export default explorable({
  derive,
  picture: veiled(picture),
  ballots: veiled((scene) => drawGuesses(roomOf(scene.narrow), scene)),
  controls: veiled(controls),
  play: veiled(play),
  more: veiled(closer),
  table: veiled(table),
  anew,
  says: said("words"),
  glides: ["clock", "height", "crest", "asked"],
  paces: { clock: PACE },
  forms: true,
  lines: [2, 6],
});
