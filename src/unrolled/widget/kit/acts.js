// What a reader can do with any widget.
import { waitForLeave } from "./hover.js";
import { makeClock } from "./play.js";
import { MOVE_FIRST, replyTo } from "./question.js";
import { startOfGuess } from "./scene.js";
import { changes, writeLink } from "./session.js";

const COPIED = 2000; // ms for which it is said where it was pressed

const UNASKED = { reply: null, tasked: false, isTouched: false, isNudged: false };

/** The actions of the widget `it`, each without an argument but `answer` and `copy`. */
export function acts(it) {
  const { play, stop } = makeClock(it);

  const beginGesture = () => {
    stop();
    it.fresh = true;
  };

  const copy = (text, said, tool) => copyText(it, text, said, tool);

  return {
    play,
    stop,
    copy,
    ...answers(it, beginGesture),
    turn: () => turnToTask(it, stop),
    reset: () => startAgain(it, beginGesture),
    undo: () => takeBack(it, stop),
    tell: (name) => {
      beginGesture();
      tellStory(it, name, stop);
    },
    link: it.place && (() => copyLink(it)),
    full: document.fullscreenEnabled && (() => toggleFullScreen(it.el)),
  };
}

/** What a reader can do with the question and with the reply. */
function answers(it, beginGesture) {
  const start = startOfGuess(it.constants);

  const turnTo = (answered, local) => {
    beginGesture();
    turnQuestion(it, answered, local);
  };

  return {
    answer: (guess) =>
      isUntouched(it) ? askToMove(it) : turnTo(true, { guess, reply: judge(it, guess) }),
    pass: () => turnTo(true, { guess: start, reply: null }),
    again: () => turnTo(false, { ...UNASKED, guess: start }),
    whole: () => it.show({ isWhole: !it.local.isWhole }, { lasts: 0 }),
    back: () => {
      beginGesture();
      showItsPicture(it);
    },
  };
}

/** The case that the question is about: as it is `asked`, or as `show` has it at the end. */
function turnQuestion(it, answered, local) {
  Object.assign(it.local, local, { toldIn: null, isWhole: false });
  leaveCase(it, false);
  const { show, asked } = it.constants.question;
  if (answered) {
    waitForLeave(it);
    it.local.pointed = null;
  }
  it.set({ ...show, ...(answered ? {} : asked), answered });
  if (!answered) return;
  it.local.toldIn = it.traits();
  focusStage(it);
}

/** Whether the flag is where the page has put it: a guess that nobody has made is none. */
const isUntouched = ({ constants, local }) => constants.question.place && !local.isTouched;

function askToMove(it) {
  it.speak(`${MOVE_FIRST}.`);
  it.show({ isNudged: true }, { lasts: 0 });
}

/** The picture changes: by the reader, who may reach the task so, or by what is told. */
export function leaveCase(it, acted) {
  Object.assign(it.local, { acted, isNudged: false, isWhole: false });
}

/** Back to the picture that the answer is about, as it was when it was said. */
function showItsPicture(it) {
  leaveCase(it, false);
  it.set({ ...it.local.toldIn, ...it.constants.question.show, answered: true });
}

/** From the answer to the task, which may set what it needs, or back. */
function turnToTask(it, stop) {
  const { reached } = it.scene.task;
  Object.assign(it.local, { isTaskRead: true, isWhole: false, tasked: !it.local.tasked });
  const { set } = it.constants.task;
  if (!set || !it.local.tasked || reached) return it.draw();
  stop();
  it.fresh = true;
  leaveCase(it, false);
  return it.set(set);
}

/** Back to the start: that of the task, for who is at it, unless the page starts there. */
function startAgain(it, beginGesture) {
  beginGesture();
  leaveCase(it, false);
  if (!it.scene.answered) {
    Object.assign(it.local, UNASKED, { guess: startOfGuess(it.constants) }); // the flag, too
  }
  const isAtTask = it.local.tasked && !it.start.answered;
  const ofTask = isAtTask && it.constants.task?.set;
  it.set({ ...it.start, ...ofTask, answered: it.scene.answered });
}

function takeBack(it, stop) {
  stop();
  const { traits, acted } = it.past.back();
  it.local.acted = it.acted = acted;
  it.write(traits);
  it.speak("The last change is undone.");
}

/** A story that a sentence of the page tells; told a second time it is taken back. */
function tellStory(it, name, stop) {
  const story = it.constants.stories.find((one) => one.name === name);
  const isTold = !Object.keys(changes(story.set, it.traits())).length;
  leaveCase(it, false);
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
  if (!right && !near) return html;
  return `<strong>${right ? "Yes." : "Almost."}</strong> ${html}`;
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
