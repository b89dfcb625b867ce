// One number written out: symbols, numbers, result (`terms` of explain.js); and where it goes.
import { unravel } from "./expand.js";
import { feeds, terms } from "./explain.js";
import { number, setting, size } from "./numbers.js";
import { layoutOf } from "./tape.js";
import { stripTags } from "./text.js";

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
export function symbol(symbols, name, index) {
  const [html, kind] = symbols[name];
  return `<span class="is-${kind}">${entrySymbol(html, index)}</span>`;
}

const brackets = (text) => (text.startsWith("−") ? `(${text})` : text);

function signOf(sign, first) {
  if (sign < 0) return "− ";
  return first ? "" : "+ ";
}

/** A term; `show(factor, first)` is a factor's symbol or number, and `first` needs no brackets. */
function writeProduct({ sign, factors }, first, show) {
  const parts = factors.map((f, n) => {
    const text = show(f, first && n === 0 && sign > 0);
    const power = f.power === 2 ? "<sup>2</sup>" : "";
    if (n === 0) return `${text}${power}`;
    return `${f.power === -1 ? " / " : " · "}${text}${power}`;
  });
  return `<span class="kit-whole">${signOf(sign, first)}${parts.join("")}</span>`;
}

/** A softmax: one power over all of them, or over what `total` says they add up to. */
function writeSoftmax(all, place, show, total) {
  const powers = all.map(({ factors: [one] }) => `e<sup>${show(one, true)}</sup>`);
  const sum = total ? total(all) : `(${powers.join(" + ")})`;
  return `${powers[place]} / ${sum}`;
}

/** What `of` is taken of, or the sum. */
function writeSide({ of, terms: all, place }, show, total) {
  if (of === "softmax") return writeSoftmax(all, place, show, total);
  const sum = all.map((term, k) => writeProduct(term, k === 0, show)).join(" ");
  return of === "sum" ? sum : `${of}(${sum})`;
}

/** The entry `index` of `name`, found by `terms`, as one line of HTML a step. */
export function equation(symbols, name, index, found) {
  const asSymbol = (f) => (f.name ? symbol(symbols, f.name, f.index) : number(f.value));
  const asNumber = (f) => {
    const kind = symbols[f.name]?.[1] ?? "weight"; // weights stand as they were set
    const text = kind === "weight" ? setting(f.value) : number(f.value);
    return `<span class="is-${kind}">${brackets(text)}</span>`;
  };
  const result = `<b class="is-${symbols[name][1]}">${number(found.value)}</b>`;
  const start = `${symbol(symbols, name, index)} = `;
  if (!found.terms.length) return `${start}${result}`;
  return `${start}${writeSide(found, asSymbol)}<br>= ${writeSide(found, asNumber)} = ${result}`;
}

/** Three decimals, two where the number has no more. */
const threeDecimals = (x) => number(x, Math.abs(100 * x - Math.round(100 * x)) < 1e-9 ? 2 : 3);

/** A factor as its number; a logarithm says itself of what, however small that is. */
function writeNumber(f, first) {
  if (f.of === "log") return `log ${size(f.value / Math.LN10)}`;
  if (f.terms) {
    const inner = writeNumbers(f);
    return f.of === "sum" ? `(${inner})` : inner;
  }
  const text = threeDecimals(f.value);
  return first ? text : brackets(text);
}

const writeNumbers = (found) => writeSide(dropZeros(found), writeNumber, sumOfPowers);

/** What all powers of a softmax add up to, though one alone may be too large for a number. */
function sumOfPowers(all) {
  const top = Math.max(...all.map(({ value }) => value));
  const sum = all.reduce((x, { value }) => x + Math.exp(value - top), 0);
  return size((top + Math.log(sum)) / Math.LN10);
}

/** Terms with a 0 in them are left out, unless there is nothing else. */
function dropZeros(found) {
  if (found.of === "softmax") return found;
  const some = found.terms.filter(({ factors }) => factors.every((f) => f.of || f.value));
  return { ...found, terms: some.length ? some : found.terms.slice(0, 1) };
}

function writeLine(tape, run, name, index, html) {
  const found = terms(tape, run, name, index);
  if (!found.terms.length) return "";
  const start = `${entrySymbol(html, index)} = `;
  const numbers = writeNumbers(found);
  const value = threeDecimals(found.value);
  if (stripTags(numbers) === value) return `${start}${numbers}`;
  const exact = found.of === "sum" && found.terms.every((term) => !term.value);
  return `${start}${numbers} ${exact ? "=" : "≈"}\u00a0${value}`;
}

/** Each entry of a quantity out of what leads into it, and what the quantity goes into. */
export function spelled(tape, run, symbols, name) {
  const { shape, at } = layoutOf(tape).names[name];
  const entries = Array.from(at, (_, k) => unravel(k, shape));
  const some = entries.filter((_, k) => at.length < 5 || run.named[name][k] !== 0);
  const lines = some
    .map((index) => writeLine(tape, run, name, index, symbols[name]))
    .filter(Boolean);
  const next = new Set(entries.flatMap((index) => feeds(tape, name, index).map((it) => it.name)));
  const head = lines.length ? "out of what leads into it:" : "is given.";
  const parts = [`<strong>${symbols[name]}</strong> ${head}`, ...lines];
  if (some.length < at.length) parts.push("All other entries are 0.");
  parts.push(`Goes into: ${[...next].map((it) => symbols[it]).join(", ")}.`);
  return parts.join("<br>");
}
