// The way back as it runs: errors come down, meet the message from the future, and are added up.
import { axis } from "../widget/kit/axes.js";
import { decimals } from "../widget/kit/numbers.js";
import { cell, choice, circle, curve, dot, line, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { placeOf, roomOf, wayOf } from "./backward_room.js";

const STEPS = [1, 2, 3];
const clamp = (x, most) => Math.max(-most, Math.min(most, x));
const kindOf = (id) => id.split("_")[0];

/** A bar up for a number above 0, down for one below. */
function barAt([x, zero], value, { unit, most, width, look = "gradient", ...more }) {
  const high = clamp(unit * value, most);
  return cell(x - width / 2, zero - Math.max(0, high), width, Math.abs(high), look, more);
}

const floor = ([x, y], half, look) =>
  line(
    [
      [x - half, y],
      [x + half, y],
    ],
    look,
  );
const pick = ([x, y], wide, high) => cell(x - wide / 2, y - high / 2, wide, high, "pick");

// What there is at each place

/** The four errors of a prediction. */
function drawErrors(room, { values }, at) {
  const [x, y] = at;
  const more = { unit: room.error, most: room.error, width: room.gap - 8 };
  return [
    pick([x, y + 10], 4 * room.gap, 2 * room.error),
    floor(at, 2 * room.gap, "quiet thin"),
    [0, 1, 2, 3].map((k) => barAt([x + room.gap * (k - 1.5), y], values?.[k] ?? 0, more)),
  ];
}

/** Two numbers: of a message, or of an error. */
function drawPair(room, { values }, at) {
  const [x, y] = at;
  const more = { unit: room.unit, most: room.most, width: room.bar };
  const wide = 2 * room.bar;
  return [
    pick(at, 2 * wide, 2 * room.most + 6),
    floor(at, wide, "quiet thin"),
    [0, 1].map((k) => barAt([x + (k - 0.5) * (room.bar + 6), y], values?.[k] ?? 0, more)),
  ];
}

/** A state: what its own loss says, pale, and on top of it what the future says. */
function drawMeeting(room, { values, own, future }, at) {
  const [x, y] = at;
  const { unit, most, bar } = room;
  const known = values !== null;
  return [
    cell(x - room.r, y - room.r, 2 * room.r, 2 * room.r, "paper", { round: room.r }),
    circle(at, room.r, "state"),
    floor(at, 1.6 * bar, "quiet thin"),
    [0, 1].map((k) => {
      const place = x + (k - 0.5) * (bar + 6);
      const first = known ? clamp(unit * own[k], most) : 0;
      const all = known ? clamp(unit * values[k], most) : 0;
      const top = y - Math.max(first, all);
      const more = known ? future[k] !== 0 : false;
      return [
        cell(place - bar / 2, y - Math.max(0, first), bar, Math.abs(first), "gradient ghost"),
        cell(place - bar / 4, top, bar / 2, more ? Math.abs(all - first) : 0, "gradient"),
        known
          ? line(
              [
                [place - bar / 2 - 2, y - all],
                [place + bar / 2 + 2, y - all],
              ],
              "ink",
            )
          : false,
      ];
    }),
  ];
}

/** A matrix or a column of numbers: a bar in each cell. */
function drawMatrix({ values, shape: [rows, columns = 1] }, [x, y], [wide, high], most) {
  const left = x - (wide * columns) / 2;
  const top = y - (high * rows) / 2;
  const more = { unit: most, most: high / 2 - 2, width: wide - 8 };
  return [
    pick([x, y], Math.max(44, wide * columns), Math.max(44, high * rows)),
    Array.from({ length: rows * columns }, (_, n) => {
      const at = [
        left + wide * ((n % columns) + 0.5),
        top + high * (Math.floor(n / columns) + 0.5),
      ];
      return [
        cell(at[0] - wide / 2, at[1] - high / 2, wide - 1, high - 1, "clear quiet thin"),
        barAt(at, values?.[n] ?? 0, more),
      ];
    }),
  ];
}

function marksOf(room, it, at) {
  switch (kindOf(it.id)) {
    case "dz":
      return drawErrors(room, it, at);
    case "dh":
      return drawMeeting(room, it, at);
    case "part":
      return drawMatrix(it, at, room.cell, 2 * room.unit);
    case "sum":
      return drawMatrix(it, at, room.total, 2 * room.unit);
    default:
      return drawPair(room, it, at);
  }
}

/** How wide and high the frame of what is chosen is. */
function frameOf(room, { id, shape }) {
  const columns = shape?.[1] ?? 1;
  const sizes = {
    dz: [4 * room.gap + 6, 2 * room.error + 6],
    dh: [2 * room.r + 12, 2 * room.r + 12],
    part: [room.cell[0] * columns + 12, 2 * room.cell[1] + 12],
    sum: [room.total[0] * columns + 12, 2 * room.total[1] + 12],
  };
  return sizes[kindOf(id)] ?? [4 * room.bar + 6, 2 * room.most + 10];
}

/** One quantity, to tap. */
function drawThing(room, scene, id) {
  const it = scene.thing(id);
  const at = placeOf(room, id);
  const [wide, high] = frameOf(room, it);
  const on = scene.active === id;
  const told = it.values ? [...it.values].map((x) => scene.written(x)).join(", ") : "not yet";
  const look = on ? "clear gradient thin" : "pick";
  const frame = cell(at[0] - wide / 2, at[1] - high / 2, wide, high, look, { round: 8 });
  return [
    choice([frame, ...marksOf(room, it, at).flat(Infinity)], {
      to: scene.open(id),
      name: `${stripTags(it.symbol)}, ${it.says}`,
      held: it.changed ? `${told}, changed` : told,
      on,
      place: [Math.round(at[1] / 10), Math.round(at[0] / 10)],
    }),
    it.changed ? dot([at[0] + wide / 2 - 2, at[1] - high / 2 + 2], 4.5, "ink") : false,
  ];
}

// Ways

/** What a number is multiplied by on its way. */
function factorOf({ part }, from, to) {
  const t = Number(from.split("_")[1]);
  const before = { W_hh: `· <b>h</b><sub>${t - 1}</sub><sup>⊤</sup>`, b_h: "" };
  const names = {
    back: "<b>W</b><sub>yh</sub><sup>⊤</sup>",
    carry: "<b>W</b><sub>hh</sub><sup>⊤</sup>",
    delta: "tanh′",
    part: before[part] ?? `· <b>x</b><sub>${t}</sub><sup>⊤</sup>`,
  };
  return names[kindOf(to)] ?? "";
}

/** On a way from step to step one sees what runs. */
const isLong = (to) => ["carry", "sum"].includes(kindOf(to));

/** From one quantity to the next: as thick as what goes there. */
function drawWay(room, scene, [from, to]) {
  const { d, name, anchor = "start" } = wayOf(room, from, to);
  const source = scene.thing(from);
  const known = source.values !== null && scene.thing(to).values !== null;
  const size = known ? Math.hypot(...source.values) : 0;
  const near = [from, to].includes(scene.active);
  return [
    curve(d, "quiet thin", { opacity: 0.6 }),
    curve(d, isLong(to) ? "gradient flows" : "gradient", {
      width: size ? 2 + 7 * Math.min(1, size) : 0,
      opacity: near ? 1 : 0.65,
    }),
    name && (!scene.narrow || isLong(to))
      ? word(name, factorOf(scene, from, to), "quiet halo", {
          anchor,
          size: room.names === null ? 16 : room.type - 1,
        })
      : false,
  ];
}

// Names

const ROWS = { dz: "error", back: "own loss", dh: "state", delta: "δ", part: "adds", sum: "sum" };

function drawNames(room, scene) {
  const { alphabet, boxes } = scene.constants;
  const letters = STEPS.map((t) => {
    const [x] = placeOf(room, `dz_${t}`);
    return [...alphabet].map((letter, k) => {
      const wanted = k === boxes[`dz_${t}`].target;
      const html = wanted ? `<b>${letter}</b>` : letter;
      const at = [x + room.gap * (k - 1.5), room.rows.letters];
      return word(at, html, wanted ? "output" : "quiet", { size: room.type });
    });
  });
  const states = STEPS.map((t) => {
    const [x, y] = placeOf(room, `dh_${t}`);
    const at = [x - room.r - 2, y - room.r - 8];
    return word(at, `<b>h</b><sub>${t}</sub>`, "state", { anchor: "end", size: room.type });
  });
  const rows = room.names === null ? [] : Object.entries(ROWS);
  return [
    letters,
    states,
    rows.map(([kind, name]) =>
      word([room.names, room.rows[kind]], name, "quiet", { anchor: "start", size: room.type - 2 }),
    ),
  ];
}

/** The numbers of what is chosen, where they fit into a line. */
function drawTold(room, scene) {
  const { symbol, values } = scene.thing(scene.active);
  const list = values ? [...values].map((x) => decimals(x, 3)) : ["…"];
  const text = list.length > 1 ? `(${list.join(", ")})` : list[0];
  const told = list.length > 4 ? symbol : `${symbol} = ${text}`;
  return word(room.told, told, "", { size: room.type });
}

export function drawBackward(scene, says, title) {
  const room = roomOf(scene.narrow);
  return {
    size: room.size,
    title,
    says,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      scene.constants.edges.map((edge) => drawWay(room, scene, edge)),
      scene.ids.map((id) => drawThing(room, scene, id)),
      drawNames(room, scene),
      drawTold(room, scene),
    ],
  };
}

/** What is tapped for each guess: step 2 alone, the error after it, the error before it. */
export function drawGuesses({ narrow }) {
  const room = roomOf(narrow);
  const pair = (id) => {
    const [x, y] = placeOf(room, id);
    const half = [2 * room.bar + 6, room.most + 8];
    return cell(x - half[0], y - half[1], 2 * half[0], 2 * half[1], "clear ink dashed", {
      round: 10,
    });
  };
  return [
    [circle(placeOf(room, "dh_2"), room.r + 6, "ink dashed")],
    [pair("delta_3")],
    [pair("delta_1")],
  ];
}
