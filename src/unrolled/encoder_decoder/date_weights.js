// The weights of a translator, from one text of bytes.

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 as numbers from -128 to 127. */
export function bytesOf(text) {
  const bytes = [];
  let held = 0;
  let bits = 0;
  for (const sign of text) {
    const value = SIGNS.indexOf(sign);
    if (value < 0) break; // the filling at the end
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    bytes.push(byte > 127 ? byte - 256 : byte);
  }
  return bytes;
}

/** The numbers of a text: each is one byte, or two if they are `wide`, the lower byte first. */
function numbersOf({ ints, wide }) {
  const bytes = bytesOf(ints);
  if (!wide) return bytes;
  return Array.from(
    { length: bytes.length / 2 },
    (_, k) => 256 * bytes[2 * k + 1] + (bytes[2 * k] & 0xff),
  );
}

/** So many numbers in the form of a vector or of a matrix. */
function shaped(numbers, shape) {
  if (shape.length === 1) return numbers;
  const [rows, columns] = shape;
  return Array.from({ length: rows }, (_, i) => numbers.slice(i * columns, (i + 1) * columns));
}

/**
 * The weights from { ints, scales, wide } by the tree of their shapes: array by array, in the order
 * of the tree, each whole number times the scale of its array.
 */
export function unpackWeights({ scales, ...packed }, shapes) {
  const whole = numbersOf(packed);
  let used = 0;
  let arrays = 0;
  const take = (shape) => {
    const count = shape.reduce((product, n) => product * n, 1);
    const scale = scales[arrays];
    const numbers = whole.slice(used, used + count).map((n) => n * scale);
    used += count;
    arrays += 1;
    return shaped(numbers, shape);
  };
  const walk = (part) =>
    Array.isArray(part)
      ? take(part)
      : Object.fromEntries(Object.entries(part).map(([name, one]) => [name, walk(one)]));
  return walk(shapes);
}
