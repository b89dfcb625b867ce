// Controls ask, they never write: `to(value)` says which traits should change.
import { ask, h } from "./dom.js";

const scope = Math.random().toString(36).slice(2); // radio groups of two widgets stay apart

/** A labelled slider. `label` and `show` are HTML; `says` is what a screen reader hears. */
export function range({ label, min, max, step, value, show = "", says, to, disabled }) {
  const asked = (event) => ask(event.target, to(+event.target.value));
  const input = {
    type: "range",
    min,
    max,
    step,
    value,
    "aria-valuetext": says ?? null,
    disabled,
    oninput: asked,
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
  const one = ([key, html]) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: `${scope} ${label}`,
        value: key,
        checked: key === value,
        onchange: (event) => ask(event.target, to(key)),
      }),
      h("span", { html }),
    );
  return h("fieldset", { class: "kit-bar" }, h("legend", { html: label }), options.map(one));
}

/** One of many: options are [value, text]. */
export function list({ label, options, value, to }) {
  const one = ([key, text]) => h("option", { value: key, selected: key === value }, text);
  const asked = (event) => ask(event.target, to(options[event.target.selectedIndex][0]));
  return h(
    "label",
    { class: "kit-list" },
    h("span", { html: label }),
    h("select", { value, onchange: asked }, options.map(one)),
  );
}

/** Once the mouse is up: what it presses must not move away from under it. */
function released(does) {
  if (!document.querySelector(":root:active")) does();
  else addEventListener("mouseup", does, { once: true, capture: true });
}

/** A short text, asked for when it is left or Enter is pressed. */
export const field = ({ label, value, to }) =>
  h(
    "label",
    { class: "kit-field" },
    h("span", { html: label }),
    h("input", {
      type: "text",
      inputmode: "text",
      autocomplete: "off",
      spellcheck: "false",
      size: 7,
      value,
      onchange: ({ target }) => released(() => ask(target, to(target.value))),
    }),
  );

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
export const act = ({ label, to, pressed, title, disabled: off, look = "kit-button" }) =>
  button(label, (event) => ask(event.currentTarget, typeof to === "function" ? to() : to), {
    class: look,
    off,
    "aria-label": title,
    "aria-pressed": pressed == null ? null : String(pressed),
  });

/** Several controls in one line. */
export const row = (...parts) => h("div", { class: "kit-row" }, parts);

/** Text of one's own; `lines` reserves room for as many, or for [so many wide, so many narrow]. */
export function note(html, lines = 0, kind = "") {
  const two = Array.isArray(lines);
  const style = two ? `--wide: ${lines[0]}; --narrow: ${lines[1]}` : `min-height: ${lines}lh`;
  const both = two ? " kit-lines" : "";
  return h("p", { class: `kit-note ${kind}${both}`, style: lines ? style : null, html });
}

/** A table whose first column names the rows; cells are HTML. */
export function table({ caption, head, rows }) {
  const cell = (html, i) => (i ? h("td", { html, marks: true }) : h("th", { scope: "row", html }));
  const line = (cells) => h("tr", {}, cells.map(cell));
  return h(
    "div",
    { class: "kit-scroll", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((html) => h("th", { scope: "col", html })),
        ),
      ),
      h("tbody", {}, rows.map(line)),
    ),
  );
}

const TURN = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };

/** Arrow keys walk through the marked cells of a grid, which is one stop of the Tab key. */
export function walk(event) {
  const turn = TURN[event.key];
  if (!turn || !event.target.dataset.at) return;
  event.preventDefault();
  const at = (node) => node.dataset.at.split(",").map(Number);
  const [y, x] = at(event.target);
  const away = (node) => {
    const [dy, dx] = [at(node)[0] - y, at(node)[1] - x];
    const along = dy * turn[0] + dx * turn[1];
    return along > 0 ? along + 10 * Math.abs(dy * turn[1] + dx * turn[0]) : Infinity;
  };
  const cells = [...event.currentTarget.querySelectorAll("[data-at]")].map((node) => [
    away(node),
    node,
  ]);
  const [far, next] = cells.reduce((best, one) => (one[0] < best[0] ? one : best));
  if (far < Infinity) next.focus();
}

/** A matrix in a line of text; its cells are HTML. */
export const matrix = (cells) =>
  `<span class="kit-matrix" style="--columns: ${cells[0].length}">` +
  `${cells
    .flat()
    .map((html) => `<span>${html}</span>`)
    .join(" ")}</span>`;
