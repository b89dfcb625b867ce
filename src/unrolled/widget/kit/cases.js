// Which case the picture shows: that of the question, that of a story, or one of the reader's own.
import { playback } from "./play.js";

/** Whether two values of traits are the same. */
export const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const sets = (story, change) =>
  Object.keys(story).length === Object.keys(change).length &&
  Object.entries(story).every(([name, value]) => isSame(change[name], value));

/** Whether this change is that of a story: it is told to the reader, who has done nothing yet. */
export const isStory = ({ stories = [] }, change) => stories.some(({ set }) => sets(set, change));

/** The trait along which a case is played step by step: it is the same case at every step, unless
 *  the question is about a single one. */
function playedTrait(widget, scene) {
  if (scene.constants.question.single) return null;
  const it = playback(widget, scene);
  const names = it && it.step === 1 ? Object.keys(it.to(it.min)) : [];
  return names.length === 1 ? names[0] : null;
}

/** Whether the picture still shows what was said to the guess, as it stood when it was said. */
export function isAnswersCase(widget, scene) {
  const { question } = scene.constants;
  if (!question || !scene.answered) return true;
  const now = scene.meant ?? scene; // where a glide goes
  const played = playedTrait(widget, scene);
  return Object.entries({ ...scene.toldIn, ...question.show }).every(
    ([name, value]) => name === "answered" || name === played || isSame(now[name], value),
  );
}
