// The life of a widget: what Python gives, what follows from it, what is seen, what is asked for.
import { acts } from "./acts.js";
import { create, h, markup, patch } from "./dom.js";
import { layout } from "./layout.js";
import { changes, memory, readLink, store, welcome } from "./session.js";

const PAUSE = 250; // ms without a change before it is spoken of
const FIRST = { guess: null, playing: false, undoable: false, live: false };

/** What is known: traits, what Python gives, what is only here, and what follows from them. */
const makeScene = (widget, traits, constants, local) => ({
  ...traits,
  constants,
  ...local,
  ...widget.derive(traits, constants),
});

/**
 * A widget is data and functions of what its `derive(traits, constants)` returns: `picture`,
 * `linked`, `controls`, `play`, `says`, `task`, `more`, `table`; with `taps` the linked view is
 * worked like a control and stands before them. It reads neither page nor model, and never writes:
 * its controls ask. The traits are those that Python lists; `constants` never changes.
 */
export const explorable = (widget) => ({
  ...widget,
  render: ({ model, el }) => bringToLife(widget, model, el),
  still: (traits, constants) =>
    markup(layout(widget, makeScene(widget, traits, constants, FIRST), {})),
});

/** What had the focus and is gone hands it on to its row, or to the widget. */
function keepFocus(it, draw) {
  const held = it.el.contains(document.activeElement) ? document.activeElement : null;
  const row = held?.parentElement;
  draw();
  if (!held || held.isConnected) return;
  const home = row.isConnected ? row : it.node;
  home.querySelector("button, input, summary")?.focus({ preventScroll: true });
}

/** Draws what is known now: only what differs from what is seen is written. */
function drawScene(it) {
  const traits = it.traits();
  it.scene = makeScene(it.widget, traits, it.constants, it.local);
  const tree = layout(it.widget, it.scene, it.act);
  it.node = it.node ? patch(it.node, it.tree, tree) : create(tree);
  it.tree = tree;
}

/** Writes traits; the model's own echo of it is not drawn again. */
function writeTraits(it, change) {
  it.mine = true;
  for (const [name, value] of Object.entries(change)) it.model.set(name, value);
  it.model.save_changes();
  it.mine = false;
  it.local.undoable = !it.past.empty();
  it.draw();
  it.kept?.write(changes(it.traits(), it.start));
}

/** A change that the reader asked for: it can be undone, gesture by gesture, and is spoken of. */
function setTraits(it, change) {
  const before = it.traits();
  const another = Object.keys(changes(change, before)).length > 0;
  if (it.fresh && another) it.past.keep(before);
  it.fresh = false;
  it.write(change);
  const speech = it.widget.speak ?? it.widget.says;
  const said = speech?.(it.scene);
  if (said) it.speak(said);
}

function speakLater(it, html) {
  clearTimeout(it.timer);
  it.timer = setTimeout(() => {
    it.voice.textContent = create(h("p", { html })).textContent;
  }, PAUSE);
}

/** A widget on a page: its state, and how it is drawn, written and spoken of. */
function begin(widget, model, el) {
  const names = model.get("_names");
  const start = model.get("_start");
  const place = el.closest("[data-place]")?.dataset.place;
  const it = {
    widget,
    model,
    el,
    start,
    place,
    constants: model.get("_constants"),
    past: memory(),
    kept: place && store(place, start),
    local: { ...FIRST, live: true },
    voice: create(h("p", { class: "kit-spoken", "aria-live": "polite" })),
    traits: () => Object.fromEntries(names.map((name) => [name, model.get(name)])),
    speak: (html) => speakLater(it, html),
    draw: () => keepFocus(it, () => drawScene(it)),
    show: (change) => {
      Object.assign(it.local, change);
      it.draw();
    },
    write: (change) => writeTraits(it, change),
    set: (change) => setTraits(it, change),
  };
  it.act = acts(it);
  return it;
}

/** The state that a link gives, or that was kept here; what does not fit is left. */
function restore(it) {
  const given = it.place && readLink(it.place);
  const state = given === undefined ? it.kept?.read() : given;
  const good = state && welcome(state, it.start, it.constants.doors ?? {});
  if (good) {
    for (const [name, value] of Object.entries(good)) it.model.set(name, value);
    it.model.save_changes();
  } else if (given !== undefined) {
    it.speak("The link does not fit this widget, which starts from the beginning.");
  }
}

/** What a kernel changes is drawn, all of it at once. Returns how to stop that. */
function followModel(it) {
  let waiting = false;
  const drawLater = () => {
    if (it.mine || waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      it.draw();
    });
  };
  const events = it.model.get("_names").map((name) => `change:${name}`);
  for (const event of events) it.model.on(event, drawLater);
  return () => {
    for (const event of events) it.model.off(event, drawLater);
  };
}

// What the space bar works already.
const WORKED = "button, summary, select, a, [role=button], input:not([type=range])";

/** The space bar plays, wherever it has nothing else to do. */
function pressKey(it, event) {
  if (event.key !== " " || event.target.closest(WORKED) || !it.widget.play) return;
  event.preventDefault();
  if (!event.repeat) it.act.play();
}

function listen(it) {
  const { el, act } = it;
  const beginGesture = () => {
    it.fresh = true;
  };
  beginGesture();
  for (const gesture of ["pointerdown", "keydown", "change"]) {
    el.addEventListener(gesture, beginGesture, true); // on the way down: before what it asks for
  }
  el.addEventListener("kit:ask", ({ detail }) => {
    if (!detail) return;
    act.stop(); // who takes it in hand does not want it to play on
    it.set(detail);
  });
  el.addEventListener("pointercancel", ({ target }) => {
    if (target.type === "range" && !it.fresh) act.undo(); // a finger that began to scroll here
  });
  el.addEventListener("keydown", (event) => pressKey(it, event));
  // JupyterLab takes arrow keys for its own, to choose a cell, from all that does not say this.
  el.addEventListener("focusin", (event) => {
    event.target.dataset.lmSuppressShortcuts = "true";
  });
}

/** Shows the widget in `el`. Returns how to take it away. */
function bringToLife(widget, model, el) {
  if (!el.closest(".explorable")) el.classList.add("explorable", "is-live");
  const it = begin(widget, model, el);
  restore(it);
  it.draw();
  el.append(it.node, it.voice);
  const leaveModel = followModel(it);
  listen(it);
  return () => {
    it.act.stop();
    clearTimeout(it.timer);
    leaveModel();
    it.node.remove();
    it.voice.remove();
  };
}
