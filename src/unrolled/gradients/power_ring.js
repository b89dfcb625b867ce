// The circle, the ellipse that M makes of it, and the steps from one to the other and back.
import { axis } from "../widget/kit/axes.js";
import { dot, matvec, scale, range as upTo } from "../widget/kit/maths.js";
import { number, pair } from "../widget/kit/numbers.js";
import { area, arrow, circle, dots, grip, label, line, word } from "../widget/kit/picture.js";
import { direction, reverse } from "./power.js";
import { drawMine, drawRays, drawSwing, drawTint, placesOf, roomOf, unitOf } from "./power_hair.js";
import { drawKey, nameAxes } from "./power_key.js";

export const LARGEST = 1.2; // an eigenvalue
export const PARTS = 20; // it is pulled in steps of 1/20
export const STEP = "<b>M</b><sup><i>k</i></sup><b>x</b>";
const ORIGIN = [0, 0];
const LONG = 1.2; // the lines of v1 and v2
const FADES = 0.75; // of an arrow's ink from step to step
const NUMBER_AT = { alone: 0.66, swapping: 0.76 }; // along an arrow, whose tip is at 1

export const writePair = (v) => pair(...v, (x) => number(Number(x.toFixed(9))));

/** What a finger pulls: both half-axes of the ellipse, and x on top of them. */
function drawGrips({ seen, theta, along, across }) {
  const bounded = (value) => {
    const whole = Math.round(PARTS * value) / PARTS;
    return Math.min(LARGEST, Math.max(-LARGEST, whole)) + 0; // no -0
  };
  const halfAxis = (name, value, u) =>
    grip(scale(value, u), (at) => ({ [name]: bounded(dot(at, u)) }), "output");
  const turn = ([a, b]) => ({ angle: Math.round((Math.atan2(b, a) * 180) / Math.PI) });
  return [
    halfAxis("along", along, direction(theta)),
    halfAxis("across", across, direction(theta + 90)),
    grip(seen.x, turn, "input"),
  ];
}

/** The newest direction and the one of the step before, each with its steps: [at, steps]. */
function groupSteps(path) {
  const groups = [];
  for (let j = path.length - 1; j >= 0; j--) {
    const group = groups.find(([at]) => dot(at, path[j]) > 0.97);
    if (group) group[1].unshift(j);
    else if (j > path.length - 3) groups.push([path[j], [j]]);
  }
  return groups;
}

const listSteps = (steps) =>
  steps.length > 3 ? `… ${steps.slice(-2).join(", ")}` : steps.join(", ");

const isNear = (p, q) => dot(p, q) > 0.9999;

const broad = ({ narrow }) => (narrow ? { width: 5, head: 15 } : { width: 6, head: 20 });

/** How much ink is left of an arrow after so many steps, or parts of one. */
const inkAfter = (steps) => (steps < 1 ? 0.35 * steps : 0.35 * FADES ** (steps - 1));

/** Where the steps before pointed, each paler than the next; a double arc if it goes to and fro. */
function drawBefore(scene) {
  const { path, k, part } = scene;
  if (!path[k]) return [];
  const seen = part ? [] : [path[k]];
  const arrows = path
    .slice(0, part ? k + 1 : k)
    .toReversed()
    .map((at, age) => {
      if (seen.some((other) => isNear(at, other))) return false;
      seen.push(at);
      const opacity = inkAfter(age + (part || 1));
      return opacity === 0.35
        ? arrow(ORIGIN, at, "state thick ghost", broad(scene))
        : arrow(ORIGIN, at, "state thick", { ...broad(scene), opacity });
    });
  const [now, one, two] = path.slice(-3).toReversed();
  const swings = k > 1 && !isNear(now, one) && isNear(now, two);
  return [arrows.toReversed(), swings && drawSwing(one, now, 0.88)];
}

/** Which steps an arrow is, beside its tip: on the side where no other arrow or line is. */
function drawNumbers(scene) {
  const groups = groupSteps(scene.path);
  const [v1] = scene.seen.vectors;
  return groups.map(([at, steps], i) => {
    const text = listSteps(steps);
    const other = groups[1 - i]?.[0] ?? v1;
    const across = [-at[1], at[0]]; // to the left of the arrow
    const side = dot(across, other) > 0 ? -1 : 1;
    const wide = 3.7 * text.length * Math.abs(across[0]) + 9 * Math.abs(across[1]);
    const aside = (side * (wide + (groups.length > 1 ? 9 : 15))) / unitOf(scene);
    const isClose = scene.narrow && groups.length > 1; // to the line of v2
    const along = NUMBER_AT[isClose ? "swapping" : "alone"];
    const place = [0, 1].map((axis) => along * at[axis] + aside * across[axis]);
    return word(place, text, "state strong halo");
  });
}

/** The arrow; what M reverses fades out where it was and in on the other side. */
function drawArrow(scene) {
  const { seen, path, k, part, jumped, tip } = scene;
  const ink = (opacity) => ({ ...broad(scene), opacity });
  const jumps = part && path[k] && seen.values.some((value) => value < 0);
  if (!jumps) return [false, tip && arrow(ORIGIN, tip, "state thick", broad(scene))];
  return [
    arrow(ORIGIN, reverse(seen, tip), "state thick", ink(1 - jumped)),
    arrow(ORIGIN, tip, "state thick", ink(jumped)),
  ];
}

/** What is there once the question is answered: the arrow, on top of all, and where it was. */
function drawSteps(scene) {
  return [drawBefore(scene), drawArrow(scene), scene.k > 0 && drawNumbers(scene)];
}

function describePicture({ seen, path, k, heard, answered }) {
  const x = writePair(seen.x);
  if (!answered) return `Unit circle with x = ${x}, and the lines of v₁ and v₂ at right angles.`;
  const where = path[k] ? `M^${k} x points to ${writePair(path[k])}; ${heard}` : "M sends it to 0";
  return `Unit circle, and the ellipse that M makes of it. x points to ${x}. ${where}.`;
}

/** The ellipse that M makes of the circle. */
function drawEllipse(scene) {
  const { M } = scene.seen;
  const ring = upTo(73).map((n) => matvec(M, direction(5 * n)));
  return [drawTint(scene, ring), line(ring, "output")];
}

/** What the chart of a wide box has above it, a phone below the ring; of x while it is asked. */
function drawWhere(scene) {
  const { narrow, where, start, asks } = scene;
  if (!narrow) return false;
  const top = roomOf(scene).pace.y[0] - 11;
  const at = placesOf(scene).toPlane([0, top]);
  return word(at, asks ? start : where, "strong", { anchor: "start", size: 15 });
}

/** On a phone, beside that: the angle to the line of v1 at every step so far, as a row of dots. */
function drawPace(scene) {
  const { narrow, tans, path, k, answered, constants } = scene;
  if (!narrow) return false;
  const { x, y } = roomOf(scene).pace;
  const { toPlane } = placesOf(scene);
  const placeAt = (step, turned) =>
    toPlane([
      x[0] + (step / constants.steps) * (x[1] - x[0]),
      y[0] + (turned / (Math.PI / 2)) * (y[1] - y[0]),
    ]);
  const shown = answered ? path : path.slice(0, 1);
  const walked = shown.map((_, j) => placeAt(j, Math.atan(tans[j])));
  const name = toPlane([x[1] + 12, y[0]]);
  return [
    line([placeAt(-1, 0), placeAt(constants.steps + 1, 0)], "ink thin"),
    word(name, "<b>v</b><sub>1</sub>", "", { size: 14, anchor: "start" }),
    dots(walked, 1.75, "state"),
    dots(answered ? walked.slice(k) : walked, 4, "state"),
  ];
}

/** The lines of both eigenvectors; what is near enough for the task is a wedge. */
function drawLines({ seen, answered, constants }) {
  const [v1, v2] = seen.vectors;
  const side = scale(LONG * constants.near, v2);
  const corner = (long, aside) => scale(long, v1).map((x, i) => x + aside * side[i]);
  const ends = [corner(LONG, 1), corner(LONG, -1), corner(-LONG, 1), corner(-LONG, -1)];
  const wedge = area([ends[0], ends[1], ORIGIN, ends[2], ends[3], ORIGIN], "quiet");
  return [
    answered && { ...wedge, opacity: 0.45 },
    line([scale(-LONG, v2), scale(LONG, v2)], "quiet dashed thin"),
    line([scale(-LONG, v1), scale(LONG, v1)], "ink thin"),
  ];
}

/** The ring with all that is pulled in it; in a wide box the chart beside it; and the key. */
export function drawRing(scene, beside, law) {
  const { answered, seen } = scene;
  const { x } = seen;
  const room = roomOf(scene);
  const [across, up] = room.reach;
  return {
    x: axis(-across, across, [], { room: room.x }),
    y: axis(-up, up, [], { room: room.y }),
    size: room.size,
    says: describePicture(scene),
    beside,
    marks: [
      drawRays(scene),
      circle(ORIGIN, 1, "quiet thin"),
      drawLines(scene),
      drawEllipse(scene),
      drawWhere(scene),
      drawPace(scene),
      drawKey(scene, law),
      answered ? line([ORIGIN, x], "input dashed") : arrow(ORIGIN, x, "input thick", broad(scene)),
      nameAxes(scene),
      label(x, "<b>x</b>", "input"),
      drawMine(scene),
      answered && drawSteps(scene),
      drawGrips(scene),
    ],
  };
}
