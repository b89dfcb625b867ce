// The life of a widget: what Python gives, what follows from it, what is seen, what is asked for.
import { acts } from "./acts.js";
import { h, made, markup, patch } from "./dom.js";
import { layout } from "./layout.js";
import { changed, linked, memory, store, welcome } from "./session.js";

const PAUSE = 250; // ms without a change before it is spoken of
const FIRST = { guess: null, playing: false, undoable: false, live: false };

/** What is known: traits, what Python constants, what is only here, and what follows from them. */
const follow = (widget, traits, constants, local) => ({
  ...traits,
  constants,
  ...local,
  ...widget.derive(traits, constants),
});

/**
 * A widget is data and functions of what its `derive(traits, constants)` returns: `picture`, `linked`,
 * `controls`, `play`, `says`, `task`, `more`, `table`; with `taps` the linked view is worked like
 * a control and stands before them. It reads neither page nor model, and never writes: its
 * controls ask. The traits are those that Python lists; `constants` never changes.
 */
export const explorable = (widget) => ({
  ...widget,
  render: ({ model, el }) => live(widget, model, el),
  still: (traits, constants) =>
    markup(layout(widget, follow(widget, traits, constants, FIRST), {})),
});

/** What had the focus and is gone hands it on to its row, or to the widget. */
function refocus(it, draw) {
  const held = it.el.contains(document.activeElement) ? document.activeElement : null;
  const row = held?.parentElement;
  draw();
  if (!held || held.isConnected) return;
  const next = (row.isConnected ? row : it.node).querySelector("button, input, summary");
  next?.focus({ preventScroll: true });
}

const plain = (html) => made(h("p", { html })).textContent;

/** A widget on a page: its state, and how it is drawn, written and spoken of. */
function begin(widget, model, el) {
  const names = model.get("_names");
  const [constants, start] = [model.get("_constants"), model.get("_start")];
  const it = { widget, model, el, constants, start, past: memory() };
  it.place = el.closest("[data-place]")?.dataset.place;
  it.kept = it.place && store(it.place, it.start);
  it.local = { ...FIRST, live: true };
  it.traits = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
  it.voice = made(h("p", { class: "kit-spoken", "aria-live": "polite" }));
  it.speak = (html) => {
    clearTimeout(it.timer);
    it.timer = setTimeout(() => {
      it.voice.textContent = plain(html);
    }, PAUSE);
  };
  it.draw = () =>
    refocus(it, () => {
      it.scene = follow(widget, it.traits(), it.constants, it.local);
      const tree = layout(widget, it.scene, it.act);
      it.node = it.node ? patch(it.node, it.tree, tree) : made(tree);
      it.tree = tree;
    });
  it.show = (change) => {
    Object.assign(it.local, change);
    it.draw();
  };
  it.write = (change) => {
    it.mine = true; // the model's own echo of it is not drawn again
    for (const [name, value] of Object.entries(change)) model.set(name, value);
    model.save_changes();
    it.mine = false;
    it.local.undoable = !it.past.empty();
    it.draw();
    it.kept?.write(changed(it.traits(), it.start));
  };
  /** A change that the reader asked for: it can be undone, gesture by gesture, and is spoken of. */
  it.set = (change) => {
    if (it.fresh && Object.keys(changed(change, it.traits())).length) it.past.keep(it.traits());
    it.fresh = false;
    it.write(change);
    const said = (widget.speak ?? widget.says)?.(it.scene);
    if (said) it.speak(said);
  };
  it.act = acts(it);
  return it;
}

/** The state that a link gives, or that was kept here; what does not fit is left. */
function restore(it) {
  const given = it.place && linked(it.place);
  const state = given === undefined ? it.kept?.read() : given;
  const good = state && welcome(state, it.start, it.constants.doors ?? {});
  if (good) {
    for (const [name, value] of Object.entries(good)) it.model.set(name, value);
    it.model.save_changes();
  } else if (given !== undefined) {
    it.speak("The link does not fit this widget, which starts from the beginning.");
  }
}

/** What a kernel changes is drawn, all of it at once. */
function hear(it) {
  let waiting = false;
  const later = () => {
    if (it.mine || waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      it.draw();
    });
  };
  const events = it.model.get("_names").map((name) => `change:${name}`);
  events.forEach((event) => it.model.on(event, later));
  return () => events.forEach((event) => it.model.off(event, later));
}

// What the space bar works already.
const OWN = "button, summary, select, a, [role=button], input:not([type=range])";

function listen(it) {
  const { el, widget, act } = it;
  it.fresh = true;
  const anew = () => {
    it.fresh = true;
  }; // on the way down: before what the gesture asks for
  for (const gesture of ["pointerdown", "keydown", "change"]) {
    el.addEventListener(gesture, anew, true);
  }
  el.addEventListener("kit:ask", ({ detail }) => {
    if (!detail) return;
    act.stop(); // who takes it in hand does not want it to play on
    it.set(detail);
  });
  el.addEventListener("pointercancel", ({ target }) => {
    if (target.type === "range" && !it.fresh) act.undo(); // a finger that began to scroll here
  });
  el.addEventListener("keydown", (event) => {
    const own = event.target.closest(OWN);
    if (event.key !== " " || own || !widget.play) return;
    event.preventDefault();
    if (!event.repeat) act.play(); // the space bar plays, wherever it has nothing else to do
  });
  // JupyterLab takes arrow keys for its own, to choose a cell, from all that does not say this.
  el.addEventListener("focusin", (event) => {
    event.target.dataset.lmSuppressShortcuts = "true";
  });
}

function live(widget, model, el) {
  if (!el.closest(".explorable")) el.classList.add("explorable", "is-live");
  const it = begin(widget, model, el);
  restore(it);
  it.draw();
  el.append(it.node, it.voice);
  const deaf = hear(it);
  listen(it);
  return () => {
    it.act.stop();
    clearTimeout(it.timer);
    deaf();
    it.node.remove();
    it.voice.remove();
  };
}
