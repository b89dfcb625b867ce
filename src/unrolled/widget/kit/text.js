// Text inside a picture.
import { h, roundPixel } from "./dom.js";

const SIGNS = { "&nbsp;": "\u00a0", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const LEVEL = { sub: 4, sup: -3 };

/** The text of a line of HTML. */
export const stripTags = (html) => String(html).replace(/<[^>]+>/g, "");

function span(piece, open, level, before) {
  const step = level - before;
  const props = {
    key: `${step} ${open}`, // one of another look is another element
    dy: step || null,
    "font-size": level ? "0.84em" : null,
    "font-style": open.includes("i") ? "italic" : null,
    "font-weight": open.includes("b") ? 600 : null,
  };
  return h(
    "tspan",
    props,
    piece.replace(/&\w+;/g, (sign) => SIGNS[sign] ?? sign),
  );
}

/** The small HTML of symbols as pieces of SVG text. */
export function tspans(html) {
  const open = []; // the names of the tags that we are in
  const parts = [];
  let depth = 0;
  const pieces = String(html).split(/(<[^>]+>)/);
  for (const piece of pieces.filter(Boolean)) {
    const tag = piece.match(/^<(\/?)(\w+)/);
    if (tag?.[1]) {
      open.splice(open.lastIndexOf(tag[2]), 1);
    } else if (tag) {
      open.push(tag[2]);
    } else {
      const level = LEVEL[open.findLast((name) => name in LEVEL)] ?? 0;
      parts.push(span(piece, open, level, depth));
      depth = level;
    }
  }
  return parts;
}

/** SVG text at a place in pixels; with `length` it is as wide as that in any font. */
export function text(
  at,
  { html, anchor = "middle", dx = 0, dy = 5, size = 14, look = "", length },
) {
  const props = {
    x: at[0] + dx,
    y: at[1] + dy,
    "text-anchor": anchor,
    "font-size": size,
    class: `mark word ${look}`.trim(),
    textLength: length ? roundPixel(length) : null,
    lengthAdjust: length ? "spacingAndGlyphs" : null,
  };
  return h("text", props, tspans(html));
}
