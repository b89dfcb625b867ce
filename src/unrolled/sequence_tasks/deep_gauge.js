// Beside the grid: what arrives, path by path, and the map of the two weights.
import { arrow, cell, curve, grip, line, word } from "../widget/kit/picture.js";
import { mapPlace, mapWeights } from "./deep_room.js";

const hundredth = (x) => Math.round(100 * x) / 100;

/** One piece for each path that is drawn, in their order. */
function piecesOf([x, y, wide, high], shares, reach) {
  let at = x;
  const gap = shares.length > 1 ? 0.5 : 0;
  return shares
    .map((share) => {
      const width = (wide * share) / reach;
      const start = hundredth(at);
      const long = hundredth(Math.max(0.2, width - gap));
      const piece = `M${start} ${y}h${long}v${high}H${start}Z`;
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

const TROUGH = "color-mix(in oklab, var(--gradient) 14%, var(--paper))";
const ROOM = 1.25; // what the gauge holds at least

/** What has arrived in the chosen state, beside the 1 that left. */
export function drawGauge({ gauge, type }, scene) {
  const { bar, name, value } = gauge;
  const [x, y, wide, high] = bar;
  const { hidden, shares, count, sum, texts } = scene;
  const reach = Math.max(ROOM, sum);
  const one = x + wide / reach; // a sum above 1 runs past it
  const d = hidden ? "" : piecesOf(bar, shares.slice(0, count), reach);
  const tick = [y - 3, y + high + 3].map((end) => [one, end]);
  return [
    cell(x, y, one - x, high, "gradient", { round: 3, fill: TROUGH }),
    curve(d || "M0 0", "gradient shape", { fill: "var(--gradient)" }),
    line(tick, "ink thin"),
    word([one, y + high + 11], "1", "quiet", { size: type - 1 }),
    word(name.at, `arrives in ${texts.cell}`, "", { anchor: name.anchor, size: type }),
    word(value.at, amountOf(scene), "", { anchor: value.anchor, size: value.size, dy: 6 }),
  ];
}

/** Both weights as one knob: to the right is time, up is depth, as the arrows of the grid. */
export function drawMap(room, scene) {
  const { x, y, side, time } = room.map;
  const { largest } = scene.constants;
  const at = mapPlace(room, largest, [scene.size, scene.between]);
  const low = mapPlace(room, largest, [1, 0]);
  const high = mapPlace(room, largest, [0, 1]);
  const size = room.type - 1;
  const floor = y + side;
  const guide = (from) => line([from, at], "ink thin ghost");
  return [
    cell(x, y, side, side, "", { round: 6, fill: "var(--wash)", stroke: "var(--line)" }),
    line([low, high], "quiet dashed thin"),
    guide([x, at[1]]),
    guide([at[0], floor]),
    arrow([x, floor], [at[0], floor], "ink"),
    arrow([x, floor], [x, at[1]], "ink"),
    word([x - 8, y - 13], "between layers ↑", "", { anchor: "start", size }),
    word([low[0], floor + 13], "1", "quiet", { size }),
    word([x - 10, high[1]], "1", "quiet", { size }),
    word(time, "through time →", "", { anchor: "start", size }),
    grip(at, (to) => mapWeights(room, largest, to), "ink"),
  ];
}
