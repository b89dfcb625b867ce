// The picture of the valves: the pipe, what is written beside it, and the hands that paint.
import { inPixels } from "../widget/kit/axes.js";
import { percent, short } from "../widget/kit/numbers.js";
import { cell, curve, grip, pad, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { tell } from "../widget/kit/words.js";
import { painted } from "./strokes.js";
import {
  doors,
  inlets,
  lever,
  OPENINGS,
  outlets,
  plates,
  profile,
  roomOf,
  stepAt,
  walls,
  water,
  wholeGroups,
} from "./valve_pipe.js";
import { flag, ring } from "./valve_signs.js";

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** A share as a ring has room for it; of what has grown, how many times its size it is. */
function inRing(share) {
  if (share >= 999.5) return "&gt;999×";
  if (share >= 1.05) return `${short(share)}×`;
  return share > 0 && share < 0.0005 ? "&lt;0.1\u00a0%" : percent(share);
}

/** Levels of the memory, two a section: what the plate lets on, and what is then written. */
const levelsOf = ({ c, valves }) => valves.flatMap(([keep], k) => [keep * c[k], c[k + 1]]);

const twice = (values) => values.flatMap((value) => [value, value]);

// What a hand does

/** Valves that their weights turn are taken over by hand as they are. */
function taken({ mode, lists, valves, ...scene }) {
  if (mode === "hand") return {};
  const own = lists.map((name, k) => [name, valves.map((one) => one[k])]);
  const tied = scene.lstm ? own : own.slice(1);
  return { mode: "hand", ...Object.fromEntries(tied) };
}

/** A stroke over the valves of one part of the picture. */
function stroke(scene, room, part, place, before) {
  const { lists, lstm } = scene;
  const plate = part === "pipe" || part === "back";
  const at = ([x, y]) => [stepAt(room, x, plate), OPENINGS[part](room, y)];
  const [from, to] = wholeGroups(room, at(before), at(place));
  const base = taken(scene);
  const openings = (name) => base[name] ?? scene[name];
  const step = at(place)[0];
  if (plate && !lstm) {
    const rest = ([t, share]) => [t, 1 - share];
    return { ...base, step, write: painted(openings("write"), rest(from), rest(to)) };
  }
  const name = lists[{ inlet: 1, outlet: 2 }[part] ?? 0];
  return { ...base, step, [name]: painted(openings(name), from, to) };
}

function pads(scene, room) {
  const { left, stop, drop, top, floor, ceiling, end } = room;
  const area = (part, from, to) =>
    pad(left - 8, from, stop - left + 12, to - from, (place, before) =>
      stroke(scene, room, part, place, before),
    );
  return [
    area("inlet", drop + 8, top - 2),
    area("pipe", top - 2, floor + 1),
    area("outlet", floor + 1, ceiling - 1),
    area("back", ceiling - 1, end + 2),
  ];
}

// What is written beside the pipe

const MARGIN = 4; // px: where everything on the left begins

/** The names of the rows, each up to where its row begins. */
function names({ constants, cell: kind }, room) {
  const { valves, memory } = constants.names[kind];
  const x = room.left - (room.narrow ? 10 : 18);
  const at = (y, html, look = "quiet") =>
    word([x, y], html, look, { anchor: "end", size: room.type - 1 });
  const inlet = (room.drop + room.top) / 2 + 8;
  const outlet = (room.floor + room.ceiling) / 2;
  return [
    at(room.drop, room.narrow ? "new" : "candidate"),
    at(inlet, valves[1][1]),
    at((room.top + room.floor) / 2 - 12, valves[0][1]),
    at((room.top + room.floor) / 2 + 12, memory[1], "state"),
    at(outlet, valves[2][1]),
  ];
}

/** What is at the chosen step, in a line above it. */
function tag(scene, room) {
  const { constants, facts, texts, t } = scene;
  const html = tell(constants.tag, facts, texts);
  const half = 0.26 * room.type * stripTags(html).length + 4;
  const x = room.left + room.pitch * (t - 0.5);
  return [
    cell(x - room.pitch / 2, room.drop - 12, room.pitch, room.end - room.drop + 16, "ink", {
      opacity: 0.09,
    }),
    word([clamp(x, half, room.size[0] - half), 12], html, "", { size: room.type }),
  ];
}

const CAPTION = 24; // px below the way back: numbers of steps, and what the rings show

/** Numbers of steps; a flag's pole passes behind them. */
function ticks({ constants }, room) {
  const y = room.end + CAPTION;
  return constants.ticks.map((t) => {
    const x = room.left + room.pitch * (t - 0.5);
    const half = t < 10 ? 7 : 11;
    return [
      cell(x - half, y - 10, 2 * half, 20, "paper", { round: 4 }),
      word([x, y], `${t}`, "quiet", { size: room.type - 1 }),
    ];
  });
}

/** Whether what comes back along the memory alone is drawn beside all of it. */
const isDashed = ({ answered, facts }) => answered === true && !facts.same;

/** How much of the bit is left at the loss, and how much of the gradient is back at the start. */
function rings({ left, whole, facts, answered, constants, cell: kind }, room) {
  const { stop, inner, outer, middle, end, ceiling, narrow, type, ring: r } = room;
  const start = [MARGIN + r + 3, (ceiling + end) / 2];
  const come = answered === true ? Math.abs(whole[0]) : 0;
  const share = answered === true ? inRing(come) : "?";
  const [loss, bit, gradient] = constants.rings[narrow ? "narrow" : "wide"];
  const below = { size: 13 };
  return [
    ring(room, [stop + (inner + outer) / 2, middle], left, "state", [inRing(left), bit]),
    drawLoss(room, loss),
    ring(room, start, come, "gradient", [share, narrow ? "" : gradient]),
    narrow && word([start[0], end + 8], gradient, "gradient", below), // no room within
    isDashed({ answered, facts }) &&
      word([MARGIN, end + CAPTION + 19], constants.dashed[kind], "", {
        size: type - 1,
        anchor: "start",
      }),
  ];
}

/** The loss, on a plate under the ring: there the memory ends, and the gradient begins. */
function drawLoss({ stop, inner, outer, middle, ring: r, type }, html) {
  const x = stop + (inner + outer) / 2;
  const y = middle + r + 15;
  const wide = 2.4 * type;
  return [
    cell(x - wide / 2, y - 10, wide, 20, "ink", { round: 10 }),
    word([x, y], html, "paper strong", { size: type - 2 }),
  ];
}

/** What of the memory is the bit; and what of the gradient comes back along the memory alone. */
function lines({ bits, back, facts, answered }, room) {
  const own = profile(room, bits, false);
  const alone = profile(room, back, true);
  const opacity = isDashed({ answered, facts }) ? 1 : 0;
  return [
    curve(own, "ink", { width: 1.5, opacity: 0.75 }),
    curve(alone, "ink dashed", { width: 2, opacity }),
  ];
}

/** The name of the bit's line, where line and water are low and the valves well open. */
function bitName({ bits, c, T, t, lstm, valves, constants }, room) {
  const reach = Math.ceil((0.5 * room.type * constants.bit.length) / room.pitch) + 1;
  const isLow = (k) => Math.max(bits[k], Math.abs(c[k + 1])) < 0.42 && valves[k][0] > 0.85;
  const from = bits.findIndex((_, k) => {
    const under = Array.from({ length: reach }, (_, n) => k + n);
    const hasLever = !lstm && t >= k && t <= k + reach + 1;
    return k + reach < T && !hasLever && under.every(isLow);
  });
  if (room.narrow || from < 0) return false;
  const at = [room.left + room.pitch * (from + 0.5), room.floor - 0.62 * room.bore];
  return word(at, constants.bit, "ink", { anchor: "start", size: room.type - 2 });
}

/** What a hand can do, until it has done something; no longer than the room before both flags. */
function hint({ guess, answered, facts, constants, flag: mark }, room) {
  const text = constants.hints[room.narrow ? 1 : 0];
  const size = room.type - 1;
  const isEarly = guess != null && guess < mark.at; // its flag is on the left of its pole
  const first = answered && !isEarly ? mark.at : guess;
  const before = room.left + room.pitch * first - (answered && isEarly ? 80 : 30);
  const isFree = MARGIN + 0.5 * size * text.length < before;
  return (
    facts.asked && isFree && word([MARGIN, room.end + 66], text, "quiet", { anchor: "start", size })
  );
}

// The guess

function flags(scene, room) {
  const { answered, guess, reply, facts, T, constants, flag: mark } = scene;
  const { start } = constants.question.place;
  const { at } = mark;
  const isTrue = at > 0 && comeOf(scene) > T - at;
  const mine = guess ?? 1;
  const isMine = !answered || (reply !== null && guess !== start && guess !== at);
  const left = isTrue && isMine && mine < at ? -1 : 1;
  return [
    flag(
      room,
      Math.max(1, at),
      isTrue && `${constants.flags[mark.name]} ${at}`,
      "gradient",
      isTrue && isMine ? -left : 1,
    ),
    flag(room, mine, isMine && (answered ? `you: ${mine}` : "half?"), "ink", left, {
      isYours: Boolean(answered),
      opacity: !answered || facts.asked ? 1 : 0,
    }),
  ];
}

/** The flag can be pulled until the answer is there. */
function flagGrip({ guess, answered }, room) {
  if (answered || guess == null) return false;
  const at = [room.left + room.pitch * (guess - 0.5), room.end + 64];
  const pull = ([x]) => ({ guess: stepAt(room, x, false) });
  return grip(at, pull, "ink", { r: 9 });
}

/** How many steps from the loss the gradient has come: all, once the answer is there. */
const comeOf = ({ answered, T }) => Number(answered) * T;

/** The gradient's shares as far as it has come back. */
const returned = (scene, shares) =>
  shares.map((share, k) => share * clamp(comeOf(scene) - (scene.T - 1 - k), 0, 1));

/** What flows in the pipe, its walls and its valves. */
function pipe(scene, room) {
  const { c, whole, valves, lstm, h } = scene;
  const row = (k) => valves.map((one) => one[k]);
  const levels = levelsOf(scene);
  const returning = returned(scene, whole.map(Math.abs));
  const both = twice(returning);
  const out = lstm ? h.slice(1) : row(2).map((reset, k) => reset * c[k]);
  return [
    inlets(room, { fresh: scene.new, write: row(1) }),
    outlets(room, { open: row(2), out }),
    water(room, { levels, look: "state", bend: scene.inlet * c.at(-1) }),
    water(room, { back: true, levels: both, look: "gradient", bend: returning.at(-1) }),
    walls(room),
    !lstm && lever(room, row(1), scene.t),
    plates(room, row(0)),
    lstm && doors(room, scene.inlet),
  ];
}

/** How far open the output valve at the loss is, where it is not wide open. */
function doorName({ lstm, inlet, texts, constants }, room) {
  if (!lstm || inlet === 1) return false;
  const html = `${constants.door} ${texts.inlet}`;
  if (room.narrow) {
    const place = [room.size[0] - 2, room.end + 9];
    return word(place, html, "", { anchor: "end", size: room.type - 2 });
  }
  return word([room.stop + 10, room.end + 12], html, "", { anchor: "start", size: room.type - 1 });
}

export function drawPipe(scene, says) {
  const { T, narrow, constants } = scene;
  const room = roomOf({ narrow, T });
  const type = { anchor: "start", size: room.type - 1 };
  return {
    ...inPixels(room.size),
    says,
    marks: [
      pipe(scene, room),
      lines(scene, room),
      bitName(scene, room),
      names(scene, room),
      tag(scene, room),
      rings(scene, room),
      doorName(scene, room),
      flags(scene, room),
      ticks(scene, room), // over the poles of flags
      hint(scene, room),
      !narrow && word([room.stop + 4, room.drop], constants.noise, "quiet", type),
      pads(scene, room),
      flagGrip(scene, room),
    ],
  };
}
