import { h, s, number, slider, choice, liveRegion, dataTable, guess, frame, put, watch, uid, set, tenTo } from "../page/kit/parts.js";

const logistic = (a) => 0.5 * (1 + Math.tanh(0.5 * a));
// `gamma` is the largest |φ′|.
export const ACTIVATIONS = {
  tanh: { of: Math.tanh, slope: (a, y) => 1 - y * y, gamma: 1 },
  logistic: { of: logistic, slope: (a, y) => y * (1 - y), gamma: 0.25 },
  ReLU: { of: (a) => Math.max(a, 0), slope: (a) => +(a > 0), gamma: 1 },
  identity: { of: (a) => a, slope: () => 1, gamma: 1 },
};
// keep and write of h_t = keep · h_{t-1} + write · φ(a_t), for a given α
export const CELLS = { Elman: () => [0, 1], leaky: (alpha) => [alpha, 1 - alpha], residual: () => [1, 1] };
const RADII = [0.5, 0.9, 1.1, 1.5];
const DRIVES = [0, 1, 5];
const FLOOR = 400; // log10 of 0 and of infinity

/** W from two eigenvalues (re, im), non-normality ν and the angle of the Schur basis. */
export function matrix([[re1, im], [re2]], nonnormality, angle) {
  const half = nonnormality / 2;
  const [t, p0] = [(re1 + re2) / 2, (re1 - re2) / 2];
  const r = im ? Math.sign(nonnormality || im) * Math.hypot(half, im) : half;
  const [cos, sin] = [Math.cos(2 * angle), Math.sin(2 * angle)];
  const [p, q] = [p0 * cos - half * sin, p0 * sin + half * cos];
  return [[t + p, q + r], [q - r, t - p]];
}

/** Both singular values of a 2x2 matrix. */
export function singular([[a, b], [c, d]]) {
  const first = (Math.hypot(a + d, b - c) + Math.hypot(a - d, b + c)) / 2;
  return [first, first && Math.abs((a / first) * d - (b / first) * c)];
}

const exact = (x) => Math.round(x * 1e13) / 1e13; // a rotation's radius is 1, not 1 ± a rounding error
const largest = (pair) => Math.max(...pair.map((v) => Math.hypot(...v)));

/** States, and for every lag k both singular values of ∂h_k/∂h_0, its direction, and ∏ σ_min (log10). */
export function explore(state) {
  const W = matrix(state.eigenvalues, state.nonnormality, state.angle);
  const [keep, write] = CELLS[state.cell](state.alpha);
  const { of, slope, gamma } = ACTIVATIONS[state.activation];
  const [gain, sigma] = [write * gamma, singular(W)];
  const radius = exact(Math.max(...state.eigenvalues.map(([re, im]) => Math.hypot(keep + gain * re, gain * im))));
  const run = { W, sigma, radius, bound: exact(keep + gain * sigma[0]), states: [], norm: [], second: [], turn: [], lower: [], exploded: null };
  let [hs, P, lower, det] = [state.start, [[1, 0], [0, 1]], 0, 0];
  for (let k = 0; k < state.horizon; k++) {
    const before = hs;
    const a = W.map((row, i) => row[0] * before[0] + row[1] * before[1] + state.drive * state.noise[k][i] + state.bias[i]);
    const written = a.map(of);
    hs = written.map((y, i) => keep * before[i] + write * y);
    const J = W.map((row, i) => row.map((w, j) => keep * (i === j) + write * slope(a[i], written[i]) * w));
    P = J.map(([u, v]) => [0, 1].map((j) => u * P[0][j] + v * P[1][j]));
    if (![hs, ...P].flat().every(Number.isFinite)) { run.exploded = k + 1; break; }
    const [[first], [top, bottom]] = [singular(P), singular(J)];
    lower += Math.log10(bottom);
    det += Math.log10(bottom) + Math.log10(top);
    const [[p, q], [u, v]] = P.map((row) => row.map((x) => x / (first || 1)));
    run.states.push(hs);
    run.norm.push(first);
    run.second.push(first && 10 ** (det - Math.log10(first)));
    run.turn.push(0.5 * Math.atan2(2 * (p * u + q * v), p * p + q * q - u * u - v * v));
    run.lower.push(lower);
  }
  return run;
}

/** The twin of `unrolled.gradients.verdict`. */
export function verdict(norm, bound, radius) {
  const last = norm.at(-1);
  const outcome = last < 0.1 ? "vanishes" : last > 10 ? "explodes" : "neither";
  const promise = radius < 1 ? "vanishes" : radius > 1 ? "explodes" : "neither";
  return { outcome, rises: outcome === "vanishes" && Math.max(...norm) > 10, guaranteed: bound < 1, promise };
}

/** 10^log with three digits, or as a power of ten. */
export function size(log) {
  if (Math.abs(log) >= FLOOR) return log < 0 ? "0" : "∞";
  if (log >= -3 && log < 3.9999) return (10 ** log).toFixed(Math.max(0, 2 - Math.floor(log + 1e-4)));
  const power = Math.floor(log);
  const digits = (10 ** (log - power)).toFixed(1);
  return digits === "10.0" ? `1.0·${tenTo(power + 1)}` : `${digits}·${tenTo(power)}`;
}
const log10 = (x) => Math.min(FLOOR, Math.max(-FLOOR, Math.log10(x)));
const signed = (x) => (x === 0 ? "0" : (x < 0 ? "−" : "") + size(log10(Math.abs(x))));

/** Two decimals, more where 1 is near: 0.998 is not 1. */
const tight = (x) => (x >= 1000 ? size(log10(x)) : number(x, x === 1 ? 0 : Math.min(12, Math.max(2, -Math.floor(Math.log10(Math.abs(x - 1)))))));

/**
 * What is happening, and which theorem says so or does not. Norms in `n` are logarithms. Without
 * `rule` (a cell of your own) `bound` is the largest factor of this run and `chain` their product.
 */
export function explain(found, n) {
  const { outcome, rises } = found;
  let happens = outcome === "neither" ? "neither vanishes nor explodes" : outcome;
  if (rises) happens = `rises to ${size(n.peak)} at lag ${n.peakLag} before it vanishes`;
  happens += n.zero ? `: exactly 0 from lag ${n.zero} on` : `: ${size(n.last)} at lag ${n.lag}`;
  if (n.exploded) happens = `exploded at step ${n.exploded}: the numbers overflow`;
  return [`The gradient ${happens}.`, because(found, n)];
}

/** The theorem that holds here, or the rule that fails. */
function because({ outcome, rises, guaranteed, promise }, n) {
  const [bound, rho] = [tight(n.bound), `${n.rule} = ${tight(n.radius)}`];
  const [known, kept] = [`${rho} promised ${promise === "vanishes" ? "vanishing" : "exploding"}`, promise === outcome && !rises];
  if (guaranteed && outcome === "vanishes") return `It had to. No factor has a norm above ${bound}, and a bound below 1 is sufficient.`;
  if (guaranteed) return `In the end it must vanish: no factor has a norm above ${bound} < 1. ${n.lag} steps are too few to see it.`;
  if (!n.rule) return `Single steps do not decide it: their norms multiply to ${size(n.chain)}, the largest is ${bound}.`;
  if (n.normal) return `Here ${rho} decides at every lag: the recurrence is linear and W is normal, so the norm is its power exactly.`;
  if (n.linear && promise === "neither") return `${rho} leaves it open: without a full set of eigenvectors powers grow even at 1.`;
  if (n.linear && kept) return `${rho} decides, for the recurrence is linear; but only in the long run (Gelfand), and it bounds nothing on the way.`;
  if (n.linear) return `${known}. For a linear recurrence it keeps that in the long run (Gelfand); at a given lag ρ is no bound.`;
  if (n.nonnegative && promise === "vanishes") return `${rho} below 1 is sufficient in the long run, for W has no negative entry. At a given lag ρ is no bound.`;
  if (promise === "neither") return `${rho} promised nothing. Slopes that change from step to step decide.`;
  if (outcome === "vanishes" && !kept && promise === "explodes") return `${known}. But a bound above 1, here ${bound}, is necessary for that, not sufficient: slopes below their maximum shrink every factor.`;
  if (outcome === "explodes" && !kept) return `${known}: ρ is no bound. Slopes rescale the rows of each factor, and so change its radius. The bound ${bound} is above 1 and left room for that.`;
  if (!kept) return `${known}: ρ is no bound, and proves nothing where slopes change from step to step.`;
  if (outcome === "explodes") return `It could, for the bound ${bound} is above 1; that is necessary, not sufficient. ${rho} agrees, but proves nothing where slopes change.`;
  return `${rho} agrees, but proves nothing where slopes change: the bound ${bound} is not below 1, so nothing was guaranteed.`;
}

/** Where the eigenvalues go when number i is pulled to (x, y): a pair meets on the axis, and parts there. */
export function pulled(pair, i, [x, y]) {
  const [[re, im], [other]] = [pair[i], pair[1 - i]];
  const apart = im ? Math.abs(y) > 0.08 : Math.abs(y) > 0.15 && Math.abs(re - other) < 0.15;
  if (!apart) return im ? [[x, 0], [x, 0]] : pair.with(i, [x, 0]);
  return i ? [[x, -y], [x, y]] : [[x, y], [x, -y]];
}

/** The non-normality that makes ‖W‖₂ = σ; never below the radius. */
export function stretched({ eigenvalues: [[re1, im], [re2]], nonnormality }, sigma) {
  const wanted = Math.max(sigma, largest([[re1, im], [re2, im]]));
  const det = wanted && (re1 * re2 + im * im) / wanted;
  const square = wanted * wanted + det * det - re1 * re1 - re2 * re2 - 2 * im * im;
  return (nonnormality < 0 ? -1 : 1) * Math.sqrt(Math.max(0, square));
}

const word = (x, y, text, anchor = "middle", more = "") => `<text x="${x}" y="${y}" text-anchor="${anchor}" ${more}>${text}</text>`;
const GRADIENT = "∂<i>h<sub>k</sub></i>/∂<i>h</i><sub>0</sub>";
const low = (letter, n) => `<i>${letter}</i><sub>${n}</sub>`;

/** The first of 1, 2, 5, 10, 20, ... that fits `span` at most `most` times. */
const stride = (span, most) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => span / n <= most) ?? span;

/** Labels apart by at least `gap`, near where they want to be, in their order. */
export function spread(wanted, gap, top, bottom) {
  const order = wanted.map((_, i) => i).sort((i, j) => wanted[i] - wanted[j] || i - j);
  const found = wanted.slice();
  let last = top - gap;
  for (const i of order) last = found[i] = Math.max(found[i], last + gap);
  last = bottom + gap;
  for (const i of order.reverse()) last = found[i] = Math.min(found[i], last - gap);
  return found;
}

/** The decades that the plot shows: the norm, 1, and some of ρᵏ. */
export function decades(norm, rule) {
  const finite = norm.filter((x) => Math.abs(x) < FLOOR);
  let [bottom, top] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const room = Math.max(2, top - bottom) / 2;
  const end = rule.at(-1) ?? 0;
  [bottom, top] = [Math.min(bottom, Math.max(end, bottom - room)), Math.max(top, Math.min(end, top + room))];
  const step = stride(top - bottom + 1, 6);
  return [Math.floor(Math.min(bottom, -0.5) / step) * step, Math.ceil(Math.max(top, 0.5) / step) * step, step];
}

/** The main plot: log10 of the norm against the lag, between what bounds it. */
function plot() {
  const id = uid("clip");
  const paths = Object.fromEntries(["rule", "lower", "upper", "norm"].map((name) => [name, s("path", { class: `is-${name}` })]));
  const [grid, marks, lines] = [s("g"), s("g"), s("g", { "clip-path": `url(#${id})` }, ...Object.values(paths))];
  const box = s("rect");
  const node = s("svg", { class: "gx-plot", role: "img", "font-size": 14 }, s("clipPath", { id }, box), grid, lines, marks);
  let [width, shown] = [560, null];
  const draw = () => {
    const { norm, upper, lower, rule, lag } = shown;
    const [steps, wide] = [norm.length - 1, width > 460];
    const [left, right, top, bottom] = [56, width - (wide ? 142 : 108), 30, wide ? 330 : 250];
    const [from, to, step] = decades(norm, rule);
    const x = (k) => left + (right - left) * k / steps;
    const y = (v) => Math.min(4000, Math.max(-4000, bottom - (bottom - top) * (v - from) / (to - from)));
    const across = stride(steps, wide ? 5 : 2);
    const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => from + n * step);
    const lags = Array.from({ length: Math.floor(steps / across) + 1 }, (_, n) => n * across);
    put(grid, ticks.map((v) => `<path class="${v ? "" : "is-one"}" d="M${left} ${y(v).toFixed(1)}H${right}"/>` + word(left - 6, y(v) + 5, v ? tenTo(v) : "1", "end")).join("")
      + lags.map((k) => word(x(k), bottom + 19, k)).join("") + word((left + right) / 2, bottom + 37, 'lag <tspan font-style="italic">k</tspan>'));
    const series = [["norm", norm, "gradient"], ["upper", upper, "at most"], ["lower", lower, "at least"], ["rule", rule, wide ? "ρᵏ, no bound" : "ρᵏ"]].filter(([, values]) => values.length);
    const path = (values) => `M${values.map((v, k) => `${x(k).toFixed(1)} ${y(v).toFixed(1)}`).join("L")}`;
    for (const [name, line] of Object.entries(paths)) set(line, { d: shown[name].length ? path(shown[name]) : "" });
    const ends = series.map(([, values]) => Math.min(bottom, Math.max(top, y(values.at(-1)))));
    const places = spread(ends, 19, top, bottom);
    const here = y(norm[lag]);
    const value = `lag ${lag}: ${size(norm[lag])}`;
    const middle = Math.min(width - 60, Math.max(60, x(lag)));
    put(marks, series.map(([name, values, label], i) => {
      const out = values.at(-1) > to ? " ↑" : values.at(-1) < from ? " ↓" : "";
      return `<path class="is-${name}" d="M${right + 5} ${places[i]}h16"/>${word(right + 24, places[i] + 5, label + out, "start", `class="is-${name}"`)}`;
    }).join("") + `<path class="gx-plumb" d="M${x(lag)} ${top - 8}V${bottom}"/>${word(middle, 16, value, "middle", 'class="is-value"')}`
      + (here <= bottom && here >= top ? `<circle cx="${x(lag)}" cy="${here}" r="6"/>` : ""));
    set(box, { x: left, y: top - 2, width: right - left, height: bottom - top + 4 });
    set(node, { viewBox: `0 0 ${width} ${bottom + 44}`, "aria-label": `Norm of the gradient against the lag, on a logarithmic axis. ${value}. ${shown.sentence}` });
  };
  const seen = new ResizeObserver(([{ contentRect }]) => {
    const next = Math.max(280, Math.round(contentRect.width));
    if (!contentRect.width || next === width) return;
    width = next;
    if (shown) draw();
  });
  const holder = h("div", { class: "gx-holder" }, node);
  seen.observe(holder);
  return { node: holder, set(next) { shown = next; draw(); }, stop: () => seen.disconnect() };
}

/** The complex plane. Eigenvalues can be pulled unless there are 64. `onpull(i, [re, im])` hears it. */
function plane(onpull) {
  const id = uid("clip");
  const [ground, dots] = [s("g", { class: "gx-ground" }), s("g", { class: "gx-dots" })];
  const grips = [0, 1].map((i) => s("g", { class: "gx-grip" }, s("circle", { class: "is-target", r: 29 }), s("circle", { r: 7 }), s("text", { "text-anchor": "middle", "font-weight": 700 }, i ? "λ₂" : "λ₁")));
  const node = s("svg", { viewBox: "-22 0 370 344", role: "img", "font-size": 14 },
    s("clipPath", { id }, s("rect", { x: 36, y: 6, width: 296, height: 296 })), s("rect", { class: "gx-frame", x: 36, y: 6, width: 296, height: 296 }), ground, dots, ...grips);
  let extent = 2.5;
  const pixel = ([re, im]) => [184 + 148 * re / extent, 154 - 148 * im / extent];
  grips.forEach((grip, i) => {
    let inverse; // of the moment it was taken up: asking again would cost a layout each time
    grip.addEventListener("pointerdown", (event) => {
      grip.setPointerCapture(event.pointerId);
      inverse = node.getScreenCTM().inverse();
    });
    grip.addEventListener("pointermove", (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
      onpull(i, [(x - 184) / 148, (154 - y) / 148].map((v) => Math.round(100 * extent * Math.min(1, Math.max(-1, v))) / 100 + 0));
    });
  });
  return { node, set({ pair, points, keep, gain, limit }) {
    extent = limit;
    const unit = 148 / extent;
    const step = stride(extent, 3);
    const ticks = [-2, -1, 0, 1, 2].map((n) => n * step).filter((v) => Math.abs(v) < 0.9 * extent);
    const border = gain && (keep || gain !== 1) ? `<circle class="is-rule" cx="${pixel([-keep / gain, 0])[0]}" cy="154" r="${unit / gain}"/>` : "";
    put(ground, `<g clip-path="url(#${id})"><path d="M36 154H332M184 6V302"/><circle cx="184" cy="154" r="${unit}"/>${border}</g>`
      + ticks.map((t) => word(pixel([t, 0])[0], 319, number(t)) + word(30, pixel([0, t])[1] + 5, number(t), "end")).join("") + word(184, 336, "real part") + word(42, 22, "imaginary part", "start"));
    put(dots, points.length ? `<path d="${points.map((p) => `M${pixel(p).map((v) => v.toFixed(1))}h0`).join("")}"/>` : "");
    grips.forEach((grip, i) => {
      grip.style.display = pair ? "" : "none";
      if (!pair) return;
      const im = pair[i][1] / extent;
      set(grip, { transform: `translate(${pixel(pair[i]).map((v) => v.toFixed(2))})` });
      set(grip.lastChild, { y: im < -0.85 || (im ? im > 0 && im < 0.88 : !i) ? -13 : 24 });
    });
    set(node, { "aria-label": `Eigenvalues of W and the unit circle in the complex plane: ${pair ? pair.map(complex).join(" and ") : "64 of them"}. The largest modulus is ${tight(largest(pair ?? points))}.` });
  } };
}
const complex = ([re, im]) => number(re, 2) + (im ? ` ${im < 0 ? "−" : "+"} ${number(Math.abs(im), 2)}i` : "");

/** What the product at one lag makes of the unit circle. */
function ellipse() {
  const [circle, shape] = [s("circle", { class: "gx-unit", cx: 100, cy: 100 }), s("ellipse", { class: "gx-ellipse" })];
  const [node, note] = [s("svg", { viewBox: "0 0 200 200", role: "img" }, circle, shape), h("p")];
  return { node: h("div", {}, h("p", { class: "gx-title", html: "Unit circle after <i>k</i> steps" }), node, note), set(run, lag) {
    const [first, second, turn] = [run.norm, run.second, run.turn].map((values) => values[Math.min(lag, values.length) - 1] ?? 0);
    const radius = first && 78 / first;
    const fits = radius > 4 && radius < 98;
    set(circle, { r: fits ? radius : 0 });
    set(shape, { rx: first && 78, ry: first && Math.max(0.8, 78 * second / first), transform: `translate(100 100) rotate(${-turn * 180 / Math.PI})` });
    const text = `σ₁ = ${size(log10(first))}, σ₂ = ${size(log10(second))}`;
    put(note, `Half-axes <span class="is-gradient">${text}</span>. ${fits ? "Dashed: the circle, to scale." : first ? "The circle is off this scale." : "Only a point is left."}`);
    set(node, { "aria-label": `Ellipse that the product at lag ${lag} makes of the unit circle: ${text}.` });
  } };
}

/** h₁ and h₂ against time. */
function states() {
  const [ground, ...lines] = [s("g"), s("path", { class: "is-h1" }), s("path", { class: "is-h2" })];
  const node = s("svg", { viewBox: "0 0 340 204", role: "img", "font-size": 14 }, ground, ...lines);
  return { node: h("div", {}, h("p", { class: "gx-title", html: `The states <span class="is-state">${low("h", 1)}</span> and <span class="is-state">${low("h", 2)}</span>` }), node), set(start, found, steps) {
    const path = [start, ...found];
    let [from, to] = [Math.min(0, ...path.flat()), Math.max(0, ...path.flat())];
    if (to - from < 1e-12) [from, to] = [-1, 1];
    const most = Math.max(-from, to); // divided by it nothing overflows
    const [x, y] = [(k) => 76 + 226 * k / steps, (v) => 160 - 145 * ((v / most - from / most) / (to / most - from / most))];
    lines.forEach((line, i) => line.setAttribute("d", `M${path.map((v, k) => `${x(k).toFixed(1)} ${y(v[i]).toFixed(1)}`).join("L")}`));
    const ends = spread([0, 1].map((i) => y(path.at(-1)[i])), 18, 15, 160);
    const ticks = [from, 0, to].filter((v, n) => n === 1 || Math.abs(y(v) - y(0)) > 18);
    put(ground, ticks.map((v) => `<path class="gx-axis" d="M76 ${y(v)}H302"/>${word(70, y(v) + 5, signed(v), "end")}`).join("") + word(76, 180, 0) + word(302, 180, steps, "end") + word(189, 196, 'step <tspan font-style="italic">t</tspan>')
      + ends.map((end, i) => word(308, end + 5, `h${"₁₂"[i]}`, "start")).join(""));
    set(node, { "aria-label": `The states over ${steps} steps, h₁ solid, h₂ dashed: from ${start.map(signed).join(" and ")} to ${path.at(-1).map(signed).join(" and ")}.` });
  } };
}

/** A labelled list to pick from. */
function picker(label, names, onchange) {
  const id = uid("picker");
  const list = h("select", { id }, h("option", { value: "", hidden: true }, "changed by hand"), ...names.map((name) => h("option", { value: name }, name)));
  list.addEventListener("change", () => onchange(list.value));
  return { node: h("div", { class: "gx-picker" }, h("label", { for: id }, label), list), set(name) { list.value = name; } };
}

function asked(locked, done, onanswer) {
  const shown = "In the example “transient: ρ = 0.9” both eigenvalues are 0.9, and the gradient rises to 38.7 at lag 9 before it vanishes.";
  const options = [
    ["shrunk to 0.35", `0.9¹⁰ = 0.35 is right for a linear recurrence with a normal <i>W</i>, and no bound for others. ${shown}`],
    ["grown", `It can. ${shown} But with a normal <i>W</i> and no activation it shrinks to 0.9¹⁰ = 0.35.`],
    ["it depends on more than ρ", `ρ tells how fast powers of <i>W</i> shrink in the end, not what they do before, and nothing certain once slopes change. ${shown}`],
  ].map(([label, html]) => [label, h("span", { html })]);
  return guess({
    right: 2, options, locked, done, onanswer,
    question: "<i>W</i> has spectral radius ρ = 0.9: every eigenvalue lies within the unit circle. After 10 steps the norm of ∂<i>h</i><sub>10</sub>/∂<i>h</i><sub>0</sub> has …",
  });
}

/** keep · one + gain · W as text: 0.9 I + 0.1 W. */
function formula(keep, gain, W, one = "") {
  const scaled = gain === 1 ? W : `${number(exact(gain), 2)} ${W}`;
  return keep ? `${keep === 1 && one ? one : number(keep, 2) + (one && ` ${one}`)} + ${scaled}` : scaled;
}

const TRAITS = "mode preset eigenvalues nonnormality angle bias start activation cell alpha drive lag horizon many_radius many_drive many_cell noise yours answered".split(" ");

/** What is shown in the present mode: logarithms at lags 0..T, rates and the sentence. */
function picture(now, networks) {
  const straight = (rate, steps) => Array.from({ length: steps + 1 }, (_, k) => (k ? Math.max(-FLOOR, k * log10(rate)) : 0));
  const linear = now.mode === "hand" && now.activation === "identity";
  let [run, norm, upper, lower, rule, bound, radius, keep, gain] = [null, [], [], [], [], 0, 1, 0, 1];
  if (now.mode === "yours") {
    [norm, upper, lower] = ["norm", "upper", "lower"].map((key) => [0, ...now.yours[key]]);
    bound = now.yours.bound;
  } else {
    const many = now.mode === "many";
    run = many ? networks.runs[`${now.many_cell} ${now.many_radius} ${now.many_drive}`] : explore(now);
    [norm, lower] = many ? [[0, ...run.norm], []] : [[0, ...run.norm.map(log10)], [0, ...run.lower.map((v) => Math.max(-FLOOR, v))]];
    ({ bound, radius } = run);
    [upper, rule] = [bound, radius].map((rate) => straight(rate, norm.length - 1));
    const [kept, write] = CELLS[many ? now.many_cell : now.cell](many ? 0.9 : now.alpha);
    [keep, gain] = [kept, write * (many ? 1 : ACTIVATIONS[now.activation].gamma)];
  }
  const found = verdict(norm.slice(1).map((v) => 10 ** v), bound, radius);
  const [peak, zero] = [Math.max(...norm), norm.findIndex((v) => v <= -FLOOR)];
  const steps = norm.length - 1;
  const sentence = explain(found, { last: norm[steps], lag: steps, peak, peakLag: norm.indexOf(peak), zero: zero > 0 && zero, exploded: run?.exploded, bound, radius, chain: upper[steps],
    rule: now.mode !== "yours" && `ρ(${formula(keep, gain, "W", "I")})`, linear, normal: linear && now.nonnormality === 0, nonnegative: now.mode === "hand" && run.W.flat().every((w) => w >= 0) });
  return { run, norm, upper, lower, rule, bound, radius, keep, gain, steps, sentence };
}

function render({ model, el }) {
  frame(el);
  const [presets, networks] = [model.get("presets"), model.get("networks")];
  const read = () => {
    const found = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    return found.mode === "yours" && !found.yours.norm ? { ...found, mode: "hand" } : found;
  };
  let [now, shown, busy] = [read(), null, false];
  const store = (change) => {
    busy = true;
    for (const [name, value] of Object.entries(change)) model.set(name, value);
    busy = false;
    tell();
    model.save_changes();
  };
  const own = (change) => store({ ...change, preset: "" });
  const effect = () => shown.sentence[0];
  const tuner = (label, name, min, max, oninput) => slider({ label, min, max, step: 0.01, value: 0, says: (v) => `${name} ${number(v, 2)}. ${shown ? effect() : ""}`, oninput });
  const edge = (least, ...values) => Math.max(least, ...values.map((v) => Math.ceil(Math.abs(v))));
  const limit = edge(2.5, ...now.eigenvalues.flat());
  const [widest, sigma] = [edge(12, now.nonnormality), edge(15, singular(matrix(now.eigenvalues, now.nonnormality, 0))[0])];
  const pull = (eigenvalues) => own({ eigenvalues });
  const clipped = (v) => Math.min(widest, Math.max(-widest, v));
  const sliders = [
    ...[0, 1].map((i) => tuner(`λ<sub>${i + 1}</sub>`, `λ ${i + 1}`, -limit, limit, (v) => pull(now.eigenvalues.with(i, [v, 0])))),
    tuner("Re λ", "real part", -limit, limit, (v) => pull(now.eigenvalues.map(([, im]) => [v, im]))),
    tuner("Im λ", "imaginary part", 0.01, limit, (v) => pull(now.eigenvalues.map(([re, im]) => [re, Math.sign(im) * v]))),
    tuner("<i>ν</i>, non-normality", "non-normality", -widest, widest, (v) => own({ nonnormality: v })),
    tuner("σ<sub>1</sub> = ‖<i>W</i>‖<sub>2</sub>", "largest singular value", 0, sigma, (v) => own({ nonnormality: clipped(stretched(now, v)) })),
    tuner("<i>θ</i>, degrees", "angle", -90, 90, (v) => own({ angle: v * Math.PI / 180 })),
    tuner("drive", "drive", 0, 5, (v) => own({ drive: v })),
    tuner("<i>α</i>", "alpha", 0, 1, (v) => own({ alpha: v })),
  ];
  const kinds = choice({ legend: "Eigenvalues", options: [["pair", "conjugate pair"], ["real", "two real"]], value: "real", onchange: (kind) => {
    const [[re1, im], [re2]] = now.eigenvalues;
    const [re, half] = [(re1 + re2) / 2, Math.max(0.05, Math.abs(re1 - re2) / 2)];
    pull(kind === "pair" ? [[re, half], [re, -half]] : [1, -1].map((side) => [Math.min(limit, Math.max(-limit, re + side * Math.abs(im))), 0]));
  } });
  const lag = slider({ label: "lag <i>k</i>", min: 1, max: 1e6, step: 1, value: 1, says: (k) => `lag ${k}: gradient ${shown ? size(shown.norm[k]) : ""}`, oninput: (k) => store({ lag: k }) });
  const bar = (legend, names, name, onchange) => choice({ legend, options: names.map((key) => [key, String(key)]), value: now[name], onchange });
  const activation = bar("Activation", Object.keys(ACTIVATIONS), "activation", (v) => own({ activation: v }));
  const cell = bar("Cell", Object.keys(CELLS), "cell", (v) => own({ cell: v }));
  const many = [["ρ(<i>W</i>)", RADII, "many_radius"], ["Drive", DRIVES, "many_drive"], ["Cell", Object.keys(CELLS), "many_cell"]].map(([legend, names, name]) => [name, bar(legend, names, name, (v) => store({ [name]: v }))]);
  const mode = choice({ legend: "Network", options: [["hand", "2 units"], ["many", "64 units"], ...(now.yours.norm ? [["yours", h("i", {}, now.yours.name).innerHTML]] : [])], value: now.mode, onchange: (v) => store({ mode: v }) });
  const preset = picker("Example", Object.keys(presets), (name) => store({ ...presets[name].state, preset: name }));
  const [says, words, key, numbers] = [h("p", { class: "gx-says" }), h("p", { class: "gx-verdict" }), h("p", { class: "gx-key" }), h("p", { class: "gx-key" })];
  const [graph, circle, oval, paths, live] = [plot(), plane((i, to) => model.get("answered") && pull(pulled(now.eigenvalues, i, to))), ellipse(), states(), liveRegion()];
  const table = dataTable("The numbers behind the plot", ["lag <i>k</i>", `‖${GRADIENT}‖<sub>2</sub>`, "at most", "at least", "ρᵏ"], []);
  const tabulate = () => table.node.open && table.set([...new Set([1, 2, 5, 10, 20, 50, 100, shown.steps, now.lag])].filter((k) => k <= shown.steps).sort((j, k) => j - k)
    .map((k) => [String(k), ...[shown.norm, shown.upper, shown.lower, shown.rule].map((values) => (values.length ? size(values[k]) : "–"))]));
  table.node.addEventListener("toggle", tabulate);
  const hand = h("div", { class: "gx-controls" }, kinds.node, ...sliders.map((r) => r.node), activation.node, cell.node);
  const bars = h("div", { class: "gx-bars" }, ...many.map(([, b]) => b.node));
  const side = h("div", { class: "gx-side" }, circle.node, numbers);
  const pictures = h("div", { class: "gx-pictures" }, oval.node, paths.node);
  const locked = h("fieldset", { class: "gx-body", "aria-label": "Network, eigenvalues and lag" },
    h("div", { class: "gx-head" }, mode.node, preset.node, bars, says),
    h("div", { class: "gx-left" }, side, hand),
    h("div", { class: "gx-right" }, h("div", { class: "gx-main" }, words, graph.node, lag.node, key), pictures, table.node));
  const question = asked(locked, now.answered, () => store({ answered: true }));
  const root = h("div", { class: "gx" }, question, locked, live.node);

  function update() {
    now = read();
    shown = picture(now, networks);
    const { run, sentence, steps, keep, gain, bound } = shown;
    const [isHand, isMany, real] = [now.mode === "hand", now.mode === "many", now.eigenvalues[0][1] === 0];
    const at = Math.min(now.lag, steps);
    locked.disabled = !now.answered;
    root.classList.toggle("is-open", now.answered);
    root.classList.toggle("is-alone", now.mode === "yours");
    put(words, `<strong>${sentence[0]}</strong> ${sentence[1]}`);
    graph.set({ ...shown, lag: at, sentence: sentence[0] });
    const [most, rule] = now.mode === "yours" ? ["∏ σ<sub>max</sub>(<i>J<sub>j</sub></i>)", ""] : [`(${formula(keep, gain, "‖W‖₂")})ᵏ = ${tight(bound)}ᵏ`, ` Dash-dot: ρ(${formula(keep, gain, "W", "I")})ᵏ = ${tight(shown.radius)}ᵏ.`];
    put(key, `Thick: ‖${GRADIENT}‖<sub>2</sub>. Dashed: ${most}.${shown.lower.length ? " Dotted: ∏ σ<sub>min</sub>(<i>J<sub>j</sub></i>)." : ""}${rule} Vanishing means below 0.1 at the last lag, exploding above 10.`);
    mode.set(now.mode);
    preset.set(now.preset);
    preset.node.hidden = !isHand;
    bars.hidden = !isMany;
    hand.hidden = pictures.hidden = !isHand;
    side.hidden = now.mode === "yours";
    const changed = isHand && !now.preset; // the text keeps its place, so that nothing moves under the pointer
    says.classList.toggle("is-past", changed);
    if (!changed) put(says, isHand ? presets[now.preset].says : isMany ? "One Gaussian <i>W</i>, scaled; tanh, normal inputs times the drive, <i>α</i> = 0.9." : "One run, with its Jacobians multiplied step by step.");
    lag.node.querySelector("input").max = steps;
    lag.set(at);
    if (isMany) {
      const points = networks.eigenvalues.flatMap(([re, im]) => [[re, im], [re, -im]]).map((p) => p.map((v) => v * now.many_radius));
      circle.set({ points, keep, gain, limit: 2.5 });
      put(numbers, `The 64 eigenvalues of <i>W</i>, ‖<i>W</i>‖<sub>2</sub> = ${tight(networks.norm * now.many_radius)}. ${border(keep, gain, 2.5)}`);
      for (const [name, b] of many) b.set(now[name]);
    } else if (isHand) {
      circle.set({ pair: now.eigenvalues, points: [], keep, gain, limit });
      put(numbers, `${show(now, run)} ${border(keep, gain, limit)}`);
      oval.set(run, at);
      paths.set(now.start, run.states, run.states.length);
      kinds.set(real ? "real" : "pair");
      const [[re1, im], [re2]] = now.eigenvalues;
      [re1, re2, re1, Math.abs(im), now.nonnormality, run.sigma[0], now.angle * 180 / Math.PI, now.drive, now.alpha].forEach((v, i) => {
        sliders[i].set(v);
        sliders[i].node.hidden = i < 4 ? real === i > 1 : i === 8 && now.cell !== "leaky";
      });
      activation.set(now.activation);
      cell.set(now.cell);
    }
    tabulate();
  }
  const tell = () => { update(); if (now.answered) live.say(shown.sentence.join(" ")); };
  const stop = watch(model, TRAITS, () => busy || tell());
  update();
  el.append(root);
  return () => { stop(); graph.stop(); live.stop(); };
}

/** The weights, and where the network starts. */
function show({ eigenvalues, bias, start }, { W, sigma }) {
  const pair = (v) => `(${v.map(signed).join(", ")})`;
  return `<i>W</i> = (${W.map((row) => row.map((w) => number(exact(w), 2)).join(", ")).join("; ")}), ρ = ${tight(largest(eigenvalues))}, ‖<i>W</i>‖<sub>2</sub> = ${tight(sigma[0])}, ${low("h", 0)} = ${pair(start)}, <i>b</i> = ${pair(bias)}.`;
}

/** What the circles of the plane mean. */
function border(keep, gain, limit) {
  if (!gain || (!keep && gain === 1)) return "Circle: |λ| = 1.";
  const seen = keep || limit * Math.SQRT2 > 1 / gain;
  return `Circle: |λ| = 1. ${seen ? "Dash-dot" : "Outside"}: |${formula(keep, gain, "λ")}| = 1, the border of the rule of ρ.`;
}

export default { render };
