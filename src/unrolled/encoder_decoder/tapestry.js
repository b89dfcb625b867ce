// States side by side, each a column of tinted cells.
import { curve } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** Columns { x, values, share } as tinted cells: blue above 0, ochre below, as dark as large. */
export function tapestry(columns, [top, high], wide) {
  const cells = columns.flatMap(({ x, values, share }) =>
    values.slice(0, Math.round(share * values.length)).map((value, k) => ({
      d: `M${px(x - wide / 2)} ${px(top + k * high)}h${px(wide)}v${px(high)}h${px(-wide)}z`,
      value,
    })),
  );
  const some = (sign) =>
    cells
      .filter(({ value }) => sign * value > 0)
      .map(({ d, value }) => ({ d, opacity: Math.abs(value) }));
  const fill = "var(--hue)";
  return [shades(some(1), "state through", { fill }), shades(some(-1), "minus through", { fill })];
}

/** An empty place for each state of so many units. */
export function drawFrames(xs, [top, high], wide, units) {
  const edges = xs.map(
    (x) => `M${px(x - wide / 2)} ${px(top)}h${px(wide)}v${px(units * high)}h${px(-wide)}z`,
  );
  return curve(edges.join("") || "M0 0", "quiet thin through", { opacity: 0.22, width: 0.8 });
}
