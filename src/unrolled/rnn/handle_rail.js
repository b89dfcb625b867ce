// Where on its line a weight is pulled: on the longest stretch that is clear of all that is drawn.
import { FOUR, letterX, PAIR, pointOf, radiusOf, unitAt } from "./unrolled_room.js";

const COUNT = 40; // places that are tried along a line
const CLEAR = 1.5; // px that a knob keeps from what lies there
const LEAST = 5; // px that it can be pulled to each side
const CORNER = 1.2; // of half the side of a square, around which the knob keeps clear

const between = (from, to, share) => from + (to - from) * share;
const far = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);

/** What lies at step t, as discs: [place, radius]. */
function discsOf(room, t) {
  const { rows, half, tile } = room;
  const states = PAIR.map((k) => [unitAt(room, "h", t, k), radiusOf(room, t)]);
  if (!t) return states;
  const sums = PAIR.map((k) => [unitAt(room, "a", t, k), CORNER * half]);
  const tiles = FOUR.map((k) => [[letterX(room, t, k), rows.x], CORNER * tile]);
  const logits = FOUR.map((k) => [[letterX(room, t, k), rows.z], CORNER * half]);
  return [...states, ...sums, ...tiles, ...logits];
}

/** The longest run of places that are clear, as [first, last]; none clear: the clearest, twice. */
function longestRun(clearances, needed) {
  const clearest = clearances.indexOf(Math.max(...clearances));
  let longest = [clearest, clearest];
  let first = 0;
  clearances.forEach((clearance, k) => {
    if (clearance < needed) first = k + 1;
    else if (k - first > longest[1] - longest[0]) longest = [first, k];
  });
  return longest;
}

/** A run made as long as a hand needs, if it is not, and no longer than `track` to each side. */
function fitted([first, last], places, track) {
  let low = first;
  let high = last;
  const half = () => far(places[low], places[high]) / 2;
  while (half() > track && high - low > 2) {
    low += 1;
    high -= 1;
  }
  while (half() < LEAST && low > 0 && high < COUNT) {
    low -= 1;
    high += 1;
  }
  return [low / COUNT, high / COUNT];
}

/** The rail on the line of a copy at step t, in shares of the line, from least to largest. */
export function railOf(room, t, points) {
  const discs = [...discsOf(room, t - 1), ...discsOf(room, t)];
  const places = Array.from({ length: COUNT + 1 }, (_, k) => pointOf(points, k / COUNT));
  const clearances = places.map((at) =>
    Math.min(...discs.map(([middle, radius]) => far(at, middle) - radius)),
  );
  return fitted(longestRun(clearances, room.knob + CLEAR), places, room.track);
}

/** The place on a rail for a share of its values, 0 the least and 1 the largest. */
export const placeOn = (points, [low, high], share) => pointOf(points, between(low, high, share));

/** The share of the way from one place to another that is nearest to a third. */
function shareBetween([x, y], [x0, y0], [x1, y1]) {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
  return Math.max(0, Math.min(1, share));
}

/** The share of its values that a place stands for: that of the nearest point of its rail. */
export function shareOf(place, rail) {
  const found = rail.slice(1).map((end, k) => {
    const share = shareBetween(place, rail[k], end);
    const at = [0, 1].map((i) => between(rail[k][i], end[i], share));
    return { away: far(place, at), share: (k + share) / (rail.length - 1) };
  });
  return found.reduce((a, b) => (b.away < a.away ? b : a)).share;
}
