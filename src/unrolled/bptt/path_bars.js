// What each of the six paths brings, as bars that begin where those before them end.
import { fine, number } from "../widget/kit/numbers.js";
import { cell, choice, curve, line, vertical, word } from "../widget/kit/picture.js";
import { rowsOf, scaleOf } from "./path_room.js";
import { PAIRS, STEPS, termsOf } from "./path_sums.js";

export function showNumber(x) {
  return Math.abs(x) < 10 ? number(x) : fine(x);
}

export function lossName(t) {
  return `ℒ<sub>${t}</sub>`;
}

export function stateName(t) {
  return `<b>h</b><sub>${t}</sub>`;
}

/** Strokes across a band from one place to another, as of what is counted again. */
export function hatching([x0, y0], [x1, y1], half, gap) {
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
    const ends = [start, end].map((along) => place(along, along - from - half).join(" "));
    return `M${ends.join("L")}`;
  }).join("");
}

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

const HIGH = 0.58; // of a row, that a bar takes
const LEAST = 4; // px of a bar of anything but 0

/** Where the k-th bar of a path begins and ends: wide enough to be seen. */
function endsOfBar(scale, start, x, k) {
  const begin = scale(start + k * x);
  const end = scale(start + (k + 1) * x);
  const wide = x === 0 ? 0 : Math.max(LEAST, Math.abs(end - begin));
  return x < 0 ? [begin - wide, begin] : [begin, begin + wide];
}

/** A bar for each time that the path counts, one after the other; a pale one if it is left out. */
function drawBars(room, scale, y, start, [x, times, shade]) {
  const high = room.rows.step * HIGH;
  return [0, 1, 2].map((k) => {
    if (k >= Math.max(1, times)) return false;
    const ends = endsOfBar(scale, start, x, k);
    const counted = times > 0 ? shade : "quiet ghost";
    const look = k > 0 ? `${shade} hollow` : counted;
    return cell(ends[0], y - high / 2, ends[1] - ends[0], high, look, { round: 2 });
  });
}

/** What is counted again of a row, hatched. */
function hatchBars(room, scale, y, start, [x, times, shade]) {
  const half = (room.rows.step * HIGH) / 2 - 1;
  return [1, 2].map((k) => {
    if (k >= times) return false;
    const ends = endsOfBar(scale, start, x, k);
    if (ends[1] - ends[0] < 1) return false; // nothing to hatch
    return curve(hatching([ends[0], y], [ends[1], y], half, 5), `${shade} thin`);
  });
}

/** The number of a row, to the right of all bars. */
function drawValue({ rows, type }, y, [x, times], look) {
  const text = `${times > 1 ? `${times}\u00a0×\u00a0` : ""}${showNumber(x)}`;
  return word([rows.value, y], text, `${look} strong through`, { anchor: "start", size: type });
}

/** A path in small: from its loss down, back along the states, and down into its copy. */
function drawSign({ rows: { sign } }, y, [t, i], look) {
  if (!sign) return false;
  const columnOf = (step) => sign.at + sign.step * (step - 1);
  const states = STEPS.map((step) => `M${columnOf(step)} ${y}h0`).join("");
  return [
    curve(states, "quiet through", { width: 5, opacity: 0.35 }),
    curve(`M${columnOf(t)} ${y - sign.high}V${y}H${columnOf(i)}V${y + sign.high}`, look, {
      width: 3.5,
    }),
  ];
}

/** What a tap on a path does: it lights it, the next leaves it out or takes it back. */
export function changeBy({ counts, n }, k) {
  if (k === n) return { counts: counts.with(k, counts[k] > 0 ? 0 : 1) };
  return { path: String(PAIRS[k]) };
}

/** The row of a path. */
function drawRow(room, scene, k, scale, y, start) {
  const [t, i] = PAIRS[k];
  const x = scene.values[k];
  const times = scene.counts[k];
  const isLit = k === scene.lit;
  const { rows, type } = room;
  const look = times > 0 ? "" : "quiet";
  const shade = `gradient term-${termsOf(scene.groups)[k]}`;
  const bars = [x, times, shade];
  const high = Math.min(46, rows.step - 2);
  const frame = cell(rows.name - 2, y - high / 2, rows.end - rows.name + 4, high, "pick", {
    round: 6,
  });
  const rim = { ...frame, look: isLit ? "gradient clear" : "pick" };
  const words = [
    word([rows.name + 4, y], `${lossName(t)} → ${i}`, `${look} through`, {
      anchor: "start",
      size: type,
    }),
    drawSign(room, y, [t, i], `${times > 0 ? shade : "quiet dashed"} through`),
    isLit && drawValue(room, y, [x, times], look), // digits where one looks
  ];
  return [
    choice([frame, rim, ...drawBars(room, scale, y, start, bars)], {
      to: changeBy(scene, k),
      on: k === scene.n,
      over: k,
      place: [Math.round(y), 0],
      name: `Path from loss ${t} to copy ${i}: ${showNumber(x)}, ${showTimes(times)}`,
    }),
    hatchBars(room, scale, y, start, bars),
    words,
  ];
}

/** From where each bar ends down to where the next one begins, and on to the sum. */
function drawConnectors(room, scene, scale, { middles, sum: last }) {
  const turn = scene.groups.flat();
  const half = (room.rows.step * HIGH) / 2;
  let reached = 0;
  return turn.map((n, k) => {
    reached += scene.counts[n] * scene.values[n];
    const next = k + 1 < turn.length ? middles[turn[k + 1]] : last;
    const x = scale(reached);
    return line(vertical(x, middles[n] - half, next + half), "gradient thin");
  });
}

/** The rows of a term on one ground, a bracket around them, and what they add up to. */
function drawTerm({ rows, type }, [first, last], term, k) {
  const half = rows.step / 2 - 2;
  const x = rows.end + 10;
  const bracket = [
    [x - 5, first - half],
    [x, first - half],
    [x, last + half],
    [x - 5, last + half],
  ];
  const text = `= ${showNumber(term)}`;
  const at = [x + 8, (first + last) / 2];
  return [
    line(bracket, `gradient term-${k}`),
    word(at, text, "strong", { anchor: "start", size: type }),
  ];
}

const drawGround = ({ rows }, [first, last]) =>
  cell(
    rows.name - 4,
    first - rows.step / 2,
    rows.end - rows.name + 6,
    last - first + rows.step,
    "",
    { round: 8, fill: "var(--wash)", stroke: "var(--line)" },
  );

/** The sum of all terms, as large as it matters. */
function drawSum(room, scale, y, { sum }) {
  const { rows, type } = room;
  const high = rows.step * HIGH;
  const [left, right] = [scale(0), scale(sum)].toSorted((a, b) => a - b);
  return [
    cell(left, y - high / 2, right - left, high, "ink", { round: 2 }),
    word([rows.name + 4, y], "<b>sum</b>", "", { anchor: "start", size: type }),
    word([rows.value, y + 0.12 * rows.sum], `<b>${showNumber(sum)}</b>`, "through", {
      anchor: "start",
      size: rows.sum,
    }),
  ];
}

/** A row for each path, what the terms add up to, and the gradient that it should be. */
export function drawRows(room, scene) {
  const { groups, terms, truth, reach } = scene;
  const scale = scaleOf(room, reach);
  const places = rowsOf(room, groups);
  const { middles, spans, sum: last } = places;
  const starts = startsOf(scene);
  const { rows } = room;
  const upright = (x, look) => line(vertical(x, rows.top - 4, last + 14), look);
  return [
    spans.map((span) => drawGround(room, span)),
    upright(scale(0), "quiet thin"),
    drawConnectors(room, scene, scale, places),
    PAIRS.map((_, k) => drawRow(room, scene, k, scale, middles[k], starts[k])),
    spans.map((span, k) => drawTerm(room, span, terms[k], k)),
    drawSum(room, scale, last, scene),
    upright(scale(truth), "gradient dashed"),
    word([scale(truth), rows.top - 14], "true gradient", "gradient", { size: room.type - 1 }),
  ];
}
