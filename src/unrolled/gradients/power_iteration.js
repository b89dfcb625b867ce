import { h, s, number, slider, button, liveRegion, dataTable, guess, frame, put, watch, set, tenTo } from "../page/kit/parts.js";

const STEPS = 30; // largest k
const SPAN = 40; // k on the axis, as far as the series in five dimensions goes

const dot = (a, b) => a[0] * b[0] + a[1] * b[1];

/** cos and sin of an angle in degrees, exact at right angles. */
function direction(degrees) {
  const quarter = Math.round(degrees / 90);
  const rest = (degrees - 90 * quarter) * Math.PI / 180;
  const [c, sine] = [Math.cos(rest), Math.sin(rest)];
  return [[c, sine], [-sine, c], [-c, -sine], [sine, -c]][((quarter % 4) + 4) % 4];
}

/** What decides the fate of M^k x: λ₁ is the eigenvalue of the larger size, in a tie the first. */
export function facts({ eigenvalues: [a, b], theta, angle }) {
  const [u, x] = [direction(theta), direction(angle)];
  const across = [-u[1], u[0]];
  const M = [0, 1].map((i) => [0, 1].map((j) => a * u[i] * u[j] + b * across[i] * across[j]));
  const swap = Math.abs(b) > Math.abs(a);
  let away = (((angle - theta - 90 * swap) % 180) + 180) % 180;
  for (const whole of [0, 90, 180]) if (Math.abs(away - whole) < 1e-9) away = whole % 180;
  const [c, sine] = direction(away).map(Math.abs);
  const values = swap ? [b, a] : [a, b];
  const lost = values[0] === 0 || (values[1] === 0 && away === 90);
  return { values, M, x, vectors: swap ? [across, u] : [u, across], swap, away, tan: c ? sine / c : Infinity, lost };
}

/** Directions of M^j x, j = 0..k, and tan of their angles to v₁; where M x = 0, only x. */
export function iterate({ M, x, vectors: [v1, v2], lost }, k) {
  const path = [x];
  while (path.length <= k && !lost) {
    const next = M.map((row) => dot(row, path.at(-1)));
    const size = Math.hypot(...next);
    path.push(next.map((v) => v / size));
  }
  return { path, tans: path.map((p) => Math.abs(dot(p, v2)) / Math.abs(dot(p, v1))) };
}

/** |λ₂/λ₁|^k tan ∠(x, v₁). */
export function theory({ values, tan }, k) {
  const [largest, other] = values.map(Math.abs);
  return largest === other ? tan : (other / largest) ** k * tan;
}

/** The place on an axis of powers of ten, or the edge (−1 below, 1 above) that it falls beyond. */
export function placed(tan, [low, high]) {
  const power = Math.log10(tan);
  return { power: Math.min(high, Math.max(low, power)), edge: power < low ? -1 : +(power > high) };
}

/** The theory on the log scale: a line from log10 tan₀ down to the lower edge or the end of the axis. */
export function straight(found, edge) {
  const from = Math.log10(found.tan);
  if (found.lost || !Number.isFinite(from)) return { slope: -Infinity };
  const slope = Math.max(-1e4, Math.log10(theory(found, 1)) - from); // λ₂ = 0: straight down
  return { from, slope, to: slope < 0 ? Math.min(SPAN, (edge - from) / slope) : SPAN };
}

/** The powers of ten that hold what is finite of 30 steps, and five dimensions. */
export function decades(found, tans) {
  const powers = [theory(found, STEPS), found.tan, ...tans].map(Math.log10).filter(Number.isFinite);
  return [Math.max(-16, Math.floor(Math.min(-4, ...powers))), Math.min(17, Math.ceil(Math.max(1, ...powers)))];
}

const short = (x) => number(+x.toFixed(4), Math.abs(100 * x - Math.round(100 * x)) < 1e-9 ? 2 : 4);
const pair = (v) => `(${v.map((x) => number(x)).join(", ")})`;
const degrees = (x) => `${number(x, 2)}°`;
const [L1, L2, V1, X] = ["<i>λ</i><sub>1</sub>", "<i>λ</i><sub>2</sub>", "<i>v</i><sub>1</sub>", "<b>x</b>"];
const RATIO = `<span class="power-whole">|${L2}/${L1}|</span>`;
const BOUND = `${RATIO}<sup><i>k</i></sup> tan<sub>0</sub>`;
const MKX = `M<sup><i>k</i></sup>${X}`;
const drop = (n) => `<tspan font-style="italic">v</tspan><tspan dy="4" font-size="11">${n}</tspan>`;
/** Four decimals, or a power of ten where they would hide or blow up the number. */
function fine(x) {
  if (x === Infinity) return "∞";
  if (x === 0 || (x >= 1e-3 && x < 1e4)) return number(x);
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits}·${tenTo(+power)}`;
}
const acute = (tan) => Math.atan(tan) * 180 / Math.PI;

/** What happens, and which hypotheses hold: a gap, and x not orthogonal to v₁. */
export function told(found, tans) {
  const { values: [l1, l2], away, tan, lost, x, vectors } = found;
  const [gap, leans] = [Math.abs(l1) > Math.abs(l2), away !== 90];
  const own = (l, it = X) => `${it} is an eigenvector, M ${X} = ${short(l)} ${X}. Its direction ${l < 0 ? "flips at every step, the line it spans stays" : "stays"}.`;
  const flips = l1 < 0 && `${L1} is negative: the direction flips at every step, the line it spans converges.`;
  const say = (name, text) => ({ name, text, holds: [gap, leans] });
  if (lost) return say("Nothing left", `${l1 ? `${X} is an eigenvector of ${L2} = 0.` : "Both eigenvalues are 0."} M sends ${X} to 0; there is no direction left.`);
  if (l1 === l2) return say("A tie", `M is ${short(l1)} times the identity. Every direction is an eigenvector, so nothing turns${l1 < 0 ? "; the sign flips at every step" : ""}.`);
  if (!gap && tan > 0 && leans) return say("The trap", `${L1} = ${short(l1)} and ${L2} = ${short(l2)} are equal in size. ${MKX} goes back and forth between two mirror directions for ever: |cos| stays ${number(Math.cos(Math.atan(tan)))}, tan stays ${fine(tan)}.`);
  if (!gap) return say("A tie", own(leans ? l1 : l2));
  if (!leans) {
    const drift = tans.slice(1).some((t) => t < Infinity) ? `But rounding gives ${MKX} a part along ${V1}, which grows by the factor ${short(Math.abs(l1 / l2))} at every step.` : "Here rounding leaves it so.";
    return say("Bad luck", `${X} is at right angles to ${V1}. ${own(l2, "It")} In exact arithmetic it never turns. ${drift}`);
  }
  if (tan === 0) return say("Already there", own(l1));
  if (l2 === 0) return say("One step", `${L2} = 0: M removes all that is not along ${V1} at once. ${flips || ""}`);
  return say("It turns", `tan of the angle to ${V1} shrinks by the factor ${RATIO} = ${short(Math.abs(l2 / l1))} at every step. ${flips || `The direction converges to ${dot(x, vectors[0]) < 0 ? "−" : ""}${V1}.`}`);
}

const R = 116;
const spot = (v, size = 1) => [176 + R * size * v[0], 176 - R * size * v[1]].map((p) => +p.toFixed(2));
const label = (v, size, html) => { const [x, y] = spot(v, size); return `<text x="${x}" y="${y + 5}" text-anchor="middle">${html}</text>`; };
const stroke = (from, to, name) => `<path class="${name}" d="M${spot(from)}L${spot(to)}"/>`;

/** The newest few points whose numbers do not touch. */
function numbered(path) {
  const kept = [];
  for (let j = path.length - 1; j > 0 && kept.length < 4; j--) {
    if (kept.every((i) => dot(path[i], path[j]) < 0.96)) kept.push(j);
  }
  return kept;
}

/** The unit circle; `onturn` hears where the reader drags x. */
function circle(onturn) {
  const [axes, trail, arrow, name] = ["axes", "trail", "arrow", "name"].map((part) => s("g", { class: `power-${part}` }));
  const grip = s("g", { class: "power-grip" }, s("circle", { r: 28 }), s("circle", { r: 8, stroke: "var(--input)" }));
  const node = s("svg", { viewBox: "0 0 352 352", role: "img", "font-size": 14 },
    s("circle", { class: "power-frame", cx: 176, cy: 176, r: R }), axes, trail, arrow, name, grip);
  let middle; // measured once a drag
  grip.addEventListener("pointerdown", ({ pointerId }) => {
    const box = node.getBoundingClientRect();
    middle = [box.x + box.width / 2, box.y + box.height / 2];
    grip.setPointerCapture(pointerId);
  });
  grip.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => grip.hasPointerCapture(pointerId)
    && onturn(Math.round(Math.atan2(middle[1] - clientY, clientX - middle[0]) * 180 / Math.PI)));
  return { node, set({ found, path, tans, angle, k }) {
    const [[v1, v2], last] = [found.vectors, path.at(-1)];
    const [b1, b2] = [v1, v2].map((v) => v.map((c) => -c));
    put(axes, stroke(b2, v2, "is-second") + stroke(b1, v1, "is-first") + label(v1, 1.37, drop(1)) + label(b1, 1.37, `−${drop(1)}`) + label(v2, 1.37, drop(2)));
    const dots = path.map((p, j) => `<circle r="4" opacity="${Math.max(0.35, 0.85 ** (path.length - 1 - j))}" transform="translate(${spot(p)})"/>`);
    put(trail, dots.join("") + numbered(path).map((j) => label(path[j], 1.12, j)).join(""));
    const gone = k >= path.length;
    const [barb, other] = [-0.06, 0.06].map((side) => spot([last[0] - side * last[1], last[1] + side * last[0]], 0.88));
    put(arrow, gone ? "" : stroke([0, 0], last, "") + `<path d="M${barb}L${spot(last)}L${other}"/>`);
    const side = dot(found.x, [last[1], -last[0]]) > 0 ? -10 : 10; // away from the arrow
    put(name, label(direction(angle + side), 0.83, "x") + stroke([0, 0], found.x, ""));
    set(grip, { transform: `translate(${spot(found.x)})` });
    set(node, { "aria-label": `Unit circle. x points to ${degrees(angle)}. ${gone ? "M sends it to 0." : `M^${k} x points to ${pair(last)}, ${acute(tans.at(-1)).toFixed(1)}° from the line of v₁.`}` });
  } };
}

const word = (x, y, html, anchor = "middle") => s("text", { x, y, "text-anchor": anchor, html });
const across = (k) => +(64 + 266 * k / SPAN).toFixed(2);
const MARKS = { 0: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", 1: "M-4 7L0 0L4 7Z", "-1": "M-4-7L0 0L4-7Z" };

/** tan against k: computed, by the theory, and in five dimensions. */
function chart(five) {
  const [scale, marks] = [s("g"), s("g", { class: "power-marks" })];
  const [line, value] = [s("path", { class: "power-theory" }), word(330, 58, "", "end")];
  const ticks = [0, 10, 20, 30, 40].map((k) => word(across(k), 324, k));
  const node = s("svg", { viewBox: "0 0 352 352", role: "img", "font-size": 14 }, word(8, 20, `tan of the angle to ${drop(1)}<tspan dy="-4">, log scale</tspan>`, "start"),
    s("rect", { class: "power-frame", x: 56, y: 34, width: 282, height: 272 }), scale, ...ticks, word(197, 344, "k"), line, marks, value);
  return { node, set({ found, tans, ends, k }) {
    const [height, y] = [ends[1] - ends[0], (power) => +(306 - 272 * (power - ends[0]) / height).toFixed(2)];
    const step = [1, 2, 4].find((n) => height / n <= 9);
    const rows = Array.from({ length: height + 1 }, (_, n) => ends[0] + n).filter((n) => n % step === 0);
    put(scale, rows.map((n) => `<path d="M56 ${y(n)}h282"/><text x="50" y="${y(n) + 5}" text-anchor="end">${n ? tenTo(n) : 1}</text>`).join(""));
    const mark = (j, t, d, more = "") => { const { power, edge } = placed(t, ends); return `<path class="is-${edge}" d="${d ?? MARKS[edge]}" transform="translate(${across(j)} ${y(power)})${more}"/>`; };
    const { slope, from, to } = straight(found, ends[0]);
    set(line, { d: slope > -Infinity ? `M${across(0)} ${y(from)}L${across(to)} ${y(from + to * slope)}` : "" });
    put(marks, five.map(([j, t]) => mark(j, t, "M-4.5-4.5h9v9h-9Z")).join("") + tans.map((t, j) => mark(j, t, null, j === k ? " scale(1.6)" : "")).join(""));
    const says = tans.length > k ? `tan = ${fine(tans[k])}` : "no direction";
    put(value, `k = ${k}: ${says}`);
    set(node, { "aria-label": `tan of the angle to v₁ against k, with the line of the theory. At k = ${k}: ${says}. Five dimensions:${five.map(([j, t]) => ` ${fine(t)} at ${j}`)}.` });
  } };
}

const off = (tans, ends) => (tans.some((t) => placed(t, ends).edge) ? " Off the log scale: △ tan = ∞; ▽ tan = 0, or only rounding is left." : "");

const GAP = { theta: 30, angle: 100 };
const TRAP = { eigenvalues: [1, -1], theta: 0, angle: acute(0.8 / 0.6) };
const PRESETS = [
  ["a gap", { eigenvalues: [1, 0.5], ...GAP }],
  ["a small gap", { eigenvalues: [1, 0.95], ...GAP }],
  ["alternating sign", { eigenvalues: [-1, 0.5], ...GAP }],
  ["the trap", TRAP],
  ["a tie", { ...TRAP, eigenvalues: [1, 1] }],
  ["bad luck", { eigenvalues: [1, 0.5], theta: 0, angle: 90 }],
  ["bad luck, rounded", { k: STEPS, eigenvalues: [1, 0.25], theta: 30, angle: 120 }],
];
const same = (now, preset) => ["eigenvalues", "theta", "angle"].every((name) => String(now[name]) === String(preset[name]));

function asked(locked, done, onanswer) {
  const { path } = iterate(facts(TRAP), 101);
  const [even, odd] = [100, 101].map((k) => pair(path[k].map((c) => +c.toFixed(9))));
  const why = `M flips the sign of the second component: ${even}, ${odd}, ${even}, … At <i>k</i> = 100 it is ${even}, at 101 ${odd}. ${L1} = 1 and ${L2} = −1 are equal in size: there is no gap. To see it, choose “the trap”.`;
  const replies = [
    [`It turns towards ${V1}`, "It would, if one eigenvalue were larger in size. "],
    ["It goes back and forth between two directions", ""],
    ["It stays", `It would, if ${X} were an eigenvector; but it has a part along both. `],
  ];
  return guess({
    question: `Take M = diag(1, −1) and ${X} = (0.6, 0.8). ${V1} = (1, 0) belongs to ${L1} = 1. Apply M a hundred times: what does the direction of ${MKX} do?`,
    options: replies.map(([name, html]) => [name, h("span", { html: html + why })]), right: 1, locked, done, onanswer,
  });
}

const NAMES = ["eigenvalues", "theta", "angle", "k"];

function render({ model, el }) {
  frame(el);
  const five = model.get("five");
  const store = (change) => { for (const [name, value] of Object.entries(change)) model.set(name, value); model.save_changes(); };
  const read = () => {
    const state = Object.fromEntries(NAMES.map((name) => [name, model.get(name)]));
    const found = facts(state);
    const all = iterate(found, STEPS);
    const [path, tans] = [all.path, all.tans].map((list) => list.slice(0, state.k + 1));
    return { ...state, found, path, tans, ends: decades(found, all.tans), verdict: told(found, all.tans) };
  };
  let now = read();
  const here = () => (now.tans.length > now.k ? `k = ${now.k}: tan ${fine(now.tans[now.k])}, ${acute(now.tans[now.k]).toFixed(1)} degrees from the line of v₁` : `k = ${now.k}: M sends x to 0, no direction left`);
  const about = () => `λ₁ = ${short(now.found.values[0])}, λ₂ = ${short(now.found.values[1])}, ${now.verdict.name.toLowerCase()}; ${here()}`;
  const tuner = (label, min, max, step, says, oninput) => slider({ label, min, max, step, says, oninput, value: 0 });
  const sliders = [
    ...[0, 1].map((n) => tuner("", -1.5, 1.5, 0.05, about, (v) => store({ eigenvalues: now.eigenvalues.with(n, v) }))),
    tuner("turn axes", 0, 180, 1, () => `axes at ${degrees(now.theta)}; ${here()}`, (theta) => store({ theta })),
    tuner('<b class="is-input">x</b> points to', -180, 180, 1, () => `x at ${degrees(now.angle)}; ${here()}`, (angle) => store({ angle })),
  ];
  const count = tuner("steps <i>k</i>", 0, STEPS, 1, here, (k) => store({ k }));
  const steps = [[0, "Step back", -1], [STEPS, "Step forward", 1]].map(([end, text, by]) => [end, button(text, () => now.k !== end && store({ k: now.k + by }))]);
  const presets = PRESETS.map(([name, preset]) => [preset, button(name, () => store(preset))]);
  const [picture, graph, live] = [circle((angle) => model.get("answered") && store({ angle })), chart(five), liveRegion()];
  const [[k1, tan1], [k2, tan2]] = five.slice(-2);
  const [says, sums, note] = [h("div", { class: "power-says" }), h("p", { class: "power-M" }), h("p", { class: "power-note" })];
  const table = dataTable("All steps as a table", ["<i>k</i>", "direction", "tan", BOUND], []);
  const locked = h("fieldset", { class: "power-locked", "aria-label": "Controls" },
    h("div", { class: "power-presets kit-row", role: "group", "aria-label": "Examples" }, ...presets.map((p) => p[1])),
    h("div", {}, count.node, h("div", { class: "kit-row" }, ...steps.map((b) => b[1]), button("Reset", () => store(model.get("initial"))))),
    h("div", {}, ...sliders.map((v) => v.node)),
    h("div", { class: "power-rest" }, table.node, h("p", { html: "In a recurrent network the matrix is <i>W</i><sub>hh</sub>, and it is rarely symmetric." })));
  const question = asked(locked, model.get("answered"), () => store({ answered: true }));
  const root = h("div", { class: "power" }, question, h("div", {}, picture.node, sums), h("div", {}, graph.node, note), says, locked, live.node);
  const tabulate = () => table.node.open && table.set(now.tans.map((t, j) => [String(j), pair(now.path[j]), fine(t), fine(theory(now.found, j))]));
  table.node.addEventListener("toggle", tabulate);
  const update = () => {
    now = read();
    const { found, k, tans, verdict } = now;
    const open = model.get("answered");
    locked.disabled = !open;
    root.classList.toggle("is-open", open);
    picture.set(now);
    graph.set(now);
    [...now.eigenvalues, now.theta, now.angle].forEach((x, n) => {
      const { node, set } = sliders[n];
      set(x);
      node.querySelector("output").textContent = n < 2 ? short(x) : degrees(x);
      if (n < 2) put(node.firstChild, `${(n === 1) === found.swap ? L1 : L2} at ${degrees((now.theta + 90 * n) % 180)}`);
    });
    count.set(k);
    steps.forEach(([end, node]) => node.setAttribute("aria-disabled", k === end));
    presets.forEach(([preset, node]) => node.setAttribute("aria-pressed", same(now, preset)));
    const [[a, b], [, d]] = found.M;
    put(sums, `M = <span class="power-matrix">${[a, b, b, d].map((v) => `<span>${short(v)}</span>`).join("")}</span>`);
    put(note, `● computed, <span class="power-dash"></span> theory, ${BOUND}.${off(tans, now.ends)} <span class="is-output">■</span> five dimensions, λ = 1.5, 1.2, −0.9, 0.4, 0.1: the theory is then an upper bound. The factor per step tends to 1.2/1.5; from <i>k</i> = ${k1} to ${k2} it is ${number((tan2 / tan1) ** (1 / (k2 - k1)))}.`);
    const [gap, leans] = verdict.holds.map((holds) => (holds ? "holds" : "<b>fails</b>"));
    put(says, `<p><strong>${verdict.name}:</strong> ${verdict.text}</p><p>Hypotheses: M symmetric holds · |${L1}| &gt; |${L2}| ${gap} · ${X} not orthogonal to ${V1} ${leans}.</p>`);
    tabulate();
  };
  const stop = watch(model, [...NAMES, "answered"], (name) => {
    update();
    if (name !== "answered") live.say(`${name === "k" ? here() : about()}.`);
  });
  update();
  el.append(root);
  return () => { stop(); live.stop(); };
}

export default { render };
