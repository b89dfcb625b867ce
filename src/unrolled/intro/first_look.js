// The d-e-m-o network, alive: three letters are read, and a slider trains it.
import { axis } from "../widget/kit/axes.js";
import { table } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";
import { graph } from "../widget/kit/graph.js";
import { decimals } from "../widget/kit/numbers.js";
import { picture } from "../widget/kit/picture.js";
import { playback, player } from "../widget/kit/play.js";

const STEPS = [1, 2, 3];
const KEY =
  "It reads “d”, “e”, “m”, one after the other, keeps two numbers, its state, and says" +
  " how likely each letter is to come next. ▸ marks the one that does.";

/** Everything that is shown follows from the state. */
export function derive({ steps }, { after, boxes }) {
  const { h: states, y_hat: predictions, L: loss } = after[steps];
  const values = {};
  STEPS.forEach((t, i) => {
    values[`x_${t}`] = [];
    values[`h_${t}`] = states[i];
    values[`y_hat_${t}`] = predictions[i];
  });
  const next = predictions
    .map((p, i) => {
      const { letters, target } = boxes[`y_hat_${i + 1}`];
      return `${letters[target]} ${decimals(p[target], 2)}`;
    })
    .join(", ");
  return { values, next, loss, count: `${steps} step${steps === 1 ? "" : "s"}` };
}

const title = ({ count, next }) => `After ${count} of training: ${next}`;
const speak = (scene) => `${title(scene)}. Mean loss ${decimals(scene.loss)}.`;

/** The network over three steps. */
export const drawing = (scene) => ({
  size: [360, 260],
  x: axis(0, 360),
  y: axis(260, 0),
  says: `Each letter leads to a state, each state to a prediction and the next. ${title(scene)}.`,
  marks: graph({ ...scene.constants, values: (id) => scene.values[id] }),
});

const play = ({ steps, count, loss }) => ({
  label: "training",
  min: 0,
  max: 30,
  value: steps,
  show: count,
  every: 250,
  says: `${count} of training, mean loss ${decimals(loss)}`,
  to: (n) => ({ steps: n }),
});

const numbers = ({ constants: { boxes }, values }) => ({
  caption: "States, and how likely each letter is next",
  head: ["quantity", ...STEPS.map((t) => `after “${boxes[`x_${t}`].letter}”`)],
  rows: ["h", "y_hat"].flatMap((name) =>
    values[`${name}_1`].map((_, k) => [
      name === "h" ? `state, ${k + 1}` : `next “${boxes.y_hat_1.letters[k]}”`,
      ...STEPS.map((t) => decimals(values[`${name}_${t}`][k])),
    ]),
  ),
});

const line = (html, kind = "") =>
  h("p", { class: `kit-says ${kind}`, style: "--wide: 1; --narrow: 1", html });

/** The page of its own: picture, player, what it is, its numbers. */
const page = (scene, does) =>
  h(
    "div",
    { class: "kit is-open kit-first" },
    line(title(scene), "kit-title"),
    h(
      "div",
      { class: "kit-stage" },
      h("div", { class: "kit-main" }, picture(drawing(scene))),
      h(
        "div",
        { class: "kit-side" },
        player(playback(parts, scene), scene, does),
        line(`Loss, how wrong it is: ${decimals(scene.loss, 3)}`),
        h("p", {}, KEY),
      ),
      h(
        "div",
        { class: "kit-rest" },
        h(
          "details",
          { class: "kit-numbers" },
          h("summary", {}, "The numbers"),
          table(numbers(scene)),
        ),
      ),
    ),
  );

const parts = { derive, page, play, speak };
export default explorable(parts);
