// Where the triangle leaves room: how much of the gradient a scheme loses, what it costs, the key.
import { percent } from "../widget/kit/numbers.js";
import { drawPair } from "./triangle.js";
import { boxAt, squareAt, wordAt } from "./window_room.js";

const LEAST = 0.012; // of a bar that is not empty
const LONG = 7; // characters: a longer value is written smaller

/** Squares and their name. */
function drawEntry(room, n, [html, squares]) {
  const { at, side, type } = room.key;
  const [x, y] = at[n];
  const wide = side / room.unit[0];
  const high = side / room.unit[1];
  return [
    squares.map(([weight, strength], i) => {
      const [left, top] = squareAt(room, [x + i * (side + 3), y - side / 2]);
      return drawPair(left, top, [wide, high], weight, strength);
    }),
    wordAt(room, [x + squares.length * (side + 3) + 5, y], html, "quiet", {
      anchor: "start",
      size: type,
    }),
  ];
}

/** What the squares are. */
export function drawKey(room, { random, reweighted, constants }) {
  const [kept, dropped, sizes, heavy] = constants.keys;
  return [
    drawEntry(room, 0, kept),
    drawEntry(room, 1, dropped),
    drawEntry(room, 2, sizes),
    random && reweighted && drawEntry(room, 3, heavy),
  ];
}

/** A value: large at the end of its bar, or as small as the name at the end of the name's line. */
function drawValue(room, { value: at, end, type, large, least }, value, look) {
  if (end) return wordAt(room, end, value, "", { anchor: "end", size: type });
  const size = value.length > LONG ? least : large;
  return wordAt(room, at, value, `${look} strong`, { anchor: "start", size, dy: size / 3 });
}

/** A bar with its name and its value; `share` of its length is filled. */
function drawBar(room, place, { name, value, share, look, opacity }) {
  const [left, top, long, tall] = place.bar;
  const part = Math.min(1, Math.max(share, share > 0 ? LEAST : 0));
  return [
    wordAt(room, place.name, name, "", { anchor: "start", size: place.type }),
    drawValue(room, place, value, look),
    boxAt(room, place.bar, "clear thin quiet", { round: 2 }),
    { ...boxAt(room, [left, top, part * long, tall], look, { round: 2 }), opacity },
  ];
}

/** A scheme's share of the gradient that is lost; nothing of it is told before the guess. */
function lossBar({ answered, constants }, name, error, own) {
  return {
    name: constants.loses[name],
    value: answered ? percent(error) : "?",
    share: answered ? error : 0,
    look: "gradient",
    opacity: own ? 1 : 0.55,
  };
}

/** Two schemes side by side: the window and another; of random cuts their mean and the draw. */
function lossBars(scene) {
  const { scheme, random, mean, error, k, constants } = scene;
  if (random) return [lossBar(scene, "mean", mean, true), lossBar(scene, "draw", error, false)];
  const other = scheme === "window" ? "late" : scheme;
  const late = constants.late[k - 1];
  return [
    lossBar(scene, "window", constants.window[k - 1], scheme === "window"),
    lossBar(scene, other, scheme === "window" ? late : error, scheme !== "window"),
  ];
}

/** What is lost; once one has guessed, what has to be held and how far is walked back, too. */
export function drawCosts(room, scene) {
  const { T, held, walked, pairs, answered } = scene;
  const memory = { name: "memory", value: `${held} of ${T} steps`, share: held / T, look: "state" };
  const steps = `${walked} steps back`;
  const work = { name: "work", value: steps, share: walked / pairs, look: "ink" };
  return [
    lossBars(scene).map((bar, n) => drawBar(room, room.losses[n], bar)),
    answered && [memory, work].map((bar, n) => drawBar(room, room.costs[n], bar)),
  ];
}
