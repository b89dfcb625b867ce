// The six paths as a picture: ribbons through the unrolled network.
import { inPixels } from "../widget/kit/axes.js";
import { walk } from "../widget/kit/controls.js";
import { arrow, cell, choice, circle, curve, word } from "../widget/kit/picture.js";
import { drawRows, lossName, showNumber, stateName } from "./path_bars.js";
import { drawReaches, drawRibbons } from "./path_ribbons.js";
import { columnAt, roomOf } from "./path_room.js";
import { PAIRS, STEPS } from "./path_sums.js";

// The network

function drawState(room, x, t) {
  const at = [x, room.states];
  const name = word(at, stateName(t), "state through", { size: room.type });
  return [circle(at, room.r, "state hollow"), name];
}

/** A loss or a copy, to tap: the lit path begins or ends there. */
function drawEnd(rim, to, name, on) {
  const place = [rim.y, rim.x].map((at) => Math.round(at / 10));
  return choice([{ ...rim, look: on ? `${rim.look} thick` : rim.look }], { to, name, on, place });
}

function drawStep(room, t, { it, lit: k, ...chosen }) {
  const [loss, copy] = PAIRS[k];
  const x = columnAt(room, t);
  const { losses, copies, half, type } = room;
  const wide = 2 * half; // all strands begin below it
  return [
    drawEnd(
      cell(x - wide, losses - half, 2 * wide, 2 * half, "output hollow", { round: half }),
      { path: `${t},${Math.min(t, chosen.i)}` },
      `Begin at loss ${t}`,
      loss === t,
    ),
    drawState(room, x, t),
    drawEnd(
      cell(x - 2.2 * half, copies - half, 4.4 * half, 2 * half, "ink hollow", { round: 5 }),
      { path: `${Math.max(t, chosen.t)},${t}` },
      `End at copy ${t}`,
      copy === t,
    ),
    word([x, losses], lossName(t), "output through", { size: type }),
    word([x, copies], `${it.copy}<sup>[${t}]</sup>`, "through", { size: type }),
  ];
}

const SAMPLE = 40; // px of a ribbon in the key

/** A band from thick to thin. */
const drawWedge = (x, y, thick, thin) =>
  curve(
    `M${x} ${y - thick / 2}L${x + SAMPLE} ${y - thin / 2}v${thin}L${x} ${y + thick / 2}Z`,
    "gradient",
    { fill: "var(--hue)" },
  );

/** What wide, striped and dashed ribbons are. */
function drawKey({ key, ribbon, type }) {
  if (!key) return [];
  const { y, at } = key;
  const [wide, again, out] = at;
  const sample = (x, look, width) => curve(`M${x} ${y}h${SAMPLE}`, look, { width });
  const name = (x, text) =>
    word([x + SAMPLE + 12, y], text, "quiet", { anchor: "start", size: type - 2 });
  return [
    drawWedge(wide, y, 0.8 * ribbon.most, ribbon.least),
    name(wide, "wider: adds more"),
    sample(again, "gradient again", ribbon.most / 2),
    name(again, "counted again"),
    sample(out, "quiet dashed", 1.5),
    name(out, "left out"),
  ];
}

function drawNetwork(room, scene) {
  const first = columnAt(room, 1) - room.r;
  return [
    arrow([room.start + room.r, room.states], [first, room.states], "quiet thin"),
    drawRibbons(room, scene),
    drawReaches(room, scene),
    drawState(room, room.start, 0),
    STEPS.map((t) => drawStep(room, t, scene)),
  ];
}

/** What the lit path contributes. */
function litText({ texts, facts }) {
  const left = facts.left ? ", left out" : "";
  const times = facts.repeated ? `, ${texts.times} times` : "";
  return `contributes ${texts.value}${left}${times}`;
}

/** With the path that stands out: the one that is pointed at, else the chosen one. */
const withLit = (scene) => ({ ...scene, lit: scene.pointed ?? scene.n });

export function picture(state, title) {
  const scene = withLit(state);
  const { t, i, it, order, terms, narrow } = scene;
  const room = roomOf(narrow);
  const seen = `Each state feeds its loss and the next state; a copy of ${it.name} feeds it.`;
  const lit = `Lit: the path from loss ${t} to copy ${i}; it ${litText(scene)}.`;
  const told = `Terms by ${order}: ${terms.map(showNumber).join(", ")}. ${title}.`;
  return {
    ...inPixels(room.size),
    walk,
    title,
    says: `${seen} ${lit} ${told}`,
    marks: [drawNetwork(room, scene), drawRows(room, scene), drawKey(room)],
  };
}
