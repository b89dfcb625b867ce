// What is known of a widget at a moment, and what of it is here alone, in no trait.
import { isAnswersCase } from "./cases.js";

/** What is here alone, at the start. */
export const FIRST = {
  guess: null, // an option's number, or where the flag is
  reply: null, // what was said to it
  tasked: false, // whether the task is seen and not what was said to the guess
  isTaskRead: false, // whether it has been seen
  toldIn: null, // the traits when it was said
  isWhole: false, // whether all of it is seen, over the picture
  isTouched: false, // whether the flag of a guess was moved
  isNudged: false, // whether one that was not was to be the guess
  acted: false, // whether the reader moved anything since the page or a story came
  copied: null, // the tool that has just copied something
  pointed: null, // what the pointer or the focus is on
  playing: false,
  undoable: false,
  narrow: false,
  live: false,
  requests: {}, // what takes time: how far it is
};

/** What is known: traits, what Python gives, what is only here, and what follows from them. */
export function makeScene(widget, traits, constants, local) {
  const scene = { ...traits, constants, ...local, ...widget.derive(traits, constants) };
  if (scene.task) scene.task = { ...scene.task, reached: scene.task.reached && local.acted };
  scene.inCase = isAnswersCase(widget, scene);
  return scene;
}

/** Where the flag of a question is before it is set. */
export const startOfGuess = ({ question }) => question?.place?.start ?? null;
