// How many blocks there are, the scale of their branches, and what these do.

import { act, bar, range, row } from "../widget/kit/controls.js";
import { cell, choice, word } from "../widget/kit/picture.js";
import { marksOf, shareOf } from "./depth_and_gradient_room.js";

const STEPS = 120; // of the slider, over the cube root of the scale

const SCALES = ["1", "1 over the root of L", "1 over L"];

/** Three scales worth trying, the smallest first. */
const scalesOf = ({ scale, blocks }) =>
  marksOf(blocks)
    .map(([to, text], n) => ({
      text,
      name: `Scale of the branch: ${SCALES[n]}`,
      to: { scale: to },
      on: Math.abs(scale - to) < 1e-9,
    }))
    .toReversed();

const BRANCHES = {
  random: ["random", "Random branches"],
  undoing: ["−½<b>h</b>", "Branches that return −½ of what comes in"],
  doubling: ["+½<b>h</b>", "Branches that return +½ of what comes in"],
};

const toBranches = (kind) => (kind === "random" ? { kind } : { kind, normed: false });

const branchesOf = ({ kind }) =>
  Object.entries(BRANCHES).map(([key, [text, name]]) => ({
    text,
    name,
    to: toBranches(key),
    on: key === kind,
  }));

/** A few to choose from, side by side, with their name before them. */
function drawPills(room, { x, wide, says, column }, html, items) {
  const { y, high } = room.pills;
  const size = room.type;
  const pill = ({ text, on, ...does }, n) => {
    const left = x + wide.slice(0, n).reduce((sum, one) => sum + one + 6, 0);
    const look = on ? "ink" : "quiet hollow";
    const shape = cell(left, y - high / 2, wide[n], high, look, { round: high / 2 });
    return [
      choice([shape], { ...does, on, place: [0, column + n] }),
      word([left + wide[n] / 2, y], text, on ? "paper strong through" : "through", { size }),
    ];
  };
  return [word([says, y], html, "through", { anchor: "start", size }), items.map(pill)];
}

/** In a wide picture: the scale of the branches, and what they do. */
export function drawDesk(room, scene) {
  if (!room.pills) return null;
  const { scale, branches } = room.pills;
  const named = `scale of the branch <b>${scene.texts.scale}</b>`;
  return [
    drawPills(room, scale, named, scalesOf(scene)),
    drawPills(room, branches, "branches", branchesOf(scene)),
  ];
}

/** The same on a phone, below the picture. */
const deskBelow = (scene) => [
  row(
    scalesOf(scene).map(({ text, name, to, on }) =>
      act({ label: text, to, title: name, pressed: on }),
    ),
  ),
  bar({
    label: "branches",
    options: Object.entries(BRANCHES).map(([key, [text]]) => [key, text]),
    value: scene.kind,
    to: toBranches,
  }),
];

export function controls(scene) {
  const { blocks, scale, hidden, narrow, texts, constants } = scene;
  const { deepest, largest } = constants;
  const heard = hidden ? "what arrives is your guess" : `${texts.end} arrives`;
  return [
    range({
      label: "blocks",
      min: 1,
      max: deepest,
      step: 1,
      value: blocks,
      show: `${blocks}`,
      says: `${texts.blocks}, ${heard}`,
      to: (depth) => ({ depth }),
    }),
    range({
      label: "scale",
      min: 0,
      max: STEPS,
      step: 1,
      value: Math.round(STEPS * shareOf(scale, largest)),
      show: texts.scale,
      says: `${texts.scale}, ${heard}`,
      to: (step) => ({ scale: Math.round(1e4 * largest * (step / STEPS) ** 3) / 1e4 }),
    }),
    narrow && deskBelow(scene),
  ];
}

/** The next of the random stacks, and the normalisation of their branches. */
export function closerButtons({ seed, isNormed, constants: { stacks } }) {
  const next = { kind: "random", seed: (seed + 1) % stacks.length };
  return row(
    act({
      label: `another random stack (${seed + 1} of ${stacks.length})`,
      to: next,
    }),
    act({
      label: "normalise before the branch",
      to: isNormed ? { normed: false } : { normed: true, kind: "random" },
      pressed: isNormed,
    }),
  );
}
