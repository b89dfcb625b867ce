// The smallest explorable with a field for a sentence of one's own.
import { askField } from "../widget/kit/asks.js";
import { axis } from "../widget/kit/axes.js";
import { range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { minilm, plain, weightAt } from "../widget/kit/own_sentence.js";
import { word as text } from "../widget/kit/picture.js";

const FIRST = {
  tokens: ["[CLS]", "the", "book", "[SEP]"],
  weights: [0.1, 0.2, 0.3, 0.4],
  heads: 1,
};

const derive = ({ word }, { own }) => {
  const seen = own ?? FIRST;
  const at = Math.min(word, seen.tokens.length - 1);
  return { tokens: seen.tokens, at, weight: weightAt(seen, 0, 0, 0, at) };
};

const picture = ({ tokens, at }) => ({
  says: "The tokens in a row",
  size: [700, 80],
  x: axis(0, 48),
  y: axis(0, 1),
  marks: tokens.map((token, n) =>
    text([2 * n + 1, 0.5], n === at ? `<b>${plain(token)}</b>` : plain(token)),
  ),
});

const controls = (scene) => [
  range({
    label: "Word",
    min: 0,
    max: 47,
    step: 1,
    value: scene.word,
    to: (word) => ({ word }),
  }),
  askField(scene, "own", {
    label: "Your own sentence",
    example: "The bank of the river was steep.",
  }),
];

const says = ({ tokens, at, weight }) => `[CLS] gives ${plain(tokens[at])} ${weight.toFixed(2)}.`;

export default explorable({
  derive,
  picture,
  controls,
  says,
  asks: { own: { ...minilm, sets: () => ({ word: 2 }) } },
});
