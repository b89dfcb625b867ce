// The wave, three lines through it, what is asked of them, and the curtain over what is a guess.

import { cell, dot, grip, line, vertical } from "../widget/kit/picture.js";
import { ANSWERS, jumpsUpTo, lineUpTo, saidAt } from "./irregular_sampling_lines.js";
import { clamp, isSeen, SNAP, TOP, toData } from "./irregular_sampling_room.js";
import { waveAt } from "./irregular_sampling_steps.js";

export const LOOKS = { last: "minus", decay: "output", evolve: "state" };
const OUT = 1.03 * TOP;
const WIDTHS = { last: 2.5, decay: 2.5, evolve: 3.5 };

/** What a line is at: where it has left the picture, just outside. */
const pickOf = (name) => (said) => clamp(said[name], -OUT, OUT);

/** The truth: a broad pale band, so that a line which is right runs on it. */
export function drawWave(state) {
  const { samples, limit, hidden, constants } = state;
  const until = hidden ? limit : constants.world.end;
  const points = samples
    .filter(({ t }) => t <= until)
    .map(({ t }) => [t, waveAt(constants.world, state, t)]);
  return { ...line(points, "quiet through"), width: 9, opacity: 0.24 };
}

/** What each says, up to where time has come, and its jumps as bars. */
export const drawLines = ({ samples, limit }) =>
  ANSWERS.map((name) => {
    const bars = jumpsUpTo(samples, limit, pickOf(name)).flatMap((bar) => [...bar, null]);
    return [
      { ...line(bars, `${LOOKS[name]} through`), width: WIDTHS[name] + 3.5, opacity: 0.24 },
      {
        ...line(lineUpTo(samples, limit, pickOf(name)), `${LOOKS[name]} through`),
        width: WIDTHS[name],
      },
    ];
  });

/** A pen at the end of each line, as long as there is more to come. */
export function drawPens({ samples, limit, constants }) {
  const isOn = limit < constants.world.end;
  return ANSWERS.map((name) => {
    const value = saidAt(samples, limit, pickOf(name));
    return {
      ...dot([limit, clamp(value, -TOP, TOP)], 5, `${LOOKS[name]} through`),
      opacity: isOn && isSeen(value) ? 1 : 0,
    };
  });
}

/** Over what is a guess. */
export const drawCurtain = ({ limit, hidden, constants }) => ({
  ...cell(limit, -TOP, constants.world.end - limit, 2 * TOP, "quiet through"),
  opacity: hidden ? 0.12 : 0,
});

/** The time that is asked for, what is said there, and the wave. */
export function drawAsked(room, state) {
  const { asked, answers, truth, isTold } = state;
  const values = ANSWERS.map((name) => [name, answers[name]]);
  return [
    {
      ...line(vertical(asked, TOP, -TOP), "ink thin dashed through"),
      opacity: 0.7,
    },
    { ...dot([asked, truth], room.ring + 2, "ink hollow through"), opacity: isTold ? 1 : 0 },
    values.map(([name, value]) => ({
      ...dot([asked, clamp(value, -TOP, TOP)], room.ring - 1, `${LOOKS[name]} through`),
      opacity: isTold && isSeen(value) ? 1 : 0,
    })),
  ];
}

const hand = (x, low, high) => Math.round(SNAP * clamp(x, low, high)) / SNAP;

/** A crest that a finger moves: the wave's amplitude and phase. */
export function drawCrest(room, { crest, height, constants: { world, bounds } }) {
  const shrunk = Math.exp(-world.damping * crest);
  const pull = ([t, y]) => {
    const at = hand(t, ...bounds.crest);
    return { crest: at, height: hand(y * Math.exp(world.damping * at), ...bounds.height) };
  };
  return grip([crest, height * shrunk], pull, "quiet", { r: 6, reach: room.reach });
}

/** The flag of the asked time. */
export function drawFlag(room, { asked, constants: { world } }) {
  const [, high] = toData(room, world.end, [0, room.flag]);
  const pull = ([t]) => ({ asked: hand(t, 0, world.end) });
  return grip([asked, high], pull, "ink", { r: 11, reach: room.reach });
}
