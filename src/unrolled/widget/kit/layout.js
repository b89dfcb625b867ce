// Where everything stands: question or task, picture, controls, sentence, linked view, the rest.
import { isSame } from "./cases.js";
import { act, button, table } from "./controls.js";
import { h } from "./dom.js";
import { choice, picture } from "./picture.js";
import { playback, player } from "./play.js";
import { drawStrip, stackedText, writeQuestion } from "./question.js";
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

const LINES = [1, 4]; // that the sentence takes at most: in a wide box, in a narrow one

/** What the picture shows, in a line; what is said after a break is for those who come closer. */
function sentencesOf(widget, scene) {
  const [first = "", ...others] = (widget.says?.(scene) ?? "").split("<br>");
  return { first, others };
}

const storiesOf = ({ constants }) => constants.stories ?? [];

/** Which story is told, from the start of its motion on; -1 for none. */
const currentStory = (scene) =>
  storiesOf(scene).findIndex(({ set }) =>
    Object.entries(set).every(([name, value]) => isSame((scene.meant ?? scene)[name], value)),
  );

/** One line of words: of a story what it shows, else what the picture shows; once at a time. */
function drawSentence(widget, scene) {
  const stories = storiesOf(scene);
  if (!widget.says && !stories.length) return null;
  const current = currentStory(scene);
  const away = current >= 0 && widget.says ? " is-away" : "";
  const [wide, narrow] = widget.lines ?? LINES;
  const says = {
    class: `kit-says${away}`,
    style: `--wide: ${wide}; --narrow: ${narrow}`,
    "aria-hidden": away ? "true" : null,
    html: sentencesOf(widget, scene).first,
  };
  const told = stories.map(({ says: text }, i) =>
    stackedText(text, i === current, "kit-story-says"),
  );
  return h("div", { class: "kit-stack" }, widget.says && h("p", says), told);
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
    { class: "kit-stories kit-row kit-scroll", role: "group", "aria-label": "Stories" },
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
  const [wide, narrow] = widget.further ?? [3, 5];
  const further = {
    class: "kit-further",
    style: `--wide: ${wide}; --narrow: ${narrow}`,
    html: others.join("<br>"),
  };
  const said = others.length > 0 && h("p", further);
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

/** Below the picture: what works it, and what it says. */
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
    drawSentence(widget, scene),
  );
}

/** Where to go from here: cases by name, what is closer, the numbers. */
const drawFoot = (widget, scene, does) =>
  h(
    "div",
    { class: "kit-foot" },
    drawStories(scene),
    scene.folds?.["kit-more"] ?? drawMore(widget, scene),
    scene.folds?.["kit-numbers"] ?? drawNumbers(widget, scene, does),
  );

/** What is reached is seen where the hand is, too, by who knows the task. */
const drawReached = ({ answered, isTaskRead, task }) =>
  h(
    "p",
    {
      class: answered && isTaskRead && task?.reached ? "kit-reached" : "kit-reached is-away",
      "aria-hidden": "true",
    },
    "✓ Task reached",
  );

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
  const { heading } = scene.constants;
  const view = widget.linked?.(scene); // a narrow box may have none
  const linked = view && h("div", { class: "kit-linked" }, drawView(view));
  const side = drawSide(widget, scene, does);
  const names = ["kit kit-box", view && "has-linked", !widget.says && "is-silent"];
  return h(
    "div",
    { class: names.filter(Boolean).join(" ") },
    h("p", { class: "kit-heading", html: heading }),
    drawStrip(scene, does),
    h(
      "div",
      STAGE,
      h("div", { class: "kit-main" }, drawMain(widget, scene, does), drawReached(scene)),
      widget.taps && linked,
      side,
      !widget.taps && linked,
      drawFoot(widget, scene, does),
    ),
    drawTools(scene, does),
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
  const view = widget.linked?.(scene); // a wide picture may hold it
  const parts = h(
    "div",
    { class: "kit is-paper" },
    h("p", { class: "kit-heading", html: heading }),
    question && writeQuestion(question),
    h("div", { class: "kit-main" }, drawView(widget.picture(scene))),
    view && h("div", { class: "kit-linked" }, drawView(view)),
    widget.says && h("p", { html: sentencesOf(widget, scene).first }),
    numbers && numbers.rows.length <= LONGEST && table(numbers),
  );
  return deaden(parts);
}
