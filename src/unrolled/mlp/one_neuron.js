import { h, s, number, slider, choice, button, liveRegion, guess, frame, put, watch, uid, set, tenTo } from "../page/kit/parts.js";

const EDGE = 3; // the plane is [-3, 3]²
const INNER = 2.55; // where labels on the plane still fit
const SPAN = 6; // the curves are drawn for a in [-6, 6]
const SIZES = [-1, 1.15]; // log10 of the lengths of w on the slider, 0.1 to 14.1

/** The error function: a series of positive terms near 0, the continued fraction of erfc beyond. */
export function erf(x) {
  const z = Math.abs(x);
  if (z > 6) return Math.sign(x);
  if (z >= 3) {
    let fraction = z;
    for (let k = 60; k > 0; k--) fraction = z + k / 2 / fraction;
    return Math.sign(x) * (1 - Math.exp(-z * z) / fraction / Math.sqrt(Math.PI));
  }
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= 2 * x * x / (2 * n + 1);
    sum += term;
  }
  return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
}

const logistic = (a) => 0.5 * (1 + Math.tanh(0.5 * a));
const normalCdf = (a) => 0.5 * (1 + erf(a / Math.SQRT2));
const normalDensity = (a) => Math.exp(-0.5 * a * a) / Math.sqrt(2 * Math.PI);

const BOTH = [["≤ ", "≥ "], ["≤ ", "≥ "]];

// `ticks` are for φ and φ′; the first and the last also end the scales of the shading.
// `open` says which of these φ or φ′ can pass; `largest` is the largest |φ′|.
export const ACTIVATIONS = {
  tanh: { of: Math.tanh, slope: (a, h) => 1 - h * h, ticks: [[-1, 0, 1], [0, 1]], largest: 1 },
  logistic: { of: logistic, slope: (a, h) => h * (1 - h), ticks: [[0, 1], [0, 0.25]], largest: 0.25 },
  ReLU: { of: (a) => Math.max(a, 0), slope: (a) => +(a > 0), ticks: [[0, 6], [0, 1]], open: [["", "≥ "]], largest: 1 },
  GELU: { of: (a) => a * normalCdf(a), slope: (a) => normalCdf(a) + a * normalDensity(a), ticks: [[0, 6], [0, 1]], open: BOTH, largest: 1.1289 },
  SiLU: { of: (a) => a * logistic(a), slope: (a, h) => logistic(a) + h * (1 - logistic(a)), ticks: [[0, 6], [0, 1]], open: BOTH, largest: 1.0998 },
  identity: { of: (a) => a, slope: () => 1, ticks: [[-6, 0, 6], [0, 1]], open: BOTH.slice(1), largest: 1 },
};

/** φ and φ′ at a. */
function at(activation, a) {
  const { of, slope } = ACTIVATIONS[activation];
  const answer = of(a);
  return { a, h: answer, slope: slope(a, answer) };
}

/** f(x) = φ(w·x + b) and its derivatives with respect to w, b and x. */
export function respond({ w, b, activation }, x) {
  const found = at(activation, w[0] * x[0] + w[1] * x[1] + b);
  return { ...found, dw: x.map((v) => found.slope * v), db: found.slope, dx: w.map((v) => found.slope * v) };
}

/** w and b times one factor, so that |w| becomes `size` unless a number would pass `limit`. */
export function scaled({ w, b }, size, limit) {
  const factor = Math.min(size / Math.hypot(...w), limit / Math.max(...[...w, b].map(Math.abs)));
  return { w: w.map((v) => factor * v), b: factor * b };
}

/** Length and direction of w, and how far w·x goes on the plane. A w this short counts as 0. */
function look(w) {
  const size = Math.hypot(...w);
  if (size < 1e-9) return { size: 0, u: [1, 0], reach: 0 };
  return { size, u: w.map((v) => v / size), reach: EDGE * (Math.abs(w[0]) + Math.abs(w[1])) };
}

/** The part of the line w·x + b = a that lies in the plane, or in a smaller square. */
function clipped({ w, b }, a, edge = EDGE) {
  const { size, u } = look(w);
  const [foot, along] = [u.map((v) => v * (a - b) / size), [-u[1], u[0]]];
  const spans = [0, 1].filter((k) => along[k] !== 0)
    .map((k) => [-edge, edge].map((end) => (end - foot[k]) / along[k]).sort((p, q) => p - q));
  const ends = [Math.max(...spans.map(([low]) => low)), Math.min(...spans.map(([, high]) => high))];
  return ends.map((t) => foot.map((v, k) => v + t * along[k]));
}

/** The first of 1, 2, 5, 10, 20, ... (or 0.1, 0.2, 0.5, ...) that is not below `least`. */
function roundUp(least) {
  const base = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * base).find((step) => step >= least);
}

/** Some lines of equal response: round values of a, at least 0.85 apart, and a = 0. */
export function contours({ w, b }) {
  const { size, reach } = look(w);
  if (!size) return [];
  const [step, inner] = [roundUp(0.85 * size), reach - 0.5 * size];
  const levels = [];
  for (let k = Math.ceil((b - inner) / step); k <= Math.floor((b + inner) / step); k++) levels.push(k * step);
  if (Math.abs(b) < reach && !levels.includes(0)) levels.push(0);
  return levels.map((a) => ({ a, ends: clipped({ w, b }, a) }));
}

// Stops every quarter where φ bends; between them, and beyond ±6, it is straight enough.
const GRID = [-Infinity, ...Array.from({ length: 8 * SPAN + 1 }, (_, k) => k / 4 - SPAN), Infinity];

/** What the plane shows along w: offsets from its lowest corner (0) to its highest (1). */
export function shades({ w, b, activation }) {
  const { reach } = look(w);
  return GRID.map((level) => {
    const a = Math.min(Math.max(level, b - reach), b + reach);
    return { ...at(activation, a), offset: reach && (a - b + reach) / (2 * reach) };
  });
}

/** Four decimals, or a power of ten where they would hide that it is not 0. */
function fine(x) {
  if (x === 0 || Math.abs(x) >= 1e-3) return number(x);
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits.replace("-", "−")}·${tenTo(+power)}`;
}
const pair = (v, text = fine) => `(${v.map((x) => text(x)).join(", ")})`;
const short = (x) => number(x, 2);
const fixed = (x) => x.toFixed(2).replace(/^-(0\.00)$/, "$1").replace("-", "−");
const times = (w, x) => `${short(w)} · <span class="is-input">${x < 0 ? `(${short(x)})` : short(x)}</span>`;
const sign = (x) => (x < 0 ? "−" : "+");
const low = (letter, n) => `<i>${letter}</i><sub>${n}</sub>`;
const drop = (letter, n) => `<tspan font-style="italic">${letter}</tspan><tspan dy="4" font-size="11">${n}</tspan>`;

const pixel = ([x1, x2]) => [190 + 50 * x1, 160 - 50 * x2];
const line = (ends) => { const [[x1, y1], [x2, y2]] = ends.map(pixel); return { x1, y1, x2, y2 }; };
const lineText = (ends, name) => `<line class="${name}" ${Object.entries(line(ends)).map(([k, v]) => `${k}="${v.toFixed(2)}"`).join(" ")}/>`;
const word = (x, y, html, anchor = "middle") => s("text", { x, y, "text-anchor": anchor, html });

/** A label on a line, if that comes near enough to the middle of the plane to hold one. */
function labelText(place, text) {
  if (place.some((v) => Math.abs(v) > INNER + 1e-9)) return "";
  const [x, y] = pixel(place);
  return `<text class="neuron-value" text-anchor="middle" x="${x.toFixed(2)}" y="${(y + 5).toFixed(2)}">${text}</text>`;
}

/** One contour with its value at one end; at the other the line a = 0 has its name. */
function contourText(neuron, { a, ends }, value) {
  const [near, far] = clipped(neuron, a, INNER);
  return lineText(ends, a === 0 ? "is-zero" : "") + labelText(near, fixed(value)) + (a === 0 ? labelText(far, "a = 0") : "");
}

const cutting = (w) => Math.min(1, 2.75 / Math.max(...w.map(Math.abs)));

/** The arrow of w from the origin, cut where it would leave the plane. */
function arrowText(w) {
  const { size, u } = look(w);
  if (!size) return "";
  const [head, [x, y]] = [Math.min(10, 25 * size), pixel(w.map((v) => cutting(w) * v))];
  const spot = (back, side) => [x - back * u[0] - side * u[1], y + back * u[1] - side * u[0]].map((v) => v.toFixed(2));
  const [left, right] = [spot(head, head / 2), spot(head, -head / 2)];
  const [lx, ly] = spot(6, 14);
  return `<path class="${cutting(w) < 1 ? "is-cut" : ""}" d="M190 160L${x} ${y}"/><path d="M${left}L${x} ${y}L${right}"/>`
    + `<text class="neuron-value" font-weight="700" text-anchor="middle" x="${lx}" y="${+ly + 5}">w</text>`;
}

/** The plane of the inputs; `onmove` hears where the reader puts the point. */
function plane(onmove) {
  const id = uid("shade");
  const stops = GRID.map(() => s("stop"));
  const gradient = s("linearGradient", { id, gradientUnits: "userSpaceOnUse" }, ...stops);
  const [lines, arrow] = [s("g", { class: "neuron-lines" }), s("g", { class: "neuron-arrow" })];
  const equal = s("line", { class: "neuron-equal" });
  const name = s("text", { class: "neuron-value", "text-anchor": "middle", "font-weight": 700 }, "x");
  const point = s("g", { class: "neuron-point" }, s("circle", { class: "neuron-grip", r: 28 }), s("circle", { r: 7 }), name);
  const ticks = [-3, -2, -1, 0, 1, 2, 3].flatMap((n) => [word(190 + 50 * n, 327, number(n)), word(34, 165 - 50 * n, number(n), "end")]);
  const svg = s("svg", { viewBox: "0 0 352 352", role: "img", "font-size": 14 },
    s("defs", {}, gradient), ...ticks, word(190, 343, drop("x", 1)), word(10, 165, drop("x", 2)),
    s("g", { onclick: (event) => move(event) }, // the ticks around it are no place for the point
      s("rect", { class: "neuron-shade", x: 40, y: 10, width: 300, height: 300, fill: `url(#${id})` }),
      s("path", { class: "neuron-axes", d: "M40 160H340M190 10V310" }), lines, equal, arrow, point));
  const move = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    onmove([(x - 190) / 50, (160 - y) / 50].map((v) => Math.round(100 * Math.min(EDGE, Math.max(-EDGE, v))) / 100));
  };
  point.addEventListener("pointerdown", (event) => point.setPointerCapture(event.pointerId));
  point.addEventListener("pointermove", (event) => point.hasPointerCapture(event.pointerId) && move(event));
  return { node: svg, set({ w, b, x, activation, shows }, found) {
    const key = shows === "slope" ? "slope" : "h";
    const ends = ACTIVATIONS[activation].ticks[+(shows === "slope")];
    const { size, u, reach } = look(w);
    set(gradient, line([-1, 1].map((side) => u.map((v) => size && side * reach / size * v))));
    shades({ w, b, activation }).forEach((shade, k) => {
      const part = (shade[key] - ends[0]) / (ends.at(-1) - ends[0]);
      set(stops[k], { offset: shade.offset, "stop-opacity": 0.62 * Math.min(1, Math.max(0, part)) });
    });
    put(lines, contours({ w, b }).map((c) => contourText({ w, b }, c, at(activation, c.a)[key])).join(""));
    put(arrow, arrowText(w));
    set(equal, line(size ? clipped({ w, b }, found.a) : [x, x]));
    set(point, { transform: `translate(${pixel(x)})` });
    set(name, { y: x[1] > 2.6 ? 23 : -12 });
    svg.classList.toggle("is-slope", shows === "slope");
    const where = size ? `w = ${pair(w, short)}; at right angles to w nothing changes.` : "w = 0: the same everywhere.";
    set(svg, { "aria-label": `Plane of the inputs, shaded by the ${shows === "slope" ? "slope" : "answer"}. ${where} At x = ${pair(x, short)} the answer is ${fine(found.h)}, the slope ${fine(found.slope)}.` });
  } };
}

const across = (a) => 186 + 24 * a;
// The point just after 0 keeps the jump of ReLU's slope upright.
const SAMPLES = [...Array.from({ length: 40 * SPAN + 1 }, (_, k) => k / 20 - SPAN), 1e-9].sort((p, q) => p - q);
const DOT = "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0";
const ABROAD = "M-6-8L9 0L-6 8Z";

/** One of the two curves: which = 0 for φ, 1 for φ′. Drawn anew for another activation only. */
function curve(which, name, top, bottom) {
  const [path, mark, title, note] = [s("path", { class: "neuron-path" }), s("path", { class: "neuron-mark" }), word(40, top - 10, "", "start"), word(340, top - 10, "", "end")];
  const [scale, plumb] = [s("g"), s("line", { class: "neuron-plumb", y1: top, y2: bottom })];
  const node = s("g", { class: name }, s("rect", { x: 40, y: top, width: 292, height: bottom - top }), scale, plumb, path, mark, title, note);
  let y, drawn;
  const draw = (activation) => {
    const ticks = ACTIVATIONS[activation].ticks[which];
    const extent = ticks.at(-1) - ticks[0];
    y = (v) => bottom - (bottom - top) * ((v - ticks[0]) / extent + 0.15) / 1.3;
    put(scale, ticks.map((t) => `<path class="neuron-axes" d="M40 ${y(t)}H332"/><text x="34" y="${y(t) + 5}" text-anchor="end">${short(t)}</text>`).join(""));
    set(path, { d: `M${SAMPLES.map((a) => at(activation, a)).map((p) => `${across(p.a)} ${y(which ? p.slope : p.h).toFixed(2)}`).join("L")}` });
    drawn = activation;
  };
  return { node, set(activation, found) {
    if (activation !== drawn) draw(activation);
    const edge = Math.min(SPAN, Math.max(-SPAN, found.a));
    const [x, here] = [across(edge), at(activation, edge)];
    const beyond = edge !== found.a;
    set(mark, { d: beyond ? ABROAD : DOT, transform: `translate(${x} ${y(which ? here.slope : here.h)}) scale(${edge < 0 ? -1 : 1} 1)` });
    set(plumb, { x1: x, x2: x });
    put(title, which ? `φ′(a) = ${fine(found.slope)}` : `φ(a) = ${fine(found.h)}`);
    put(note, which ? `at most ${ACTIVATIONS[activation].largest}` : beyond ? `a = ${short(found.a)}: beyond the edge` : `a = ${short(found.a)}`);
  } };
}

function curves() {
  const [answer, slope] = [curve(0, "is-answer", 30, 160), curve(1, "is-rate", 200, 310)];
  const ticks = [-6, -4, -2, 0, 2, 4, 6].map((a) => word(across(a), 327, number(a)));
  const node = s("svg", { viewBox: "0 0 352 352", role: "img", "font-size": 14 }, answer.node, slope.node, ...ticks, word(186, 343, '<tspan font-style="italic">a</tspan>'));
  return { node, set(activation, found) {
    answer.set(activation, found);
    slope.set(activation, found);
    set(node, { "aria-label": `${activation} and its slope for a from −6 to 6. At a = ${short(found.a)}${Math.abs(found.a) > SPAN ? ", beyond the edge," : ""} φ is ${fine(found.h)} and φ′ is ${fine(found.slope)}.` });
  } };
}

/** What is happening at the point: a name for it, and a sentence. */
function verdict(activation, { a, slope }) {
  const [value, bounded] = [fine(slope), activation === "tanh" || activation === "logistic"];
  const share = Math.abs(slope) / ACTIVATIONS[activation].largest;
  if (activation === "identity") return ["Straight", "the slope is 1 everywhere. Nothing saturates, and nothing bends."];
  if (activation === "ReLU") {
    if (a === 0) return ["At the kink", "there is no derivative here. By convention the slope is taken as 0."];
    return a > 0 ? ["Open", "the slope is exactly 1. A change of <i>a</i> reaches the answer in full."] : ["Dead", "the slope is exactly 0. No small change of <b>w</b>, <i>b</i> or <b>x</b> moves the answer."];
  }
  if (slope === 0) return ["Saturated", "the slope is so small that the computer rounds it to 0."];
  if (slope < 0) return [share < 0.05 ? "Almost flat" : "Falling", `the slope is ${value}. A larger <i>a</i> gives a smaller answer.`];
  if (share < 0.05) return [bounded ? "Saturated" : "Almost flat", `of a small change of <i>a</i>, the share ${value} reaches the answer. Every derivative above carries this factor.`];
  if (slope > 1) return ["Steeper than 1", `a small change of <i>a</i> reaches the answer ${value} times as large.`];
  return [share < 0.5 ? "Bending" : "In its steep part", `of a small change of <i>a</i>, the share ${value} reaches the answer. Every derivative above carries this factor.`];
}

const SUM = `<i>a</i> = ${[1, 2].map((n) => `${low("w", n)}<span class="is-input">${low("x", n)}</span>`).join(" + ")} + <i>b</i> = `;

/** The sum with the numbers put in, then the answer, the slope and the three derivatives. */
function sums() {
  const names = ["<i>h</i> = <i>φ</i>(<i>a</i>)", "<i>φ</i>′(<i>a</i>)", "∇<sub><b>w</b></sub><i>f</i> = <i>φ</i>′(<i>a</i>) <b>x</b>", "∂<i>f</i>/∂<i>b</i> = <i>φ</i>′(<i>a</i>)", "∇<sub><b>x</b></sub><i>f</i> = <i>φ</i>′(<i>a</i>) <b>w</b>"];
  const cells = names.map(() => h("td"));
  const rows = names.map((html, n) => h("tr", { class: n ? "is-gradient" : "is-state" }, h("th", { scope: "row", html }), cells[n]));
  const [sum, says] = [h("p", { class: "neuron-sum" }), h("p", { class: "neuron-verdict" })];
  const node = h("div", { class: "neuron-sums" }, sum, h("table", { "aria-label": "The numbers at x" }, h("tbody", {}, ...rows)), says);
  return { node, set({ w, b, x, activation }, found) {
    const parts = [times(w[0], x[0]), `${sign(w[1])} ${times(Math.abs(w[1]), x[1])}`, `${sign(b)} ${short(Math.abs(b))}`, `= ${fine(found.a)}`];
    put(sum, SUM + parts.map((part) => `<span>${part}</span>`).join(" "));
    const values = [fine(found.h), fine(found.slope), pair(found.dw), fine(found.db), pair(found.dx)];
    values.forEach((html, n) => put(cells[n], html));
    const [name, sentence] = verdict(activation, found);
    put(says, `<strong>${name}:</strong> ${sentence}`);
  } };
}

/** What the shading and the numbers on the lines mean. */
function legend({ activation, shows }) {
  const which = +(shows === "slope");
  const { ticks, open } = ACTIVATIONS[activation];
  const [from, to] = open?.[which] ?? ["", ""];
  return `<span>Shade and numbers show the ${which ? "slope <i>φ</i>′" : "answer <i>h</i>"}:</span> <span>${from}${number(ticks[which][0])} <i class="neuron-bar is-${shows}"></i> ${to}${number(ticks[which].at(-1))}</span>`;
}

function explained(w) {
  if (!look(w).size) return "<b>w</b> = 0: there is no direction, and the answer is <i>φ</i>(<i>b</i>) everywhere.";
  const cut = cutting(w) < 1 ? " The arrow is cut: <b>w</b> is longer than the plane." : "";
  return `Everywhere on the dashed line the answer is that at <b>x</b>. All lines of equal answer run at right angles to <b>w</b>.${cut}`;
}

// The question is about this neuron, whatever the state.
const ASKED = { w: [1, 0.5], b: -0.5, activation: "tanh" };
const WHERE = [1, 1];

function asked(locked, done, onanswer) {
  const [before, after] = [ASKED, { ...scaled(ASKED, 10 * Math.hypot(...ASKED.w), Infinity), activation: "tanh" }].map((neuron) => respond(neuron, WHERE));
  const lost = `<i>φ</i>′ falls from ${fine(before.slope)} to ${fine(after.slope)}, and with it ∇<sub><b>w</b></sub><i>f</i> = <i>φ</i>′(<i>a</i>) <b>x</b>, from ${pair(before.dw)} to ${pair(after.dw)}.`;
  const answers = [
    ["It grows tenfold", `The step across the plane gets ten times as steep, but only at the line <i>a</i> = 0. The point leaves that line behind: <i>a</i> goes from ${short(before.a)} to ${short(after.a)}. ${lost}`],
    ["It stays", `It would stay for the identity, and for ReLU where it is open. But tanh bends: <i>a</i> goes from ${short(before.a)} to ${short(after.a)}, where it is flat. ${lost}`],
    ["It all but vanishes", `<i>a</i> goes from ${short(before.a)} to ${short(after.a)}, where tanh is flat. ${lost} A gradient step now hardly moves this neuron, be its answer right or wrong. To see it, pull “steepness” to the right.`],
  ];
  return guess({
    question: `Take tanh with <b>w</b> = (1, 0.5) and <i>b</i> = −0.5. At <b>x</b> = (1, 1) this neuron answers ${fine(before.h)}. Make both weights and the bias ten times as large: it answers ${after.h.toFixed(10)}. What happens to the derivative of its answer with respect to the weights, there?`,
    options: answers.map(([label, html]) => [label, h("span", { html })]), right: 2, locked, done, onanswer,
  });
}

function render({ model, el }) {
  frame(el);
  const initial = model.get("initial");
  const state = () => Object.fromEntries(Object.keys(initial).map((name) => [name, model.get(name)]));
  const store = (change) => { for (const [name, value] of Object.entries(change)) model.set(name, value); model.save_changes(); };
  let now = state();
  let found = respond(now, now.x);
  const limit = Math.max(10, ...[...now.w, now.b].map((v) => Math.ceil(Math.abs(v))));
  const effect = () => `answer ${fine(found.h)}, slope ${fine(found.slope)}`;
  const tuner = (label, name, edge, oninput) => slider({ label, min: -edge, max: edge, step: 0.01, value: 0, says: (v) => `${name} = ${short(v)}: ${effect()}`, oninput });
  const part = (name, k) => tuner(`<span class="${name === "x" ? "is-input" : ""}">${low(name, k + 1)}</span>`, name + (k + 1), name === "x" ? EDGE : limit, (v) => store({ [name]: now[name].with(k, v) }));
  const [weights, inputs] = ["w", "x"].map((name) => [part(name, 0), part(name, 1)]);
  const bias = tuner("<i>b</i>", "b", limit, (b) => store({ b }));
  const steepness = slider({ label: "steepness", min: SIZES[0], max: SIZES[1], step: 0.01, value: 0, says: () => `steepness ${short(Math.hypot(...now.w))}: ${effect()}`, oninput: (v) => store(scaled(now, 10 ** v, limit)) });
  const kinds = choice({ legend: "Activation", options: Object.keys(ACTIVATIONS).map((name) => [name, name]), value: now.activation, onchange: (activation) => store({ activation }) });
  const shade = choice({ legend: "Shade the plane by", options: [["response", "answer <i>h</i>"], ["slope", "slope <i>φ</i>′"]], value: now.shows, onchange: (shows) => store({ shows }) });
  const picture = plane((x) => model.get("answered") && store({ x }));
  const [graphs, results, live] = [curves(), sums(), liveRegion()];
  const [key, hint] = [h("p", { class: "neuron-key" }), h("p", { class: "neuron-hint" })];
  const locked = h("fieldset", { class: "neuron-locked", "aria-label": "Point, weights, activation and shading" },
    h("div", { class: "neuron-controls" }, ...inputs.map((i) => i.node), ...weights.map((w) => w.node), bias.node, steepness.node,
      h("p", { html: "Steepness is the length of <b>w</b>. Its slider scales <b>w</b> and <i>b</i> by one factor, so the line <i>a</i> = 0 stays." })),
    h("div", { class: "neuron-choices" }, kinds.node, shade.node, button("Reset", () => store(model.get("initial")))), results.node);
  const question = asked(locked, model.get("answered"), () => store({ answered: true }));
  const root = h("div", { class: "neuron" }, question, h("div", { class: "neuron-plane" }, picture.node, key), h("div", { class: "neuron-curves" }, graphs.node), hint, locked, live.node);

  const update = () => {
    now = state();
    found = respond(now, now.x);
    const [{ size }, open] = [look(now.w), model.get("answered")];
    locked.disabled = !open;
    root.classList.toggle("is-open", open);
    picture.set(now, found);
    graphs.set(now.activation, found);
    results.set(now, found);
    weights.forEach((w, k) => w.set(now.w[k]));
    inputs.forEach((x, k) => x.set(now.x[k]));
    bias.set(now.b);
    steepness.set(size ? Math.log10(size) : SIZES[0]);
    steepness.node.querySelector("output").textContent = short(size); // the kit shows the logarithm
    steepness.node.querySelector("input").disabled = size === 0;
    kinds.set(now.activation);
    shade.set(now.shows);
    put(key, legend(now));
    put(hint, explained(now.w));
  };
  const sentence = (name) => {
    if (name === "shows") return `The plane shows the ${now.shows === "slope" ? "slope" : "answer"}.`;
    const value = { activation: now.activation, b: short(now.b) }[name] ?? pair(now[name], short);
    return `${name}: ${value}, ${effect()}. ${verdict(now.activation, found)[0]}.`;
  };
  const stop = watch(model, ["w", "b", "x", "activation", "shows", "answered"], (name) => {
    update();
    if (name !== "answered") live.say(sentence(name));
  });
  update();
  el.append(root);
  return () => { stop(); live.stop(); };
}

export default { render };
