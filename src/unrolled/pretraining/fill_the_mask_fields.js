// The sentence as fields: a list where each word stands, and a text of one's own.
import { list } from "../widget/kit/controls.js";
import { ask, h } from "../widget/kit/dom.js";
import { putWord, takeTyped, toggleGap } from "./fill_the_mask_state.js";

const HIDE = "hide";
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const plain = (text) => text.replace(/[&<>]/g, (sign) => SIGNS[sign]);

/** A list for a word, of the words of its kind; its first entry hides it. */
function drawList(scene, k, kind, before) {
  const { text, constants } = scene;
  const isGap = text.gaps.includes(k);
  const to = (code) => {
    if (code !== HIDE) return putWord(scene, k, code);
    return isGap ? {} : toggleGap(scene, k);
  };
  const label = `Word ${k + 1}, after “</span>${before}<span class="kit-name">”`;
  const all = constants.kinds[kind].map((code) => [code, constants.data.words[code]]);
  const drawn = list({
    label: `<span class="kit-name">${label}</span>`,
    value: isGap ? HIDE : text.codes[k],
    to,
    options: [[HIDE, isGap ? "▢" : "▢ hide"], ...all],
  });
  return h("div", { key: `kind ${kind}` }, drawn); // another kind is another list
}

/** The words of the sentence, with a list for each that has others of its kind. */
export function drawLists(scene) {
  const { text, constants } = scene;
  const parts = [];
  let before = [];
  text.codes.forEach((code, k) => {
    const kind = constants.kinds.findIndex((words) => words.includes(code));
    if (kind < 0) {
      before.push(text.gaps.includes(k) ? "▢" : constants.data.words[code]);
      return;
    }
    parts.push(drawList(scene, k, kind, before.join(" ")));
    before = [];
  });
  const rest = h("span", {}, before.join(" "));
  const props = { class: "kit-row kit-scroll is-words", role: "group", "aria-label": "Words" };
  return h("div", props, parts, rest);
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
