// Closer: the state's eight components over time, and sliders for all that a hand moves.

import { axis } from "../widget/kit/axes.js";
import { note, range } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { decimals, setting } from "../widget/kit/numbers.js";
import { line, picture } from "../widget/kit/picture.js";
import { jumpsUpTo, lineUpTo } from "./irregular_sampling_lines.js";
import { APART, clamp, inTime } from "./irregular_sampling_room.js";

const TITLE = "The eight components of the ODE-RNN’s state over time";
const UNITS = 8;
const HIGH = 1.6; // of the threads' axis
const OUT = 1.03 * HIGH;

/** The state of the ODE-RNN: eight threads that flow, and jump at each observation. */
function drawThreads({ samples, limit, seen, narrow, constants: { world } }) {
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
    size: narrow ? [360, 180] : [900, 220],
    clip: true,
    says: "Eight lines over time: the components of the state. They flow and jump at observations.",
    x: axis(0, world.end, [0, 2, 4, 6, 8], { room: [24, 8] }),
    y: axis(-HIGH, HIGH, [-1, 0, 1], { room: [26, 8] }),
    marks: [{ ...line(stems.flat(), "input thin through"), opacity: 0.5 }, threads],
  };
}

const STEP = 0.05;

const clean = (value) => Math.max(0, Math.round(20 * value) / 20);

/** The threads, over the whole width. */
const threads = (scene) =>
  h("div", {}, [h("p", { class: "kit-title" }, TITLE), picture(drawThreads(scene))]);

/** The change of a slider: between the observations beside it, or, left of 0, away. */
function setBead(scene, n, value) {
  const { beads, constants } = scene;
  const put = (time) => inTime(scene, { beads: beads.map((old, i) => (i === n ? time : old)) });
  if (value < -STEP / 2) return put(-1);
  const before = beads.slice(0, n).filter((t) => t >= 0);
  const after = beads.slice(n + 1).filter((t) => t >= 0);
  const low = before.length ? before.at(-1) + APART : 0;
  const high = after.length ? after[0] - APART : constants.world.end;
  return low > high + 1e-9 ? {} : put(clean(clamp(value, low, high)));
}

/** A slider for an observation, which is not used at its left end. */
function beadSlider(scene, n) {
  const { beads, constants } = scene;
  const { world } = constants;
  const isOff = beads[n] < 0;
  return range({
    label: `observation ${n + 1}`,
    min: -STEP,
    max: world.end,
    step: STEP,
    value: isOff ? -STEP : beads[n],
    show: isOff ? "none" : decimals(beads[n], 2),
    says: isOff ? "not used" : `at time ${decimals(beads[n], 2)}`,
    to: (value) => setBead(scene, n, value),
  });
}

function waveSlider(scene, label, name, unit) {
  const value = scene[name];
  const [min, max] = scene.constants.bounds[name];
  return range({
    label,
    min,
    max,
    step: STEP,
    value,
    show: decimals(value, 2),
    says: `${unit} ${setting(value)}`,
    to: (to) => inTime(scene, { [name]: clean(to) }),
  });
}

export function closer(scene) {
  const { beads, constants } = scene;
  return [
    note(constants.closer),
    threads(scene),
    waveSlider(scene, "amplitude", "height", "amplitude"),
    waveSlider(scene, "first crest", "crest", "at time"),
    beads.map((_, n) => beadSlider(scene, n)),
  ];
}
