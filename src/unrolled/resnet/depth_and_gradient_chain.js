// The chain of blocks between two bands: above it the signal, which runs to the right, and below it
// the gradient, which comes back.

import { cell, curve, dot, dots, grip, line, word } from "../widget/kit/picture.js";
import {
  clamp,
  depthAt,
  marksApart,
  pitchOf,
  placeAt,
  scaleAt,
  shareOf,
  tenth,
  widthOf,
} from "./depth_and_gradient_room.js";

const upTo = (n) => Array.from({ length: n }, (_, k) => k);

/** The ground of it all. */
export const drawStage = ({ size: [wide, high] }) =>
  cell(0, 0, wide, high, "quiet", { round: 14, opacity: 0.07 });

// Bands

/** Levels from one to another, whole ones and both ends. */
function levelsBetween(from, to) {
  const whole = upTo(Math.floor(to) - Math.ceil(from) + 1).map((k) => Math.ceil(from) + k);
  const inner = whole.filter((level) => level > from && level < to);
  return from < to ? [from, ...inner, to] : [];
}

/** A length between two levels. */
function lengthAt(lengths, level) {
  const before = Math.floor(level);
  const after = Math.min(before + 1, lengths.length - 1);
  return lengths[before] + (lengths[after] - lengths[before]) * (level - before);
}

const ABOVE = -1;
const BELOW = 1;

/** A band along the chain, at every level as wide as what is there is long. */
function bandPath(room, scene, side, lengths, [from, to]) {
  const levels = levelsBetween(from, to);
  if (!levels.length) return "M0 0";
  const inner = room.axis + side * room.edge;
  const points = (yOf) =>
    levels.map((level) => `${tenth(placeAt(room, scene, level))} ${tenth(yOf(level))}`);
  const along = points(() => inner);
  const outer = points((level) => inner + side * widthOf(room, lengthAt(lengths, level)));
  return `M${outer.join("L")}L${along.toReversed().join("L")}Z`;
}

/** How wide a band is that neither shrinks nor grows. */
function drawBed(room, scene, side, look) {
  const { axis, edge, unit, start } = room;
  const y = side === ABOVE ? axis - edge - unit : axis + edge;
  const wide = placeAt(room, scene, scene.blocks) - start;
  return cell(start, y, wide, unit, look, { opacity: 0.13, round: 3 });
}

export function drawBands(room, scene) {
  const { ups, downs, up, down, blocks, hidden } = scene;
  const fill = (look) => ({ fill: `var(--${look})`, opacity: hidden ? 0 : 0.9 });
  const sent = hidden ? "M0 0" : bandPath(room, scene, ABOVE, ups, [0, up]);
  const back = hidden ? "M0 0" : bandPath(room, scene, BELOW, downs, [blocks - down, blocks]);
  return [
    drawBed(room, scene, ABOVE, "state"),
    drawBed(room, scene, BELOW, "gradient"),
    curve(sent, "state shape", fill("state")),
    curve(back, "gradient shape", fill("gradient")),
  ];
}

// Blocks

/** How far a branch reaches to either side. */
const reachOf = ({ bead }, { scale, constants }) => bead * shareOf(scale, constants.largest);

/** A bead at every block: its branch, which reaches as far into both bands as it is scaled. */
function beadsPath(room, scene) {
  const { axis } = room;
  const control = (4 / 3) * reachOf(room, scene);
  const bow = (x0, x1, side) => {
    const y = tenth(axis + side * control);
    return `C${x0} ${y} ${x1} ${y} ${x1} ${axis}`;
  };
  return upTo(scene.blocks)
    .map((block) => {
      const x0 = tenth(placeAt(room, scene, block + 0.08));
      const x1 = tenth(placeAt(room, scene, block + 0.92));
      return `M${x0} ${axis}${bow(x0, x1, ABOVE)}M${x1} ${axis}${bow(x1, x0, BELOW)}`;
    })
    .join("");
}

/** The line, cut at every block: what stays without the skip connections. */
function jointsPath(room, scene) {
  const { blocks } = scene;
  return upTo(blocks + 1)
    .map((level) => {
      const ends = [Math.max(0, level - 0.08), Math.min(blocks, level + 0.08)];
      const [x0, x1] = ends.map((at) => tenth(placeAt(room, scene, at)));
      return `M${x0} ${room.axis}H${x1}`;
    })
    .join("");
}

const THICK = 3.6; // px that the line is wide
const LIGHT = "color-mix(in srgb, var(--paper) 38%, transparent)";

const strokeOf = (room, scene) => clamp(0.1 * pitchOf(room, scene), 0.8, 2);

export const drawBeads = (room, scene) =>
  curve(beadsPath(room, scene), "ink", {
    width: strokeOf(room, scene),
    fill: LIGHT,
    opacity: 0.75,
  });

/** The skip connections: one line through all blocks. */
export function drawLine(room, scene) {
  const { axis, start } = room;
  const { blocks, skip } = scene;
  const end = placeAt(room, scene, blocks);
  const opacity = skip ? 1 : 0;
  return [
    curve(jointsPath(room, scene), "ink", { width: strokeOf(room, scene) }),
    curve(`M${start} ${axis}H${tenth(end)}`, "ink", { width: THICK, opacity }),
    pitchOf(room, scene) > 24 &&
      dots(
        upTo(blocks + 1).map((level) => [placeAt(room, scene, level), axis]),
        4,
        "ink",
      ),
  ];
}

/** What travels while it plays: the signal, then the gradient, with a glow. */
export function drawTraveller(room, scene) {
  const { up, down, blocks, hidden } = scene;
  if (down >= blocks || hidden) return [null, null, null];
  const isSent = up < blocks;
  const side = isSent ? ABOVE : BELOW;
  const at = [
    placeAt(room, scene, isSent ? up : blocks - down),
    room.axis + 0.5 * side * room.unit,
  ];
  const look = isSent ? "state" : "gradient";
  return [
    { ...dot(at, 17, `${look} through`), opacity: 0.25 },
    dot(at, 8.5, "paper through"),
    dot(at, 6.5, `${look} through`),
  ];
}

// What is pulled

/** The end of the chain, which is pulled to make it longer. */
export function drawKnob(room, scene) {
  const { axis, knob, type } = room;
  const { blocks, constants, texts } = scene;
  const end = placeAt(room, scene, blocks);
  const [right, down] = knob.aside;
  const pull = ([px]) => ({ depth: depthAt(room, px - knob.away, constants.deepest) });
  const ends = [
    [end, axis],
    [end + knob.away, axis],
  ];
  return [
    line(ends, "quiet thin"),
    word([end + knob.away + right, axis + down], texts.blocks, "strong through", {
      anchor: knob.anchor,
      size: type,
    }),
    grip([end + knob.away, axis], pull, "ink"),
  ];
}

/** One of the branches, which is pulled to scale them all. */
export function drawPulled(room, scene) {
  const { axis, bead, told } = room;
  const { blocks, constants } = scene;
  const block = Math.floor(0.3 * blocks);
  const at = [placeAt(room, scene, block + 0.5), axis - reachOf(room, scene)];
  const { largest } = constants;
  const marks = marksApart(blocks);
  const pull = ([, py]) => ({ scale: scaleAt((axis - py) / bead, { largest, marks }) });
  const lead = [
    [at[0], at[1] - 8],
    [at[0], told],
  ];
  return [told && line(lead, "quiet thin through"), grip(at, pull, "ink", { r: 6 })];
}
