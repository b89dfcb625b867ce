// The field for a text of one's own, and what is said where it cannot be read.
import { ask, h } from "../widget/kit/dom.js";

const SAYS = "Up to 36 letters, and any text.";

/** A name that is spoken and not seen. */
export const spoken = (text) => `<span class="kit-name">${text}</span>`;

/** A field with its button; `requests.typed` says whether the last text was refused. */
export function drawField({ requests, text }) {
  const wrong = requests?.typed?.wrong ?? "";
  const onsubmit = (event) => {
    event.preventDefault();
    const { value } = event.target.querySelector("input");
    ask(event.target, { requests: { typed: value } });
  };
  // What is typed is the reader's until the text is another one: then there is another field.
  const input = {
    key: text,
    VALUE: text,
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 80,
    "aria-invalid": wrong ? "true" : null,
  };
  return h(
    "form",
    { class: "kit-write is-date", onsubmit },
    h("label", {}, h("span", { class: "kit-name" }, "Your text"), h("input", input)),
    h("button", { class: "kit-button" }, "Translate"),
    h("p", { class: wrong ? "is-wrong" : "kit-name", html: wrong || SAYS }),
  );
}
