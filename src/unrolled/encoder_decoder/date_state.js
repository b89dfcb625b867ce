// What follows from the state: the text, what is written, what of it is shown now, and its words.
import { range } from "../widget/kit/maths.js";
import { tell } from "../widget/kit/words.js";
import { crossing, dueOf, LIMIT, targetOf, translated, wrongsOf } from "./date_result.js";
import {
  daysIn,
  FIRST_YEAR,
  isoOf,
  LAST_YEAR,
  LONGEST,
  packText,
  readDate,
  sayDate,
  unpackText,
  wordAt,
} from "./date_words.js";

export const END = LONGEST + LIMIT; // of the clock: as far as there is anything
export const NONE = packText("");

const LETTER = "letter "; // what is pointed at, with its number

const clamp = (x) => Math.max(0, Math.min(1, x));

/** The text, the date that it means, if it is one, and the date that is chosen. */
export function textOf({ day, month, year, form, typed }) {
  const chosen = { day: Math.min(day, daysIn(month, year)), month, year, form };
  const text = unpackText(typed);
  if (text) return { text, date: readDate(text), chosen };
  return { text: sayDate(chosen, form), date: chosen, chosen };
}

export const isKnownYear = ({ year }) => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Which written letter's look is shown: pointed at, chosen, or being written; else null. */
function shownOf({ look, pointed, attends, hidden, at, n, steps }) {
  if (!attends || hidden) return null;
  if (pointed?.startsWith(LETTER)) {
    return Math.min(Number(pointed.slice(LETTER.length)), steps.length - 1);
  }
  if (look > 0 && look <= steps.length && at >= n + look) return look - 1;
  const now = Math.ceil(at) - n - 1;
  return at > n && at < n + steps.length ? now : null;
}

/** A date that no line breaks. */
const whole = (iso) => `<span class="kit-whole">${iso}</span>`;

/** A share in per cent, never 100 % where it is less. */
const percent = (x) => (x > 0.995 && x < 1 ? "over 99\u00a0%" : `${Math.round(100 * x)}\u00a0%`);

/** The ribbons of the letters of a date, its stop left out: how many of them cross. */
const crossingOf = ({ steps, attends }) =>
  attends ? crossing(steps.slice(0, 10).map(({ look }) => look)) : 0;

function factsOf({ attends, hidden, at, n, total, date, result, rival, wrongs, target }) {
  const isKnown = Boolean(date);
  return {
    attends,
    hidden,
    reading: at < n,
    writing: at < total,
    known: isKnown,
    beyond: isKnown && !isKnownYear(date),
    ended: result.ended,
    right: isKnown && result.ended && !wrongs.includes(true),
    rivalRight: isKnown && rival.ended && rival.said === isoOf(date),
    looked: target !== null,
    atPart: Boolean(target?.part),
    afterPart: Boolean(target?.after) && !target?.part,
  };
}

const NO_TARGET = { word: "", part: "", after: "", share: 0, most: 0 };

function textsOf({ text, at, n, date, result, shown, target, ...scene }) {
  const { letters, said } = result;
  const { word, part, after, share, most } = target ?? NO_TARGET;
  const written = Math.max(0, Math.floor(at) - n);
  return {
    text,
    said: whole(said),
    sofar: letters.slice(0, written).join("").replace(/\.$/, "") || "nothing yet",
    done: `${Math.min(n, Math.floor(at))}`,
    n: `${n}`,
    due: date ? whole(isoOf(date)) : "",
    letter: letters[shown] === "." ? "stop" : (letters[shown] ?? ""),
    word,
    part: part ?? "",
    after: after ?? "",
    share: percent(share),
    single: text[most] === " " ? "the space after it" : `its “${text[most]}”`,
    limit: `${LIMIT}`,
    crossing: percent(crossingOf(scene)),
  };
}

/** What is shown of the looks now, and what is to be said of it. */
export function spokenOf(scene) {
  const shown = shownOf(scene);
  const target = shown === null ? null : targetOf(scene.steps[shown].look, scene.text, scene.date);
  const full = { ...scene, shown, target };
  return { ...full, facts: factsOf(full), texts: textsOf(full) };
}

/** Where the parts of the date are said: [first letter, one past the last]. */
const spansOf = (date) =>
  date
    ? Object.fromEntries(
        ["day", "month", "year"].map((part) => [part, wordAt(date, date.form, part)]),
      )
    : {};

/** What a tap on a part of the date asks for: the next one, and after the last the first. */
function spinsOf(date) {
  const turn = (change) => {
    const next = { ...date, ...change };
    const day = Math.min(next.day, daysIn(next.month, next.year));
    return { ...next, day, typed: NONE, at: END };
  };
  const { day, month, year } = date;
  return {
    day: turn({ day: (day % daysIn(month, year)) + 1 }),
    month: turn({ month: (month % 12) + 1 }),
    year: turn({ year: year < LAST_YEAR ? year + 1 : FIRST_YEAR }),
  };
}

/** How far each of n letters has come when the clock is at `at`, from 0 to 1. */
const sharesOf = (n, at) => range(n).map((j) => clamp(at - j));

export function derive(state, constants) {
  const { text, date, chosen } = textOf(state);
  const attends = state.decoder === "attention";
  const result = translated(text, constants.models[state.decoder]);
  const rival = translated(text, constants.models[attends ? "vector" : "attention"]);
  const { steps, letters, readStates } = result;
  const n = text.length;
  const total = n + steps.length;
  const at = Math.min(state.at, total);
  const due = dueOf(date);
  const scene = {
    ...state,
    text,
    date,
    chosen,
    isOwn: state.typed.some((code) => code > 0),
    attends,
    result,
    rival,
    steps,
    letters,
    readStates,
    n,
    total,
    at,
    due,
    wrongs: wrongsOf(letters, due),
    spans: spansOf(date),
    spins: spinsOf(isKnownYear(date ?? chosen) ? (date ?? chosen) : chosen),
    readShares: sharesOf(n, at),
    writeShares: sharesOf(steps.length, at - n),
    vector: at > 0 ? readStates[Math.min(n, Math.ceil(at)) - 1] : null,
    hidden: attends && !state.answered,
  };
  return { ...scene, ...taskOf(spokenOf(scene), constants) };
}

/** Reached by the wording that is asked for, once one vector has got it wrong. */
function taskOf({ facts, texts, date, shown, target }, { goal, value }) {
  const failed = !facts.attends && !facts.writing && !facts.right && facts.rivalRight;
  const reached = failed && date?.form === goal;
  const said = tell(value, { ...facts, goal: date?.form === goal }, texts);
  return { facts, texts, shown, target, task: { reached, value: said } };
}
