import { h, s, number, slider, choice, button, liveRegion, dataTable, guess, frame, put, watch } from "../page/kit/parts.js";

// The 4-2-4 network. A number is called by its array and its place, counted from 1: "W1[2,3]", "delta1[2]".
const LETTERS = [..."demo"];
const FOUR = [0, 1, 2, 3];
const UNITS = [0, 1];
const RATE = 0.1;
const place = (name, ...index) => `${name}[${index.map((k) => k + 1)}]`;
const split = (name) => [name.split("[")[0], name.match(/\d+(?=[,\]])/g).map((k) => k - 1)];
const weightsOf = (layer, tos, froms) => [
  ...tos.flatMap((to) => froms.map((from) => ({ key: place(`W${layer}`, to, from), layer, to, from }))),
  ...tos.map((to) => ({ key: place(`b${layer}`, to), layer, to, from: null })),
];
const WEIGHTS = [...weightsOf(1, UNITS, FOUR), ...weightsOf(2, FOUR, UNITS)];
const weightOf = (key) => WEIGHTS.find((w) => w.key === key);

const plus = (a, b) => a + b;
const dot = (a, b) => a.map((x, k) => x * b[k]).reduce(plus, 0);
const outer = (a, b) => a.map((x) => b.map((y) => x * y));
const affine = (W, x, b) => b.map((bias, j) => dot(W[j], x) + bias);
const oneHot = (letter) => LETTERS.map((c) => +(c === letter));
const at = (values, name) => {
  const [array, index] = split(name);
  return index.reduce((part, k) => part[k], values[array]);
};

/** Forward and back: every value, every error and every gradient of one example. */
export function flow({ W1, b1, W2, b2 }, letter, target) {
  const [x, y] = [letter, target].map(oneHot);
  const a1 = affine(W1, x, b1);
  const h1 = a1.map(Math.tanh);
  const z = affine(W2, h1, b2);
  const top = Math.max(...z);
  const powers = z.map((v) => Math.exp(v - top));
  const all = powers.reduce(plus);
  const y_hat = powers.map((p) => p / all);
  const delta2 = y_hat.map((p, k) => p - y[k]);
  const dh1 = UNITS.map((j) => dot(W2.map((row) => row[j]), delta2));
  const slope1 = h1.map((v) => 1 - v * v);
  const delta1 = dh1.map((v, j) => v * slope1[j]);
  return {
    x, y, a1, h1, z, y_hat, loss: Math.log(all) + top - dot(y, z), delta2, dh1, slope1, delta1,
    dW1: outer(delta1, x), db1: delta1, dW2: outer(delta2, h1), db2: delta2,
  };
}

/** One step of all 22 weights against the gradient: the new loss, and what the gradient alone foretells. */
export function descend(weights, letter, target, rate) {
  const now = flow(weights, letter, target);
  const next = structuredClone(weights);
  let square = 0;
  for (const { key } of WEIGHTS) {
    const gradient = at(now, `d${key}`);
    write(next, key, at(weights, key) - rate * gradient);
    square += gradient * gradient;
  }
  return { norm: Math.sqrt(square), predicted: now.loss - rate * square, loss: flow(next, letter, target).loss };
}

function write(weights, key, x) {
  const [array, index] = split(key);
  const row = index.length > 1 ? weights[array][index[0]] : weights[array];
  row[index.at(-1)] = x;
}

/**
 * What an equation joins for the picked weight, by name. Each line is one component: the products
 * of `pairs`, put together as `form` says, make `result`. Where the equation has no such component
 * (BP1 for a weight that ends at a hidden unit), all of its components come.
 */
export function joined(equation, key) {
  const { layer, to, from } = weightOf(key);
  const [source, sources] = layer === 1 ? ["x", FOUR] : ["h1", UNITS];
  const weighted = sources.map((k) => [place(`W${layer}`, to, k), place(source, k)]);
  const hidden = layer === 1 ? [to] : from === null ? UNITS : [from];
  return {
    forward: () => [{ result: place(layer === 1 ? "h1" : "z", to), form: layer === 1 ? "tanh" : "sum", pairs: [...weighted, [place(`b${layer}`, to)]] }],
    BP1: () => (layer === 1 ? FOUR : [to]).map((k) => ({ result: place("delta2", k), form: "difference", pairs: [[place("y_hat", k)], [place("y", k)]] })),
    BP2: () => hidden.map((j) => ({ result: place("delta1", j), form: "slope", pairs: FOUR.map((k) => [place("W2", k, j), place("delta2", k)]), bend: place("h1", j) })),
    BP3: () => [{ result: place(`db${layer}`, to), form: "sum", pairs: [[place(`delta${layer}`, to)]] }],
    BP4: () => (from === null ? sources : [from]).map((k) => ({ result: place(`dW${layer}`, to, k), form: "sum", pairs: [[place(`delta${layer}`, to), place(source, k)]] })),
  }[equation]();
}

const FORMS = {
  sum: (parts) => parts.reduce(plus),
  tanh: (parts) => Math.tanh(parts.reduce(plus)),
  difference: ([a, b]) => a - b,
  slope: (parts, slope) => parts.reduce(plus) * slope,
};

/** The lines of `joined` with their numbers: operands, and what they come to. */
export function terms(weights, letter, target, equation, key) {
  const values = { ...weights, ...flow(weights, letter, target) };
  return joined(equation, key).map((line) => {
    const operands = line.pairs.map((pair) => pair.map((name) => at(values, name)));
    const products = operands.map(([a, b = 1]) => a * b);
    const slope = line.bend && 1 - at(values, line.bend) ** 2;
    return { ...line, operands, slope, sum: products.reduce(plus), value: FORMS[line.form](products, slope) };
  });
}


// How things are called on screen.
const KINDS = { x: "input", a1: "state", h1: "state", z: "output", y_hat: "output", y: "output" };
const kind = (name) => KINDS[split(name)[0]] ?? (/^(d|delta)/.test(name) ? "gradient" : "weight");
const SYMBOLS = { h1: "h<sup>(1)</sup>", y_hat: "ŷ", delta1: "δ<sup>(1)</sup>", delta2: "δ<sup>(2)</sup>" };
function symbol(name) {
  const [array, index] = split(name);
  const text = SYMBOLS[array] ?? array.replace(/^d([Wb])(\d)/, "(∇<sub>$1</sub><sup>($2)</sup>)").replace(/^([Wb])(\d)/, "$1<sup>($2)</sup>");
  return `<span class="is-${kind(name)}">${text}<sub>${index.map((k) => k + 1)}</sub></span>`;
}
/** Weights are dragged in hundredths: two decimals, unless there is more to show. */
const weightText = (x) => number(x, Math.abs(100 * x - Math.round(100 * x)) < 1e-9 ? 2 : 4);
/** Large numbers give up decimals, so that they stay in their box. */
const short = (x) => number(x, Math.abs(x) < 10 ? 4 : 2);
function numeral(name, values) {
  const text = (kind(name) === "weight" ? weightText : short)(at(values, name));
  return `<span class="is-${kind(name)}">${text.startsWith("−") ? `(${text})` : text}</span>`;
}
const LINKS = {
  W1: ([j, k]) => `weight from ${LETTERS[k]} to unit ${j + 1}`,
  b1: ([j]) => `bias of unit ${j + 1}`,
  W2: ([k, j]) => `weight from unit ${j + 1} to output ${LETTERS[k]}`,
  b2: ([k]) => `bias of output ${LETTERS[k]}`,
};
const link = (key) => { const [array, index] = split(key); return LINKS[array](index); };
const SPOKEN = {
  h1: ([j]) => `unit ${j + 1} has the value`, z: ([k]) => `output ${LETTERS[k]} has the logit`,
  delta1: ([j]) => `unit ${j + 1} has the error`, delta2: ([k]) => `output ${LETTERS[k]} has the error`,
};
function spoken({ result, value }) {
  const [array, index] = split(result);
  return `${SPOKEN[array]?.(index) ?? `${result.slice(1)} has the gradient`} ${short(value)}`;
}
const gradientText = (x) => (x === 0 ? "exactly 0" : number(x));

const EQUATIONS = {
  forward: ["Forward", ""], BP1: ["BP1", "δ<sup>(2)</sup>"], BP2: ["BP2", "δ<sup>(1)</sup>"],
  BP3: ["BP3", "∇<sub>b</sub>"], BP4: ["BP4", "∇<sub>W</sub>"],
};
const general = (equation, layer) => ({
  forward: layer === 1
    ? ["h<sup>(1)</sup> = tanh(W<sup>(1)</sup> x + b<sup>(1)</sup>)", "A unit adds its bias and its inputs, each times its weight. The tanh bends the sum."]
    : ["z = W<sup>(2)</sup> h<sup>(1)</sup> + b<sup>(2)</sup>", "An output adds its bias and both hidden values, each times its weight."],
  BP1: ["δ<sup>(2)</sup> = ŷ − y", "The error of an output: its probability minus what was wanted."],
  BP2: ["δ<sup>(1)</sup> = W<sup>(2)⊤</sup> δ<sup>(2)</sup> ⊙ <span class=\"flow-whole\">(1 − (h<sup>(1)</sup>)<sup>2</sup>)</span>", "The errors come back over the same weights. The slope of the tanh scales their sum."],
  BP3: [`∇<sub>b</sub><sup>(${layer})</sup> = δ<sup>(${layer})</sup>`, "The gradient of a bias is the error of its unit."],
  BP4: [`∇<sub>W</sub><sup>(${layer})</sup> = δ<sup>(${layer})</sup> ${layer === 1 ? "x" : "h<sup>(1)</sup>"}<sup>⊤</sup>`, "The gradient of a weight: the error where it ends times the value where it starts."],
})[equation];

/** What else to say about the picked weight: why all components are shown, or why the result is 0. */
function aside(equation, { key, layer, to, from }, values) {
  if (equation === "forward" && layer === 2) return `The softmax of all four z makes ${symbol(place("y_hat", to))} = ${short(values.y_hat[to])}.`;
  if (equation === "BP1" && layer === 1) return `${symbol(key)} ends at a hidden unit. BP1 is about the outputs: here are all four.`;
  if (equation === "BP2" && layer === 2 && from === null) return `${symbol(key)} starts at no hidden unit. Here are both.`;
  if (equation === "BP4" && from === null) return "A bias starts at no unit: its gradient is in BP3. Here are the weights that end where it does.";
  if (equation === "BP4" && layer === 1 && values.x[from] === 0) return `Exactly 0: the letter read is ${LETTERS[values.x.indexOf(1)]}, so the input ${LETTERS[from]} is 0.`;
  return "";
}

/** One side of an equation; `show` turns a name into a symbol or into a number. */
function side({ form, pairs, bend }, show) {
  const whole = (html) => `<span class="flow-whole">${html}</span>`;
  const products = pairs.map((pair) => whole(pair.map(show).join(" · ")));
  const sum = products.join(form === "difference" ? " − " : " + ");
  if (form === "tanh") return `tanh( ${sum} )`;
  return form === "slope" ? `( ${sum} ) · ${whole(`(1 − ${show(bend)}<sup>2</sup>)`)}` : sum;
}

function written(line, values) {
  const between = { tanh: () => `= tanh(${short(line.sum)}) `, slope: () => `= ${short(line.sum)} · ${short(line.slope)} ` }[line.form]?.() ?? "";
  const steps = [
    `${symbol(line.result)} = ${side(line, symbol)}`,
    line.pairs.flat().length > 1 && `= ${side(line, (name) => numeral(name, values))}`,
    `${between}= <b class="is-${kind(line.result)}">${short(line.value)}</b>`,
  ];
  return steps.filter(Boolean).map((html) => `<span class="flow-step">${html}</span>`).join(" ");
}

// The graph: three columns of boxes; rows of a box are numbers that an equation can join.
const ROWS = { x: ["x"], h: ["a1", "h1", "delta1"], y: ["z", "y_hat", "delta2"] };
const SIGNS = { x: "x", a1: "a", h1: "h", delta1: "δ", z: "z", y_hat: "ŷ", delta2: "δ" };
const COLUMNS = { x: { left: 2, width: 44 }, h: { left: 108, width: 85 }, y: { left: 257, width: 85 } };
const LINE = 16;
const middle = (column, k) => 60 + (column === "h" ? 36 + 144 * k : 72 * k);

function row(name, sign, x, y, width) {
  const value = s("text", { x: x + width - 5, y: y + 12.5, "text-anchor": "end" });
  const node = s("g", { class: `flow-row is-${kind(name)}`, "data-name": name },
    s("rect", { x: x + 2, y: y + 0.5, width: width - 4, height: LINE - 1, rx: 3 }), s("text", { x: x + 5, y: y + 12.5 }, sign), value);
  return { node, set(values, results, operands) {
    put(value, short(at(values, name)));
    node.classList.toggle("is-result", results.has(name));
    node.classList.toggle("is-operand", operands.has(name));
  } };
}

function box(column, k) {
  const { left, width } = COLUMNS[column];
  const height = LINE * (ROWS[column].length + 1) + 4;
  const top = middle(column, k) - height / 2;
  const rows = ROWS[column].map((array, n) => row(place(array, k), SIGNS[array], left, top + LINE * (n + 1), width));
  // An output says in its head what is wanted of it, which is one more number: y.
  const head = s("text", { class: "flow-head", x: left + 5, y: top + 13 }, column === "h" ? `unit ${k + 1}` : LETTERS[k]);
  if (column === "y") rows.push(row(place("y", k), "y", left + 42, top + 1, width - 42));
  const outline = s("rect", { class: "flow-frame", x: left, y: top, width, height, rx: 6 });
  const node = s("g", { class: `flow-node is-${{ x: "input", h: "state", y: "output" }[column]}`, "data-node": place(column, k) }, outline, ...rows.map((r) => r.node), head);
  return { node, set(values, results, operands) {
    rows.forEach((r) => r.set(values, results, operands));
    node.classList.toggle("is-lit", rows.some((r) => r.node.matches(".is-result, .is-operand")));
  } };
}

/** A line per weight; where the reader looks for its sign and for the direction it is used in. */
function edge({ key, layer, to, from }) {
  const [start, end] = layer === 1 ? ["x", "h"] : ["h", "y"];
  const port = (n, many) => (many ? 10 * (n - 1.5) : 16 * (n - 0.5));
  const [x1, x2] = [COLUMNS[start].left + COLUMNS[start].width, COLUMNS[end].left];
  const [y1, y2] = [middle(start, from) + port(to, layer === 2), middle(end, to) + port(from, layer === 1)];
  const on = (part) => [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const [near, far] = layer === 1 ? [0.18, 0.72] : [0.82, 0.28];
  const line = s("path", { class: "flow-line moves", d: `M${x1} ${y1}L${x2} ${y2}` });
  const arrow = s("path", { class: "flow-arrow", transform: `translate(${on(far)}) rotate(${turn})` });
  const sign = s("text", { x: on(near)[0], y: on(near)[1] + 4.5, "text-anchor": "middle" });
  const picked = s("g", { class: "flow-sign" }, s("circle", { cx: on(near)[0], cy: on(near)[1], r: 8.5 }), sign);
  const node = s("g", { class: "flow-edge", "data-key": key }, line, arrow);
  return { node, picked, set({ size, top, lit, zero, pick, equation }) {
    line.setAttribute("stroke-width", (1 + (top ? (3 * Math.abs(size)) / top : 0) + (lit ? 2.5 : 0)).toFixed(2));
    arrow.setAttribute("d", { forward: "M-6 -6L7 0L-6 6Z", BP2: "M6 -6L-7 0L6 6Z" }[equation] ?? "M-7 0L0 -7L7 0L0 7Z");
    node.classList.toggle("is-lit", lit);
    node.classList.toggle("is-zero", zero);
    picked.classList.toggle("is-on", pick);
    put(sign, size > 0 ? "+" : size < 0 ? "−" : "0");
  } };
}

function graph() {
  const boxes = Object.keys(COLUMNS).flatMap((column) => (column === "h" ? UNITS : FOUR).map((k) => box(column, k)));
  const lines = WEIGHTS.filter((w) => w.from !== null);
  const edges = lines.map(edge);
  const heads = Object.entries({ x: "input", h: "layer 1", y: "layer 2" }).map(([column, text]) => s("text", { class: "flow-head", x: COLUMNS[column].left + COLUMNS[column].width / 2, y: 14, "text-anchor": "middle" }, text));
  const node = s("svg", { viewBox: "0 0 344 315", role: "img", class: "flow-graph", "font-size": 13 }, ...heads, ...edges.map((e) => e.node), ...edges.map((e) => e.picked), ...boxes.map((b) => b.node));
  return { node, set(now, open) {
    const { values, equation, picked } = now;
    const [results, operands] = open ? [now.results, now.operands] : [new Set(), new Set()];
    const size = (key) => (open ? at(values, equation === "forward" ? key : `d${key}`) : 0);
    const top = Math.max(...lines.map(({ key }) => Math.abs(size(key))));
    boxes.forEach((b) => b.set(values, results, operands));
    lines.forEach(({ key }, n) => edges[n].set({
      size: size(key), top, equation, lit: operands.has(key) || results.has(`d${key}`),
      zero: open && at(values, `d${key}`) === 0, pick: open && key === picked.key,
    }));
    node.classList.toggle("is-back", equation !== "forward");
    const list = (name) => values[name].map(short).join(", ");
    node.setAttribute("aria-label", `4-2-4 network: ${now.letter} is read, ${now.target} is wanted. Hidden ${list("h1")} with errors ${list("delta1")}; outputs ${list("y_hat")} with errors ${list("delta2")}.`);
  } };
}

/** One layer's weights with their gradients below; every cell picks its weight. */
function weightTable(layer, pick) {
  const hidden = UNITS.map((j) => `h<sub>${j + 1}</sub>`);
  const [tos, froms, rowNames, columnNames] = layer === 1 ? [UNITS, FOUR, hidden, LETTERS] : [FOUR, UNITS, LETTERS, hidden];
  const cells = WEIGHTS.filter((w) => w.layer === layer).map((w) => {
    const [value, gradient] = [h("span"), h("span", { class: "is-gradient" })];
    return { ...w, value, gradient, node: h("button", { type: "button", class: "kit-button flow-cell", "data-key": w.key, onclick: () => pick(w.key) }, value, " ", gradient) };
  });
  const cell = (to, from) => h("td", {}, cells.find((c) => c.to === to && c.from === from).node);
  const head = (html, scope) => h("th", { scope, html });
  const node = h("table", { class: "flow-weights" },
    h("caption", { html: `W<sup>(${layer})</sup> and b<sup>(${layer})</sup>, <span class="is-gradient">gradients below</span>` }),
    h("thead", {}, h("tr", {}, head("to", "col"), ...columnNames.map((html) => head(html, "col")), head("b", "col"))),
    h("tbody", {}, ...tos.map((to, n) => h("tr", {}, head(rowNames[n], "row"), ...froms.map((from) => cell(to, from)), cell(to, null)))));
  return { node, set({ values, picked, results, operands }) {
    for (const c of cells) {
      const [x, gradient] = [at(values, c.key), at(values, `d${c.key}`)];
      put(c.value, weightText(x));
      put(c.gradient, number(gradient));
      c.value.classList.toggle("is-on", operands.has(c.key));
      c.gradient.classList.toggle("is-on", results.has(`d${c.key}`));
      c.node.classList.toggle("is-zero", gradient === 0);
      c.node.setAttribute("aria-pressed", c.key === picked.key);
      c.node.setAttribute("aria-label", `${weightText(x)} ${number(gradient)}: ${c.key}, ${link(c.key)}, and its gradient`);
    }
  } };
}

function question(values) {
  const read = values.x.indexOf(1);
  const others = LETTERS.filter((_, k) => k !== read);
  const small = Math.abs(values.delta1[0]) < Math.abs(values.delta1[1]) ? 0 : 1;
  const error = symbol(place("delta1", small));
  const product = `${short(values.delta1[small])} · `;
  return {
    question: `The network has just read ${LETTERS[read]}. Which of the eight weights W<sup>(1)</sup> have a gradient of exactly zero, whatever letter is wanted?`,
    right: 1,
    options: [
      ["none: every weight took part", `The weights from ${others.join(", ")} met an input of 0 and moved nothing. By BP4 the gradient of each is an error times 0: exactly 0. That makes six.`],
      [`the six from ${others.slice(0, 2).join(", ")} and ${others[2]}`, `BP4 multiplies the error where a weight ends with the input where it starts. Into unit ${small + 1}: ${product}1 for ${LETTERS[read]}, ${product}0 for each of the others. The target changes the errors, not the 0.`],
      ["the four into the unit with the smaller error", `Unit ${small + 1} has the smaller error, ${error} = ${short(values.delta1[small])}. Small is not 0: its weight from ${LETTERS[read]} has the gradient ${product}1. The zeros come from the inputs.`],
    ].map(([label, html]) => [label, h("span", { html })]),
  };
}

function read(model) {
  const [weights, letter, target, equation] = ["weights", "letter", "target", "equation"].map((name) => model.get(name));
  const picked = weightOf(model.get("weight"));
  const lines = terms(weights, letter, target, equation, picked.key);
  return {
    weights, letter, target, equation, picked, lines, values: { ...weights, ...flow(weights, letter, target) },
    results: new Set(lines.map((line) => line.result)),
    operands: new Set(lines.flatMap((line) => [...line.pairs.flat(), line.bend])),
    step: descend(weights, letter, target, RATE),
  };
}

const weightSays = ({ picked: { key }, values }) => `${key} = ${weightText(at(values, key))}, its gradient ${gradientText(at(values, `d${key}`))}`;
const sentence = (name, now) => ({
  weights: () => `${weightSays(now)}. Loss ${number(now.values.loss)}.`,
  weight: () => `Picked the ${link(now.picked.key)}: ${weightSays(now)}.`,
  letter: () => `${now.letter} is read: loss ${number(now.values.loss)}. The gradients of the six weights from the other inputs are 0.`,
  target: () => `${now.target} is wanted: loss ${number(now.values.loss)}, errors of the outputs ${now.values.delta2.map(short).join(", ")}.`,
  equation: () => `${EQUATIONS[now.equation][0]}: ${now.lines.map(spoken).join("; ")}.`,
})[name]?.();

const unitRows = ({ x, a1, h1, delta1, z, y_hat, delta2 }) => [
  ...LETTERS.map((c, k) => [`input ${c}`, "", short(x[k]), ""]),
  ...UNITS.map((j) => [`unit ${j + 1}`, ...[a1, h1, delta1].map((v) => short(v[j]))]),
  ...LETTERS.map((c, k) => [`output ${c}`, ...[z, y_hat, delta2].map((v) => short(v[k]))]),
];

function equationView() {
  const [formula, meaning, lines, note] = [h("p", { class: "flow-formula" }), h("p"), h("div", { class: "flow-lines" }), h("p")];
  return { node: h("div", { class: "flow-worked" }, formula, meaning, lines, note), set({ equation, picked, values, lines: found }) {
    const [html, words] = general(equation, picked.layer);
    put(formula, `<b>${EQUATIONS[equation][0]}</b> ${html}`);
    put(meaning, words);
    put(lines, found.map((line) => `<p>${written(line, values)}</p>`).join(""));
    put(note, aside(equation, picked, values));
  } };
}

function render({ model, el }) {
  frame(el);
  const store = (name, value) => { model.set(name, value); model.save_changes(); };
  let now = read(model);
  const live = liveRegion();
  const [picture, worked] = [graph(), equationView()];
  const letters = LETTERS.map((c) => [c, c]);
  const bar = (name, legend, options) => choice({ legend, options, value: model.get(name), onchange: (key) => store(name, key) });
  const choices = {
    equation: bar("equation", "Equation", Object.entries(EQUATIONS).map(([key, [name, of]]) => [key, `${name} <span class="flow-of">${of}</span>`])),
    letter: bar("letter", "Read", letters), target: bar("target", "Wanted", letters),
  };
  const reach = Math.max(2, ...Object.values(model.get("initial")).flat(2).map((x) => Math.ceil(Math.abs(x))));
  const value = slider({
    label: "", min: -reach, max: reach, step: 0.01, value: 0, says: () => weightSays(now),
    oninput: (x) => {
      const next = structuredClone(model.get("weights"));
      write(next, now.picked.key, x);
      store("weights", next);
    },
  });
  const tables = [1, 2].map((layer) => weightTable(layer, (key) => store("weight", key)));
  const [key, loss] = [h("p", { class: "flow-key" }), h("p", { class: "flow-loss" })];
  const numbers = dataTable("All units as a table", ["unit", "a or z", "value", "error δ"], []);
  const reset = button("Reset the weights", () => store("weights", model.get("initial")));
  const locked = h("fieldset", { class: "flow-locked", "aria-label": "Equation, letters and weights" },
    h("div", { class: "flow-equation" }, key, choices.equation.node, worked.node),
    h("div", { class: "flow-controls" },
      h("div", { class: "flow-letters" }, choices.letter.node, choices.target.node), value.node, ...tables.map((t) => t.node), loss, reset, numbers.node));
  const asked = guess({ ...question(now.values), locked, done: model.get("answered"), onanswer: () => store("answered", true) });
  const root = h("div", { class: "flow" }, asked, picture.node, locked, live.node);

  const update = () => {
    now = read(model);
    const open = model.get("answered");
    locked.disabled = !open;
    root.classList.toggle("is-open", open);
    picture.set(now, open);
    for (const name of Object.keys(choices)) choices[name].set(now[name]);
    worked.set(now);
    put(value.node.firstChild, `${symbol(now.picked.key)}, ${link(now.picked.key)}`);
    value.set(at(now.weights, now.picked.key));
    for (const table of tables) table.set(now);
    put(key, `Width: size of the ${now.equation === "forward" ? "weight" : "weight's gradient"}. Dashed: gradient exactly 0. In the circle: the sign of the picked one. Framed: the numbers the equation joins, the result in bold. Indices count the letters d, e, m, o from 1 to 4.`);
    put(loss, `Loss 𝓛 = <b>${number(now.values.loss)}</b>. The gradient of all 22 weights has length ${number(now.step.norm)}. One step of size ${RATE} against it: loss <b>${number(now.step.loss)}</b>; to first order ${number(now.step.predicted)}.`);
    numbers.set(unitRows(now.values));
  };
  const stop = watch(model, ["weights", "weight", "letter", "target", "equation", "answered"], (name) => {
    update();
    const said = sentence(name, now);
    if (said) live.say(said);
  });
  update();
  el.append(root);
  return () => { stop(); live.stop(); };
}

export default { render };
