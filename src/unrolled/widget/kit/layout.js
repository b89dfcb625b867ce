// Where everything stands: question, picture, controls, sentence, task, linked view, the rest.
import { act, button, table } from "./controls.js";
import { h } from "./dom.js";
import { picture } from "./picture.js";
import { played, player } from "./play.js";
import { folded, question } from "./question.js";
import { spreadsheet } from "./sheet.js";

const NONE = () => null;
const titled = (it) => [it.title && h("p", { class: "kit-title", html: it.title }), picture(it)];
/** A view is a picture with a title, or what stands there already. */
const view = (it) => (it.tag ? it : titled(it));

function asked(scene, { answer, go, pass }) {
  const it = scene.constants.question;
  if (!it) return null;
  return scene.answered ? folded(it, go) : question(it, { guess: scene.guess, answer, go, pass });
}

function said(widget, scene) {
  if (!widget.says) return null;
  const [wide, narrow] = widget.lines ?? [2, 4];
  const style = `--wide: ${wide}; --narrow: ${narrow}`;
  return h("p", { class: "kit-says", style, html: widget.says(scene) });
}

function task(scene) {
  if (!scene.constants.task || !scene.task) return null;
  const { text, done } = scene.constants.task;
  const { reached, value } = scene.task;
  const over = `<strong>✓ Reached.</strong> ${done}`;
  return h(
    "div",
    { class: `kit-task${reached ? " is-reached" : ""}` },
    h("p", {}, h("strong", {}, "Your task. "), h("span", { html: text })),
    h(
      "div",
      { class: "kit-stack" },
      h("p", {
        class: `kit-now${reached ? " is-away" : ""}`,
        "aria-hidden": String(reached),
        html: value,
      }),
      h("p", { class: reached ? "" : "is-away", "aria-hidden": String(!reached), html: over }),
    ),
  );
}

function stories(scene) {
  const all = scene.constants.stories;
  if (!all) return null;
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const holds = ({ set }) => Object.entries(set).every(([name, value]) => same(scene[name], value));
  const current = all.findIndex(holds);
  const said = (html, on) =>
    h("p", { class: on ? "" : "is-away", "aria-hidden": String(!on), html });
  return h(
    "div",
    { class: "kit-stories", role: "group", "aria-label": "Stories" },
    h(
      "div",
      { class: "kit-row" },
      h("span", {}, "Stories"),
      all.map(({ name, set }, i) =>
        act({
          label: `${i + 1}<span class="kit-name">. ${name}</span>`,
          to: set,
          pressed: i === current,
        }),
      ),
    ),
    h(
      "div",
      { class: "kit-stack" },
      said("Each sets everything to a case worth seeing.", current < 0),
      all.map(({ name, says }, i) => said(`<b>${name}.</b> ${says}`, i === current)),
    ),
  );
}

const tool = (label, does, off) => does && button(label, does, { class: "kit-tool", off });

function tools(scene, { undo, reset, link, full }) {
  return h(
    "div",
    { class: "kit-tools", role: "group", "aria-label": "This widget" },
    tool("Undo", undo, !scene.undoable),
    tool("Reset", reset),
    tool("Copy link", link),
    tool("Full screen", full),
  );
}

function numbers(widget, scene, { copy }) {
  const it = widget.table?.(scene);
  if (!it) return null;
  const copies = () => copy(spreadsheet(it), "The numbers are copied.");
  return h(
    "details",
    { class: "kit-numbers" },
    h("summary", { html: it.summary ?? "The numbers" }),
    table(it),
    scene.live && tool("Copy the numbers", copies),
  );
}

/** The page of a widget; see acts.js for `does`. */
export function layout(widget, scene, does) {
  if (widget.page) return widget.page(scene, does); // one of its own
  const open = !scene.constants.question || scene.answered;
  const part = (name, does = widget[name] ?? NONE) => open && does(scene);
  const more = part("more");
  const controls = part("controls");
  const play = open && played(widget, scene);
  const linked =
    open && widget.linked && h("div", { class: "kit-linked" }, view(widget.linked(scene)));
  const kind = `kit${open ? " is-open" : ""}${widget.linked ? " has-linked" : ""}`;
  return h(
    "div",
    { class: kind },
    asked(scene, does),
    open && stories(scene),
    h(
      "div",
      {
        class: "kit-stage",
        tabindex: "-1",
        role: "group",
        "aria-label": "Picture and controls",
      },
      h("div", { class: "kit-main" }, view(widget.picture(scene))),
      widget.taps && linked,
      h(
        "div",
        { class: "kit-side" },
        controls && h("div", { class: "kit-controls" }, controls),
        player(play, scene, does),
        open && said(widget, scene),
        open && task(scene),
      ),
      !widget.taps && linked,
      h(
        "div",
        { class: "kit-rest" },
        more &&
          h(
            "details",
            { class: "kit-more" },
            h("summary", { html: more.name ?? "More" }),
            h("div", {}, more.parts ?? more),
          ),
        numbers(widget, scene, does), // before the answer on paper and without scripts only
        open && tools(scene, does),
      ),
    ),
  );
}
