// The pipe of valves: memory runs to the right through it, turns at the loss and comes back as
// gradient past the same plates, mirrored below. All in pixels of the picture.
import { curve, dots, horizontal } from "../widget/kit/picture.js";

/** Where everything is: on a wide box, on a narrow one. */
const WIDE = { size: [760, 378], left: 90, right: 104, bore: 72, travel: 36, outlet: 58, ring: 32 };
const NARROW = {
  size: [360, 364],
  left: 58,
  right: 68,
  bore: 66,
  travel: 34,
  outlet: 52,
  ring: 23,
};

/** Steps that share a drawn valve: on a phone, two; the first alone, which writes. */
function groupsOf(T, narrow) {
  const size = narrow ? 2 : 1;
  const groups = [[0]];
  for (let k = 1; k < T; k += size) groups.push(narrow && k + 1 < T ? [k, k + 1] : [k]);
  return groups;
}

/** The room of a pipe with T valves. */
export function roomOf({ narrow, T }) {
  const form = narrow ? NARROW : WIDE;
  const drop = narrow ? 36 : 38;
  const top = drop + 16 + form.travel;
  const floor = top + form.bore;
  const ceiling = floor + form.outlet;
  const end = ceiling + form.bore;
  const stop = form.size[0] - form.right;
  return {
    ...form,
    narrow,
    T,
    drop,
    top,
    floor,
    ceiling,
    end,
    stop,
    middle: (floor + ceiling) / 2,
    pitch: (stop - form.left) / T,
    outer: form.right - 6,
    inner: narrow ? 6 : 20,
    type: narrow ? 14 : 16,
    groups: groupsOf(T, narrow),
  };
}

export const round = (x) => Math.round(x * 100) / 100;
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
export const path = (parts) => parts.flat().filter(Boolean).join(" ");
export const xOf = ({ left, pitch }, t) => left + pitch * t; // where the section of step t ends

/** How high water of this size stands: a pipe is full at 1. */
const heightOf = ({ bore }, size) => bore * Math.min(1, size);

/** How far a line of this size is from the wall: what has grown leaves the pipe. */
const distanceOf = (room, size) => heightOf(room, size) + 9 * Math.tanh(Math.max(0, size - 1));

/** A line through two levels a section, from wall to wall; `side` is −1 up, 1 down. */
function surface(room, base, side, levels, close) {
  const half = room.pitch / 2;
  const slope = Math.min(3, half / 4);
  const last = levels.length - 1;
  const corners = levels.flatMap((level, n) => {
    const begin = room.left + half * n + (n ? slope : 0);
    const stop = room.left + half * (n + 1) - (n < last ? slope : 0);
    const y = round(base + side * heightOf(room, level));
    return horizontal(y, round(begin), round(stop));
  });
  const isLevel = (n) =>
    corners[n - 1]?.[1] === corners[n][1] && corners[n + 1]?.[1] === corners[n][1];
  const points = corners.filter((_, n) => !isLevel(n)).map(([x, y]) => `L ${x} ${y}`);
  const from = round(room.left);
  if (!close) return path([points[0].replace("L", "M"), points.slice(1)]);
  return path([`M ${from} ${base}`, points, `L ${round(room.stop)} ${base} Z`]);
}

/** Sizes as a line through the middle of each section, in the way back or in the way there. */
export const profile = (room, sizes, back) =>
  path(
    sizes.map((size, k) => {
      const far = distanceOf(room, size);
      const y = back ? room.ceiling + far : room.floor - far;
      return `${k ? "L" : "M"} ${round(xOf(room, k + 0.5))} ${round(y)}`;
    }),
  );

/** The quarter of the bend that water of this size fills; `side` as above. */
function bendOf({ stop, middle, floor, inner, outer, bore, ...room }, side, level) {
  const high = heightOf({ bore, ...room }, level);
  const rx = round(inner + ((outer - inner) * high) / bore);
  const ry = round(middle - floor + high);
  const x = round(stop);
  const sweep = side < 0 ? 1 : 0;
  const start = `M ${x} ${round(middle + side * ry)}`;
  const out = `A ${rx} ${ry} 0 0 ${sweep} ${round(stop + rx)} ${round(middle)}`;
  const wall = middle - floor;
  const back = `A ${inner} ${round(wall)} 0 0 ${1 - sweep} ${x} ${round(middle + side * wall)}`;
  return `${start} ${out} L ${round(stop + inner)} ${round(middle)} ${back} Z`;
}

// Each entry: where in the depth a thread of bubbles runs, how large, how fast, where it begins.
const THREADS = [
  [0.16, 3.2, "slow", 0],
  [0.34, 4.2, "", 7],
  [0.53, 2.6, "fast", 3],
  [0.7, 3.8, "slow", 11],
  [0.86, 2.8, "", 5],
];

/** Bubbles that run with the water, as far below its surface as there is room. */
function bubbles(room, base, side, sizes, way) {
  return THREADS.map(([depth, width, pace, begin]) => {
    const y = (n) => round(base + side * heightOf(room, Math.min(sizes[n], 1.2) * depth));
    const points = Array.from(
      { length: room.T },
      (_, k) => `L ${round(xOf(room, k + 0.5))} ${y(2 * k + 1)}`,
    );
    const start = `M ${round(room.left + begin)} ${y(1)}`;
    const d = path([start, points, `L ${round(room.stop)} ${y(2 * room.T - 1)}`]);
    return curve(d, `paper flows drops ${pace} ${way}`.trim(), { width, opacity: 0.6 });
  });
}

/** Water in one of the two pipes: what it is filled with, and what runs in it. */
export function water(room, { back, levels, look, bend }) {
  const base = back ? room.ceiling : room.floor;
  const side = back ? 1 : -1;
  const sizes = levels.map(Math.abs);
  const fill = (sign, hue) => {
    const own = levels.map((level) => Math.max(0, sign * level));
    const around = bendOf(room, side, Math.max(0, sign * bend));
    const d = `${surface(room, base, side, own, true)} ${around}`;
    return curve(d, hue, { fill: `var(--${hue})`, opacity: 0.82 });
  };
  return [
    fill(1, look),
    !back && fill(-1, "minus"),
    bubbles(room, base, side, sizes, back ? "back" : ""),
  ];
}

/** The walls of both pipes and of the bend between them. */
export function walls(room) {
  const { left, stop, top, floor, ceiling, end, inner, outer } = room;
  const x = round(stop);
  const start = left - 14;
  const arc = (rx, from, to) => `M ${x} ${from} A ${rx} ${round((to - from) / 2)} 0 0 1 ${x} ${to}`;
  const straight = (y) => `M ${start} ${y} L ${x} ${y}`;
  const d = [
    ...[top, floor, ceiling, end].map(straight),
    arc(outer, top, end),
    arc(inner, floor, ceiling),
  ];
  return curve(path(d), "quiet walls", { width: 2 });
}

/** A box, or nothing where it has no width; so is a disc. */
const box = (x, y, width, height) =>
  round(width)
    ? `M ${round(x)} ${round(y)} h ${round(width)} v ${round(height)} h ${round(-width)} Z`
    : "";

/** Of steps that share a drawn valve, the one that lets least through, or most. */
const least = (shares, group) => Math.min(...group.map((k) => shares[k]));
const most = (shares, group) => Math.max(...group.map((k) => shares[k]));

/** The plates of the valves that keep, in both pipes, and what they are pulled by. */
export function plates(room, keep) {
  const { top, end, bore, groups, narrow } = room;
  const thick = 4;
  const some = narrow ? groups.slice(1) : groups; // nothing comes to the first
  const all = some.map((group) => [xOf(room, group[0]), bore * (1 - least(keep, group))]);
  const boxes = (y, side) =>
    all.map(([x, shut]) => {
      const depth = shut + 4;
      return box(x - thick / 2, side < 0 ? y - 4 : y + 4 - depth, thick, depth);
    });
  const tips = all.map(([x, shut]) => [x, top + shut]);
  const mirrored = all.map(([x, shut]) => [x, end - shut]);
  const r = narrow ? 3.4 : 4.2;
  return [
    curve(path(boxes(top, -1)), "ink", { fill: "var(--ink)" }),
    curve(path(boxes(end, 1)), "ink", { fill: "var(--ink)" }),
    dots(tips, r, "ink hollow"),
    dots(mirrored, r, "ink hollow"),
  ];
}

/** The output valve at the loss: what it leaves open, the memory leaves and the gradient enters. */
export function doors({ stop, top, end, bore }, open) {
  const depth = bore * (1 - open) + 4;
  const d = path([box(stop - 3, top - 4, 6, depth), box(stop - 3, end + 4 - depth, 6, depth)]);
  return curve(d, "ink", { fill: "var(--ink)", opacity: open === 1 ? 0 : 1 });
}

/** The middle of the sections of these steps. */
const middleOf = (room, group) => xOf(room, group[0] + group.length / 2);

/** Values as jets from y to y, as wide as they are large; above 0 and below. */
function jets(room, from, to, values) {
  const wide = Math.min(8, 0.5 * room.pitch);
  const draw = (sign, hue) => {
    const all = values.map((value, k) => {
      const width = wide * Math.min(1, Math.max(0, sign * value));
      return box(xOf(room, k + 0.5) - width / 2, from, width, to - from);
    });
    return curve(path(all), hue, { fill: `var(--${hue})`, opacity: 0.6 });
  };
  return [draw(1, "state"), draw(-1, "minus")];
}

/** A disc as two half circles. */
export function disc(x, y, r) {
  if (!round(r)) return "";
  const half = (wide) => `a ${round(r)} ${round(r)} 0 1 0 ${round(wide)} 0`;
  return `M ${round(x - r)} ${round(y)} ${half(2 * r)} ${half(-2 * r)}`;
}

/** Values as drops, as large in area as in size. */
function drops(room, y, values) {
  const most = Math.min(7.5, 0.46 * room.pitch + 0.6);
  const draw = (sign, hue) => {
    const all = values.map((value, k) =>
      disc(xOf(room, k + 0.5), y, most * Math.sqrt(Math.min(1, Math.max(0, sign * value)))),
    );
    return curve(path(all), hue, { fill: `var(--${hue})` });
  };
  return [draw(1, "state"), draw(-1, "minus")];
}

/** Where the cap of an upper or lower valve is at this share of its way. */
const capAt = ({ top, floor, travel }, lower, share) =>
  lower ? floor + 7 + (travel - 8) * share : top - 7 - travel * share;

function caps(room, lower, shares) {
  const all = room.groups.map((group) => {
    const width = Math.min(12, 0.68 * room.pitch * group.length);
    const y = capAt(room, lower, most(shares, group)) - 2;
    return box(middleOf(room, group) - width / 2, y, width, 4);
  });
  return curve(path(all), "ink", { fill: "var(--ink)" });
}

/** What comes in from above: candidates, and the valves that let them in. */
export function inlets(room, { fresh, write }) {
  const poured = fresh.map((value, k) => value * write[k]);
  return [
    jets(room, room.drop, room.top, poured),
    drops(room, room.drop, fresh),
    caps(room, false, write),
  ];
}

/** What goes out below: what is shown, or what the candidate reads. */
export function outlets(room, { open, out }) {
  const y = room.ceiling - 9;
  return [jets(room, room.floor, y, out), drops(room, y, out), caps(room, true, open)];
}

/** A GRU's two valves are one: at the chosen step, a lever from the plate to the cap. */
export function lever(room, write, step) {
  const group = room.groups.find((steps) => steps.includes(step - 1));
  const share = most(write, group);
  const x = round(xOf(room, group[0]));
  const middle = round(middleOf(room, group));
  const low = round(room.top + room.bore * share);
  const high = round(capAt(room, false, share));
  return curve(`M ${x} ${low} L ${x} ${high} L ${middle} ${high}`, "ink", { width: 2 });
}

/** From where to where a stroke reaches if it moves all steps of a drawn valve. */
export function wholeGroups({ groups }, [from, start], [to, end]) {
  const before = groups.find((steps) => steps.includes(from - 1));
  const after = groups.find((steps) => steps.includes(to - 1));
  const reach = (a, b) => [
    [a + 1, before === after ? end : start],
    [b + 1, end],
  ];
  return from <= to ? reach(before[0], after.at(-1)) : reach(before.at(-1), after[0]);
}

/** The step whose plate, or whose section, is at x. */
export const stepAt = ({ left, pitch, T }, x, plate) =>
  clamp(plate ? Math.round((x - left) / pitch) + 1 : Math.floor((x - left) / pitch) + 1, 1, T);

/** How far open a valve is whose plate or cap a hand holds at y, by the part of the picture. */
export const OPENINGS = {
  inlet: ({ top, travel }, y) => (top - 7 - y) / travel,
  pipe: ({ floor, bore }, y) => (floor - y) / bore,
  outlet: ({ floor, travel }, y) => (y - floor - 7) / (travel - 8),
  back: ({ ceiling, bore }, y) => (y - ceiling) / bore,
};
