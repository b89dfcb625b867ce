import { axis, logAxis } from "../widget/kit/axes.js";
import { matrix, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { dot, matvec, scale } from "../widget/kit/maths.js";
import { decimals, fine, number, pair, setting, tenTo } from "../widget/kit/numbers.js";
import { arrow, circle, dots, grip, label, line, word } from "../widget/kit/picture.js";
import { say } from "../widget/kit/words.js";

const [LARGEST, PARTS] = [1.5, 20]; // an eigenvalue is pulled in steps of 1/20
const named = (letter, n) => `<i>${letter}</i><sub>${n}</sub>`;
const vector = (n) => `<b>v</b><sub>${n}</sub>`;
const [V1, STEP] = [vector(1), "<b>M</b><sup><i>k</i></sup><b>x</b>"];
const TAN = `tan ∠(${STEP}, ${V1})`;
const LAW = `|${named("λ", 2)}/${named("λ", 1)}|<sup><i>k</i></sup> tan ∠(<b>x</b>, ${V1})`;

/** cos and sin of an angle in degrees, exact at right angles. */
function direction(degrees) {
  const quarter = Math.round(degrees / 90);
  const rest = ((degrees - 90 * quarter) * Math.PI) / 180;
  const [c, s] = [Math.cos(rest), Math.sin(rest)];
  return [
    [c, s],
    [-s, c],
    [-c, -s],
    [s, -c],
  ][((quarter % 4) + 4) % 4];
}

/** What decides the fate of M^k x: λ₁ is the eigenvalue of the larger size, in a tie `along`. */
export function spectrum({ along, across, theta, angle }) {
  const [u, x] = [direction(theta), direction(angle)];
  const w = [-u[1], u[0]];
  const M = [0, 1].map((i) => [0, 1].map((j) => along * u[i] * u[j] + across * w[i] * w[j]));
  const swap = Math.abs(across) > Math.abs(along);
  const values = swap ? [across, along] : [along, across];
  let away = (((angle - theta - 90 * swap) % 180) + 180) % 180; // degrees from the line of v₁
  for (const whole of [0, 90, 180]) if (Math.abs(away - whole) < 1e-9) away = whole % 180;
  const [c, s] = direction(away).map(Math.abs);
  const lost = values[0] === 0 || (values[1] === 0 && away === 90); // M x = 0
  return { values, M, x, vectors: swap ? [w, u] : [u, w], swap, away, tan: s / c, lost };
}

/** Directions of M^j x, j = 0..k, and tan of their angles to v₁; where M x = 0, only x. */
export function iterate({ M, x, vectors: [v1, v2], lost }, k) {
  const path = [x];
  while (path.length <= k && !lost) {
    const next = matvec(M, path.at(-1));
    path.push(scale(1 / Math.hypot(...next), next));
  }
  return { path, tans: path.map((p) => Math.abs(dot(p, v2)) / Math.abs(dot(p, v1))) };
}

/** |λ₂/λ₁|^k tan ∠(x, v₁) */
export const theory = ({ values: [l1, l2], tan }, k) => Math.abs(l2 / l1) ** k * tan;

/** log10 of tangents; 0 and what is only rounding are -Infinity. */
export const powers = (tans) => tans.map((tan) => (tan < 1e-16 ? -Infinity : Math.log10(tan)));

/** The steps in one direction together: [direction, steps] of the newest few directions. */
function together(path, most = 3) {
  const found = [];
  for (let j = path.length - 1; j >= 0; j--) {
    const own = found.find(([at]) => dot(at, path[j]) > 0.97);
    if (own) own[1].unshift(j);
    else if (found.length < most) found.push([path[j], [j]]);
  }
  return found;
}

const degrees = (x) => `${number(x, 2)}°`;
const shown = (x) => setting(+x.toFixed(4));
const both = (v) => pair(...v, (x) => number(+x.toFixed(9)));

/** What the rules of Python ask and name; `still`: x is an eigenvector. */
function wordsOf({ values: [l1, l2], vectors: [v1], x, away, tan, lost }, tans) {
  const [gap, leans, tilted] = [Math.abs(l1) > Math.abs(l2), away !== 90, tan > 0];
  const [same, own] = [l1 === l2, leans ? l1 : l2];
  return {
    facts: {
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
    },
    texts: {
      l1: shown(l1),
      l2: shown(l2),
      own: shown(own),
      tan: fine(tan),
      ratio: shown(Math.abs(l2 / l1)),
      growth: shown(Math.abs(l1 / l2)),
      end: `${dot(x, v1) < 0 ? "−" : ""}${V1}`,
    },
  };
}

export function derive(state, constants) {
  const seen = spectrum(state);
  const { path, tans } = iterate(seen, constants.steps);
  const [k, tan] = [state.k, tans[state.k]];
  const near = tans.findIndex((t) => t <= constants.near);
  const when = near < 0 ? `never in ${constants.steps} steps` : `from <i>k</i> = ${near} on`;
  const angle =
    tan == null
      ? "no direction left"
      : `tan = ${fine(tan)}, ${decimals((Math.atan(tan) * 180) / Math.PI, 1)}° from the line of v₁`;
  return {
    seen,
    tans,
    all: path,
    path: path.slice(0, k + 1),
    ...wordsOf(seen, tans),
    heard: `k = ${k}: ${angle}`,
    task: { reached: near === constants.goal, value: `Now within 1°: ${when}.` },
  };
}

/** What a finger pulls: both half-axes of the ellipse, and x on top of them. */
function grips({ seen: { x }, theta, along, across }) {
  const bounded = (v) => Math.min(LARGEST, Math.max(-LARGEST, Math.round(PARTS * v) / PARTS)) + 0;
  const half = (name, value, u) =>
    grip(scale(value, u), (at) => ({ [name]: bounded(dot(at, u)) }), "output");
  const turn = ([a, b]) => ({ angle: Math.round((Math.atan2(b, a) * 180) / Math.PI) });
  const [u, w] = [direction(theta), direction(theta + 90)];
  return [half("along", along, u), half("across", across, w), grip(x, turn, "input")];
}

/** What is there once the question is answered: the ellipse, the steps, and the next one. */
function steps(scene) {
  const {
    seen: { M, lost },
    path,
    k,
  } = scene;
  const next = path[k] && !lost && matvec(M, path[k]);
  const ring = Array.from({ length: 73 }, (_, n) => matvec(M, direction(5 * n)));
  const listed = (j) => (j.length > 3 ? `… ${j.slice(-2).join(", ")}` : j.join(", "));
  return [
    line(ring, "output"),
    next && arrow([0, 0], next, "output ghost"),
    dots(path, 4, "state ghost"),
    path[k] && arrow([0, 0], path[k], "state"),
    together(path).map(([at, j]) => label(at, listed(j), "state")),
    next && label(next, "next", "output"),
    grips(scene),
    word([0, -1.8], "ellipse: what <b>M</b> makes of the circle", "output", { dy: 26 }),
    word([0, -1.8], `dots and arrow: direction of ${STEP} at each <i>k</i>`, "state", { dy: 45 }),
  ];
}

/** The circle, the ellipse that M makes of it, and the steps from one to the other and back. */
function picture(scene) {
  const {
    seen: {
      x,
      vectors: [v1, v2],
    },
    path,
    k,
    answered,
  } = scene;
  const axisOf = (v, look) => line([scale(-1.55, v), scale(1.55, v)], look);
  const ends = [
    [1.55, v1, V1],
    [-1.55, v1, `−${V1}`],
    [1.55, v2, vector(2)],
  ];
  const where = path[k] ? `M^${k} x points to ${both(path[k])}; ${scene.heard}` : "M sends it to 0";
  return {
    x: axis(-1.8, 1.8, [], { room: [25, 25] }),
    y: axis(-1.8, 1.8, [], { room: [50, 0] }),
    title: answered ? "A step: to the ellipse, back to the circle." : "<b>x</b> on the circle",
    size: [330, 330],
    says: answered
      ? `Unit circle, and the ellipse that M makes of it. x points to ${both(x)}. ${where}.`
      : `Unit circle with x = ${both(x)}, and the lines of v₁ and v₂ at right angles.`,
    marks: [
      circle([0, 0], 1, "quiet thin"),
      axisOf(v2, "quiet dashed thin"),
      axisOf(v1, "ink thin"),
      answered ? line([[0, 0], x], "input thick") : arrow([0, 0], x, "input thick"),
      label(x, "<b>x</b>", "input"),
      ends.map(([l, v, html]) => label(scale(l, v), html, "ink")),
      answered && steps(scene),
    ],
  };
}

/** tan against k on a logarithmic scale: computed, and the line of the theory. */
function linked({ seen, tans, path, k, heard, constants }) {
  const [logs, finite] = [powers(tans), ([, log]) => Number.isFinite(log)];
  const law = powers(tans.map((_, j) => theory(seen, j)))
    .map((log, j) => [j, log])
    .filter(finite);
  const y = logAxis([...logs.filter((log) => log < Infinity), -4, 1], {
    label: (n) => (n ? tenTo(n) : "1"),
    room: [44, 52],
    name: logs.every(Number.isFinite) ? "" : "hollow: 0, ∞ or rounding",
  });
  const [at, near, end] = [
    path.map((_, j) => [j, logs[j]]),
    Math.log10(constants.near),
    constants.steps + 1,
  ];
  const off = at.filter((one) => !finite(one)).map(([j, log]) => [j, Math.min(y.to, log)]);
  return {
    size: [330, 284],
    y,
    says: `tan of the angle to v₁, with the line of the theory. ${heard}.`,
    title: `<i>k</i> = ${k}: ${k in tans ? `${TAN} = ${fine(tans[k])}` : "no direction left"}`,
    x: axis(0, end, [0, 10, 20, 30], { room: [52, 34], name: "<i>k</i>", middle: true }),
    marks: [
      line(
        [
          [0, near],
          [end, near],
        ],
        "quiet thin",
        "1°",
      ),
      line(law, "ink dashed thin"),
      dots(off, 3, "state hollow"),
      dots(at.filter(finite), 3, "state"),
      dots(at.slice(k).filter(finite), 6, "state"),
      law.length > 1 && word([0, y.to], `dashed: ${LAW}`, "", { anchor: "start", dy: -31 }),
    ],
  };
}

const controls = ({ seen }) => [note(`<b>M</b> = ${matrix(seen.M.map((row) => row.map(shown)))}`)];
const play = ({ k, constants: { steps: max }, heard }) => ({
  label: "<i>k</i>",
  min: 0,
  max,
  value: k,
  show: k,
  says: heard,
  to: (n) => ({ k: n }),
});

function more({ seen: { swap }, heard, ...scene }) {
  const tuner = (name, text, low, high, step, show) =>
    range({
      label: text,
      min: low,
      max: high,
      step,
      value: scene[name],
      show: show(scene[name]),
      says: `${show(scene[name])}; ${heard}`,
      to: (value) => ({ [name]: value }),
    });
  const half = (n, at) => `${named("λ", n)} at ${degrees(at % 180)}`;
  return [
    tuner("along", half(swap ? 2 : 1, scene.theta), -LARGEST, LARGEST, 1 / PARTS, shown),
    tuner("across", half(swap ? 1 : 2, scene.theta + 90), -LARGEST, LARGEST, 1 / PARTS, shown),
    tuner("theta", "turn axes", 0, 180, 1, degrees),
    tuner("angle", "turn <b>x</b>", -180, 180, 1, degrees),
  ];
}

const table = ({ seen, all, tans, constants }) => ({
  summary: "All steps as a table",
  caption: "The direction of Mᵏx, and tan of its angle to v₁",
  head: ["<i>k</i>", "direction", TAN, LAW],
  rows: Array.from({ length: constants.steps + 1 }, (_, j) =>
    j < all.length
      ? [j, both(all[j]), fine(tans[j]), fine(theory(seen, j))]
      : [j, "none left", "", ""],
  ),
});

const says = ({ facts, texts, constants }) =>
  constants.words.map((r) => say(r, facts, texts)).join(" ");
const speak = (scene) =>
  `${say(scene.constants.words[0], scene.facts, scene.texts)} ${scene.heard}.`;

const parts = { picture, linked, controls, play, says, more, table, speak, lines: [6, 8] };
export default explorable({ derive, ...parts });
