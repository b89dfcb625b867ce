// What is asked of the picture: a guess, then its reply, then a task, all in the same place.
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
    : [replyTo(it, null), ...Object.values(it.replies ?? {})];

/** What was said to the guess; as long as it is asked, with room for whatever can be. */
function drawReply(it, { reply, answered }) {
  const said = reply ?? replyTo(it, null);
  const kept = repliesOf(it).map((html) =>
    h("p", { class: "is-away", "aria-hidden": "true", html }),
  );
  const told = h("p", { class: "kit-reply", "aria-live": "polite", html: answered ? said : "" });
  return h("div", { class: "kit-stack" }, kept, told);
}

const wayTo = (label, does) => button(label, does, { class: "kit-pass" });

function drawTask({ constants, task }) {
  const { text, done } = constants.task;
  const { reached, value } = task;
  return h(
    "div",
    { class: reached ? "kit-task kit-stack is-reached" : "kit-task kit-stack" },
    h(
      "p",
      { class: reached ? "is-away" : "", "aria-hidden": String(reached) },
      h("strong", {}, "Your task. "),
      h("span", { html: `${text} ` }),
      h("span", { class: "kit-now", html: value }),
    ),
    stackedText(`<strong>✓ Reached.</strong> ${done}`, reached),
  );
}

/** Of several texts in one place: one that is seen or not. */
export function stackedText(html, seen, kind = "") {
  const name = `${kind}${seen ? "" : " is-away"}`.trim();
  return h("p", { class: name, "aria-hidden": String(!seen), html });
}

/**
 * One thing at a time in one place: the question, what is said to a guess, the task. A question is
 * { text, options: [[label, reply], ...], right } or { text, place, answer, replies }. As long as
 * it is asked it has room for every reply, and so has an answer that was `restored` with the page,
 * which must not move what is below; once it is answered here, the panel is as high as its content.
 */
export function drawStrip(scene, does) {
  const { question: it, task } = scene.constants;
  const { answered, guess, tasked, restored, task: state } = scene;
  const hasTask = Boolean(task && state);
  if (!it) return hasTask && h("div", { class: "kit-question is-answered" }, drawTask(scene));
  const looks = ["kit-question", answered && "is-answered", answered && !restored && "is-snug"];
  const ways = it.options ? drawOptions(it, does) : drawPlace(it, guess, does);
  const onTask = answered && tasked && hasTask;
  const next = state?.reached ? "Your task ✓" : "Your task";
  const away = [hasTask && wayTo(next, does.turn), wayTo("Ask me again", does.again)];
  const back = wayTo("Back to the answer", does.turn);
  return h(
    "div",
    { class: looks.filter(Boolean).join(" ") },
    layer(!answered, h("p", { class: "kit-asks", html: it.text }), ways),
    sideLayer(answered && !onTask, drawReply(it, scene), away),
    hasTask && sideLayer(onTask, drawTask(scene), back),
  );
}

/** Words, and beside them where they lead. */
const sideLayer = (seen, words, ways) =>
  h(
    "div",
    { class: seen ? "kit-layer is-told" : "kit-layer is-told is-away", inert: !seen },
    words,
    h("div", { class: "kit-ways" }, ways),
  );

/** On paper: the question and what is right. */
export const writeQuestion = (it) =>
  h(
    "div",
    { class: "kit-question is-answered" },
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: replyTo(it, null) }),
  );
