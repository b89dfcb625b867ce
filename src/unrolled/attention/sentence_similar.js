// Two sentences of the reader's own: how near their vectors are, on a line from 0 to 1.
import { askField } from "../widget/kit/asks.js";
import { axis } from "../widget/kit/axes.js";
import { dot as product } from "../widget/kit/maths.js";
import { decimals } from "../widget/kit/numbers.js";
import { plain } from "../widget/kit/own_sentence.js";
import { dot, horizontal, line, vertical, word } from "../widget/kit/picture.js";

const FIELD = {
  label: "Compare your sentence with another",
  example: "The slope beside the stream was sheer.",
  action: "Compare",
};
const LEFT = 40;
const RIGHT = 320;
const MEANT = "0: nothing in common; 1: the same direction. The vectors have length 1.";

const placeOf = (cosine) => LEFT + Math.max(-0.1, cosine) * (RIGHT - LEFT);

/** The cosine of two vectors of length 1. */
export const alike = (one, other) => product([...one], [...other]);

function drawScale(own, twin) {
  const cosine = alike(own.vector, twin.vector);
  const told = decimals(cosine, 2);
  const tick = (x) => word([placeOf(x), 62], `${x}`, "quiet");
  return {
    title: `Cosine ${told}: “${plain(own.text)}” and “${plain(twin.text)}”`,
    says: `The cosine of the two sentences is ${told}. ${MEANT}`,
    size: [360, 92],
    x: axis(0, 360),
    y: axis(92, 0),
    marks: [
      line(horizontal(36, placeOf(0), placeOf(1)), "quiet"),
      [0, 0.5, 1].map((x) => line(vertical(placeOf(x), 30, 42), "quiet")),
      [0, 0.5, 1].map(tick),
      dot([placeOf(cosine), 36], 9, "state"),
      word([placeOf(cosine), 14], `<b>${told}</b>`, "state"),
      word([180, 82], "how near the two sentences are", "quiet"),
    ],
  };
}

/** The field for a second sentence, once there is a first, and what came of it. */
export function drawSimilar(scene) {
  const { own, twin } = scene.constants;
  if (!own) return [];
  return [askField(scene, "twin", FIELD), twin ? drawScale(own, twin) : null].filter(Boolean);
}
