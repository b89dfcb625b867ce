// Where a number becomes text, and nowhere else. page/numbers.py has the same functions.

const raise = (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign]);

/** 10ⁿ as text. */
export const tenTo = (n) => `10${String(BigInt(n)).replace(/./g, raise)}`;

/** x · 10^shift as d.d·10ⁿ; NaN and infinity as words. */
function scientific(x, shift = 0) {
  if (Number.isNaN(x)) return "not a number";
  if (x === Infinity) return "∞";
  if (x === -Infinity) return "−∞";
  const [digits, power] = x.toExponential(1).split("e");
  return `${digits.replace("-", "−")}·${tenTo(shift + Number(power))}`;
}

/** The power of ten of x once it is rounded: with two digits that of 0.0996 is −1. */
const powerOf = (x, digits) => Number(x.toExponential(digits - 1).split("e")[1] ?? 0);

/** Always this many decimals; from 10¹⁵ on a double has none to show. */
export function decimals(x, digits = 4) {
  if (!(Math.abs(x) < 1e15)) return scientific(x);
  const text = x.toFixed(digits);
  return text.replace("-", /[1-9]/.test(text) ? "−" : "");
}

/** So many decimals, whole numbers whole. */
export const number = (x, digits = 4) => decimals(x, Number.isInteger(x) ? 0 : digits);

/** As a slider sets it: two decimals, four where there is more to show. */
export const setting = (x) => number(x).replace(/(\.\d\d)00$/, "$1");

/** Four decimals, two from 10 on, or d.d·10ⁿ where they would hide a number or blow it up. */
export function fine(x) {
  const v = Math.abs(x);
  if ((v > 0 && v < 1e-3) || v >= 1e4) return scientific(x);
  return number(x, v < 10 ? 4 : 2);
}

/** At least so many digits, whole places never cut off, or d.d·10ⁿ beyond 0.001 to 9999. */
export function short(x, digits = 2) {
  const power = powerOf(x, digits);
  if (power < -3 || !(Math.abs(x) < 9999.5)) return scientific(x);
  return x === 0 ? "0" : decimals(x, Math.max(0, digits - 1 - power));
}

/** A share in percent, two significant digits. */
export function percent(share) {
  if (Number.isNaN(share)) return scientific(share);
  return `${short(100 * share)}\u00a0%`;
}

/** The text with each number and its percent sign on one line. */
export const joinPercents = (text) => text.replace(/(\d) %/g, "$1\u00a0%");

/** Two decimals and more near 0 and 1, so a share of 0.998 is not 1. */
export function tight(x) {
  const v = Math.abs(x);
  if (!(v >= 0.1 && v < 1000)) return short(x);
  return number(x, Math.max(2, -powerOf(v - 1, 1)));
}

/** Three digits, or d.d·10ⁿ, of the number whose log10 this is; no double need hold it. */
export function size(log10) {
  if (!Number.isFinite(log10)) return log10 < 0 ? "0" : scientific(log10);
  const whole = Math.abs(log10) < 4 ? 0 : Math.floor(log10);
  const x = Number((10 ** (log10 - whole)).toPrecision(12)); // the last bits are rounding
  return whole ? scientific(x, whole) : short(x, 3);
}

/** A change: "+0.30", "−0.40", and without a sign what shows as 0. */
export function signed(x, digits = 4) {
  const text = number(x, digits);
  return x > 0 && /[1-9∞]/.test(text) ? `+${text}` : text;
}

/** A vector of two: (0.30, −0.40). */
export const pair = (x, y, text = (v) => decimals(v, 2)) => `(${text(x)}, ${text(y)})`;

/** "1 step", "3 steps", "2 losses", "4 entries". */
export function plural(n, one) {
  if (n === 1) return `${number(n)} ${one}`;
  if (/(s|x|ch|sh)$/.test(one)) return `${number(n)} ${one}es`;
  if (/[^aeiou]y$/.test(one)) return `${number(n)} ${one.slice(0, -1)}ies`;
  return `${number(n)} ${one}s`;
}
