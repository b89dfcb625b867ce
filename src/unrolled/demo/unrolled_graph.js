import { h, s, number, slider, choice, button, liveRegion, dataTable, guess, frame, uid } from "../page/kit/parts.js";
// The d-e-m-o network, unrolled over three steps: a graph of the quantities of unrolled.demo.trace.
// Gradients of one step are those of the sum of the losses, T times the book's; T = 3 divides once.
const range = (n) => [...Array(n).keys()];
const total = (values) => values.reduce((sum, x) => sum + x, 0);
const TIMES = [1, 2, 3];
const WEIGHTS = { W_hx: [2, 4], W_hh: [2, 2], b_h: [2], W_yh: [4, 2], b_y: [4] };
const TEXT = "demo";
const oneHot = (k) => range(4).map((i) => +(i === k));

/** The graph, in the order of computation. A node with products follows from earlier nodes. */
const GRAPH = {};
const define = (name, kind, shape, symbol, words, form, ...products) => {
  const [, letter, t] = name.match(/^(.*?)(?:_(\d))?$/);
  GRAPH[name] = { letter, t: +t, kind, shape, symbol, words, form, products };
};
const vector = (letter, t, front = "") => (index) =>
  index ? `${front}<i>${letter}</i><sub>${[t, ...index.map((i) => i + 1)].join()}</sub>` : `${front}<b>${letter}</b><sub>${t}</sub>`;
const whole = (html) => (index) => (index?.length ? `${html}<wbr>[${index.map((i) => i + 1).join()}]` : html);
const grad = (of, loss = "ℒ") => `∇<sub>${of}</sub>${loss}`;
const matrixName = (name) => `<b>${name[0]}</b><sub>${name.slice(2)}</sub>`;

for (const [name, shape] of Object.entries(WEIGHTS)) {
  define(name, "weight", shape, name[0] === "b" ? vector("b", name.slice(2)) : whole(matrixName(name)), "weights, the same at every step");
}
define("h_0", "state", [2], vector("h", 0), "the state before the first step, zero");
for (const t of TIMES) {
  define(`x_${t}`, "input", [4], vector("x", t), `the input “${TEXT[t - 1]}”, one-hot`);
  define(`y_${t}`, "output", [4], vector("y", t), `the target “${TEXT[t]}”, one-hot`);
  define(`a_${t}`, "state", [2], vector("a", t), "the pre-activation", "sum",
    ["matrix", "W_hx", `x_${t}`], ["matrix", "W_hh", `h_${t - 1}`], ["entry", "b_h"]);
  define(`h_${t}`, "state", [2], vector("h", t), "the state", "tanh", ["entry", `a_${t}`]);
  define(`z_${t}`, "output", [4], vector("z", t), "the logits", "sum", ["matrix", "W_yh", `h_${t}`], ["entry", "b_y"]);
  define(`y_hat_${t}`, "output", [4], vector("ŷ", t), "the prediction, a probability for each character", "softmax", ["all", `z_${t}`]);
  define(`L_${t}`, "output", [], whole(`ℒ<sub>${t}</sub>`), "the loss of this step", "loss", ["dot", `y_${t}`, `y_hat_${t}`]);
}
define("L", "output", [], whole("ℒ"), "the mean loss", "third", ...TIMES.map((t) => ["entry", `L_${t}`]));
define("delta_4", "gradient", [2], vector("δ", 4, "<i>T</i>"), "nothing comes after the last step: zero");
for (const t of [3, 2, 1]) {
  const sum = (letter, shape, symbol, words, ...products) => define(`${letter}_${t}`, "gradient", shape, symbol, words, "sum", ...products);
  const own = `ℒ<sub>${t}</sub>`;
  const delta = vector("δ", t, "<i>T</i>");
  sum("dz", [4], whole(grad(`<b>z</b>${t}`, own)), "the error of this prediction", ["entry", `y_hat_${t}`], ["minus", `y_${t}`]);
  sum("dW_yh", [4, 2], whole(grad("<b>W</b>yh", own)), "what this step adds to the gradient of the output weights", ["outer", `dz_${t}`, `h_${t}`]);
  sum("back", [2], whole(grad(`<b>h</b>${t}`, own)), "what the state receives from its own loss", ["transposed", "W_yh", `dz_${t}`]);
  define(`slope_${t}`, "state", [2], whole(`φ′(<b>a</b><sub>${t}</sub>)`), "the slope of tanh", "slope", ["entry", `h_${t}`, `h_${t}`]);
  sum("carry", [2], whole(`<b>W</b><sub>hh</sub><sup>⊤</sup><i>T</i><b>δ</b><sub>${t + 1}</sub>`), "what the state receives from later losses", ["transposed", "W_hh", `delta_${t + 1}`]);
  sum("dh", [2], whole(`<i>T</i>${grad(`<b>h</b>${t}`)}`), "all that the state receives", ["entry", `back_${t}`], ["entry", `carry_${t}`]);
  sum("delta", [2], delta, "the same, through the slope, at the pre-activation", ["entry", `slope_${t}`, `dh_${t}`]);
  sum("dW_hx", [2, 4], whole(`${delta()}<b>x</b><sub>${t}</sub><sup>⊤</sup>`), "what this step adds to the gradient of the input weights", ["outer", `delta_${t}`, `x_${t}`]);
  sum("dW_hh", [2, 2], whole(`${delta()}<b>h</b><sub>${t - 1}</sub><sup>⊤</sup>`), "what this step adds to the gradient of the recurrent weights", ["outer", `delta_${t}`, `h_${t - 1}`]);
}
const PARTS = { W_yh: "dW_yh", b_y: "dz", W_hx: "dW_hx", W_hh: "dW_hh", b_h: "delta" };
for (const [name, part] of Object.entries(PARTS)) {
  const of = grad(`<b>${name[0]}</b>${name.slice(2)}`);
  define(`sum_d${name}`, "gradient", WEIGHTS[name], whole(`<i>T</i>${of}`), "the sum over the steps", "sum", ...TIMES.map((t) => ["entry", `${part}_${t}`]));
  define(`d${name}`, "gradient", WEIGHTS[name], whole(of), "the gradient: the sum, divided by T = 3", "third", ["entry", `sum_d${name}`]);
}
const STEPS = Object.keys(GRAPH).filter((name) => GRAPH[name].products.length || GRAPH[name].letter === "x");

const array = (shape, f, index = []) =>
  shape.length ? range(shape[0]).map((i) => array(shape.slice(1), f, [...index, i])) : f(index);
const at = (value, index) => index.reduce((inner, i) => inner[i], value);
const entries = (name) => { const all = []; array(GRAPH[name].shape, (index) => all.push(index)); return all; };

// A product of two quantities, entry by entry: the factors of each term, as [name, index].
const along = (names, pick) => range(GRAPH[names.at(-1)].shape[0]).map((k) => names.map((name, n) => [name, pick(k, n)]));
const FACTORS = {
  matrix: (names, [i]) => along(names, (k, n) => (n ? [k] : [i, k])),
  transposed: (names, [j]) => along(names, (k, n) => (n ? [k] : [k, j])),
  outer: (names, index) => [names.map((name, n) => [name, [index[n]]])],
  entry: (names, index) => [names.map((name) => [name, index])],
  minus: (names, index) => FACTORS.entry(names, index),
  dot: (names) => along(names, (k) => [k]),
  all: (names) => along(names, (k) => [k]),
};
const factorsOf = (name, index) =>
  GRAPH[name].products.flatMap(([type, ...names]) => FACTORS[type](names, index).map((factors) => ({ sign: type === "minus" ? -1 : 1, factors })));

function softmax(values) {
  const top = Math.max(...values);
  const e = values.map((x) => Math.exp(x - top));
  return e.map((x) => x / total(e));
}
function logSoftmax(values, k) {
  const top = Math.max(...values);
  return values[k] - top - Math.log(total(values.map((x) => Math.exp(x - top))));
}
const COMBINE = {
  sum: total, tanh: (v) => Math.tanh(total(v)), softmax: (v, [i]) => softmax(v)[i],
  loss: (v) => -total(v), slope: (v) => 1 - total(v), third: (v) => total(v) / 3,
};

function termsOf(q, name, index) {
  const node = GRAPH[name];
  return factorsOf(name, index).map(({ sign, factors }, k) => {
    const found = factors.map(([from, place]) => ({ name: from, index: place, value: at(q[from], place) }));
    // log ŷ comes from the logits, so that a probability too small for a float keeps its logarithm
    const value = node.form === "loss" ? found[0].value * logSoftmax(q[`z_${node.t}`], k) : found.reduce((x, f) => x * f.value, sign);
    return { sign, factors: found, value };
  });
}

/** Every quantity of the worked example as nested arrays, under the names of unrolled.demo.trace. */
export function run(weights) {
  const q = { ...weights, h_0: [0, 0], delta_4: [0, 0] };
  for (const t of TIMES) Object.assign(q, { [`x_${t}`]: oneHot(t - 1), [`y_${t}`]: oneHot(t) });
  for (const [name, { shape, form, products }] of Object.entries(GRAPH)) {
    if (products.length) q[name] = array(shape, (index) => COMBINE[form](termsOf(q, name, index).map((term) => term.value), index));
  }
  return q;
}

/** One number: the form it is computed in, its terms, the numbers that feed it, and its value. */
export function explain(q, name, index) {
  const terms = termsOf(q, name, index);
  const feeders = new Map(terms.flatMap((term) => term.factors).map((f) => [`${f.name} ${f.index}`, f]));
  return { form: GRAPH[name].form ?? "given", terms, feeders: [...feeders.values()], result: at(q[name], index) };
}

const FEEDS = {};
for (const name of Object.keys(GRAPH)) {
  for (const index of entries(name)) {
    const keys = new Set(factorsOf(name, index).flatMap((term) => term.factors).map((factor) => factor.join(" ")));
    for (const key of keys) (FEEDS[key] ??= []).push({ name, index });
  }
}
/** The numbers that one number goes into. */
export const feeds = (name, index) => FEEDS[`${name} ${index}`] ?? [];

const add = (a, b) => (Array.isArray(a) ? a.map((x, i) => add(x, b[i])) : a + b);
const outer = (d, v) => d.map((x) => v.map((y) => x * y));

/** The path from each loss t to each copy i of a weight, summed per loss and summed per step. */
export function recursions(weights, q = run(weights)) {
  const nothing = { W_hx: array([2, 4], () => 0), W_hh: array([2, 2], () => 0), b_h: [0, 0] };
  const table = TIMES.map((t) => {
    const row = TIMES.map(() => nothing);
    let dh = q[`back_${t}`];
    for (let i = t; i > 0; i--) {
      const d = dh.map((x, j) => x * q[`slope_${i}`][j]);
      row[i - 1] = { W_hx: outer(d, q[`x_${i}`]), W_hh: outer(d, q[`h_${i - 1}`]), b_h: d };
      dh = range(2).map((j) => total(d.map((x, k) => x * weights.W_hh[k][j])));
    }
    return row;
  });
  const each = (f) => Object.fromEntries(Object.keys(nothing).map((name) => [name, f(name)]));
  return {
    paths: each((name) => table.map((row) => row.map((cell) => cell[name]))),
    forward: each((name) => table.map((row) => row.map((cell) => cell[name]).reduce(add))),
    backward: each((name) => range(3).map((i) => table.map((row) => row[i][name]).reduce(add))),
  };
}

// What the reader sees of a quantity, an equation, a number.
const coloured = (name, index) => `<span class="is-${GRAPH[name].kind}">${GRAPH[name].symbol(index)}</span>`;
/** Text into a node, only if it is another one: an untouched box needs no new layout. */
function write(node, text) {
  if (node.firstChild?.data === text) return;
  if (node.firstChild) node.firstChild.data = text;
  else node.textContent = text;
}
const written = new WeakMap();
/** The same for HTML. */
function rich(node, html) {
  if (written.get(node) !== html) node.innerHTML = html;
  written.set(node, html);
}
const plain = (html) => html.replace(/<[^>]+>/g, "");
const vectorText = (value, digits) => (Array.isArray(value) ? `(${value.map((x) => vectorText(x, digits)).join(", ")})` : number(value, digits));
function arrayHtml(value) {
  if (!Array.isArray(value)) return number(value);
  const rows = value.map((row) => [row].flat());
  return `<span class="ug-array" style="--n:${rows[0].length}">${rows.flat().map((x) => `<span>${number(x)}</span>`).join("")}</span>`;
}
const PRODUCT = {
  matrix: ([A, x]) => `${A} ${x}`, transposed: ([A, d]) => `${A}<sup>⊤</sup> ${d}`, outer: ([d, v]) => `${d} ${v}<sup>⊤</sup>`,
  entry: (f) => f.join(" ⊙ "), minus: ([y]) => y, dot: ([y, p]) => `${y}<sup>⊤</sup> log ${p}`, all: ([z]) => z,
};
const joined = (parts) => parts.map(([sign, html], k) => (sign < 0 ? " − " : k ? " + " : "") + html).join("");
const WRAP = {
  sum: (x) => x, tanh: (x) => `tanh ${x}`, softmax: (x) => `softmax ${x}`,
  loss: (x) => `−${x}`, slope: (x) => `1 − ${x}`, third: (x) => `⅓ (${x})`,
};
function formula(name, show) {
  const { form, products } = GRAPH[name];
  return WRAP[form](joined(products.map(([type, ...names]) => [type === "minus" ? -1 : 1, PRODUCT[type](names.map(show))])));
}
const lines = (left, ...parts) => parts.map((part, k) => (k ? `<div class="ug-next">= ${part}</div>` : `<div>${left} = ${part}</div>`)).join("");
const equation = (q, name) => {
  const worked = GRAPH[name].products.length ? [formula(name, (from) => coloured(from)), formula(name, (from) => arrayHtml(q[from]))] : [];
  return lines(coloured(name), ...worked, arrayHtml(q[name]));
};

const SCALAR = {
  ...WRAP, tanh: (x) => `tanh(${x})`, loss: (x) => `−(${x})`, third: (x) => `(${x}) / 3`,
  softmax: (x, parts, [i]) => `exp ${parts[i][1]} / (${parts.map((part) => `exp ${part[1]}`).join(" + ")})`,
};
function scalarEquation(q, name, index) {
  const { form, terms, result } = explain(q, name, index);
  const sumOf = (show) => {
    const parts = terms.map(({ sign, factors }) => [sign, `<span class="ug-term">${factors.map(show).join(form === "loss" ? " log " : " · ")}</span>`]);
    return SCALAR[form](joined(parts), parts, index);
  };
  const value = (f) => (f.value < 0 ? `(${number(f.value)})` : number(f.value));
  const worked = terms.length ? [sumOf((f) => coloured(f.name, f.index)), sumOf(value)] : [];
  return lines(coloured(name, index), ...worked, number(result));
}
const sentence = (q, name) =>
  `${GRAPH[name].words}: ${[GRAPH[name].symbol(), GRAPH[name].products.length && formula(name, (from) => GRAPH[from].symbol())].filter(Boolean).map(plain).join(" = ")} = ${vectorText(q[name], 2)}`;
const inNode = ({ letter, t }, value) => {
  if (letter === "x" || letter === "y") return `“${TEXT[letter === "x" ? t - 1 : t]}”\n${value.join(" ")}`;
  return [value].flat(2).slice(0, 2).map((x) => number(x, 3)).join("\n");
};

// The drawing: boxes are buttons in a grid, edges are paths behind them, from box to box.
const PLACE = {
  L: [1, 1], y: [2, 1], y_hat: [1, 2], dz: [2, 2], dW_yh: [3, 2], z: [1, 3], back: [2, 3], h: [1, 4], dh: [2, 4],
  a: [1, 5], slope: [2, 5], carry: [3, 5], x: [1, 6], delta: [2, 6], dW_hx: [1, 7], dW_hh: [2, 7],
};
const EDGES = Object.entries(GRAPH).flatMap(([to, { kind, products, letter }]) =>
  [...new Set(products.flatMap((product) => product.slice(1)))].map((from) => {
    const start = GRAPH[from];
    const minor = start.kind === "weight" || isNaN(GRAPH[to].t) && letter !== "L" || /^dW/.test(letter) && start.kind !== "gradient" || start.letter === "slope";
    return { from, to, look: start.kind === "weight" ? "weight" : kind === "gradient" ? "gradient" : "state", minor };
  }));

function route(a, b) {
  const dx = b.x - a.x, dy = b.y - a.y;
  const upright = Math.abs(dy) > (a.h + b.h) / 2;
  const [u, v, size, depth, across, deep] = upright ? ["x", "y", "w", "h", dx, dy] : ["y", "x", "h", "w", dy, dx];
  const nudge = (box) => (Math.abs(across) < box[size] / 2 ? 0 : (Math.sign(across) * box[size]) / 4);
  const way = Math.sign(deep);
  const u1 = a[u] + nudge(a), u2 = b[u] - nudge(b);
  const v1 = a[v] + (way * a[depth]) / 2, v2 = b[v] - (way * b[depth]) / 2, middle = (v1 + v2) / 2;
  const point = (p, r) => (upright ? `${p.toFixed(1)} ${r.toFixed(1)}` : `${r.toFixed(1)} ${p.toFixed(1)}`);
  return `M${point(u1, v1)}C${point(u1, middle)} ${point(u2, middle)} ${point(u2, v2)}`;
}

function graph({ onpick }) {
  const boxes = {};
  const box = (name, column, row) => {
    const text = h("span", { class: "ug-numbers" });
    const node = h("button", {
      type: "button", class: `ug-node is-${GRAPH[name].kind}`, tabindex: "-1", "data-name": name,
      "data-more": total(GRAPH[name].shape) > 2 && !/^[xy]$/.test(GRAPH[name].letter), style: `grid-area:${row}/${column}`, onclick: () => onpick(name),
    }, h("span", { class: "ug-symbol", html: GRAPH[name].symbol() }), text);
    boxes[name] = { node, text };
    return node;
  };
  const columns = TIMES.map((t) => {
    const first = t === 1 ? 1 : 0;
    const own = Object.keys(GRAPH).filter((name) => GRAPH[name].t === t && name !== "h_0");
    const nodes = own.map((name) => box(name, PLACE[GRAPH[name].letter][0] + first, PLACE[GRAPH[name].letter][1]));
    if (t === 1) nodes.unshift(box("h_0", 1, 4));
    if (t === 3) nodes.push(box("delta_4", 3, 6));
    const head = h("button", { type: "button", class: "ug-head", "aria-label": `t = ${t}: show the state h ${t}`, onclick: () => onpick(`h_${t}`) }, `t = ${t}`);
    return h("div", { class: "ug-step" }, head, h("div", { class: "ug-nodes", style: `--n:${3 + first}` }, ...nodes));
  });
  const top = h("div", { class: "ug-top" }, box("L", 1, 1));
  const names = Object.keys(WEIGHTS);
  const rows = [["", "one copy of each weight, used at every step"], ["sum_d", "what the three steps add, summed"], ["d", "divided by T = 3: the gradient"]];
  const shared = rows.map(([prefix, label]) =>
    h("div", { class: "ug-shared" }, h("p", {}, label), h("div", { class: "ug-five" }, ...names.map((name, i) => box(prefix + name, i + 1, 1)))));
  const marks = Object.fromEntries(["state", "gradient", "weight"].map((look) => [look, uid("arrow")]));
  const paths = EDGES.map((edge) => ({
    ...edge, path: s("path", { class: `ug-edge is-${edge.look} moves${edge.minor ? " is-minor" : ""}`, "marker-end": `url(#${marks[edge.look]})` }),
  }));
  const svg = s("svg", { class: "ug-edges", "aria-hidden": "true" },
    s("defs", {}, ...Object.entries(marks).map(([look, id]) =>
      s("marker", { id, class: `ug-arrow is-${look}`, viewBox: "0 0 8 8", refX: "7.5", refY: "4", markerWidth: "8", markerHeight: "8", markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0.5 8 4 0 7.5z" })))),
    ...paths.map((edge) => edge.path));
  const stage = h("div", { class: "ug-stage", role: "group", "aria-label": "The unrolled graph. Arrow keys move from box to box." },
    svg, top, h("div", { class: "ug-steps" }, ...columns), ...shared);

  const place = (node) => {
    const frameBox = stage.getBoundingClientRect(), r = node.getBoundingClientRect();
    return { x: r.left - frameBox.left + r.width / 2, y: r.top - frameBox.top + r.height / 2, w: r.width, h: r.height };
  };
  const folded = (name) => !boxes[name].node.offsetParent;
  /** A box in a folded column is met at its column, level with the box at the other end. */
  const end = (name, other) => {
    if (!folded(name)) return place(boxes[name].node);
    return { ...place(boxes[name].node.closest(".ug-step")), y: place(boxes[other].node).y, h: 1 };
  };
  const layout = () => {
    for (const { from, to, path } of paths) {
      if (folded(from) && folded(to)) path.removeAttribute("d");
      else path.setAttribute("d", route(end(from, to), end(to, from)));
    }
  };
  const ARROWS = { ArrowLeft: ["x", "y", -1], ArrowRight: ["x", "y", 1], ArrowUp: ["y", "x", -1], ArrowDown: ["y", "x", 1] };
  stage.addEventListener("keydown", (event) => {
    const from = event.target.dataset.name;
    if (!ARROWS[event.key] || !from) return;
    const [u, v, way] = ARROWS[event.key], here = place(event.target);
    const cost = (p) => { const ahead = (p[u] - here[u]) * way; return ahead > 8 ? ahead + 3 * Math.abs(p[v] - here[v]) : Infinity; };
    const options = Object.keys(boxes).filter((name) => name !== from && !folded(name)).map((name) => [cost(place(boxes[name].node)), name]);
    const [best, name] = options.reduce((a, b) => (b[0] < a[0] ? b : a));
    if (best < Infinity) boxes[name].node.focus();
    event.preventDefault();
  });

  let open, shown, reached;
  const numbers = (q) => { for (const [name, { text }] of Object.entries(boxes)) write(text, inNode(GRAPH[name], q[name])); };
  const select = (name, step) => {
    if (shown === name && reached === step) return;
    const t = name === "h_0" ? 1 : name === "delta_4" ? 3 : GRAPH[name].t || open || 1;
    const parents = new Set(GRAPH[name].products.flatMap((product) => product.slice(1)));
    Object.entries(boxes).forEach(([key, { node }]) => {
      const order = STEPS.indexOf(key);
      node.classList.toggle("is-reached", order <= step);
      node.classList.toggle("is-feeding", parents.has(key));
      node.setAttribute("aria-pressed", key === name);
      node.tabIndex = key === name ? 0 : -1;
    });
    for (const { path, to } of paths) {
      path.classList.toggle("is-active", to === name);
      if (to === name) svg.append(path);
    }
    columns.forEach((column, k) => column.classList.toggle("is-open", k + 1 === t));
    [open, shown, reached] = [t, name, step];
  };
  return { node: stage, columns, numbers, select, layout };
}

// Choose one number: its entry in the quantity, its sum, what feeds it and where it goes.
function closeUp({ ongo }) {
  const grid = h("div", { class: "ug-entries", role: "group", "aria-label": "The entries of this quantity" });
  const sum = h("div", { class: "ug-equation is-scalar" });
  const [fedBy, goesTo] = [h("div", { class: "kit-row" }), h("div", { class: "kit-row" })];
  const node = h("div", { class: "ug-panel", role: "group", "aria-label": "One number" }, h("p", { class: "ug-title" }, "One number"), grid, sum,
    h("p", { class: "ug-sub" }, "It is computed from"), fedBy, h("p", { class: "ug-sub" }, "It goes into"), goesTo);
  let cells = [], links = [], shown, chosen;
  const link = ({ name, index }, then) => {
    const value = h("span", { class: "ug-value" });
    const made = h("button", { type: "button", class: "kit-button ug-link", onclick: () => { ongo(name, index); then?.(); } }, h("span", { html: coloured(name, index) }), value);
    return { name, index, value, node: made };
  };
  const follow = () => cells.find((cell) => String(cell.index) === chosen).node.focus();
  const fillRow = (row, found, none) => {
    const made = found.map((one) => link(one, follow));
    row.replaceChildren(...(made.length ? made.map((one) => one.node) : [none]));
    return made;
  };
  return {
    node,
    update(q, name, index) {
      if (shown !== name) {
        cells = entries(name).map((place) => link({ name, index: place }));
        grid.style.setProperty("--n", GRAPH[name].shape.at(-1) ?? 1);
        grid.replaceChildren(...cells.map((cell) => cell.node));
      }
      if (shown !== name || chosen !== String(index)) {
        const given = name.startsWith("x") || name.startsWith("y_") ? "Nothing: it is given by the text." : "Nothing: it is where the computation starts.";
        const feeders = explain(q, name, index).feeders;
        links = [...fillRow(fedBy, feeders, given), ...fillRow(goesTo, feeds(name, index), "Nothing: this is a final result.")];
        for (const cell of cells) cell.node.setAttribute("aria-pressed", String(cell.index) === String(index));
      }
      [shown, chosen] = [name, String(index)];
      for (const { name: of, index: place, value } of [...cells, ...links]) write(value, ` = ${number(at(q[of], place))}`);
      rich(sum, scalarEquation(q, name, index));
    },
  };
}

const weightKey = (name, index) => `${name} ${index.join()}`;
const weightText = (name, index) => `${name}[${index.map((i) => i + 1)}]`;
const parseKey = (key) => { const [name, index] = key.split(" "); return { name, index: index.split(",").map(Number) }; };
function picker(label, names, onchange) {
  const option = (name, index) => h("option", { value: weightKey(name, index) }, weightText(name, index));
  const groups = names.map((name) => h("optgroup", { label: name }, ...entries(name).map((index) => option(name, index))));
  const select = h("select", { onchange: () => onchange(select.value) }, ...groups);
  return { node: h("label", { class: "ug-picker" }, h("span", {}, label), select), set(key) { select.value = key; } };
}

// The same double sum, row by row or column by column.
function orders({ onchange }) {
  const order = choice({ legend: "Add up", value: "backward", onchange: (key) => onchange({ order: key }),
    options: [["backward", "step by step, backwards (BPTT)"], ["forward", "loss by loss, forwards (RTRL)"]] });
  const weight = picker("Gradient of", ["W_hx", "W_hh", "b_h"], (summed) => onchange({ summed }));
  const td = (className) => h("td", { class: className });
  const cells = TIMES.map((t) => TIMES.map((i) => td(i > t ? "is-empty" : "")));
  const perLoss = TIMES.map(() => td("is-forward")), perStep = TIMES.map(() => td("is-backward")), all = td("is-both");
  const th = (scope, html, className) => h("th", { scope, html, class: className });
  const table = h("table", { class: "ug-paths" }, h("caption", {}, "Each path once: from loss t back to the copy of the weight at step i"),
    h("thead", {}, h("tr", {}, h("td"), ...TIMES.map((i) => th("col", `<i>i</i> = ${i}`)), th("col", "per loss", "is-forward"))),
    h("tbody", {}, ...TIMES.map((t, k) => h("tr", {}, th("row", `ℒ<sub>${t}</sub>`), ...cells[k], perLoss[k])),
      h("tr", {}, th("row", "per step", "is-backward"), ...perStep, all)));
  const bars = range(4).map(() => ({ label: h("span"), bar: h("span", { class: "ug-bar moves" }), zero: h("span", { class: "ug-zero" }), term: h("span"), sum: h("span") }));
  const fall = h("div", { class: "ug-fall" }, ...["term", "", "adds", "so far"].map((text) => h("span", { class: "ug-sub" }, text)),
    ...bars.flatMap(({ label, bar, zero, term, sum }) => [label, h("span", { class: "ug-track", "aria-hidden": "true" }, zero, bar), term, sum]));
  const [forwardLine, backwardLine, verdict] = range(3).map(() => h("p", { class: "ug-sumline" }));
  const node = h("div", { class: "ug-panel", role: "group", "aria-label": "Two orders of one sum" },
    h("p", { class: "ug-title" }, "One gradient, two orders"), h("div", { class: "kit-row" }, weight.node, order.node),
    h("div", { class: "ug-two" }, table, fall), forwardLine, backwardLine, verdict);

  const drawFall = (terms, label) => {
    const sums = terms.reduce((found, x) => [...found, found.at(-1) + x], [0]);
    const low = Math.min(...sums), span = Math.max(...sums) - low || 1;
    const percent = (x) => `${(100 * x) / span}%`;
    bars.forEach(({ label: name, bar, zero, term, sum }, k) => {
      const [from, to] = k < 3 ? [sums[k], sums[k + 1]] : [0, sums[3]];
      rich(name, k < 3 ? label(k + 1) : "total");
      Object.assign(bar.style, { left: percent(Math.min(from, to) - low), width: percent(Math.abs(to - from)) });
      bar.classList.toggle("is-total", k === 3);
      zero.style.left = percent(-low);
      write(term, k < 3 ? short(terms[k]) : "");
      write(sum, short(sums[Math.min(k + 1, 3)]));
    });
  };
  const short = (x) => number(x, Math.abs(x) < 10 ? 4 : 2);
  const addition = (terms) => `${terms.map((x) => (x < 0 ? `(${number(x)})` : number(x))).join(" + ")} = ${number(total(terms))}`;
  return {
    node,
    says: (way) => (way === "forward" ? forwardLine : backwardLine).textContent,
    update(q, key, way) {
      const { name, index } = parseKey(key);
      const { paths, forward, backward } = recursions(q, q);
      const pick = (values) => values.map((value) => at(value, index));
      const terms = { forward: pick(forward[name]), backward: pick(backward[name]) };
      cells.forEach((row, t) => row.forEach((cell, i) => { write(cell, i > t ? "·" : short(at(paths[name][t][i], index))); }));
      range(3).forEach((k) => { write(perLoss[k], short(terms.forward[k])); write(perStep[k], short(terms.backward[k])); });
      write(all, short(total(terms[way])));
      table.dataset.order = way;
      drawFall(terms[way], way === "forward" ? (k) => `from ℒ<sub>${k}</sub>` : (k) => `at step ${k}`);
      write(forwardLine, `Forwards, one term a loss: ${addition(terms.forward)}`);
      write(backwardLine, `Backwards, one term a step: ${addition(terms.backward)}`);
      rich(verdict, `The terms differ, the totals agree. Divided by <i>T</i> = 3: ∂ℒ/∂${GRAPH[name].symbol(index)} = ${number(total(terms[way]) / 3)}.`);
      weight.set(key);
      order.set(way);
    },
  };
}

function stepper({ go }) {
  let heard = "";
  const bar = slider({ label: "Step", min: 1, max: STEPS.length, step: 1, value: 1, says: (k) => `step ${k} of ${STEPS.length}, ${heard}`, oninput: (k) => go(k - 1) });
  let step = 0;
  const moves = [["« Start", () => go(0)], ["‹ Back", () => go(step - 1)], ["Next ›", () => go(step + 1)], ["End »", () => go(STEPS.length - 1)]];
  const [start, back, next, last] = moves.map(([label, move]) => button(label, move));
  const node = h("div", { class: "ug-stepper" }, h("div", { class: "kit-row" }, start, back, next, last), bar.node);
  return {
    node,
    update(k, says) {
      [step, heard] = [k, says];
      bar.set(k + 1);
      const atEnd = (b, is) => (is ? b.setAttribute("aria-disabled", true) : b.removeAttribute("aria-disabled"));
      for (const b of [start, back]) atEnd(b, k === 0);
      for (const b of [next, last]) atEnd(b, k === STEPS.length - 1);
    },
  };
}

function tuner({ onweight, onvalue, onreset }) {
  let loss = 0;
  const weight = picker("Change", Object.keys(WEIGHTS), onweight);
  const bar = slider({ label: "value", min: -2, max: 2, step: 0.01, value: 0, says: (x) => `${number(x, 2)}, loss ${number(loss)}`, oninput: onvalue });
  const [label, input, output] = bar.node.children;
  const readout = h("p", { class: "ug-loss is-output" });
  const node = h("div", { class: "ug-tuner" }, weight.node, bar.node, readout, button("Reset", onreset, { "aria-label": "Reset the weights" }));
  return {
    node,
    update(q, before, key) {
      const { name, index } = parseKey(key);
      const x = at(q[name], index);
      loss = q.L;
      weight.set(key);
      rich(label, GRAPH[name].symbol(index));
      // a weight of another model may lie outside the usual range; its exact value stays until moved
      [input.min, input.max] = [Math.min(-2, Math.floor(x)), Math.max(2, Math.ceil(x))];
      bar.set(x);
      output.textContent = number(x, Math.abs(x * 100 - Math.round(x * 100)) < 1e-9 ? 2 : 4);
      readout.textContent = `ℒ = ${number(loss)}${loss === before ? "" : ` (was ${number(before)})`}`;
    },
  };
}

const QUESTIONS = {
  forward: {
    question: "Which numbers must be known before <b>h</b><sub>3</sub> can be computed?",
    options: [
      ["<b>x</b><sub>3</sub> and the weights", "That would be a feed-forward network. This one also needs h₂, or it would have forgotten everything before x₃."],
      ["<b>x</b><sub>3</sub>, <b>h</b><sub>2</sub> and the weights", "Nothing else. Whatever x₁ and x₂ had to say must have come through the two numbers of h₂."],
      ["<b>x</b><sub>1</sub>, <b>x</b><sub>2</sub>, <b>x</b><sub>3</sub> and the weights", "h₃ does depend on all three letters, but x₁ and x₂ reach it only through h₂. Once h₂ is known, they are not needed any more."],
    ],
    right: 1,
  },
  backward: {
    question: "Step 2 sits in the middle. Which numbers must be known before <b>δ</b><sub>2</sub> can be computed?",
    options: [
      ["Those of step 2 alone: its state and its error", "The error of step 2 is only half of it. The state h₂ also shaped step 3, so the loss there sends its share back, through δ₃."],
      ["Those of step 2, and <b>δ</b><sub>3</sub>", "Two messages meet at h₂: one from its own loss, one from δ₃ through W_hh. That is why the gradients run from t = 3 to t = 1, and why the states must be kept."],
      ["Those of step 2, and <b>δ</b><sub>1</sub>", "The other way round: δ₁ waits for δ₂. Step 1 came first in time, so it comes last on the way back."],
    ],
    right: 1,
  },
};
const KEY = "Solid lines run forwards, dashed lines carry gradients back, dotted lines come from the weights. Thick lines lead to the chosen box. Choose any box.";
const TRAITS = ["weights", "start", "step", "quantity", "entry", "order", "tuned", "summed", "answered"];

function render({ model, el }) {
  frame(el);
  let quiet = false;
  // one run for each set of weights: the current one and the one a reset goes to
  const runs = new Map();
  const numbersOf = (trait) => {
    const weights = model.get(trait);
    if (runs.get(trait)?.weights !== weights) runs.set(trait, { weights, q: run(weights) });
    return runs.get(trait).q;
  };
  const set = (changes) => {
    quiet = true;
    for (const [name, value] of Object.entries(changes)) model.set(name, value);
    model.save_changes();
    quiet = false;
    refresh();
  };
  const current = () => model.get("quantity") || STEPS[model.get("step")];
  const entryOf = (name) => {
    const index = model.get("entry"), { shape } = GRAPH[name];
    return index.length === shape.length && index.every((i, k) => i < shape[k]) ? index : shape.map(() => 0);
  };
  const pick = (name, index = GRAPH[name].shape.map(() => 0)) => {
    const step = STEPS.indexOf(name);
    set({ entry: index, ...(step < 0 ? { quantity: name } : { quantity: "", step }) });
    live.say(sentence(numbersOf("weights"), name));
  };
  const go = (step) => pick(STEPS[Math.max(0, Math.min(STEPS.length - 1, step))]);
  const tell = (key) => {
    const { name, index } = parseKey(key), q = numbersOf("weights");
    live.say(`${weightText(name, index)} = ${number(at(q[name], index), 2)}, loss ${number(q.L)}`);
  };
  const tune = (x) => {
    const { name, index } = parseKey(model.get("tuned")), weights = model.get("weights");
    const moved = array(WEIGHTS[name], (place) => (String(place) === String(index) ? x : at(weights[name], place)));
    set({ weights: { ...weights, [name]: moved } });
    tell(model.get("tuned"));
  };

  const live = liveRegion();
  const steps = stepper({ go }), drawing = graph({ onpick: pick }), near = closeUp({ ongo: pick });
  const two = orders({ onchange(changes) { set(changes); live.say(two.says(model.get("order"))); } });
  const knob = tuner({ onvalue: tune, onweight: (tuned) => set({ tuned }), onreset: () => { set({ weights: model.get("start") }); tell(model.get("tuned")); } });
  const where = h("p", { class: "ug-where" }), main = h("div", { class: "ug-equation" });
  const rows = (q) => ["a", "h", "z", "y_hat", "L", "dz", "back", "carry", "dh", "delta"].map((letter) =>
    [GRAPH[`${letter}_1`].symbol().replaceAll("1<", "<i>t</i><").replaceAll("2<", "<i>t</i>+1<"), ...TIMES.map((t) => vectorText(q[`${letter}_${t}`], 4))]);
  const table = dataTable("The numbers of all three steps", ["", ...TIMES.map((t) => `<i>t</i> = ${t}`)], rows(numbersOf("weights")));
  const locked = h("fieldset", { "aria-label": "The graph and its controls" },
    knob.node, h("p", { class: "ug-key" }, KEY), drawing.node, steps.node, where, main, live.node, near.node, two.node, table.node);
  const ask = guess({ ...QUESTIONS[model.get("question")], locked, done: model.get("answered"), onanswer: () => set({ answered: true }) });
  el.append(ask, locked);

  function refresh() {
    if (quiet) return;
    const q = numbersOf("weights"), step = model.get("step"), name = current(), { t, words } = GRAPH[name];
    drawing.numbers(q);
    drawing.select(name, step);
    steps.update(step, sentence(q, name));
    rich(where, `${name === STEPS[step] ? `Step ${step + 1} of ${STEPS.length}` : "Given"}${t >= 0 ? ` · <i>t</i> = ${t}` : ""} · ${words}`);
    rich(main, equation(q, name));
    near.update(q, name, entryOf(name));
    two.update(q, model.get("summed"), model.get("order"));
    knob.update(q, numbersOf("start").L, model.get("tuned"));
    if (table.node.open) table.set(rows(q));
    if (model.get("answered")) locked.disabled = false;
  }
  refresh();
  table.node.addEventListener("toggle", refresh);
  for (const name of TRAITS) model.on(`change:${name}`, refresh);
  const observer = new ResizeObserver(drawing.layout);
  // on a narrow page another column opens: its size changes, and the edges follow in the same frame
  for (const node of [drawing.node, ...drawing.columns]) observer.observe(node);
  return () => {
    observer.disconnect();
    live.stop();
    for (const name of TRAITS) model.off(`change:${name}`, refresh);
  };
}
export default { render };
