// Controls ask, they never write: `to(value)` says which traits should change.
import { ask, h } from "./dom.js";
import { stripTags } from "./text.js";

const scope = Math.random().toString(36).slice(2); // radio groups of two widgets stay apart

/** A labelled slider. `label` and `show` are HTML; `says` is what a screen reader hears. */
export function range({ label, min, max, step, value, show = "", says, to, disabled }) {
  const input = {
    type: "range",
    min,
    max,
    step,
    value,
    "aria-valuetext": says == null ? null : stripTags(says),
    disabled,
    oninput: ({ target }) => ask(target, to(Number(target.value)), true),
  };
  return h(
    "div",
    { class: "kit-range" },
    h("label", {}, h("span", { html: label }), h("input", input)),
    h("output", { "aria-hidden": "true", html: show }),
  );
}

/** One of a few, shown side by side: options are [value, label in HTML]. */
export function bar({ label, options, value, to }) {
  const option = ([key, html]) => {
    const input = {
      type: "radio",
      name: `${scope} ${label}`,
      value: key,
      checked: key === value,
      onchange: ({ target }) => ask(target, to(key)),
    };
    return h("label", {}, h("input", input), h("span", { html }));
  };
  const props = { class: "kit-bar", key: label }; // another label is another group of choices
  return h("fieldset", props, h("legend", { html: label }), options.map(option));
}

/** One of many: options are [value, text]. */
export function list({ label, options, value, to }) {
  const option = ([key, text]) => h("option", { value: key, selected: key === value }, text);
  const onchange = ({ target }) => {
    const [key] = options[target.selectedIndex];
    ask(target, to(key));
  };
  return h(
    "label",
    { class: "kit-list" },
    h("span", { html: label }),
    h("select", { value, onchange }, options.map(option)),
  );
}

/** Once the mouse is up: what it presses must not move away from under it. */
function whenMouseIsUp(does) {
  if (!document.querySelector(":root:active")) does();
  else addEventListener("mouseup", does, { once: true, capture: true });
}

/** A short text, asked for when it is left or Enter is pressed. */
export function field({ label, value, to }) {
  const input = {
    type: "text",
    inputmode: "text",
    autocomplete: "off",
    spellcheck: "false",
    size: 7,
    value,
    onchange: ({ target }) => whenMouseIsUp(() => ask(target, to(target.value))),
  };
  return h("label", { class: "kit-field" }, h("span", { html: label }), h("input", input));
}

/** A line of text of at most so many letters, asked for at each letter that is typed. */
export function textLine({ label, value, most, to }) {
  const put = ({ target }) => {
    const after = target.value.length - target.selectionEnd;
    ask(target, to(target.value));
    const caret = Math.max(0, target.value.length - after); // what was not kept was before it
    target.setSelectionRange(caret, caret);
  };
  const input = {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: most,
    value,
    oninput: put,
  };
  return h("label", { class: "kit-line" }, h("span", { html: label }), h("input", input));
}

/** A button with its name in HTML; one that is off keeps the focus that it has. */
export const button = (html, does, { off, ...props } = {}) =>
  h("button", {
    type: "button",
    class: "kit-button",
    html,
    ...props,
    "aria-disabled": off ? "true" : null,
    tabindex: off ? "-1" : null,
    onclick: off ? null : does,
  });

/** A button: `to` is the change it asks for, `pressed` whether it holds already. */
export function act({ label, to, pressed, title, disabled: off, look = "kit-button" }) {
  const does = ({ currentTarget }) => {
    const change = typeof to === "function" ? to() : to;
    ask(currentTarget, change);
  };
  return button(label, does, {
    class: look,
    off,
    "aria-label": title && stripTags(title),
    "aria-pressed": pressed == null ? null : String(pressed),
  });
}

/** Several controls in one line. */
export const row = (...parts) => h("div", { class: "kit-row" }, parts);

/** Text of one's own; `lines` reserves room for as many, or for [so many wide, so many narrow]. */
export function note(html, lines = 0, kind = "") {
  const name = `kit-note ${kind}`;
  if (Array.isArray(lines)) {
    const style = `--wide: ${lines[0]}; --narrow: ${lines[1]}`;
    return h("p", { class: `${name} kit-lines`, style, html });
  }
  return h("p", { class: name, style: lines ? `min-height: ${lines}lh` : null, html });
}

/** A table whose first column names the rows; cells are HTML. */
export function table({ caption, head, rows }) {
  const columnNames = head.map((html) => h("th", { scope: "col", html }));
  const drawRow = ([name, ...values]) => {
    const cells = values.map((html) => h("td", { html, marks: true }));
    return h("tr", {}, h("th", { scope: "row", html: name }), cells);
  };
  const parts = [
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, columnNames)),
    h("tbody", {}, rows.map(drawRow)),
  ];
  const props = { class: "kit-scroll", tabindex: "0", role: "region", "aria-label": caption };
  return h("div", props, h("table", {}, parts));
}

const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

const placeOf = (node) => node.dataset.at.split(",").map(Number);

/** How far it is from one place to another in the direction of a step; what lies aside is far. */
function distance([y0, x0], [y1, x1], [down, right]) {
  const dy = y1 - y0;
  const dx = x1 - x0;
  const along = dy * down + dx * right;
  const aside = Math.abs(dy * right + dx * down);
  return along > 0 ? along + 10 * aside : Infinity;
}

/** Arrow keys walk through the marked cells of a grid, which is one stop of the Tab key. */
export function walk(event) {
  const step = STEPS[event.key];
  if (!step || !event.target.dataset.at) return;
  event.preventDefault();
  const here = placeOf(event.target);
  let next = null;
  let least = Infinity;
  for (const node of event.currentTarget.querySelectorAll("[data-at]")) {
    const far = distance(here, placeOf(node), step);
    if (far >= least) continue;
    least = far;
    next = node;
  }
  next?.focus();
}

/** A matrix in a line of text; its cells are HTML. */
export function matrix(cells) {
  const spans = cells.flat().map((html) => `<span>${html}</span>`);
  const style = `--columns: ${cells[0].length}`;
  return `<span class="kit-matrix" style="${style}">${spans.join(" ")}</span>`;
}
