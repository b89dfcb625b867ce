// What changes in a picture glides from old to new, so that the eye sees what became what.

export const GLIDE = 220; // ms
const MOVING =
  /^(x|y|x1|y1|x2|y2|width|height|cx|cy|r|rx|d|transform|style|opacity|font-size|stroke-width)$/;
const IN_PATHS = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
const IN_WORDS = /(?<![\w#.-])-?\d+(?:\.\d+)?(?:e-?\d+)?/g; // no digit of a name, as in --k1

const underWay = new Map(); // node -> name -> what it glides from and to
const now = { lasts: 0, even: false }; // how the change that is being written goes
let frame = 0;

/** Whether this reader wants motion; a test that reads the page at once wants none. */
export const wantsMotion = () =>
  !globalThis.unrolledSteady && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What `write` changes glides for so many ms, at an even pace or coming to rest. */
export function gliding(lasts, write, even = false) {
  now.lasts = wantsMotion() ? lasts : 0;
  now.even = even;
  try {
    return write();
  } finally {
    now.lasts = 0;
  }
}

/** From 0 to 1: fast at first, then at rest. */
export const ease = (share) => 1 - (1 - share) ** 3;

/** Whether both are numbers, or lists of as many; or from false to true. */
export function canGlide(a, b) {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => canGlide(x, b[i]));
  }
  if (a === false && b === true) return true; // what begins may come little by little
  return typeof a === "number" && typeof b === "number";
}

/** How far apart both are. */
export const apart = (a, b) =>
  Array.isArray(a) ? Math.hypot(...a.map((x, i) => apart(x, b[i]))) : Math.abs(b - a);

/** Numbers, or lists of them, between two. */
export const mix = (a, b, share) =>
  Array.isArray(a) ? a.map((x, i) => mix(x, b[i], share)) : a + (b - a) * share;

/** A number between two; whole ends of a text with so many decimals have as many between. */
const between = (a, b, share, digits) => (a + (b - a) * share).toFixed(digits);

const digitsOf = (text) => text.split(".")[1]?.length ?? 0;

/** How one text becomes another of the same form; null if they differ in more than numbers. */
export function pathBetween(from, to, inPath, digits) {
  const numbers = inPath ? IN_PATHS : IN_WORDS;
  if (from.replace(numbers, "#") !== to.replace(numbers, "#")) return null;
  const starts = from.match(numbers)?.map(Number) ?? [];
  const ends = to.match(numbers) ?? [];
  if (!ends.length) return null;
  return (share) => {
    let n = -1;
    return to.replace(numbers, () => {
      n += 1;
      const end = ends[n];
      if (starts[n] === Number(end)) return end;
      return between(starts[n], Number(end), share, digits ?? digitsOf(end));
    });
  };
}

function write(node, name, value) {
  if (name === "data") node.data = value;
  else node.setAttribute(name, value);
}

function step(time) {
  for (const [node, names] of underWay) {
    for (const [name, one] of names) {
      one.begun ??= time;
      const share = Math.min(1, (time - one.begun) / one.lasts);
      if (share < 1) {
        write(node, name, one.at(one.even ? share : ease(share)));
      } else {
        write(node, name, one.to);
        names.delete(name);
      }
    }
    if (!names.size) underWay.delete(node);
  }
  frame = underWay.size ? requestAnimationFrame(step) : 0;
}

/** What is under way to another value ends here. */
function halt(node, name) {
  const names = underWay.get(node);
  names?.delete(name);
  if (names && !names.size) underWay.delete(node);
}

/** Lets an attribute (or the `data` of a text) glide to `value`; false if it has to jump. */
export function glideTo(node, name, value) {
  halt(node, name);
  const isText = name === "data";
  if (!now.lasts || !(isText || MOVING.test(name))) return false;
  const from = isText ? node.data : node.getAttribute(name);
  if (from == null || !node.isConnected) return false;
  const inPath = name === "d" || name === "transform";
  const at = pathBetween(from, String(value), inPath, isText ? undefined : 2);
  if (!at) return false;
  if (!underWay.has(node)) underWay.set(node, new Map());
  underWay.get(node).set(name, { at, to: value, lasts: now.lasts, even: now.even });
  if (!frame) frame = requestAnimationFrame(step);
  return true;
}
