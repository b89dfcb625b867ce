// What a reader can do with any widget.
import { waitForLeave } from "./hover.js";
import { glideHeight } from "./motion.js";
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

  const turnTo = (answered, local) => {
    beginGesture();
    turnQuestion(it, answered, local);
  };

  return {
    play,
    stop,
    copy,
    answer: (guess) => turnTo(true, { guess, reply: judge(it, guess) }),
    pass: () => turnTo(true, { guess: start, reply: null }),
    again: () => turnTo(false, { guess: start, reply: null, tasked: false }),
    turn: () => turnToTask(it, stop),
    reset: () => {
      beginGesture();
      it.set({ ...it.start, answered: it.scene.answered });
    },
    undo: () => takeBack(it, stop),
    tell: (name) => {
      beginGesture();
      tellStory(it, name, stop);
    },
    link: it.place && (() => copyLink(it)),
    full: document.fullscreenEnabled && (() => toggleFullScreen(it.el)),
  };
}

/** The case that the question is about: as it is `asked`, or as `show` has it at the end. */
function turnQuestion(it, answered, local) {
  Object.assign(it.local, local, { restored: false });
  const { show, asked } = it.constants.question;
  if (answered) {
    waitForLeave(it);
    it.local.pointed = null;
  }
  glidePanel(it, () => it.set({ ...show, ...(answered ? {} : asked), answered }));
  if (answered) focusStage(it);
}

/** What is written makes the panel of the question higher or lower, by and by. */
const glidePanel = (it, write) => glideHeight(() => it.node.querySelector(".kit-question"), write);

/** From the answer to the task, which may set what it needs, or back. */
function turnToTask(it, stop) {
  const { reached } = it.scene.task;
  Object.assign(it.local, { tasked: !it.local.tasked });
  const { set } = it.constants.task;
  if (!set || !it.local.tasked || reached) return glidePanel(it, () => it.draw());
  stop();
  it.fresh = true;
  return glidePanel(it, () => it.set(set));
}

function takeBack(it, stop) {
  stop();
  it.write(it.past.back());
  it.speak("The last change is undone.");
}

/** A story that a sentence of the page tells; told a second time it is taken back. */
function tellStory(it, name, stop) {
  const story = it.constants.stories.find((one) => one.name === name);
  const isTold = !Object.keys(changes(story.set, it.traits())).length;
  if (!isTold) it.set(story.set);
  else if (!it.past.empty()) takeBack(it, stop);
}

/** What is said to a guess: by the question to an option, by the widget to a flag. */
function judge(it, guess) {
  const { question } = it.constants;
  if (question.options) return replyTo(question, guess);
  const state = { ...it.traits(), ...question.show, answered: true };
  const derived = it.widget.derive(state, it.constants);
  const scene = { ...state, constants: it.constants, ...it.local, guess, ...derived };
  const { right, near, html } = it.widget.judge(scene);
  const miss = near ? "Almost." : "Not quite.";
  return `<strong>${right ? "Yes." : miss}</strong> ${html}`;
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
