import { h, s, number, slider, choice, button, liveRegion, dataTable, guess, frame, put, watch, set, tenTo } from "../page/kit/parts.js";

const MOST = 100; // draws
const TRAITS = ["scheme", "k", "k1", "k2", "keep", "reweighted", "draws", "seed", "loss"];

// Weights w[t][i] of the pairs of loss t and step i, counted from 0 here.
function table(T, weight) {
  return Array.from({ length: T }, (_, t) => {
    const row = new Array(T).fill(0);
    for (let i = t; i >= 0; i--) row[i] = +weight(t, i, row);
    return row;
  });
}

/** Every k1 steps the last k1 losses walk back to the last k2 steps. k1 = 1: a window; k1 = k2: chunks. */
export const kept = (T, k1, k2) => table(T, (t, i) => i >= k1 * Math.ceil((t + 1) / k1) - k2);

/** All of the history of the last k losses, nothing of the others. */
export const lateLosses = (T, k) => table(T, (t) => t >= T - k);

/** What is left of a path across the gates i to t-1. */
export const survival = (opened) => table(opened.length + 1, (t, i, row) => (i === t ? 1 : row[i + 1] * opened[i]));

/** A gate is open where the uniform number is below π, and then 1/π if reweighted. */
export const gates = (uniforms, keep, reweighted) => uniforms.map((u) => (u < keep) / (reweighted ? keep : 1));

/** The n-th number of the generator mulberry32, from [0, 1). */
export function uniform(seed, n) {
  const a = (seed + Math.imul(n + 1, 0x6d2b79f5)) | 0;
  let x = Math.imul(a ^ (a >>> 15), a | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
}

/** Σ w δ hᵀ, row after row. `deltas` holds the pairs (1,1), (2,1), (2,2), (3,1), ... */
export function gradient(deltas, states, weights) {
  const n = states[0].length;
  const total = new Array(n * n).fill(0);
  states.forEach((state, i) => {
    const arriving = new Array(n).fill(0);
    for (let t = i; t < states.length; t++) {
      const w = weights[t][i];
      const delta = deltas[t * (t + 1) / 2 + i];
      if (w !== 0) for (let j = 0; j < n; j++) arriving[j] += w * delta[j];
    }
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) total[j * n + k] += arriving[j] * state[k];
  });
  return total;
}

/** ‖found - wanted‖ / ‖wanted‖ */
export function relativeGap(found, wanted) {
  let [gap, size] = [0, 0];
  for (let j = 0; j < wanted.length; j++) {
    gap += (found[j] - wanted[j]) ** 2;
    size += wanted[j] ** 2;
  }
  return Math.sqrt(gap) / Math.sqrt(size);
}

/** For each gradient its own gap, and that of the mean of all up to it. */
export function running(gradients, wanted) {
  const mean = wanted.map(() => 0);
  return gradients.map((one, n) => {
    one.forEach((x, j) => { mean[j] += (x - mean[j]) / (n + 1); });
    return { own: relativeGap(one, wanted), mean: relativeGap(mean, wanted) };
  });
}

const plural = (n, one) => `${n} ${one}${n === 1 ? "" : one === "loss" ? "es" : "s"}`;

/** Two significant digits, or a power of ten. */
function short(x) {
  if (x === 0) return "0";
  if (x >= 1e-3 && x < 1e4) return x.toFixed(Math.max(0, 1 - Math.floor(Math.log10(x))));
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits}·${tenTo(+power)}`;
}
const percent = (share) => `${short(100 * share)}\u00a0%`;

// `held`: how many steps it holds at once; `by`: what its error is plotted against.
const SCHEMES = {
  exact: { name: "exact", weights: ({ T }) => kept(T, 1, T), held: ({ T }) => T },
  window: { name: "sliding window", by: "k", weights: ({ T, k }) => kept(T, 1, k), held: ({ k }) => k },
  k1k2: { name: "<i>k</i><sub>1</sub> / <i>k</i><sub>2</sub>", by: "k2", weights: ({ T, k1, k2 }) => kept(T, k1, k2), held: ({ k2 }) => k2 },
  chunks: { name: "chunks", by: "k", weights: ({ T, k }) => kept(T, k, k), held: ({ k }) => k },
  late: { name: "late losses only", by: "k", weights: ({ T, k }) => lateLosses(T, k), held: ({ T }) => T },
  random: { name: "random cuts", weights: ({ opened }) => survival(opened), held: ({ opened }) => Math.max(...String(opened.map((g) => +(g > 0)).join("")).split("0").map((run) => run.length + 1)) },
};

function problem(deltas, states) {
  const T = states.length;
  const full = gradient(deltas, states, kept(T, 1, T));
  const error = (weights) => relativeGap(gradient(deltas, states, weights), full);
  const curve = (scheme, more = {}, from = 1) => Array.from({ length: T + 1 - from }, (_, n) => [n + from, error(SCHEMES[scheme].weights({ T, k: n + from, k2: n + from, ...more }))]);
  const sizes = deltas.map((delta, p) => {
    const t = Math.floor((Math.sqrt(8 * p + 1) - 1) / 2);
    return Math.hypot(...delta) * Math.hypot(...states[p - t * (t + 1) / 2]);
  });
  const drawn = ({ seed, keep, reweighted }, n) => gates(Array.from({ length: T - 1 }, (_, j) => uniform(seed, n * (T - 1) + j)), keep, reweighted);
  return {
    T, pairs: deltas.length, sizes, error, curve, drawn,
    draws: (state) => running(Array.from({ length: state.draws }, (_, n) => gradient(deltas, states, survival(drawn(state, n)))), full),
    window: curve("window"),
  };
}

/** Everything the page shows, from the traits. */
function look(state, it) {
  const { T } = it;
  const within = (x) => Math.min(T, Math.max(1, x));
  const now = { ...state, T, k: within(state.k), k1: within(state.k1), loss: within(state.loss), draws: Math.min(MOST, Math.max(1, state.draws)) };
  now.k2 = Math.max(now.k1, within(state.k2));
  if (now.scheme === "random") {
    now.opened = it.drawn(now, now.draws - 1);
    now.history = it.draws(now);
    now.limit = it.error(survival(now.opened.map(() => (now.reweighted ? 1 : now.keep))));
  }
  const { weights, held, by } = SCHEMES[now.scheme];
  now.weights = weights(now);
  now.error = now.history ? now.history.at(-1).own : it.error(now.weights);
  now.kept = now.weights.flat().filter(Boolean).length;
  now.held = held(now);
  now.curve = it.window;
  if (by === "k2") now.curve = it.curve("k1k2", { k1: now.k1 }, now.k1);
  else if (by && now.scheme !== "window") now.curve = it.curve(now.scheme);
  return now;
}

function verdict({ scheme, T, k, k1, k2, kept: n, error, opened, draws, weights }) {
  const [pairs, off] = [`${n} of ${T * (T + 1) / 2} pairs kept`, `Error <b>${percent(error)}</b>`];
  if (scheme === "exact") return `Exact: ${pairs}; every loss reaches back to step 1. ${off}.`;
  if (scheme === "window") return `Window ${k}: ${pairs}; every loss keeps ${k === 1 ? "its own step only" : `its last ${k} steps`}. ${off}.`;
  if (scheme === "k1k2") {
    return `${k1 === 1 ? "Every step the loss walks" : `Every ${k1} steps the losses since then walk`} back over the last ${plural(k2, "step")}: ${pairs}. ${off}.`;
  }
  if (scheme === "chunks") return `Chunks of ${k}: ${pairs}; ${k === T ? "there is no cut" : "no loss reaches across a cut, so the first of each chunk keeps its own step only"}. ${off}.`;
  if (scheme === "late") return k === T ? `All losses are kept: ${pairs}. ${off}.` : `${T - k === 1 ? "Loss 1 is" : `Losses 1 to ${T - k} are`} dropped altogether: ${pairs}. ${off}: not a truncated gradient but another one.`;
  const most = Math.max(...weights.flat());
  return `Draw ${draws}: ${plural(opened.filter((g) => !g).length, "cut")} in ${plural(T - 1, "place")}; ${pairs}${most > 1 ? `, with weights up to ${short(most)}` : ""}. ${off}.`;
}

function reach({ weights, loss }) {
  const first = weights[loss - 1].findIndex(Boolean) + 1;
  if (!first) return `Loss ${loss} is dropped altogether.`;
  return first === loss ? `Loss ${loss} reaches its own step only.` : `Loss ${loss} reaches back to step ${first}.`;
}

/** What many draws say together. */
function together({ history, limit, draws, reweighted }) {
  const mean = history[draws - 1].mean;
  const square = history.reduce((a, one) => a + one.own ** 2, 0) / draws;
  const spread = Math.sqrt(Math.max(0, square - mean ** 2));
  return `${draws === 1 ? "One draw so far." : `The mean of ${draws} draws has the error <b>${percent(mean)}</b>; around it they scatter by ${percent(spread)}.`} With ever more draws the error of the mean tends to <b>${percent(limit)}</b>${reweighted ? ": there is no bias" : limit ? ", the bias: far pairs are kept too seldom" : ""}.`;
}

const word = (x, y, html, anchor = "middle") => s("text", { x, y, "text-anchor": anchor, html });
const spots = (T) => Array.from({ length: T }, (_, n) => n + 1).filter((n) => n === 1 || n % 5 === 0 || T < 8);

/** The triangle of pairs. `onpick` hears which row is clicked. */
function triangle({ T, sizes }, onpick, onpoint) {
  const [pitch, largest] = [300 / T, Math.max(...sizes)];
  const [cells, before] = [[], []];
  for (let t = 0; t < T; t++) for (let i = 0; i <= t; i++) {
    const strength = Math.max(0.2, 1 + 0.2 * Math.log10(sizes[cells.length] / largest || 1e-9));
    cells.push(s("path", { style: `--strength: ${strength.toFixed(2)}`, transform: `translate(${(34 + pitch * (i + 0.5)).toFixed(2)} ${(8 + pitch * (t + 0.5)).toFixed(2)})` }));
  }
  const [row, part, name] = [s("rect", { class: "window-row", height: pitch }), s("rect", { class: "window-part", height: pitch }), word(0, 0, "", "start")];
  const stairs = spots(T).flatMap((n) => [word(28, 13 + pitch * (n - 0.5), n, "end"), word(34 + pitch * (n - 0.5), 326, n)]);
  const steps = Array.from({ length: T }, (_, n) => `H${34 + pitch * (n + 1)}V${8 + pitch * (n + 1)}`).join("");
  const node = s("svg", { viewBox: "0 0 366 352", role: "img", "font-size": 14 }, ...stairs,
    word(68 + pitch, 22, 'loss <tspan font-style="italic">t</tspan> ↓', "start"), word(334, 344, 'step <tspan font-style="italic">i</tspan> →', "end"),
    s("path", { class: "window-edge", d: `M34 8${steps}` }), ...cells, row, part, name);
  const at = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(node.getScreenCTM().inverse());
    const t = Math.floor((y - 8) / pitch) + 1;
    return t >= 1 && t <= T && x > 0 && x < 40 + pitch * t ? t : null;
  };
  node.addEventListener("click", (event) => at(event) && onpick(at(event)));
  node.addEventListener("pointermove", (event) => onpoint(at(event)));
  node.addEventListener("pointerleave", () => onpoint(null));
  const side = (w) => pitch * (w ? Math.min(0.96, 0.66 + 0.06 * Math.max(0, Math.log2(w))) : 0.5);
  const mark = ({ weights, loss }) => {
    const first = weights[loss - 1].findIndex(Boolean);
    const y = 8 + pitch * (loss - 1);
    set(row, { x: 34, y, width: pitch * loss });
    set(part, { x: 34 + pitch * first, y, width: first < 0 ? 0 : pitch * (loss - first) });
    set(name, { x: 38 + pitch * loss, y: y + pitch / 2 + 5 });
    put(name, loss);
  };
  return { node, mark, set(now) {
    let n = -1;
    for (let t = 0; t < T; t++) for (let i = 0; i <= t; i++) {
      const w = now.weights[t][i];
      if (before[++n] === w) continue;
      before[n] = w;
      const q = (side(w) / 2).toFixed(2);
      set(cells[n], w ? { class: "is-kept", d: `M-${q}-${q}H${q}V${q}H-${q}Z` } : { class: "is-dropped", d: `M-${q}-${q}L${q} ${q}M${q}-${q}L-${q} ${q}` });
    }
    mark(now);
    set(node, { "aria-label": `Triangle of ${cells.length} pairs, loss t downwards from 1 to ${T}, step i to the right. ${now.kept} are filled: kept. The others are crosses: dropped. ${reach(now)}` });
  } };
}

/** Errors over k or over draws, on a logarithmic scale with a lane below it for exact zeros. */
function chart() {
  const [scale, dashes, path, dots, mark, title] = [s("g"), s("path", { class: "window-reference" }), s("path", { class: "window-curve" }), s("path", { class: "window-dots" }), s("path", { class: "window-mark" }), word(62, 16, "", "start")];
  const node = s("svg", { viewBox: "0 0 352 236", role: "img", "font-size": 14 }, scale, dashes, path, dots, mark, title);
  return { node, set({ lines, singles = [], marked, ticks, across, says, axis, heading }) {
    const values = [...lines.flat(), ...singles].map(([, v]) => v);
    const logs = values.filter(Boolean).map(Math.log10);
    const low = logs.length ? Math.floor(Math.min(...logs)) : -1;
    const high = Math.max(low + 1, 0, Math.max(...logs) + 0.1);
    const floor = values.includes(0) ? 166 : 186;
    const x = (v) => +(66 + 270 * across(v)).toFixed(2);
    const y = (v) => (v ? +(floor - (floor - 30) * (Math.log10(v) - low) / (high - low)).toFixed(2) : 186);
    const every = Math.ceil((high - low) / 5);
    const decades = Array.from({ length: Math.floor(high - low) + 1 }, (_, n) => low + n);
    put(scale, [
      ...decades.map((n) => `<path class="window-grid" d="M58 ${y(10 ** n)}H344"/>${(decades.at(-1) - n) % every ? "" : `<text x="54" y="${y(10 ** n) + 5}" text-anchor="end">${n < -4 || n > 1 ? tenTo(n + 2) : +(10 ** (n + 2)).toFixed(2)}\u00a0%</text>`}`),
      floor < 186 ? '<path class="window-grid" d="M58 186H344"/><text x="54" y="191" text-anchor="end">0</text>' : "",
      ...ticks.map((n) => `<text x="${x(n)}" y="208" text-anchor="middle">${n}</text>`), `<text x="201" y="226" text-anchor="middle">${axis}</text>`,
    ].join(""));
    const through = (line = []) => {
      const on = line.some(([, v]) => v) ? (point) => point?.[1] : Boolean; // only a line of zeros joins zeros
      return line.map(([n, v], k) => (on(line[k]) ? `${on(line[k - 1]) ? "L" : "M"}${x(n)} ${y(v)}` : "")).join("");
    };
    const dot = (r) => ([n, v]) => `M${x(n) - r} ${y(v)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    set(dashes, { d: through(lines[1]) });
    set(path, { d: through(lines[0]) });
    set(dots, { d: (singles.length ? singles : lines[0]).map(dot(singles.length ? 2 : 2.5)).join("") });
    set(mark, { d: dot(6.5)(marked) });
    put(title, heading);
    set(node, { "aria-label": says });
  } };
}

function plotted(now, it) {
  if (now.history) {
    const [lone, mean] = ["own", "mean"].map((name) => now.history.map((one, n) => [n + 1, one[name]]));
    const most = Math.max(10, now.draws);
    return {
      lines: [mean, [[1, now.limit], [most, now.limit]]], singles: lone, marked: mean.at(-1), axis: "draws", ticks: [1, 10, 100].filter((n) => n <= most), across: (n) => Math.log(n) / Math.log(most),
      heading: `error of the mean of ${plural(now.draws, "draw")}: ${percent(mean.at(-1)[1])}`,
      says: `Error against the number of draws, logarithmic. Mean of ${plural(now.draws, "draw")}: ${percent(mean.at(-1)[1])}. Last draw alone: ${percent(now.error)}. Dashed, the limit: ${percent(now.limit)}.`,
    };
  }
  const by = SCHEMES[now.scheme].by;
  const { curve } = now;
  const k = now[by] ?? it.T;
  const name = by === "k2" ? '<tspan font-style="italic">k</tspan><tspan dy="4" font-size="11">2</tspan><tspan dy="-4"> </tspan>' : '<tspan font-style="italic">k</tspan> ';
  return {
    lines: [curve, curve === it.window ? [] : it.window], marked: curve.find(([n]) => n === k), ticks: spots(it.T), across: (n) => (n - 1) / (it.T - 1),
    axis: name, heading: `error at ${name}= ${k}: ${percent(now.error)}`,
    says: `Error against ${by ?? "k"}, logarithmic: ${curve.filter(([n]) => n === k || spots(it.T).includes(n)).map(([n, v]) => `${n}: ${percent(v)}`).join(", ")}. Marked: ${k}.`,
  };
}

function legend({ scheme, weights }) {
  const more = scheme === "random" && weights.flat().some((w) => w > 1) ? " Larger: weight above 1." : "";
  return `<i class="window-sign is-kept"></i> kept, <b class="window-sign">×</b> dropped. Stronger: larger ‖<i>δ</i>‖ ‖<i>h</i>‖, on a logarithmic scale.${more} The steps on the right edge are the pairs <i>t</i> = <i>i</i>.`;
}

const CURVES = {
  exact: "The curve is the sliding window’s.",
  window: "", random: "Dots: single draws. Line: their mean so far. Dashed: its limit.",
};
const explained = (scheme) => `Error: ‖∇<sub>w</sub> − ∇‖ / ‖∇‖ for <b>W</b><sub>hh</sub>. ${CURVES[scheme] ?? "Dashed: the sliding window."}`;

function asked(it, locked, done, onanswer) {
  const k = Math.ceil(it.T / 2);
  const [window, late] = [kept(it.T, 1, k), lateLosses(it.T, k)].map(it.error);
  const first = it.T - k === 1 ? "first loss" : `first ${it.T - k} losses`;
  const lost = (it.T - k) * (it.T - k + 1) / 2;
  const numbers = `Error of the window: ${percent(window)}. Error without the ${first}: ${percent(late)}.`;
  const why = window < late ? `they matter little. Without the ${first} the sum also misses near pairs, even <i>t</i> = <i>i</i>.` : `they matter ${window > late ? "more than" : "as much as"} the ${first}.`;
  const plain = [`Cutting every history at ${plural(k, "step")}`, `Dropping the ${first}`, `Both the same: each drops ${lost} of ${it.pairs} pairs`];
  const replies = ["", "", `Each does drop ${plural(lost, "pair")}, but not pairs of one size. `].map((start) => `${start}The window drops the pairs that are ${k} steps and more apart, and here ${why} ${numbers}`);
  return guess({
    question: `<i>T</i> = ${it.T}, <i>k</i> = ${k}. Which loses more of the gradient: cutting every loss’s history at ${plural(k, "step")}, or dropping the ${first}?`,
    options: plain.map((label, n) => [label, h("span", { html: replies[n] })]), right: window === late ? 2 : +(late > window), locked, done, onanswer,
  });
}

function render({ model, el }) {
  frame(el);
  const it = problem(model.get("deltas"), model.get("states"));
  const { T } = it;
  const store = (change) => { for (const [name, value] of Object.entries(change)) model.set(name, value); model.save_changes(); };
  const state = () => look(Object.fromEntries(TRAITS.map((name) => [name, model.get(name)])), it);
  let now = state();
  let quiet = false;
  const both = (first, last) => { quiet = true; store(first); quiet = false; store(last); };
  const tuner = (label, name, oninput) => slider({ label, min: 1, max: T, step: 1, value: 1, says: (v) => `${name} = ${v}: error ${percent(now.error)}`, oninput });
  const sliders = {
    k: tuner("<i>k</i>", "k", (k) => store({ k })),
    k1: tuner("<i>k</i><sub>1</sub>", "k1", (k1) => both({ k2: Math.max(k1, now.k2) }, { k1 })),
    k2: tuner("<i>k</i><sub>2</sub>", "k2", (k2) => both({ k1: Math.min(k2, now.k1) }, { k2 })),
    keep: slider({ label: "chance <i>π</i>", min: 0.05, max: 1, step: 0.05, value: 1, says: (v) => `π = ${number(v, 2)}: error of this draw ${percent(now.error)}`, oninput: (keep) => store({ keep }) }),
    loss: slider({ label: "loss <i>t</i>", min: 1, max: T, step: 1, value: 1, says: () => reach(now), oninput: (loss) => store({ loss }) }),
  };
  const schemes = choice({ legend: "Scheme", options: Object.entries(SCHEMES).map(([key, { name }]) => [key, name]), value: now.scheme, onchange: (scheme) => store({ scheme }) });
  const weighting = choice({ legend: "Weight 1/<i>π</i> for each gate crossed", options: [["yes", "yes"], ["no", "no"]], value: "yes", onchange: (key) => store({ reweighted: key === "yes" }) });
  const more = (n) => () => (now.draws < MOST ? store({ draws: Math.min(MOST, now.draws + n) }) : live.say(`${MOST} draws are all there are.`));
  const random = h("div", { class: "window-random" }, weighting.node, h("div", { class: "kit-row" }, button("Draw again", more(1)), button("Draw 20 more", more(20)), button("Start over", () => store({ draws: 1 }))));
  const picture = triangle(it, (loss) => model.get("answered") && store({ loss }), (t) => {
    const pointed = { ...now, loss: t ?? now.loss };
    picture.mark(pointed);
    put(reached, reach(pointed));
  });
  const [graph, live] = [chart(), liveRegion()];
  const [key, reached, says, many, note, held] = ["key", "reach", "verdict", "many", "note", "held"].map((name) => h("p", { class: `window-${name}` }));
  const bar = h("div", { class: "window-bar", "aria-hidden": "true" }, ...Array.from({ length: T }, () => h("i")));
  const numbers = dataTable("Error against k as a table", ["<i>k</i>", "window", "chunks", "last <i>k</i> losses"],
    it.window.map(([k, v]) => [k, ...[v, it.error(kept(T, k, k)), it.error(lateLosses(T, k))].map(percent)]));
  const locked = h("fieldset", { class: "window-locked", "aria-label": "Scheme and its settings" },
    h("div", { class: "window-more" }, sliders.loss.node),
    h("div", { class: "window-scheme" }, schemes.node, ...["k", "k1", "k2", "keep"].map((name) => sliders[name].node), random, says, many, held, bar, graph.node, note, numbers.node));
  const question = asked(it, locked, model.get("answered"), () => store({ answered: true }));
  const root = h("div", { class: "window" }, question, h("div", { class: "window-pairs" }, picture.node, reached, key), locked, live.node);

  const update = () => {
    now = state();
    locked.disabled = !model.get("answered");
    root.classList.toggle("is-open", model.get("answered"));
    schemes.set(now.scheme);
    weighting.set(now.reweighted ? "yes" : "no");
    const shown = { k: SCHEMES[now.scheme].by === "k", k1: now.scheme === "k1k2", k2: now.scheme === "k1k2", keep: now.scheme === "random", loss: true };
    for (const [name, one] of Object.entries(sliders)) { one.node.hidden = !shown[name]; one.set(now[name]); }
    random.hidden = many.hidden = now.scheme !== "random";
    picture.set(now);
    graph.set(plotted(now, it));
    put(reached, reach(now));
    put(key, legend(now));
    put(says, verdict(now));
    if (now.history) put(many, together(now));
    put(note, explained(now.scheme));
    put(held, `Held at once: the states of ${now.held} of ${T} steps.`);
    [...bar.children].forEach((cell, n) => cell.classList.toggle("is-held", n < now.held));
  };
  const stop = watch(model, [...TRAITS, "answered"], (name) => {
    if (quiet) return;
    update();
    if (name === "loss") live.say(reach(now));
    else if (name !== "answered") live.say(says.textContent);
  });
  update();
  el.append(root);
  return () => { stop(); live.stop(); };
}

export default { render };
