// A number written out: what it was computed from, with the numbers put in.
import { terms } from "./explain.js";
import { number } from "./numbers.js";
import { laid } from "./tape.js";

const MINUS = "−";
/** Three decimals, two where there are no more. */
const setting = (x) => number(x, 3).replace(/(\.\d\d)0$/, "$1");

/** The symbol of one entry: its index joins the subscript, or stands alone. Counted from 1. */
export function entrySymbol(html, index) {
  const places = index.map((i) => i + 1).join(",");
  if (!places) return html;
  const simple = /^(<i>T<\/i>)?<b>[^<]*<\/b><sub>[^<]*<\/sub>$/.test(html);
  return simple ? html.replace(/<\/sub>$/, `,${places}</sub>`) : `[${places}]`;
}

function factor(it, first) {
  const value = it.terms ? call(it) : setting(it.value);
  return value.startsWith(MINUS) && !first ? `(${value})` : value;
}

function product({ sign, factors }, k) {
  const text = factors.map((it, n) => {
    const before = n ? (it.power === -1 ? " / " : "·") : "";
    return before + factor(it, !k && !n && sign > 0);
  });
  return (sign < 0 ? (k ? ` ${MINUS} ` : MINUS) : k ? " + " : "") + text.join("");
}

/** Terms that are exactly 0 are left out, unless there is nothing else. */
function sum(all) {
  const some = all.filter((term) => term.value !== 0);
  return (some.length ? some : all.slice(0, 1)).map(product).join("");
}

function call(it) {
  if (it.of === "sum") return it.terms.length > 1 ? `(${sum(it.terms)})` : sum(it.terms);
  if (it.of === "softmax") {
    const powers = it.terms.map((term) => Math.exp(term.value));
    return `${setting(powers[it.place])} / ${setting(powers.reduce((a, b) => a + b))}`;
  }
  const inner = sum(it.terms);
  return it.terms.length > 1 || it.terms[0].value < 0 ? `${it.of}(${inner})` : `${it.of} ${inner}`;
}

/** A line for each entry of a quantity, or one that says that it is given. */
export function spelled(tape, run, name, html) {
  const { shape } = laid(tape).names[name];
  const [rows, columns] = [shape[0] ?? 1, shape[1] ?? 1];
  return Array.from({ length: rows * columns }, (_, k) => {
    const index = shape.length > 1 ? [Math.floor(k / columns), k % columns] : shape.map(() => k);
    const found = terms(tape, run, name, index);
    if (!found.terms.length) return "";
    const made = found.of === "sum" ? sum(found.terms) : call(found);
    const plain = made === setting(found.value);
    return `${entrySymbol(html, index)} = ${made}${plain ? "" : ` ≈ ${setting(found.value)}`}`;
  });
}
