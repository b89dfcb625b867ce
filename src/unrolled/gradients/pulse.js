import { axis } from "../widget/kit/axes.js";
import { bar, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { singular2 } from "../widget/kit/maths.js";
import { decimals, short } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";
import { said, withTask } from "../widget/kit/saying.js";
import { manyUnits, plane, trace } from "./pulse_closer.js";
import { drawDesk, drawSums } from "./pulse_desk.js";
import { drawGateDial } from "./pulse_gate_dial.js";
import { drawLegend } from "./pulse_legend.js";
import { drawGhost } from "./pulse_names.js";
import { prices } from "./pulse_prices.js";
import { DARK, firstBelow, NOTICED, roomOf } from "./pulse_room.js";
import { drawColumns, drawDial, drawFlag, drawLamp, drawStage } from "./pulse_stage.js";
import { pulseOf, recurrentWeights } from "./pulse_steps.js";
import { drawStrip, drawSwitches } from "./pulse_strips.js";
import { shareOf } from "./pulse_ways.js";

// What follows from the state

/** What the rules of Python ask. */
function factsOf({ size, back, angle, ...state }, { norms, steps, sigma, followed }) {
  const [linear, other] = norms;
  const end = linear[steps];
  const peak = Math.max(...linear);
  return {
    waiting: back === 0,
    arrived: back === steps,
    over: linear[Math.round(back)] > 1.05,
    edge: size === 1 && peak < 1.5,
    swells: size < 1 && peak > 1.5,
    explodes: end > 1e3,
    grows: end > 1.05,
    saturates: other[steps] < 0.1,
    gone: firstBelow(linear, NOTICED) > 0,
    dark: firstBelow(linear, DARK) > 0,
    contracts: sigma < 0.9995,
    turns: Math.abs(sigma - 1) < 0.0005 && size === 1,
    inside: size < 1,
    real: Math.sin(angle) === 0,
    clips: state.clip === 1,
    sheared: state.clip === 1 && followed.some(({ sums }) => sums?.[steps] > 1),
    leaks: state.leak > 0,
    adds: state.residual === 1,
    skips: state.skip === 1,
  };
}

/** Texts of all strips, as "end0", "end1", … */
const named = (name, all, textOf) =>
  Object.fromEntries(all.map((each, i) => [`${name}${i}`, textOf(each)]));

function textsOf(state, found, constants) {
  const { size, bias = 0, back, lag, leak = 0 } = state;
  const { norms, steps, sigma, followed } = found;
  const { holds, strips, ways } = constants;
  const [linear, other] = norms;
  const shareAt = (strip) => (ways ? shareOf(strip.way, state, ways) : strip);
  return {
    size: decimals(size, 2),
    bias: decimals(bias * (holds?.sign ?? 1), 1),
    share: decimals(1 / (1 + Math.exp(-bias)), 2),
    back: `${Math.round(back)}`,
    lag: `${Math.round(lag)}`,
    now: short(linear[Math.round(back)]),
    here: short(linear[Math.round(lag)]),
    there: short(other[Math.round(lag)]),
    peak: short(Math.max(...linear)),
    end: short(linear[steps]),
    other: short(other[steps]),
    gone: `${firstBelow(linear, NOTICED)}`,
    dark: `${firstBelow(linear, DARK)}`,
    sigma: short(sigma),
    ...named("end", norms, (each) => short(each[steps])),
    ...named("bound", strips.map(shareAt), ({ keep, write }) => short(keep + write * sigma)),
    ...named("sum", followed, ({ sums }) => (sums ? short(sums[steps]) : "")),
    ...named("grown", followed, ({ grown }) => short(grown ?? 0)),
    kept: `${Math.round(100 * leak) / 100}`,
    written: `${Math.round(100 - 100 * leak) / 100}`,
  };
}

/** Whether W has a size that is asked for, and a strip its highest point or its end. */
function isReached(goal, state, { norms, steps }) {
  const { strip, sizes, on, peak = 0, least = 0, end = Infinity } = goal;
  const left = norms[strip][steps];
  const fits = state.size >= sizes[0] && state.size <= sizes[1] && (!on || state[on] === 1);
  return fits && Math.max(...norms[strip]) >= peak && left >= least && left <= end;
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const W = recurrentWeights(state.size, state.angle, state.nonnormality);
  const followed = constants.strips.map((strip) => pulseOf(strip, W, state, constants));
  const ellipses = followed.map((each) => each.ellipses);
  const norms = ellipses.map((each) => each.map(({ long }) => long));
  const steps = constants.xs.length;
  const other = constants.ghost && pulseOf(constants.ghost, W, state, constants);
  const ghost = other?.ellipses.map(({ long }) => long); // of a cell that a strip is compared with
  const found = { W, followed, ellipses, norms, ghost, steps, sigma: singular2(W)[0] };
  const facts = factsOf(state, found);
  const texts = textsOf(state, found, constants);
  const reached = isReached(constants.goal, state, found);
  return withTask({ ...found, facts, texts }, reached, constants);
}

/** Where the flag is right, and what is said to a flag that is elsewhere. */
function judge({ guess, norms, constants }) {
  const { strip, level } = constants.asked;
  const truth = firstBelow(norms[strip], level);
  const away = guess - truth;
  const named = (name) => constants.replies[name].replace("{guess}", guess);
  if (Math.abs(away) <= 1) return { right: true, html: named("right") };
  if (away < -6) return { right: false, html: named("early") };
  return { right: false, html: named(away < 0 ? "before" : "late") };
}

// The picture

/** What there is beside strips: remedies, a gate that is set, or neither. */
function kindOf({ ways, holds }) {
  if (ways) return "desk";
  return holds ? "held" : "plain";
}

function picture(scene) {
  const { strips, ways, holds } = scene.constants;
  const room = roomOf(scene.narrow, strips.length, scene.steps, kindOf(scene.constants));
  const under = (lag, text, anchor) =>
    word([room.xOf(lag), room.ground + 12], text, "quiet", { anchor, size: room.type - 1 });
  return {
    size: [room.width, room.height],
    says: said("seen")(scene),
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      drawStage(room),
      ways && drawSums(room, scene),
      strips.map((_, i) => drawStrip(room, scene, i)),
      drawGhost(room, scene),
      [10, 20, 30].map((lag) => under(lag, `${lag}`)),
      under(scene.steps + 0.5, scene.narrow ? "40" : "40 steps back", "start"),
      under(0.4, "time →", "end"),
      !scene.narrow && drawColumns(room, scene),
      drawLamp(room, scene),
      !scene.narrow && !ways && drawLegend(room, scene),
      ways && drawSwitches(room, scene),
      ways && drawDesk(room, scene),
      drawDial(room, scene),
      holds && drawGateDial(room, scene),
      drawFlag(room, scene),
    ],
  };
}

// Closer

function more(scene) {
  const { angle, nonnormality, lag, steps, texts, constants } = scene;
  const [first, second] = constants.strips;
  const two = (x) => decimals(x, 2);
  const slider = (label, value, min, max, to) =>
    range({ label, min, max, step: 0.01, value, show: two(value), says: said("heard")(scene), to });
  return {
    name: "Closer",
    parts: [
      bar({
        label: "In each cell",
        value: scene.shape,
        options: scene.constants.shapes,
        to: (shape) => ({ shape }),
      }),
      range({
        label: "read at",
        min: 1,
        max: steps,
        step: 1,
        value: Math.round(lag),
        show: `${texts.lag} back`,
        says: `${texts.lag} steps back: ${first.name} ${texts.here}, ${second.name} ${texts.there}`,
        to: (value) => ({ lag: value }),
      }),
      slider("non-normal part of W", nonnormality, 0, 8, (x) => ({ nonnormality: x })),
      slider("angle of the eigenvalues", angle, 0, 3.14, (x) => ({ angle: x })),
      note(said("theorem")(scene), [2, 5]),
      trace(scene),
      plane(scene),
      constants.many && manyUnits(scene),
      constants.ways && prices(scene),
    ],
  };
}

// What is asked for

function controls(scene) {
  const { size, bias, texts, constants } = scene;
  return [
    bias !== undefined &&
      range({
        label: constants.holds.label,
        min: -2,
        max: 6,
        step: 0.1,
        value: bias,
        show: texts.bias,
        says: said("heard")(scene),
        to: (value) => ({ bias: value }),
      }),
    range({
      label: "spectral radius",
      min: 0.5,
      max: 2,
      step: 0.01,
      value: size,
      show: texts.size,
      says: said("heard")(scene),
      to: (value) => ({ size: value }),
    }),
  ];
}

function play({ texts, constants, steps, ...scene }) {
  const back = Math.round(scene.back);
  return {
    label: "pulse",
    min: 0,
    max: steps,
    value: back,
    show: `${back} back`,
    every: 60,
    says: `${texts.back} steps back: ${texts.now} of the ${constants.strips[0].name} pulse`,
    to: (value) => ({ back: value }),
    next: back < steps && { back: back + 1 },
    back: back > 0 && { back: back - 1 },
  };
}

function table({ constants, norms, steps }) {
  const lags = [1, 2, 5, 10, 20, 30, steps];
  return {
    caption: "What is left of the gradient, by steps back",
    head: ["steps back", ...constants.strips.map(({ name }) => name)],
    rows: lags.map((lag) => [`${lag}`, ...norms.map((each) => short(each[lag]))]),
  };
}

export default explorable({
  derive,
  picture,
  controls,
  play,
  judge,
  more,
  table,
  says: said("words"),
  glides: [
    "size",
    "bias",
    "angle",
    "nonnormality",
    "back",
    "lag",
    "leak",
    "residual",
    "skip",
    "clip",
    "answered",
  ],
  paces: { back: 60, answered: 1200 }, // the flag flies from the guess to where it belongs
  forms: true,
  lines: [1, 3],
});
