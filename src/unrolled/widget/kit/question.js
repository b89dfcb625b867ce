// A question that is asked first: a guess, its reply, then one line that can be unfolded.
import { button } from "./controls.js";
import { h } from "./dom.js";

/** `it` is { text, options: [[label, reply], ...], right }; `guess` is the one taken, or null. */
export function question(it, { guess, answer, go, pass }) {
  const option = ([label], i) =>
    button(label, () => answer(i), {
      class: `kit-button${guess != null && i === it.right ? " is-right" : ""}`,
      "aria-pressed": String(guess === i),
    });
  const said = guess == null ? "" : reply(it, guess);
  return h(
    "div",
    { class: "kit-question", key: "asked" },
    h("p", { class: "kit-asks", html: it.text }),
    h("div", { class: "kit-row" }, it.options.map(option)),
    h(
      "div",
      { class: "kit-row" },
      button("Skip the question", pass, { class: "kit-pass" }),
      guess != null && button("Show me", go, { class: "kit-button is-next" }),
    ),
    h("p", { class: "kit-reply", "aria-live": "polite", html: said }),
  );
}

/** What is said to the guess `i`. */
export function reply(it, i) {
  return `<strong>${i === it.right ? "Yes." : "Not quite."}</strong> ${it.options[i][1]}`;
}

/** The question once it is answered: one line, with the way back to its case. */
export function folded(it, go) {
  return h(
    "details",
    { class: "kit-folded", key: "folded" },
    h("summary", {}, "The question and its answer"),
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: `<strong>${it.options[it.right][0]}.</strong> ${it.options[it.right][1]}` }),
    h("div", { class: "kit-row" }, button("Show me", go)),
  );
}
