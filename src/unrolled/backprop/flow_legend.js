// What the lines of the d-e-m-o network are in each equation.
import { horizontal, line, word } from "../widget/kit/picture.js";

const WEIGHT = ["quiet", 6, "weight"];
/** Each kind of line: its look, its width, what it is; the dashes of what runs stand still here. */
const KINDS = {
  forward: [WEIGHT, ["state dashed", 3, "weight × value"]],
  BP1: [WEIGHT, ["gradient dashed", 3, "error"]],
  BP2: [WEIGHT, ["gradient dashed", 3, "weight × error"]],
  BP3: [WEIGHT],
  BP4: [
    ["gradient", 4, "gradient"],
    ["quiet dashed", 1.25, "gradient 0"],
  ],
};

/** A short piece of each kind of line, and its name. */
export function drawLegend({ legend }, { answered, equation, narrow }) {
  const { at, step, sample, type } = legend;
  const kinds = KINDS[answered ? equation : "forward"];
  return kinds.map(([look, width, name], n) => {
    const x = at[0] + n * step[0];
    const y = at[1] + n * step[1];
    const isSized = n === 0 && !narrow;
    const ends = horizontal(y, x, x + sample);
    return [
      { ...line(ends, look), width, opacity: look === "quiet" ? 0.3 : 1 },
      word([x + sample + 8, y], isSized ? `${name}: the thicker, the larger` : name, "quiet", {
        anchor: "start",
        size: type,
      }),
    ];
  });
}
