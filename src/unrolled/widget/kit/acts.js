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

  const copyLink = () =>
    copy(writeLink(it.place, changes(it.traits(), it.start)), "The link is copied.", "link");

  const { question } = it.constants;

  /** The case that the question is about, its answer in it. */
  const reveal = (local) => {
    beginGesture();
    Object.assign(it.local, local);
    it.set({ ...question.show, answered: true });
    focusStage(it);
  };

  /** What is said to a flag, by the widget, of the case that the question is about. */
  const judge = (guess) => {
    const state = { ...it.traits(), ...question.show, answered: true };
    const scene = { ...it.local, constants: it.constants, guess };
    const { right, html } = it.widget.judge({
      ...state,
      ...scene,
      ...it.widget.derive(state, it.constants),
    });
    return `<strong>${right ? "Yes." : "Not quite."}</strong> ${html}`;
  };

  return {
    play,
    stop,
    copy,
    answer: (guess) =>
      reveal({ guess, reply: question.options ? replyTo(question, guess) : judge(guess) }),
    pass: () => reveal({ guess: question.place?.start ?? null, reply: null }),
    again: () => {
      beginGesture();
      Object.assign(it.local, { guess: question.place?.start ?? null, reply: null });
      it.set({ ...question.show, answered: false });
    },
    reset: () => {
      beginGesture();
      it.set({ ...it.start, answered: it.scene.answered });
    },
    undo: () => {
      stop();
      it.write(it.past.back());
      it.speak("The last change is undone.");
    },
    link: it.place && copyLink,
    full: document.fullscreenEnabled && (() => toggleFullScreen(it.el)),
  };
}

function focusStage(it) {
  it.node.querySelector(".kit-stage").focus({ preventScroll: true });
}

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
