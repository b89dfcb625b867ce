// Where everything of the two stacks is, in pixels of their picture: depth runs upwards.

const WIDE = {
  size: [900, 444],
  type: 15,
  half: 450, // px from the left stack to the right one
  floor: 398, // where the tokens enter
  pitch: 14, // of a sub-layer, half a block
  stream: { x: 166, unit: 17 }, // px that a size of 1 is wide
  gradient: { x: 56, unit: 12 },
  box: { x: 244, wide: 44 },
  bar: { x: 294, long: 104, value: 434 },
  jaw: { long: 7, thick: 3 },
  gate: { away: 8, long: 2, gap: 1.5, thick: 2.5 }, // before a sub-layer
  lid: 452,
  final: { x: 208, wide: 112 },
  mouth: 3, // px: how wide a branch leaves its sub-layer
  names: { title: 14, low: 415, lower: 415, barAt: 415, thread: 431 },
  sayings: { stream: [166, "middle"], gradient: [56, "middle"], bar: [294, "start"] },
  hasSpread: true,
};
const NARROW = {
  size: [360, 374],
  type: 13.6,
  half: 180,
  floor: 334,
  pitch: 11.5,
  stream: { x: 53, unit: 8 },
  gradient: { x: 15, unit: 5.3 },
  box: { x: 80, wide: 25 },
  bar: { x: 108, long: 46, value: 180 },
  jaw: { long: 4, thick: 2.5 },
  gate: { away: 5, long: 1.2, gap: 1.2, thick: 2 },
  lid: 164,
  final: { x: 74, wide: 92 },
  mouth: 2,
  names: { title: 12, low: 348, lower: 364, barAt: 364 },
  sayings: { stream: [53, "middle"], gradient: [2, "start"], bar: [92, "start"] },
  hasSpread: false,
};
export const SIDES = ["after", "before"];
export const MOST = 12;
export const LID = 15; // px from the top of a stack to what is pulled
export const OUT = 30; // px from there to where the loss sends its gradient

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

/** How far to the right a stack is. */
export const leftOf = ({ half }, side) => half * SIDES.indexOf(side);

/** The height at which so many sub-layers end. */
export const heightOf = ({ floor, pitch }, sublayers) => floor - pitch * sublayers;

export const topOf = (room, blocks) => heightOf(room, 2 * blocks);

/** The number of blocks of a stack that is pulled to this height. */
export function blocksAt({ floor, pitch }, y) {
  const blocks = Math.round((floor - LID - y) / (2 * pitch));
  return Math.max(1, Math.min(MOST, blocks));
}

/** px that a gradient of 1 is long as a bar: what is longest has room. */
export function barUnit({ bar }, bars) {
  const all = [1, ...bars.after, ...bars.before];
  return bar.long / Math.max(...all);
}
