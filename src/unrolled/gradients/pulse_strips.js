// A network over time as a strip of cells, each as bright and high as the gradient that reaches it.
import { cell, curve, word } from "../widget/kit/picture.js";
import { brightness, drawnLength } from "./pulse_room.js";

export const DARK = 1e-3;

/** How many steps back a norm is first below a level, -1 for never. */
export const firstBelow = (norms, level) => norms.findIndex((norm) => norm < level);

/** One cell: a glow, its shell, and in it the gradient as a bar or as an ellipse. */
function drawCell(room, { ellipse, middle, lag, lit, asEllipse }) {
  const x = room.xOf(lag);
  const glow = lit ? brightness(ellipse.long) : 0;
  const high = lit ? Math.max(1, room.unit * drawnLength(ellipse.long)) : 1;
  const wide = room.pitch * 0.56;
  const box = (w, h, look, more) => cell(x - w / 2, middle - h / 2, w, h, look, more);
  return [
    box(room.pitch * 1.5, high + 0.35 * room.unit, "gradient", { round: 9, opacity: 0.2 * glow }),
    box(wide, room.unit, "quiet", { round: 4, opacity: 0.16 }),
    !asEllipse && box(wide, high, "gradient", { round: 3, opacity: lit ? 0.12 + 0.88 * glow : 0 }),
    asEllipse && drawEllipse(room, ellipse, [x, middle], glow),
  ];
}

/** The ellipse that the steps so far make of the unit circle. */
function drawEllipse(room, { long, short: thin, tilt }, [x, y], glow) {
  const half = (room.unit * drawnLength(long)) / 2;
  const other = long > 0 ? Math.max(0.4, (half * thin) / long) : 0.4;
  const dx = half * Math.cos(tilt);
  const dy = -half * Math.sin(tilt);
  const round = (v) => Math.round(100 * v) / 100;
  const turn = round((-tilt * 180) / Math.PI);
  const arc = (sign) =>
    `A${round(half)} ${round(other)} ${turn} 0 1 ${round(x + sign * dx)} ${round(y + sign * dy)}`;
  const d = `M${round(x - dx)} ${round(y - dy)}${arc(1)}${arc(-1)}`;
  return curve(d, "gradient", {
    width: 1.5,
    fill: `color-mix(in oklab, var(--gradient) ${Math.round(30 * glow)}%, transparent)`,
    opacity: 0.15 + 0.85 * glow,
  });
}

/** A cell is lit as far as the pulse has come. */
export function drawStrip(room, scene, i) {
  const { back, steps, shape, constants, ellipses } = scene;
  const middle = room.middleOf(i);
  const lags = Array.from({ length: steps }, (_, k) => k + 1);
  const cells = lags.map((lag) =>
    drawCell(room, {
      ellipse: ellipses[i][lag],
      middle,
      lag,
      lit: lag <= back,
      asEllipse: shape === "ellipses",
    }),
  );
  const dark = firstBelow(scene.norms[i], DARK);
  const isDark = dark > 0 && dark + 5 <= back;
  const name = word(
    [room.left, middle - room.lane / 2 + 10],
    constants.strips[i].name,
    "strong halo",
    {
      anchor: "start",
      size: room.type,
    },
  );
  const gone = word([room.xOf(dark) - 4, middle], "← below a thousandth", "quiet halo", {
    anchor: "end",
    size: room.type,
  });
  return [drawWire(room, middle), cells, name, isDark && room.xOf(dark) > 11 * room.type && gone];
}

/** From the loss to the last state, and through all states before it. */
function drawWire(room, middle) {
  const [x, y] = room.lamp;
  const end = room.xOf(0.4);
  const bend = (x + end) / 2;
  const d = `M${x} ${y}C${bend} ${y} ${bend} ${middle} ${end} ${middle}H${room.xOf(room.steps)}`;
  return curve(d, "quiet thin", { opacity: 0.45 });
}
