// What a reader can do with any widget.
import { clocked } from "./play.js";
import { changed, link } from "./session.js";

/** The actions of the widget `it`, each without an argument but `answer` and `copy`. */
export function acts(it) {
  const { play, stop } = clocked(it);
  const focus = () => it.node.querySelector(".kit-stage").focus({ preventScroll: true });
  const copy = async (text, said) => {
    try {
      await navigator.clipboard.writeText(text);
      it.speak(said);
    } catch {
      it.speak("This browser does not let a page copy.");
    }
  };
  const again = () => {
    stop();
    it.fresh = true;
  };
  const full = () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    return it.el.closest(".explorable").requestFullscreen();
  };
  const copied = () => copy(link(it.place, changed(it.traits(), it.start)), "The link is copied.");
  return {
    play,
    stop,
    copy,
    answer: (guess) => it.show({ guess }),
    pass: () => {
      it.write({ answered: true });
      focus();
    },
    go: () => {
      again();
      it.set({ ...it.constants.question.show, answered: true });
      focus();
    },
    reset: () => {
      again();
      it.set({ ...it.start, answered: it.scene.answered });
    },
    undo: () => {
      stop();
      it.write(it.past.back());
      it.speak("The last change is undone.");
    },
    link: it.place && copied,
    full: document.fullscreenEnabled && full,
  };
}
