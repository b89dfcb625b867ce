import { act } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { percent } from "../widget/kit/numbers.js";
import { said } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { readLetters, writeLetters } from "./date_network.js";
import { unpackWeights } from "./date_weights.js";
import { drawBallots, drawString } from "./string_picture.js";
import { LEAST } from "./string_room.js";

const READS = "abcdefgh"; // what the encoder knows
const WRITES = ".>abcdefgh"; // the stop, the start, and what is written
const KINDS = ["attention", "vector"];

const weights = new Map(); // of each network, unpacked once

function weightsOf({ packed, shapes }) {
  if (!weights.has(packed.ints)) weights.set(packed.ints, unpackWeights(packed, shapes));
  return weights.get(packed.ints);
}

const statesOf = (text, { encoder }) =>
  readLetters(
    encoder,
    Array.from(text, (letter) => READS.indexOf(letter)),
  );

/** How a network reads a string and writes, at most two letters more than it has. */
function runOf(text, model, readStates = statesOf(text, weightsOf(model))) {
  const p = weightsOf(model);
  return { readStates, steps: writeLetters(p, readStates, text.length + 2).steps };
}

const runs = new Map(); // of each network by string: a hand goes to and fro over the same ones
const MANY = 200;

/** The same for the first letters of a string, computed once; all of it is read once, too. */
function knownRun(whole, length, model) {
  const { ints } = model.packed;
  if (!runs.has(ints)) runs.set(ints, new Map());
  const known = runs.get(ints);
  if (known.size >= MANY) known.clear();
  if (!known.has(whole)) known.set(whole, statesOf(whole, weightsOf(model)));
  const name = `${whole} ${length}`;
  if (!known.has(name)) {
    const states = known.get(whole).slice(0, length);
    known.set(name, runOf(whole.slice(0, length), model, states));
  }
  return known.get(name);
}

/** What it wrote, without the stop. */
const writtenIn = ({ steps }) =>
  steps
    .map(({ token }) => WRITES[token])
    .join("")
    .replace(/\.$/, "");

/** What a network writes for a string. */
export const reverseText = (text, model) => writtenIn(runOf(text, model));

/** Which letters are not the ones due: missing, other, or too many. */
export const wrongsOf = (written, due) =>
  Array.from({ length: Math.max(written.length, due.length) }, (_, k) => written[k] !== due[k]);

const countOf = (wrongs) => wrongs.filter(Boolean).length;

export function derive({ length, draw, answered }, { strings, models, value }) {
  const text = strings[draw].slice(0, length);
  const due = [...text].reverse().join("");
  const found = Object.fromEntries(
    KINDS.map((kind) => [kind, knownRun(strings[draw], length, models[kind])]),
  );
  const [attends, vector] = KINDS.map((kind) => writtenIn(found[kind]));
  const wrongs = { attention: wrongsOf(attends, due), vector: wrongsOf(vector, due) };
  const facts = {
    hidden: !answered,
    attendsRight: attends === due,
    vectorRight: vector === due,
  };
  const texts = {
    n: `${length}`,
    text,
    attends,
    vector,
    attendsWrong: `${countOf(wrongs.attention)}`,
    vectorWrong: `${countOf(wrongs.vector)}`,
  };
  const task = { reached: attends !== due, value: tell(value, facts, texts) };
  return {
    text,
    due,
    runs: found,
    written: { attention: attends, vector },
    wrongs,
    facts,
    texts,
    task,
  };
}

const controls = ({ draw, constants: { strings } }) =>
  act({ label: "Other letters", to: { draw: (draw + 1) % strings.length } });

/** Letter by letter more to read: the vector fills. */
const play = ({ length, constants: { strings } }) => ({
  label: "letters",
  min: LEAST,
  max: strings[0].length,
  value: length,
  show: `${length}`,
  says: `${length} letters`,
  to: (value) => ({ length: value }),
  every: 700,
});

function table({ answered, constants: { shares } }) {
  return {
    summary: "The shares",
    caption: "Held-out strings that come back right",
    head: ["letters", "with attention", "one vector"],
    rows: shares.vector
      .map((share, n) => [
        `${n + 1}`,
        percent(shares.attention[n]),
        answered ? percent(share) : "?",
      ])
      .slice(LEAST - 1),
  };
}

export default explorable({
  derive,
  picture: (scene) => drawString(scene, said("seen")(scene)),
  ballots: drawBallots,
  controls,
  play,
  table,
  says: said("words"),
  forms: true,
  lines: [1, 2],
});
