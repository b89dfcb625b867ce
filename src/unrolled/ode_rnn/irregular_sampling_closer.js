// Closer: the state's eight components over time, and sliders for all that a hand moves.

import { axis } from "../widget/kit/axes.js";
import { note, range } from "../widget/kit/controls.js";
import { decimals, setting } from "../widget/kit/numbers.js";
import { line } from "../widget/kit/picture.js";
import { jumpsUpTo, lineUpTo } from "./irregular_sampling_lines.js";
import { clamp } from "./irregular_sampling_room.js";

const UNITS = 8;
const HIGH = 1.6; // of the threads' axis
const OUT = 1.03 * HIGH;

/** The state of the ODE-RNN: eight threads that flow, and jump at each observation. */
function drawThreads({ samples, limit, seen, constants: { world } }) {
  const threads = [...Array(UNITS).keys()].map((i) => {
    const pick = ({ states }) => clamp(states[i], -OUT, OUT);
    const bars = jumpsUpTo(samples, limit, pick).flatMap((bar) => [...bar, null]);
    return [
      { ...line(bars, "state through"), width: 4, opacity: 0.26 },
      { ...line(lineUpTo(samples, limit, pick), "state through"), width: 1.5, opacity: 0.85 },
    ];
  });
  const stems = seen.map(([t]) => [[t, -HIGH], [t, HIGH], null]);
  return {
    title: "The eight components of the ODE-RNN’s state over time",
    size: [360, 180],
    clip: true,
    says: "Eight lines over time: the components of the state. They flow and jump at observations.",
    x: axis(0, world.end, [0, 2, 4, 6, 8], { room: [24, 8] }),
    y: axis(-HIGH, HIGH, [-1, 0, 1], { room: [26, 8] }),
    marks: [{ ...line(stems.flat(), "input thin through"), opacity: 0.5 }, threads],
  };
}

const STEP = 0.05;

const clean = (value) => Math.max(0, Math.round(20 * value) / 20);

/** The time that a slider sets; left of 0 it takes the observation away. */
const timeOf = (value) => (value < -STEP / 2 ? -1 : clean(value));

/** A slider for an observation, which is not used at its left end. */
function beadSlider({ beads, constants: { world } }, n) {
  const isOff = beads[n] < 0;
  return range({
    label: `observation ${n + 1}`,
    min: -STEP,
    max: world.end,
    step: STEP,
    value: isOff ? -STEP : beads[n],
    show: isOff ? "none" : decimals(beads[n], 2),
    says: isOff ? "not used" : `at time ${decimals(beads[n], 2)}`,
    to: (value) => ({ beads: beads.map((old, i) => (i === n ? timeOf(value) : old)) }),
  });
}

function waveSlider(label, name, value, [min, max], unit) {
  return range({
    label,
    min,
    max,
    step: STEP,
    value,
    show: decimals(value, 2),
    says: `${unit} ${setting(value)}`,
    to: (to) => ({ [name]: clean(to) }),
  });
}

export function closer(scene) {
  const { beads, height, crest, constants } = scene;
  const { bounds } = constants;
  return [
    note(constants.closer, [4, 14]),
    drawThreads(scene),
    waveSlider("amplitude", "height", height, bounds.height, "amplitude"),
    waveSlider("first crest", "crest", crest, bounds.crest, "at time"),
    beads.map((_, n) => beadSlider(scene, n)),
  ];
}
