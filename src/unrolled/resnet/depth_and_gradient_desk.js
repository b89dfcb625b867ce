// Beside the tower, on a phone below it: switches, kinds of branches, the scale of the branch.

import { act, row } from "../widget/kit/controls.js";
import { short } from "../widget/kit/numbers.js";
import { cell, choice, curve, grip, line, word } from "../widget/kit/picture.js";
import { marksApart, marksOf, scaleAt, shareOf, tenth } from "./depth_and_gradient_room.js";

// Switches

function drawSwitch(room, { at: [x, y], wide, place }, { on, name, label, held, to }) {
  const rim = { round: 10, fill: on ? "var(--ink)" : "var(--paper)", stroke: "var(--ink)" };
  const marks = [
    cell(x - 4, y - 22, wide, 44, "pick"),
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
    }),
    drawSwitch(room, second, {
      on: isNormed,
      name: "Normalise before the branch",
      label: narrow ? "normalise" : "normalise before the branch",
      held: isNormed ? "on" : "off; of random branches",
      to: isNormed ? { normed: false } : { normed: true, kind: "random" },
    }),
  ];
}

// What the branches do

/** A button with round ends. */
function drawPill({ type, pills: { high } }, { x, y, wide, place }, { text, on, ...does }) {
  const shape = cell(x, y, wide, high, on ? "ink" : "quiet hollow", { round: high / 2 });
  const look = on ? "paper strong through" : "through";
  return [
    choice([shape], { ...does, on, place }),
    word([x + wide / 2, y + high / 2], text, look, { size: type - 1 }),
  ];
}

const NAMES = {
  random: ["random", "Random branches"],
  undoing: ["undoing −½", "Branches that return −½ of what comes in"],
  doubling: ["doubling +½", "Branches that return +½ of what comes in"],
};

function drawKind(room, scene, kind) {
  const [text, name] = NAMES[kind];
  const to = kind === "random" ? { kind } : { kind, normed: false };
  return drawPill(room, room.pills[kind], { text, name, to, on: scene.kind === kind });
}

/** The next of the random stacks. */
function drawAnother(room, { seed, constants: { stacks } }) {
  const held = `${seed + 1} of ${stacks.length}`;
  const to = { kind: "random", seed: (seed + 1) % stacks.length };
  const text = `another stack (${held})`;
  return drawPill(room, room.pills.another, { text, name: "Another random stack", held, to });
}

export const drawKinds = (room, scene) => [
  Object.keys(scene.constants.factors).map((kind) => drawKind(room, scene, kind)),
  drawAnother(room, scene),
];

// The scale of the branch

const SCALES = ["1", "1 over the root of L", "1 over L"];

/** A mark of the scale, as it is asked for. */
const askMark = (scene, [scale], n) => ({
  to: { scale },
  name: `Scale of the branch: ${SCALES[n]}`,
  held: short(scale, 3),
  on: Math.abs(scene.scale - scale) < 1e-9,
});

/** A mark on the track, which a tap takes. */
function drawMark(room, scene, mark, n) {
  const { x, y, wide, under } = room.track;
  const at = tenth(x + wide * shareOf(mark[0], scene.constants.largest));
  const does = askMark(scene, mark, n);
  const ends = [
    [at, y - 6],
    [at, y + 6],
  ];
  return [
    line(ends, "ink"),
    choice([cell(at - 15, y - 4, 30, under + 16, "pick")], { ...does, place: [5, 2 - n] }),
    word([at, y + under], mark[1], does.on ? "strong through" : "through", { size: room.type }),
  ];
}

/** On a phone the slider below is the track, and its marks are buttons under it. */
export function markButtons(scene) {
  const buttons = marksOf(scene.blocks).map((mark, n) => {
    const { to, name, on } = askMark(scene, mark, n);
    return act({ label: mark[1], to, title: name, pressed: on });
  });
  return row(...buttons.toReversed());
}

export function drawTrack(room, scene) {
  const { x, y, wide, names, value, under } = room.track;
  const { scale, blocks, constants, texts } = scene;
  const { largest } = constants;
  const at = tenth(x + wide * shareOf(scale, largest));
  const found = marksApart(blocks);
  const marks = found.map(([mark]) => mark);
  const pull = ([px]) => ({ scale: scaleAt((px - x) / wide, { largest, marks }) });
  const rail = (to, look, width) => curve(`M${x} ${y}H${to}`, look, { width });
  const end = (px, text) => word([px, y + under], text, "quiet", { size: room.type - 1 });
  return [
    word(names, "scale of the branch", "", { anchor: "start", size: room.type }),
    word(value, `<b>${texts.scale}</b>`, "", {
      anchor: "end",
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
