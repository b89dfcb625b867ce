// The weights of attention by hand as one bar in three parts, with the flag of a guess, and what
// they make of the values.
import { cell, choice, curve, dot, grip, line, vertical, word } from "../widget/kit/picture.js";
import { hueOf, inTriangle, lamp, named, pathOf, two } from "./lamp_places.js";

/** Where the part of each token begins, and how wide it is: the last token's first, at the left. */
const partsOf = (w, { x, width }) =>
  w.map((share, k) => [x + width * w.slice(k + 1).reduce((a, b) => a + b, 0), width * share]);

/** Places in order, moved apart by these gaps, none beyond the ends. */
function apart(places, gaps, from, to) {
  const found = [...places];
  found[0] = Math.max(found[0], from);
  for (let k = 1; k < found.length; k++) found[k] = Math.max(found[k], found[k - 1] + gaps[k - 1]);
  found[found.length - 1] = Math.min(found.at(-1), to);
  for (let k = found.length - 2; k >= 0; k--) found[k] = Math.min(found[k], found[k + 1] - gaps[k]);
  return found;
}

/** A part of the bar, its letter and its value: one thing to point at, which then has digits. */
function drawPart(scene, k, [x, width], middle, form) {
  const { constants, arrow, texts, shut, w } = scene;
  const { bar } = form;
  const key = `key ${constants.tokens[k]}`;
  const row = bar.y + bar.height + 14;
  const own = x + width / 2;
  const lead = [
    [own, bar.y + bar.height + 2],
    [middle, row - 10],
  ];
  const side = k === 0 ? { anchor: "end", dx: -10 } : { anchor: "start", dx: 10 };
  const marks = [
    cell(x, bar.y, width, bar.height, hueOf(scene, k)),
    cell(x, bar.y - 4, width, bar.height + 8, "pick"),
    { ...line(lead, "quiet thin"), opacity: Math.abs(own - middle) > MOVED ? 1 : 0 },
    cell(middle - 14, bar.y, 28, bar.height + 22, "pick"),
    dot(inTriangle(form, constants.values[k]), form.ring + 10, "pick"),
    word([middle, row], constants.tokens[k], `${hueOf(scene, k)} strong`, { size: 15 }),
    word([middle, row], two(w[k]), "digits", { size: 15, ...side }),
  ];
  return choice(marks, {
    to: { arrow: key },
    name: `Token ${constants.tokens[k]}`,
    held: shut[k] ? "hidden" : `weight ${texts[`w${k + 1}`]}`,
    on: arrow === key,
    place: [0, w.length - 1 - k],
  });
}

const GAPS = [70, 114]; // between the letters below the bar, with room for digits
const MOVED = 12; // px: a letter that far from its part is led to it

/** The weights: one whole bar in three parts. */
export function drawBar(scene, form) {
  const { bar } = form;
  const parts = partsOf(scene.w, bar);
  const middles = parts.map(([x, width]) => x + width / 2);
  const inOrder = middles.toReversed();
  const places = apart(inOrder, GAPS, bar.x + 8, bar.x + bar.width - 8).toReversed();
  const seam = ([x]) => vertical(x, bar.y - 1, bar.y + bar.height + 1);
  return [
    parts.map((part, k) => drawPart(scene, k, part, places[k], form)),
    parts.slice(0, -1).map((part) => line(seam(part), "paper through")),
  ];
}

const isShown = ({ constants: { question }, ...scene }) =>
  ["Q", "tau", "asks", "mask", "swapped"].every(
    (name) => JSON.stringify(scene[name]) === JSON.stringify(question.show[name]),
  );

const WIDE = 82; // px: room for the text of a flag

/** A flag on the bar, hollow if it is quiet; its text beside it, or above if there is no room. */
function drawFlag(x, look, html, { bar, size }, way) {
  const top = bar.y - 26;
  const isFull = way > 0 ? x + 25 + WIDE > size[0] : x - 25 - WIDE < 0;
  const cloth = [
    [x, top - 8],
    [x, top + 8],
    [x + 20 * way, top],
  ];
  const at = isFull ? [way > 0 ? size[0] - 6 : 6, top - 19] : [x + 25 * way, top];
  const more = { anchor: way > 0 === isFull ? "end" : "start" };
  return [
    line(vertical(x, top, bar.y + bar.height + 3), look),
    look === "quiet"
      ? curve(pathOf(cloth), "quiet", { width: 1.5 })
      : curve(pathOf(cloth), `${look} shape`, { fill: "var(--hue)" }),
    word(at, html, "strong halo", more),
  ];
}

/** The flag of the guess; once it is judged, as long as that case is shown, beside what is so. */
export function flags(scene, form) {
  const { answered, guess, w, constants } = scene;
  const { bar, size } = form;
  const at = (share) => bar.x + bar.width * share;
  if (guess == null || (answered && !isShown(scene))) return false;
  if (answered) {
    const { place, before } = constants.question;
    const isMoved = guess !== place.start;
    const other = isMoved ? guess : before;
    const whose = constants.flags[isMoved ? 2 : 1];
    const way = other > w[2] ? 1 : -1;
    return [
      drawFlag(at(other), "quiet", `${whose} ${two(other)}`, form, way),
      drawFlag(at(w[2]), "ink", `${constants.flags[3]} ${two(w[2])}`, form, -way),
    ];
  }
  const pull = ([x]) => {
    const share = (x - bar.x) / bar.width;
    return { guess: Math.min(1, Math.max(0, Math.round(100 * share) / 100)) };
  };
  const x = at(guess);
  const said = `${constants.flags[0]} ${two(guess)}`;
  return [
    cell(bar.x, bar.y - 9, bar.width * guess, 5, `${hueOf(scene, 2)} through`), // c's part, then
    drawFlag(x, "ink", said, form, x > size[0] / 2 ? -1 : 1),
    grip([x, bar.y - 26], pull, "ink", { r: 7 }),
  ];
}

/** Their colours mixed as the values are. */
function mixture({ w, constants: { tokens } }) {
  const [a, b, c] = tokens.map((letter) => `var(--lamp-${letter})`);
  const both = w[0] + w[1];
  const first = both ? (100 * w[0]) / both : 50;
  const inner = `color-mix(in oklab, ${a} ${first.toFixed(2)}%, ${b})`;
  return `color-mix(in oklab, ${inner} ${(100 * both).toFixed(2)}%, ${c})`;
}

/** The values as corners; each has as much of the triangle as its weight, the average parts it. */
export function triangle(scene, form) {
  const { w, y, shut, constants } = scene;
  const corners = constants.values.map((v) => inTriangle(form, v));
  const heart = inTriangle(form, y);
  const field = (k) => {
    const others = corners.filter((_, n) => n !== k);
    const look = { fill: `var(--${hueOf(scene, k)})`, opacity: 0.1 + 0.3 * w[k] };
    return curve(pathOf([heart, ...others]), `${hueOf(scene, k)} shape`, look);
  };
  const side = form.size[0] / 2 < 200 ? [26, -26, 26] : [28, -28, 28];
  return [
    line([...corners, corners[0]], "quiet thin"),
    corners.map((_, k) => field(k)),
    corners.map((v, k) => ({
      ...line([v, heart], shut[k] ? "quiet dashed thin" : hueOf(scene, k)),
      width: 1.25 + 9 * w[k],
      opacity: 0.4 + 0.6 * w[k],
    })),
    corners.map((v, k) => [
      lamp(v, hueOf(scene, k), w[k], shut[k], form),
      word([v[0] + side[k], v[1]], named("v", constants.tokens[k]), "strong", { size: 15 }),
    ]),
    { ...dot(heart, 17, "output glow"), opacity: 0.5 },
    curve(`M${heart[0] - 7} ${heart[1]}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0`, "output ball", {
      fill: mixture(scene),
    }),
    corners.map((v, k) => {
      const isCovered = Math.hypot(v[0] - heart[0], v[1] - heart[1]) < 16;
      return word(v, isCovered ? "" : constants.tokens[k], "strong", { size: 15 });
    }),
    word(
      [heart[0], heart[1] + (heart[1] > form.size[1] - 40 ? -22 : 24)],
      "<b>y</b>",
      "output halo",
      { size: 16 },
    ),
  ];
}
