// A network over time as a strip of cells, each as bright and high as the gradient that reaches it.
import { cell, curve } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";
import { drawWay, drawWaySwitch } from "./pulse_desk.js";
import { drawNames, drawNote } from "./pulse_names.js";
import { brightness, CLIPPED, DARK, drawnLength, FAINT, HOT, heatOf } from "./pulse_room.js";
import { strengthOf } from "./pulse_ways.js";

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const tenth = (x) => Math.round(10 * x) / 10;

/** How far a cell is lit: fully once the pulse has passed it, and for a moment more than that. */
function lightOf({ back, steps }, lag, strength) {
  const since = back - lag; // cells that the pulse is past this one
  const isOn = clamp(since + 1, 0, 1);
  const flash = back < steps ? isOn * Math.exp(-Math.max(0, since) / 2.5) : 0;
  return { isOn, flash, strength };
}

/** A bar with round ends around a place, as a path. */
function pill([x, middle], wide, high) {
  const rx = tenth(wide / 2);
  const ry = tenth(Math.min(wide, high) / 2);
  const left = tenth(x - rx);
  const right = tenth(x + rx);
  const top = tenth(middle - high / 2 + ry);
  const bottom = tenth(middle + high / 2 - ry);
  const cap = (end, y) => `A${rx} ${ry} 0 0 1 ${end} ${y}`;
  return `M${left} ${top}${cap(right, top)}V${bottom}${cap(left, bottom)}Z`;
}

/** What is lit of a cell: a bar, its hot core, and where it is broken. */
function lightIn(room, long, at, { isOn, flash, strength }) {
  const heat = heatOf(long);
  const glow = strength * isOn * brightness(long);
  const swell = 1 + 0.14 * flash * brightness(long);
  const high = Math.max(room.unit * drawnLength(long) * swell, long > DARK ? 3 : 0.5);
  const wide = Math.min(room.pitch * (0.56 + 0.3 * heat), high + 3);
  return {
    bar: { d: pill(at, wide, high), opacity: glow },
    core: {
      d: pill(at, 0.5 * wide, 0.8 * high),
      opacity: glow * clamp(1.4 * heat + 0.9 * flash, 0, 1),
    },
    crack: isOn === 1 && long > CLIPPED ? crackPath(at, wide, high) : "",
  };
}

/** All cells of a strip: states as shells, and in them the gradient as bars or as ellipses. */
function drawCells(room, { ellipses, middle, lights, asEllipse }) {
  const lags = ellipses.map((_, lag) => lag).slice(1);
  const placeOf = (lag) => [room.xOf(lag), middle];
  const shells = lags.map((lag) => pill(placeOf(lag), room.pitch * 0.56, room.unit));
  const shell = curve(shells.join(""), "state shape", { opacity: asEllipse ? 0.09 : 0.2 });
  if (asEllipse) {
    const glowOf = (lag) =>
      lights[lag].strength * lights[lag].isOn * brightness(ellipses[lag].long);
    const some = lags.map((lag) => ({
      d: ellipsePath(room, ellipses[lag], placeOf(lag)),
      opacity: glowOf(lag),
    }));
    const gaps = shades([], "").map(() => false); // what follows keeps its place
    return [shell, shades(some, "gradient", { width: 1.5, fill: FAINT }), gaps, false];
  }
  const lit = lags.map((lag) => lightIn(room, ellipses[lag].long, placeOf(lag), lights[lag]));
  const part = (name) => lit.map((one) => one[name]);
  return [
    shell,
    shades(part("bar"), "gradient shape", { fill: "var(--gradient)" }),
    shades(part("core"), "gradient shape", { fill: HOT }),
    curve(part("crack").join(""), "paper", { width: 2.5 }),
  ];
}

/** A bar that would be longer is broken in its upper half. */
function crackPath([x, middle], wide, high) {
  const left = tenth(x - wide / 2 - 1);
  const step = tenth((wide + 2) / 3);
  return `M${left} ${tenth(middle - 0.28 * high)}l${step} 5l${step} -6l${step} 5`;
}

export const drawCrack = (at, wide, high) =>
  curve(crackPath(at, wide, high), "paper", { width: 2.5 });

/** The ellipse that the steps so far make of the unit circle. */
export function ellipsePath(room, { long, short: thin, tilt }, [x, y]) {
  const half = (room.unit * drawnLength(long)) / 2;
  const other = long > 0 ? Math.max(0.4, (half * thin) / long) : 0.4;
  const dx = half * Math.cos(tilt);
  const dy = -half * Math.sin(tilt);
  const round = (v) => Math.round(100 * v) / 100;
  const turn = round((-tilt * 180) / Math.PI);
  const arc = (sign) =>
    `A${round(half)} ${round(other)} ${turn} 0 1 ${round(x + sign * dx)} ${round(y + sign * dy)}`;
  return `M${round(x - dx)} ${round(y - dy)}${arc(1)}${arc(-1)}`;
}

/** Light around the cells: one soft shape, wider than the bars where they are bright. */
function drawGlow(room, { norms, middle, lights, back }) {
  const half = (lag) => {
    const { isOn, flash } = lights[lag];
    const long = norms[lag];
    const more = room.unit * 0.16 * (1 + 0.8 * heatOf(long) + flash);
    return isOn * (0.5 * room.unit * drawnLength(long) + more) * brightness(long);
  };
  const lags = norms.map((_, lag) => lag).slice(1);
  const edge = lags.map((lag) => [room.xOf(lag), half(lag)]);
  const above = edge.map(([x, h]) => `${tenth(x)} ${tenth(middle - h)}`);
  const below = edge.toReversed().map(([x, h]) => `${tenth(x)} ${tenth(middle + h)}`);
  const hottest = Math.max(...lags.map((lag) => (lag <= back ? heatOf(norms[lag]) : 0)));
  const d = `M${above.join("L")}L${below.join("L")}Z`;
  return curve(d, "gradient soft", {
    fill: "var(--gradient)",
    opacity: 0.28 * lights[0].strength * (1 + 0.6 * hottest),
  });
}

/** The head of the pulse while it is on its way. */
function drawHead(room, { norms, middle, back, steps }) {
  if (back <= 0 || back >= steps) return [false, false];
  const before = Math.floor(back);
  const share = back - before;
  const norm = norms[before] * (1 - share) + norms[before + 1] * share;
  const x = room.xOf(back);
  const disc = (r, more, look = "gradient") =>
    cell(x - r, middle - r, 2 * r, 2 * r, look, { round: tenth(r), ...more });
  const size = room.unit * (0.07 + 0.15 * drawnLength(norm));
  const glow = brightness(norm);
  return [
    disc(size * 2.4, { opacity: 0.6 * glow }, "gradient soft"),
    disc(size, { fill: HOT, opacity: glow }),
  ];
}

/** The switches before the names, above all else that a finger could find there. */
export const drawSwitches = (room, scene) =>
  scene.constants.strips.map((_, i) =>
    drawWaySwitch(room, scene, i, [room.nameAt, room.nameOf(room.middleOf(i))]),
  );

/** A cell is lit as far as the pulse has come. */
export function drawStrip(room, scene, i) {
  const { back, steps, shape, constants, ellipses } = scene;
  const middle = room.middleOf(i);
  const norms = scene.norms[i];
  const strength = strengthOf(constants.strips[i].way, scene, constants);
  const lights = norms.map((_, lag) => lightOf(scene, lag, strength));
  const asEllipse = shape === "ellipses";
  return [
    drawWire(room, middle, back),
    drawGlow(room, { norms, middle, lights, back }),
    constants.ways && drawWay(room, scene, i, middle),
    drawCells(room, { ellipses: ellipses[i], middle, lights, asEllipse }),
    drawHead(room, { norms, middle, back, steps }),
    drawNames(room, scene, i),
    drawNote(room, scene, i),
  ];
}

/** From the loss to the last state, and through all states before it. */
function drawWire(room, middle, back) {
  const [x, y] = room.lamp;
  const end = room.xOf(0.4);
  const bend = (x + end) / 2;
  const d = `M${x} ${y}C${bend} ${y} ${bend} ${middle} ${end} ${middle}H${room.xOf(room.steps)}`;
  const isLive = back > 0 && back < 8;
  return curve(d, isLive ? "gradient thin" : "quiet thin", { opacity: isLive ? 0.8 : 0.4 });
}
