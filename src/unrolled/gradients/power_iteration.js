import { axis, logAxis } from "../widget/kit/axes.js";
import { matrix, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { dot, matvec, scale, range as upTo } from "../widget/kit/maths.js";
import { decimals, fine, number, pair, setting, tenTo } from "../widget/kit/numbers.js";
import { arrow, circle, dots, grip, label, line, word } from "../widget/kit/picture.js";
import { say } from "../widget/kit/words.js";
import { direction, iterate, powers, spectrum, theory } from "./power.js";
import { drawGuesses, drawHair, REACH, ROOM, sizeOf } from "./power_hair.js";

const LARGEST = 1.5; // an eigenvalue
const PARTS = 20; // it is pulled in steps of 1/20

const lambda = (n) => `<i>λ</i><sub>${n}</sub>`;
const vector = (n) => `<b>v</b><sub>${n}</sub>`;
const V1 = vector(1);
const STEP = "<b>M</b><sup><i>k</i></sup><b>x</b>";
const TAN = `tan ∠(${STEP}, ${V1})`;
const LAW = `|${lambda(2)}/${lambda(1)}|<sup><i>k</i></sup> tan ∠(<b>x</b>, ${V1})`;

const writeDegrees = (x) => `${number(x, 2)}°`;
const writeSetting = (x) => setting(Number(x.toFixed(4)));
const writePair = (v) => pair(...v, (x) => number(Number(x.toFixed(9))));

// What follows from the state

/** What the rules of Python ask; `still`: x is an eigenvector. */
function factsOf({ values: [l1, l2], away, tan, lost }, tans) {
  const gap = Math.abs(l1) > Math.abs(l2);
  const same = l1 === l2;
  const leans = away !== 90;
  const tilted = tan > 0;
  const own = leans ? l1 : l2;
  return {
    lost,
    same,
    gap,
    leans,
    tilted,
    none: l1 === 0,
    one: l2 === 0,
    flips: own < 0,
    still: !lost && !same && !(leans && tilted),
    turns: !lost && gap && leans && tilted,
    drifts: tans.slice(1).some((t) => t < Infinity),
  };
}

function textsOf({ values: [l1, l2], vectors: [v1], x, away, tan }) {
  return {
    l1: writeSetting(l1),
    l2: writeSetting(l2),
    own: writeSetting(away === 90 ? l2 : l1),
    tan: fine(tan),
    ratio: writeSetting(Math.abs(l2 / l1)),
    growth: writeSetting(Math.abs(l1 / l2)),
    end: `${dot(x, v1) < 0 ? "−" : ""}${V1}`,
  };
}

function writeAngle(tan) {
  if (tan === undefined) return "no direction left";
  const degrees = decimals((Math.atan(tan) * 180) / Math.PI, 1);
  return `tan = ${fine(tan)}, ${degrees}° from the line of v₁`;
}

export function derive(state, { steps, near, goal }) {
  const { k } = state;
  const seen = spectrum(state);
  const { path, tans } = iterate(seen, steps);
  const first = tans.findIndex((tan) => tan <= near);
  const when = first < 0 ? `never in ${steps} steps` : `from <i>k</i> = ${first} on`;
  return {
    seen,
    tans,
    all: path,
    path: path.slice(0, k + 1),
    facts: factsOf(seen, tans),
    texts: textsOf(seen),
    heard: `k = ${k}: ${writeAngle(tans[k])}`,
    task: { reached: first === goal, value: `Now within 1°: ${when}.` },
  };
}

// The circle, the ellipse that M makes of it, and the steps from one to the other and back

/** The newest three directions, each with its steps: [direction, steps]. */
function groupSteps(path) {
  const groups = [];
  for (let j = path.length - 1; j >= 0; j--) {
    const group = groups.find(([at]) => dot(at, path[j]) > 0.97);
    if (group) group[1].unshift(j);
    else if (groups.length < 3) groups.push([path[j], [j]]);
  }
  return groups;
}

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

const listSteps = (steps) =>
  steps.length > 3 ? `… ${steps.slice(-2).join(", ")}` : steps.join(", ");

/** What is there once the question is answered: the steps, and the next one. */
function drawSteps(scene) {
  const { path, k } = scene;
  const { M, lost } = scene.seen;
  const origin = [0, 0];
  const next = path[k] && !lost && matvec(M, path[k]);
  return [
    next && arrow(origin, next, "output ghost"),
    dots(path, 4, "state ghost"),
    path[k] && arrow(origin, path[k], "state"),
    groupSteps(path).map(([at, steps]) => label(at, listSteps(steps), "state")),
    next && label(next, "next", "output"),
  ];
}

function describePicture({ seen, path, k, heard, answered }) {
  const x = writePair(seen.x);
  if (!answered) return `Unit circle with x = ${x}, and the lines of v₁ and v₂ at right angles.`;
  const where = path[k] ? `M^${k} x points to ${writePair(path[k])}; ${heard}` : "M sends it to 0";
  return `Unit circle, and the ellipse that M makes of it. x points to ${x}. ${where}.`;
}

/** The ellipse that M makes of the circle, and what is what below it. */
function drawEllipse({ seen: { M } }) {
  const ring = upTo(73).map((n) => matvec(M, direction(5 * n)));
  const below = [0, -REACH];
  return [
    line(ring, "output"),
    word(below, "ellipse: what <b>M</b> makes of the circle", "output", { dy: 24 }),
    word(below, `hair: all directions after <i>k</i> steps, arrow: ${STEP}`, "state", { dy: 43 }),
  ];
}

function picture(scene) {
  const { answered, seen, k } = scene;
  const { x, vectors } = seen;
  const [v1, v2] = vectors;
  const drawAxis = (v, look) => line([scale(-1.55, v), scale(1.55, v)], look);
  return {
    x: axis(-REACH, REACH, [], { room: ROOM.x }),
    y: axis(-REACH, REACH, [], { room: ROOM.y }),
    size: sizeOf(scene),
    says: describePicture(scene),
    marks: [
      circle([0, 0], 1, "quiet thin"),
      drawHair(scene, answered ? k : 0),
      drawAxis(v2, "quiet dashed thin"),
      drawAxis(v1, "ink thin"),
      drawEllipse(scene),
      answered ? line([[0, 0], x], "input thick") : arrow([0, 0], x, "input thick"),
      label(x, "<b>x</b>", "input"),
      [
        label(scale(1.55, v1), V1, "ink"),
        label(scale(-1.55, v1), `−${V1}`, "ink"),
        label(scale(1.55, v2), vector(2), "ink"),
      ],
      answered && drawSteps(scene),
      drawGrips(scene),
    ],
  };
}

// tan against k on a logarithmic scale: computed, and the line of the theory

const hasPlace = ([, log]) => Number.isFinite(log);

function linked({ seen, tans, path, k, heard, answered, constants }) {
  const { steps, near } = constants;
  const logs = powers(tans);
  const law = powers(tans.map((_, j) => theory(seen, j)))
    .map((log, j) => [j, log])
    .filter(hasPlace);
  const y = logAxis([...logs.filter((log) => log < Infinity), -4, 1], {
    label: (n) => (n ? tenTo(n) : "1"),
    room: [44, 52],
    name: logs.every(Number.isFinite) ? "" : "hollow: 0, ∞ or rounding",
  });
  const end = steps + 1;
  const aim = [0, end].map((j) => [j, Math.log10(near)]);
  const walked = path.map((_, j) => [j, logs[j]]);
  const off = walked.filter((at) => !hasPlace(at)).map(([j, log]) => [j, Math.min(y.to, log)]);
  const now = k in tans ? `${TAN} = ${fine(tans[k])}` : "no direction left";
  return {
    size: [330, 284],
    y,
    says: `tan of the angle to v₁, with the line of the theory. ${heard}.`,
    title: `<i>k</i> = ${k}: ${now}`,
    x: axis(0, end, [0, 10, 20, 30], { room: [52, 34], name: "<i>k</i>", middle: true }),
    marks: [
      line(aim, "quiet thin", "1°"),
      answered && line(law, "ink dashed thin"),
      dots(off, 3, "state hollow"),
      dots(walked.filter(hasPlace), 3, "state"),
      dots(walked.slice(k).filter(hasPlace), 6, "state"),
      answered &&
        law.length > 1 &&
        word([0, y.to], `dashed: ${LAW}`, "", { anchor: "start", dy: -31 }),
    ],
  };
}

// What is asked for, and what is said

function play({ k, heard, constants }) {
  const to = (n) => ({ k: n });
  return { label: "<i>k</i>", min: 0, max: constants.steps, value: k, show: k, says: heard, to };
}

function more(scene) {
  const { seen, theta, heard } = scene;
  const slider = (name, text, low, high, step, write) =>
    range({
      label: text,
      min: low,
      max: high,
      step,
      value: scene[name],
      show: write(scene[name]),
      says: `${write(scene[name])}; ${heard}`,
      to: (value) => ({ [name]: value }),
    });
  const eigenvalue = (name, n, at) => {
    const text = `${lambda(n)} at ${writeDegrees(at % 180)}`;
    return slider(name, text, -LARGEST, LARGEST, 1 / PARTS, writeSetting);
  };
  const cells = seen.M.map((row) => row.map(writeSetting));
  return [
    note(`<b>M</b> = ${matrix(cells)}`),
    eigenvalue("along", seen.swap ? 2 : 1, theta),
    eigenvalue("across", seen.swap ? 1 : 2, theta + 90),
    slider("theta", "turn axes", 0, 180, 1, writeDegrees),
    slider("angle", "turn <b>x</b>", -180, 180, 1, writeDegrees),
  ];
}

function table({ seen, all, tans, constants }) {
  const row = (j) => {
    if (j >= all.length) return [j, "none left", "", ""];
    return [j, writePair(all[j]), fine(tans[j]), fine(theory(seen, j))];
  };
  return {
    summary: "All steps as a table",
    caption: "The direction of Mᵏx, and tan of its angle to v₁",
    head: ["<i>k</i>", "direction", TAN, LAW],
    rows: upTo(constants.steps + 1).map(row),
  };
}

function says({ facts, texts, answered, constants }) {
  if (!answered) return constants.unanswered;
  return constants.words.map((rules) => say(rules, facts, texts)).join(" ");
}

function speak({ facts, texts, heard, constants }) {
  return `${say(constants.words[0], facts, texts)} ${heard}.`;
}

export default explorable({
  derive,
  picture,
  linked,
  ballots: ({ seen }) => drawGuesses(seen),
  play,
  says,
  more,
  table,
  speak,
  lines: [4, 7],
  forms: true,
});
