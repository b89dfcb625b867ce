// What a reader can do with any widget.
import { makeClock } from "./play.js";
import { replyTo } from "./question.js";
import { changes, writeLink } from "./session.js";

const COPIED = 2000; // ms for which it is said where it was pressed

/** The actions of the widget `it`, each without an argument but `answer` and `copy`. */
export function acts(it) {
  const { play, stop } = makeClock(it);

  const beginGesture = () => {
    stop();
    it.fresh = true;
  };

  const copy = (text, said, tool) => copyText(it, text, said, tool);

  const start = it.constants.question?.place?.start ?? null;

  /** The case that the question is about, with these local values. */
  const turnTo = (answered, local) => {
    beginGesture();
    Object.assign(it.local, local);
    it.set({ ...it.constants.question.show, answered });
    if (answered) focusStage(it);
  };

  return {
    play,
    stop,
    copy,
    answer: (guess) => turnTo(true, { guess, reply: judge(it, guess) }),
    pass: () => turnTo(true, { guess: start, reply: null }),
    again: () => turnTo(false, { guess: start, reply: null, tasked: false }),
    turn: () => turnTask(it, beginGesture),
    reset: () => {
      beginGesture();
      it.set({ ...it.start, answered: it.scene.answered });
    },
    undo: () => takeBack(it, stop),
    link: it.place && (() => copyLink(it)),
    full: document.fullscreenEnabled && (() => toggleFullScreen(it.el)),
  };
}

/** To the task, with what it is about, or back to the answer. */
function turnTask(it, beginGesture) {
  const tasked = !it.local.tasked;
  const { set } = it.constants.task;
  if (!tasked || !set) return it.show({ tasked });
  beginGesture();
  it.local.tasked = tasked;
  return it.set(set);
}

function takeBack(it, stop) {
  stop();
  it.write(it.past.back());
  it.speak("The last change is undone.");
}

/** What is said to a guess: by the question to an option, by the widget to a flag. */
function judge(it, guess) {
  const { question } = it.constants;
  if (question.options) return replyTo(question, guess);
  const state = { ...it.traits(), ...question.show, answered: true };
  const derived = it.widget.derive(state, it.constants);
  const scene = { ...state, constants: it.constants, ...it.local, guess, ...derived };
  const { right, html } = it.widget.judge(scene);
  return `<strong>${right ? "Yes." : "Not quite."}</strong> ${html}`;
}

function focusStage(it) {
  it.node.querySelector(".kit-stage").focus({ preventScroll: true });
}

const copyLink = (it) =>
  copyText(it, writeLink(it.place, changes(it.traits(), it.start)), "The link is copied.", "link");

async function copyText(it, text, said, tool) {
  try {
    await navigator.clipboard.writeText(text);
    it.speak(said);
    it.show({ copied: tool });
    it.tick = setTimeout(() => it.show({ copied: null }), COPIED);
  } catch {
    it.speak("This browser does not let a page copy.");
  }
}

function toggleFullScreen(el) {
  if (document.fullscreenElement) return document.exitFullscreen();
  return el.closest(".explorable").requestFullscreen();
}
