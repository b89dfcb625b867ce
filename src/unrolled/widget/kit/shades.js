// Many shapes of one colour, more or less bright: one path a shade, so few elements change.
import { curve } from "./picture.js";

const SHADES = 12;

/** Shapes as { d, opacity }: a curve of each shade, an empty one where no shape has it. */
export function shades(shapes, look, more = {}) {
  const paths = Array(SHADES).fill("");
  for (const { d, opacity } of shapes) {
    const shade = Math.round(SHADES * Math.min(1, opacity));
    if (shade > 0) paths[shade - 1] += d;
  }
  return paths.map((d, i) => curve(d || "M0 0", look, { ...more, opacity: (i + 1) / SHADES }));
}
