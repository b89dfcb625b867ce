// The lanes of the stream, one a number: how they join at a sum, and how one changes its sign.
import { stack } from "./stream_room.js";

export const ORDER = ["x", "sum_1", "norm_1", "sum_2", "norm_2"];
/** What meets in a sum: the piece of the stream, what is added, and the cut of either. */
const MEETS = {
  sum_1: { added: "added_1", cuts: ["river 1", "attention"], isAbove: true },
  sum_2: { added: "added_2", cuts: ["river 2", "feed-forward"], isAbove: false },
};

const SEAM = 0.6; // px: pieces of the stream overlap, so that no seam is seen
const PINCH = 3; // px that a change of sign takes of the pieces on either side

const px = (v) => Math.round(10 * v) / 10;

/** A band through places [x, top, bottom], level at each of them. */
export function ribbon(places) {
  const edge = (from, to, side) => {
    const bend = px((from[0] + to[0]) / 2);
    return `C${bend} ${px(from[side])} ${bend} ${px(to[side])} ${px(to[0])} ${px(to[side])}`;
  };
  const [start] = places;
  const back = places.toReversed();
  const there = places.slice(1).map((to, n) => edge(places[n], to, 1));
  const home = back.slice(1).map((to, n) => edge(back[n], to, 2));
  return `M${px(start[0])} ${px(start[1])}${there.join("")}V${px(back[0][2])}${home.join("")}Z`;
}

/** Of two numbers of a sum, the share of the second in its lane: all or none where they fight. */
export function shareOf(own, added) {
  if (own * added >= 0) return Math.abs(added) / (Math.abs(own) + Math.abs(added) || 1);
  return Math.abs(added) > Math.abs(own) ? 1 : 0;
}

/** In which part of a sum's lane each of its two numbers ends: [of the stream, of the added]. */
function partsOf(room, { at, cut }, sum, i) {
  const { added, cuts, isAbove } = MEETS[sum];
  const before = ORDER[ORDER.indexOf(sum) - 1];
  const own = cut === cuts[0] ? 0 : at(before)[i];
  const share = shareOf(own, cut === cuts[1] ? 0 : at(added)[i]);
  const [top, bottom] = stack(at(sum), room.middle, room.unit)[i];
  const border = isAbove ? top + share * (bottom - top) : bottom - share * (bottom - top);
  const halves = [
    [border, bottom],
    [top, border],
  ];
  return isAbove ? halves : halves.toReversed();
}

/** Where a lane has no width, between two pieces in which its sign differs. */
function pinchOf(room, at, [before, after], i) {
  const sides = [before, after].map((name) => stack(at(name), room.middle, room.unit)[i]);
  const y = (sides[0][0] + sides[0][1] + sides[1][0] + sides[1][1]) / 4;
  return [(room.pieces[before][1] + room.pieces[after][0]) / 2, y, y];
}

const differ = (at, [before, after], i) => at(before)[i] * at(after)[i] < 0;

/** How lane i of a piece begins: where its sign has just changed, from no width. */
function beginOf(room, at, name, i) {
  const before = ORDER[ORDER.indexOf(name) - 1];
  const [start] = room.pieces[name];
  const lane = stack(at(name), room.middle, room.unit)[i];
  const isPinched = before && !MEETS[name] && differ(at, [before, name], i);
  if (!isPinched)
    return [
      [start, ...lane],
      [start, ...lane],
    ];
  return [pinchOf(room, at, [before, name], i), [start + PINCH, ...lane]];
}

/** How it ends: in its part of the next sum, in the next lane, or before a change of its sign. */
function endOf(room, scene, name, i) {
  const { at } = scene;
  const next = ORDER[ORDER.indexOf(name) + 1];
  const [, end] = room.pieces[name];
  const lane = stack(at(name), room.middle, room.unit)[i];
  if (!next)
    return [
      [end, ...lane],
      [end, ...lane],
    ];
  const [start] = room.pieces[next];
  if (MEETS[next])
    return [
      [end, ...lane],
      [start + SEAM, ...partsOf(room, scene, next, i)[0]],
    ];
  if (differ(at, [name, next], i)) {
    return [[end - PINCH, ...lane], pinchOf(room, at, [name, next], i)];
  }
  const after = stack(at(next), room.middle, room.unit)[i];
  return [
    [end, ...lane],
    [start + SEAM, ...after],
  ];
}

/** Lane i of a piece of the stream, with its way into the next one. */
export const laneOf = (room, scene, name, i) =>
  ribbon([...beginOf(room, scene.at, name, i), ...endOf(room, scene, name, i)]);

/** Lane i of what a sub-layer adds: from its mouth, narrow, into its part of the sum. */
export function branchOf(room, scene, { from: [x, y], sum, mouth }, i) {
  const values = scene.at(MEETS[sum].added);
  const narrow = stack(values, y, mouth * room.unit)[i];
  const full = stack(values, y, room.unit)[i];
  const [start] = room.pieces[sum];
  return ribbon([
    [x, ...narrow],
    [x + room.swell, ...full],
    [start + SEAM, ...partsOf(room, scene, sum, i)[1]],
  ]);
}
