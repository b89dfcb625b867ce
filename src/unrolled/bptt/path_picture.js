// The six paths as a picture: strands through the unrolled network, and what each of them brings.
import { axis } from "../widget/kit/axes.js";
import { walk } from "../widget/kit/controls.js";
import { fine, number } from "../widget/kit/numbers.js";
import { arrow, cell, choice, circle, curve, line, word } from "../widget/kit/picture.js";
import { columnAt, roomOf, rowsOf, scaleOf } from "./path_room.js";
import { PAIRS, STEPS } from "./path_sums.js";

export function showNumber(x) {
  return Math.abs(x) < 10 ? number(x) : fine(x);
}

export function lossName(t) {
  return `ℒ<sub>${t}</sub>`;
}

export function stateName(t) {
  return `<b>h</b><sub>${t}</sub>`;
}

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

/** Strokes across a band from one place to another, as of what is counted again. */
function hatching([x0, y0], [x1, y1], half, gap) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const u = (x1 - x0) / length;
  const v = (y1 - y0) / length;
  const place = (along, aside) =>
    [x0 + along * u - aside * v, y0 + along * v + aside * u].map((x) => Math.round(10 * x) / 10);
  const first = -2 * half + gap / 2;
  const many = Math.max(0, Math.floor((length - first) / gap));
  return Array.from({ length: many + 1 }, (_, k) => {
    const from = first + k * gap;
    const start = Math.max(0, from);
    const end = Math.min(length, from + 2 * half);
    return `M${place(start, start - from - half).join(" ")}L${place(end, end - from - half).join(" ")}`;
  }).join("");
}

/** One strand of the lit path: with an arrow where it arrives at the copy. */
function litStrand(ends, arrives, count) {
  if (count === 0) return line(ends, "gradient dashed");
  return arrives ? arrow(...ends, "gradient") : line(ends, "gradient thick");
}

/** A strand that counts again: hatched. */
const againStrand = (ends, lit) =>
  curve(hatching(...ends, 2.5, 5), lit ? "gradient" : "gradient thin", {
    width: lit ? 2 : 1.25,
    opacity: lit ? 1 : 0.6,
  });

/** The strands of an edge, side by side: each path that runs through it, as often as it counts. */
function strands(room, { from, to, isOn, level, ends: arrives }, { counts, n }) {
  const through = PAIRS.flatMap((pair, k) => {
    if (!isOn(...pair)) return [];
    const times = k === n ? Math.max(1, counts[k]) : counts[k];
    return Array.from({ length: times }, (_, time) => ({ k, time }));
  });
  if (through.length === 0) return [arrow(to, from, "quiet thin")];
  const lit = through.filter(({ k }) => k === n);
  const others = through.length - lit.length;
  const shown = room.merged ? [...(others ? [null] : []), ...lit] : through;
  return shown.map((strand, place) => {
    const away = room.apart * (place - (shown.length - 1) / 2);
    const ends = [from, to].map(([x, y]) => (level ? [x, y + away] : [x + away, y]));
    if (!strand) return line(ends, "quiet thin");
    if (strand.time > 0) return againStrand(ends, strand.k === n);
    if (strand.k !== n) return line(ends, "gradient ghost");
    return litStrand(ends, arrives, counts[n]);
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
  const wide = 1.6 * half;
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

function drawNetwork(room, scene) {
  const first = columnAt(room, 1) - room.r;
  return [
    arrow([room.start + room.r, room.states], [first, room.states], "quiet thin"),
    drawState(room, room.start, 0),
    edgesOf(room).map((edge) => drawEdge(room, edge, scene)),
    STEPS.map((t) => drawStep(room, t, scene)),
  ];
}

// What each path brings

function showTimes(times) {
  if (times === 0) return "left out";
  return times === 1 ? "counted once" : `counted ${times} times`;
}

/** Where the bars of each path begin: where those before it in the sum have ended. */
function startsOf({ values, counts, groups }) {
  const starts = Array(6).fill(0);
  let sum = 0;
  for (const n of groups.flat()) {
    starts[n] = sum;
    sum += counts[n] * values[n];
  }
  return starts;
}

/** A bar for each time that the path counts, one after the other; a pale one if it is left out. */
function drawBars(room, scale, y, start, x, times) {
  const high = room.rows.step * 0.36;
  return [0, 1, 2].map((k) => {
    if (k >= Math.max(1, times)) return false;
    const ends = [scale(start + k * x), scale(start + (k + 1) * x)].toSorted((a, b) => a - b);
    const counted = times > 0 ? "gradient" : "quiet ghost";
    const look = k > 0 ? "gradient hollow" : counted;
    return cell(ends[0], y - high / 2, ends[1] - ends[0], high, look, { round: 2 });
  });
}

/** What is counted again of a row, hatched. */
function hatchBars(room, scale, y, start, x, times) {
  const half = (room.rows.step * 0.36) / 2 - 1;
  return [1, 2].map((k) => {
    if (k >= times) return false;
    const ends = [scale(start + k * x), scale(start + (k + 1) * x)].toSorted((a, b) => a - b);
    if (ends[1] - ends[0] < 1) return false; // nothing to hatch
    return curve(hatching([ends[0], y], [ends[1], y], half, 5), "gradient thin");
  });
}

/** The row of a path: a tap lights it, the next leaves it out or takes it back. */
function drawRow(room, scene, k, scale, y, start) {
  const [t, i] = PAIRS[k];
  const x = scene.values[k];
  const times = scene.counts[k];
  const on = k === scene.n;
  const { rows, type } = room;
  const look = times > 0 ? "" : "quiet";
  const high = Math.min(40, rows.step - 2);
  const frame = cell(rows.name - 2, y - high / 2, rows.value - rows.name + 8, high, "pick", {
    round: 6,
  });
  const rim = { ...frame, look: on ? "gradient clear" : "pick" };
  const several = times > 1 ? `${times}\u00a0×\u00a0` : "";
  const words = [
    word([rows.name + 4, y], `${lossName(t)} → ${i}`, `${look} through`, {
      anchor: "start",
      size: type,
    }),
    word([rows.value, y], `${several}${showNumber(x)}`, `${look} through`, {
      anchor: "end",
      size: type - 1,
    }),
  ];
  return [
    choice([frame, rim, ...drawBars(room, scale, y, start, x, times)], {
      to: on ? { counts: scene.counts.with(k, times > 0 ? 0 : 1) } : { path: `${t},${i}` },
      on,
      place: [Math.round(y), 0],
      name: `Path from loss ${t} to copy ${i}: ${showNumber(x)}, ${showTimes(times)}`,
    }),
    hatchBars(room, scale, y, start, x, times),
    words,
  ];
}

function drawRows(room, scene) {
  const { it, groups, terms, sum, truth } = scene;
  const scale = scaleOf(room, it.reach);
  const { middles, ends, sum: last } = rowsOf(room, groups);
  const starts = startsOf(scene);
  const { rows, type } = room;
  const upright = (x, look) =>
    line(
      [
        [x, rows.top - 4],
        [x, last + 14],
      ],
      look,
    );
  const bar = [scale(0), scale(sum)].toSorted((a, b) => a - b);
  const high = rows.step * 0.4;
  return [
    upright(scale(0), "quiet thin"),
    PAIRS.map((_, k) => drawRow(room, scene, k, scale, middles[k], starts[k])),
    ends.map((y, k) =>
      word([rows.term, y], `= ${showNumber(terms[k])}`, "strong", {
        anchor: "end",
        size: type - 1,
      }),
    ),
    cell(bar[0], last - high / 2, bar[1] - bar[0], high, "ink", { round: 2 }),
    word([rows.name + 4, last], "<b>sum</b>", "", { anchor: "start", size: type }),
    word([rows.value, last], `<b>${showNumber(sum)}</b>`, "", { anchor: "end", size: type - 1 }),
    upright(scale(truth), "gradient dashed"),
    word([scale(truth), rows.top - 14], "true gradient", "gradient", { size: 14 }),
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
    marks: [drawNetwork(room, scene), drawRows(room, scene)],
  };
}
