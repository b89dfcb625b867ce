// Beside the pipe of valves: rings that fill, and flags.
import { curve, word } from "../widget/kit/picture.js";
import { clamp, disc, path, round, xOf } from "./valve_pipe.js";

/** A ring that fills, and of what: a share of 1 closes it, and a notch is at 90 %. */
export function ring(room, [x, y], share, hue, [text, name]) {
  const r = room.ring;
  const point = (part, far) => {
    const turn = 2 * Math.PI * (part - 0.25);
    return `${round(x + far * Math.cos(turn))} ${round(y + far * Math.sin(turn))}`;
  };
  const part = share > 0 ? clamp(share, 0.012, 1) : 0; // a little is seen, too
  const arc = Array.from({ length: 41 }, (_, n) => `${n ? "L" : "M"} ${point((part * n) / 40, r)}`);
  return [
    curve(disc(x, y, r + 5), "paper", { fill: "var(--paper)" }),
    curve(disc(x, y, r), "quiet", { width: 1 }),
    curve(path(arc), hue, { width: 6, opacity: part > 0 ? 1 : 0 }),
    curve(`M ${point(0.9, r - 5)} L ${point(0.9, r + 5)}`, "ink", { width: 2 }),
    word([x, y - (name ? 9 : 0)], text, "strong", { size: room.narrow ? 13 : 15 }),
    word([x, y + (room.narrow ? 9 : 11)], name, hue, { size: 12 }),
  ];
}

/** A flag below the way back, at the middle of step t; none without a text, hollow if yours. */
export function flag(room, t, text, hue, side, { isYours = false, opacity: own = 1 } = {}) {
  const x = round(xOf(room, t - 0.5));
  const foot = room.end + 75;
  const wide = Math.max(room.narrow ? 58 : 66, 0.5 * room.type * `${text}`.length + 14);
  const long = x + wide > room.size[0] ? -wide : side * wide;
  const way = Math.sign(long);
  const end = round(x + long);
  const notch = round(x + long - 7 * way);
  const edge = `L ${end} ${foot} L ${notch} ${foot - 11} L ${end} ${foot - 22}`;
  const opacity = text ? own : 0;
  const look = isYours ? `${hue} dashed yours` : hue;
  const cloth = isYours ? { fill: "var(--paper)", width: 1.5 } : { fill: `var(--${hue})` };
  const written = isYours ? "strong yours" : "paper strong";
  return [
    curve(`M ${x} ${room.ceiling} L ${x} ${foot}`, `${look} pole`, { width: 1.75, opacity }),
    curve(`M ${x} ${foot} ${edge} L ${x} ${foot - 22} Z`, look, { ...cloth, opacity }),
    word([x + long / 2 - 2 * way, foot - 11], text || "", written, {
      size: room.type - 1,
      opacity,
    }),
  ];
}
