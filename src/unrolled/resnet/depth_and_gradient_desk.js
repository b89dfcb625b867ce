// Beside the tower: switches, kinds of branches, the scale of the branch, the singular values.

import { short } from "../widget/kit/numbers.js";
import { cell, choice, curve, grip, line, word } from "../widget/kit/picture.js";
import { DECADES, decadeAt, marksOf, scaleAt, shareOf, tenth } from "./depth_and_gradient_room.js";

// Switches

function drawSwitch(room, [x, y], { on, name, label, held, to, place }) {
  const rim = { round: 10, fill: on ? "var(--ink)" : "var(--paper)", stroke: "var(--ink)" };
  const marks = [
    cell(x - 4, y - 22, room.reach, 44, "pick"),
    cell(x, y - 10, 38, 20, "ink hollow", rim),
    cell(on ? x + 21 : x + 3, y - 7, 14, 14, on ? "paper" : "ink", { round: 7 }),
  ];
  return [
    choice(marks, { to, name, held, on, place }),
    word([x + 46, y], label, on ? "strong through" : "through", {
      anchor: "start",
      size: room.type,
    }),
  ];
}

export function drawSwitches(room, scene) {
  const { skip, isNormed, narrow } = scene;
  const [first, second] = room.switches;
  return [
    drawSwitch(room, first, {
      on: skip,
      name: "Skip connections",
      label: narrow ? "skip" : "skip connections",
      held: skip ? "on" : "off",
      to: { skip: !skip },
      place: [1, 2],
    }),
    drawSwitch(room, second, {
      on: isNormed,
      name: "Normalise before the branch",
      label: narrow ? "normalise" : "normalise before the branch",
      held: isNormed ? "on" : "off; of random branches",
      to: isNormed ? { normed: false } : { normed: true, kind: "random" },
      place: [2, 2],
    }),
  ];
}

// What the branches do

const NAMES = {
  random: ["random", "Random branches"],
  undoing: ["undoing −½", "Branches that return −½ of what comes in"],
  doubling: ["doubling +½", "Branches that return +½ of what comes in"],
};

function drawKind(room, scene, kind, k) {
  const { x, y, wide, high, gap, across } = room.kinds;
  const each = across ? (wide - 2 * gap) / 3 : wide;
  const at = across ? [x + k * (each + gap), y] : [x, y + k * (high + gap)];
  const on = scene.kind === kind;
  const [text, name] = NAMES[kind];
  const shape = cell(...at, each, high, on ? "ink" : "quiet hollow", { round: high / 2 });
  const to = kind === "random" ? { kind } : { kind, normed: false };
  return [
    choice([shape], { to, name, on, place: across ? [3, 2 + k] : [3 + k, 2] }),
    word([at[0] + each / 2, at[1] + high / 2], text, on ? "paper strong through" : "through", {
      size: room.type - 1,
    }),
  ];
}

/** Which of the five random stacks. */
function drawSeed(room, scene, seed) {
  const { x, y, pitch, r } = room.seeds;
  const at = [x + seed * pitch, y];
  const on = scene.kind === "random" && scene.seed === seed;
  const look = on ? "ink" : "quiet hollow";
  const shape = cell(at[0] - r, y - r, 2 * r, 2 * r, look, { round: r });
  const name = `Random weights ${seed + 1}`;
  return [
    choice([shape], { to: { kind: "random", seed }, name, on, place: [6, 2 + seed] }),
    word(at, `${seed + 1}`, on ? "paper strong through" : "through", { size: room.type - 1 }),
  ];
}

export function drawKinds(room, scene) {
  const { y, name } = room.seeds;
  const { factors, stacks } = scene.constants;
  return [
    Object.keys(factors).map((kind, k) => drawKind(room, scene, kind, k)),
    name !== null &&
      word([name, y], "five random stacks:", "quiet", { anchor: "start", size: room.type - 1 }),
    stacks.map((_, seed) => drawSeed(room, scene, seed)),
  ];
}

// The scale of the branch

/** A mark on the track, which a tap takes. */
function drawMark(room, scene, [scale, text], n) {
  const { x, y, wide, under } = room.track;
  const { largest } = scene.constants;
  const at = tenth(x + wide * shareOf(scale, largest));
  const on = Math.abs(scene.scale - scale) < 1e-9;
  const names = ["1", "1 over the root of L", "1 over L"];
  const marks = [cell(at - 15, y - 4, 30, under + 16, "pick")];
  const ends = [
    [at, y - 6],
    [at, y + 6],
  ];
  return [
    line(ends, "ink"),
    choice(marks, {
      to: { scale },
      name: `Scale of the branch: ${names[n]}`,
      held: short(scale, 3),
      on,
      place: [8, 4 - n],
    }),
    word([at, y + under], text, on ? "strong through" : "through", { size: room.type }),
  ];
}

export function drawTrack(room, scene) {
  const { x, y, wide, names, value, under } = room.track;
  const { scale, blocks, narrow, constants, texts } = scene;
  const { largest } = constants;
  const at = tenth(x + wide * shareOf(scale, largest));
  const found = marksOf(blocks);
  const marks = found.map(([mark]) => mark);
  const pull = ([px]) => ({ scale: scaleAt((px - x) / wide, { largest, marks }) });
  const rail = (to, look, width) => curve(`M${x} ${y}H${to}`, look, { width });
  const end = (px, text) => word([px, y + under], text, "quiet", { size: room.type - 1 });
  return [
    word(names, narrow ? "scale" : "scale of the branch", "", { anchor: "start", size: room.type }),
    word(value, `<b>${texts.scale}</b>`, "", {
      anchor: narrow ? "start" : "end",
      size: room.type + 2,
    }),
    rail(x + wide, "quiet ghost", 6),
    rail(at, "ink", 6),
    [0, 1, 2].map((n) => found[n] && drawMark(room, scene, found[n], n)),
    end(x, "0"),
    end(x + wide, "2"),
    grip([at, y], pull, "ink", { r: 9 }),
  ];
}

// Singular values

/** An end of the bracket: a corner, or an arrow where it goes on. */
function endPath(x, y, side, isOpen) {
  if (isOpen) return `M${x + 7 * side} ${y - 4}L${x} ${y}L${x + 7 * side} ${y + 4}`;
  return `M${x} ${y + 8}L${x} ${y}L${x} ${y}`;
}

function drawBracket(room, { limits: [low, high], hidden }) {
  const y = room.values.y - room.values.high - 10;
  const [from, to] = [low, high].map((value) => tenth(decadeAt(room, value)));
  const [isOpen, goesOn] = [low < 10 ** -DECADES, high > 10 ** DECADES];
  const d = `${endPath(from, y, 1, isOpen)}${endPath(to, y, -1, goesOn)}M${from} ${y}H${to}`;
  return curve(d, "quiet", { width: 1.75, opacity: hidden ? 0 : 1 });
}

const POWERS = [
  [-8, "10⁻⁸"],
  [-4, "10⁻⁴"],
  [0, "1"],
  [4, "10⁴"],
  [8, "10⁸"],
];

export function drawValues(room, scene) {
  const { x, y, wide, names, under, high } = room.values;
  const { singular, hidden, narrow } = scene;
  const size = room.type - 1;
  const title = narrow
    ? ["singular", "values"]
    : ["singular values of all blocks, and their bounds"];
  const place = (power) => tenth(decadeAt(room, 10 ** power));
  const stroke = (at, up, down) => `M${at} ${y - up}V${y + down}`;
  return [
    title.map((text, n) => word(names[n], text, "", { anchor: "start", size: room.type })),
    curve(`M${x} ${y}H${x + wide}`, "quiet thin"),
    POWERS.map(([power]) => curve(stroke(place(power), 0, 5), "quiet thin")),
    POWERS.map(([power, text]) => word([place(power), y + under], text, "quiet", { size })),
    drawBracket(room, scene),
    singular.map((value) =>
      curve(stroke(tenth(decadeAt(room, value)), high, 1), "gradient", {
        width: 3,
        opacity: hidden ? 0 : 0.85,
      }),
    ),
  ];
}
