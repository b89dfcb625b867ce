// States side by side, each a column of tinted cells.
import { curve } from "../widget/kit/picture.js";
import { shades } from "../widget/kit/shades.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** Columns { x, values, share } as tinted cells: blue above 0, ochre below, as dark as large. */
export function tapestry(columns, [top, high], wide) {
  const most = Math.max(0, ...columns.map(({ values }) => values.length));
  const heights = Array.from({ length: most }, (_, k) => px(top + k * high));
  const box = `h${px(wide)}v${px(high)}h${px(-wide)}z`;
  const above = [];
  const below = [];
  for (const { x, values, share } of columns) {
    const left = px(x - wide / 2);
    values.slice(0, Math.round(share * values.length)).forEach((value, k) => {
      const cell = { d: `M${left} ${heights[k]}${box}`, opacity: Math.abs(value) };
      if (value > 0) above.push(cell);
      if (value < 0) below.push(cell);
    });
  }
  const fill = "var(--hue)";
  return [shades(above, "state through", { fill }), shades(below, "minus through", { fill })];
}

/** An empty place for each state of so many units. */
export function drawFrames(xs, [top, high], wide, units) {
  const edges = xs.map(
    (x) => `M${px(x - wide / 2)} ${px(top)}h${px(wide)}v${px(units * high)}h${px(-wide)}z`,
  );
  return curve(edges.join("") || "M0 0", "quiet thin through", { opacity: 0.22, width: 0.8 });
}
