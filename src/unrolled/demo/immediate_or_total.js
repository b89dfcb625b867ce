import { h, s, number, slider, choice, button, liveRegion, guess, frame, put, watch, uid } from "../page/kit/parts.js";

// The d-e-m-o network: d, e, m go in; e, m, o are wanted. Steps count from 0 here, from 1 on screen.
const LETTERS = [..."demo"];
const STEPS = [0, 1, 2];
const UNITS = [0, 1];
const oneHot = (k) => LETTERS.map((_, c) => +(c === k));
const XS = STEPS.map(oneHot);
const YS = STEPS.map((t) => oneHot(t + 1));
const NAMES = ["W_hx", "W_hh", "b_h"];
const PAIRS = STEPS.flatMap((t) => STEPS.slice(0, t + 1).map((i) => [t, i]));
const WEIGHTS = [
  ...UNITS.flatMap((j) => LETTERS.map((_, k) => ({ name: "W_hx", index: [j, k] }))),
  ...UNITS.flatMap((j) => UNITS.map((k) => ({ name: "W_hh", index: [j, k] }))),
  ...UNITS.map((j) => ({ name: "b_h", index: [j] })),
].map((w) => ({ ...w, key: `${w.name}[${w.index.map((k) => k + 1)}]` }));

const plus = (a, b) => a + b;
const dot = (a, b) => a.map((x, k) => x * b[k]).reduce(plus, 0);
const column = (A, k) => A.map((row) => row[k]);
const product = (A, B) => A.map((row) => B[0].map((_, k) => dot(row, column(B, k))));
const outer = (a, b) => a.map((x) => b.map((y) => x * y));
const map = (f, a, ...rest) => (Array.isArray(a) ? a.map((x, k) => map(f, x, ...rest.map((r) => r[k]))) : f(a, ...rest));
const at = (tensor, index) => index.reduce((part, k) => part[k], tensor);

function outputError(z, y) {
  const powers = z.map((x) => Math.exp(x - Math.max(...z)));
  return powers.map((x, k) => x / powers.reduce(plus) - y[k]);
}

/** h_0 .. h_2 before each step, tanh' at each step, and the rows ∂⁺L_t/∂h_t. */
function forward({ W_hx, W_hh, b_h, W_yh, b_y }) {
  const states = [[0, 0]];
  for (const x of XS) states.push(b_h.map((b, j) => Math.tanh(dot(W_hx[j], x) + dot(W_hh[j], states.at(-1)) + b)));
  const logits = (state) => b_y.map((b, k) => dot(W_yh[k], state) + b);
  const rows = YS.map((y, t) => product([outputError(logits(states[t + 1]), y)], W_yh)[0]);
  return { before: states.slice(0, -1), slopes: states.slice(1).map((state) => state.map((x) => 1 - x * x)), rows };
}

/** Every path's contribution to every recurrent weight; two leading axes, loss t and step i. */
export function paths(weights) {
  const { before, slopes, rows } = forward(weights);
  const none = { W_hx: map(() => 0, weights.W_hx), W_hh: map(() => 0, weights.W_hh), b_h: [0, 0] };
  const table = { W_hx: [], W_hh: [], b_h: [] };
  for (const t of STEPS) {
    const walk = STEPS.map(() => none);
    for (let i = t, row = rows[t]; i >= 0; i--) {
      const delta = row.map((x, j) => x * slopes[i][j]);
      walk[i] = { W_hx: outer(delta, XS[i]), W_hh: outer(delta, before[i]), b_h: delta };
      [row] = product([delta], weights.W_hh);
    }
    for (const name of NAMES) table[name].push(walk.map((copy) => copy[name]));
  }
  return table;
}

/** How often a reading counts the path from loss t to step i. */
const COUNTS = {
  immediate: (t, i) => +(t === i),
  gradient: () => 1,
  total: (t, i) => t - i + 1,
};

function added(table, count) {
  const sum = (blocks) => map((...parts) => parts.reduce(plus), ...blocks);
  return Object.fromEntries(NAMES.map((name) => [name, sum(PAIRS.map(([t, i]) => map((x) => count(t, i) * x, table[name][t][i])))]));
}

/** The double sum read with the total ∂L/∂h_t: the path from L_t to step i enters t - i + 1 times. */
export const countedTwice = (weights) => added(paths(weights), COUNTS.total);

/** The factors of one path into one weight, row vector first, and their product. */
export function chain(weights, t, i, name, [j, k]) {
  const { before, slopes, rows } = forward(weights);
  const jacobians = STEPS.slice(i + 1, t + 1).reverse().map((step) => weights.W_hh.map((row, r) => row.map((w) => slopes[step][r] * w)));
  const source = name === "b_h" ? 1 : { W_hx: XS, W_hh: before }[name][i][k];
  const last = UNITS.map((r) => [r === j ? slopes[i][j] * source : 0]);
  const factors = [[rows[t]], ...jacobians, last];
  const walked = factors.slice(1).reduce((seen, factor) => [...seen, product(seen.at(-1), factor)], [factors[0]]);
  return { factors, walked, slope: slopes[i][j], source, value: walked.at(-1)[0][0] };
}

/** ‖found - wanted‖ / ‖wanted‖ over all fourteen weights, or over one. */
const gap = (found, wanted) => {
  const distance = Math.hypot(...found.map((x, k) => x - wanted[k]));
  return distance && distance / Math.hypot(...wanted);
};
const flat = (tree) => NAMES.flatMap((name) => tree[name].flat());
const percent = (x) => (x < 100 ? `${number(100 * x, 1)}\u00a0%` : ">\u00a09999\u00a0%");


// How things are called on screen.
const loss = (t) => `<span class="is-output"><i>L</i><sub>${t + 1}</sub></span>`;
const state = (t) => `<span class="is-state"><b>h</b><sub>${t + 1}</sub></span>`;
const weight = ({ name, index }) => `<i>${name[0]}</i><sub>${name.slice(2)}</sub>[${index.map((k) => k + 1)}]`;
const partOf = (letter, i, k) => `<i>${letter}</i><sub>${i},${k + 1}</sub>`;
const plain = (t, i) => `L${t + 1} to step ${i + 1}`;
const READINGS = [
  ["immediate", "Immediate only", "", "Each loss stops at its own step: <i>i</i> = <i>t</i>. What earlier copies did is left out."],
  ["gradient", "Every path once", " (the gradient)", "Immediate derivatives at both ends, ∂<sup>+</sup>. Each of the six paths counts once."],
  ["total", "Total derivative in the sum", " (a common misreading)", "The total d<i>L</i>/d<b>h</b><sub>t</sub> already holds every later loss. Summed over <i>t</i>, the path from <i>L</i><sub>t</sub> to step <i>i</i> counts <i>t</i> − <i>i</i> + 1 times."],
];
const LINKS = {
  W_hx: ([j, k]) => `from ${LETTERS[k]} to unit ${j + 1}`,
  W_hh: ([j, k]) => `from unit ${k + 1} to unit ${j + 1}`,
  b_h: ([j]) => `bias of unit ${j + 1}`,
};

// The unrolled graph: losses above, states in the middle, the weight's copies below.
const X = STEPS.map((t) => 136 + 104 * t);
const ROW = { loss: 32, state: 120, copy: 208 };

function arrow([x1, y1], [x2, y2]) {
  const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
  const [bx, by] = [x2 - 7 * dx, y2 - 7 * dy];
  return `M${x1} ${y1}L${x2} ${y2}M${bx + 4 * dy} ${by + 4 * dx}L${x2} ${y2}L${bx - 4 * dy} ${by - 4 * dx}`;
}

const lettering = (letter, low, style = "font-style: italic") => `<tspan style="${style}">${letter}</tspan><tspan dy="5" font-size="11">${low}</tspan>`;
const caption = (x, y, html) => s("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 17, html });
const stateCaption = (x, t) => caption(x, ROW.state, lettering("h", t, "font-weight: 700"));

const EDGES = [
  ...STEPS.map((t) => ({ on: (p) => p.t === t, place: () => 1, from: [X[t], ROW.loss + 20], to: [X[t], ROW.state - 24] })),
  ...[1, 2].map((t) => ({ on: (p) => p.i < t && t <= p.t, place: (p) => p.t - t + 2, from: [X[t] - 24, ROW.state], to: [X[t - 1] + 24, ROW.state] })),
  ...STEPS.map((i) => ({ on: (p) => p.i === i, place: (p) => p.t - i + 2, from: [X[i], ROW.state + 24], to: [X[i], ROW.copy - 20] })),
];

function graph() {
  const walks = EDGES.map(({ from, to }) => {
    const [x, y] = [(from[0] + to[0]) / 2 + (from[0] === to[0] ? 19 : 0), (from[1] + to[1]) / 2 - (from[0] === to[0] ? 0 : 19)];
    const place = s("text", { x, y: y + 4.5, "text-anchor": "middle", "font-size": 13 });
    return { place, node: s("g", { class: "iot-walk" }, s("path", { d: arrow(from, to) }), s("circle", { cx: x, cy: y, r: 10 }), place) };
  });
  const copies = STEPS.map((i) => caption(X[i], ROW.copy, ""));
  const start = [s("circle", { class: "iot-state", cx: 34, cy: ROW.state, r: 22 }), stateCaption(34, 0), s("path", { d: arrow([58, ROW.state], [X[0] - 24, ROW.state]) })];
  const shapes = STEPS.flatMap((t) => [
    s("rect", { class: "iot-loss", x: X[t] - 24, y: ROW.loss - 18, width: 48, height: 36, rx: 18 }), caption(X[t], ROW.loss, lettering("L", t + 1)),
    s("circle", { class: "iot-state", cx: X[t], cy: ROW.state, r: 22 }), stateCaption(X[t], t + 1),
    s("rect", { class: "iot-copy", x: X[t] - 29, y: ROW.copy - 18, width: 58, height: 36, rx: 5 }), copies[t],
  ]);
  const edges = EDGES.map(({ from, to }) => s("path", { d: arrow(to, from) }));
  const node = s("svg", { viewBox: "8 8 366 224", role: "img", class: "iot-graph" }, ...start, ...edges, ...shapes, ...walks.map((w) => w.node));
  return { node, set({ name }, path, open) {
    copies.forEach((copy, i) => put(copy, `${lettering(name[0], name.slice(2))}<tspan dy="-13" font-size="11">[${i + 1}]</tspan>`));
    EDGES.forEach((edge, k) => {
      walks[k].node.classList.toggle("is-on", open && edge.on(path));
      edges[k].classList.toggle("is-off", open && edge.on(path));
      put(walks[k].place, edge.place(path));
    });
    const through = STEPS.slice(path.i, path.t + 1).reverse().map((t) => `h${t + 1}`).join(", ");
    const shown = open ? ` Picked: L${path.t + 1} back through ${through} into copy ${path.i + 1}.` : "";
    node.setAttribute("aria-label", `Three steps. Each state feeds its loss and the next state; a copy of ${name} enters every state.${shown}`);
  } };
}

/** Rows are losses, columns are steps; the margins are the terms of the two recursions. */
function triangle(pick) {
  const buttons = PAIRS.map(([t, i]) => button("", () => pick(t, i), { class: "kit-button iot-cell" }));
  const sums = { row: STEPS.map(() => h("td")), column: STEPS.map(() => h("td")), all: h("td", { class: "is-gradient" }) };
  const cell = (t, i) => (i > t ? h("td") : h("td", {}, buttons[PAIRS.findIndex(([a, b]) => a === t && b === i)]));
  const head = (html, scope) => h("th", { scope, html });
  const node = h("table", { class: "iot-triangle" },
    h("thead", {}, h("tr", {}, h("td"), ...STEPS.map((i) => head(`step ${i + 1}`, "col")), head("row sum", "col"))),
    h("tbody", {},
      ...STEPS.map((t) => h("tr", {}, head(loss(t), "row"), ...STEPS.map((i) => cell(t, i)), sums.row[t])),
      h("tr", {}, head("column sum", "row"), ...sums.column, sums.all)));
  return { node, set(values, path) {
    buttons.forEach((b, n) => {
      const [t, i] = PAIRS[n];
      put(b, number(values[t][i]));
      b.setAttribute("aria-pressed", t === path.t && i === path.i);
      b.setAttribute("aria-label", `Path from ${plain(t, i)}: ${b.textContent}`);
    });
    STEPS.forEach((n) => {
      put(sums.row[n], number(values[n].reduce(plus)));
      put(sums.column[n], number(column(values, n).reduce(plus)));
    });
    put(sums.all, number(values.flat().reduce(plus)));
  } };
}

/** One factor of the product: a matrix of numbers over its name. */
function factor(rows, columns) {
  const numbers = Array.from({ length: rows * columns }, () => h("span"));
  const matrix = h("div", { class: "iot-matrix", role: "img", style: `grid-template-columns: repeat(${columns}, auto)` }, ...numbers);
  const [place, name] = [h("span", { class: "iot-place", "aria-hidden": "true" }), h("span")];
  const node = h("div", { class: "iot-factor" }, matrix, h("p", {}, place, name));
  return { node, set(values, n, html) {
    values.flat().forEach((x, k) => { put(numbers[k], number(x)); });
    put(place, n);
    put(name, html);
    matrix.setAttribute("aria-label", `Factor ${n}, ${name.textContent}: ${values.map((row) => row.map((x) => number(x)).join(", ")).join("; ")}`);
  } };
}

function sourceOf({ name, index: [j, k] }, i, { slope, source }) {
  if (name === "b_h") return `the slope, ${number(slope)}`;
  const letter = name === "W_hx" ? partOf("x", i + 1, k) : partOf("h", i, k);
  if (source !== 0) return `slope × ${letter} = <span class="iot-whole">${number(slope)} × ${number(source)} = ${number(slope * source)}</span>`;
  const why = name === "W_hh" ? "the network starts from <b>h</b><sub>0</sub> = 0" : `the input at step ${i + 1} is ${LETTERS[i]}, not ${LETTERS[k]}`;
  return `exactly 0, because ${letter} = 0: ${why}`;
}

/** The picked path as a product, the latest factor left. */
function chainView() {
  const [row, ...jacobians] = [factor(1, 2), factor(2, 2), factor(2, 2)];
  const last = factor(2, 1);
  const result = h("span", { class: "iot-result is-gradient" });
  const title = h("p", { class: "iot-head" });
  const [running, note] = [h("p"), h("p")];
  const line = h("div", { class: "iot-chain" }, row.node, ...jacobians.map((j) => j.node), last.node, result);
  return { node: h("div", {}, title, line, running, note), set(weights, weightPicked, { t, i }) {
    const found = chain(weights, t, i, weightPicked.name, weightPicked.index);
    const [first, ...rest] = found.factors;
    put(title, `The path from ${loss(t)} to step ${i + 1}, factor by factor`);
    row.set(first, 1, `∂<sup>+</sup>${loss(t)}/∂${state(t)}`);
    jacobians.forEach((jacobian, n) => {
      jacobian.node.hidden = n >= t - i;
      if (n < t - i) jacobian.set(rest[n], n + 2, `∂${state(t - n)}/∂${state(t - n - 1)}`);
    });
    last.set(rest.at(-1), t - i + 2, `∂<sup>+</sup>${state(i)}/∂${weight(weightPicked)}`);
    put(result, `= ${number(found.value)}`);
    const walked = found.walked.slice(0, -1).map(([[a, b]]) => `(${number(a)}, ${number(b)})`);
    const parts = [...walked, `${number(found.value)}.`].map((x, n) => `<span class="iot-whole">${n ? "→ " : ""}${x}</span>`);
    put(running, `Multiplied from the left: ${parts.join(" ")}`);
    const unit = weightPicked.index[0] + 1;
    put(note, `The weight enters unit ${unit} only. Row ${unit} of the last factor is ${sourceOf(weightPicked, i, found)}.`);
  } };
}

/** One horizontal bar: up to three copies of a contribution, end to end from zero. */
function bar(html, total) {
  const copies = Array.from({ length: total ? 1 : 3 }, () => h("i", { class: total ? "iot-copybar is-sum" : "iot-copybar" }));
  const [zero, truth] = [h("i", { class: "iot-zero" }), total ? h("i", { class: "iot-truth" }) : null];
  const [times, value] = [h("span", { class: "iot-times" }), h("span", { class: "iot-value" })];
  const node = h("div", { class: total ? "iot-bar is-total" : "iot-bar" }, h("span", { html }), h("div", { class: "iot-track" }, ...copies, zero, truth), times, value);
  return { node, set(x, count, scale, wanted) {
    copies.forEach((copy, n) => {
      const ends = [n * x, (n + 1) * x].map(scale);
      copy.hidden = x === 0 || n >= Math.max(count, 1);
      copy.classList.toggle("is-ghost", count === 0);
      copy.style.left = `${Math.min(...ends)}%`;
      copy.style.width = `${Math.abs(ends[1] - ends[0])}%`;
    });
    zero.style.left = `${scale(0)}%`;
    if (total) truth.style.left = `${scale(wanted)}%`;
    put(times, total ? "" : `×${count}`);
    put(value, number(total ? x : count * x));
  } };
}

function bars() {
  const rows = PAIRS.map(([t, i]) => bar(`${loss(t)} → ${state(i)}`));
  const sum = bar("<b>sum</b>", true);
  const node = h("div", { role: "img" }, ...rows.map((r) => r.node), sum.node);
  return { node, set(values, path, reading, sums) {
    const parts = PAIRS.map(([t, i]) => values[t][i]);
    const counts = PAIRS.map(([t, i]) => COUNTS[reading](t, i));
    const reach = [0, ...parts.map((x, n) => x * COUNTS.total(...PAIRS[n])), ...Object.values(sums)];
    const [low, high] = [Math.min(...reach), Math.max(...reach)];
    const scale = (x) => 2 + (high > low ? 96 * (x - low) / (high - low) : 0);
    rows.forEach((row, n) => {
      row.set(parts[n], counts[n], scale);
      row.node.classList.toggle("is-picked", PAIRS[n][0] === path.t && PAIRS[n][1] === path.i);
    });
    sum.set(sums[reading], 1, scale, sums.gradient);
    const heard = PAIRS.map(([t, i], n) => `${plain(t, i)}: ${counts[n]} times ${number(parts[n])}`).join("; ");
    node.setAttribute("aria-label", `${heard}. Sum ${number(sums[reading])}, true gradient ${number(sums.gradient)}.`);
  } };
}

/** The three readings side by side: their sums, and how far each is off. */
function verdicts() {
  const cells = READINGS.map(() => [h("td"), h("td"), h("td")]);
  const rows = READINGS.map(([, name], n) => h("tr", {}, h("th", { scope: "row" }, name), ...cells[n]));
  const one = h("th", { scope: "col" });
  const node = h("table", { class: "iot-verdicts" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Added up"), h("th", { scope: "col" }, "sum"), one, h("th", { scope: "col" }, "off, all 14"))), h("tbody", {}, ...rows));
  return { node, set(picked, reading, sums, gaps) {
    put(one, `off, ${weight(picked)}`);
    READINGS.forEach(([key], n) => {
      rows[n].classList.toggle("is-picked", key === reading);
      [number(sums[key]), percent(gap([sums[key]], [sums.gradient])), percent(gaps[key])].forEach((text, k) => { put(cells[n][k], text); });
    });
  } };
}

function weightSelect(onpick) {
  const id = uid("weight");
  const option = (w) => h("option", { value: w.key }, `${w.key}, ${LINKS[w.name](w.index)}`);
  const groups = NAMES.map((name) => h("optgroup", { label: name }, ...WEIGHTS.filter((w) => w.name === name).map(option)));
  const select = h("select", { id, onchange: () => onpick(select.value) }, ...groups);
  return { node: h("div", { class: "iot-select" }, h("label", { for: id }, "Weight"), select), set(key) { select.value = key; } };
}

const QUESTION = "Count on the graph. How many paths lead from the three losses down into the copies of <i>W</i><sub>hh</sub>?";
const ANSWERS = [
  ["3", "That is one path a loss, straight down into the copy at its own step. A loss also goes back along the states and enters every earlier copy."],
  ["6", `${loss(0)} reaches one copy, ${loss(1)} two, ${loss(2)} three. Three of the six carry exactly 0 into <i>W</i><sub>hh</sub>: the copy at step 1 multiplies <b>h</b><sub>0</sub> = 0.`],
  ["9", `Each loss would then reach every copy. But ${loss(0)} does not depend on steps 2 and 3, nor ${loss(1)} on step 3. That leaves 6.`],
];

/** Where `weights` holds another number at one place. */
function replaced(weights, { name, index }, x) {
  const next = structuredClone(weights);
  at(next[name], index.slice(0, -1))[index.at(-1)] = x;
  return next;
}

function read(model) {
  const weights = model.get("weights");
  const picked = WEIGHTS.find((w) => w.key === model.get("weight"));
  const [t, i] = model.get("path").split(",").map((n) => n - 1);
  const table = paths(weights);
  const found = Object.fromEntries(READINGS.map(([key]) => [key, added(table, COUNTS[key])]));
  const each = (f) => Object.fromEntries(READINGS.map(([key]) => [key, f(found[key])]));
  return {
    weights, picked, path: { t, i }, reading: model.get("reading"),
    values: table[picked.name].map((row) => row.map((copy) => at(copy, picked.index))),
    sums: each((tree) => at(tree[picked.name], picked.index)),
    gaps: each((tree) => gap(flat(tree), flat(found.gradient))),
  };
}

function sentence(name, { weights, picked, path, reading, values, sums }) {
  const readingName = READINGS.find(([key]) => key === reading)[1];
  return {
    path: () => `The path from ${plain(path.t, path.i)} brings ${number(values[path.t][path.i])} to ${picked.key}.`,
    weight: () => `${picked.key}: the six paths add up to ${number(sums.gradient)}.`,
    weights: () => `With ${picked.key} = ${number(at(weights[picked.name], picked.index), 2)} its gradient is ${number(sums.gradient)}.`,
    reading: () => `${readingName}: ${number(sums[reading])}, and the gradient is ${number(sums.gradient)}.`,
  }[name]?.();
}

function render({ model, el }) {
  frame(el);
  const store = (name, value) => { model.set(name, value); model.save_changes(); };
  const pickedNow = () => WEIGHTS.find((w) => w.key === model.get("weight"));
  const live = liveRegion();
  const picture = graph();
  const select = weightSelect((key) => store("weight", key));
  const reach = Math.max(2, ...flat(model.get("initial")).map((x) => Math.ceil(Math.abs(x))));
  const value = slider({
    label: "Value", min: -reach, max: reach, step: 0.01, value: 0,
    says: (x) => `${model.get("weight")} = ${number(x, 2)}`,
    oninput: (x) => store("weights", replaced(model.get("weights"), pickedNow(), x)),
  });
  const table = triangle((t, i) => store("path", `${t + 1},${i + 1}`));
  const factors = chainView();
  const readings = choice({ legend: "Add up", options: READINGS.map(([key, name, aside]) => [key, name + aside]), value: model.get("reading"), onchange: (key) => store("reading", key) });
  const [chart, verdict] = [bars(), verdicts()];
  const [orders, meaning, key, mean] = [h("p"), h("p", { class: "iot-meaning" }), h("p", { class: "iot-key" }), h("p")];
  const reset = button("Reset", () => store("weights", model.get("initial")));
  const locked = h("fieldset", { class: "iot-locked", "aria-label": "Weight, path and reading" },
    h("div", { class: "iot-controls" }, select.node, value.node, reset),
    h("div", { class: "iot-path" }, h("p", { class: "iot-head" }, "Pick a path"), table.node, orders, factors.node),
    h("div", { class: "iot-sum" }, readings.node, meaning, chart.node, key, verdict.node, mean));
  const question = guess({
    question: QUESTION, options: ANSWERS.map(([label, html]) => [label, h("span", { html })]), right: 1,
    locked, done: model.get("answered"), onanswer: () => store("answered", true),
  });
  const root = h("div", { class: "iot" }, question, picture.node, locked, live.node);

  const update = () => {
    const now = read(model);
    const open = model.get("answered");
    locked.disabled = !open;
    root.classList.toggle("is-open", open);
    picture.set(now.picked, now.path, open);
    select.set(now.picked.key);
    value.set(at(now.weights[now.picked.name], now.picked.index));
    table.set(now.values, now.path);
    const total = number(now.sums.gradient);
    put(orders, `Forward recursion adds the rows, one term a loss. Backward recursion adds the columns, one term a step. Both reach ${total}.`);
    factors.set(now.weights, now.picked, now.path);
    readings.set(now.reading);
    put(meaning, READINGS.find(([name]) => name === now.reading)[3]);
    chart.set(now.values, now.path, now.reading, now.sums);
    put(key, `<i class="iot-truth"></i> Dashed line: the true gradient, ${total}. Outlined bars are left out.`);
    verdict.set(now.picked, now.reading, now.sums, now.gaps);
    put(mean, `All of this is for the sum of the losses. Their mean divides once, at the end: ${total} / 3 = ${number(now.sums.gradient / 3)}.`);
    return now;
  };
  const stop = watch(model, ["weights", "weight", "path", "reading", "answered"], (name) => {
    const said = sentence(name, update());
    if (said) live.say(said);
  });
  update();
  el.append(root);
  return () => { stop(); live.stop(); };
}

export default { render };
