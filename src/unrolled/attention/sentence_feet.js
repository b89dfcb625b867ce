// Of one head alone: at the foot of each ribbon that is wide enough, how much of the weight it has.
import { word } from "../widget/kit/picture.js";
import { percent } from "./sentence_now.js";

const LEAST = 0.05; // a weight below has no number
const WIDE = 38; // px: a number with its gap

/** The words whose share is printed: the largest first, each with room for its number. */
export function footed(row, places) {
  const order = row.map((_, k) => k).filter((k) => row[k] > LEAST);
  order.sort((a, b) => row[b] - row[a] || a - b);
  const isFree = (k) => (other) =>
    places[k].line !== places[other].line ||
    Math.abs(places[k].middle - places[other].middle) >= WIDE;
  const taken = [];
  for (const k of order) if (taken.every(isFree(k))) taken.push(k);
  return taken;
}

/** The numbers below the words, and what hangs below them. */
export function drawFeet({ words }, { row, facts, texts }, { places }, { size, below }) {
  const shown = facts.hidden ? [] : footed(row, places);
  return [
    words.map((_, k) => {
      const { middle, floor } = places[k];
      const text = shown.includes(k) && percent(row[k]);
      return text && word([middle, floor + 11], text, "state strong halo", { size: 14 });
    }),
    word([size[0] / 2, below], `below: which words look at <b>${texts.token}</b>`, "quiet", {
      size: 14,
    }),
  ];
}
