// The ribbon of statements: beads with their return windows, what is learned from, and the split.
import { cell, dots, grip, line, word } from "../widget/kit/picture.js";

/** Many short lines as one mark. */
const strokes = (pairs, look) =>
  line(
    pairs.flatMap(([a, b]) => [a, b, null]),
    look,
  );

/** The return windows of some rows, as bars in their lanes. */
function drawWindows(room, { rows, split }, those, look, opacity) {
  const bars = those.map((k) => {
    const y = room.laneOf(k);
    const start = rows.released[k] + 1;
    return [
      [room.xOf(start), y],
      [room.xOf(start + split.window), y],
    ];
  });
  return { ...strokes(bars, `${look} through`), width: room.lanes.width, opacity };
}

/** The days that windows learned from share with the one that is bet on. */
function drawShared(room, { rows, split, shared, now }) {
  const start = rows.released[now];
  const bars = shared.map((k) => {
    const y = room.laneOf(k);
    const from = Math.max(rows.released[k], start) + 1;
    const to = Math.min(rows.released[k], start) + split.window + 1;
    return [
      [room.xOf(from), y],
      [room.xOf(to), y],
    ];
  });
  return { ...strokes(bars, "minus through"), width: room.lanes.width + 2.5 };
}

function drawBeads(room, { rows, learn, tested, now }) {
  const at = (k) => [room.xOf(rows.released[k]), room.beads.y];
  const { r } = room.beads;
  const isUsed = new Set([...learn, ...tested]);
  const others = [...rows.released.keys()].filter((k) => !isUsed.has(k));
  return [
    { ...dots(others.map(at), r * 0.8, "quiet through"), opacity: 0.4 },
    dots(learn.map(at), r, "state through"),
    dots(tested.map(at), r, "output through"),
    dots([at(now)], r + 2, "output through"),
  ];
}

/** Dashes before the beads: each is stamped earlier than it was released. */
function drawStamps(room, { rows, stamped }) {
  const { y, r } = room.beads;
  const marks = rows.released.map((day) => {
    const x = room.xOf(day);
    return [
      [x - r - 2.5, y - r - 4],
      [x - r - 2.5, y - r - 1],
    ];
  });
  return { ...strokes(marks, "minus through"), width: 2, opacity: stamped ? 1 : 0 };
}

const HATCH = 6; // px between two lines

/** What lies between what is learned from and the bet: the purge, and the embargo before it. */
function drawGap(room, { rows, split, now, isOpen }) {
  const day = rows.released[now] + 1;
  const from = room.xOf(day - split.window - split.embargo);
  const to = room.xOf(day);
  const top = room.beads.y - 9;
  const bottom = room.lanesEnd;
  const high = bottom - top;
  const lines = [];
  for (let x = from - high; x < to; x += HATCH) {
    const low = Math.max(0, from - x);
    const end = Math.min(high, to - x);
    if (low < end) {
      lines.push([
        [x + low, bottom - low],
        [x + end, bottom - end],
      ]);
    }
  }
  return { ...strokes(lines, "quiet thin through"), opacity: isOpen ? 0.7 : 0 };
}

/** The days that a price is compared with: those before, or the whole calendar year. */
function drawBracket(room, { rows, now, scaled, constants }) {
  const day = rows.released[now];
  const later = rows.years.filter((start) => start > day)[0] ?? rows.released.at(-1) + 126;
  const from = scaled ? rows.years.findLast((start) => start <= day) : day - constants.past;
  const to = scaled ? later : day;
  const left = room.xOf(from);
  const right = room.xOf(to);
  const y = room.bracket;
  const points = [
    [left, y + 5],
    [left, y],
    [right, y],
    [right, y + 5],
  ];
  return { ...line(points, `${scaled ? "minus" : "quiet"} through`), width: 1.75 };
}

function drawYears(room, { rows, narrow, constants }) {
  const first = rows.released[0];
  const all = rows.years
    .map((day, n) => [day, constants.year + n])
    .filter(([day]) => day >= first && day < rows.released.at(-1) + 60);
  const ticks = all.map(([day]) => [
    [room.xOf(day), room.lanesEnd + 2],
    [room.xOf(day), room.lanesEnd + 8],
  ]);
  const named = all.filter(([, year]) => year % (narrow ? 3 : 2) === 0);
  return [
    strokes(ticks, "quiet thin through"),
    named.map(([day, year]) =>
      word([room.xOf(day), room.years], `${year}`, "quiet through", { size: room.small }),
    ),
  ];
}

/** What the colours mean. */
function drawLegend(room, { narrow, shared }) {
  const { y, gap } = room.legend;
  const names = narrow
    ? ["learned", "bet on", "left out", "shared days"]
    : ["learned from", "bet on", "left out: purge and embargo", "days shared with the bet"];
  const letter = narrow ? 6.2 : 6.6;
  let x = room.left;
  return ["state", "output", "hatch", "minus"].map((look, n) => {
    const at = x;
    x += 16 + names[n].length * letter + gap;
    const text = word([at + 15, y], names[n], `${look === "hatch" ? "quiet" : look} through`, {
      anchor: "start",
      size: room.small,
    });
    const faint = n === 3 && !shared.length ? 0.75 : 1;
    return [drawSample(look, at, y), { ...text, opacity: faint }];
  });
}

function drawSample(look, x, y) {
  if (look === "minus") return cell(x, y - 3, 11, 6, "minus through");
  if (look !== "hatch") return dots([[x + 6, y]], 4, `${look} through`);
  const lines = [0, 4, 8].map((dx) => [
    [x + dx, y + 5],
    [x + dx + 4, y - 5],
  ]);
  return strokes(lines, "quiet thin through");
}

/** Everything of the ribbon that no hand holds. */
export function drawRibbon(room, scene) {
  const { rows, learn, tested, now } = scene;
  const used = new Set([...learn, ...tested, now]);
  const others = [...rows.released.keys()].filter((k) => !used.has(k));
  return [
    drawLegend(room, scene),
    drawBracket(room, scene),
    drawGap(room, scene),
    drawWindows(room, scene, others, "quiet", 0.22),
    drawWindows(room, scene, learn, "state", 0.5),
    drawWindows(room, scene, tested, "output", 0.45),
    drawWindows(room, scene, [now], "output", 1),
    drawShared(room, scene),
    drawStamps(room, scene),
    drawBeads(room, scene),
    drawYears(room, scene),
  ];
}

/** How many bets are made when the split is at this place. */
function betsAt(room, { rows, constants }, x) {
  const days = rows.released.slice(constants.first);
  return days.filter((day) => room.xOf(day) <= x + 1).length;
}

/** The split: its line, and what a finger pulls. */
export function drawSplit(room, scene) {
  const x = room.xOf(scene.rows.released[scene.now]);
  const places = [
    [x, room.flag],
    [x, room.lanesEnd + 4],
    null, // a gap for the years
    [x, room.top - 4],
    [x, room.bottom],
  ];
  return [{ ...line(places, "ink thin through"), opacity: 0.75 }];
}

export function gripSplit(room, scene) {
  const x = room.xOf(scene.rows.released[scene.now]);
  const pull = ([to]) => ({ at: betsAt(room, scene, to) });
  return grip([x, room.flag], pull, "ink", { r: 9, reach: room.reach });
}
