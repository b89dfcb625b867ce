// A question that is asked of the picture: a guess, then its reply in the same place.
import { button, range } from "./controls.js";
import { h } from "./dom.js";

/** One of several that lie on each other: seen, or keeping its room for when it is. */
const layer = (seen, ...parts) =>
  h("div", { class: seen ? "kit-layer" : "kit-layer is-away", inert: !seen }, parts);

const passButton = (pass) => button("Just show me", pass, { class: "kit-pass" });

/** A choice: its options as buttons. */
function drawOptions(it, { answer, pass }) {
  const option = ([label], i) => button(label, () => answer(i));
  return h("div", { class: "kit-row" }, it.options.map(option), passButton(pass));
}

/** A place: the slider that is the flag's twin, and what ends it. */
function drawPlace({ place }, guess, { answer, pass }) {
  const { unit, ...slider } = place;
  const to = (value) => ({ guess: value });
  const says = `your flag: ${guess} ${unit}`;
  const flag = range({ ...slider, value: guess, show: String(guess), says, to });
  const ready = button("That’s my guess", () => answer(guess), { class: "kit-button is-next" });
  return h("div", { class: "kit-row is-place" }, flag, ready, passButton(pass));
}

/** What is said to a guess; to none, what is right. */
export function replyTo(it, guess) {
  if (!it.options) return it.answer;
  const [label, why] = it.options[guess ?? it.right];
  if (guess == null) return `<strong>${label}.</strong> ${why}`;
  return `<strong>${guess === it.right ? "Yes." : "Not quite."}</strong> ${why}`;
}

/** Every reply there is, so that none needs more room than is kept. */
const repliesOf = (it) =>
  it.options
    ? it.options.map((_, i) => replyTo(it, i))
    : [replyTo(it, null), ...(it.replies ?? [])];

/** `it` is { text, options: [[label, reply], ...], right } or { text, place, answer }. */
export function drawQuestion(it, scene, does) {
  const { answered, guess, reply } = scene;
  const said = reply ?? replyTo(it, null);
  const ways = it.options ? drawOptions(it, does) : drawPlace(it, guess, does);
  const kept = repliesOf(it).map((html) =>
    h("p", { class: "is-away", "aria-hidden": "true", html }),
  );
  const told = h("p", { class: "kit-reply", "aria-live": "polite", html: answered ? said : "" });
  const again = h("div", { class: "kit-row" }, button("Ask me again", does.again, AGAIN));
  return h(
    "div",
    { class: answered ? "kit-question is-answered" : "kit-question" },
    layer(!answered, h("p", { class: "kit-asks", html: it.text }), ways),
    layer(answered, h("div", { class: "kit-stack" }, kept, told), again),
  );
}

const AGAIN = { class: "kit-pass" };

/** On paper: the question and what is right. */
export const writeQuestion = (it) =>
  h(
    "div",
    { class: "kit-question is-answered" },
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: replyTo(it, null) }),
  );
