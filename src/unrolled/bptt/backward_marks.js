// What there is at each place of the way back: bars up for what is above 0, down for what is below.
import { cell, line, word } from "../widget/kit/picture.js";
import { placeOf, widthOf } from "./backward_room.js";

export const kindOf = (id) => id.split("_")[0];

const stroke = ([x0, y0], [x1, y1], look) =>
  line(
    [
      [x0, y0],
      [x1, y1],
    ],
    look,
  );
const floor = ([x, y], half) => stroke([x - half, y], [x + half, y], "quiet thin");

/** A bar from one height to another, both in px above `y`. */
const barFrom = (x, y, width, [from, to], look) =>
  cell(x - width / 2, y - Math.max(from, to), width, Math.abs(to - from), look);

const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** The four errors of a prediction, and their letters. */
function drawErrors({ error, type }, { values, target }, [x, y], { constants }) {
  const { gap, unit, letters } = error;
  const at = (k) => x + gap * (k - 1.5);
  return [
    floor([x, y], 2 * gap),
    [0, 1, 2, 3].map((k) => {
      const high = unit * (values?.[k] ?? 0);
      return barFrom(at(k), y, gap - 9, [0, clamp(high, -unit, unit)], "gradient");
    }),
    [...constants.alphabet].map((letter, k) =>
      k === target
        ? word([at(k), letters], `<b>${letter}</b>`, "output through", { size: type })
        : word([at(k), letters], letter, "quiet through", { size: type }),
    ),
  ];
}

/** Both units of an error δ. */
function drawDelta({ bars, delta }, { values }, [x, y]) {
  const { unit, width, pitch } = bars;
  return [
    floor([x, y], pitch / 2 + 0.8 * width),
    [0, 1].map((k) => {
      const high = clamp(unit * (values?.[k] ?? 0), -delta.low, delta.most);
      return barFrom(x + (k - 0.5) * pitch, y, 1.4 * width, [0, high], "gradient");
    }),
  ];
}

/** One unit of a state: own loss from 0 on, later losses on top of it, a tick where both end. */
function drawStack({ bars, state }, [x, y], { own, later, all }) {
  const { unit, width } = bars;
  const high = (value) => clamp(unit * value, -state.most, state.most);
  const base = all === null ? 0 : high(own);
  const end = all === null ? high(later) : high(all);
  const left = x - width - 1;
  const right = x + width + 1;
  return [
    barFrom(x - width / 2 - 1, y, width, [0, high(own)], "gradient ghost"),
    barFrom(x + width / 2 + 1, y, width, [base, end], "gradient"),
    all !== null && stroke([left, y - base], [right, y - base], "quiet thin"),
    all !== null && stroke([left - 5, y - end], [right + 5, y - end], "ink"),
  ];
}

/** A state, where the gradients of its own loss and of later ones are added. */
function drawMeeting(room, it, [x, y], scene) {
  const [, t] = it.id.split("_");
  const own = scene.thing(`back_${t}`).values;
  const later = scene.thing(`carry_${t}`).values;
  const [wide, high] = room.state.half;
  return [
    cell(x - wide, y - high, 2 * wide, 2 * high, "state hollow", { round: 14 }),
    floor([x, y], wide - 10),
    [0, 1].map((k) =>
      drawStack(room, [x + (k - 0.5) * room.bars.pitch, y], {
        own: own?.[k] ?? 0,
        later: later?.[k] ?? 0,
        all: it.values?.[k] ?? null,
      }),
    ),
  ];
}

/** A message, by its name: its bars are in the state that it goes to. */
function drawName(room, it, at, scene) {
  const none = it.values?.every((x) => x === 0);
  const later = none ? "later: 0" : "later losses";
  const name = kindOf(it.id) === "back" ? "own loss" : later;
  const [wide, high] = room.own.half;
  const look = scene.active === it.id ? "gradient hollow" : "quiet hollow";
  return [
    cell(at[0] - wide, at[1] - high, 2 * wide, 2 * high, look, { round: high }),
    word(at, name, it.values ? "through" : "quiet through", { size: room.type - 1 }),
  ];
}

/** A matrix or a column of numbers: a bar in each cell. */
function drawMatrix(room, { id, values, shape: [rows, columns = 1] }, [x, y]) {
  const wide = (2 * widthOf(room, id, columns)) / columns;
  const high = room[kindOf(id)].cell[1];
  const left = x - (wide * columns) / 2;
  const top = y - (high * rows) / 2;
  return Array.from({ length: rows * columns }, (_, n) => {
    const cx = left + wide * ((n % columns) + 0.5);
    const cy = top + high * (Math.floor(n / columns) + 0.5);
    const most = high / 2 - 2;
    const end = clamp(2.5 * high * (values?.[n] ?? 0), -most, most);
    return [
      cell(cx - wide / 2, cy - high / 2, wide - 1, high - 1, "clear quiet thin"),
      barFrom(cx, cy, wide - 8, [0, end], "gradient"),
    ];
  });
}

const DRAWN = {
  dz: drawErrors,
  back: drawName,
  carry: drawName,
  dh: drawMeeting,
  delta: drawDelta,
  part: drawMatrix,
  sum: drawMatrix,
};

/** The marks of a quantity. */
export function marksOf(room, it, scene) {
  return DRAWN[kindOf(it.id)](room, it, placeOf(room, it.id), scene).flat(Infinity);
}

/** The frame of a quantity that is chosen: left, top, width, height. */
export function frameOf(room, { id, shape }) {
  const [x, y] = placeOf(room, id);
  const { error, own, state, delta, bars } = room;
  const around = (wide, above, below) => [x - wide, y - above, 2 * wide, above + below];
  switch (kindOf(id)) {
    case "dz":
      return around(2 * error.gap + 4, error.unit / 2, error.letters - error.y + 11);
    case "dh":
      return around(state.half[0] + 4, state.half[1] + 4, state.half[1] + 4);
    case "delta":
      return around(bars.pitch / 2 + 0.8 * bars.width + 3, delta.most, delta.low);
    case "part":
    case "sum": {
      const high = room[kindOf(id)].cell[1] + 4;
      return around(widthOf(room, id, shape[1] ?? 1) + 4, high, high);
    }
    default:
      return around(own.half[0], own.half[1], own.half[1]);
  }
}
