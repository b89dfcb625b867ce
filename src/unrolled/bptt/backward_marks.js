// What there is at each place of the way back: bars up for what is above 0, down for what is below.
import { cell, circle, dot, horizontal, line, vertical, word } from "../widget/kit/picture.js";
import { tintOf } from "../widget/kit/pipes.js";
import { CANCELLED } from "./backward_names.js";
import { frameOf, placeOf } from "./backward_room.js";
import { PALE } from "./backward_stream.js";

export const kindOf = (id) => id.split("_")[0];
const stepOf = (id) => id.split("_")[1];

const level = (x0, x1, y, look) => line(horizontal(y, x0, x1), look);

/** A bar from one height to another, both in px above `y`. */
const barFrom = (x, y, width, [from, to], look, fill) =>
  cell(x - width / 2, y - Math.max(from, to), width, Math.abs(to - from), look, { fill });

const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** The four errors of a prediction, and their letters. */
function drawErrors({ error, type }, { values, target }, [x, y], { constants }) {
  const { gap, unit, letters } = error;
  const at = (k) => x + gap * (k - 1.5);
  return [
    level(x - 2 * gap, x + 2 * gap, y, "quiet thin"),
    [0, 1, 2, 3].map((k) => {
      const high = clamp(unit * (values?.[k] ?? 0), -unit, unit);
      return barFrom(at(k), y, gap - 8, [0, high], "gradient");
    }),
    [...constants.alphabet].map((letter, k) => {
      const isTarget = k === target;
      const look = isTarget ? "output through" : "quiet through";
      return word([at(k), letters], isTarget ? `<b>${letter}</b>` : letter, look, { size: type });
    }),
  ];
}

/** An error δ: a place of the stream that has a name, in it or hung below it. */
function drawDelta({ delta, type, stream }, { id }, at, { answered }) {
  const name = `<b>δ</b><sub>${stepOf(id)}</sub>`;
  const asked = !answered && id === "delta_2";
  const [x, y] = at;
  const isHung = delta.down > 0;
  const stem = vertical(x, stream, y - delta.r);
  return [
    isHung && line(stem, "gradient thin"),
    isHung && dot([x, stream], 2.5, "gradient"),
    asked
      ? cell(x - delta.r, y - delta.r, 2 * delta.r, 2 * delta.r, "gradient", { round: delta.r })
      : circle(at, delta.r, "gradient hollow"),
    word(at, asked ? `${name}?` : name, `${asked ? "paper" : "gradient"} through strong`, {
      size: type,
    }),
  ];
}

/** Of two numbers that are added, what is left of each and what cancels: from where to where. */
function stackOf(own, later) {
  const all = own + later;
  if (own * later >= 0) return { own: [0, own], later: [own, all], cancelled: [all, all] };
  const isOwnLeft = Math.abs(own) > Math.abs(later);
  return {
    own: isOwnLeft ? [0, all] : [0, 0],
    later: isOwnLeft ? [0, 0] : [0, all],
    cancelled: isOwnLeft ? [all, own] : [0, own],
  };
}

/** One unit of a state, a single bar: own loss, later losses on top of it, dashed what cancels. */
function drawStack({ bars }, [x, y], own, later) {
  const { unit, width, most } = bars;
  const inPx = (ends) => ends.map((value) => clamp(unit * value, -most, most));
  const stack = stackOf(own, later);
  const [from, to] = inPx(stack.cancelled);
  const gone = barFrom(x, y, width - 2, [from, to], CANCELLED.look, CANCELLED.fill);
  return [
    barFrom(x, y, width, inPx(stack.own), "gradient", PALE),
    barFrom(x, y, width, inPx(stack.later), "gradient"),
    { ...gone, opacity: from === to ? 0 : 1 },
  ];
}

/** A state, where the gradients of its own loss and of later ones are added. */
function drawMeeting(room, { id, values }, [x, y], scene) {
  const t = stepOf(id);
  const own = scene.thing(`back_${t}`).values;
  const later = scene.thing(`carry_${t}`).values;
  const { top, half } = room.state;
  const [wide, high] = half;
  return [
    cell(x - wide, y - top, 2 * wide, top + high, "state hollow", { round: 12 }),
    level(x - wide + 5, x + wide - 5, y, "quiet thin"),
    [0, 1].map((k) =>
      drawStack(
        room,
        [x + (k - 0.5) * room.bars.pitch, y],
        own?.[k] ?? 0,
        values ? later[k] : 0, // it is not added yet
      ),
    ),
  ];
}

/** Whether it is known that nothing comes back here. */
export const isNothing = ({ id, values }) =>
  kindOf(id) === "carry" && values !== null && values.every((x) => x === 0);

/** What comes back from later losses is a stretch of the stream; where it is 0, a ring says so. */
function drawCarry({ zero, small }, it, at) {
  if (!isNothing(it)) return [false, false];
  return [
    circle(at, zero, "gradient hollow"),
    word(at, "0", "gradient through strong", { size: small }),
  ];
}

const MOST = 0.3; // of a number in a cell: from there on it is filled all the way

const DARK = 0.8; // of its colour: from there on its sign is paper

/** A cell of a matrix, as full of colour as its number is large, and the sign of it. */
function drawEntry([x, y, wide, high], value, size, isKnown) {
  const share = clamp((value ?? 0) / MOST, -1, 1);
  const fill = share ? tintOf(share) : "var(--paper)";
  const look = Math.abs(share) > DARK ? "paper strong through" : "through";
  const sign = value > 0 ? "+" : "−";
  const opacity = isKnown ? 1 : 0;
  return [
    cell(x + 0.5, y + 0.5, wide - 1, high - 1, "hollow quiet thin", { round: 3, fill, opacity }),
    value ? word([x + wide / 2, y + high / 2], sign, look, { size }) : null,
  ];
}

/** The room of a matrix that is not known yet, with its name in it. */
function drawUnknown({ small }, { id, values, symbol }, [left, top, wide, high]) {
  const opacity = values || id === "sum" ? 0 : 1; // the sum has a frame of its own
  const middle = [left + wide / 2, top + high / 2];
  const name = id === "sum" ? "Σ" : symbol;
  return [
    cell(left + 0.5, top + 0.5, wide - 1, high - 1, "clear quiet dashed thin", {
      round: 5,
      opacity,
    }),
    !values && word(middle, name, "quiet through", { size: Math.max(small, 14) }), // has indices
  ];
}

/** A matrix or a column on the scale that all of them share. */
function drawMatrix(room, it) {
  const [rows, columns = 1] = it.shape;
  const [wide, high] = room[kindOf(it.id)].cell;
  const frame = frameOf(room, it.id);
  const [left, top] = frame;
  const entries = Array.from({ length: rows * columns }, (_, n) =>
    drawEntry(
      [left + wide * (n % columns), top + high * Math.floor(n / columns), wide, high],
      it.values?.[n],
      room.small,
      it.values !== null,
    ),
  );
  return [entries, drawUnknown(room, it, frame)];
}

const DRAWN = {
  dz: drawErrors,
  back: () => [], // a stretch of the stream
  carry: drawCarry,
  dh: drawMeeting,
  delta: drawDelta,
  part: drawMatrix,
  sum: drawMatrix,
};

/** The marks of a quantity. */
export const marksOf = (room, it, scene) =>
  DRAWN[kindOf(it.id)](room, it, placeOf(room, it.id), scene).flat(Infinity);
