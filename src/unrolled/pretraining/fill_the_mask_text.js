// The sentence: words to tap, gaps with what stands in them, ribbons and shades of attention, and
// the curtain before what a reader of the left does not see.
import { percent } from "../widget/kit/numbers.js";
import { cell, choice, curve, line, word } from "../widget/kit/picture.js";
import { toggleGap } from "./fill_the_mask_state.js";

const LEAST = 0.004; // a weight that can be seen
const AWAY = 0.2; // how faint a word behind the curtain is
const PAST = 4; // px around a word that are its own
const LINES = 4;

const isBehind = ({ reader, text }, k) => reader === "left only" && k > text.active;

/** The shade behind a token, an area for a weight: so darker by its root. */
function drawShade(room, { weights }, k) {
  if (room.ribbons) return null; // which say it better, where there is room for them
  const { x, wide, top } = room.tokens[k];
  const high = Math.min(room.pitch - 4, 1.6 * room.letter);
  const place = [x - PAST + 1, top + (room.pitch - high) / 2, wide + 2 * PAST - 2, high];
  const weight = weights[k];
  const opacity = weight < LEAST ? 0 : 0.06 + 0.5 * Math.sqrt(weight);
  return { ...cell(...place, "state through", { round: 5 }), opacity };
}

const px = (v) => Math.round(10 * v) / 10;

/** A band that leaves one place upright and arrives at another, `lift` px higher between them. */
function bandPath(from, to, y, lift, width) {
  const half = (to < from ? -width : width) / 2;
  const outer = px(y - (4 * (lift + width / 2)) / 3);
  const inner = px(y - (4 * Math.max(0, lift - width / 2)) / 3);
  const a = px(from - half);
  const b = px(to + half);
  const c = px(to - half);
  const d = px(from + half);
  const out = `M${a} ${px(y)}C${a} ${outer} ${b} ${outer} ${b} ${px(y)}`;
  return `${out}L${c} ${px(y)}C${c} ${inner} ${d} ${inner} ${d} ${px(y)}Z`;
}

/** The order in the gap, from left to right: near before far to the left, far before near right. */
function nested(tokens, active) {
  const all = tokens.map((_, k) => k);
  const left = all.filter((k) => k < active).reverse();
  return [...left, ...all.filter((k) => k > active).reverse()];
}

const FLAT = 0.62; // the power of its span that a ribbon rises with

/** How high each ribbon rises, so that none crosses another: far ones leave no less steeply. */
function liftsOf(spans, widths, room) {
  const most = Math.max(...spans.map(Math.abs));
  const high = spans.map((span) => Math.max(14, room * (Math.abs(span) / most) ** FLAT));
  for (const side of [-1, 1]) {
    let steep = 0;
    const out = spans.map((_, k) => k).filter((k) => spans[k] * side > 0 && widths[k] > 0);
    for (const k of out.sort((a, b) => Math.abs(spans[a]) - Math.abs(spans[b]))) {
      const root = Math.sqrt(Math.abs(spans[k]));
      high[k] = Math.max(high[k], steep * root + widths[k] / 2 + 1);
      steep = Math.max(steep, (high[k] + widths[k] / 2) / root);
    }
  }
  const tops = high.map((lift, k) => (widths[k] > 0 ? lift + widths[k] / 2 : 0));
  const fit = room / Math.max(room, ...tops);
  return high.map((lift, k) => Math.min(lift * fit, room - widths[k] / 2));
}

/** Ribbons from the gap to what it attends to; before the answer pale, and to all alike. */
function drawRibbons(room, { text, weights, hidden }) {
  if (!room.ribbons || text.active === undefined) return weights.map(() => null);
  const { top, unit } = room.ribbons;
  const active = text.active + 1;
  const here = room.tokens[active];
  const y = here.top + room.pitch / 2 - 0.85 * room.letter;
  const widths = weights.map((weight, k) => (k === active || weight < LEAST ? 0 : unit * weight));
  let slot = here.middle - widths.reduce((sum, w) => sum + w, 0) / 2;
  const starts = [];
  for (const k of nested(room.tokens, active)) {
    starts[k] = slot + widths[k] / 2;
    slot += widths[k];
  }
  const spans = room.tokens.map(({ middle }) => middle - here.middle);
  const lifts = liftsOf(spans, widths, y - top);
  return room.tokens.map(({ middle }, k) => {
    if (k === active) return null;
    const d = bandPath(starts[k], middle, y, lifts[k], widths[k]);
    return curve(d, "state through", { fill: "var(--hue)", opacity: hidden ? 0.25 : 0.7 });
  });
}

/** The curtain, line by line: drawn aside to the right where both sides are read. */
function drawCurtain(room, scene) {
  const { reader, text } = scene;
  const [width] = room.size;
  const here = text.active === undefined ? null : room.tokens[text.active + 1];
  return Array.from({ length: LINES }, (_, n) => {
    const isDrawn = reader === "left only" && here && n >= here.line && n < room.count;
    const left = isDrawn && n === here.line ? here.x + here.wide + PAST : 0;
    const first = room.tokens.find((one) => one.line === Math.min(n, room.count - 1));
    const top = room.ribbons ? room.ribbons.top - 8 : first.top;
    const high = room.ribbons ? room.zone[1] + 6 - top : room.pitch;
    return drawFolds(isDrawn ? left : width, width, top, high);
  });
}

const FOLDS = 16;

/** The folds of a curtain, light and dark in turn; without width they are not seen. */
const drawFolds = (x, width, top, high) =>
  Array.from({ length: FOLDS }, (_, n) => {
    const wide = (width - x) / FOLDS;
    const fill = `color-mix(in oklab, var(--quiet) ${n % 2 ? 16 : 25}%, var(--paper))`;
    return cell(x + n * wide, top, wide + (wide && 0.5), high, "quiet through", { fill });
  });

/** What a gap shows: its likeliest word, or a question mark. */
function writeGap({ hidden, guesses, constants }, k) {
  const { top, chance } = guesses[k];
  return hidden ? ["?", 1] : [constants.data.words[top], 0.45 + 0.55 * chance];
}

/** A gap: a frame with the likeliest word in it. */
function drawGap(room, scene, k) {
  const { x, wide, top, base, middle } = room.tokens[k + 1];
  const { gaps, active } = scene.text;
  const high = Math.min(room.pitch - 2, 1.7 * room.letter);
  const look = k === active ? "output hollow thick" : "output hollow";
  const [html, opacity] = writeGap(scene, gaps.indexOf(k));
  const left = gaps.length > 1 ? room.note : 0; // for its number
  const size = Math.min(room.letter, (wide - left - 8) / scene.emOf(html));
  return [
    cell(x, top + (room.pitch - high) / 2, wide, high, look, { round: 6 }),
    { ...word([middle + left / 2, base], html, "serif output", { size, dy: 0 }), opacity },
    null,
  ];
}

/** The numbers of two gaps, each in its frame. */
const drawNumbers = (room, { text: { gaps } }) =>
  gaps.map((k, n) => {
    const { x, base } = room.tokens[k + 1];
    const set = { size: room.note, dy: 0, anchor: "start" };
    return word([x + 6, base], gaps.length > 1 ? `${n + 1}` : "", "output strong through", set);
  });

/** A dotted line: what can be tapped. */
const underline = (x, wide, y) => ({
  ...line(
    [
      [x, y],
      [x + wide, y],
    ],
    "quiet thin dotted through",
  ),
  opacity: 0.6,
});

function drawPlainWord(room, scene, k) {
  const { x, wide, top, base } = room.tokens[k + 1];
  const { hidden, constants } = scene;
  const isOffered = hidden && constants.offered.includes(k); // and is written by its ballot
  const html = isOffered ? "" : constants.data.words[scene.text.codes[k]];
  const set = { length: wide, size: room.letter, dy: 0, anchor: "start" };
  const text = word([x, base], html, "serif", set);
  return [
    cell(x - PAST, top, wide + 2 * PAST, room.pitch, "pick", { round: 6 }),
    { ...text, opacity: isBehind(scene, k) ? AWAY : 1 },
    underline(x, wide, base + 6),
  ];
}

/** A word to tap: it is hidden, or shown again. */
function drawWord(room, scene, k) {
  const { text, hidden, weights, constants } = scene;
  const isGap = text.gaps.includes(k);
  const html = constants.data.words[text.codes[k]];
  const share = text.active === undefined || hidden ? "" : `gets ${percent(weights[k + 1])}`;
  const spoken = html === "." ? "the full stop" : html;
  return choice((isGap ? drawGap : drawPlainWord)(room, scene, k), {
    to: toggleGap(scene, k),
    name: isGap
      ? `${writeGap(scene, text.gaps.indexOf(k))[0]}: show word ${k + 1} again`
      : `Hide ${spoken}, word ${k + 1}`,
    held: isGap ? "a gap" : share,
    place: [room.tokens[k + 1].line, Math.round(room.tokens[k + 1].x)],
    over: k,
  });
}

/** [CLS] and [SEP], small: the gap may attend to them, too. */
const drawMarks = (room, scene) =>
  ["[CLS]", "[SEP]"].map((html, n) => {
    const { middle, base } = n ? room.tokens.at(-1) : room.tokens[0];
    const isAway = n === 1 && scene.text.active !== undefined && scene.reader === "left only";
    const text = word([middle, base], html, "quiet through", { size: room.mark, dy: -2 });
    return { ...text, opacity: isAway ? AWAY : 1 };
  });

/** What is said over the sentence: what gets most, or what the pointed word gets. */
function drawCaption(room, { texts, weights, hidden, pointed, text, constants }) {
  const isOn = Number.isInteger(pointed) && pointed < text.codes.length && !hidden;
  const named = isOn && text.active !== undefined && pointed !== text.active;
  const pointedAt = named && constants.data.words[text.codes[pointed]];
  const share = named && percent(weights[pointed + 1]);
  const html = named ? `<b>${pointedAt}</b> gets ${share} of the attention` : texts.caption;
  return word([room.size[0] / 2, room.caption.at], html, "through", { size: room.caption.type });
}

/** The sentence and what stands over it. */
export const drawSentence = (room, scene) => [
  drawCurtain(room, scene),
  room.tokens.map((_, k) => drawShade(room, scene, k)),
  drawRibbons(room, scene),
  drawCaption(room, scene),
  drawMarks(room, scene),
  scene.text.codes.map((_, k) => drawWord(room, scene, k)),
  drawNumbers(room, scene),
];

/** Before the answer: the words that can be tapped as the clue. */
export const drawBallots = (room, scene) => {
  if (!scene.hidden) return [];
  return scene.constants.offered.map((k) => {
    const { x, wide, top, base } = room.tokens[k + 1];
    const html = scene.constants.data.words[scene.text.codes[k]];
    const high = Math.min(room.pitch - 2, 1.75 * room.letter);
    const place = [x - PAST, top + (room.pitch - high) / 2, wide + 2 * PAST, high];
    const set = { length: wide, size: room.letter, dy: 0, anchor: "start" };
    return [cell(...place, "state clear", { round: 6 }), word([x, base], html, "serif state", set)];
  });
};
