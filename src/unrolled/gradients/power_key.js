// What the lines and rays of power iteration are, and how much M stretches along each axis.
import { dot, range, scale } from "../widget/kit/maths.js";
import { curve, word } from "../widget/kit/picture.js";
import { placesOf, RAY_INK, roomOf, unitOf } from "./power_hair.js";

const SWATCH = 26; // px

/** A word at a place in pixels of the picture. */
const wordAt = (scene, at, html, look, more) =>
  word(placesOf(scene).toPlane(at), html, look, { anchor: "start", size: 14, ...more });

const TEXTS = {
  wide: [
    "ellipse: what <b>M</b> makes of the circle",
    "rays: every direction after <i>k</i> steps",
    "their colour: the side of <b>v</b><sub>1</sub> they began on",
  ],
  narrow: [
    "ellipse: what <b>M</b> makes of the circle",
    "rays: all directions; colour: where they began",
  ],
};

/** A small ellipse. */
const drawOval = (x, y) =>
  curve(
    `M${x} ${y}a${SWATCH / 2} 7 0 1 0 ${SWATCH} 0a${SWATCH / 2} 7 0 1 0 ${-SWATCH} 0Z`,
    "output",
    { width: 2 },
  );

/** A ray to one side and one to the other. */
const drawPair = (x, y) =>
  [
    ["state", -1],
    ["minus", 1],
  ].map(([look, side]) => {
    const far = y + side * 7;
    const d = `M${x} ${y + side}L${x + SWATCH} ${far - 3}L${x + SWATCH} ${far + 3}Z`;
    return curve(d, look, { fill: "var(--hue)", opacity: 2 * RAY_INK });
  });

/** The key, below the chart or on a phone below the ring; `law` is the name of the dashed line. */
export function drawKey(scene, law) {
  const { x, rows } = roomOf(scene).key;
  const [ellipse, ...rays] = TEXTS[scene.narrow ? "narrow" : "wide"];
  const from = x + SWATCH + 9;
  const dashed = rows[rows.length - 1];
  return [
    drawOval(x, rows[0]),
    wordAt(scene, [from, rows[0]], ellipse, "output"),
    drawPair(x, rows[1]),
    rays.map((text, n) => wordAt(scene, [from, rows[n + 1]], text, "state")),
    law && curve(`M${x} ${dashed}h${SWATCH}`, "ink dashed", { width: 1.5 }),
    law && wordAt(scene, [from, dashed], law, ""),
  ];
}

// How much M stretches along each axis

const NAMED = 1.3; // where an axis has its name
const LINE = 23; // px from line to line of a name
const NEAREST = 5; // px from an axis to its name
const HANDLE = 27; // px around x
const PUSH = 4; // px by which a name is pushed on until it is clear
const PUSHES = 30; // at most

/** Whether a place is outside of the circle and of the ellipse. */
function isOutside({ values, vectors }, at) {
  const parts = vectors.map((v) => dot(v, at));
  const within = (radii) => Math.hypot(...parts.map((part, i) => part / radii[i])) < 1.02;
  return !within([1, 1]) && !within(values.map((value) => Math.max(1e-9, Math.abs(value))));
}

/** The middle of a box beside a point, so far to one side, within the picture. */
function boxBeside({ reach, brim }, point, [wide, high], across, aside) {
  const far = aside + wide * Math.abs(across[0]) + high * Math.abs(across[1]);
  const edge = [reach[0] + brim - wide, reach[1] - high];
  return point.map((one, i) => Math.min(edge[i], Math.max(-edge[i], one + far * across[i])));
}

/** The middle of a name beside the end of its axis, clear of circle, ellipse and x. */
function placeOf(scene, end, size) {
  const { seen } = scene;
  const unit = unitOf(scene);
  const box = size.map((px) => px / 2 / unit);
  const across = scale(1 / Math.hypot(...end), [-end[1], end[0]]);
  const away = dot(across, seen.x) > 0 ? -1 : 1; // from x, if that is no further
  const places = range(2 * PUSHES).map((n) => {
    const aside = (NEAREST + PUSH * (n >> 1)) / unit;
    return boxBeside(roomOf(scene), end, box, scale(n % 2 ? -away : away, across), aside);
  });
  const spots = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [i * box[0], j * box[1]]));
  const isClear = ([x, y]) =>
    spots.every(([i, j]) => isOutside(seen, [x + i, y + j])) &&
    [x, y].some((one, i) => Math.abs(one - seen.x[i]) > box[i] + HANDLE / unit);
  return places.find(isClear) ?? places[0];
}

/** Both axes by name, with how much M stretches along each; the first also by its other end. */
export function nameAxes(scene) {
  const { seen, texts, narrow } = scene;
  const [type, small] = narrow ? [14, 14] : [16, 15];
  const values = [texts.l1, texts.l2].map((text, i) => `<i>λ</i><sub>${i + 1}</sub> = ${text}`);
  const ends = seen.vectors.map((v, i) => {
    const wide = 8.4 * (4 + texts[`l${i + 1}`].length);
    const long = Math.max(NAMED, Math.abs(seen.values[i]) + 0.2);
    const at = placeOf(scene, scale(long, v), [wide, 2 * LINE + 2]);
    const name = `<b>v</b><sub>${i + 1}</sub>`;
    return [
      word(at, name, "strong halo", { dy: 5 - LINE / 2, size: type }),
      word(at, values[i], "output strong halo", { dy: 5 + LINE / 2, size: small }),
    ];
  });
  const back = placeOf(scene, scale(-NAMED, seen.vectors[0]), [26, LINE]);
  return [ends, word(back, "−<b>v</b><sub>1</sub>", "halo", { size: small })];
}
