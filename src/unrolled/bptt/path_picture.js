// The six paths as a picture: strands through the unrolled network.
import { axis } from "../widget/kit/axes.js";
import { walk } from "../widget/kit/controls.js";
import { arrow, cell, choice, circle, curve, line, word } from "../widget/kit/picture.js";
import { changeBy, drawRows, hatching, lossName, showNumber, stateName } from "./path_bars.js";
import { columnAt, roomOf } from "./path_room.js";
import { PAIRS, STEPS } from "./path_sums.js";

// The network

const MOST_STRANDS = 6; // of one edge

/** Each edge, as the gradient goes along it, and which paths run through it. */
function edgesOf(room) {
  const { losses, states, copies, r, half } = room;
  const column = (i) => columnAt(room, i);
  return [
    ...STEPS.map((s) => ({
      from: [column(s), losses + half],
      to: [column(s), states - r],
      isOn: (t) => t === s,
    })),
    ...[2, 3].map((s) => ({
      from: [column(s) - r, states],
      to: [column(s - 1) + r, states],
      level: true,
      isOn: (t, i) => i < s && s <= t,
    })),
    ...STEPS.map((s) => ({
      from: [column(s), states + r],
      to: [column(s), copies - half],
      ends: true,
      isOn: (_, i) => i === s,
    })),
  ];
}

/** One strand of the lit path: with an arrow where it arrives at the copy. */
function litStrand(ends, arrives, count, width) {
  if (count === 0) return line(ends, "gradient dashed");
  return arrives ? arrow(...ends, "gradient") : { ...line(ends, "gradient thick"), width };
}

/** An immediate path, from a loss to the copy of its own step, is one thick stroke. */
const isImmediate = ([t, i]) => t === i;

/** A strand that counts again: hatched. */
const againStrand = (ends, lit) =>
  curve(hatching(...ends, 2.5, 5), lit ? "gradient" : "gradient thin", {
    width: lit ? 2 : 1.25,
    opacity: lit ? 1 : 0.6,
  });

/** Both ends of an upright strand, that at the state moved under its disc. */
function reachInto(ends, { states, r }) {
  for (const end of ends) {
    if (Math.abs(end[1] - states) <= r) end[1] = states;
  }
}

/** Where the strands of an edge are, side by side: each path, as often as it counts. */
function placesOf(room, { from, to, isOn, level }, { counts, n }) {
  const through = PAIRS.flatMap((pair, k) => {
    if (!isOn(...pair)) return [];
    const times = k === n ? Math.max(1, counts[k]) : counts[k];
    return Array.from({ length: times }, (_, time) => ({ k, time }));
  });
  return through.map((strand, place) => {
    const away = room.apart * (place - (through.length - 1) / 2);
    const ends = [from, to].map(([x, y]) => (level ? [x, y + away] : [x + away, y]));
    if (!level) reachInto(ends, room); // a disc is narrow beside its middle
    return { ...strand, ends };
  });
}

/** The strands of an edge. */
function strands(room, edge, scene) {
  const { counts, n } = scene;
  const places = placesOf(room, edge, scene);
  if (places.length === 0) return [arrow(edge.to, edge.from, "quiet thin")];
  return places.map(({ ends, ...strand }) => {
    if (strand.time > 0) return againStrand(ends, strand.k === n);
    const { immediate, other, lit } = room.strands;
    const isThick = isImmediate(PAIRS[strand.k]);
    if (strand.k !== n) {
      return { ...line(ends, "gradient"), width: isThick ? immediate : other, opacity: 0.6 };
    }
    return litStrand(ends, edge.ends, counts[n], isThick ? immediate : lit);
  });
}

/** Of each path its strands, to tap as its row is: as wide as they lie apart. */
function drawReaches(room, scene) {
  const all = edgesOf(room).flatMap((edge) => placesOf(room, edge, scene));
  return PAIRS.map(([t, i], k) => {
    const own = all.filter((strand) => strand.k === k);
    if (own.length === 0) return null;
    const d = own.map(({ ends }) => ends.map((at, end) => `${"ML"[end]}${at.join(" ")}`).join(""));
    const reach = curve(d.join(""), "reach", { width: room.apart, opacity: 0.35 });
    return choice([reach], {
      to: changeBy(scene, k),
      name: `Strand from loss ${t} to copy ${i}`,
      on: k === scene.n,
      place: [Math.round(room.states / 10), k],
    });
  });
}

/** The strands of an edge, and gaps, so that the marks after them keep their places. */
function drawEdge(room, edge, scene) {
  const marks = strands(room, edge, scene);
  return Array.from({ length: MOST_STRANDS }, (_, k) => marks[k] ?? null);
}

function drawState(room, x, t) {
  const at = [x, room.states];
  return [circle(at, room.r, "state hollow"), word(at, stateName(t), "state", { size: room.type })];
}

/** A loss or a copy, to tap: the lit path begins or ends there. */
function drawEnd(rim, to, name, on) {
  const place = [rim.y, rim.x].map((at) => Math.round(at / 10));
  return choice([{ ...rim, look: on ? `${rim.look} thick` : rim.look }], { to, name, on, place });
}

function drawStep(room, t, { it, ...lit }) {
  const x = columnAt(room, t);
  const { losses, copies, half, type } = room;
  const wide = 2 * half; // all strands begin below it
  return [
    drawEnd(
      cell(x - wide, losses - half, 2 * wide, 2 * half, "output hollow", { round: half }),
      { path: `${t},${Math.min(t, lit.i)}` },
      `Begin at loss ${t}`,
      lit.t === t,
    ),
    drawState(room, x, t),
    drawEnd(
      cell(x - 2.2 * half, copies - half, 4.4 * half, 2 * half, "ink hollow", { round: 5 }),
      { path: `${Math.max(t, lit.t)},${t}` },
      `End at copy ${t}`,
      lit.i === t,
    ),
    word([x, losses], lossName(t), "output through", { size: type }),
    word([x, copies], `${it.copy}<sup>[${t}]</sup>`, "through", { size: type }),
  ];
}

/** What thick and thin strands are. */
function drawKey({ key, strands: { immediate, other }, type }) {
  if (!key) return false;
  const [x, y] = key.at;
  const sample = (left, high, width) => ({
    ...line(
      [
        [left, high],
        [left + 30, high],
      ],
      "gradient",
    ),
    width,
    opacity: 0.6,
  });
  const name = (left, text) =>
    word([left + 42, y], text, "quiet", { anchor: "start", size: type - 1 });
  const right = x + key.second;
  return [
    sample(x, y, immediate),
    name(x, "immediate"),
    sample(right, y - 4, other),
    sample(right, y + 4, other),
    name(right, "through later states"),
  ];
}

function drawNetwork(room, scene) {
  const first = columnAt(room, 1) - room.r;
  return [
    arrow([room.start + room.r, room.states], [first, room.states], "quiet thin"),
    drawState(room, room.start, 0),
    edgesOf(room).map((edge) => drawEdge(room, edge, scene)),
    STEPS.map((t) => drawStep(room, t, scene)),
  ];
}

/** What the lit path brings. */
function litText({ texts, facts }) {
  const left = facts.left ? ", left out" : "";
  const times = facts.repeated ? `, ${texts.times} times` : "";
  return `brings ${texts.value}${left}${times}`;
}

export function picture(scene, title) {
  const { t, i, it, order, terms, narrow } = scene;
  const room = roomOf(narrow);
  const lit = `Lit: the path from loss ${t} to copy ${i}; it ${litText(scene)}.`;
  const told = `Terms by ${order}: ${terms.map(showNumber).join(", ")}. ${title}.`;
  return {
    size: room.size,
    walk,
    title,
    says: `Each state feeds its loss and the next state, and a copy of ${it.name} it. ${lit} ${told}`,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawNetwork(room, scene),
      drawReaches(room, scene),
      drawRows(room, scene),
      drawKey(room),
    ],
  };
}
