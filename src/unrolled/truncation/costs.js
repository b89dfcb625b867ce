// Where the triangle leaves room: how much of the gradient a scheme loses, what it costs, the key.
import { percent } from "../widget/kit/numbers.js";
import { drawPair } from "./triangle.js";
import { boxAt, squareAt, wordAt } from "./window_room.js";

const LEAST = 0.012; // of a bar that is not empty
const LONG = 7; // characters: a longer value is written smaller

/** Squares and their name. */
function drawEntry(room, column, row, [html, squares]) {
  const { columns, rows, side, type } = room.key;
  const [x, y] = [columns[column], rows[row]];
  const [wide, high] = [side / room.unit[0], side / room.unit[1]];
  return [
    squares.map(([weight, strength], n) => {
      const [left, top] = squareAt(room, [x + n * (side + 3), y - side / 2]);
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
    drawEntry(room, 0, 0, kept),
    drawEntry(room, 1, 0, dropped),
    drawEntry(room, 0, 1, sizes),
    random && reweighted && drawEntry(room, 0, 2, heavy),
  ];
}

/** A bar with its name on the left and its value on the right; `share` of its length is filled. */
function drawBar(room, place, { name, value, share, look, opacity }) {
  const { left, right, y, type, bar } = place;
  const [top, tall] = bar;
  const long = right - left;
  const part = Math.min(1, Math.max(share, share > 0 ? LEAST : 0));
  const size = value.length > LONG ? place.least : place.value;
  const isLarge = place.value > type;
  const rise = isLarge ? (size - type) / 3 : 0; // both on one base line
  return [
    wordAt(room, [left, y], name, "", { anchor: "start", size: type }),
    wordAt(room, [right, y - rise], value, isLarge ? `${look} strong` : "", {
      anchor: "end",
      size,
    }),
    boxAt(room, [left, top, long, tall], "clear thin quiet", { round: 2 }),
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

/** What is lost, what has to be held, and how far is walked back. */
export function drawCosts(room, scene) {
  const { T, held, walked, pairs } = scene;
  const memory = { name: "memory", value: `${held} of ${T} steps`, share: held / T, look: "state" };
  const steps = `${walked} steps back`;
  const work = { name: "work", value: steps, share: walked / pairs, look: "ink" };
  return [
    lossBars(scene).map((bar, n) => drawBar(room, room.losses[n], bar)),
    [memory, work].map((bar, n) => drawBar(room, room.costs[n], bar)),
  ];
}
