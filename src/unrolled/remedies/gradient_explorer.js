import { axis } from "../widget/kit/axes.js";
import { bar, matrix, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import {
  ACTIVATIONS,
  range as idx,
  matmul,
  matvec,
  schur2,
  singular2,
} from "../widget/kit/maths.js";
import { decimals, pair, plural, setting, size, tenTo, tight } from "../widget/kit/numbers.js";
import { area, circle, grip, label, line, word } from "../widget/kit/picture.js";
import { say, tell } from "../widget/kit/words.js";

const { log10, abs, max, min, hypot, PI } = Math;
const clamp = (x, most, least = -most) => min(most, max(least, x));
const near = (x, most) => Math.round(100 * clamp(x, most)) / 100 + 0; // never −0
const exact = (x) => Math.round(x * 1e13) / 1e13; // the radius of a rotation is 1
const SHARES = { leaky: (alpha) => [alpha, 1 - alpha], residual: () => [1, 1] }; // κ, ω; else 0, 1

/** log10 of ‖∂h_k/∂h_0‖₂ and of ∏ σ_min(J_j) for lags 0..T; what bounds and governs a factor. */
export function explore(state, { cells, noise }) {
  const W = schur2(state.eigenvalues, state.nonnormality, state.angle);
  const [keep, write] = SHARES[state.cell]?.(state.alpha) ?? [0, 1];
  const [phi, gamma] = cells[state.cell];
  const { f, slope } = ACTIVATIONS[phi];
  const [norm, lower, gain, sigma] = [[0], [0], write * gamma, singular2(W)[0]];
  let [h, P] = [
    state.start,
    [
      [1, 0],
      [0, 1],
    ],
  ]; // P = ∂h_k/∂h_0
  for (const xi of noise.slice(0, state.horizon)) {
    const a = matvec(W, h).map((v, i) => v + state.drive * xi[i] + state.bias[i]);
    const written = a.map((v) => f(v));
    const slopes = a.map((v, i) => write * slope(v, written[i]));
    const J = W.map((row, i) => row.map((w, j) => keep * (i === j) + slopes[i] * w));
    h = h.map((before, i) => keep * before + write * written[i]);
    P = matmul(J, P);
    norm.push(log10(singular2(P)[0]));
    lower.push(lower.at(-1) + log10(singular2(J)[1]));
  }
  const radius = exact(max(...state.eigenvalues.map(([x, y]) => hypot(keep + gain * x, gain * y))));
  return { W, phi, sigma, keep, gain, norm, lower, radius, bound: exact(keep + gain * sigma) };
}

const shown = (W) => W.map((row) => row.map((w) => decimals(w, 2)));
const times = (x, what) => (x === 1 ? what : `${setting(exact(x))} ${what}`);
/** ρ(κ I + ω γ W) in words. */
const rule = ({ keep, gain }) =>
  `<i>ρ</i>(${keep ? `${times(keep, "<b>I</b>")} + ` : ""}${times(gain, "<b>W</b>")})`;

/** What is so: at the last lag, and of the factors. */
function judge(state, { W, phi, norm, bound, radius }) {
  const {
    cell,
    start,
    bias,
    drive,
    nonnormality,
    eigenvalues: [[re1, im], [re2]],
  } = state;
  const rests = phi === "tanh" && ![...start, ...bias, drive].some(Boolean); // slopes are 1
  const [last, below, above] = [norm.at(-1), radius < 1, radius > 1];
  return {
    below,
    above,
    certain: bound < 1,
    alike: cell === "linear" || rests,
    zero: last === -Infinity,
    shrunk: last < -1,
    grown: last > 1,
    rises: last < -1 && max(...norm) > 1, // 1/10 and 10
    normal: !nonnormality,
    defective: !!nonnormality && !im && re1 === re2,
    nonnegative: W.flat().every((w) => w >= 0),
  };
}

export function derive(state, constants) {
  const run = explore(state, constants);
  const [{ norm, radius }, T, facts] = [run, state.horizon, judge(state, run)];
  const [at, peak] = [min(state.lag, T), max(...norm.slice(1))];
  const rho = exact(max(...state.eigenvalues.map((value) => hypot(...value))));
  const texts = {
    T: `${T}`,
    last: size(norm[T]),
    peak: size(peak),
    top: `${norm.indexOf(peak, 1)}`,
    zero: `${norm.indexOf(-Infinity)}`,
    bound: tight(run.bound),
    here: size(norm[at]),
    rule: `${rule(run)} = ${tight(radius)}`,
    alike: state.cell === "linear" ? "the recurrence is linear" : "the state rests at 0",
  };
  const far = state.eigenvalues.map(([re, im]) => Math.ceil(exact(max(abs(re), abs(im) / 0.8))));
  const task = {
    reached: rho >= 2 && facts.certain,
    value: `Now: |<i>λ</i>| = ${tight(rho)}; a factor’s norm is at most ${texts.bound}.`,
  };
  return { ...run, T, at, rho, facts, texts, task, reach: max(3, ...far) };
}

/** Where the eigenvalues go when number i is pulled to (x, y): a pair meets on the axis. */
export function pulled(both, i, [x, y]) {
  const [[re, im], [other]] = [both[i], both[1 - i]];
  const apart = im ? abs(y) > 0.08 : abs(y) > 0.15 && abs(re - other) < 0.15;
  if (!apart)
    return im
      ? [
          [x, 0],
          [x, 0],
        ]
      : both.with(i, [x, 0]);
  return i
    ? [
        [x, -y],
        [x, y],
      ]
    : [
        [x, y],
        [x, -y],
      ];
}

const says = ({ facts, texts, constants }) => tell(constants.words, facts, texts);
const power = (rate, k) => (k ? max(-9999, k * log10(rate)) : 0); // log10; 0ᵏ far below the picture

/** The decades that are shown: the norm, 1, and some of what ends at `end`; and their ticks. */
export function decades(norm, end) {
  const finite = norm.filter(Number.isFinite);
  const [low, high] = [min(-1, ...finite), max(0.5, ...finite)];
  const [from, to] = [min(low, max(end, 1.5 * low - high)), max(high, min(end, 1.5 * high - low))];
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((n) => to - from <= 6 * n);
  const ticks = idx(13)
    .map((n) => (n - 6) * every)
    .filter((n) => n >= from && n <= to);
  return [from, to + 0.06 * (to - from), ticks.map((n) => [n, n ? tenTo(n) : "1"])]; // a grip high
}

/** The norm by lag, between what bounds it; a line that leaves early has its name there. */
function curve({ norm, lower, bound, radius, T, at, texts }) {
  const [from, to, ticks] = decades(norm, power(radius, T));
  const under = lower.map((v, k) => [k, max(-9999, v)]);
  const [over, rate] = [bound, radius].map((x) => norm.map((_, k) => [k, power(x, k)]));
  const [lane, lags] = [norm.includes(-Infinity), idx(5).map((n) => Math.round((n * T) / 4))];
  const named = (points, look, name, k = points.findIndex(([, v]) => v < from || v > to)) =>
    k < 0 || k > 0.6 * T
      ? line(points, look, name)
      : [line(points, look), label([k - 0.5, clamp(points[k][1], to, from)], name, look)];
  return {
    title: `‖∂<b>h</b><sub>${at}</sub>/∂<b>h</b><sub>0</sub>‖<sub>2</sub> = ${texts.here}`,
    says: `Norm of the gradient by lag, logarithmic: ${texts.here} at ${at}, ${texts.last} at ${T}`,
    x: axis(0, 1.04 * T, lags, { room: [46, 64], name: "lag <i>k</i>", middle: true }),
    y: axis(from, to, ticks, { room: [44, 48], lane, name: "grey: between the bounds" }),
    size: [340, 290],
    clip: true,
    marks: [
      area([...over, ...under.toReversed()], "quiet"),
      line(
        [
          [0, 0],
          [T, 0],
        ],
        "quiet thin",
      ),
      named(over, "dashed thin", "at most"),
      named(under, "dashed thin", "at least"),
      named(rate, "thin", "<i>ρ</i><sup><i>k</i></sup>"),
      word([0, to], `<i>ρ</i> = ${texts.rule}`, "", { anchor: "start", dy: -30 }),
      line(
        norm.map((v, k) => [k, v]),
        "gradient",
        "gradient",
      ),
      grip([at, norm[at]], ([k]) => ({ lag: clamp(Math.round(k), T, 1) }), "gradient"),
    ],
  };
}

/** The complex plane with the eigenvalues of W, which are pulled. */
function plane({ eigenvalues, reach, rho, keep, gain, sigma }) {
  const [wide, high] = [1.07 * reach, 0.856 * reach]; // what is at the edge is seen whole
  const one = (value, i) => {
    const spot = ([x, y]) => [near(x, reach), near(y, 0.8 * reach)];
    const pull = (to) => ({ eigenvalues: pulled(eigenvalues, i, spot(to)) });
    const name = label(value, `<i>λ</i><sub>${i + 1}</sub>`, "ink");
    return [grip(value, pull), name];
  };
  const ticks = [-2, -1, 0, 1, 2].map((n) => n * Math.floor(0.4 * reach));
  const other = keep || gain !== 1; // the border is another circle
  const named = (html, dy) => word([wide, high], html, "", { anchor: "end", dy });
  const norm = `, ‖<b>W</b>‖<sub>2</sub> = ${tight(sigma)}`;
  return {
    size: [340, 322],
    clip: true,
    title: `<i>ρ</i>(<b>W</b>) = ${tight(rho)}${norm}`,
    says: `The unit circle and the eigenvalues of W: ${eigenvalues.map((v) => pair(...v))}.`,
    x: axis(-wide, wide, ticks, { room: [40, 10], name: "real part", middle: true }),
    y: axis(-high, high, ticks, { room: [44, 48], grid: false, name: "imaginary part" }),
    marks: [
      line(
        [
          [-wide, 0],
          [wide, 0],
        ],
        "quiet thin",
      ),
      line(
        [
          [0, -high],
          [0, high],
        ],
        "quiet thin",
      ),
      circle([0, 0], 1, "thin"),
      named("circle: |<i>λ</i>| = 1", -30),
      other && circle([-keep / gain, 0], 1 / gain, "dashed thin"),
      other && named(`dashed: ${rule({ keep, gain })} = 1`, -8),
      eigenvalues.map(one),
    ],
  };
}

/** A slider of numbers with two decimals, which says what comes of it. */
function tuner({ constants, facts, texts }, label, [low, high], value, to) {
  const show = decimals(value, 2);
  const says = `${label.replace(/<[^>]+>/g, "")} ${show}. ${say(constants.words[0], facts, texts)}`;
  return range({ label, min: low, max: high, step: 0.01, value, show, says, to });
}

const controls = (scene) => [
  bar({
    label: "Cell",
    value: scene.cell,
    options: scene.constants.names,
    to: (cell) => ({ cell }),
  }),
  tuner(scene, "<i>ν</i>, non-normality", [-12, 12], scene.nonnormality, (x) => ({
    nonnormality: x,
  })),
];

const play = ({ T, at, texts }) => ({
  label: "lag\u00a0<i>k</i>",
  min: 1,
  max: T,
  value: at,
  show: at,
  to: (lag) => ({ lag }),
  every: 80,
  says: `lag ${at}: norm of the gradient ${texts.here}`,
});

/** What is behind "more": the twins of both grips, and the rest of the network. */
function more(scene) {
  const [[re1, im], [re2]] = scene.eigenvalues;
  const [middle, away] = [(re1 + re2) / 2, im ? -abs(im) : abs(re1 - re2) / 2];
  const both = (m, d) => ({
    eigenvalues:
      d < 0
        ? [
            [m, -d],
            [m, d],
          ]
        : [
            [m + d, 0],
            [m - d, 0],
          ],
  });
  const vector = (name, label, most) =>
    scene[name].map((x, i) => [
      `${label}, unit ${i + 1}`,
      [-most, most],
      x,
      (v) => ({ [name]: scene[name].with(i, v) }),
    ]);
  const sliders = [
    ["middle of both <i>λ</i>", [-2.5, 2.5], middle, (m) => both(m, away)],
    ["distance of both <i>λ</i> from it; below 0: a pair", [-2, 2], away, (d) => both(middle, d)],
    [
      "turn <b>W</b>, degrees",
      [-90, 90],
      (scene.angle * 180) / PI,
      (v) => ({ angle: (v * PI) / 180 }),
    ],
    ["size of the inputs", [0, 5], scene.drive, (drive) => ({ drive })],
    ["<i>α</i> of leaky units", [0, 0.99], scene.alpha, (alpha) => ({ alpha })],
    ...vector("start", "<b>h</b><sub>0</sub>", 1),
    ...vector("bias", "<b>b</b>", 5),
  ];
  const steps = {
    label: "<i>T</i>",
    min: 10,
    max: 100,
    step: 1,
    value: scene.T,
    show: scene.T,
    says: plural(scene.T, "step"),
    to: (horizon) => ({ horizon }),
  };
  const W = note(`<b>W</b> = ${matrix(shown(scene.W))}`);
  return [W, ...sliders.map((one) => tuner(scene, ...one)), range(steps)];
}

function table({ W, norm, bound, lower, radius, T, ...scene }) {
  const entries = shown(W)
    .map((row) => row.join(", "))
    .join("; ");
  const cells = (k) => [norm[k], k * log10(bound), lower[k], k * log10(radius)];
  return {
    caption: `W = (${entries}): norm of the gradient, its bounds, and a power of ρ`,
    head: ["lag <i>k</i>", "norm", "at most", "at least", `${rule(scene)}<sup><i>k</i></sup>`],
    rows: [1, 2, 5, 10, 20, 50, 100].map((k) => [
      k,
      ...cells(k).map((x) => (k > T ? "–" : size(x))),
    ]),
  };
}

export default explorable({
  derive,
  controls,
  play,
  says,
  more,
  table,
  lines: [4, 7],
  linked: plane,
  picture: curve,
  speak: (scene) => `Lag ${scene.at}: ${scene.texts.here}. ${says(scene)}`,
});
