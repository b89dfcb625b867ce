import { askField } from "../widget/kit/asks.js";
import { list, note } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { minilm } from "../widget/kit/own_sentence.js";
import { tell } from "../widget/kit/words.js";
import { decoded } from "./recorded.js";
import { drawCloser } from "./sentence_closer.js";
import { isAlone } from "./sentence_forms.js";
import { drawBallots } from "./sentence_grid.js";
import { nowOf, percent, placeOf, plain } from "./sentence_now.js";
import { firstLook, ownSentence } from "./sentence_own.js";
import { drawOffered, drawSentence } from "./sentence_picture.js";
import { drawSimilar } from "./sentence_similar.js";
import { drawStrips } from "./sentence_strips.js";

const highest = (values) => values.indexOf(Math.max(...values));

/** The habit that gets most of a head's weight on average, or of its layer's: [share, name]. */
function habitOf({ patterns, heads }, { layer, head }) {
  const mean = (row) => row.reduce((sum, v) => sum + v, 0) / heads;
  const share = (of) => (head ? of[layer - 1][head - 1] : mean(of[layer - 1]));
  const shares = Object.entries(patterns).map(([name, of]) => [share(of), name]);
  return shares.reduce((best, one) => (one[0] > best[0] ? one : best));
}

/** Of the riddle, while it is asked: what would tell, and whether its three heads are shown. */
function asking({ answered, pins, pointed, constants }) {
  const withheld = !answered && Boolean(constants?.riddle);
  const isShown = withheld && constants.riddle.every((place, n) => pins[n] === place + 1);
  return { withheld, three: isShown && pointed?.[0] !== "h" };
}

/** What the word looks at most in each of the heads that are pinned. */
function threeOf({ pins, all, words }, { token }) {
  const found = pins.map((pin) => (pin ? plain(words[highest(all[pin - 1][token])].text) : ""));
  return { inA: found[0], inB: found[1], inC: found[2] };
}

/** What there is to say of a word and a head. */
function describe(scene, constants, now) {
  const { words, all, answered, sentence, isOwn } = scene;
  const row = all[placeOf(now, constants)][now.token];
  const most = highest(row);
  const [share, name] = isAlone(constants) ? [0, ""] : habitOf(constants, now);
  const { wanted } = constants;
  const here = !!wanted && !isOwn && sentence === wanted.sentence;
  const asks = here ? all[placeOf(now, constants)][wanted.it][wanted.noun] : 0;
  const facts = {
    answered,
    mean: now.head === 0,
    half: row[most] >= 0.5,
    self: most === now.token,
    habit: share >= 0.5,
    elsewhere: !here,
    hidden: !answered && now.token === constants.asked,
    ...asking(scene),
  };
  const texts = {
    layer: `${now.layer}`,
    head: `${now.head}`,
    heads: `${constants.heads}`,
    token: plain(words[now.token].text),
    key: plain(words[most].text),
    other: plain(words[now.other].text),
    most: percent(row[most]),
    share: percent(share),
    habit: constants.places[name] ?? "",
    asks: percent(asks),
    ...threeOf(scene, now),
  };
  return { row, asks, facts, texts: { ...texts, who: tell(constants.who, facts, texts) } };
}

export function derive(state, constants) {
  const isOwn = state.written && !!constants.own;
  const one = isOwn ? ownSentence(constants) : constants.sentences[state.sentence];
  const last = one.words.length - 1;
  const scene = {
    ...state,
    isOwn,
    token: Math.min(state.token, last),
    other: Math.min(state.other, last),
    words: one.words,
    all: decoded(one, constants),
  };
  const { row, asks, facts, texts } = describe({ ...scene, constants }, constants, scene);
  const task = taskOf(scene, facts, texts, asks, constants);
  return { ...scene, row, facts, texts, task };
}

/** Reached by a word of a sentence, or by a head that gives it enough of the noun. */
function taskOf({ sentence, token, head }, facts, texts, asks, { goal, wanted, value }) {
  if (!goal && !wanted) return { reached: false, value: "" };
  const isThere = goal && sentence === goal.sentence && token === goal.token;
  const isFound = wanted && !facts.elsewhere && token === wanted.it && head > 0 && asks >= 0.5;
  return { reached: Boolean(isThere || isFound), value: tell(value, facts, texts) };
}

/** The same of what the pointer or the focus is on. */
const toldOf = (scene) => describe(scene, scene.constants, nowOf(scene));

const said = (name) => (scene) => {
  const { facts, texts } = toldOf(scene);
  return tell(scene.constants[name], facts, texts);
};

const picture = (scene) => ({ says: said("seen")(scene), ...drawSentence(scene, toldOf(scene)) });

const NONE = [0, 0, 0];

/** A recorded sentence, or what the reader wrote, where the page has the encoder. */
function controls(scene) {
  const { sentence, isOwn, constants } = scene;
  const recorded = constants.sentences.map(({ name }, n) => [n, name]);
  const written = constants.own ? [["own", "your own"]] : [];
  const field = { label: "Your own sentence", example: "The bank of the river was steep." };
  return [
    list({
      label: "Sentence",
      value: isOwn ? "own" : sentence,
      to: (n) => (n === "own" ? { written: true } : { sentence: n, written: false }),
      options: [...recorded, ...written],
    }),
    constants.wanted && askField(scene, "own", field),
  ];
}

/** Through the layers: the mean of each one's heads. */
const play = ({ layer, constants, texts, row, other }) =>
  constants.layers > 1 && {
    label: "block",
    min: 1,
    max: constants.layers,
    value: layer,
    every: 1100,
    show: `${layer}`,
    to: (n) => ({ layer: n, head: 0, pins: NONE }),
    says: `block ${layer}: ${texts.token} gives ${percent(row[other])} to ${texts.other}`,
  };

const more = (scene) => ({
  name: "Closer",
  parts: [
    ...drawSimilar(scene),
    !isAlone(scene.constants) &&
      list({
        label: "Order heads by",
        value: scene.order,
        to: (order) => ({ order }),
        options: scene.constants.orders,
      }),
    drawStrips(scene, nowOf(scene), toldOf(scene)),
    drawCloser(scene, nowOf(scene), toldOf(scene)),
    scene.constants.warning ? note(scene.constants.warning) : null,
  ],
});

const table = ({ words, row, texts }) => ({
  caption: `What ${texts.token} looks at`,
  head: ["token", "weight"],
  rows: words.map(({ text }, n) => [`${n + 1} ${plain(text)}`, percent(row[n])]),
});

export default explorable({
  derive,
  picture,
  ballots: (scene) => (scene.constants.offered ? drawOffered : drawBallots)(scene),
  controls,
  play,
  more,
  table,
  says: said("words"),
  asks: {
    own: { ...minilm, sets: firstLook },
    twin: minilm,
  },
  forms: true,
  lines: [1, 3],
});
