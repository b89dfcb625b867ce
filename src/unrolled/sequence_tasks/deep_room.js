// Where everything of the grid of states is, in pixels of its picture.

const WIDE = {
  size: [900, 380],
  type: 16,
  r: 21, // of a state
  gap: 4, // px between an arrow and its states
  head: 6, // of an arrow
  first: 308, // the middle of the first step
  pitch: 68,
  rows: [248, 150, 52], // from layer 1 up
  inputs: 306,
  lamp: { x: 856, r: 19, down: 35 },
  unit: 32, // px that a flow of 1 is wide
  widest: 40,
  strand: { width: 0.8, pitch: 1.3, alone: 1.25 }, // of a path, beside the others or alone
  letter: [27, 29], // px to the left of a state and over it, clear of the ring of a guess
  told: { most: 9, aside: 14, over: 33, size: 15 }, // its number: letters, px to the right, over it
  gauge: {
    bar: [287, 340, 430, 18],
    name: { at: [271, 349], anchor: "end" },
    value: { at: [877, 349], anchor: "end", size: 20 },
  },
  map: { x: 42, y: 52, side: 196, time: [34, 261] },
};
const NARROW = {
  size: [360, 370],
  type: 14,
  r: 16,
  gap: 1,
  head: 4,
  first: 22,
  pitch: 39,
  rows: [168, 103, 38],
  inputs: 210,
  lamp: { x: 338, r: 13, down: 26 },
  unit: 18,
  widest: 26,
  strand: { width: 0.5, pitch: 0.85, alone: 1 },
  letter: [17, 26],
  told: { most: 5, aside: 8, over: 28.5, size: 12.5 },
  gauge: {
    bar: [172, 298, 168, 16],
    name: { at: [172, 256], anchor: "start" },
    value: { at: [172, 280], anchor: "start", size: 18 },
  },
  map: { x: 28, y: 246, side: 101, time: [138, 345] },
};

export const roomOf = (narrow) => (narrow ? NARROW : WIDE);

export const xOf = ({ first, pitch }, step) => first + pitch * (step - 1);

export const yOf = ({ rows }, layer) => rows[layer - 1];

export const placeOf = (room, [step, layer]) => [xOf(room, step), yOf(room, layer)];

/** The places of a path, from the state that the gradient leaves to the one where it arrives. */
export function placesOf(room, path, end) {
  let [step, layer] = end;
  const places = [placeOf(room, end)];
  for (const move of path) {
    if (move === "b") step -= 1;
    else layer -= 1;
    places.push(placeOf(room, [step, layer]));
  }
  return places;
}

/** Where a signal is that has crossed this share of a path. */
export function alongPath(places, share) {
  const at = share * (places.length - 1);
  const n = Math.min(Math.floor(at), places.length - 2);
  if (n < 0) return places[0];
  const [x0, y0] = places[n];
  const [x1, y1] = places[n + 1];
  return [x0 + (x1 - x0) * (at - n), y0 + (y1 - y0) * (at - n)];
}

const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** How bright a gradient is drawn: between nothing and 1. */
export const glowOf = (gradient) => Math.sqrt(clamp(gradient, 0, 1));

export const widthOf = ({ unit, widest }, flow) => Math.min(widest, unit * flow);

/** From two weights to a place in the map, and back. */
export const mapPlace = ({ map: { x, y, side } }, largest, [size, between]) => [
  x + (side * size) / largest,
  y + side - (side * between) / largest,
];

export function mapWeights({ map: { x, y, side } }, largest, [px, py]) {
  const weight = (share) => Math.round(100 * clamp(share, 0, 1) * largest) / 100;
  return { size: weight((px - x) / side), between: weight((y + side - py) / side) };
}
