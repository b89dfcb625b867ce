// Around the chain: what is said at its ends, the switch of the skip connections, and the flag.

import { PLAY } from "../widget/kit/draw.js";
import { short } from "../widget/kit/numbers.js";
import { cell, choice, curve, grip, line, word } from "../widget/kit/picture.js";
import { clamp, placeAt, spanOf, tenth } from "./depth_and_gradient_room.js";

// Its ends

const disc = ([x, y], r, look, more) =>
  cell(x - r, y - r, 2 * r, 2 * r, look, { round: r, ...more });

/** Where the gradient leaves: a lamp, which a tap lights anew. */
function drawLamp(room, scene) {
  const { lamp, axis, type } = room;
  const at = [placeAt(room, scene, scene.blocks) + lamp.away, axis + lamp.down];
  const marks = [disc(at, lamp.r + 7, "gradient", { opacity: 0.2 }), disc(at, lamp.r, "gradient")];
  return [
    choice(marks, {
      to: PLAY,
      name: "Send a signal through, and a gradient of 1 back",
      place: [1, 1],
    }),
    word(at, "1", "paper strong through", { size: type + 1 }),
  ];
}

/** Beside the chain: what enters on the left, and what arrives there of the gradient. */
function sayBeside({ axis, ends, type }, arrives) {
  const says = (y, html, look, size = type) =>
    word([ends.x, y], html, look, { anchor: "end", size });
  return [
    says(axis - ends.up - ends.lead, "1", "strong"),
    says(axis - ends.up, "signal →", "state"),
    says(axis + ends.up, "← gradient", "gradient"),
    says(axis + ends.up + ends.lead + 2, `<b>${arrives || "…"}</b>`, "", type + 5),
  ];
}

/** The same above and below the chain, on a phone. */
function sayAround({ ends, type }, arrives) {
  const says = (y, html, look) => word([ends.x, y], html, look, { anchor: "start", size: type });
  return [
    says(ends.signal, "signal of <b>1</b> →", "state"),
    says(ends.gradient, "← gradient of 1", "gradient"),
    word([ends.x + 112, ends.gradient], `arrives as <b>${arrives || "…"}</b>`, "", {
      anchor: "start",
      size: type,
    }),
  ];
}

export function drawEnds(room, scene) {
  const { axis, type } = room;
  const { ups, blocks, up, down, hidden, texts, narrow } = scene;
  const right = placeAt(room, scene, blocks) + 10;
  const isThere = down >= blocks;
  const arrives = hidden ? "?" : isThere && texts.end;
  return [
    drawLamp(room, scene),
    narrow ? sayAround(room, arrives) : sayBeside(room, arrives),
    up >= blocks &&
      word([right, axis - (narrow ? 58 : 44)], hidden ? "?" : short(ups[blocks]), "state strong", {
        anchor: "start",
        size: type,
      }),
  ];
}

// The switch

/** A switch takes the skip connections away, and so does a tap on the line through all blocks. */
export function drawSwitch(room, scene) {
  const { start, axis, type, toggle } = room;
  const [x, y] = toggle.at;
  const { skip } = scene;
  const rim = { round: 10, fill: skip ? "var(--ink)" : "var(--paper)", stroke: "var(--ink)" };
  const long = placeAt(room, scene, scene.blocks) - start;
  const does = { to: { skip: !skip }, held: skip ? "on" : "off", on: skip };
  const marks = [
    cell(x - 4, y - 22, toggle.wide, 44, "pick"),
    cell(x, y - 10, 38, 20, "ink hollow", rim),
    cell(skip ? x + 21 : x + 3, y - 7, 14, 14, skip ? "paper" : "ink", { round: 7 }),
  ];
  const along = [cell(start, axis - 12, long, 24, "pick")];
  return [
    choice(marks, { ...does, name: "Skip connections", place: [0, 6] }),
    choice(along, { ...does, name: "The line of all skip connections", place: [1, 0] }),
    word([x + 46, y], "skip connections", skip ? "strong through" : "through", {
      anchor: "start",
      size: type,
    }),
  ];
}

// The flag

function clothPath(x, y, { wide, high }) {
  const left = tenth(x - wide / 2);
  const top = tenth(y - high / 2);
  const r = 5;
  const w = wide - 2 * r;
  const h = high - 2 * r;
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const upper = `M${tenth(left + r)} ${top}h${w}${corner(r, r)}v${h}${corner(-r, r)}`;
  return `${upper}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}Z`;
}

/** The middle of a cloth above its pole, in the picture. */
const inside = ({ size: [width] }, x, { wide }) => clamp(x, wide / 2 + 3, width - wide / 2 - 3);

/** The middle of the cloth of the guess, clear of the other. */
function clearOf(room, own, yours) {
  const { flag, size } = room;
  const apart = (flag.wide + flag.yours.wide) / 2 + 5;
  if (Math.abs(yours - own) >= apart) return inside(room, yours, flag.yours);
  const most = size[0] - flag.yours.wide / 2;
  const isFull = own - apart < flag.yours.wide / 2;
  const side = (yours < own && !isFull) || own + apart > most ? -1 : 1;
  return own + side * apart;
}

/** The guess, once it is answered: a dashed pole and an empty cloth. */
function drawYours(room, scene, own) {
  const { guess, blocks } = scene;
  const { flag, axis, unit, type } = room;
  const isSeen = scene.isAsked && scene.answered && scene.isGuessed && guess !== scene.at;
  const x = placeAt(room, scene, blocks - clamp(guess ?? 0, 0, blocks));
  const cloth = clearOf(room, own, x);
  const opacity = isSeen ? 1 : 0;
  const pole = [
    [x, axis],
    [x, axis + 1.2 * unit],
    [cloth, flag.y - flag.yours.high / 2],
  ];
  const look = { fill: "var(--paper)", width: 1.5, opacity };
  return [
    { ...line(pole, "ink dashed thin yours through"), opacity },
    curve(clothPath(cloth, flag.y, flag.yours), "ink dashed yours", look),
    isSeen && word([cloth, flag.y], `you: ${guess}`, "strong yours through", { size: type - 1 }),
  ];
}

/** What is written on the flag, in a line or two. */
function writeFlag({ flag, type }, { at, narrow, downs, down, blocks, hidden }, x) {
  const back = Math.round(at);
  const found = down < back ? "…" : short(downs[blocks - back]); // it may still be on its way
  const left = hidden ? "?" : found;
  const size = type - 0.5;
  if (!narrow) {
    const told = `${back} ${back === 1 ? "block" : "blocks"} back: <b>${left}</b>`;
    return [word([x, flag.y], told, "paper through", { size })];
  }
  return [
    word([x, flag.y - 8], `${back} back`, "paper through", { size: type - 1 }),
    word([x, flag.y + 8], left, "paper strong through", { size: type - 1 }),
  ];
}

/** The flag, which the reader drags to a block, and what is left of the gradient there. */
export function drawFlag(room, scene) {
  const { answered, blocks, at, depth, constants } = scene;
  const { flag, axis, start } = room;
  const x = placeAt(room, scene, blocks - at);
  const to = (level) => Math.round(blocks - clamp(level, 0, blocks));
  const levelOf = (px) => ((px - start) * blocks) / spanOf(room, depth, constants.deepest);
  const most = constants.question.place.max;
  const pull = ([px]) =>
    answered ? { read: to(levelOf(px)) } : { guess: Math.min(most, to(levelOf(px))) };
  const cloth = inside(room, x, flag);
  const pole = [
    [x, axis],
    [x, flag.grip],
    [cloth, flag.y],
  ];
  return [
    drawYours(room, scene, cloth),
    line(pole, "ink thin through"),
    curve(clothPath(cloth, flag.y, flag), "ink shape", { fill: "var(--ink)" }),
    writeFlag(room, scene, cloth),
    grip([x, flag.grip], pull, "ink", { r: 7 }),
  ];
}
