// Where everything of the grid of states is, in pixels of its picture.

const WIDE = {
  size: [900, 390],
  type: 16,
  r: 25, // of a state
  gap: 3, // px between an arrow and its states
  first: 278, // the middle of the first step
  pitch: 71,
  rows: [236, 146, 56], // from layer 1 up
  inputs: 304,
  lamp: { x: 852, r: 19, down: 36 },
  unit: 32, // px that a flow of 1 is wide
  widest: 44,
  gauge: { x: 253, y: 350, wide: 547, high: 16, name: -14, value: -14 },
  map: { x: 26, y: 58, side: 200 },
};
const NARROW = {
  size: [360, 362],
  type: 14,
  r: 13.5,
  gap: 0.5,
  first: 20,
  pitch: 38,
  rows: [136, 83, 30],
  inputs: 174,
  lamp: { x: 331, r: 12, down: 25 },
  unit: 17,
  widest: 26,
  gauge: { x: 190, y: 278, wide: 160, high: 14, name: -38, value: -14 },
  map: { x: 26, y: 206, side: 126 },
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
  const [[x0, y0], [x1, y1]] = [places[n], places[n + 1]];
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
