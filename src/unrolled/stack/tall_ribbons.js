// The stream on its way up, the gradient on its way down, what is added, and the norms.
import { curve, line, vertical, word } from "../widget/kit/picture.js";
import { heightOf, leftOf, MOST, OUT, SIDES, topOf } from "./tall_room.js";
import { meetingSizes } from "./tall_steps.js";

// Shares of a sub-layer's height: where it reads, where its branch flows in, where a norm is.
const READS = 0.12;
const JOINS = [0.2, 0.55];
const NORM = [0.68, 0.92];
const FINAL = [6, 14]; // px above the last block

const px = (v) => Math.round(10 * v) / 10;
const each = (n) => Array.from({ length: n }, (_, k) => k);
const SUBLAYERS = each(2 * MOST);
const isSqueezed = (side) => side === "after";

/** A band around x, through [height, size] after [height, size]. */
function band(x, unit, places) {
  const edge =
    (side) =>
    ([y, size]) =>
      `${px(x + (side * unit * size) / 2)} ${px(y)}`;
  const right = places.map(edge(1));
  const left = places.toReversed().map(edge(-1));
  return `M${[...right, ...left].join("L")}Z`;
}

/** Places of all sub-layers: those that are not there lie at the top, where they come from. */
function placesOf(room, { blocks }, pieceOf) {
  const last = 2 * blocks - 1;
  return SUBLAYERS.flatMap((k) => {
    if (k <= last) return pieceOf(k, (share) => heightOf(room, k + share));
    return pieceOf(last, () => topOf(room, blocks));
  });
}

/** The size that follows a final norm, or that of the last sum without one. */
function endOf(scene, side) {
  const { summed } = scene.ups[side];
  const hasNorm = isSqueezed(side) || scene.hasFinal;
  return hasNorm ? 1 : summed[2 * scene.blocks - 1];
}

function streamPlaces(room, scene, side) {
  const up = scene.ups[side];
  const meets = meetingSizes(up, isSqueezed(side));
  const piece = (k, at) => {
    const isThere = at(0) !== at(1);
    const grown = isSqueezed(side) ? 1 : up.summed[k];
    const from = isThere ? meets[k] : grown;
    const sum = isThere ? up.summed[k] : grown;
    return [
      [at(JOINS[0]), from],
      [at(JOINS[1]), sum],
      [at(NORM[0]), sum],
      [at(NORM[1]), grown],
    ];
  };
  const top = topOf(room, scene.blocks);
  const last = isSqueezed(side) ? 1 : up.summed[2 * scene.blocks - 1];
  const end = endOf(scene, side);
  return [
    [room.floor + 6, up.start],
    ...placesOf(room, scene, piece),
    [top - FINAL[0], last],
    [top - FINAL[1], end],
    [top - OUT, end],
  ];
}

function gradientPlaces(room, scene, side) {
  const { above, summed, start } = scene.downs[side];
  const piece = (k, at) => {
    const isThere = at(0) !== at(1);
    const below = k ? above[k - 1] : start;
    const [low, sum] = isThere ? [below, summed[k]] : [above[k], above[k]];
    return [
      [at(JOINS[0]), low],
      [at(JOINS[1]), sum],
      [at(NORM[0]), sum],
      [at(NORM[1]), above[k]],
    ];
  };
  const top = topOf(room, scene.blocks);
  const last = above.at(-1);
  return [
    [room.floor + 6, start],
    ...placesOf(room, scene, piece),
    [top - FINAL[0], last],
    [top - FINAL[1], 1],
    [top - OUT, 1],
  ];
}

/** A line of dashes that run along a ribbon. */
const drawDashes = (room, { blocks }, x, look) =>
  line(vertical(x, room.floor, topOf(room, blocks) - OUT + 4), `paper thin ${look}`);

export const drawStreams = (room, scene) =>
  SIDES.map((side) => {
    const x = leftOf(room, side) + room.stream.x;
    const d = band(x, room.stream.unit, streamPlaces(room, scene, side));
    return [curve(d, "state shape", { fill: "var(--hue)" }), drawDashes(room, scene, x, "flows")];
  });

/** The gradient as it comes down, or, while it is asked for, a thread. */
export const drawGradients = (room, scene) =>
  SIDES.map((side) => {
    const x = leftOf(room, side) + room.gradient.x;
    const places = gradientPlaces(room, scene, side);
    const shown = scene.hidden ? places.map(([y]) => [y, 0.15]) : places;
    const d = band(x, room.gradient.unit, shown);
    const top = topOf(room, scene.blocks) - OUT - 9;
    return [
      curve(d, "gradient shape", { fill: "var(--hue)", opacity: scene.hidden ? 0.5 : 1 }),
      drawDashes(room, scene, x, "flows back"),
      word([x, top], scene.hidden ? "?" : "1", "gradient strong", { size: room.type - 1 }),
    ];
  });

/** What each sub-layer adds: from its mouth into the stream, as wide there as it is large. */
function branchOf(room, scene, side, k) {
  const left = leftOf(room, side);
  const { stream, box, mouth } = room;
  const up = scene.ups[side];
  const isThere = k < 2 * scene.blocks;
  const y = isThere ? heightOf(room, k + 0.42) : topOf(room, scene.blocks);
  const from = isThere ? heightOf(room, k + 0.62) : y;
  const wide = isThere ? stream.unit * up.added[k] : 0;
  const thin = isThere ? mouth : 0;
  const edge = left + stream.x + (stream.unit * meetingSizes(up, isSqueezed(side))[k]) / 2 - 1;
  const x = left + box.x;
  const bend = px((x + edge) / 2);
  const curveTo = (y0, y1, end) => `C${bend} ${px(y0)} ${bend} ${px(y1)} ${px(end)} ${px(y1)}`;
  const there = curveTo(from - thin / 2, y - wide / 2, edge);
  const back = curveTo(y + wide / 2, from + thin / 2, x);
  return `M${px(x)} ${px(from - thin / 2)}${there}V${px(y + wide / 2)}${back}Z`;
}

export const drawBranches = (room, scene) =>
  SIDES.map((side) => {
    const d = SUBLAYERS.map((k) => branchOf(room, scene, side, k)).join("");
    return curve(d, "state shape", { fill: "var(--hue)", opacity: 0.55 });
  });

/** What each sub-layer reads: a thread from the stream. */
export const drawReads = (room, scene) =>
  SIDES.map((side) => {
    const left = leftOf(room, side);
    const threads = SUBLAYERS.map((k) => {
      const isThere = k < 2 * scene.blocks;
      const y = isThere ? heightOf(room, k + READS) : topOf(room, scene.blocks);
      return `M${left + room.stream.x} ${px(y)}H${left + room.box.x}`;
    });
    return curve(threads.join(""), "quiet", { width: 1 });
  });

/** Two plates with a gap between them. */
const plates = (x, y, gap, long) =>
  `M${px(x - gap - long)} ${px(y)}h${long}M${px(x + gap)} ${px(y)}h${long}`;

/** Where the norms are after the sums: around the stream, and around the gradient. */
function collarsAfter(room, scene) {
  const { stream, gradient, jaw } = room;
  const places = SUBLAYERS.map((k) =>
    k < 2 * scene.blocks ? heightOf(room, k + 0.8) : heightOf(room, 2 * scene.blocks - 0.2),
  );
  return places
    .flatMap((y) => [
      plates(stream.x, y, 0.62 * stream.unit, jaw.long),
      plates(gradient.x, y, 0.62 * gradient.unit + 2, jaw.long - 2),
    ])
    .join("");
}

/** Where they are before the sub-layers: around what a sub-layer reads, upright. */
function collarsBefore(room, scene) {
  const { away, long, gap } = room.gate;
  const x = leftOf(room, "before") + room.box.x - away;
  return SUBLAYERS.map((k) => {
    const isThere = k < 2 * scene.blocks;
    const y = isThere ? heightOf(room, k + READS) : heightOf(room, 2 * scene.blocks - 1 + READS);
    return `M${px(x)} ${px(y - long - gap)}v${px(long)}M${px(x)} ${px(y + gap)}v${px(long)}`;
  }).join("");
}

export const drawCollars = (room, scene) => [
  curve(collarsAfter(room, scene), "ink", { width: room.jaw.thick }),
  curve(collarsBefore(room, scene), "ink", { width: room.gate.thick }),
];

/** The final norm: around the stream and around the gradient. */
export function finalCollar(room, { blocks }) {
  const left = leftOf(room, "before");
  const y = topOf(room, blocks) - (FINAL[0] + FINAL[1]) / 2;
  const { stream, gradient, jaw } = room;
  const long = jaw.long + 4;
  return [
    plates(left + stream.x, y, 0.62 * stream.unit, long),
    plates(left + gradient.x, y, 0.62 * gradient.unit + 2, jaw.long - 2),
  ].join("");
}
