// A question that is asked first: a guess, its reply, then one line that can be unfolded.
import { button } from "./controls.js";
import { h } from "./dom.js";

/** `it` is { text, options: [[label, reply], ...], right }; `guess` is the one taken, or null. */
export function openQuestion(it, { guess, answer, go, pass }) {
  const guessed = guess != null;
  const option = ([label], i) => {
    const right = guessed && i === it.right ? " is-right" : "";
    const props = { class: `kit-button${right}`, "aria-pressed": String(guess === i) };
    return button(label, () => answer(i), props);
  };
  const said = guessed ? reply(it, guess) : "";
  return h(
    "div",
    { class: "kit-question", key: "asked" },
    h("p", { class: "kit-asks", html: it.text }),
    h("div", { class: "kit-row" }, it.options.map(option)),
    h(
      "div",
      { class: "kit-row" },
      button("Skip the question", pass, { class: "kit-pass" }),
      guessed && button("Show me", go, { class: "kit-button is-next" }),
    ),
    h("p", { class: "kit-reply", "aria-live": "polite", html: said }),
  );
}

/** What is said to the guess `i`. */
export function reply(it, i) {
  const verdict = i === it.right ? "Yes." : "Not quite.";
  return `<strong>${verdict}</strong> ${it.options[i][1]}`;
}

/** The question once it is answered: one line, with the way back to its case. */
export function foldedQuestion(it, go) {
  const [label, why] = it.options[it.right];
  return h(
    "details",
    { class: "kit-folded", key: "folded" },
    h("summary", {}, "The question and its answer"),
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: `<strong>${label}.</strong> ${why}` }),
    h("div", { class: "kit-row" }, button("Show me", go)),
  );
}
