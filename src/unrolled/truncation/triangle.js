// The triangle of pairs: a square for each loss t and step i, and the edge that one pulls.
import { range } from "../widget/kit/maths.js";
import { cell, choice, grip, line } from "../widget/kit/picture.js";

/** A colour as dark as ‖δ‖ ‖h‖. */
export const tintOfPair = (strength) =>
  `color-mix(in oklab, var(--gradient) ${strength}%, var(--paper))`;

/** A pair in its colour: filled and as large as its weight, or an empty frame. */
export function drawPair(left, top, [wide, high], weight, strength) {
  const share = weight ? Math.min(0.96, 0.78 + 0.05 * Math.log2(weight)) : 0.54;
  const inset = (1 - share) / 2;
  const place = [left + inset * wide, top + inset * high, share * wide, share * high];
  const colour = tintOfPair(strength);
  if (!weight) return cell(...place, "gradient clear", { stroke: colour, round: 2 });
  return cell(...place, "gradient", { fill: colour, round: 2 });
}

/** How far what is dropped falls away from the blade, in squares. */
function fallOf({ scheme }) {
  switch (scheme) {
    case "random":
      return [0, 0];
    case "late": // it lies above the blade
      return [0, -0.2];
    default:
      return [-0.12, 0.2];
  }
}

/** A loss: all its pairs, one thing to choose. */
export function drawLoss(scene, t) {
  const { weights, loss, framed, constants } = scene;
  const [aside, down] = fallOf(scene);
  const squares = range(t + 1).map((i) => {
    const weight = weights[t][i];
    const place = weight ? [i, t] : [i + aside, t + down];
    return drawPair(...place, [1, 1], weight, constants.strength[t][i]);
  });
  const on = t + 1 === loss;
  const frame = cell(0, t, t + 1, 1, on && framed ? "clear ink" : "pick", { round: 4 });
  const chosen = { to: { loss: t + 1 }, name: `Loss ${t + 1}`, on, place: [t, 0] };
  return choice([frame, ...squares], chosen);
}

/** The column of the first pair that each loss keeps; behind its last one where it keeps none. */
const firstKept = (weights) =>
  weights.map((row, t) => {
    const first = row.findIndex(Boolean);
    return first < 0 ? t + 1 : first;
  });

/** Between what is kept and what is dropped, where there is something on both sides. */
export function contourOf(weights) {
  const first = firstKept(weights);
  return first.flatMap((x, t) => {
    const before = t > 0 ? first[t - 1] : 0;
    const wasKept = t > 0 && before < t;
    const isKept = x <= t;
    const across = (wasKept || isKept) && x !== before ? [null, [before, t], [x, t]] : [];
    const down = isKept && x > 0 ? [null, [x, t], [x, t + 1]] : [];
    return [...across, ...down];
  });
}

/** Where a scheme cuts, and dashed where the one that it is compared with would. */
export function drawContours({ weights, random, compared }) {
  if (random) return [];
  const blade = contourOf(weights);
  return [
    line(contourOf(compared), "ink dashed thin"),
    { ...line(blade, "paper"), width: 8 }, // a gap on both sides of it
    { ...line(blade, "ink"), width: 4 },
  ];
}

const IN = 0.4; // squares that a handle is beyond the edge, on the side that is kept

/** Where the edge of the kept pairs is held, clear of both axes, and the k that a place means. */
function edgeOf({ scheme, T, k, k1 }) {
  switch (scheme) {
    case "chunks":
      return { at: [Math.max(1, k - 0.5), k - IN], means: ([, y]) => y + IN, least: 1 };
    case "late":
      return { at: [Math.max(1, (T - k) / 2), T - k], means: ([, y]) => T - y, least: 1 };
    case "k1k2": {
      const end = k1 * Math.ceil(T / k1);
      return { at: [end - k + IN, T - 2], means: ([x]) => end - x + IN, least: k1 };
    }
    default: // in the middle of the stairs
      return { at: [(T - k + 1) / 2, (T + k - 1) / 2], means: ([x, y]) => y - x + 1, least: 1 };
  }
}

/** The edge as a handle; random cuts have none. */
export function drawEdge(scene) {
  if (scene.random) return false;
  const { at, means, least } = edgeOf(scene);
  const pull = (place) => ({ k: Math.min(scene.T, Math.max(least, Math.round(means(place)))) });
  return grip(at, pull, "gradient", scene.narrow ? { r: 9 } : { r: 12, reach: 33 });
}
