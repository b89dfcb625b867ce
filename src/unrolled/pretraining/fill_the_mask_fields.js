// The sentence as fields: a list where each word stands, and a text of one's own.
import { list } from "../widget/kit/controls.js";
import { ask, h } from "../widget/kit/dom.js";
import { alternativesOf, putWord, takeTyped, toggleGap } from "./fill_the_mask_state.js";

const HIDE = "hide";
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain = (text) => text.replace(/[&<>]/g, (sign) => SIGNS[sign]);

/** A list for a word; its first entry hides it. */
function drawList(scene, k, before) {
  const { text, constants } = scene;
  const { words } = constants.data;
  const isGap = text.gaps.includes(k);
  const others = alternativesOf(text.codes, k, constants.kinds);
  const to = (code) => {
    if (code !== HIDE) return putWord(scene, k, code);
    return isGap ? {} : toggleGap(scene, k);
  };
  return list({
    label: `<span class="kit-name">Word ${k + 1}, after “</span>${before}<span class="kit-name">”</span>`,
    value: isGap ? HIDE : text.codes[k],
    to,
    options: [[HIDE, isGap ? "▢" : "▢ hide"], ...others.map((code) => [code, words[code]])],
  });
}

/** The words of the sentence, with a list for each that has others of its kind. */
export function drawLists(scene) {
  const { text, constants } = scene;
  const parts = [];
  let before = [];
  text.codes.forEach((code, k) => {
    if (alternativesOf(text.codes, k, constants.kinds).length) {
      parts.push(drawList(scene, k, before.join(" ")));
      before = [];
    } else before.push(text.gaps.includes(k) ? "▢" : constants.data.words[code]);
  });
  const rest = h("span", {}, before.join(" "));
  return h(
    "div",
    { class: "kit-row kit-scroll is-words", role: "group", "aria-label": "Words" },
    parts,
    rest,
  );
}

/** A field for a sentence of one's own; what cannot be read is told beside it. */
export function drawTyped(scene) {
  const { requests, constants, words } = scene;
  const wrong = requests?.typed?.wrong ?? "";
  const onsubmit = (event) => {
    event.preventDefault();
    const { value } = event.target.querySelector("input");
    const found = takeTyped(value, constants.data.words, words.length);
    const { unknown } = found;
    const told = unknown ? constants.unknown.replace("{word}", plain(unknown)) : found.wrong;
    ask(event.target, told ? { requests: { typed: told } } : found);
  };
  const input = {
    VALUE: constants.example,
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 120,
    "aria-invalid": wrong ? "true" : null,
  };
  return h(
    "form",
    { class: "kit-write", onsubmit },
    h("label", {}, h("span", {}, "Your own sentence"), h("input", input)),
    h("button", { class: "kit-button" }, "Read it"),
    h("p", { class: wrong ? "is-wrong" : "", html: wrong || constants.typed }),
  );
}

/** What is refused is said, by the kit, until anything changes. */
export const typed = {
  there: () => ({}),
  ask: async (told) => {
    throw new Error(told);
  },
};
