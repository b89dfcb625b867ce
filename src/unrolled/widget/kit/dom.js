// A page as data: `h` describes an element, `patch` makes the page so, `markup` writes it as HTML.

import { glideTo } from "./motion.js";
import { joinPercents } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const LIVE = ["value", "checked"]; // what a reader changes without us
const UNWRITTEN = ["html", "key", "marks", "name"]; // no attributes of a page without scripts
const VOID = ["input", "br", "img"];

/** A child as it is kept: what is false leaves a gap. */
function known(child) {
  if (child == null || child === false) return "";
  return typeof child === "string" ? joinPercents(child) : child;
}

/** An element: h("button", { type: "button", onclick: f }, "Next"). What is false leaves a gap. */
export function h(tag, props, ...children) {
  const html = props?.html;
  const shown = typeof html === "string" ? { ...props, html: joinPercents(html) } : (props ?? {});
  return { tag, props: shown, children: children.flat(Infinity).map(known) };
}

/** A place in a picture as an attribute shows it: to a hundredth of a pixel. */
export const roundPixel = (x) => Math.round(x * 100) / 100;

/** Ask the widget that `node` is in to change traits; `held` by the hand, it follows at once. */
export const ask = (node, change, held = false) =>
  node.dispatchEvent(new CustomEvent("kit:ask", { bubbles: true, detail: { change, held } }));

/** Ask it to play, or to stop. */
export const play = (node) => node.dispatchEvent(new CustomEvent("kit:play", { bubbles: true }));

/** Tell it what the pointer or the focus is on; null when it is on nothing. */
export const point = (node, at) =>
  node.dispatchEvent(new CustomEvent("kit:point", { bubbles: true, detail: at }));

/** Text without marks needs no parser, and most of what changes in a table is such. */
function fillText(node, html) {
  if (/[<&]/.test(html)) node.innerHTML = html;
  else node.textContent = html;
}

/** What a reader changes too is written only where it is another: the cursor stays in its place. */
function setLive(node, name, value) {
  const shown = name === "value" ? String(value) : value;
  if (node[name] !== shown) node[name] = value;
}

function setAttribute(node, name, value) {
  if (value == null || value === false) node.removeAttribute(name);
  else if (!glideTo(node, name, value)) node.setAttribute(name, value === true ? "" : value);
}

function setProp(node, name, value) {
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "html") fillText(node, String(value ?? ""));
  else if (LIVE.includes(name)) setLive(node, name, value);
  else if (name === "key")
    return; // it tells elements apart, on no page
  else setAttribute(node, name, value);
}

/** What has changed is marked for two seconds where it is seen, for those who want motion. */
function flash(node) {
  if (node.closest("details:not([open])")) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate([{ backgroundColor: "var(--mark)" }, { backgroundColor: "transparent" }], 2000);
}

/** Whether the children of an element are SVG: HTML may stand in a picture as a foreign object. */
const holdsSvg = (tag, inSvg) => (inSvg || tag === "svg") && tag !== "foreignObject";

/** A new element that shows `it`. */
export function create(it, inSvg = false) {
  if (typeof it !== "object") return document.createTextNode(it);
  const svg = inSvg || it.tag === "svg";
  const node = svg ? document.createElementNS(SVG, it.tag) : document.createElement(it.tag);
  for (const [name, value] of Object.entries(it.props)) {
    if (value != null && value !== false) setProp(node, name, value);
  }
  node.append(...it.children.map((child) => create(child, holdsSvg(it.tag, inSvg))));
  return node;
}

/** Whether one element can show both, one after the other. */
function isSameNode(a, b) {
  if (typeof a !== typeof b) return false;
  return typeof a !== "object" || (a.tag === b.tag && a.props.key === b.props.key);
}

function patchProps(node, before, after) {
  for (const name in before) {
    if (!(name in after)) setProp(node, name, null);
  }
  for (const name in after) {
    const value = after[name];
    if (before[name] === value && !LIVE.includes(name)) continue;
    setProp(node, name, value);
    if (name === "html" && after.marks) flash(node);
  }
}

/** Make `node`, which shows `before`, show `after`: only what differs is written. */
export function patch(node, before, after, inSvg = false) {
  if (before === after) return node;
  if (!isSameNode(before, after)) {
    const next = create(after, inSvg);
    node.replaceWith(next);
    return next;
  }
  if (typeof after !== "object") {
    if (!inSvg || !glideTo(node, "data", String(after))) node.data = after;
    return node;
  }
  patchProps(node, before.props, after.props);
  const svg = holdsSvg(after.tag, inSvg);
  const known = before.children.length;
  for (let n = after.children.length; n < known; n++) node.lastChild.remove();
  let place = node.firstChild;
  after.children.forEach((child, i) => {
    if (i < known) place = patch(place, before.children[i], child, svg).nextSibling;
    else node.append(create(child, svg));
  });
  return node;
}

const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeText = (text) => String(text).replace(/[&<>"]/g, (c) => ESCAPED[c]);

function writeAttribute([name, value]) {
  if (name.startsWith("on") || UNWRITTEN.includes(name)) return "";
  if (value == null || value === false) return "";
  return value === true ? ` ${name}` : ` ${name}="${escapeText(value)}"`;
}

/** The element as HTML, for a page on which nothing has started yet. */
export function markup(it) {
  if (typeof it !== "object") return escapeText(it);
  const attributes = Object.entries(it.props).map(writeAttribute).join("");
  const open = `<${it.tag}${attributes}>`;
  if (VOID.includes(it.tag)) return open;
  const inner = it.props.html ?? it.children.map(markup).join("");
  return `${open}${inner}</${it.tag}>`;
}
