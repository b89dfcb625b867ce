// The tower: blocks with their loops, which reach into the signal on the left and into the gradient
// on the right.

import { PLAY } from "../widget/kit/draw.js";
import { plural, short } from "../widget/kit/numbers.js";
import { cell, choice, curve, dot, dots, grip, line, word } from "../widget/kit/picture.js";
import {
  clamp,
  depthAt,
  heightOf,
  levelAt,
  shareOf,
  tenth,
  widthOf,
} from "./depth_and_gradient_room.js";

const upTo = (n) => Array.from({ length: n }, (_, k) => k);

const disc = ([x, y], r, look, more) =>
  cell(x - r, y - r, 2 * r, 2 * r, look, { round: r, ...more });

/** The ground that the tower is on. */
export const drawStage = ({ stage }) =>
  cell(0, 0, stage.wide, stage.high, "quiet", { round: 14, opacity: 0.07 });

// Bands

/** Levels from one to another, whole ones and both ends. */
function levelsBetween(from, to) {
  const whole = upTo(Math.floor(to) - Math.ceil(from) + 1).map((k) => Math.ceil(from) + k);
  const inner = whole.filter((level) => level > from && level < to);
  return from < to ? [from, ...inner, to] : [];
}

/** A length between two levels. */
function lengthAt(lengths, level) {
  const below = Math.floor(level);
  const above = Math.min(below + 1, lengths.length - 1);
  return lengths[below] + (lengths[above] - lengths[below]) * (level - below);
}

const LEFT = -1;
const RIGHT = 1;

/** A band along the tower, at every level as wide as what is there is long. */
function bandPath(room, scene, side, lengths, [from, to]) {
  const levels = levelsBetween(from, to);
  if (!levels.length) return "M0 0";
  const inner = room.axis + side * room.edge;
  const points = (xOf) =>
    levels.map((level) => `${tenth(xOf(level))} ${tenth(levelAt(room, scene, level))}`);
  const along = points(() => inner);
  const outer = points((level) => inner + side * widthOf(room, lengthAt(lengths, level)));
  const [left, right] = side === LEFT ? [outer, along] : [along, outer];
  return `M${left.join("L")}L${right.toReversed().join("L")}Z`;
}

/** How wide a band is that neither shrinks nor grows. */
function drawBed(room, scene, side, look) {
  const { axis, edge, unit, ground } = room;
  const top = levelAt(room, scene, scene.blocks);
  const left = side === LEFT ? axis - edge - unit : axis + edge;
  return cell(left, top, unit, ground - top, look, { opacity: 0.13, round: 2 });
}

export function drawBands(room, scene) {
  const { ups, downs, up, down, blocks, hidden } = scene;
  const fill = (look) => ({ fill: `var(--${look})`, opacity: hidden ? 0 : 0.9 });
  const risen = hidden ? "M0 0" : bandPath(room, scene, LEFT, ups, [0, up]);
  const fallen = hidden ? "M0 0" : bandPath(room, scene, RIGHT, downs, [blocks - down, blocks]);
  return [
    drawBed(room, scene, LEFT, "state"),
    drawBed(room, scene, RIGHT, "gradient"),
    curve(risen, "state shape", fill("state")),
    curve(fallen, "gradient shape", fill("gradient")),
  ];
}

// Blocks

/** A loop at every block: its branch, which reaches as far into a band as it is scaled. */
function loopsPath(room, scene, side) {
  const { axis, loop } = room;
  const { blocks, scale, constants } = scene;
  const bulge = tenth(axis + side * 1.68 * loop * shareOf(scale, constants.largest));
  const pitch = levelAt(room, scene, 0) - levelAt(room, scene, 1);
  return upTo(blocks)
    .map((block) => {
      const [y0, y1] = [block + 0.14, block + 0.86].map((at) => levelAt(room, scene, at));
      const lift = 0.12 * pitch; // it leaves the line upwards and comes back from below
      return `M${axis} ${tenth(y0)}C${bulge} ${tenth(y0 - lift)} ${bulge} ${tenth(y1 + lift)} ${axis} ${tenth(y1)}`;
    })
    .join("");
}

/** The straight line, cut at every block: what stays without the skip connections. */
function jointsPath(room, scene) {
  const { blocks } = scene;
  return upTo(blocks + 1)
    .map((level) => {
      const ends = [Math.max(0, level - 0.14), Math.min(blocks, level + 0.14)];
      const [y0, y1] = ends.map((at) => tenth(levelAt(room, scene, at)));
      return `M${room.axis} ${y0}V${y1}`;
    })
    .join("");
}

const THICK = 3.2; // px that the line is at most

const pitchOf = (room, scene) => (room.ground - levelAt(room, scene, scene.blocks)) / scene.blocks;

const strokeOf = (room, scene) => clamp(0.32 * pitchOf(room, scene), 0.9, 2.2);

export function drawBlocks(room, scene) {
  const opacity = clamp(0.1 * pitchOf(room, scene), 0.28, 0.5);
  const look = { width: strokeOf(room, scene), opacity };
  return [
    curve(loopsPath(room, scene, LEFT), "ink", look),
    curve(loopsPath(room, scene, RIGHT), "ink", look),
  ];
}

/** The skip connections: one line through all blocks. */
export function drawLine(room, scene) {
  const { axis, ground } = room;
  const { blocks, skip } = scene;
  const top = levelAt(room, scene, blocks);
  return [
    curve(jointsPath(room, scene), "ink", { width: strokeOf(room, scene) }),
    curve(`M${axis} ${tenth(ground)}V${tenth(top)}`, "ink", {
      width: THICK,
      opacity: skip ? 1 : 0,
    }),
    pitchOf(room, scene) > 18 &&
      dots(
        upTo(blocks + 1).map((level) => [axis, levelAt(room, scene, level)]),
        4,
        "ink",
      ),
  ];
}

/** What travels while it plays: the signal up, then the gradient down. */
export function drawTraveller(room, scene) {
  const { up, down, blocks } = scene;
  if (down >= blocks) return [null, null];
  const isRising = up < blocks;
  const at = [room.axis, levelAt(room, scene, isRising ? up : blocks - down)];
  return [dot(at, 8, "paper through"), dot(at, 6, `${isRising ? "state" : "gradient"} through`)];
}

// Its top and its foot

/** Where the gradient leaves: a lamp, which a tap lights anew. */
function drawLamp(room, scene) {
  const { lamp, axis, ends, type } = room;
  const at = [axis + ends, levelAt(room, scene, scene.blocks) - lamp.up];
  const marks = [disc(at, lamp.r + 6, "gradient", { opacity: 0.2 }), disc(at, lamp.r, "gradient")];
  return [
    choice(marks, {
      to: PLAY,
      name: "Send a signal up, and a gradient of 1 down",
      place: [0, 1],
    }),
    word(at, "1", "paper strong through", { size: type + 1 }),
  ];
}

export function drawEnds(room, scene) {
  const { axis, ends, ground, names, type, lamp } = room;
  const [left, right] = [axis - ends, axis + ends];
  const { ups, blocks, up, down, hidden, texts } = scene;
  const top = levelAt(room, scene, blocks);
  const [first, second] = names.map((away) => ground + away);
  const end = hidden ? "?" : texts.end;
  const large = type + (scene.narrow ? 1 : 3);
  return [
    drawLamp(room, scene),
    up >= blocks &&
      word([left, top - lamp.up + 12], hidden ? "?" : short(ups[blocks]), "strong", {
        size: type,
      }),
    word([left, first], "1", "strong", { size: type }),
    word([left, second], "signal ↑", "state", { size: type }),
    down >= blocks && word([right, first], `<b>${end}</b>`, "", { size: large }),
    word([right, second], "gradient ↓", "gradient", { size: type }),
  ];
}

/** The top of the tower, which is pulled up and down. */
export function drawKnob(room, scene) {
  const { axis, knob, type } = room;
  const { deepest } = scene.constants;
  const top = levelAt(room, scene, scene.blocks);
  const pull = ([, y]) => ({ depth: depthAt(room, y + knob, deepest) });
  return [
    line(
      [
        [axis, top],
        [axis, top - knob],
      ],
      "quiet thin",
    ),
    word([axis, top - knob - 1.9 * type], plural(scene.blocks, "block"), "strong", { size: type }),
    grip([axis, top - knob], pull, "ink"),
  ];
}

// The flag

const HIGH = { own: 38, yours: 22 };

function clothPath({ x, wide }, y, high) {
  const top = tenth(y - high / 2);
  return `M${x} ${top}h${wide}l-6 ${high / 2}l6 ${high / 2}H${x}Z`;
}

/** Where the cloth of the guess is, clear of the other. */
function clearOf(room, own, yours) {
  const apart = (HIGH.own + HIGH.yours) / 2 + 2;
  if (Math.abs(yours - own) >= apart) return yours;
  const side = yours < own || own + apart > room.ground + 20 ? -1 : 1;
  return own + side * apart;
}

/** The guess, once it is answered: a dashed pole and an empty cloth. */
function drawYours(room, scene, own) {
  const { guess, blocks } = scene;
  const isSeen = scene.isAsked && scene.answered && scene.isGuessed && guess !== scene.at;
  const y = levelAt(room, scene, blocks - clamp(guess ?? 0, 0, blocks));
  const cloth = clearOf(room, own, y);
  const { flag, axis, unit, type } = room;
  const opacity = isSeen ? 1 : 0;
  const pole = [
    [axis, y],
    [axis + 1.2 * unit, y],
    [flag.x, cloth],
  ];
  const look = { fill: "var(--paper)", width: 1.5, opacity };
  return [
    { ...line(pole, "ink dashed thin yours"), opacity },
    curve(clothPath(flag, cloth, HIGH.yours), "ink dashed yours", look),
    isSeen &&
      word([flag.x + flag.wide / 2 - 2, cloth], `you: ${guess}`, "strong yours", {
        size: type - 1,
      }),
  ];
}

/** The flag, which the reader drags to a block, and what is left of the gradient there. */
export function drawFlag(room, scene) {
  const { answered, blocks, at, downs, hidden, constants } = scene;
  const { flag, axis, type } = room;
  const y = levelAt(room, scene, blocks - at);
  const to = (level) => Math.round(blocks - clamp(level, 0, blocks));
  const levelOf = (py) =>
    (room.ground - py) / (heightOf(room, scene.depth, constants.deepest) / blocks);
  const most = constants.question.place.max;
  const pull = ([, py]) =>
    answered ? { read: to(levelOf(py)) } : { guess: Math.min(most, to(levelOf(py))) };
  const middle = flag.x + flag.wide / 2 - 2;
  const left = downs[blocks - Math.round(at)];
  const pole = [
    [axis, y],
    [flag.x, y],
  ];
  return [
    drawYours(room, scene, y),
    line(pole, "ink thin"),
    curve(clothPath(flag, y, HIGH.own), "ink shape", { fill: "var(--ink)" }),
    word([middle, y - 8], `${Math.round(at)} down`, "paper strong through", { size: type - 1 }),
    word([middle, y + 9], hidden ? "?" : short(left), "paper through", { size: type - 1 }),
    grip([flag.x - 6, y], pull, "ink", { r: 6 }),
  ];
}
