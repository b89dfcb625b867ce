// One number written out: symbols, numbers, result (`terms` of explain.js); and where it goes.
import { unravel } from "./expand.js";
import { feeds, terms } from "./explain.js";
import { number, setting, size } from "./numbers.js";
import { laid } from "./tape.js";

/** The symbol of one entry, counted from 1: in italics, its index last; of a formula, (...)ᵢ. */
export function entrySymbol(html, index = []) {
  const places = index.map((i) => i + 1).join(",");
  if (!places) return html;
  const letters = html.replace(/<(su[bp])>.*?<\/\1>|<[^>]+>/g, "");
  if (!/^T?.′?$/.test(letters)) return `(${html})<sub>${places}</sub>`;
  const one = html.replace(/(<\/?)b>/g, "$1i>");
  return one.replace(/(<\/sub>)?$/, (end) => `${end ? "," : "<sub>"}${places}</sub>`);
}

/** An entry by its symbol; `symbols` holds [HTML, kind] of each name. */
export const symbol = (symbols, name, index) =>
  `<span class="is-${symbols[name][1]}">${entrySymbol(symbols[name][0], index)}</span>`;

function product({ sign, factors }, first, shown) {
  const each = factors.map((f, n) => {
    const before = n ? (f.power === -1 ? " / " : " · ") : "";
    return `${before}${shown(f, first && !n && sign > 0)}${f.power === 2 ? "<sup>2</sup>" : ""}`;
  });
  return `<span class="kit-whole">${sign < 0 ? "− " : first ? "" : "+ "}${each.join("")}</span>`;
}

/** What `of` is taken of, or the sum; `shown(factor, first)` is a factor's symbol or number. */
function side({ of, terms: all, place }, shown) {
  const sum = all.map((term, k) => product(term, !k, shown)).join(" ");
  if (of !== "softmax") return of === "sum" ? sum : `${of}(${sum})`;
  const powers = all.map(({ factors: [one] }) => `e<sup>${shown(one, true)}</sup>`);
  return `${powers[place]} / ${shown.total?.(all) ?? `(${powers.join(" + ")})`}`;
}

/** The entry `index` of `name`, found by `terms`, as one line of HTML a step. */
export function equation(symbols, name, index, found) {
  const asSymbol = (f) => (f.name ? symbol(symbols, f.name, f.index) : number(f.value));
  const asNumber = (f) => {
    const kind = symbols[f.name]?.[1] ?? "weight"; // weights stand as they were set
    const text = kind === "weight" ? setting(f.value) : number(f.value);
    return `<span class="is-${kind}">${text.startsWith("−") ? `(${text})` : text}</span>`;
  };
  const result = `<b class="is-${symbols[name][1]}">${number(found.value)}</b>`;
  const given = `${symbol(symbols, name, index)} = `;
  if (!found.terms.length) return given + result;
  return `${given}${side(found, asSymbol)}<br>= ${side(found, asNumber)} = ${result}`;
}

/** Three decimals, two where the number has no more. */
const three = (x) => number(x, Math.abs(100 * x - Math.round(100 * x)) < 1e-9 ? 2 : 3);

/** A factor as its number; a logarithm says itself of what, however small that is. */
function brief(f, first) {
  if (f.of === "log") return `log ${size(f.value / Math.LN10)}`;
  if (f.terms) return f.of === "sum" ? `(${side(lean(f), brief)})` : side(lean(f), brief);
  const text = three(f.value);
  return text.startsWith("−") && !first ? `(${text})` : text;
}

/** Of a softmax, what all powers add up to, though one alone may be too large for a number. */
brief.total = (all) => {
  const top = Math.max(...all.map(({ value }) => value));
  const sum = all.reduce((x, { value }) => x + Math.exp(value - top), 0);
  return size((top + Math.log(sum)) / Math.LN10);
};

/** Terms with a 0 in them are left out, unless there is nothing else. */
function lean(found) {
  const some = found.terms.filter(({ factors }) => factors.every((f) => f.of || f.value));
  const short = found.of === "softmax" ? found.terms : some.length ? some : found.terms.slice(0, 1);
  return { ...found, terms: short };
}

function line(tape, run, name, index, html) {
  const found = terms(tape, run, name, index);
  if (!found.terms.length) return "";
  const [made, value] = [side(lean(found), brief), three(found.value)];
  const same = made.replace(/<[^>]+>/g, "") === value;
  const exact = found.of === "sum" && found.terms.every((term) => !term.value);
  const result = same ? "" : ` ${exact ? "=" : "≈"}\u00a0${value}`;
  return `${entrySymbol(html, index)} = ${made}${result}`;
}

/** Each entry of a quantity out of what leads into it, and what the quantity goes into. */
export function spelled(tape, run, symbols, name) {
  const { shape, at } = laid(tape).names[name];
  const entries = Array.from(at, (_, k) => unravel(k, shape));
  const some = entries.filter((_, k) => at.length < 5 || run.named[name][k] !== 0);
  const lines = some.map((index) => line(tape, run, name, index, symbols[name])).filter(Boolean);
  const goes = new Set(entries.flatMap((index) => feeds(tape, name, index).map((it) => it.name)));
  const head = lines.length ? "out of what leads into it:" : "is given.";
  return [
    `<strong>${symbols[name]}</strong> ${head}`,
    ...lines,
    some.length < at.length && "All other entries are 0.",
    `Goes into: ${[...goes].map((it) => symbols[it]).join(", ")}.`,
  ]
    .filter(Boolean)
    .join("<br>");
}
