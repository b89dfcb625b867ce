// A sentence set in lines; typeset.py, which knows how wide each word is, says the same.
const SPACE = 0.237; // of the size
const MARK = 13; // px: the size of a special token, which is no word of the sentence
const BESIDE = 8; // px between it and the sentence

const sum = (values) => values.reduce((total, v) => total + v, 0);

const OTHER = 600; // of a character that is none of these

/** How wide a text is, in units of its size; `advances` are of the characters from the space on. */
const widthOf = (text, advances) =>
  sum([...text].map((letter) => advances[letter.codePointAt(0) - 32] ?? OTHER)) / 1000;

const MARKED = /^\[.+\]$/;

/** The tokens as they stand in the text, each with its width and its kind. */
export function splitText(text, tokens, advances) {
  const low = text.toLowerCase();
  let at = 0;
  return tokens.map((token, k) => {
    const bare = token.replace(/^##/, "");
    const isMark = MARKED.test(token);
    const place = low.indexOf(bare.toLowerCase(), at);
    const shown = isMark || place < 0 ? bare : text.slice(place, place + bare.length);
    const isGlued = token !== bare || (place === at && k > 1);
    if (!isMark) at = place < 0 ? at : place + bare.length;
    const glued = isGlued ? "glued" : "word";
    return {
      text: isMark ? token : shown,
      em: Math.round(1000 * widthOf(isMark ? token : shown, advances)) / 1000,
      kind: isMark ? "mark" : glued,
    };
  });
}

/** How much is left free before each word, in pixels, where it does not begin a line. */
function gapsOf(words, size) {
  return words.map(({ kind }, k) => {
    const last = words[k - 1]?.kind ?? "mark";
    const marked = kind === "mark" || last === "mark";
    return kind === "glued" ? 0 : SPACE * size + (marked ? BESIDE : 0);
  });
}

/** How wide each word is, in pixels. */
const widthsOf = (words, size) => words.map(({ em, kind }) => em * (kind === "mark" ? MARK : size));

/** The words that begin a line, of lines at most so wide; what is glued is not parted. */
export function breakLines(words, size, most) {
  const wide = widthsOf(words, size);
  const free = gapsOf(words, size);
  const starts = [0];
  let end = 0;
  words.forEach(({ kind }, k) => {
    let last = k + 1;
    while (last < words.length && words[last].kind === "glued") last += 1;
    const group = sum(wide.slice(k, last));
    if (k && kind !== "glued" && end + free[k] + group > most) {
      starts.push(k);
      end = 0;
    }
    end += wide[k] + (k > starts.at(-1) ? free[k] : 0);
  });
  return starts;
}

/** Each word's line and left edge, lines in the middle and as even as they can be. */
export function setLines(words, size, most) {
  const count = breakLines(words, size, most).length;
  const tries = Array.from({ length: 26 }, (_, n) => most * (0.5 + 0.02 * n));
  const room = tries.find((w) => breakLines(words, size, w).length === count) ?? most;
  const starts = breakLines(words, size, room);
  const wide = widthsOf(words, size);
  const free = gapsOf(words, size);
  const lines = [];
  const left = [];
  starts.forEach((start, n) => {
    const stop = starts[n + 1] ?? words.length;
    const total = sum(wide.slice(start, stop)) + sum(free.slice(start + 1, stop));
    let x = (most - total) / 2;
    for (let k = start; k < stop; k++) {
      x += k > start ? free[k] : 0;
      lines.push(n);
      left.push(x);
      x += wide[k];
    }
  });
  return { lines, left, wide, count: starts.length };
}

const LARGEST = 30;
const SMALLEST = 14;
const SIZES = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, n) => LARGEST - n);

/** The type, in px: as few lines as there are with at least `least`, then as large as fits. */
export function fitSize(words, most, [least, largest]) {
  const fits = (size, count) => breakLines(words, size, most).length <= count;
  for (let count = 1; count <= 8; count++) {
    const size = SIZES.find((one) => one >= least && one <= largest && fits(one, count));
    if (size) return size;
  }
  return SIZES.at(-1);
}
