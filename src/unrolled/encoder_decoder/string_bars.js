// States side by side, each a column of bars: strokes, which cost less to change than areas.
import { shades } from "../widget/kit/shades.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

/** Columns { x, values } as bars: blue above 0, ochre below, as dark as large. */
export function barsOf(columns, [top, high], wide) {
  const bar = `h${px(wide)}`;
  const above = [];
  const below = [];
  const heights = columns[0]?.values.map((_, k) => px(top + (k + 0.5) * high)) ?? [];
  for (const { x, values } of columns) {
    const left = `M${px(x - wide / 2)} `;
    values.forEach((value, k) => {
      if (value === 0) return;
      const one = { d: left + heights[k] + bar, opacity: Math.abs(value) };
      (value > 0 ? above : below).push(one);
    });
  }
  const width = high + 0.1; // no seam between two
  return [
    shades(above, "state through bars", { width }),
    shades(below, "minus through bars", { width }),
  ];
}
