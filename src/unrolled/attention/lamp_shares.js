// The weights of attention by hand as one bar in three parts, with the flag of a guess, and what
// they make of the values.
import { cell, choice, curve, dot, grip, line, word } from "../widget/kit/picture.js";
import { hueOf, inTriangle, lamp, lit, named, pathOf, two } from "./lamp_places.js";

/** Where the parts of the bar begin and end. */
const partsOf = (w, { x, width }) =>
  w.map((share, k) => [x + width * w.slice(0, k).reduce((a, b) => a + b, 0), width * share]);

/** Places in order, moved apart, none beyond the ends. */
function apart(places, gap, from, to) {
  const found = [...places];
  for (let k = 1; k < found.length; k++) found[k] = Math.max(found[k], found[k - 1] + gap);
  found[found.length - 1] = Math.min(found.at(-1), to);
  for (let k = found.length - 2; k >= 0; k--) found[k] = Math.min(found[k], found[k + 1] - gap);
  return found.map((x, k) => Math.max(x, from + gap * k));
}

/** A part of the bar and its value: one thing to point at and to choose. */
function drawPart(scene, k, [x, width], middle, form) {
  const { constants, arrow, texts, shut } = scene;
  const { bar } = form;
  const key = `key ${k + 1}`;
  const marks = [
    { ...cell(x, bar.y, width, bar.height, hueOf(scene, k)), opacity: lit(scene, k) },
    cell(x, bar.y - 4, width, bar.height + 8, "pick"),
    cell(middle - 12, bar.y, 24, bar.height + 22, "pick"),
    dot(inTriangle(form, constants.values[k]), form.ring + 10, "pick"),
  ];
  return choice(marks, {
    to: { arrow: key },
    name: `Token ${k + 1}, ${constants.tokens[k]}`,
    held: shut[k] ? "hidden" : `weight ${texts[`w${k + 1}`]}`,
    on: arrow === key,
    place: [0, k],
    over: k,
  });
}

/** The weights: one whole bar in three parts, and the digits of what is pointed at. */
export function drawBar(scene, form) {
  const { w, constants, pointed } = scene;
  const { bar } = form;
  const end = bar.x + bar.width;
  const parts = partsOf(w, bar);
  const middles = parts.map(([x, width]) => x + width / 2);
  const places = apart(middles, 20, bar.x + 8, end - 8);
  const letter = (x, k) =>
    word([x, bar.y + bar.height + 14], constants.tokens[k], "strong through", { size: 15 });
  const seam = ([x]) => [
    [x, bar.y - 1],
    [x, bar.y + bar.height + 1],
  ];
  const shown = typeof pointed === "number";
  const at = shown && Math.min(end - 16, Math.max(bar.x + 16, middles[pointed]));
  return [
    parts.map((part, k) => drawPart(scene, k, part, places[k], form)),
    parts.slice(1).map((part) => line(seam(part), "paper through")),
    places.map((x, k) => letter(x, k)),
    shown && word([at, bar.y - 12], two(w[pointed]), "strong halo", { size: 16 }),
  ];
}

const isShown = ({ constants: { question }, ...scene }) =>
  ["Q", "tau", "asks", "mask", "swapped"].every(
    (name) => JSON.stringify(scene[name]) === JSON.stringify(question.show[name]),
  );

/** A flag on the bar, its text to the left or to the right. */
function drawFlag(x, look, html, { bar }, way) {
  const top = bar.y - 26;
  const cloth = [
    [x, top - 8],
    [x, top + 8],
    [x + 20 * way, top],
  ];
  const more = { anchor: way < 0 ? "end" : "start" };
  return [
    line(
      [
        [x, top],
        [x, bar.y + bar.height + 3],
      ],
      look,
    ),
    curve(pathOf(cloth), `${look} shape`, { fill: "var(--hue)" }),
    word([x + 25 * way, top], html, "strong halo", more),
  ];
}

/** The flag of the guess; once it is judged, as long as that case is shown, beside what is so. */
export function flags(scene, form) {
  const { answered, guess, reply, w, constants } = scene;
  const { bar, size } = form;
  const at = (share) => bar.x + bar.width * (1 - share);
  if (guess == null || (answered && !(reply && isShown(scene)))) return false;
  if (answered) {
    const way = guess > w[2] ? -1 : 1;
    return [
      drawFlag(at(guess), "quiet", `you: ${two(guess)}`, form, way),
      drawFlag(at(w[2]), "ink", two(w[2]), form, -way),
    ];
  }
  const pull = ([x]) => {
    const share = 1 - (x - bar.x) / bar.width;
    return { guess: Math.min(1, Math.max(0, Math.round(100 * share) / 100)) };
  };
  const x = at(guess);
  const said = `${constants.flag} ${two(guess)}`;
  return [
    drawFlag(x, "ink", said, form, x > size[0] / 2 ? -1 : 1),
    grip([x, bar.y - 26], pull, "ink", { r: 7 }),
  ];
}

/** Their colours mixed as the values are. */
function mixture({ w, constants: { tokens } }) {
  const [d, e, m] = tokens.map((letter) => `var(--lamp-${letter})`);
  const both = w[0] + w[1];
  const first = both ? (100 * w[0]) / both : 50;
  const inner = `color-mix(in oklab, ${d} ${first.toFixed(2)}%, ${e})`;
  return `color-mix(in oklab, ${inner} ${(100 * both).toFixed(2)}%, ${m})`;
}

/** The values as corners; each has as much of the triangle as it has weight, the average parts it. */
export function triangle(scene, form) {
  const { w, y, shut, constants } = scene;
  const corners = constants.values.map((v) => inTriangle(form, v));
  const heart = inTriangle(form, y);
  const field = (k) => {
    const others = corners.filter((_, n) => n !== k);
    const look = { fill: `var(--${hueOf(scene, k)})`, opacity: lit(scene, k, 0.1 + 0.3 * w[k]) };
    return curve(pathOf([heart, ...others]), `${hueOf(scene, k)} shape`, look);
  };
  const side = form.size[0] / 2 < 200 ? [26, -26, 26] : [28, -28, 28];
  return [
    line([...corners, corners[0]], "quiet thin"),
    corners.map((_, k) => field(k)),
    corners.map((v, k) => ({
      ...line([v, heart], shut[k] ? "quiet dashed thin" : hueOf(scene, k)),
      width: 1.25 + 9 * w[k],
      opacity: lit(scene, k, 0.4 + 0.6 * w[k]),
    })),
    corners.map((v, k) => [
      lamp(v, hueOf(scene, k), w[k], shut[k], lit(scene, k), form),
      word(v, constants.tokens[k], "strong", { size: 15 }),
      word([v[0] + side[k], v[1]], named("v", k + 1), "strong", { size: 15 }),
    ]),
    { ...dot(heart, 17, "output glow"), opacity: 0.5 },
    curve(`M${heart[0] - 9} ${heart[1]}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`, "output ball", {
      fill: mixture(scene),
    }),
    word(
      [heart[0], heart[1] + (heart[1] > form.size[1] - 40 ? -22 : 24)],
      "<b>y</b>",
      "output halo",
      { size: 16 },
    ),
  ];
}
