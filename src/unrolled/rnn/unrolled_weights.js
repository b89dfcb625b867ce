// The weights of the unrolled network: a copy at each step, and the scales that one pulls.
import { cell, curve, grip } from "../widget/kit/picture.js";
import { FOUR, lineOf, PAIR, pathOf, pointOf, STEPS } from "./unrolled_room.js";

const GAUGE = 2; // the largest weight that a gauge shows
const clamp = (x) => Math.max(-GAUGE, Math.min(GAUGE, x));

/** The lines of a matrix at one step: where from, how large what they carry is. */
const CARRIED = {
  W_hx: { entries: PAIR.flatMap((i) => FOUR.map((j) => [i, j])), from: "x", look: "input" },
  W_hh: { entries: PAIR.flatMap((i) => PAIR.map((j) => [i, j])), from: "h", look: "state" },
  W_yh: { entries: FOUR.flatMap((i) => PAIR.map((j) => [i, j])), from: "h", look: "output" },
};
const MADE = { W_hx: "a", W_hh: "a", W_yh: "z" }; // by them

/** What a matrix reads at step t; nothing comes before the first. */
function readBy({ run, constants }, name, t) {
  if (name === "W_hx") return constants.boxes[`x_${t}`].one;
  const before = name === "W_hh" ? t - 1 : t;
  return before ? run.named[`h_${before}`] : [0, 0];
}

/** One weight in its copy of step t: as thick as it is, in colour if anything passes. */
function drawWeight(room, scene, name, entry, t) {
  const { look } = CARRIED[name];
  const d = pathOf(lineOf(room, name, entry, t));
  const w = scene.weightAt(name, entry);
  const passed = w * readBy(scene, name, t)[entry[1]];
  const known = scene.isKnown(`${MADE[name]}_${t}`);
  const hidden = (name === "W_hh" && !scene.answered) || !scene.isSeen(t);
  const on = scene.pulled.name === name && String(scene.pulled.index) === String(entry);
  const width = 1 + 4 * Math.min(1.5, Math.abs(w));
  return [
    curve(d, "state ghost", { width: on && !hidden ? width + 7 : 0 }),
    curve(d, known && passed !== 0 ? look : "quiet", {
      width: hidden ? 0 : width,
      opacity: known && passed !== 0 ? 0.75 : 0.18,
    }),
  ];
}

export const drawWeights = (room, scene) =>
  Object.entries(CARRIED).map(([name, { entries }]) =>
    STEPS.map((t) => entries.map((entry) => drawWeight(room, scene, name, entry, t))),
  );

/** A short scale on every copy of the pulled weight: whichever is pulled, all move. */
export function drawGauges(room, scene) {
  const { name, index } = scene.pulled;
  const { track } = room;
  if (!CARRIED[name] || (name === "W_hh" && !scene.answered)) return [];
  const share = { W_hx: 0.42, W_hh: 0.5, W_yh: 0.6 }[name];
  return STEPS.map((t) => {
    if (!scene.isSeen(t)) return [];
    const [x, y] = pointOf(lineOf(room, name, index, t), share);
    const at = [x + (track * clamp(scene.value)) / GAUGE, y];
    const pull = ([px]) => scene.setTo(Math.round(100 * clamp((GAUGE * (px - x)) / track)) / 100);
    return [
      cell(x - track - 5, y - 4, 2 * track + 10, 8, "paper", { round: 4 }),
      cell(x - track - 5, y - 4, 2 * track + 10, 8, "clear state thin", { round: 4 }),
      grip(at, pull, "state", { r: scene.narrow ? 6 : 7 }),
    ];
  });
}
