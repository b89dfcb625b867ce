// Remedies on the pulse: a switch each, the second wire, and the sum of all steps that is clipped.
import { short } from "../widget/kit/numbers.js";
import { cell, choice, curve, word } from "../widget/kit/picture.js";
import { TAB } from "./pulse_names.js";
import { brightness } from "./pulse_room.js";

const LIMIT = 1; // of the clipped sum

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const tenth = (x) => Math.round(10 * x) / 10;

/** A switch that is so far on, and the area that a finger finds. */
export function drawSwitch([x, y], { on, name, held, to, place, reach }) {
  const share = (hue, part) => `color-mix(in oklab, var(${hue}) ${Math.round(100 * part)}%, `;
  const rail = `${share("--ink", on)}var(--paper))`;
  const knob = `${share("--paper", on)}var(--ink))`;
  const rim = { round: 9, fill: rail, stroke: "var(--ink)" };
  const marks = [
    cell(x - 6, y - 22, reach, 44, "pick"),
    cell(x, y - 9, 34, 18, "ink hollow", rim),
    cell(x + 3 + 16 * on, y - 6, 12, 12, "ink", { round: 6, fill: knob }),
  ];
  return choice(marks, { to, name, held, on: on > 0.5, place });
}

/** The switch of a way around tanh, before the name of its strip. */
export function drawWaySwitch(room, { constants, ...scene }, i, [x, y]) {
  const { way, name } = constants.strips[i];
  if (way === "tanh") return false;
  const full = constants.ways.full[way];
  const isOn = scene[way] > 0;
  return drawSwitch([x, y], {
    on: clamp(scene[way] / full, 0, 1),
    name: `${name}: a path around tanh`,
    held: isOn ? "on" : "off, a plain tanh network",
    to: { [way]: isOn ? 0 : full },
    place: [i, 50],
    reach: TAB + 0.6 * name.length * room.type + 12,
  });
}

/** A wire beside the cells, on which what goes by it alone is left after every step. */
function drawSecondWire(room, { back, steps }, { middle, kept, on }) {
  const y = tenth(middle - 0.72 * room.unit);
  const lags = Array.from({ length: steps + 1 }, (_, lag) => Math.max(0.4, lag));
  const half = (lag) => (lag <= back ? 0.08 * room.unit * kept ** lag : 0);
  const edge = (sign) =>
    lags.map((lag) => `${tenth(room.xOf(lag))} ${tenth(y + sign * half(lag))}`);
  const near = tenth(room.xOf(0.4));
  const bend = tenth((room.lamp[0] + near) / 2);
  const fall = `C${bend} ${room.lamp[1]} ${bend} ${y} ${near} ${y}`;
  const rail = `M${room.lamp.join(" ")}${fall}H${room.xOf(steps)}`;
  const lit = `M${edge(-1).join("L")}L${edge(1).toReversed().join("L")}Z`;
  return [
    curve(rail, "quiet thin", { opacity: 0.6 * on }),
    curve(lit, "gradient shape", { opacity: on }),
  ];
}

/** Arcs over as many steps as are skipped, each lit like the cell that it ends in. */
function drawArcs(room, { back, steps }, { middle, norms, distance, on }) {
  const y = tenth(middle - 0.56 * room.unit);
  const high = 0.28 * room.unit; // below what is read
  return Array.from({ length: Math.floor(steps / distance) }, (_, k) => {
    const end = (k + 1) * distance;
    const from = room.xOf(Math.max(0.4, k * distance));
    const to = room.xOf(end);
    const leaves = tenth(from - 8);
    const arrives = tenth(to + 8);
    const arc = `C${leaves} ${y - high} ${arrives} ${y - high} ${tenth(to)} ${y}`;
    const d = `M${tenth(from)} ${y}${arc}`;
    const isLit = back >= end && on > 0;
    const glow = brightness(norms[end]);
    return curve(d, isLit ? "gradient" : "quiet thin", {
      width: isLit ? 2.5 : 1.25,
      opacity: on * (isLit ? 0.25 + 0.75 * glow : 0.8),
    });
  });
}

/** The second wire of a strip, if it has one. */
export function drawWay(room, scene, i, middle) {
  const { way } = scene.constants.strips[i];
  const { distance, full } = scene.constants.ways;
  if (way === "tanh") return false;
  const on = clamp(scene[way] / full[way], 0, 1);
  if (way === "skip") {
    return drawArcs(room, scene, { middle, norms: scene.norms[i], distance, on });
  }
  return drawSecondWire(room, scene, { middle, kept: scene[way], on });
}

/** Two blades that open towards the right, with their rings on the left. */
function drawShears([x, y], on) {
  const look = { width: 1.6, opacity: on };
  const ring = (dy) => `M${x} ${y + dy}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0`;
  const blade = (dy) => `M${x + 2.5} ${y + 0.6 * dy}L${x + 15} ${y - 0.75 * dy}`;
  return curve([ring(-5), ring(5), blade(-5), blade(5)].join(""), "ink", look);
}

/** What the last steps, as far as the pulse has come, sum up to. */
function sumAt({ followed, back }, i) {
  const { sums } = followed[i];
  const before = Math.floor(back);
  const next = sums[Math.min(before + 1, sums.length - 1)];
  return sums[before] + (next - sums[before]) * (back - before);
}

/** How high a sum is on a logarithmic scale: 0 up to 0.001, a half at 1, all from 1000 on. */
export const heightOfSum = (sum) => clamp(0.5 + Math.log10(Math.max(sum, 1e-9)) / 6, 0, 1);

/** The gradient of the loss by W: a bar on a log scale, marked at 1 and cut there. */
function drawSum(room, scene, i) {
  const { back, steps, clip } = scene;
  const sum = sumAt(scene, i);
  const on = clip * clamp(back - steps + 1, 0, 1); // it is the whole sum that is clipped
  const { sumAt: x, sumWide: wide, lane } = room;
  const head = room.headOf(room.middleOf(i)); // its number
  const top = head + 12;
  const tall = lane - 30;
  const ground = top + tall;
  const cut = tall * heightOfSum(LIMIT);
  const high = Math.max(tall * heightOfSum(sum), sum > 0 ? 2 : 0);
  const low = Math.min(high, cut);
  const isOver = high > cut;
  const bar = (y, h, look, more) => cell(x - wide / 2, tenth(y), wide, tenth(h), look, more);
  const lift = 3 * on;
  const left = tenth(x - wide / 2);
  const edge = tenth(ground - cut);
  const slip = `M${left + lift} ${tenth(edge - lift)}h${wide}v${-tenth(high - low)}h${-wide}Z`;
  const isCut = on > 0.5 && isOver;
  const arrow = scene.narrow ? "→" : " → ";
  const text = isCut ? `${short(sum)}${arrow}${LIMIT}` : short(sum);
  return [
    bar(top, tall, "quiet", { opacity: 0.16, round: 3 }),
    bar(ground - low, low, "gradient", { round: 3, opacity: sum > 0 ? 1 : 0 }),
    isOver && curve(slip, "gradient shape", { opacity: 1 - 0.62 * on }),
    curve(`M${left - 4} ${edge}H${left + wide + 4}`, "ink", { width: 1.5 }),
    !scene.narrow &&
      word([left + wide + 10, edge], `${LIMIT}`, "quiet", { size: room.sumType - 1 }),
    drawShears([left - 19, edge], isOver ? on : 0),
    back > 0 && word([x, head], text, "strong halo", { size: room.sumType }),
  ];
}

/** The sums of all strips under their name, or gaps for their marks while nothing is clipped. */
export function drawSums(room, scene) {
  const lines = scene.narrow ? ["sum,", "log"] : ["sum of ∂ℒ/∂<b>W</b>,", "log scale"];
  const [x, size] = scene.narrow ? [4, room.sumType - 1] : [8, room.sumType - 0.5];
  const top = lines.map((text, n) =>
    word([x, 9 + (scene.narrow ? 15 : 18) * n], text, "quiet", { anchor: "start", size }),
  );
  const marks = [top, scene.constants.strips.map((_, i) => drawSum(room, scene, i))].flat(Infinity);
  return scene.clip > 0 ? marks : marks.map(() => false);
}

/** The two remedies that are no cells: clipping under the sums, an orthogonal start at the dial. */
export function drawDesk(room, scene) {
  const { size, nonnormality, clip, narrow, constants } = scene;
  const isTurning = size === 1 && nonnormality === 0;
  const { clip: clipped, start } = constants.ways.desk;
  const make = ([x, y], { name, lines, short: few }, more) => {
    const texts = narrow ? few : lines;
    const size = room.type - 1;
    const written = texts.map((text, k) =>
      word([x, y + 26 + 17 * k], text, narrow ? "" : "quiet", { anchor: "start", size }),
    );
    const beside = word([x + TAB, y], name, "strong through", { anchor: "start", size: room.type });
    const reach = narrow ? 60 : TAB + 0.6 * name.length * room.type + 12;
    return [drawSwitch([x, y], { name, reach, ...more }), !narrow && beside, written];
  };
  return [
    make(room.clipAt, clipped, {
      on: clip,
      held: clip ? "on" : "off",
      to: { clip: clip ? 0 : 1 },
      place: [40, 0],
    }),
    make(room.startAt, start, {
      on: isTurning ? 1 : 0,
      held: isTurning ? "on" : "off",
      to: isTurning ? { size: constants.ways.size } : { size: 1, nonnormality: 0 },
      place: [40, 50],
    }),
  ];
}
