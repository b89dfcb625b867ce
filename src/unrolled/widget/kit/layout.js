// Where everything stands: question, picture, controls, sentence, task, linked view, the rest.
import { act, button, table } from "./controls.js";
import { h } from "./dom.js";
import { picture } from "./picture.js";
import { playback, player } from "./play.js";
import { foldedQuestion, openQuestion } from "./question.js";
import { spreadsheet } from "./sheet.js";

/** A view is a picture with a title, or what stands there already. */
function drawView(view) {
  if (view.tag) return view;
  return [view.title && h("p", { class: "kit-title", html: view.title }), picture(view)];
}

function drawQuestion(scene, { answer, go, pass }) {
  const it = scene.constants.question;
  if (!it) return null;
  if (scene.answered) return foldedQuestion(it, go);
  return openQuestion(it, { guess: scene.guess, answer, go, pass });
}

function drawSentence(widget, scene) {
  if (!widget.says) return null;
  const [wide, narrow] = widget.lines ?? [2, 4];
  const style = `--wide: ${wide}; --narrow: ${narrow}`;
  return h("p", { class: "kit-says", style, html: widget.says(scene) });
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
    h("p", {}, h("strong", {}, "Your task. "), h("span", { html: text })),
    h(
      "div",
      { class: "kit-stack" },
      stackedText(value, !reached, "kit-now"),
      stackedText(praise, reached),
    ),
  );
}

function drawStories(scene) {
  const { stories } = scene.constants;
  if (!stories) return null;
  const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const isSet = ({ set }) =>
    Object.entries(set).every(([name, value]) => isSame(scene[name], value));
  const current = stories.findIndex(isSet);
  const buttons = stories.map(({ name, set }, i) => {
    const label = `${i + 1}<span class="kit-name">. ${name}</span>`;
    return act({ label, to: set, pressed: i === current });
  });
  const sentences = stories.map(({ name, says }, i) =>
    stackedText(`<b>${name}.</b> ${says}`, i === current),
  );
  return h(
    "div",
    { class: "kit-stories", role: "group", "aria-label": "Stories" },
    h("div", { class: "kit-row" }, h("span", {}, "Stories"), buttons),
    h(
      "div",
      { class: "kit-stack" },
      stackedText("Each sets everything to a case worth seeing.", current < 0),
      sentences,
    ),
  );
}

const drawTool = (label, does, off) => does && button(label, does, { class: "kit-tool", off });

function drawTools(scene, { undo, reset, link, full }) {
  return h(
    "div",
    { class: "kit-tools", role: "group", "aria-label": "This widget" },
    drawTool("Undo", undo, !scene.undoable),
    drawTool("Reset", reset),
    drawTool("Copy link", link),
    drawTool("Full screen", full),
  );
}

function drawNumbers(widget, scene, { copy }) {
  const numbers = widget.table?.(scene);
  if (!numbers) return null;
  const copyAll = () => copy(spreadsheet(numbers), "The numbers are copied.");
  return h(
    "details",
    { class: "kit-numbers" },
    h("summary", { html: numbers.summary ?? "The numbers" }),
    table(numbers),
    scene.live && drawTool("Copy the numbers", copyAll),
  );
}

function drawMore(more) {
  if (!more) return more;
  return h(
    "details",
    { class: "kit-more" },
    h("summary", { html: more.name ?? "More" }),
    h("div", {}, more.parts ?? more),
  );
}

/** Beside the picture: what works it, and what there is to say; nothing before it is open. */
function drawSide(widget, scene, open, does) {
  const controls = open && widget.controls?.(scene);
  const play = open && playback(widget, scene);
  return h(
    "div",
    { class: "kit-side" },
    controls && h("div", { class: "kit-controls" }, controls),
    player(play, scene, does),
    open && drawSentence(widget, scene),
    open && drawTask(scene),
  );
}

/** Below it: before it is open the numbers, on paper and without scripts only. */
function drawRest(widget, scene, open, does) {
  return h(
    "div",
    { class: "kit-rest" },
    open && drawMore(widget.more?.(scene)),
    drawNumbers(widget, scene, does),
    open && drawTools(scene, does),
  );
}

const STAGE = {
  class: "kit-stage",
  tabindex: "-1",
  role: "group",
  "aria-label": "Picture and controls",
};

/** The page of a widget; see acts.js for `does`. */
export function layout(widget, scene, does) {
  if (widget.page) return widget.page(scene, does); // one of its own
  const open = !scene.constants.question || scene.answered;
  const main = h("div", { class: "kit-main" }, drawView(widget.picture(scene)));
  const linked =
    open && widget.linked && h("div", { class: "kit-linked" }, drawView(widget.linked(scene)));
  const side = drawSide(widget, scene, open, does);
  const rest = drawRest(widget, scene, open, does);
  const names = ["kit", open && "is-open", widget.linked && "has-linked"].filter(Boolean);
  return h(
    "div",
    { class: names.join(" ") },
    drawQuestion(scene, does),
    open && drawStories(scene),
    h("div", STAGE, main, widget.taps && linked, side, !widget.taps && linked, rest),
  );
}
