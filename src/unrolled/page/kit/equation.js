// One number as it was made: symbols, then numbers, then the result (`terms` of explain.js).
import { number, setting } from "./numbers.js";

/** An entry by its symbol; `symbols` holds [HTML, kind] of each name, indices count from 1. */
export function symbol(symbols, name, index = []) {
  const [html, kind] = symbols[name];
  const place = index.length ? `<sub>${index.map((k) => k + 1)}</sub>` : "";
  return `<span class="is-${kind}">${html}${place}</span>`;
}

/** Its number: weights as they were set, all else with four decimals, brackets round a minus. */
export function numeral(symbols, name, value) {
  const kind = symbols[name]?.[1] ?? "weight";
  const text = kind === "weight" ? setting(value) : number(value);
  return `<span class="is-${kind}">${text.startsWith("−") ? `(${text})` : text}</span>`;
}

function product({ sign, factors }, first, shown) {
  const lead = sign < 0 ? "− " : first ? "" : "+ ";
  const each = factors.map((f) => shown(f) + (f.power === 2 ? "<sup>2</sup>" : ""));
  return `<span class="kit-whole">${lead}${each.join(" · ")}</span>`;
}

const sum = (terms, shown) => terms.map((term, k) => product(term, !k, shown)).join(" ");

function side({ of, terms, place }, shown) {
  if (of === "sum") return sum(terms, shown);
  if (of !== "softmax") return `${of}(${sum(terms, shown)})`;
  const power = ({ factors }) => `e<sup>${shown(factors[0])}</sup>`;
  return `${power(terms[place])} / (${terms.map(power).join(" + ")})`;
}

/** The entry `index` of `name`, found by `terms`, as one line of HTML a step. */
export function equation(symbols, name, index, found) {
  const asSymbol = (f) => (f.name ? symbol(symbols, f.name, f.index) : number(f.value));
  const asNumber = (f) => numeral(symbols, f.name, f.value);
  const result = `<b class="is-${symbols[name][1]}">${number(found.value)}</b>`;
  const given = `${symbol(symbols, name, index)} = `;
  if (!found.terms.length) return given + result;
  return `${given}${side(found, asSymbol)}<br>= ${side(found, asNumber)} = ${result}`;
}
