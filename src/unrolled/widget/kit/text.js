// Text inside a picture.
import { h } from "./dom.js";

const LEVEL = { sub: 4, sup: -3 };

/** The small HTML of symbols as pieces of SVG text. */
export function tspans(html) {
  const [open, parts] = [[], []];
  let depth = 0;
  for (const piece of String(html)
    .split(/(<[^>]+>)/)
    .filter(Boolean)) {
    const tag = piece.match(/^<(\/?)(\w+)/);
    if (tag && tag[1]) open.splice(open.lastIndexOf(tag[2]), 1);
    else if (tag) open.push(tag[2]);
    else {
      const level = LEVEL[open.findLast((name) => name in LEVEL)] ?? 0;
      parts.push(
        h(
          "tspan",
          {
            key: `${level - depth} ${open}`, // one of another look is another element
            dy: level - depth || null,
            "font-size": level ? "0.84em" : null,
            "font-style": open.includes("i") ? "italic" : null,
            "font-weight": open.includes("b") ? 600 : null,
          },
          piece.replaceAll("&nbsp;", "\u00a0"),
        ),
      );
      depth = level;
    }
  }
  return parts;
}

/** SVG text at a place in pixels. */
export function text(at, { html, anchor = "middle", dx = 0, dy = 5, size = 14, look = "" }) {
  return h(
    "text",
    {
      x: at[0] + dx,
      y: at[1] + dy,
      "text-anchor": anchor,
      "font-size": size,
      class: `mark word ${look}`.trim(),
    },
    tspans(html),
  );
}
