// What a reader can do with any widget.
import { makeClock } from "./play.js";
import { changes, writeLink } from "./session.js";

/** The actions of the widget `it`, each without an argument but `answer` and `copy`. */
export function acts(it) {
  const { play, stop } = makeClock(it);

  const beginGesture = () => {
    stop();
    it.fresh = true;
  };

  const copy = (text, said) => copyText(it, text, said);

  const copyLink = () =>
    copy(writeLink(it.place, changes(it.traits(), it.start)), "The link is copied.");

  return {
    play,
    stop,
    copy,
    answer: (guess) => it.show({ guess }),
    pass: () => {
      it.write({ answered: true });
      focusStage(it);
    },
    go: () => {
      beginGesture();
      it.set({ ...it.constants.question.show, answered: true });
      focusStage(it);
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

async function copyText(it, text, said) {
  try {
    await navigator.clipboard.writeText(text);
    it.speak(said);
  } catch {
    it.speak("This browser does not let a page copy.");
  }
}

function toggleFullScreen(el) {
  if (document.fullscreenElement) return document.exitFullscreen();
  return el.closest(".explorable").requestFullscreen();
}
