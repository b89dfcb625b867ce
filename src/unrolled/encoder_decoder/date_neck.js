// Without attention: all that is read has to pass through the last state, 32 + 32 numbers.
import { curve, word } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";
import { UNITS } from "./date_room.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** The measures of the neck, in the middle between both rows. */
function measures(room) {
  const [wide, high] = room.neck;
  const [top, floor] = room.zone;
  const tall = UNITS * high;
  const y0 = (top + floor - tall) / 2;
  return { x: room.center, half: wide + 3, wide, high, y0, y1: y0 + tall, top, floor };
}

/** From the whole of the row that reads, through the neck, to the whole of the row that writes. */
function outline(room, { x, half, y0, y1, top, floor }) {
  const pad = room.sourcePitch / 2;
  const low = [room.sourceXs[0] - pad, room.sourceXs.at(-1) + pad];
  const high = [room.targetXs[0] - pad, room.targetXs.at(-1) + pad];
  const lower = floor - (floor - y1) * 0.5;
  const upper = top + (y0 - top) * 0.5;
  const bend = (a, ya, b, yb) => `C${px(a)} ${px(ya)} ${px(b)} ${px(ya)} ${px(b)} ${px(yb)}`;
  const left = `M${px(low[0])} ${floor}${bend(low[0], lower, x - half, y1)}L${px(x - half)} ${px(y0)}`;
  const up = bend(x - half, upper, high[0], top);
  const right = `L${px(high[1])} ${top}${bend(high[1], upper, x + half, y0)}L${px(x + half)} ${px(y1)}`;
  return `${left}${up}${right}${bend(x + half, lower, low[1], floor)}Z`;
}

/** The way of the last state into the neck, and out of it to the first step of the decoder. */
function way(room, { x, y0, y1, top, floor }) {
  const last = room.sourceXs.at(-1);
  const first = room.targetXs[0];
  const low = (y1 + floor) / 2;
  const high = (y0 + top) / 2;
  return {
    into: `M${px(last)} ${floor}C${px(last)} ${px(low)} ${px(x)} ${px(low + 6)} ${px(x)} ${px(y1)}`,
    out: `M${px(x)} ${px(y0)}C${px(x)} ${px(high - 6)} ${px(first)} ${px(high)} ${px(first)} ${top}`,
  };
}

/** Its two columns: h and c as they are now. */
function cellsOf(it, state) {
  const columns = [state.h, state.c.map(Math.tanh)];
  return columns.flatMap((values, n) =>
    values.map((value, k) => {
      const left = it.x + (n - 1) * it.wide;
      return {
        value,
        opacity: Math.abs(value),
        d: `M${px(left)} ${px(it.y0 + k * it.high)}h${it.wide}v${it.high}h${-it.wide}z`,
      };
    }),
  );
}

export function drawNeck({ room, attends, vector: current, at, n, narrow }) {
  const it = measures(room);
  const cells = current && !attends ? cellsOf(it, current) : [];
  const some = (sign) => cells.filter(({ value }) => sign * value > 0);
  const { into, out } = way(room, it);
  const fill = "var(--hue)";
  const isSeen = attends ? 0 : 1;
  const path = (d, isOn) =>
    curve(d, "state through flows", {
      width: narrow ? 2.5 : 4,
      opacity: isOn && !attends ? 0.9 : 0,
    });
  const frame = `M${px(it.x - it.half)} ${px(it.y0)}v${px(it.y1 - it.y0)}h${px(2 * it.half)}v${px(it.y0 - it.y1)}z`;
  return [
    curve(outline(room, it), "state through", { fill, opacity: 0.13 * isSeen }),
    path(into, at >= n),
    path(out, at > n),
    curve(frame, "paper through", { fill: "var(--paper)", opacity: isSeen }),
    shades(some(1), "state through", { fill }),
    shades(some(-1), "minus through", { fill }),
    curve(frame, "state through", { width: 1.5, opacity: isSeen }),
    word(
      [it.x + it.half + 10, (it.y0 + it.y1) / 2],
      attends ? "" : "one vector:",
      "state through halo",
      {
        anchor: "start",
        size: narrow ? 13 : 16,
        dy: narrow ? -5 : -6,
      },
    ),
    word(
      [it.x + it.half + 10, (it.y0 + it.y1) / 2],
      attends ? "" : "32 + 32 numbers",
      "state through halo",
      {
        anchor: "start",
        size: narrow ? 13 : 16,
        dy: narrow ? 11 : 14,
      },
    ),
  ];
}
