// Where everything stands: question, picture, controls, sentence, task, linked view, the rest.
import { act, button, table } from "./controls.js";
import { h } from "./dom.js";
import { choice, picture } from "./picture.js";
import { playback, player } from "./play.js";
import { drawQuestion, writeQuestion } from "./question.js";
import { spreadsheet } from "./sheet.js";
import { stripTags } from "./text.js";

/** A view is a picture with a title, or what stands there already. */
function drawView(view) {
  if (view.tag) return view;
  return [view.title && h("p", { class: "kit-title", html: view.title }), picture(view)];
}

/** The picture, and before the answer what of it can be tapped as a guess. */
function drawMain(widget, scene, { answer }) {
  const view = widget.picture(scene);
  const { question } = scene.constants;
  if (view.tag || !widget.ballots || scene.answered || !question?.options) return drawView(view);
  const tapped = widget.ballots(scene).map((marks, i) =>
    choice(marks, {
      to: () => answer(i),
      name: `Guess: ${stripTags(question.options[i][0])}`,
      place: [0, i],
    }),
  );
  return drawView({ ...view, marks: [view.marks, tapped] });
}

/** What the picture shows, in a line; what is said after a break is for those who come closer. */
function sentencesOf(widget, scene) {
  const [first = "", ...others] = (widget.says?.(scene) ?? "").split("<br>");
  return { first, others };
}

const storiesOf = ({ constants }) => constants.stories ?? [];

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Which story is told, -1 for none. */
const currentStory = (scene) =>
  storiesOf(scene).findIndex(({ set }) =>
    Object.entries(set).every(([name, value]) => isSame(scene[name], value)),
  );

/** One line of words: of a story what it shows, else what the picture shows. */
function drawSentence(widget, scene) {
  const stories = storiesOf(scene);
  if (!widget.says && !stories.length) return null;
  const current = currentStory(scene);
  const away = current >= 0 && widget.says ? " is-away" : "";
  const [wide, narrow] = widget.lines ?? [2, 4];
  const says = {
    class: `kit-says${away}`,
    style: `--wide: ${wide}; --narrow: ${narrow}`,
    "aria-hidden": away ? "true" : null,
    html: sentencesOf(widget, scene).first,
  };
  const told = stories.map(({ says: text }, i) => stackedText(text, i === current, "kit-told"));
  return h("div", { class: "kit-stack" }, widget.says && h("p", says), told);
}

/** Of several texts in one place: one that is seen or not. */
function stackedText(html, seen, kind = "") {
  const name = `${kind}${seen ? "" : " is-away"}`.trim();
  return h("p", { class: name, "aria-hidden": String(!seen), html });
}

function drawTask(scene) {
  if (!scene.constants.task || !scene.task) return null;
  const { text, done } = scene.constants.task;
  const { reached, value } = scene.task;
  const praise = `<strong>✓ Reached.</strong> ${done}`;
  return h(
    "div",
    { class: reached ? "kit-task is-reached" : "kit-task" },
    h(
      "div",
      { class: "kit-stack" },
      h(
        "p",
        { class: reached ? "is-away" : "", "aria-hidden": String(reached) },
        h("strong", {}, "Your task. "),
        h("span", { html: `${text} ` }),
        h("span", { class: "kit-now", html: value }),
      ),
      stackedText(praise, reached),
    ),
  );
}

/** Cases worth seeing, by name. */
function drawStories(scene) {
  const stories = storiesOf(scene);
  if (!stories.length) return null;
  const current = currentStory(scene);
  const buttons = stories.map(({ name, set }, i) =>
    act({ label: name, to: set, pressed: i === current, look: "kit-story" }),
  );
  return h(
    "div",
    { class: "kit-stories kit-row", role: "group", "aria-label": "Stories" },
    buttons,
  );
}

const drawTool = (label, does, off) => does && button(label, does, { class: "kit-tool", off });

function drawTools(scene, does) {
  const none = scene.live ? null : () => {}; // a still keeps their room
  const { undo = none, reset = none, link = none, full = none } = does;
  const copied = scene.copied === "link";
  return h(
    "div",
    { class: "kit-tools", role: "group", "aria-label": "This widget" },
    drawTool("Undo", undo, !scene.undoable),
    drawTool("Reset", reset),
    drawTool(copied ? "Copied ✓" : "Copy link", link),
    drawTool("Full screen", full),
  );
}

function drawNumbers(widget, scene, { copy }) {
  const numbers = widget.table?.(scene);
  if (!numbers) return null;
  const copyAll = () => copy(spreadsheet(numbers), "The numbers are copied.", "numbers");
  const name = scene.copied === "numbers" ? "Copied ✓" : "Copy the numbers";
  return h(
    "details",
    { class: "kit-numbers" },
    h("summary", { html: numbers.summary ?? "The numbers" }),
    table(numbers),
    scene.live && drawTool(name, copyAll),
  );
}

/** For those who want to know: what else is said, views, controls. */
function drawMore(widget, scene) {
  const more = widget.more?.(scene);
  const { others } = sentencesOf(widget, scene);
  const said = others.length > 0 && h("p", { class: "kit-further", html: others.join("<br>") });
  const parts = [said, more?.parts ?? more].flat(Infinity).filter(Boolean);
  if (!parts.length) return null;
  return h(
    "details",
    { class: "kit-more" },
    h("summary", { html: more?.name ?? "Closer" }),
    h(
      "div",
      {},
      parts.map((part) => (part.tag ? part : h("div", { class: "kit-view" }, drawView(part)))),
    ),
  );
}

/** Below the picture: what works it, and what there is to say. */
function drawSide(widget, scene, does) {
  const controls = widget.controls?.(scene);
  const play = playback(widget, scene);
  return h(
    "div",
    { class: "kit-side" },
    h(
      "div",
      { class: "kit-works" },
      player(play, scene, does),
      controls && h("div", { class: "kit-controls" }, controls),
    ),
    drawStories(scene),
    h("div", { class: "kit-words" }, drawSentence(widget, scene), drawTask(scene)),
  );
}

const STAGE = {
  class: "kit-stage",
  tabindex: "-1",
  role: "group",
  "aria-label": "Picture and controls",
};

/** The page of a widget; see acts.js for `does`. */
export function layout(widget, scene, does, paper) {
  if (widget.page) return widget.page(scene, does); // one of its own
  if (paper) return layPaper(widget, scene);
  const { question, heading } = scene.constants;
  const linked = widget.linked && h("div", { class: "kit-linked" }, drawView(widget.linked(scene)));
  const side = drawSide(widget, scene, does);
  const names = ["kit", widget.linked && "has-linked", !widget.says && "is-silent"];
  return h(
    "div",
    { class: names.filter(Boolean).join(" ") },
    h(
      "div",
      { class: "kit-head" },
      h("p", { class: "kit-heading", html: heading }),
      drawTools(scene, does),
    ),
    question && drawQuestion(question, scene, does),
    h(
      "div",
      STAGE,
      h("div", { class: "kit-main" }, drawMain(widget, scene, does)),
      widget.taps && linked,
      side,
      !widget.taps && linked,
    ),
    h("div", { class: "kit-rest" }, drawMore(widget, scene), drawNumbers(widget, scene, does)),
  );
}

const LONGEST = 8; // rows of a table that paper has room for

const FOR_HANDS = /^(button|input|select)$/;
const isForHands = ({ tag, props }) => FOR_HANDS.test(tag) || /\b(grip|pad)\b/.test(props.class);
const UNUSED = ["role", "tabindex", "aria-pressed", "aria-label", "aria-description", "data-at"];

/** The same without what only a hand can use. */
function deaden(it) {
  if (typeof it !== "object") return it;
  const isButton = it.props.role === "button";
  const unused = Object.fromEntries(UNUSED.map((name) => [name, null]));
  const children = it.children.filter((child) => !isForHands({ tag: "", props: {}, ...child }));
  const props = isButton ? { ...it.props, ...unused } : it.props;
  return { ...it, props, children: children.map(deaden) };
}

/** What can be read without a hand: the question, what is right, the picture of it, its numbers. */
function layPaper(widget, scene) {
  const { question, heading } = scene.constants;
  const numbers = widget.table?.(scene);
  const parts = h(
    "div",
    { class: "kit is-paper" },
    h("p", { class: "kit-heading", html: heading }),
    question && writeQuestion(question),
    h("div", { class: "kit-main" }, drawView(widget.picture(scene))),
    widget.linked && h("div", { class: "kit-linked" }, drawView(widget.linked(scene))),
    widget.says && h("p", { html: sentencesOf(widget, scene).first }),
    numbers && numbers.rows.length <= LONGEST && table(numbers),
  );
  return deaden(parts);
}
