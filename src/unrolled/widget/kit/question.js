// What is asked of the picture: a guess, then its reply, then a task, all in the same place.
//
// All three lie on each other in a bar of one height, that of the tallest, so that the picture
// below never moves. Of the reply the bar keeps room for the longest that there is.
import { button, range } from "./controls.js";
import { h } from "./dom.js";
import { stripTags } from "./text.js";

/** One of several that lie on each other: seen, or keeping its room for when it is. */
const layer = (seen, look, ...parts) =>
  h("div", { class: `kit-layer${look}${seen ? "" : " is-away"}`, inert: !seen }, parts);

const wayTo = (label, does, look = "") => button(label, does, { class: `kit-pass${look}` });

/** A choice: its options as buttons. */
function drawOptions(it, { answer, pass }) {
  const option = ([label], i) => button(label, () => answer(i));
  return h("div", { class: "kit-row" }, it.options.map(option), wayTo("Just show me", pass));
}

export const MOVE_FIRST = "Move the flag first";

/** A place: the slider that is the flag's twin, and what ends it. */
function drawPlace({ place }, { guess, isTouched, isNudged }, { answer, pass }) {
  const { unit, ...slider } = place;
  const to = (value) => ({ guess: value });
  const says = `your flag: ${guess} ${unit}`;
  const flag = range({ ...slider, value: guess, show: String(guess), says, to });
  const label = isNudged && !isTouched ? MOVE_FIRST : "That’s my guess";
  const ready = button(label, () => answer(guess), { class: "kit-button is-next" });
  return h("div", { class: "kit-row is-place" }, flag, ready, wayTo("Just show me", pass));
}

/** What is said to a guess; to none, what is right. */
export function replyTo(it, guess) {
  if (!it.options) return it.answer;
  const [label, why] = it.options[guess ?? it.right];
  if (guess == null) return `<strong>${label}.</strong> ${why}`;
  return guess === it.right ? `<strong>Yes.</strong> ${why}` : why;
}

/** Every reply there is, so that none needs more room than is kept. */
const repliesOf = (it) =>
  it.options
    ? it.options.map((_, i) => replyTo(it, i))
    : [replyTo(it, null), ...Object.values(it.replies ?? {})];

/** The question once it is answered, small, with the option that the reader chose. */
const drawAsked = (it, guess, whole) =>
  h(
    "div",
    { class: "kit-asked", onclick: whole },
    h("p", { html: it.text }),
    it.options &&
      guess != null &&
      h("span", { class: "kit-yours", html: `you said: ${it.options[guess][0]}` }),
  );

/** Which option has the longest label. */
const longestOf = ({ options = [] }) => {
  const lengths = options.map(([label]) => stripTags(label).length);
  return lengths.indexOf(Math.max(...lengths));
};

/** The room that the longest reply needs. */
const drawRoom = (it, ways) => {
  const replies = repliesOf(it).map((html) => h("p", { class: "kit-said", html }));
  const words = [drawAsked(it, longestOf(it), null), h("div", { class: "kit-stack" }, replies)];
  return h(
    "div",
    { class: "kit-layer is-told is-away", inert: true, "aria-hidden": "true" },
    h("div", { class: "kit-words" }, words),
    h("div", { class: "kit-ways" }, ways),
  );
};

/** What leads on from a reply, or back to the picture that it is about. */
function waysOn({ task, isWhole }, hasTask, isElsewhere, does) {
  const next = task?.reached ? "Your task ✓" : "Your task";
  const more = { class: "kit-pass kit-cut", "aria-expanded": String(isWhole) };
  return [
    hasTask && wayTo(next, does.turn),
    isElsewhere
      ? wayTo("Show its picture", does.back, " is-turn")
      : wayTo("Ask me again", does.again, " is-turn"),
    button(isWhole ? "Less" : "More", does.whole, more),
  ];
}

/** What was said to the guess, under its question, quieter while the picture is another. */
function drawReply(it, scene, { seen, hasTask }, does) {
  const { reply, answered, guess, isWhole, inCase } = scene;
  const isElsewhere = answered && !inCase;
  const said = answered ? (reply ?? replyTo(it, null)) : "";
  const words = [
    drawAsked(it, reply === null ? null : guess, does.whole),
    h("p", { class: "kit-reply kit-said", "aria-live": "polite", html: said }),
  ];
  const look = [" is-told is-over", isWhole && "is-whole", isElsewhere && "is-elsewhere"];
  const ways = waysOn(scene, hasTask, isElsewhere, does);
  return layer(
    seen,
    look.filter(Boolean).join(" "),
    h("div", { class: "kit-words" }, words),
    h("div", { class: "kit-ways" }, ways),
  );
}

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
 * { text, options: [[label, reply], ...], right } or { text, place, answer, replies }.
 */
export function drawStrip(scene, does) {
  const { question: it, task } = scene.constants;
  const { answered, tasked, task: state } = scene;
  const hasTask = Boolean(task && state);
  if (!it) return hasTask && h("div", { class: "kit-question is-answered" }, drawTask(scene));
  const onTask = answered && tasked && hasTask;
  const ways = it.options ? drawOptions(it, does) : drawPlace(it, scene, does);
  const back = h("div", { class: "kit-ways" }, wayTo("Back to the answer", does.turn));
  return h(
    "div",
    { class: answered ? "kit-question is-answered" : "kit-question" },
    layer(!answered, "", h("p", { class: "kit-asks", html: it.text }), ways),
    drawRoom(it, waysOn(scene, hasTask, true, {})),
    drawReply(it, scene, { seen: answered && !onTask, hasTask }, does),
    hasTask && layer(onTask, " is-told", drawTask(scene), back),
  );
}

const GAPS = 11; // px between question, reply and ways under them
const GAP = 4; // px between question and reply, the ways beside them

const CUT = 4; // px that a line may lack

/** How many lines of the question fit over its reply, and whether anything is cut. */
export function fitReply(node) {
  const told = node.querySelector(".kit-layer.is-over:not(.is-whole)");
  if (!told) return;
  const [words, ways] = told.children;
  const [row, said] = words.children;
  const [asked] = row.children;
  asked.style.setProperty("--lines", 1);
  delete told.dataset.cut;
  const below = ways.offsetTop > words.offsetTop ? ways.offsetHeight + GAPS : GAP;
  const free = told.clientHeight - below - row.offsetHeight - said.offsetHeight;
  const more = Math.max(0, Math.floor(free / parseFloat(getComputedStyle(asked).lineHeight)));
  asked.style.setProperty("--lines", 1 + more);
  const isCut = (part) => part.scrollHeight > part.clientHeight + CUT;
  if (isCut(asked) || isCut(said)) told.dataset.cut = "true";
}

/** On paper: the question and what is right. */
export const writeQuestion = (it) =>
  h(
    "div",
    { class: "kit-question is-answered" },
    h("p", { class: "kit-asks", html: it.text }),
    h("p", { html: replyTo(it, null) }),
  );
