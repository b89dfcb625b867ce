// A question that is asked first: a guess, its reply, then one line that can be unfolded.
import { h } from "./dom.js";

/** `it` is { text, options: [[label, reply], ...], right }; `guess` is the one taken, or null. */
export function question(it, { guess, answer, go, pass }) {
  const option = ([label], i) => h("button", {
    type: "button", html: label, onclick: () => answer(i), "aria-pressed": String(guess === i),
    class: `kit-button${guess != null && i === it.right ? " is-right" : ""}`,
  });
  const said = guess == null ? "" : reply(it, guess);
  const shows = { type: "button", class: "kit-button is-next", onclick: go };
  return h("div", { class: "kit-question", key: "asked" },
    h("p", { class: "kit-asks", html: it.text }),
    h("div", { class: "kit-row" }, it.options.map(option)),
    h("div", { class: "kit-row" },
      h("button", { type: "button", class: "kit-pass", onclick: pass }, "Skip the question"),
      guess != null && h("button", shows, "Show me")),
    h("p", { class: "kit-reply", "aria-live": "polite", html: said }));
}

/** What is said to the guess `i`. */
export function reply(it, i) {
  return `<strong>${i === it.right ? "Yes." : "Not quite."}</strong> ${it.options[i][1]}`;
}

/** The question once it is answered: one line, with the way back to its case. */
export function folded(it, go) {
  return h("details", { class: "kit-folded", key: "folded" },
    h("summary", {}, "The question and its answer"),
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: `<strong>${it.options[it.right][0]}.</strong> ${it.options[it.right][1]}` }),
    h("div", { class: "kit-row" },
      h("button", { type: "button", class: "kit-button", onclick: go }, "Show me")));
}
