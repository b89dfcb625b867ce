// The d-e-m-o network, alive: three letters are read, and what it expects next condenses.
import { axis } from "../widget/kit/axes.js";
import { explorable } from "../widget/kit/explorable.js";
import { decimals } from "../widget/kit/numbers.js";
import { said } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import {
  drawFlags,
  drawGhosts,
  drawKey,
  drawLamp,
  drawLoss,
  drawThread,
  drawWord,
} from "./first_look_marks.js";
import { MOST, roomOf } from "./first_look_room.js";
import { spell, weightsAt } from "./speller.js";

const COUNTS = ["none", "one", "two", "all"];

const isLikeliest = (p, k) => p[k] === Math.max(...p);

/** Everything that is shown follows from the state. */
export function derive({ steps }, constants) {
  const { models, xs, ys, letters } = constants;
  const found = spell(weightsAt(models, steps), xs, ys);
  const { predictions } = found;
  const chosen = predictions.map((p) => letters[p.indexOf(Math.max(...p))]);
  const right = predictions.filter((p, t) => isLikeliest(p, t + 1)).length;
  const least = Math.min(...predictions.map((p, t) => p[t + 1]));
  const whole = Math.round(steps);
  const facts = {
    untrained: whole === 0,
    spells: right === 3,
    single: right === 1,
    half: least > 0.5,
    sure: least > 0.9,
  };
  const texts = {
    steps: `${whole} step${whole === 1 ? "" : "s"}`,
    expects: chosen.join(" "),
    right: COUNTS[right],
    loss: decimals(found.loss, 2),
    least: `${Math.round(100 * least)}`,
  };
  const value = tell(constants.value, facts, texts);
  return { ...found, facts, texts, task: { reached: whole === constants.half, value } };
}

function judge({ guess, constants }) {
  const { right, replies } = constants;
  if (guess === right) return { right: true, html: replies.right };
  const near = Math.abs(guess - right) <= 1;
  const html = replies[guess < right ? "early" : "late"].replace("{guess}", guess);
  return { right: false, near, html };
}

function picture(scene) {
  const room = roomOf(scene.narrow);
  return {
    size: [room.width, room.height],
    x: axis(0, room.width),
    y: axis(room.height, 0),
    says: said("seen")(scene),
    marks: [
      drawWord(room, scene),
      drawThread(room, scene),
      drawGhosts(room, scene),
      drawKey(room),
      drawLoss(room, scene),
      drawFlags(room, scene),
      drawLamp(room, scene),
    ],
  };
}

function play(scene) {
  const steps = Math.round(scene.steps);
  return {
    label: "training",
    min: 0,
    max: MOST,
    value: steps,
    show: `step ${steps}`,
    every: 200,
    says: said("heard")(scene),
    to: (value) => ({ steps: value }),
  };
}

function table({ constants, states, predictions }) {
  const { letters } = constants;
  const across = (name, values, k) => [name, ...values.map((one) => decimals(one[k]))];
  return {
    caption: "States, and how probable each next letter is",
    head: ["quantity", ...letters.slice(0, 3).map((letter) => `after “${letter}”`)],
    rows: [
      ...[0, 1].map((k) => across(`state, ${k + 1}`, states, k)),
      ...letters.map((letter, k) => across(`next “${letter}”`, predictions, k)),
    ],
  };
}

export default explorable({
  derive,
  picture,
  play,
  judge,
  table,
  says: said("words"),
  glides: ["steps"],
  paces: { steps: 200 },
  forms: true,
  lines: [1, 3],
});
