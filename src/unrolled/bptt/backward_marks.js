// What there is at each place of the way back: bars up for what is above 0, down for what is below.
import { decimals } from "../widget/kit/numbers.js";
import { cell, line, word } from "../widget/kit/picture.js";
import { cellWidth, placeOf, reachOf } from "./backward_room.js";

export const kindOf = (id) => id.split("_")[0];

const PALE = "color-mix(in oklab, var(--gradient) 38%, var(--paper))";

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
const barFrom = (x, y, width, [from, to], look, fill) =>
  cell(x - width / 2, y - Math.max(from, to), width, Math.abs(to - from), look, { fill });

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

const TO_COME = ["dh_2", "delta_3", "delta_1"]; // drawn as guesses, see backward_picture.js

/** Both units of an error δ; until the answer its name is there, in its place. */
function drawDelta({ bars, delta, type }, { id, values }, [x, y], { answered }) {
  const name = `<b>δ</b><sub>${id.split("_")[1]}</sub>`;
  const [wide, high] = delta.half;
  if (!answered) {
    const isGuess = TO_COME.includes(id);
    return [
      cell(x - wide, y - 24, 2 * wide, 48, isGuess ? "pick" : "paper", { round: 12 }),
      word([x, y], isGuess ? name : `${name} ?`, "gradient through strong", { size: type + 2 }),
    ];
  }
  return [
    cell(x - wide, y - high, 2 * wide, 2 * high, "gradient hollow", { round: 14 }),
    floor([x, y], wide - 6),
    [0, 1].map((k) => {
      const end = clamp(bars.unit * (values?.[k] ?? 0), -delta.most, delta.most);
      return barFrom(x + (k - 0.5) * delta.pitch, y, delta.bar, [0, end], "gradient");
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
    barFrom(x - width / 2 - 1, y, width, [0, high(own)], "gradient", PALE),
    barFrom(x + width / 2 + 1, y, width, [base, end], "gradient"),
    all !== null && stroke([left, y - base], [right, y - base], "quiet thin"),
    all !== null && stroke([left - 3, y - end], [right + 3, y - end], "ink"),
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
    floor([x, y], wide - 8),
    [0, 1].map((k) =>
      drawStack(room, [x + (k - 0.5) * room.bars.pitch, y], {
        own: own?.[k] ?? 0,
        later: later?.[k] ?? 0,
        all: it.values?.[k] ?? null,
      }),
    ),
  ];
}

/** How a message looks: as its bars do in the state that it goes to. */
function pillOf(it) {
  const isOwn = kindOf(it.id) === "back";
  if (!it.values) return [isOwn ? "own" : "+ later", "quiet hollow dashed", "quiet through"];
  if (isOwn) return ["own", "quiet hollow thin", "through", PALE];
  if (it.values.every((x) => x === 0)) return ["+ 0", "quiet hollow", "through"];
  return ["+ later", "gradient", "paper strong through"];
}

/** A message, by its name: its bars are in the state that it goes to. */
function drawName(room, it, at, scene) {
  const [name, look, type, fill] = pillOf(it);
  const [wide, high] = room.pill.half;
  const frame = [at[0] - wide, at[1] - high, 2 * wide, 2 * high];
  const ring = scene.active === it.id ? "clear ink thick" : "pick";
  return [
    cell(...frame, look, { round: high, fill }),
    cell(...frame, ring, { round: high }),
    word(at, name, type, { size: room.type - 2 }),
  ];
}

const DEEPEST = 62; // percent of the hue at most, so that the digits can be read
const FEWEST = 38; // px that three decimals need

/** A cell of a matrix: the darker, the larger its number is, which stands in it. */
function drawEntry(room, [x, y, wide, high], value) {
  const share = Math.round(DEEPEST * Math.min(1, 2.5 * Math.abs(value ?? 0)));
  const fill = `color-mix(in oklab, var(--gradient) ${share}%, var(--paper))`;
  const text = value === undefined || wide < FEWEST ? "" : decimals(value, value === 0 ? 0 : 3);
  const opacity = value === undefined ? 0.5 : 1;
  return [
    cell(x + 0.5, y + 0.5, wide - 1, high - 1, "hollow quiet thin", { round: 3, fill, opacity }),
    text && word([x + wide / 2, y + high / 2], text, "through", { size: room.small }),
  ];
}

/** A matrix or a column of numbers. */
function drawMatrix(room, { id, values, shape: [rows, columns = 1] }, [x, y]) {
  const kind = kindOf(id);
  const wide = cellWidth(room, kind);
  const high = room[kind].cell[1];
  const left = x - (wide * columns) / 2;
  const top = y - (high * rows) / 2;
  return Array.from({ length: rows * columns }, (_, n) =>
    drawEntry(
      room,
      [left + wide * (n % columns), top + high * Math.floor(n / columns), wide, high],
      values?.[n],
    ),
  );
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
export function frameOf(room, id) {
  const [x, y] = placeOf(room, id);
  const [side, up, down] = reachOf(room, id);
  return [x - side - 3, y - up - 3, 2 * side + 6, up + down + 6];
}
