import { axis, logAxis } from "../page/kit/axes.js";
import { bar, range } from "../page/kit/controls.js";
import { explorable } from "../page/kit/explorable.js";
import { decimals, plural, size, tenTo, tight } from "../page/kit/numbers.js";
import { area, circle, dots, grip, line, word } from "../page/kit/picture.js";
import { tell } from "../page/kit/words.js";

const [EDGE, LAG] = [400, "lag\u00a0<i>k</i>"]; // log10 of 0 and of infinity in JSON are ∓400
const [RHO, NORM] = ["<i>ρ</i>(<b>W</b>)", "‖<b>W</b>‖<sub>2</sub>"];
const POWER = `${RHO}<sup><i>k</i></sup>`;
const grad = (k) => `‖∂<b>h</b><sub>${k}</sub>/∂<b>h</b><sub>0</sub>‖<sub>2</sub>`;

/** Logarithms again with those of zero and infinity. */
export const logs = (all) => all.map((v) => (Math.abs(v) < EDGE ? v : Math.sign(v) * Infinity));

/** The place in `values` of the one nearest to x; the first of two. */
export function nearest(values, x) {
  const away = values.map((v) => Math.abs(v - x));
  return away.indexOf(Math.min(...away));
}

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
  const mid = logs(run.mid);
  return {
    ...run, mid, low: logs(run.low ?? run.mid), high: logs(run.high ?? run.mid),
    upper: run.upper ? logs(run.upper) : power(run.bound),
    lower: run.lower?.[0] > -EDGE ? logs(run.lower) : null,
    rule: run.rho == null ? null : power(run.rho),
  };
}

/** What is so of a run over all its lags; `told.words` speak of it. */
export function judged({ low, mid, high, upper, lower, ...run }) {
  return {
    zero: high.at(-1) === -Infinity, rises: high.at(-1) < -1 && Math.max(...mid) > 1,
    grown: low.at(-1) > 1, shrunk: high.at(-1) < -1, several: run.count > 1,
    ruled: run.rho != null, below: run.rho < 1, above: run.rho > 1, certain: run.bound < 1,
    rests: !!run.rests, nonnegative: !!run.nonnegative, small: run.largest < 1,
    squeezed: upper.at(-1) < -1, pushed: !!lower && lower.at(-1) > 1,
  };
}

function texts(run, lags) {
  const [low, mid, high] = [run.low, run.mid, run.high].map((values) => size(values.at(-1)));
  const [peak, { bound = 0, rho = 0, largest = 0, lower }] = [Math.max(...run.mid), run];
  return {
    last: run.count > 1 ? `${mid} (${low} to ${high})` : mid, runs: `${run.count}`,
    T: `${lags.at(-1)}`, peak: size(peak), top: `${lags[run.mid.indexOf(peak)]}`,
    zero: `${lags[run.high.indexOf(-Infinity)] ?? ""}`,
    bound: tight(bound), rho: tight(rho), largest: tight(largest),
    chain: size(run.upper.at(-1)), floor: lower ? size(lower.at(-1)) : "",
  };
}

export function derive(state, told) {
  const { lags, radii } = told;
  const turn = radii ? radii.indexOf(state.radius) : 0;
  const runs = told.runs[turn].map((run) => opened(run, lags));
  const [it, step] = [runs[Math.min(state.run, runs.length - 1)], nearest(lags, state.lag)];
  const [said, certain] = [texts(it, lags), (row) => row?.[0].bound < 1];
  return {
    ...state, turn, runs, it, step, k: lags[step], facts: judged(it), texts: said,
    open: state.answered || !told.question,
    values: it.values ?? told.eigenvalues?.map((pair) => pair.map((x) => x * state.radius)),
    task: { reached: certain(told.runs[turn]) && !certain(told.runs[turn + 1]),
      value: `Now: ${RHO} = ${said.rho}, and ${NORM} = ${said.bound}.` },
  };
}

const says = ({ facts, texts, told }) => tell(told.words, facts, texts);
const heard = ({ k, it, step }) => `lag ${k}: gradient ${size(it.mid[step])}`;

/** Powers of ten that hold all runs and 1; of 64 units the same, so that the radius tilts lines. */
function decades({ told, runs, open }) {
  const more = { room: [44, 30], name: open ? "↑ ↓: goes on outside the picture" : "" };
  const label = (n) => (n ? tenTo(n) : "1");
  if (told.radii) return axis(-24, 8, [8, 0, -8, -16, -24].map((n) => [n, label(n)]), more);
  return logAxis([0, 1, ...runs.flatMap(({ low, high }) => [...low, ...high])], { ...more, label });
}

/** A run's norm, its band and what bounds it, as far as they are on the axis y. */
function lines({ told: { lags }, runs }, y) {
  const path = (values) => [[0, 0], ...values.map((v, i) => [lags[i], v])];
  const lowest = y.lane ? -Infinity : y.from;
  const clipped = ([k, v]) => [k, Math.min(y.to, Math.max(lowest, v))];
  const away = (values, from) => (values.at(-1) > y.to ? " ↑" : values.at(-1) < from ? " ↓" : "");
  const drawn = (values, look, name, from = y.from) =>
    values && line(cut(path(values), from, y.to), look, name ? name + away(values, from) : "");
  const around = ({ low, high }) => [...path(low), ...path(high).reverse()].map(clipped);
  return {
    clipped, band: (run) => run.count > 1 && area(around(run), "gradient"),
    norm: (run, look) => drawn(run.mid, look, runs.length > 1 ? run.name : "gradient", lowest),
    bounds: ({ upper, lower, rule }) => [
      drawn(rule, "ink thin", POWER), drawn(upper, "ink dashed thin", "at most"),
      drawn(lower, "ink dashed thin", "at least"),
    ],
  };
}

/** The norm against the lag: the run that is looked at with its bounds, the others thin. */
function picture(now) {
  const { told: { lags }, it, runs, k, open, texts: { T, last } } = now;
  const [y, value] = [decades(now), it.mid[now.step]];
  const [marks, others] = [lines(now, y), runs.filter((run) => run !== it)];
  const pull = ([x]) => ({ lag: lags[nearest(lags, x)] });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * T));
  return {
    size: [360, 316], title: `${grad(k)} = ${size(value)}`,
    says: `Norm of the gradient by lag, logarithmic. ${it.name}: ${heard(now)}, ${last} at ${T}.`,
    x: axis(0, 1.04 * T, ticks, { room: [52, 72], name: LAG, middle: true }), y,
    marks: [
      open && [marks.band(it), line([[k, y.from], [k, y.to]], "quiet thin")],
      open && [marks.bounds(it), others.map((run) => marks.norm(run, "quiet thin"))],
      marks.norm(it, "gradient"), open && grip(marks.clipped([k, value]), pull, "gradient"),
    ],
  };
}

/** The eigenvalues of W and circles of radius 1, ρ and ‖W‖₂; the radius ρ can be pulled. */
function plane({ values, it: run, told: { radii }, texts: { rho, bound } }) {
  const [far, ticks] = radii ? [2.2, [-2, -1, 0, 1, 2]] : [1.1 * Math.max(1, run.rho), [-1, 0, 1]];
  const pull = ([x, y]) => ({ radius: radii[nearest(radii, Math.hypot(x, y))] });
  const [name, inside] = [plural(values.length, "eigenvalue"), run.bound <= far];
  const key = `circles: 1 thick, <i>ρ</i> thin${inside ? `, ${NORM} dashed` : ""}`;
  return {
    size: [360, 322], title: `${name} of <b>W</b>: <i>ρ</i> = ${rho}, ${NORM} = ${bound}`,
    says: `${name} of W and the unit circle. Largest modulus ${rho}, norm of W ${bound}.`,
    x: axis(-far, far, ticks, { room: [65, 65], name: "real part", middle: true }),
    y: axis(-far, far, ticks, { room: [68, 24], grid: false, name: "imaginary part" }),
    marks: [
      circle([0, 0], 1, "ink"), circle([0, 0], run.rho, "quiet thin"),
      inside && circle([0, 0], run.bound, "ink dashed thin"), dots(values, 2.5, "quiet"),
      radii && grip([run.rho, 0], pull, "ink"), word([0, -far], key, "", { dy: 60 }),
    ],
  };
}

/** Of a cell without one matrix: how much each single step stretches, at most and at least. */
function single({ it: run, told: { lags }, texts: { largest } }) {
  const steps = (chain) => chain.map((v, i) => [lags[i], v - (chain[i - 1] ?? 0)]);
  const known = (chain) => steps(chain ?? []).filter(([, v]) => Number.isFinite(v));
  const [most, least] = [known(run.upper), known(run.lower)];
  return {
    size: [360, 300], title: `Singular values of each step: at most ${largest}`,
    says: `Largest and smallest singular value of each step; the largest is ${largest}.`,
    x: axis(0, lags.at(-1), [1, lags.at(-1)], { room: [52, 72], name: "step", middle: true }),
    y: logAxis([0, ...[...most, ...least].map(([, v]) => v)], { room: [44, 14] }),
    marks: [least[0] && line(least, "quiet thin", "smallest"), line(most, "ink", "largest")],
  };
}

const linked = (now) => (now.values ? plane(now) : single(now));

function play(now) {
  const { told: { lags }, step } = now;
  const [last, to] = [lags.length - 1, (i) => ({ lag: lags[i] })];
  return {
    label: LAG, min: 0, max: last, value: step, show: now.k, says: heard(now), to, every: 250,
    next: step < last && to(step + 1), back: step > 0 && to(step - 1), again: to(0),
  };
}

function controls({ told: { radii, sizes }, runs, turn, it, radius, texts: { last, T } }) {
  const options = runs.map(({ name }, i) => [i, sizes?.[i] ?? name]);
  const label = radii ? "Size of the inputs" : "Run";
  const [to, max] = [(i) => ({ radius: radii[i] }), radii?.length - 1];
  const says = `radius ${radius}: gradient ${last} at lag ${T}`;
  const turned = { min: 0, max, step: 1, value: turn, show: decimals(radius, 2), says, to };
  return [
    radii && range({ label: `radius ${RHO}`, ...turned }),
    options[1] && bar({ label, options, value: runs.indexOf(it), to: (run) => ({ run }) }),
  ];
}

function table({ told: { lags }, it: run }) {
  const several = run.count > 1 ? [["lowest", run.low], ["highest", run.high]] : [];
  const columns = [[grad("<i>k</i>"), run.mid], ...several, ["at most", run.upper],
    ["at least", run.lower], [POWER, run.rule]].filter(([, values]) => values);
  return {
    caption: `${run.name}: norm of the gradient by lag`,
    head: [LAG, ...columns.map(([name]) => name)],
    rows: lags.map((k, i) => [k, ...columns.map(([, values]) => size(values[i]))]),
  };
}

export default explorable({ derive, picture, linked, controls, play, says, table, lines: [4, 8] });
