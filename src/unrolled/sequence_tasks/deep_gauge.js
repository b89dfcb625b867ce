// Beside the grid: what arrives, path by path, and the map of the two weights.
import { cell, curve, grip, line, word } from "../widget/kit/picture.js";
import { mapPlace, mapWeights } from "./deep_room.js";

const hundredth = (x) => Math.round(100 * x) / 100;

/** One piece for each path that is drawn, in their order. */
function piecesOf({ x, y, wide, high }, shares, reach) {
  let at = x;
  const gap = shares.length > 1 ? 0.5 : 0;
  return shares
    .map((share) => {
      const width = (wide * share) / reach;
      const piece = `M${hundredth(at)} ${y}h${hundredth(Math.max(0.2, width - gap))}v${high}H${hundredth(at)}Z`;
      at += width;
      return piece;
    })
    .join("");
}

/** How much has arrived, beside the 1 that left. */
function amountOf({ hidden, sofar, texts }) {
  if (hidden) return "? of 1";
  return sofar > 1 ? `<b>${texts.sofar}</b>, more than 1` : `<b>${texts.sofar}</b> of 1`;
}

const ROOM = 1.25; // what the gauge holds at least

/** What has arrived in the chosen state, beside the 1 that left. */
export function drawGauge(room, scene) {
  const { gauge, type } = room;
  const { x, y, wide, high } = gauge;
  const { hidden, shares, count, sum, texts } = scene;
  const reach = Math.max(ROOM, sum);
  const one = x + wide / reach; // a sum above 1 runs past it
  const d = hidden ? "" : piecesOf(gauge, shares.slice(0, count), reach);
  return [
    cell(x, y, one - x, high, "quiet clear thin", { round: 3 }),
    curve(d || "M0 0", "gradient shape", { fill: "var(--gradient)" }),
    line(
      [
        [one, y - 3],
        [one, y + high + 3],
      ],
      "ink thin",
    ),
    word([one, y + high + 11], "1", "quiet", { size: type - 1 }),
    word([x, y + gauge.name], `arrives in ${texts.cell}`, "", { anchor: "start", size: type }),
    word([x + wide, y + gauge.value], amountOf(scene), "", {
      anchor: "end",
      size: type,
    }),
  ];
}

/** Both weights as one knob: to the right is time, up is depth, as in the grid. */
export function drawMap(room, scene) {
  const { x, y, side } = room.map;
  const { largest } = scene.constants;
  const at = mapPlace(room, largest, [scene.size, scene.between]);
  const low = mapPlace(room, largest, [1, 0]);
  const high = mapPlace(room, largest, [0, 1]);
  const size = room.type - 1;
  const from = (px, py) => [[px, py], at];
  return [
    cell(x, y, side, side, "quiet hollow thin", { round: 6 }),
    line([low, high], "quiet dashed thin"),
    line(from(x, at[1]), "ink thin ghost"),
    line(from(at[0], y + side), "ink thin ghost"),
    word([x, y - 14], "between layers ↑", "quiet", { anchor: "start", size }),
    word([low[0], y + side + 13], "1", "quiet", { size }),
    word([x - 10, high[1]], "1", "quiet", { size }),
    word([x, y + side + 13], "through time →", "quiet", { anchor: "start", size }),
    grip(at, (to) => mapWeights(room, largest, to), "ink"),
  ];
}
