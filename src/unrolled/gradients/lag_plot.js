import { axis, logAxis } from "../widget/kit/axes.js";
import { bar, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals, plural, size, tenTo, tight } from "../widget/kit/numbers.js";
import { area, arrow, circle, dots, grip, label, line, word } from "../widget/kit/picture.js";
import { tell } from "../widget/kit/words.js";

const [EDGE, LAG] = [400, "lag\u00a0<i>k</i>"]; // log10 of 0 and of infinity in JSON are ∓400
const [RHO, NORM] = ["<i>ρ</i>(<b>W</b>)", "‖<b>W</b>‖<sub>2</sub>"];
const POWER = `${RHO}<sup><i>k</i></sup>`;
const grad = (k) => `‖∂<b>h</b><sub>${k}</sub>/∂<b>h</b><sub>0</sub>‖<sub>2</sub>`;

export const logs = (all) => all.map((v) => (Math.abs(v) < EDGE ? v : Math.sign(v) * Infinity));

/** The place in `values` of the one nearest to x; the first of two. */
export const nearest = (values, x) =>
  values.reduce((at, v, i) => (Math.abs(v - x) < Math.abs(values[at] - x) ? i : at), 0);

/** A line as far as it lies between two heights; null where it has left. */
export function cut(points, low, high) {
  const inside = ([, y]) => y >= low && y <= high;
  return points.flatMap((b, i) => {
    const a = points[i - 1] ?? b;
    if (inside(a) === inside(b)) return [inside(b) ? b : null];
    const edge = (inside(a) ? b : a)[1] > high ? high : low;
    const at = [a[0] + (b[0] - a[0]) * ((edge - a[1]) / (b[1] - a[1])), edge];
    return inside(b) ? [at, b] : [at, null];
  });
}

/** A run with its bounds: `upper` is the power of the bound where no chain was recorded. */
export function opened(run, lags) {
  const power = (rate) => lags.map((k) => k * Math.log10(rate));
  return {
    ...run,
    mid: logs(run.mid),
    low: logs(run.low ?? run.mid),
    high: logs(run.high ?? run.mid),
    upper: run.upper ? logs(run.upper) : power(run.bound),
    lower: run.lower?.[0] > -EDGE ? logs(run.lower) : null,
    rule: run.rho == null ? null : power(run.rho),
  };
}

/** What is so of a run over all its lags; `constants.words` speak of it. */
export function judged({ low, mid, high, upper, lower, ...run }) {
  return {
    zero: high.at(-1) === -Infinity,
    rises: high.at(-1) < -1 && Math.max(...mid) > 1,
    grown: low.at(-1) > 1,
    shrunk: high.at(-1) < -1,
    several: run.count > 1,
    ruled: run.rho != null,
    below: run.rho < 1,
    above: run.rho > 1,
    certain: run.bound < 1,
    rests: !!run.rests,
    nonnegative: !!run.nonnegative,
    small: run.largest < 1,
    squeezed: upper.at(-1) < -1,
    pushed: !!lower && lower.at(-1) > 1,
  };
}

function texts(run, lags) {
  const [low, mid, high] = [run.low, run.mid, run.high].map((values) => size(values.at(-1)));
  const [peak, { bound = 0, rho = 0, largest = 0, lower }] = [Math.max(...run.mid), run];
  return {
    last: run.count > 1 ? `${mid} (${low} to ${high})` : mid,
    runs: `${run.count}`,
    T: `${lags.at(-1)}`,
    peak: size(peak),
    top: `${lags[run.mid.indexOf(peak)]}`,
    zero: `${lags[run.high.indexOf(-Infinity)] ?? ""}`,
    bound: tight(bound),
    rho: tight(rho),
    largest: tight(largest),
    chain: size(run.upper.at(-1)),
    floor: lower ? size(lower.at(-1)) : "",
  };
}

export function derive(state, constants) {
  const { lags, radii } = constants;
  const turn = radii ? radii.indexOf(state.radius) : 0;
  const runs = constants.runs[turn].map((run, i) =>
    opened({ short: constants.sizes?.[i], ...run }, lags),
  );
  const [it, open] = [runs[state.run], state.answered || !constants.question];
  const step = open ? nearest(lags, state.lag) : lags.length - 1; // the question is of the last
  const [said, certain] = [texts(it, lags), (row) => row?.[0].bound < 1];
  return {
    ...state,
    turn,
    runs,
    it,
    open,
    step,
    k: lags[step],
    facts: judged(it),
    texts: said,
    values: it.values ?? constants.eigenvalues?.map((pair) => pair.map((x) => x * state.radius)),
    task: {
      reached: certain(constants.runs[turn]) && !certain(constants.runs[turn + 1]),
      value: `Now: ${RHO} = ${said.rho}, and ${NORM} = ${said.bound}.`,
    },
  };
}

const linked = (scene) => (scene.values ? plane : single)(scene);
const says = ({ facts, texts, constants }) => tell(constants.words, facts, texts);
const heard = ({ k, it, step }) => `lag ${k}: gradient ${size(it.mid[step])}`;

/** Which side of the shown range a value has left by, in two words for it; "" inside. */
function outside(value, low, high, [below, above]) {
  if (value > high) return above;
  return value < low ? below : "";
}

/** Powers of ten that hold all runs and 1; of 64 units the same, so that the radius tilts lines. */
function decades({ constants, it, runs, open }) {
  const severalBounds = it.lower ? "s" : "";
  const ending = constants.radii ? ` ${NORM}<sup><i>k</i></sup>` : severalBounds;
  const key = `dashed: bound${ending}`;
  const more = { room: [44, 30], name: open ? `${key}${it.rule ? `; thin: ${POWER}` : ""}` : "" };
  const label = (n) => (n ? tenTo(n) : "1");
  if (constants.radii)
    return axis(
      -24,
      8,
      [8, 0, -8, -16, -24].map((n) => [n, label(n)]),
      more,
    );
  return logAxis([0, 1, ...runs.flatMap(({ low, high }) => [...low, ...high])], { ...more, label });
}

/** A run's norm, its band and what bounds it, as far as they are on the axis y. */
function lines({ constants: { lags }, runs, open }, y, lowest = y.lane ? -Infinity : y.from) {
  const path = (values) => [[0, 0], ...values.map((v, i) => [lags[i], v])];
  const clipped = ([k, v]) => [k, Math.min(y.to, Math.max(lowest, v))];
  const away = (last, from) => outside(last, from, y.to, [" ↓", " ↑"]);
  const bound = (values, look, name) => {
    // its name stands where it leaves
    const [points, gone] = [cut(path(values), y.from, y.to), away(values.at(-1), y.from)];
    const at = points.findLast(Boolean);
    if (!gone || at[0] > 0.6 * lags.at(-1)) return line(points, look, name + gone);
    return [line(points, look), label(at, name, look)];
  };
  const named = ({ mid, short, name }) => (open && short ? short : name) + away(mid.at(-1), lowest);
  const norm = (run, look) =>
    line(cut(path(run.mid), lowest, y.to), look, runs[1] ? named(run) : "gradient");
  const around = ({ low, high }) => [...path(low), ...path(high).reverse()].map(clipped);
  return {
    clipped,
    norm,
    band: (run) => run.count > 1 && area(around(run), "gradient"),
    bounds: ({ upper, lower, rule }) => [
      bound(upper, "ink dashed thin", "at most"),
      lower && bound(lower, "ink dashed thin", "at least"),
      rule && bound(rule, "ink thin", POWER),
    ],
  };
}

/** The norm against the lag: the run that is looked at with its bounds, the others thin. */
function picture(scene) {
  const {
    constants: { lags },
    it,
    runs,
    k,
    open,
    texts: { T, last },
  } = scene;
  const [y, value] = [decades(scene), it.mid[scene.step]];
  const [marks, pull] = [lines(scene, y), ([x]) => ({ lag: lags[nearest(lags, x)] })];
  const [, edge] = marks.clipped([k, value]);
  const out = outside(value, edge, edge, [", below the picture", ", above the picture"]);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * T));
  return {
    size: [340, 300],
    title: `${grad(k)} = ${size(value)}${out}`,
    says: `Norm of the gradient by lag, logarithmic. ${it.name}: ${heard(scene)}, ${last} at ${T}.`,
    x: axis(0, 1.04 * T, ticks, { room: [46, 72], name: LAG, middle: true }),
    y,
    marks: [
      open && [
        marks.band(it),
        line(
          [
            [k, y.from],
            [k, y.to],
          ],
          "quiet thin",
        ),
      ],
      open && [marks.bounds(it), runs.map((run) => run !== it && marks.norm(run, "quiet thin"))],
      marks.norm(it, "gradient"),
      out && arrow([k, 0.8 * edge], [k, edge], "gradient"),
      open && grip([k, edge], pull, "gradient", out && { r: 0 }), // where it is not, no knob
    ],
  };
}

/** The eigenvalues of W and circles of radius 1, ρ and ‖W‖₂; the radius ρ can be pulled. */
function plane({ values, it: run, constants: { radii }, texts: { rho, bound } }) {
  const [far, ticks] = radii ? [2.2, [-2, -1, 0, 1, 2]] : [1.1 * Math.max(1, run.rho), [-1, 0, 1]];
  const pull = ([x, y]) => ({ radius: radii[nearest(radii, Math.hypot(x, y))] });
  const [name, inside] = [plural(values.length, "eigenvalue"), run.bound <= far];
  const key = [
    "circles: 1 thick, <i>ρ</i> thin",
    inside && `${NORM} dashed`,
    radii && "large dot: pull <i>ρ</i>",
  ]
    .filter(Boolean)
    .join(", ");
  return {
    size: [340, 302],
    title: `${name} of <b>W</b>: <i>ρ</i> = ${rho}, ${NORM} = ${bound}`,
    says: `${name} of W and the unit circle. Largest modulus ${rho}, norm of W ${bound}.`,
    x: axis(-far, far, ticks, { room: [65, 65], name: "real part", middle: true }),
    y: axis(-far, far, ticks, { room: [68, 24], grid: false, name: "imaginary part" }),
    marks: [
      circle([0, 0], 1, "ink"),
      circle([0, 0], run.rho, "quiet thin"),
      inside && circle([0, 0], run.bound, "ink dashed thin"),
      dots(values, 2.5, "quiet"),
      radii && grip([run.rho, 0], pull, "ink"),
      word([0, -far], key, "", { dy: 60 }),
    ],
  };
}

/** Of a cell without one matrix: how much each single step stretches, at most and at least. */
function single({ it: run, constants: { lags }, texts: { largest } }) {
  const steps = (chain) => chain.map((v, i) => [lags[i], v - (chain[i - 1] ?? 0)]);
  const [most, least] = [run.upper, run.lower ?? []].map((chain) =>
    steps(chain).filter(([, v]) => Number.isFinite(v)),
  );
  return {
    size: [340, 284],
    title: `Singular values of each step: at most ${largest}`,
    says: `Largest and smallest singular value of each step; the largest is ${largest}.`,
    x: axis(0, lags.at(-1), [1, lags.at(-1)], { room: [46, 64], name: "step", middle: true }),
    y: logAxis([0, ...[...most, ...least].map(([, v]) => v)], { room: [44, 14] }),
    marks: [least[0] && line(least, "quiet thin", "smallest"), line(most, "ink", "largest")],
  };
}

function play(scene) {
  const {
    constants: { lags },
    step,
  } = scene;
  return {
    label: LAG,
    min: 0,
    max: lags.length - 1,
    value: step,
    show: scene.k,
    says: heard(scene),
    every: 250,
    to: (i) => ({ lag: lags[i] }),
  };
}

function controls({ constants: { radii }, runs, turn, it, radius, texts: { last, T } }) {
  const options = runs.map(({ short, name }, i) => [i, short ?? name]);
  const [label, value] = [radii ? "Inputs" : "Run", runs.indexOf(it)];
  return [
    radii &&
      range({
        label: `radius ${RHO}`,
        min: 0,
        max: radii.length - 1,
        step: 1,
        value: turn,
        show: decimals(radius, 2),
        says: `radius ${radius}: gradient ${last} at lag ${T}`,
        to: (i) => ({ radius: radii[i] }),
      }),
    options[1] && bar({ label, options, value, to: (run) => ({ run }) }),
  ];
}

function table({ constants: { lags }, it: run }) {
  const [low, high] = run.count > 1 ? [run.low, run.high] : [];
  const columns = [
    [grad("<i>k</i>"), run.mid],
    ["lowest", low],
    ["highest", high],
    ["at most", run.upper],
    ["at least", run.lower],
    [POWER, run.rule],
  ].filter((one) => one[1]);
  return {
    caption: `${run.name}: norm of the gradient by lag`,
    head: [LAG, ...columns.map(([name]) => name)],
    rows: lags.map((k, i) => [k, ...columns.map(([, values]) => size(values[i]))]),
  };
}

export default explorable({ derive, picture, linked, controls, play, says, table, lines: [4, 7] });
