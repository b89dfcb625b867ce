// What the widgets share. Plain DOM and SVG; inlined in front of each module by base.py.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "html") node.innerHTML = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

/** An HTML element: h("button", {type: "button", onclick: f}, "Next"). */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element, in the same way. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A number for the reader: fixed decimals, a true minus sign, whole numbers whole. */
export function number(x, digits = 4) {
  const text = Number.isInteger(x) ? String(x) : x.toFixed(digits);
  return (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text).replace("-", "−");
}

/** 10ⁿ as text. */
export const tenTo = (n) => `10${[...String(n)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])).join("")}`;

/** Set several attributes. */
export const set = (node, attributes) => Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));

const lastPut = new WeakMap();
/** Write only what changes: a drag then costs little layout. */
export function put(node, html) {
  if (lastPut.get(node) === html) return;
  lastPut.set(node, html);
  node.innerHTML = html;
}

/** Call `f(name)` when one of the named traits changes; the result stops it. */
export function watch(model, names, f) {
  const heard = names.map((name) => [`change:${name}`, () => f(name)]);
  for (const [event, g] of heard) model.on(event, g);
  return () => { for (const [event, g] of heard) model.off(event, g); };
}

let ids = 0;
export const uid = (name) => `${name}-${++ids}-${Math.random().toString(36).slice(2, 8)}`;

/** A labelled range input. `says(value)` is what a screen reader hears; `label` may hold HTML. */
export function slider({ label, min, max, step, value, says = String, oninput }) {
  const id = uid("slider");
  const output = h("output", { for: id });
  const input = h("input", { type: "range", id, min, max, step, value });
  const show = () => {
    output.textContent = number(+input.value, 2);
    input.setAttribute("aria-valuetext", says(+input.value));
  };
  input.addEventListener("input", () => { show(); oninput(+input.value); });
  show();
  return {
    node: h("div", { class: "kit-slider" }, h("label", { for: id, html: label }), input, output),
    set(x) { input.value = x; show(); },
  };
}

/** A group of radio buttons shown as one bar. options: [[value, label], ...]. */
export function choice({ legend, options, value, onchange }) {
  const name = uid("choice");
  const inputs = options.map(([key, label]) => {
    const input = h("input", { type: "radio", name, value: key, checked: key === value });
    input.addEventListener("change", () => input.checked && onchange(key));
    return [key, input, h("label", {}, input, h("span", { html: label }))];
  });
  return {
    node: h("fieldset", { class: "kit-choice" }, h("legend", { html: legend }), ...inputs.map((i) => i[2])),
    set(key) { for (const [k, input] of inputs) input.checked = k === key; },
  };
}

export const button = (label, onclick, attributes = {}) =>
  h("button", { type: "button", class: "kit-button", onclick, ...attributes }, label);

/** A polite live region; what is said within `wait` ms of a later sentence is not spoken. */
export function liveRegion(wait = 250) {
  const node = h("p", { class: "kit-live", "aria-live": "polite" });
  let timer;
  return {
    node,
    say(text) { clearTimeout(timer); timer = setTimeout(() => { node.textContent = text; }, wait); },
    stop() { clearTimeout(timer); },
  };
}

/** The numbers behind a picture, folded away. */
export function dataTable(caption, head, rows) {
  const body = h("tbody");
  const cell = (text, i) => (i ? h("td", {}, text) : h("th", { scope: "row", html: text }));
  const set = (next) => body.replaceChildren(...next.map((row) => h("tr", {}, ...row.map(cell))));
  set(rows);
  const table = h("table", {}, h("thead", {}, h("tr", {}, ...head.map((t) => h("th", { scope: "col", html: t })))), body);
  const scroller = h("div", { class: "kit-scroll", tabindex: "0", role: "region", "aria-label": caption }, table);
  return { node: h("details", { class: "kit-data" }, h("summary", {}, caption), scroller), set };
}

/**
 * Ask first. options: [[label, reply], ...]; `right` is the index of the true one.
 * Until the reader commits or passes, `locked` (a fieldset) stays disabled.
 */
export function guess({ question, options, right, locked, done, onanswer }) {
  const reply = h("p", { class: "kit-reply", "aria-live": "polite" });
  const unlock = () => { locked.disabled = false; node.classList.add("is-answered"); onanswer?.(); };
  const answer = (i) => {
    reply.replaceChildren(h("strong", {}, i === right ? "Yes. " : "Not quite. "), options[i][1]);
    buttons.forEach((b, k) => { b.setAttribute("aria-pressed", k === i); b.classList.toggle("is-right", k === right); });
    unlock();
  };
  const buttons = options.map(([label], i) => h("button", { type: "button", class: "kit-button", "aria-pressed": "false", html: label, onclick: () => answer(i) }));
  const pass = h("button", { type: "button", class: "kit-pass", onclick: () => { unlock(); node.hidden = true; } }, "Skip the question");
  const node = h("div", { class: "kit-guess" }, h("p", { class: "kit-question", html: question }), h("div", { class: "kit-row" }, ...buttons, pass), reply);
  locked.disabled = !done;
  if (done) node.hidden = true;
  return node;
}

/** Where to draw: on a live kernel there is no frame around `el` yet, on the static page there is. */
export function frame(el) {
  if (!el.closest(".explorable")) el.classList.add("explorable", "is-live");
  // JupyterLab takes arrow keys for its own, to choose a cell, from all that does not say this.
  el.addEventListener("focusin", (event) => { event.target.dataset.lmSuppressShortcuts = "true"; });
  return el;
}
