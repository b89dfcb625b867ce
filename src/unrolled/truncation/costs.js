// Beside the triangle, where it leaves room: what its squares are, and bars of what a scheme costs.
import { percent } from "../widget/kit/numbers.js";
import { cell, word } from "../widget/kit/picture.js";
import { drawPair } from "./triangle.js";

const LEAST = 0.012; // of a bar that is not empty
const LEFT = 0.54; // of the width; the rest is in rows of a triangle of 20

/** Squares and their name, from a column of 20 on. */
const drawEntry = ({ T }, row, [html, at, squares]) => {
  const unit = T / 20;
  const left = T * at;
  return [
    squares.map(([weight, strength], n) =>
      drawPair(left + unit * n, unit * row, unit, weight, strength),
    ),
    word([left + unit * (squares.length + 0.4), unit * (row + 0.5)], html, "", { anchor: "start" }),
  ];
};

/** What the squares are. */
export function drawKey(scene) {
  const { random, reweighted, narrow, constants } = scene;
  const [kept, dropped, sizes, heavy] = constants.keys;
  const [first, second, third] = narrow ? [-0.25, 0.95, 2.15] : [0, 1.2, 2.4];
  return [
    drawEntry(scene, first, kept),
    drawEntry(scene, first, dropped),
    drawEntry(scene, second, sizes),
    random && reweighted && drawEntry(scene, third, heavy),
  ];
}

/** A bar with its name on the left and its value on the right; `share` of its length is filled. */
function drawBar({ T, narrow }, row, { name, value, share, look, opacity }) {
  const unit = T / 20;
  const left = LEFT * T;
  const long = T - left;
  const [below, tall] = narrow ? [0.58, 0.36] : [0.45, 0.42];
  const top = unit * (row + below);
  const part = Math.min(1, Math.max(share, share > 0 ? LEAST : 0));
  return [
    word([left, unit * row], name, "", { anchor: "start" }),
    word([T, unit * row], value, "", { anchor: "end" }),
    cell(left, top, long, tall * unit, "clear thin quiet"),
    { ...cell(left, top, part * long, tall * unit, look), opacity },
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
export function drawCosts(scene) {
  const { T, held, walked, pairs, narrow } = scene;
  const memory = { name: "memory", value: `${held} of ${T} steps`, share: held / T };
  const work = { name: "work", value: `${walked} steps back`, share: walked / pairs };
  const bars = [...lossBars(scene), { ...memory, look: "state" }, { ...work, look: "ink" }];
  const apart = narrow ? 1.72 : 1.6;
  return bars.map((bar, n) => drawBar(scene, (narrow ? 3.9 : 4) + apart * n, bar));
}
