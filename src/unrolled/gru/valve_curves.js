// Memory there and gradient back over the steps, for those who come closer.
import { axis, logAxis } from "../widget/kit/axes.js";
import { tenTo } from "../widget/kit/numbers.js";
import { dot, line, word } from "../widget/kit/picture.js";

const power = (n) => (Math.abs(n) > 2 ? tenTo(n) : `${+(10 ** n).toFixed(2)}`);

/** There and back on a log scale: both lines drop where a valve is shut. */
export function drawCurves(scene, says) {
  const { T, t, whole, back, there, constants, facts, answered, narrow } = scene;
  const curves = [there, whole, back].map((values) =>
    values.map((x, k) => [k + 1, Math.log10(Math.abs(x))]),
  );
  const seen = [true, answered, answered && !facts.same];
  const shown = curves.filter((_, k) => seen[k]);
  const logs = [-1, 0, ...shown.flat().map(([, log]) => log)];
  const y = logAxis(logs, { room: [52, 94], label: power });
  const names = constants.lines[scene.cell].map(
    ([html, look], k) =>
      seen[k] && word([1, y.to], html, look, { anchor: "start", dy: 27 * k - 70, size: 15 }),
  );
  return {
    size: [narrow ? 360 : 520, 270],
    title: constants.linked,
    says,
    y,
    x: axis(1, T, constants.ticks, { name: "step <i>t</i>", middle: true, room: [52, 14] }),
    marks: [
      line(curves[0], "state"),
      seen[1] && line(curves[1], "gradient"),
      seen[2] && line(curves[2], "ink dashed thin"),
      dot(curves[0][t - 1], 5, "state"),
      seen[1] && dot(curves[1][t - 1], 5, "gradient"),
      names,
    ],
  };
}
