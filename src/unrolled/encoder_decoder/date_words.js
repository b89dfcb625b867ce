// How a date is worded, and what a typed text means: twins of the package's `dates`.

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const UNITS = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
const TO_FIFTEENTH = "tenth eleventh twelfth thirteenth fourteenth fifteenth".split(" ");
const TO_NINETEENTH = "sixteenth seventeenth eighteenth nineteenth".split(" ");
const ORDINALS = [
  ...UNITS,
  ...TO_FIFTEENTH,
  ...TO_NINETEENTH,
  "twentieth",
  ...UNITS.map((name) => `twenty-${name}`),
  "thirtieth",
  "thirty-first",
];
const ENDINGS = { 1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st" };

const READS = " ,-/0123456789abcdefghijlmnoprstuvwxy"; // what the encoder knows
export const LONGEST = 36; // letters
export const FIRST_YEAR = 1950; // of those it was trained on
export const LAST_YEAR = 2049;

const two = (n) => String(n).padStart(2, "0");

// What a wording may say: of which part of a date, how it is said, and how it looks.
const WORDS = {
  day: { part: "day", say: ({ day }) => String(day), looks: "\\d{1,2}" },
  counted: {
    part: "day",
    say: ({ day }) => `${day}${ENDINGS[day] ?? "th"}`,
    looks: "\\d{1,2}[a-z]{2}",
  },
  ordinal: { part: "day", say: ({ day }) => ORDINALS[day - 1], looks: "[a-z-]+" },
  two: { part: "day", say: ({ day }) => two(day), looks: "\\d{2}" },
  month: { part: "month", say: ({ month }) => MONTHS[month - 1], looks: "[a-z]+" },
  number: { part: "month", say: ({ month }) => two(month), looks: "\\d{2}" },
  year: { part: "year", say: ({ year }) => String(year), looks: "\\d{4}" },
};
const FORMS = {
  "3 may 2024": "{day} {month} {year}",
  "may 3, 2024": "{month} {day}, {year}",
  "2024, may 3": "{year}, {month} {day}",
  "the 3rd of may, 2024": "the {counted} of {month}, {year}",
  "the third of may 2024": "the {ordinal} of {month} {year}",
  "03/05/2024": "{two}/{number}/{year}",
};
export const FORM_NAMES = Object.keys(FORMS);

/** A wording in pieces: what is between, then a word, and so on. */
const piecesOf = (form) => FORMS[form].split(/\{(\w+)\}/);
const isWord = (n) => n % 2 === 1;

/** A date in a wording. */
export const sayDate = (date, form) =>
  piecesOf(form)
    .map((piece, n) => (isWord(n) ? WORDS[piece].say(date) : piece))
    .join("");

export const isoOf = ({ day, month, year }) => `${year}-${two(month)}-${two(day)}`;

export const daysIn = (month, year) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Where a part of the date is said: its first letter, and one past its last. */
export function wordAt(date, form, part) {
  let at = 0;
  let found = [0, 0];
  piecesOf(form).forEach((piece, n) => {
    const text = isWord(n) ? WORDS[piece].say(date) : piece;
    if (isWord(n) && WORDS[piece].part === part) found = [at, at + text.length];
    at += text.length;
  });
  return found;
}

function numberOf(name, text) {
  if (name === "ordinal") return ORDINALS.indexOf(text) + 1;
  if (name === "month") return MONTHS.indexOf(text) + 1;
  return Number.parseInt(text, 10);
}

/** The date that a text in this wording means, or null. */
function readForm(text, form) {
  const pieces = piecesOf(form);
  const looks = pieces.map((piece, n) => (isWord(n) ? `(${WORDS[piece].looks})` : piece));
  const found = text.match(new RegExp(`^${looks.join("")}$`));
  if (!found) return null;
  const names = pieces.filter((_, n) => isWord(n));
  const parts = names.map((name, n) => [WORDS[name].part, numberOf(name, found[n + 1])]);
  const { day, month, year } = Object.fromEntries(parts);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  const date = { day, month, year, form };
  return isDay && sayDate(date, form) === text ? date : null;
}

/** The date and the wording of a text, or null where it is in none of the six. */
export const readDate = (text) =>
  FORM_NAMES.map((form) => readForm(text, form)).find(Boolean) ?? null;

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A typed text as the encoder can read it, or an Error that says what is expected. */
export function readTyped(typed) {
  const text = typed.toLowerCase().trim().replace(/\s+/g, " ");
  if (!text) throw new Error("Nothing is typed. Type a date, such as “3 may 2024”.");
  const stranger = [...text].find((letter) => !READS.includes(letter));
  if (stranger) {
    const sign = SIGNS[stranger] ?? stranger;
    throw new Error(
      `No date has the letter “${sign}”. The network knows a to y except k and q, digits, spaces,` +
        " and , - /",
    );
  }
  if (text.length > LONGEST) {
    throw new Error(`Your text has ${text.length} letters. At most ${LONGEST} fit.`);
  }
  return text;
}

/** The places of a text's letters in the encoder's alphabet. */
export const encode = (text) => Array.from(text, (letter) => READS.indexOf(letter));

/** A text as numbers that a link can hold: places counted from 1, then zeros. */
export const packText = (text) =>
  Array.from({ length: LONGEST }, (_, k) => (k < text.length ? READS.indexOf(text[k]) + 1 : 0));

/** Such numbers as a text again. */
export const unpackText = (codes) =>
  codes
    .filter((code) => code > 0)
    .map((code) => READS[code - 1])
    .join("");
