// Where everything of the unrolled d-e-m-o network is, in pixels: time to the right, outputs on top.
const WIDE = {
  size: [540, 624],
  type: 15,
  steps: { first: 128, step: 168 },
  start: 26, // of the state before the first step
  r: 18, // of a state
  shift: 27, // of the two units, from the middle of their step
  half: 9, // of a sum
  gap: 31, // px from letter to letter
  tile: 13,
  track: 24,
  rows: { loss: 16, bars: [44, 158], letters: 174, z: 206, h: [318, 362], a: [388, 432], x: 562 },
  told: [270, 609],
};
const NARROW = {
  size: [360, 384],
  type: 16,
  steps: { first: 84, step: 112 },
  start: 14,
  r: 13,
  shift: 19,
  half: 8,
  gap: 23,
  tile: 10,
  track: 17,
  rows: { loss: 13, bars: [28, 80], letters: 94, z: 115, h: [178, 210], a: [228, 260], x: 331 },
  told: [180, 367],
};

export const STEPS = [1, 2, 3];
export const PAIR = [0, 1];
export const FOUR = [0, 1, 2, 3];

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

/** The middle of step t. */
export const middleOf = ({ steps }, t) => steps.first + steps.step * (t - 1);

/** The middle of the k-th of four letters at step t. */
export const letterX = (room, t, k) => middleOf(room, t) + room.gap * (k - 1.5);

/** The k-th unit of a state or of a sum at step t; of step 0 the state before all steps. */
export function unitAt(room, kind, t, k) {
  const x = t ? middleOf(room, t) + room.shift * (2 * k - 1) : room.start;
  return [x, room.rows[kind][k]];
}

/** A line that leaves and arrives upright. */
export function rise([x0, y0], [x1, y1]) {
  const half = (y0 + y1) / 2;
  return `M${x0} ${y0}C${x0} ${half} ${x1} ${half} ${x1} ${y1}`;
}

/** A line that leaves and arrives level. */
export function thread([x0, y0], [x1, y1]) {
  const half = (x0 + x1) / 2;
  return `M${x0} ${y0}C${half} ${y0} ${half} ${y1} ${x1} ${y1}`;
}

const round = (v) => Math.round(10 * v) / 10;

/** The point of a line, a share of its way along: `upright` is how it leaves. */
export function pointOf([[x0, y0], [x1, y1]], share, upright) {
  const level = share * share * (3 - 2 * share);
  const along = 1.5 * share * (1 - share) + share ** 3;
  const [across, down] = upright ? [level, along] : [along, level];
  return [round(x0 + across * (x1 - x0)), round(y0 + down * (y1 - y0))];
}

/** Both ends of the line of a weight in its copy of step t, and whether it leaves upright. */
export function endsOf(room, name, [to, from], t) {
  const { z, x } = room.rows;
  switch (name) {
    case "W_hx": {
      const [u, v] = unitAt(room, "a", t, to);
      return {
        ends: [
          [letterX(room, t, from), x - room.tile],
          [u, v + room.half],
        ],
        upright: true,
      };
    }
    case "W_hh": {
      const [u, v] = unitAt(room, "h", t - 1, from);
      const [a, b] = unitAt(room, "a", t, to);
      return {
        ends: [
          [u + room.r * (t > 1 ? 1 : 0.6), v],
          [a - room.half, b],
        ],
        upright: false,
      };
    }
    default: {
      const [u, v] = unitAt(room, "h", t, from);
      return {
        ends: [
          [u, v - room.r],
          [letterX(room, t, to), z + room.half - 2],
        ],
        upright: true,
      };
    }
  }
}
