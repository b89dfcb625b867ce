// The six paths as a picture: the unrolled network, and a triangle with a square for each.
import { axis } from "../widget/kit/axes.js";
import { walk } from "../widget/kit/controls.js";
import { fine, number } from "../widget/kit/numbers.js";
import { arrow, cell, choice, circle, line, word } from "../widget/kit/picture.js";
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

// The main picture in units of its own: losses, states, copies, and the triangle below.

const LOSSES = 17;
const STATES = 79;
const COPIES = 140;
const MOST_STRANDS = 6; // of one edge

function columnAt(i) {
  return 76 + 80 * (i - 1);
}

function rowAt(t) {
  return 162 + 53 * (t - 1);
}

/** Each edge, as the gradient goes along it, and which paths run through it. */
const EDGES = [
  ...STEPS.map((s) => ({
    from: [columnAt(s), LOSSES + 15],
    to: [columnAt(s), STATES - 19],
    isOn: (t) => t === s,
  })),
  ...[2, 3].map((s) => ({
    from: [columnAt(s) - 19, STATES],
    to: [columnAt(s - 1) + 19, STATES],
    isOn: (t, i) => i < s && s <= t,
  })),
  ...STEPS.map((s) => ({
    from: [columnAt(s), STATES + 19],
    to: [columnAt(s), COPIES - 15],
    isOn: (_, i) => i === s,
  })),
];

/** One strand of the lit path: with an arrow where it arrives at the copy. */
function litStrand(ends, arrives, count) {
  if (count === 0) return line(ends, "gradient dashed");
  return arrives ? arrow(...ends, "gradient") : line(ends, "gradient");
}

/** The strands of an edge, side by side: each path that runs through it, as often as it counts. */
function strands({ from, to, isOn }, { counts, n }) {
  const shownTimes = (k) => (k === n ? Math.max(1, counts[k]) : counts[k]);
  const through = PAIRS.flatMap((pair, k) => (isOn(...pair) ? Array(shownTimes(k)).fill(k) : []));
  if (through.length === 0) return [arrow(to, from, "quiet thin")];
  const level = from[1] === STATES;
  return through.map((k, place) => {
    const away = 5.5 * (place - (through.length - 1) / 2);
    const ends = [from, to].map(([x, y]) => (level ? [x, y + away] : [x + away, y]));
    if (k !== n) return line(ends, "gradient ghost");
    return litStrand(ends, to[1] > STATES, counts[k]);
  });
}

/** The strands of an edge, and gaps, so that the marks after them keep their places. */
function drawEdge(edge, scene) {
  const marks = strands(edge, scene);
  return Array.from({ length: MOST_STRANDS }, (_, k) => marks[k] ?? null);
}

function drawState(x, t) {
  return [circle([x, STATES], 19, "state hollow"), word([x, STATES], stateName(t), "state")];
}

function drawStep(t, scene) {
  const x = columnAt(t);
  return [
    cell(x - 24, LOSSES - 15, 48, 30, "output hollow", { round: 15 }),
    drawState(x, t),
    cell(x - 34, COPIES - 15, 68, 30, "ink hollow", { round: 5 }),
    word([x, LOSSES], lossName(t), "output"),
    word([x, COPIES], `${scene.it.copy}<sup>[${t}]</sup>`),
  ];
}

function graph(scene) {
  return [
    arrow([39, STATES], [columnAt(1) - 19, STATES], "quiet thin"),
    drawState(20, 0),
    EDGES.map((edge) => drawEdge(edge, scene)),
    STEPS.map((t) => drawStep(t, scene)),
  ];
}

// The triangle

function showTimes(times) {
  if (times === 0) return "left out";
  return times === 1 ? "counted once" : `counted ${times} times`;
}

/** A bar for each time that the path counts; a pale one where it is left out. */
function drawBars(middle, top, width, negative, times) {
  const left = negative ? middle - width : middle;
  const look = times > 0 ? "gradient" : "quiet ghost";
  const heights = [28, 35, 42].slice(0, Math.max(1, times));
  return heights.map((y) => cell(left, top + y, width, 5, look));
}

/** What is seen of a pair, in the square below its copy and beside its loss. */
function squareMarks([t, i], x, times, on, largest) {
  const middle = columnAt(i);
  const top = rowAt(t);
  const width = (31 * Math.abs(x)) / (largest || 1);
  const frame = `hollow ${on ? "gradient" : "quiet"}${times > 0 ? "" : " dashed"}`;
  const zero = [middle, top + 25];
  return [
    cell(middle - 39, top, 78, 51, frame, { round: 5 }),
    ...(on ? [cell(middle - 36, top + 3, 72, 45, "gradient clear", { round: 3 })] : []),
    line([zero, [middle, top + 48]], "quiet thin"),
    ...drawBars(middle, top, width, x < 0, times),
    word([middle, top + 14], showNumber(x), times > 0 ? "" : "quiet"),
  ];
}

/** A square of the triangle: a tap lights its path, the next leaves it out or takes it back. */
function square(scene, k) {
  const [t, i] = PAIRS[k];
  const x = scene.values[k];
  const times = scene.counts[k];
  const on = k === scene.n;
  const largest = Math.max(...scene.values.map(Math.abs));
  return choice(squareMarks(PAIRS[k], x, times, on, largest), {
    to: on ? { counts: scene.counts.with(k, times > 0 ? 0 : 1) } : { path: `${t},${i}` },
    on,
    place: [t, i],
    name: `Path from loss ${t} to copy ${i}: ${showNumber(x)}, ${showTimes(times)}`,
  });
}

/** What each row or column of the triangle adds up to, at its end. */
function drawTerms({ order, groups, terms: parts }) {
  return groups.map(([n], k) => {
    const [t, i] = PAIRS[n];
    const end = order === "loss" ? [311, rowAt(t) + 26] : [columnAt(i), rowAt(4) + 10];
    return word(end, `= ${showNumber(parts[k])}`, "strong");
  });
}

function triangle(scene) {
  return [
    STEPS.map((t) => word([20, rowAt(t) + 26], lossName(t), "output")),
    PAIRS.map((_, k) => square(scene, k)),
    drawTerms(scene),
  ];
}

/** What the lit path brings. */
function litText({ texts, facts }) {
  const left = facts.left ? ", left out" : "";
  const times = facts.repeated ? `, ${texts.times} times` : "";
  return `brings ${texts.value}${left}${times}`;
}

export function picture(scene) {
  const { t, i, it } = scene;
  const brings = litText(scene);
  const lit = `Lit: the path from loss ${t} to copy ${i}; it ${brings}.`;
  return {
    size: [344, 344],
    walk,
    title: `${lossName(t)} → ${it.copy}<sup>[${i}]</sup> ${brings}`,
    says: `Each state feeds its loss and the next state, and a copy of ${it.name} it. ${lit}`,
    x: axis(0, 344),
    y: axis(344, 0),
    marks: [graph(scene), triangle(scene)],
  };
}
