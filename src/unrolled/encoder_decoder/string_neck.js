// Through one vector: a funnel as high as the ribbons of attention, with h and c as its neck.
import { curve, word } from "../widget/kit/picture.js";
import { barsOf } from "./string_bars.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** The measures of the neck, in the middle between both rows. */
function measures({ neck, zone, units, center }) {
  const [wide, high] = neck;
  const [top, floor] = zone;
  const tall = units * high;
  const y0 = (top + floor - tall) / 2;
  return { x: center, half: wide + 3, wide, high, y0, y1: y0 + tall, top, floor };
}

/** The edges of both rows: [left, right]. */
function edgesOf({ sourcePitch, sourceXs, targetXs }) {
  const ends = (xs) => [xs[0] - sourcePitch / 2, xs.at(-1) + sourcePitch / 2];
  return { low: ends(sourceXs), high: ends(targetXs) };
}

/** An upright curve from [x0, y0] to [x1, y1], to be added to a path that is at its beginning. */
function bend(x0, y0, x1, y1) {
  const middle = px((y0 + y1) / 2);
  return `C${px(x0)} ${middle} ${px(x1)} ${middle} ${px(x1)} ${px(y1)}`;
}

/** From the whole of the row that reads straight to the whole of the row that writes. */
export function drawOpen(room) {
  const { low, high } = edgesOf(room);
  const [top, floor] = room.zone;
  const d = `M${px(low[0])} ${floor}L${px(high[0])} ${top}H${px(high[1])}L${px(low[1])} ${floor}Z`;
  return curve(d, "state through", { fill: "var(--hue)", opacity: 0.06 });
}

/** The same through the neck. */
function drawFunnel(room, { x, half, y0, y1, top, floor }) {
  const { low, high } = edgesOf(room);
  const left = x - half;
  const right = x + half;
  const up = `M${px(low[0])} ${floor}${bend(low[0], floor, left, y1)}V${px(y0)}`;
  const out = `${bend(left, y0, high[0], top)}H${px(high[1])}`;
  const down = `${bend(high[1], top, right, y0)}V${px(y1)}${bend(right, y1, low[1], floor)}Z`;
  return curve(up + out + down, "state through", { fill: "var(--hue)", opacity: 0.17 });
}

/** Where the way of the k-th of n letters passes the neck. */
const inNeck = ({ x, wide }, k, n) => x + (1.5 * wide * (k - (n - 1) / 2)) / n;

/** The ways of these letters, a path: in from below, or out to above. */
function waysOf(it, xs, places, isOut) {
  const ways = places.map((k) => {
    const neck = inNeck(it, k, xs.length);
    if (isOut) return `M${px(neck)} ${px(it.y0)}${bend(neck, it.y0, xs[k], it.top)}`;
    return `M${px(xs[k])} ${it.floor}${bend(xs[k], it.floor, neck, it.y1)}`;
  });
  return ways.join("") || "M0 0";
}

/** Letters as beads: in from all that are read, out to all that are written; red if lost. */
function drawBeads(room, it, { lost, wrongs, hidden }) {
  const draw = (xs, astray, isOut) => {
    const places = [...xs.keys()];
    const beads = (isRed, look) =>
      curve(
        waysOf(
          it,
          xs,
          places.filter((k) => Boolean(astray[k]) === isRed),
          isOut,
        ),
        `${look} through flows beads`,
        { width: room.bead, opacity: isOut && hidden ? 0 : 0.9 },
      );
    return [beads(false, "state"), beads(true, "lost")];
  };
  return [draw(room.sourceXs, lost, false), draw(room.targetXs, hidden ? [] : wrongs, true)];
}

/** The vector as it is now, in a frame: h and c, a column each. */
function drawVector(it, { h, c }) {
  const { x, half, wide, high, y0, y1 } = it;
  const columns = [h, c].map((values, n) => ({ x: x + (n - 0.5) * wide, values }));
  const frame = `M${px(x - half)} ${px(y0)}V${px(y1)}H${px(x + half)}V${px(y0)}Z`;
  return [
    curve(frame, "paper through", { fill: "var(--paper)" }),
    barsOf(columns, [y0, high], wide),
    curve(frame, "state through", { width: 2 }),
  ];
}

/** Its name beside it, as high as the neck: on a narrow picture in one line. */
function drawName({ x, half, y0, y1 }, { narrow, told, units }) {
  const numbers = `${units} + ${units} numbers`;
  const lines = narrow ? [numbers] : ["one vector:", numbers];
  return lines.map((text, n) =>
    word([x + half + 10, (y0 + y1) / 2], text, "state strong through", {
      anchor: "start",
      size: told,
      dy: 1.35 * told * (n - (lines.length - 1) / 2) + 0.34 * told,
    }),
  );
}

/** All that is read squeezed into one vector, and all that is written made of it. */
export function drawNeck(room, vector, told) {
  const it = measures(room);
  return [
    drawFunnel(room, it),
    drawBeads(room, it, told),
    drawVector(it, vector),
    drawName(it, room),
  ];
}
