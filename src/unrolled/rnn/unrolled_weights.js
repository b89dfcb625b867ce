// The weights of the unrolled network: a copy at each step, and the scales that one pulls.
import { curve, dot, grip, line, noGrip } from "../widget/kit/picture.js";
import { placeOn, railOf, shareOf } from "./handle_rail.js";
import { FOLDED, FOUR, lineOf, PAIR, pathOf, STEPS } from "./unrolled_room.js";

const GAUGE = 2; // the largest weight that a gauge shows
const PIECES = 12; // of its rail
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

/** How thick a weight is: twice as thick from step to step, which is what the picture is about. */
const widthOf = (name, w) => (name === "W_hh" ? 2 : 1) * (1 + 4 * Math.min(1.5, Math.abs(w)));

/** Whether what is looked at comes of this matrix at step t; of a state also where it goes. */
function isLookedAt({ lit }, name, t) {
  switch (name) {
    case "W_hh":
      return [`h_${t - 1}`, `a_${t}`].includes(lit);
    default:
      return lit === `${MADE[name]}_${t}`;
  }
}

const QUIET = { W_hx: 0.4, W_hh: 0.6, W_yh: 0.28 }; // of a line while one looks elsewhere

/** How much of a line is seen: all of it where one looks, next to nothing where nothing passes. */
function opacityOf(scene, name, t, isColoured) {
  if (!isColoured) return 0.18 * scene.shareOf(t);
  return (isLookedAt(scene, name, t) ? 1 : QUIET[name]) * scene.shareOf(t);
}

/** What travels along a line while an end of it is looked at: in a thick line, over a thin one. */
function drawTravel(scene, name, t, d, { width, isSent, isKnown }) {
  if (!isLookedAt(scene, name, t) || !isSent || !width) return false;
  if (name !== "W_hh") return curve(d, `${CARRIED[name].look} flows`, { width: width + 2.5 });
  return curve(d, isKnown ? "paper flows" : "state flows", { width: Math.max(1.5, width / 2) });
}

/** One weight in its copy of step t: as thick as it is, in colour if anything passes. */
function drawWeight(room, scene, name, entry, t) {
  const { look } = CARRIED[name];
  const d = pathOf(lineOf(room, name, entry, t));
  const w = scene.weightAt(name, entry);
  const read = readBy(scene, name, t)[entry[1]];
  const isSent = w * read !== 0;
  const isKnown = scene.isKnown(`${MADE[name]}_${t}`);
  const hidden = scene.isHeld(name) || !scene.shareOf(t);
  const on = scene.pulled.name === name && String(scene.pulled.index) === String(entry);
  const full = hidden ? 0 : widthOf(name, w);
  const width = read ? full : 0; // nothing comes from a 0
  const coloured = isKnown && isSent;
  return [
    curve(d, "state ghost", { width: on && full ? width + 7 : 0 }),
    curve(d, coloured ? look : "quiet", { width, opacity: opacityOf(scene, name, t, coloured) }),
    drawTravel(scene, name, t, d, { width, isSent, isKnown }),
  ];
}

export const drawWeights = (room, scene) =>
  Object.entries(CARRIED).map(([name, { entries }]) =>
    STEPS.map((t) => entries.map((entry) => drawWeight(room, scene, name, entry, t))),
  );

/** The line of one copy: a knob to pull at the step looked at, elsewhere a dot that goes along. */
function drawGauge(room, scene, t, isKnob) {
  const { name, index } = scene.pulled;
  const points = lineOf(room, name, index, t);
  const rail = railOf(room, t, points);
  const placeAt = (share) => placeOn(points, rail, share);
  const at = placeAt((clamp(scene.value) + GAUGE) / (2 * GAUGE));
  if (!isKnob) return [false, dot(at, 5.5, "paper through"), dot(at, 4, "state through")];
  const marks = Array.from({ length: PIECES + 1 }, (_, k) => placeAt(k / PIECES));
  const pull = (place) => {
    const share = shareOf(place, marks);
    return scene.setTo(Math.round(100 * GAUGE * (2 * share - 1)) / 100);
  };
  return [
    { ...line(marks, "paper through"), width: 9 },
    { ...line(marks, "state through"), width: 3 },
    grip(at, pull, "state", { r: room.knob }),
  ];
}

/** On every copy of the pulled weight where it is: whichever is pulled, all move. */
export function drawGauges(room, scene) {
  const { name } = scene.pulled;
  if (!CARRIED[name] || scene.isHeld(name)) return [noGrip];
  const isSeen = (t) => t === scene.now || scene.unrolled >= FOLDED;
  return STEPS.map((t) => (isSeen(t) ? drawGauge(room, scene, t, t === scene.now) : []));
}
