// The text as the state has it: letters that the model wrote, and letters that were given to it.

import { readAll } from "./writer_reads.js";
import { letterAt, nextLetter, throwDice } from "./writer_steps.js";

export const SIZE = 34; // letters of the alphabet; a letter that was given has its code + SIZE
const NONE = -1; // where the text has ended

/** Its letters, and which of them were given; it has at least one. */
export function textOf(codes) {
  const end = codes.indexOf(NONE);
  const held = end < 0 ? codes : codes.slice(0, end);
  const all = held.length ? held : [SIZE];
  const given = all.map((code) => code >= SIZE);
  const begun = given.includes(false) ? given.indexOf(false) : all.length;
  return { codes: all.map((code) => code % SIZE), given, begun };
}

/** The same as the state holds it. */
function heldOf(codes, given, most) {
  const held = codes.map((code, n) => code + (given[n] ? SIZE : 0));
  return [...held, ...Array(most - held.length).fill(NONE)];
}

/** What is drawn from after the last of these letters. */
function drawnFrom({ constants, model, temperature, k, share }, codes) {
  const { z } = readAll(constants.data, model, codes).at(-1);
  return nextLetter(z, temperature, k, share);
}

/** The letter of the dice after the first `at` of these. */
const diceAt = (scene, codes, at) =>
  letterAt(drawnFrom(scene, codes.slice(0, at)), throwDice(scene.seed, at));

/**
 * The change that reads on to `value` letters: what was given stays, all else is what the model
 * writes now. As soon as that is another letter, what came after it is gone.
 */
export function writeTo(scene, value) {
  const most = scene.codes.length;
  let { codes, given } = scene.text;
  for (let at = Math.min(scene.at, codes.length); at < Math.min(value, most); at++) {
    if (at < codes.length && given[at]) continue;
    const code = diceAt(scene, codes, at);
    if (at < codes.length && codes[at] === code) continue;
    codes = [...codes.slice(0, at), code];
    given = [...given.slice(0, at), false];
  }
  return { codes: heldOf(codes, given, most), at: Math.max(1, Math.min(value, codes.length)) };
}

/** The change that puts a letter after the first `at`: another branch. */
export function putLetter({ text, at, codes }, code) {
  if (at >= codes.length) return {};
  const branch = [...text.codes.slice(0, at), code];
  const given = [...text.given.slice(0, at), true];
  return { codes: heldOf(branch, given, codes.length), at: at + 1 };
}

/** The change that takes away all that was written after the beginning. */
export function beginAgain({ text, codes }) {
  const { begun } = text;
  const held = heldOf(text.codes.slice(0, begun), text.given.slice(0, begun), codes.length);
  return { codes: held, at: begun };
}

/** The change to other dice: what was written is written again. */
export function throwAgain(scene, seed) {
  const start = beginAgain(scene);
  if (start.at === scene.text.codes.length) return { seed };
  const fresh = { ...scene, ...start, seed, text: textOf(start.codes) };
  return { seed, ...writeTo(fresh, scene.text.codes.length) };
}
