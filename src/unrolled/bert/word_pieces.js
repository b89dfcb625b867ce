// Text into word pieces, as BERT's first stage does: the twin of basic.py and wordpiece.py.

const SPECIAL = /\[(?:PAD|UNK|CLS|SEP|MASK)\]/g;
const LONGEST_WORD = 100; // characters; a longer word is unknown
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const CHINESE_RANGES = [
  "\u4e00-\u9fff",
  "\u3400-\u4dbf",
  "\u{20000}-\u{2a6df}",
  "\u{2a700}-\u{2b73f}",
  "\u{2b740}-\u{2b81f}",
  "\u{2b920}-\u{2ceaf}",
  "\uf900-\ufaff",
  "\u{2f800}-\u{2fa1f}",
];
const CHINESE = new RegExp(`[${CHINESE_RANGES.join("")}]`, "u");
const KINDS = {
  control: /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u,
  mark: /\p{Mn}/u,
  punctuation: /\p{P}/u,
};
const OLD_NAMES = { Po: "punctuation", Mn: "mark" };

/**
 * Whether a letter is of a kind in Unicode 8, which BERT's tables go by. `younger` are the code
 * points that came later, as pairs of first and last; `changed` those that were something else.
 */
export function makeIsKind({ younger, changed }) {
  const came = (code) => younger.some((range) => code >= range[0] && code <= range[1]);
  return (letter, kind) => {
    if (letter in changed) return OLD_NAMES[changed[letter]] === kind;
    if (!KINDS[kind].test(letter)) return false;
    return !came(letter.codePointAt(0));
  };
}

/** Control characters are dropped, except tabs and line ends, which are spaces. */
function isDropped(letter, isKind) {
  if ("\t\n\r".includes(letter)) return false;
  return letter === "\ufffd" || isKind(letter, "control");
}

/** Cleaned, Chinese characters apart, without accents and capitals. */
function normal(text, isKind) {
  const clean = Array.from(text).filter((letter) => !isDropped(letter, isKind));
  const apart = clean.map((letter) => (CHINESE.test(letter) ? ` ${letter} ` : letter)).join("");
  const bare = Array.from(apart.normalize("NFD")).filter((letter) => !isKind(letter, "mark"));
  return bare.map((letter) => letter.toLowerCase());
}

/** The words of a text; punctuation marks are words. */
export function words(text, isKind) {
  const found = [];
  let word = "";
  const close = () => {
    if (word) found.push(word);
    word = "";
  };
  for (const letter of normal(text, isKind)) {
    const isSpace = /\s/.test(letter);
    const isMark = ASCII_PUNCTUATION.test(letter) || isKind(letter, "punctuation");
    if (isSpace || isMark) close();
    if (isMark) found.push(letter);
    else if (!isSpace) word += letter;
  }
  close();
  return found;
}

/** The longest pieces that the vocabulary has, from left to right; or [UNK] for the whole word. */
export function pieces(word, has) {
  const letters = Array.from(word);
  if (letters.length > LONGEST_WORD) return ["[UNK]"];
  const found = [];
  let start = 0;
  while (start < letters.length) {
    const piece = (end) => (start ? "##" : "") + letters.slice(start, end).join("");
    let end = letters.length;
    while (end > start && !has(piece(end))) end--;
    if (end === start) return ["[UNK]"];
    found.push(piece(end));
    start = end;
  }
  return found;
}

/** All tokens of a text between [CLS] and [SEP]; [MASK] and the like in it are kept as they are. */
export function tokens(text, { has, isKind }) {
  const found = ["[CLS]"];
  const add = (part) => {
    for (const word of words(part, isKind)) found.push(...pieces(word, has));
  };
  let end = 0;
  for (const special of text.matchAll(SPECIAL)) {
    add(text.slice(end, special.index));
    found.push(special[0]);
    end = special.index + special[0].length;
  }
  add(text.slice(end));
  return [...found, "[SEP]"];
}
