// The life of a widget: what Python gives, what follows from it, what is seen, what is asked for.
import { acts } from "./acts.js";
import { forgetRefused, startOfAsks, takeChange } from "./asks.js";
import { isSame } from "./cases.js";
import { create, h, markup, patch } from "./dom.js";
import { shutFolds } from "./folds.js";
import { followPointer } from "./hover.js";
import { layout } from "./layout.js";
import { apart, canGlide, ease, GLIDE, gliding, mix, wantsMotion } from "./motion.js";
import { FIRST, makeScene, startOfGuess } from "./scene.js";
import { changes, memory, readLink, store, welcome } from "./session.js";
import { fitStrip, followSizes, isNarrow } from "./sizes.js";

const PAUSE = 250; // ms without a change before it is spoken of
const REST = 150; // ms after which a hand rests

/**
 * A widget is data and functions of what its `derive(traits, constants)` returns: `picture`,
 * `linked`, `controls`, `play`, `says`, `task`, `more`, `table`; with `taps` the linked view is
 * worked like a control and stands before them. It reads neither page nor model, and never writes:
 * its controls ask. The traits are those that Python lists; `constants` never changes. Those that
 * `glides` names go from old to new through all values between, those of `paces` at so many ms a
 * unit, from where `anew(shown, traits)` says; `forms`: the picture has a wide and a narrow form;
 * `lines`, `further`: room, in lines, for what is said and for what it adds closer, [wide, narrow];
 * `asks`: what takes time, as in asks.js.
 */
export const explorable = (widget) => ({
  ...widget,
  render: ({ model, el }) => bringToLife(widget, model, el),
  still: (traits, constants, local = {}) => writeStill(widget, traits, constants, local),
});

/** The page of a widget as HTML; `paper` is that of its question once it is answered. */
function writeStill(widget, traits, constants, { paper, ...local }) {
  const shown = paper && constants.question?.show;
  const state = shown ? { ...traits, ...shown, answered: true } : traits;
  const first = { ...FIRST, guess: startOfGuess(constants), ...local };
  return markup(layout(widget, makeScene(widget, state, constants, first), {}, paper));
}

/** What had the focus and is gone hands it on to its row, or to the widget. */
function keepFocus(it, draw) {
  const held = it.el.contains(document.activeElement) ? document.activeElement : null;
  const row = held?.parentElement;
  draw();
  if (!held || held.isConnected) return;
  const home = row.isConnected ? row : it.node;
  home.querySelector("button, input, summary")?.focus({ preventScroll: true });
}

/** Draws these traits: only what differs from what is seen is written. */
function drawTraits(it, traits, held) {
  const folds = held && it.node ? shutFolds(it.node, it.tree) : {};
  if (held) it.rest = setTimeout(() => it.draw({ lasts: 0 }), REST);
  const local = { ...it.local, meant: it.traits(), folds };
  it.scene = makeScene(it.widget, traits, it.constants, local);
  const tree = layout(it.widget, it.scene, it.act);
  it.node = it.node ? patch(it.node, it.tree, tree) : create(tree);
  it.tree = tree;
  fitStrip(it, held);
}

/** Where motion starts: at what is shown, but for what the widget plays anew. */
const startOf = ({ widget, shown }, traits) =>
  shown && { ...shown, ...widget.anew?.(shown, traits) };

/** The traits that go through all values between those at the start and those to come. */
function glidesOf({ widget }, from, traits) {
  const isOn = (name) => canGlide(from?.[name], traits[name]) && !isSame(from[name], traits[name]);
  return (widget.glides ?? []).filter(isOn);
}

/** From frame to frame, until all are where they go to. */
function runGlide(it, names, from) {
  const { paces = {} } = it.widget;
  const isPaced = (name) => name in paces;
  const lastsOf = (name, to) => (isPaced(name) ? paces[name] * apart(from[name], to[name]) : GLIDE);
  let begun;
  const step = (time) => {
    begun ??= time;
    const traits = it.traits();
    const under = names.filter((name) => time - begun < lastsOf(name, traits));
    const between = under.map((name) => {
      const share = (time - begun) / lastsOf(name, traits);
      return [name, mix(from[name], traits[name], isPaced(name) ? share : ease(share))];
    });
    it.shown = { ...traits, ...Object.fromEntries(between) };
    it.frame = under.length ? requestAnimationFrame(step) : 0;
    keepFocus(it, () => drawTraits(it, it.shown));
  };
  it.frame = requestAnimationFrame(step);
}

/** Draws what is known now; what a hand holds follows at once, all else glides. */
function drawScene(it, { held = false, lasts = GLIDE, even = false } = {}) {
  cancelAnimationFrame(it.frame);
  clearTimeout(it.rest);
  it.rest = 0;
  const traits = it.traits();
  const from = startOf(it, traits);
  const names = held || !it.node || !wantsMotion() ? [] : glidesOf(it, from, traits);
  const first = { ...traits, ...Object.fromEntries(names.map((name) => [name, from[name]])) };
  it.shown = first;
  if (names.length) {
    drawTraits(it, first);
    runGlide(it, names, first);
  } else {
    gliding(held ? 0 : lasts, () => drawTraits(it, traits, held), even);
  }
}

/** What is known once nothing glides any more. */
const finalScene = (it) =>
  it.frame ? makeScene(it.widget, it.traits(), it.constants, it.local) : it.scene;

/** Writes traits; the model's own echo of it is not drawn again. */
function writeTraits(it, change, how) {
  it.mine = true;
  for (const [name, value] of Object.entries(change)) it.model.set(name, value);
  it.model.save_changes();
  it.mine = false;
  it.local.undoable = !it.past.empty();
  it.draw(how);
  it.kept?.write(changes(it.traits(), it.start));
}

/** A change that the reader asked for: it can be undone, gesture by gesture, and is spoken of. */
function setTraits(it, change, how) {
  it.local.requests = forgetRefused(it.local.requests);
  const before = it.traits();
  const another = Object.keys(changes(change, before)).length > 0;
  if (it.fresh && another) it.past.keep({ traits: before, acted: it.acted });
  if (another) it.fresh = false; // a hand that has not moved anything yet is still at its start
  if (another) it.acted = it.local.acted;
  it.write(change, how);
  const speech = it.widget.speak ?? it.widget.says;
  const said = speech?.(finalScene(it));
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
  const constants = model.get("_constants");
  const place = el.closest("[data-place]")?.dataset.place;
  const it = {
    widget,
    model,
    el,
    start,
    place,
    constants,
    past: memory(),
    acted: false, // before the change that is being made
    kept: place && store(place, start),
    local: { ...FIRST, live: true, guess: startOfGuess(constants), requests: startOfAsks(widget) },
    voice: create(h("p", { class: "kit-spoken", "aria-live": "polite" })),
    traits: () => Object.fromEntries(names.map((name) => [name, model.get(name)])),
    speak: (html) => speakLater(it, html),
    draw: (how) => keepFocus(it, () => drawScene(it, how)),
    show: (change, how) => {
      Object.assign(it.local, change);
      it.draw(how);
    },
    write: (change, how) => writeTraits(it, change, how),
    set: (change, how) => setTraits(it, change, how),
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
  const letGo = () => it.rest && it.draw({ lasts: 0 });
  for (const end of ["pointerup", "pointercancel", "change"]) el.addEventListener(end, letGo);
  for (const gesture of ["pointerdown", "keydown", "change"]) {
    el.addEventListener(gesture, beginGesture, true); // on the way down: before what it asks for
  }
  el.addEventListener("kit:ask", ({ detail }) => takeChange(it, detail));
  el.addEventListener("kit:play", act.play);
  el.addEventListener("toggle", () => it.draw({ lasts: 0 }), true); // what was shut may be behind
  el.addEventListener("kit:tell", ({ detail }) => act.tell(detail));
  followPointer(it);
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
  it.local.tasked = Boolean(it.traits().answered); // who comes back has read what was said
  it.local.isTaskRead = it.local.tasked || !it.constants.question;
  it.local.narrow = isNarrow(el.clientWidth);
  it.draw();
  el.append(it.node, it.voice);
  const leaveModel = followModel(it);
  const leaveSizes = followSizes(it);
  listen(it);
  return () => {
    it.act.stop();
    clearTimeout(it.timer);
    clearTimeout(it.tick);
    clearTimeout(it.rest);
    cancelAnimationFrame(it.frame);
    leaveModel();
    leaveSizes();
    it.node.remove();
    it.voice.remove();
  };
}
