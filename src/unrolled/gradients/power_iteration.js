import { axis, logAxis } from "../widget/kit/axes.js";
import { matrix, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { dot, range as upTo } from "../widget/kit/maths.js";
import { decimals, fine, number, setting, tenTo } from "../widget/kit/numbers.js";
import { dot as disc, dots, horizontal, label, line, word } from "../widget/kit/picture.js";
import { say } from "../widget/kit/words.js";
import { iterate, powers, spectrum, stride, theory } from "./power.js";
import { drawGuesses } from "./power_hair.js";
import { drawRing, LARGEST, PARTS, STEP, writePair } from "./power_ring.js";

const lambda = (n) => `<i>λ</i><sub>${n}</sub>`;
const vector = (n) => `<b>v</b><sub>${n}</sub>`;
const V1 = vector(1);
const TAN = `tan ∠(${STEP}, ${V1})`;
const LAW = `|${lambda(2)}/${lambda(1)}|<sup><i>k</i></sup> tan ∠(<b>x</b>, ${V1})`;

const writeDegrees = (x) => `${number(x, 2)}°`;
const writeSetting = (x) => setting(Number(x.toFixed(4)));

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

const degreesOf = (tan) => `${decimals((Math.atan(tan) * 180) / Math.PI, 1)}°`;

function writeAngle(tan) {
  if (tan === undefined) return "no direction left";
  return `tan = ${fine(tan)}, ${degreesOf(tan)} from the line of v₁`;
}

/** How much of a jump is done: it takes two fifths of a step, in its middle. */
const jumpedAt = (part) => Math.min(1, Math.max(0, 2.5 * part - 0.75));

export function derive(state, { steps, near, goal, question }) {
  const k = Math.floor(state.k + 1e-9);
  const part = Math.max(0, state.k - k); // of the step that is under way
  const seen = spectrum(state);
  const { path, tans } = iterate(seen, steps);
  const first = tans.findIndex((tan) => tan <= near);
  const asks = !state.answered && isAsked(state, seen, question);
  const when = first < 0 ? `never in ${steps} steps` : `from <i>k</i> = ${first} on`;
  return {
    k,
    part,
    jumped: jumpedAt(part),
    tip: stride(seen, path, k, part),
    seen,
    tans,
    all: path,
    path: path.slice(0, k + 1),
    facts: factsOf(seen, tans),
    texts: textsOf(seen),
    heard: `k = ${k}: ${writeAngle(tans[k])}`,
    asks,
    where: titleOf({ tans, k, asks, answered: state.answered }),
    start: `<b>x</b>: ${degreesOf(tans[0])} from the line of ${V1}`,
    task: { reached: first === goal, value: `Now within 1°: ${when}.` },
  };
}

/** Whether this M is that of the question, and the answers to it are apart. */
function isAsked({ along, across }, { away }, { show }) {
  const line = away % 90;
  return along === show.along && across === show.across && line > 12 && line < 78;
}

// tan against k on a logarithmic scale: computed, and the line of the theory

/** The chart's size in px, where it has a picture of its own, and the px around it. */
const CHART_ALONE = { size: [330, 180], x: [52, 34], y: [24, 50], most: 3 };
const CHART_BESIDE = { x: [557, 34], y: [166, 54], most: 5 };
const hasPlace = ([, log]) => Number.isFinite(log);

/** What is said above the chart; on a phone, below the picture. */
function titleOf({ tans, k, asks, answered }) {
  if (!answered) return asks ? `How far from the line of ${V1}?` : "Not the case in question";
  if (!(k in tans)) return `<i>k</i> = ${k}: no direction left`;
  return `<i>k</i> = ${k}: ${degreesOf(tans[k])} from the line of ${V1}`;
}

/** Every step so far, the newest large; hollow where it has no place on the chart. */
function drawWalked({ path, k }, logs, top) {
  const walked = path.map((_, j) => [j, logs[j]]);
  const off = walked.filter((at) => !hasPlace(at)).map(([j, log]) => [j, Math.min(top, log)]);
  return [
    dots(off, 3, "state hollow"),
    dots(walked.filter(hasPlace), 3, "state"),
    dots(walked.slice(k).filter(hasPlace), 6, "state"),
  ];
}

/** Where tan is to be at which step: within 1° of the line; for the task, at its step. */
function drawAim({ answered, tasked, reply, inCase, constants: { goal, near, steps } }) {
  const isTask = answered && tasked && (reply !== null || !inCase);
  const aim = Math.log10(near);
  const across = [0, steps + 1].map((j) => [j, aim]);
  return [
    line(across, "quiet thin", "1°"),
    isTask && disc([goal, aim], 6, "input hollow"),
    isTask && label([goal, aim], `task: <i>k</i> = ${goal}`, "input"),
  ];
}

/** What the guesses would be here, before the answer: level, or falling at some pace. */
function drawPaths({ asks, constants: { steps } }, [start], bottom) {
  if (!asks || !hasPlace([0, start])) return [];
  const fall = (start - bottom) / (0.75 * steps);
  const end = 0.55 * steps;
  return [
    line(horizontal(start, 0, steps), "state dashed thin"),
    line(
      [
        [0, start],
        [end, start - end * fall],
      ],
      "state dashed thin",
    ),
    word([steps, start], "jumps, stays", "state strong halo", { anchor: "end", dy: -9 }),
    word([end, start - end * fall], "turns", "state strong halo", { dy: 19 }),
  ];
}

const LAW_NAME = `dashed: ${LAW}`;

/** The line of the theory, where it is alone with its name above the chart. */
function drawLaw({ seen, tans, narrow, constants: { steps } }, top) {
  const law = powers(tans.map((_, j) => theory(seen, j)))
    .map((log, j) => [j, log])
    .filter(hasPlace);
  return [
    line(law, "ink dashed thin"),
    narrow && law.length > 1 && word([steps + 1, top], LAW_NAME, "", { anchor: "end", dy: -33 }),
  ];
}

function drawChart(scene, { size, most, ...room }) {
  const { tans, path, heard, answered, constants } = scene;
  const logs = powers(tans);
  const y = logAxis([...logs.filter((log) => log < Infinity), -4, 1], {
    label: (n) => (n ? tenTo(n) : "1"),
    room: room.y,
    grid: answered || !scene.narrow,
    name: logs.every(Number.isFinite) ? `tan ∠(${STEP}, ${V1})` : "hollow: 0, ∞ or rounding",
    most,
  });
  return {
    size,
    y,
    says: `tan of the angle to v₁, with the line of the theory. ${heard}.`,
    title: scene.where,
    x: axis(0, constants.steps + 1, [0, 10, 20, 30], { room: room.x }),
    marks: [
      drawAim(scene),
      drawPaths(scene, logs, y.from),
      answered && drawLaw(scene, y.to),
      drawWalked(answered ? scene : { path: path.slice(0, 1), k: 0 }, logs, y.to),
    ],
  };
}

/** In a wide box with the chart beside it and a headline over both; a phone has it closer. */
function picture(scene) {
  if (scene.narrow) return drawRing(scene);
  const chart = drawChart(scene, CHART_BESIDE);
  const headline = word([0, chart.y.to], chart.title, "strong", {
    anchor: "start",
    dy: -33,
    size: 17,
  });
  const name = word([15, chart.y.from], "step <i>k</i>", "", { dy: 36 }); // between 10 and 20
  const beside = { ...chart, marks: [chart.marks, headline, name] };
  return drawRing(scene, beside, scene.answered && LAW_NAME);
}

// What is asked for, and what is said

function play({ k, heard, constants }) {
  const to = (n) => ({ k: n });
  const max = constants.steps;
  return { label: "<i>k</i>", min: 0, max, value: k, show: k, says: heard, to };
}

const MOVED = ["along", "across", "theta", "angle", "answered"];

/** The answer and every story are played from the first step on. */
const anew = (shown, traits) =>
  traits.answered && MOVED.some((name) => shown[name] !== traits[name]) ? { k: 0 } : {};

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
    scene.narrow && drawChart(scene, CHART_ALONE),
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
  ballots: drawGuesses,
  play,
  says,
  more,
  table,
  speak,
  anew,
  glides: ["k"],
  paces: { k: 400 },
  lines: [1, 2],
  forms: true,
});
