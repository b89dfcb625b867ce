// Without attention: all that is read has to pass through the last state, h and c.
import { curve, word } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** The measures of the neck, in the middle between both rows. */
function measures(room) {
  const [wide, high] = room.neck;
  const [top, floor] = room.zone;
  const tall = room.units * high;
  const y0 = (top + floor - tall) / 2;
  return { x: room.center, half: wide + 3, wide, high, y0, y1: y0 + tall, top, floor };
}

/** The edges of both rows: [left, right]. */
function edgesOf(room) {
  const pad = room.sourcePitch / 2;
  const ends = (xs) => [xs[0] - pad, xs.at(-1) + pad].map(px);
  return { low: ends(room.sourceXs), high: ends(room.targetXs) };
}

/** From the whole of the row that reads straight to the whole of the row that writes. */
function drawOpen(room, { top, floor }) {
  const { low, high } = edgesOf(room);
  return `M${low[0]} ${floor}L${high[0]} ${top}H${high[1]}L${low[1]} ${floor}Z`;
}

/** The same through the neck. */
function drawFunnel(room, { x, half, y0, y1, top, floor }) {
  const { low, high } = edgesOf(room);
  const left = px(x - half);
  const right = px(x + half);
  const lower = px((floor + y1) / 2);
  const upper = px((top + y0) / 2);
  const bend = (x0, x1, middle, y) => `C${x0} ${middle} ${x1} ${middle} ${x1} ${y}`;
  const up = `M${low[0]} ${floor}${bend(low[0], left, lower, px(y1))}V${px(y0)}`;
  const out = `${bend(left, high[0], upper, top)}H${high[1]}`;
  const down = `${bend(high[1], right, upper, px(y0))}V${px(y1)}`;
  return `${up}${out}${down}${bend(right, low[1], lower, floor)}Z`;
}

/** The way of the last state into the neck, and out of it to the first step of the decoder. */
function way(room, { x, y0, y1, top, floor }) {
  const last = room.sourceXs.at(-1);
  const first = room.targetXs[0];
  const low = (y1 + floor) / 2;
  const high = (y0 + top) / 2;
  const rise = `C${px(x)} ${px(high - 6)} ${px(first)} ${px(high)} ${px(first)} ${top}`;
  return {
    into: `M${px(last)} ${floor}C${px(last)} ${px(low)} ${px(x)} ${px(low + 6)} ${px(x)} ${px(y1)}`,
    out: `M${px(x)} ${px(y0)}${rise}`,
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

/** The vector as it is now, in a frame. */
function drawVector(it, vector, isSeen) {
  const cells = vector && isSeen ? cellsOf(it, vector) : [];
  const some = (sign) => cells.filter(({ value }) => sign * value > 0);
  const { x, half, y0, y1 } = it;
  const frame = `M${px(x - half)} ${px(y0)}V${px(y1)}H${px(x + half)}V${px(y0)}Z`;
  const opacity = isSeen ? 1 : 0;
  return [
    curve(frame, "paper through", { fill: "var(--paper)", opacity }),
    shades(some(1), "state through", { fill: "var(--hue)" }),
    shades(some(-1), "minus through", { fill: "var(--hue)" }),
    curve(frame, "state through", { width: 1.5, opacity }),
  ];
}

/** Its name beside it, in two lines. */
function drawName({ x, half, y0, y1 }, { narrow, small, units }, isSeen) {
  const lines = isSeen ? ["one vector:", `${units} + ${units} numbers`] : ["", ""];
  const middle = (y0 + y1) / 2;
  return lines.map((text, n) =>
    word([x + half + 10, middle], text, "state through halo", {
      anchor: "start",
      size: small,
      dy: (n ? 1 : -1) * (narrow ? 9.5 : 12) + 5,
    }),
  );
}

/** Open as wide as the rows where the decoder looks at all states; else all passes the neck. */
export function drawNeck({ room, attends, vector, at, n, narrow }) {
  const it = measures(room);
  const { into, out } = way(room, it);
  const path = (d, isOn) =>
    curve(d, "state through flows", { width: narrow ? 2.5 : 4, opacity: isOn ? 0.9 : 0 });
  const shape = { fill: "var(--hue)", opacity: attends ? 0.06 : 0.14 };
  return [
    curve(attends ? drawOpen(room, it) : drawFunnel(room, it), "state through", shape),
    path(into, !attends && at >= n),
    path(out, !attends && at > n),
    drawVector(it, vector, !attends),
    drawName(it, room, !attends),
  ];
}
