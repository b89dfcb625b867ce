import { bar, list } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";
import { tell } from "../widget/kit/words.js";
import { drawCloser } from "./date_closer.js";
import { drawField, spoken } from "./date_field.js";
import { lookAt, lstmStep } from "./date_network.js";
import { drawOffered, drawPicture } from "./date_picture.js";
import { crossing, targetOf, translated } from "./date_result.js";
import { roomOf } from "./date_room.js";
import { derive, END, isKnownYear, NONE, spokenOf, textOf } from "./date_state.js";
import { unpackWeights } from "./date_weights.js";
import { FORM_NAMES, packText, readDate, readTyped, sayDate, wordAt } from "./date_words.js";

// What tests compare with the package.
export { crossing, derive, lookAt, lstmStep, packText, readDate, sayDate, unpackWeights, wordAt };

/** What a translator writes for a text, and all its numbers. */
export const translateText = (text, model) => translated(text, model);

const SLOTS = 11; // letters of a date and its stop

// What is seen

const said = (name) => (scene) => {
  const { facts, texts } = spokenOf(scene);
  return tell(scene.constants[name], facts, texts);
};

const percent = (x) => `${Math.round(100 * x)}\u00a0%`;

/** What is told of each written letter. */
function heldsOf({ steps, letters, text, date, attends, hidden, due }) {
  return steps.map(({ look }, k) => {
    const wrong = due.length && letters[k] !== due[k] ? `${due[k] ?? "nothing"} is due, ` : "";
    if (hidden) return `${wrong}what it looks at is asked`;
    if (!attends) return wrong.replace(/, $/, "");
    const { word, share } = targetOf(look, text, date);
    return `${wrong}gives ${percent(share)} of its weight to ${word}`;
  });
}

function fullScene(scene) {
  const slots = Math.max(SLOTS, scene.steps.length);
  const room = roomOf(scene.narrow, scene.n, slots);
  return { ...spokenOf(scene), room, helds: heldsOf(scene) };
}

const picture = (scene) => drawPicture(fullScene(scene), said("seen")(scene));

// What is asked for

/** Another wording of the date that is chosen, or a text of one's own, which starts as this one. */
function wordingList({ text, chosen, form, isOwn }) {
  const wordings = FORM_NAMES.map((name) => [name, sayDate(chosen, name)]);
  const choices = list({
    label: isOwn ? spoken("Wording") : "Wording",
    options: [...wordings, ["own", "your own text …"]],
    value: isOwn ? "own" : form,
    to: (name) =>
      name === "own" ? { typed: packText(text) } : { form: name, typed: NONE, at: END },
  });
  return h("div", { class: "is-wording" }, choices);
}

const controls = (scene) => [
  bar({
    label: "Decoder",
    options: Object.entries(scene.constants.decoders),
    value: scene.decoder,
    to: (name) => ({ decoder: name, at: END }),
  }),
  wordingList(scene),
  scene.isOwn && drawField(scene),
];

function play({ at, n, total, texts }) {
  const done = Math.floor(at);
  const written = done - n;
  return {
    label: "time",
    min: 0,
    max: total,
    value: done,
    show: `${done} / ${total}`,
    says: written > 0 ? `written: ${texts.sofar}` : `${done} of ${n} letters read`,
    to: (value) => ({ at: value }),
    every: 150,
  };
}

function table({ steps, letters, due, text, date, attends, hidden }) {
  const lookOf = (look) => {
    if (hidden) return "?";
    if (!attends) return "–";
    const { word, share } = targetOf(look, text, date);
    return `${word} ${percent(share)}`;
  };
  const named = (letter) => (letter === "." ? "stop" : (letter ?? "–"));
  return {
    summary: "The letters",
    caption: `What is written for “${text}”`,
    head: ["letter", "due", "probability", "looks most at"],
    rows: steps.map(({ p, look }, k) => [
      `${k + 1}: ${named(letters[k])}`,
      named(due[k]),
      p.toFixed(3),
      lookOf(look),
    ]),
  };
}

// How it moves: at the pace of the clock, from the first letter that is another one

export function anew(shown, traits) {
  const before = textOf(shown).text;
  const now = textOf(traits).text;
  if (before !== now) {
    const same = Array.from(now).findIndex((letter, j) => letter !== before[j]);
    return { at: same < 0 ? now.length : same };
  }
  return shown.decoder === traits.decoder ? {} : { at: now.length };
}

/** The traits for a text that was typed. */
function typedAs(text) {
  const date = readDate(text);
  const chosen = date && isKnownYear(date) ? date : {};
  return { ...chosen, typed: packText(text), at: END, look: 0 };
}

const typed = {
  there: () => ({ bytes: 0 }),
  ask: async (text) => readTyped(text),
  sets: typedAs,
};

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawOffered(fullScene(scene)),
  controls,
  play,
  more: (scene) => drawCloser(fullScene(scene)),
  table,
  says: said("words"),
  asks: { typed },
  glides: ["at"],
  paces: { at: 150 },
  anew,
  forms: true,
  lines: [1, 2],
});
