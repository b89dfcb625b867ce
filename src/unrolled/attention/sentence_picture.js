// The sentence with its ribbons; below it stand the squares of sentence_grid.js.
import { inPixels } from "../widget/kit/axes.js";
import { cell, choice, circle, curve, dot, word } from "../widget/kit/picture.js";
import { ribbons } from "./ribbons.js";
import { drawFeet } from "./sentence_feet.js";
import { formOf, isAlone, left, PINS } from "./sentence_forms.js";
import { drawGrid, drawLegend } from "./sentence_grid.js";
import { nowOf, percent, placeOf, plain } from "./sentence_now.js";
import { fitSize, setLines } from "./typeset.js";

/** Where each word stands, and how much room its ribbons have above and below it. */
function placeWords(words, { size: [width], zone: [top, bottom], type }) {
  const size = fitSize(words, width - 8, type);
  const { lines, left: edges, wide, count } = setLines(words, size, width - 8);
  const high = 1.06 * size + 18; // a line with the rings below it
  const [above, between, below] = count > 1 ? [0.42, 1.1, 0.4] : [1, 1, 0.42];
  const free = bottom - top - count * high;
  const unit = free / (above + between * (count - 1) + below);
  const places = words.map((_, k) => {
    const y = top + above * unit + lines[k] * (high + between * unit);
    const x = edges[k] + 4;
    const floor = y + 1.06 * size;
    return { x, wide: wide[k], middle: x + wide[k] / 2, line: lines[k], top: y, floor };
  });
  const next = between * unit - 4;
  const up = places.map(({ line }) => (line ? next : above * unit - 3));
  const down = places.map(({ line }) => (line < count - 1 ? next : below * unit));
  return { size, places, up, down };
}

/** What is drawn over one another: three pins, and the head in question unless it is pinned. */
function setsOf({ pins, constants }, now) {
  const place = placeOf(now, constants);
  return [...pins.map((pin) => pin - 1), pins.includes(place + 1) ? -1 : place];
}

/**
 * Ribbons from the word to those it looks at, and from below to those that look at it; as long as
 * they are asked for they go to all words alike, pale.
 */
function drawRibbons(scene, now, form, { places, up, down }, isHidden) {
  const { all, words } = scene;
  const sets = setsOf(scene, now);
  const some = sets.filter((place) => place >= 0);
  const alike = isHidden && 1 / words.length;
  const out = some.map((place) => all[place][now.token].map((share) => alike || share));
  const back = some.map((place) =>
    all[place].map((row, i) => (i === now.token ? 0 : alike || row[now.token])),
  );
  const unit = form.unit * (some.length > 1 ? 1.5 / some.length + 0.1 : 1);
  const total = back.flat().reduce((sum, v) => sum + v, 0);
  const common = { from: now.token, width: form.size[0] };
  const ends = places.map((one) => ({ ...one, floor: one.floor + 19 })); // below the rings
  const rising = ribbons({
    ...common,
    places: ends,
    weights: out,
    unit,
    room: up[now.token],
    way: -1,
  });
  const fit = Math.min(0.5, 1.1 / (total * (unit / form.unit) || 1));
  const hanging = ribbons({
    ...common,
    places: ends,
    weights: back,
    unit: unit * fit,
    room: down[now.token],
    way: 1,
  });
  const draw = (paths, opacity) =>
    sets.map((place, s) => {
      const n = sets.slice(0, s).filter((one) => one >= 0).length;
      const look = `through ${PINS[s] ?? "state"}`;
      return words.map(
        (_, k) => place >= 0 && curve(paths[n][k], look, { fill: "var(--hue)", opacity }),
      );
    });
  return [draw(hanging, isHidden ? 0.16 : 0.4), draw(rising, isHidden ? 0.3 : 0.88)];
}

/** A word to touch: it looks. */
function drawWord(scene, now, { size, places }, k) {
  const { text, kind } = scene.words[k];
  const { x, wide, top, floor } = places[k];
  const isMark = kind === "mark";
  const look = `serif halo ${k === now.token ? "state" : ""} ${isMark ? "mark-word quiet" : ""}`;
  const set = { length: wide, size: isMark ? 13 : size, dy: 0 };
  const baseline = top + 0.8 * size - (isMark ? 1 : 0);
  return choice(
    [
      cell(x - 3, top - 6, wide + 6, floor - top + 8, "pick", { round: 0 }),
      left([x, baseline], text, look, set),
    ],
    {
      to: { token: k },
      on: k === scene.token,
      place: [Math.round(top), Math.round(x)],
      name: `${plain(text)}, token ${k + 1}`,
      held: isAsked(scene, k) ? "asked" : `looks most at ${plain(favourite(scene, now, k))}`,
      over: `w${k}`,
    },
  );
}

/** Whether what this word looks at is the question, and not yet answered. */
const isAsked = ({ answered, constants }, k) => !answered && k === constants.asked;

function favourite({ all, words, constants }, now, k) {
  const row = all[placeOf(now, constants)][k];
  return words[row.indexOf(Math.max(...row))].text;
}

/** A ring below a word: it is the one asked about. */
function drawRing({ words, other }, told, { places }, k) {
  const { x, wide, middle, floor } = places[k];
  return choice(
    [
      cell(x - 3, floor + 1, wide + 6, 18, "pick", { round: 0 }),
      circle([middle, floor + 10], 3.5, "quiet thin ring"),
    ],
    {
      to: { other: k },
      on: k === other,
      place: [Math.round(floor + 10), Math.round(x)],
      name: `How much goes to ${plain(words[k].text)}, token ${k + 1}?`,
      held: told.facts.hidden ? "asked" : percent(told.row[k]),
      over: `o${k}`,
    },
  );
}

/** A line under the word that looks; of many heads, a knob under the other one. Both glide. */
function drawHolds({ constants }, now, { places }) {
  const from = places[now.token];
  const to = places[now.other];
  const mark = cell(from.x, from.floor - 2, from.wide, 3, "state through", { round: 0 });
  if (isAlone(constants)) return mark;
  return [
    mark,
    dot([to.middle, to.floor + 10], 9, "state ghost through"),
    dot([to.middle, to.floor + 10], 5.5, "state through"),
  ];
}

/** Over the ribbons: what the word looks at most. */
function drawCaption(scene, now, { row, facts, texts }, form) {
  const { words, narrow, constants } = scene;
  if (facts.hidden)
    return word([form.size[0] / 2, 11], `<b>${texts.token}</b> looks at …?`, "", { size: 16 });
  if (facts.three) {
    const asks = `Where do the heads A, B and C look from <b>${texts.token}</b>?`;
    return word([form.size[0] / 2, 11], asks, "", { size: narrow ? 14 : 16 });
  }
  const order = row.map((_, k) => k).sort((a, b) => row[b] - row[a] || a - b);
  const named = (k) => (k === now.token ? "itself" : plain(words[k].text));
  const tops = order
    .slice(0, row[order[1]] < 0.005 ? 1 : 2)
    .map((k) => `<b>${named(k)}</b> ${percent(row[k])}`);
  const short = now.head ? `${now.layer}·${now.head}` : `Block ${now.layer}`;
  const who = isAlone(constants) ? "" : `${narrow ? short : texts.who}: `;
  return word(
    [form.size[0] / 2, 11],
    `${who}<b>${texts.token}</b> looks at ${tops.join(", ")}`,
    "",
    { size: narrow ? 14 : 16 },
  );
}

/** The whole picture; `told` is what is said of what is looked at now. */
export function drawSentence(scene, told) {
  const form = formOf(scene);
  const now = nowOf(scene);
  const set = placeWords(scene.words, form);
  const each = (draw) => scene.words.map((_, k) => draw(k));
  return {
    ...inPixels(form.size),
    marks: [
      form.grid && drawGrid(scene, now, form),
      form.grid && drawLegend(scene, now, form, told.facts),
      drawRibbons(scene, now, form, set, told.facts.hidden),
      drawCaption(scene, now, told, form),
      drawHolds(scene, now, set),
      each((k) => drawWord(scene, now, set, k)),
      isAlone(scene.constants)
        ? drawFeet(scene, told, set, form)
        : each((k) => drawRing(scene, told, set, k)),
    ],
  };
}

/** The words of the question about a single head, to be tapped. */
export function drawOffered(scene) {
  const set = placeWords(scene.words, formOf(scene));
  return scene.constants.offered.map((k) => {
    const { x, wide, top, floor } = set.places[k];
    const beside = set.places.filter(({ line }) => line === set.places[k].line);
    const gaps = beside.map((one) => Math.max(one.x - x - wide, x - one.x - one.wide));
    const off = Math.min(4, ...gaps.filter((gap) => gap > 0).map((gap) => gap / 2 - 0.75));
    return [
      cell(x - off, top - 4, wide + 2 * off, floor - top + 7, "clear state", { round: 6 }),
      left([x, top + 0.8 * set.size], scene.words[k].text, "serif", {
        length: wide,
        size: set.size,
        dy: 0,
      }),
    ];
  });
}
