// The grid of states: arrows, what flows back along them, the states, lamps and inputs.

import { plural } from "../widget/kit/numbers.js";
import { arrow, cell, choice, circle, curve, dot, line, word } from "../widget/kit/picture.js";
import { alongPath, glowOf, placeOf, placesOf, widthOf, xOf, yOf } from "./deep_room.js";
import { LAYERS } from "./deep_steps.js";

const upTo = (n) => Array.from({ length: n }, (_, k) => k + 1);

const disc = ([x, y], r, look, more) =>
  cell(x - r, y - r, 2 * r, 2 * r, look, { round: r, ...more });

/** Every arrow of the network, as the network runs: from the left and from below. */
function arrowsOf({ steps }) {
  const layers = upTo(LAYERS);
  const along = layers.flatMap((layer) =>
    upTo(steps - 1).map((step) => ({ from: [step, layer], to: [step + 1, layer], kind: "back" })),
  );
  const up = layers
    .slice(1)
    .flatMap((layer) =>
      upTo(steps).map((step) => ({ from: [step, layer - 1], to: [step, layer], kind: "down" })),
    );
  return [...along, ...up];
}

/** The ends of an arrow, which leave its two states free. */
function endsOf(room, { from, to }) {
  const [x0, y0] = placeOf(room, from);
  const [x1, y1] = placeOf(room, to);
  const dx = Math.sign(x1 - x0);
  const dy = Math.sign(y1 - y0);
  const away = room.r + room.gap;
  return [
    [x0 + away * dx, y0 + away * dy],
    [x1 - away * dx, y1 - away * dy],
  ];
}

/** What flows back along each arrow, as wide as it is large. */
export const drawFlows = (room, scene) =>
  arrowsOf(scene).map((one) => {
    const [step, layer] = one.to;
    const flow = scene.hidden ? 0 : scene.flows[step - 1][layer - 1][one.kind];
    const width = widthOf(room, flow);
    return {
      ...line([placeOf(room, one.from), placeOf(room, one.to)], "gradient flow"),
      width: Math.max(0.3, width),
      opacity: width < 0.3 ? 0 : 0.75,
    };
  });

const keyOf = ([step, layer]) => `${step},${layer}`;

/** How many of the paths that have been drawn cross each arrow; the one under way does not yet. */
function crossings({ paths, count, flying, end }) {
  const found = new Map();
  for (const path of paths.slice(0, flying < 0 ? count : flying)) {
    let [step, layer] = end;
    for (const move of path) {
      const arrowKey = `${move} ${keyOf([step, layer])}`;
      found.set(arrowKey, 1 + (found.get(arrowKey) ?? 0));
      if (move === "b") step -= 1;
      else layer -= 1;
    }
  }
  return found;
}

const tenth = (x) => Math.round(10 * x) / 10;

/** How many threads lie along an arrow: once the gradient is seen a single hairline, so that what
 *  flows is louder than what leads there. */
const threadsOf = ({ hidden }, crossed = 0) => (hidden ? crossed : Math.min(1, crossed));

/** So many lines side by side between two states. */
function strandsOf(room, { from, to, kind }, many) {
  const [x0, y0] = placeOf(room, from);
  const [x1, y1] = placeOf(room, to);
  return Array.from({ length: many }, (_, n) => {
    const aside = room.strand.pitch * (n - (many - 1) / 2);
    return kind === "back"
      ? `M${x0} ${tenth(y0 + aside)}H${x1}`
      : `M${tenth(x0 + aside)} ${y0}V${y1}`;
  }).join("");
}

/** Each path to the chosen state as a thread: along an arrow that many cross lie many threads,
 *  until what they bring is told. */
export function drawStrands(room, scene) {
  const known = crossings(scene);
  const threads = arrowsOf(scene).map((one) =>
    strandsOf(room, one, threadsOf(scene, known.get(`${one.kind[0]} ${keyOf(one.to)}`))),
  );
  return curve(threads.join("") || "M0 0", "ink through", {
    width: scene.hidden ? room.strand.width : room.strand.alone,
    opacity: 0.7,
  });
}

/** The network’s arrows, faint; where several threads lie they hide the head. */
export function drawArrows(room, scene) {
  const known = crossings(scene);
  return arrowsOf(scene).map((one) => {
    const isCovered = threadsOf(scene, known.get(`${one.kind[0]} ${keyOf(one.to)}`)) > 1;
    const [from, to] = endsOf(room, one);
    return arrow(from, to, "quiet thin ghost", { head: isCovered ? 0 : room.head });
  });
}

/** The path that is being drawn, and the signal that travels along it. */
export function drawPath(room, { paths, flying, share, end }) {
  const isOn = flying >= 0;
  const places = placesOf(room, isOn ? paths[flying] : "", end);
  const d = places.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("");
  return curve(isOn ? d : "M0 0", "ink", { width: 5, opacity: isOn && share > 0 ? 1 : 0 });
}

export function drawSignal(room, { paths, flying, share, end }) {
  if (flying < 0) return [null, null];
  const at = alongPath(placesOf(room, paths[flying], end), share);
  return [dot(at, 0.62 * room.r, "paper through"), dot(at, 0.46 * room.r, "gradient through")];
}

/** How much of the gradient's colour a state has; its digits can still be read on it. */
const tintOf = (gradient) =>
  `color-mix(in oklab, var(--gradient) ${Math.round(52 * glowOf(gradient))}%, var(--paper))`;

function lookOf(scene, place) {
  if (keyOf(place) === scene.start) return "ink hollow thick";
  return keyOf(place) === keyOf(scene.end) ? "gradient hollow thick" : "state hollow";
}

const FINGER = 22; // px to each side in which a finger finds a state

/** Where a tap means this state: as far as its neighbour, and of the lowest down to its input. */
function pickOf({ pitch, inputs }, [x, y], layer) {
  const wide = Math.min(pitch, 2 * FINGER);
  const bottom = layer === 1 ? inputs - 10 : y + FINGER;
  return cell(x - wide / 2, y - FINGER, wide, bottom - y + FINGER, "pick");
}

function drawState(room, scene, [step, layer]) {
  const { arriving, counts, hidden, top, told: sizes, most } = scene;
  const place = [step, layer];
  const at = placeOf(room, place);
  const isSeen = layer <= top;
  const gradient = hidden ? 0 : arriving[step - 1][layer - 1];
  const glow = glowOf(gradient);
  const opacity = isSeen ? 1 : 0.4;
  const marks = [
    disc(at, (1 + 0.5 * glow) * room.r, "gradient through", { opacity: 0.25 * glow }),
    disc(at, room.r, lookOf(scene, place), { fill: tintOf(gradient), opacity }),
    pickOf(room, at, layer),
  ];
  const count = counts[step - 1][layer - 1];
  const told = hidden ? "" : `, gradient ${sizes[step - 1][layer - 1]}`;
  return [
    choice(marks, {
      to: { start: keyOf(place), drawn: most },
      name: `Step ${step}, layer ${layer}`,
      held: `${plural(count, "path")}${told}`,
      on: keyOf(place) === scene.start,
      place: [LAYERS - layer, step],
    }),
    isSeen && word(at, `${count}`, hidden ? "through strong" : "through", { size: room.type }),
  ];
}

export const drawStates = (room, scene) =>
  upTo(LAYERS)
    .reverse()
    .map((layer) => upTo(scene.steps).map((step) => drawState(room, scene, [step, layer])));

export const drawInputs = (room, { steps }) =>
  upTo(steps).map((step) => {
    const x = xOf(room, step);
    const bottom = yOf(room, 1) + room.r + 3;
    return [
      arrow([x, room.inputs - 13], [x, bottom], "input thin"),
      word([x, room.inputs], `<i>x</i><sub>${step}</sub>`, "input through", { size: room.type }),
    ];
  });

/** Where the gradient leaves: a lamp for each layer, one of which is lit. */
export function drawLamps(room, { top, steps, most }) {
  const { lamp, type, r } = room;
  return upTo(LAYERS).map((layer) => {
    const at = [lamp.x, yOf(room, layer)];
    const isLit = layer === top;
    const from = [xOf(room, steps) + r, at[1]];
    const halo = disc(at, 1.5 * lamp.r, "gradient through", { opacity: isLit ? 0.22 : 0 });
    const marks = [halo, disc(at, lamp.r, isLit ? "gradient" : "gradient hollow dashed")];
    const flow = { ...line([from, at], "gradient"), width: room.unit, opacity: isLit ? 0.75 : 0 };
    return [
      line([from, at], "quiet thin dashed"),
      flow,
      choice(marks, {
        to: { top: layer, drawn: most },
        name: `Gradient leaves layer ${layer}`,
        on: isLit,
        place: [LAYERS - layer, steps + 2],
      }),
      word(at, isLit ? "1" : "0", isLit ? "paper strong through" : "gradient through", {
        size: type,
      }),
      word([lamp.x, at[1] + lamp.down], `layer ${layer}`, "quiet", { size: type - 1 }),
    ];
  });
}

const placeNamed = (key) => key.split(",").map(Number);

/** Beside the states of the question their letters, and once it is answered what they receive. */
export function drawLetters(room, scene) {
  const { isAsked, answered, guess, constants } = scene;
  return constants.marked.map(([letter, key], n) => {
    const [x, y] = placeOf(room, placeNamed(key));
    const at = [x - room.letter[0], y - room.letter[1]];
    return [
      (isAsked || !answered) && word(at, letter, "strong halo through", { size: room.type }),
      isAsked && answered && drawTold(room, scene, key),
      isAsked && answered && guess === n && circle([x, y], room.r + 5, "ink dashed yours"),
    ];
  });
}

/** What a state receives, over its right shoulder, on paper of its own: clear of what flows. */
function drawTold(room, { told }, key) {
  const [step, layer] = placeNamed(key);
  const [x, y] = placeOf(room, [step, layer]);
  const text = told[step - 1][layer - 1];
  const letters = text.replace(/<[^>]+>/g, "").length;
  if (letters > room.told.most) return null;
  const { aside, over, size } = room.told;
  const wide = 0.56 * size * letters + 4;
  const plate = [x + aside - 2, y - over - 0.6 * size, wide, 1.2 * size];
  return [
    cell(...plate, "paper through", { round: 4 }),
    word([x + aside, y - over], text, "gradient strong through", { anchor: "start", size }),
  ];
}

/** The same for the state that is chosen, where it is none of the question’s. */
export function drawChosen(room, scene) {
  const { hidden, isAsked, start, constants } = scene;
  const isMarked = isAsked && constants.marked.some(([, key]) => key === start);
  return !hidden && !isMarked && drawTold(room, scene, start);
}

/** What is tapped as a guess. */
export const drawBallots = (room, { constants }) =>
  constants.marked.map(([, key]) => {
    const at = placeOf(room, placeNamed(key));
    return [circle(at, room.r + 4, "ink dashed"), disc(at, room.r + 4, "pick")];
  });
