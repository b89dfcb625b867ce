// The sentence, its ribbons, and a square for each head.
import { axis } from "../widget/kit/axes.js";
import { cell, choice, circle, curve, dot, word } from "../widget/kit/picture.js";
import { ranked } from "./recorded.js";
import { ribbon, ribbons } from "./ribbons.js";
import { nowOf, percent, placeOf, plain } from "./sentence_now.js";
import { fitSize, setLines } from "./typeset.js";

const WIDE = {
  size: [860, 404],
  zone: [26, 236], // between these heights stands the sentence with its ribbons
  type: [20, 30], // px, if it can have that
  unit: 44, // px: how wide the weight 1 is
  grid: [44, 264, 860, 388], // left, top, right, bottom
  thick: 5,
};
const NARROW = {
  size: [360, 386],
  zone: [22, 212],
  type: [17, 20],
  unit: 26,
  grid: [20, 236, 360, 368],
  thick: 3.5,
};
const PINS = ["pin-a", "pin-b", "pin-c"];
const left = (at, html, look = "", more = {}) => word(at, html, look, { anchor: "start", ...more });
const right = (at, html, look = "", more = {}) => word(at, html, look, { anchor: "end", ...more });
const formOf = ({ narrow }) => (narrow ? NARROW : WIDE);

/** Where each word stands: its left edge, width, middle, top, baseline, and what is below it. */
function placeWords(words, { size: [width], zone: [top, bottom], type }) {
  const size = fitSize(words, width - 8, type);
  const { lines, left: edges, wide, count } = setLines(words, size, width - 8);
  const high = 1.06 * size + 18; // a line with the rings below it
  const [above, between, below] = count > 1 ? [0.6, 1, 0.4] : [1, 1, 0.42];
  const free = bottom - top - count * high;
  const unit = free / (above + between * (count - 1) + below);
  const places = words.map((_, k) => {
    const y = top + above * unit + lines[k] * (high + between * unit);
    const x = edges[k] + 4;
    const floor = y + 1.06 * size;
    return { x, wide: wide[k], middle: x + wide[k] / 2, line: lines[k], top: y, floor };
  });
  return { size, places, up: above * unit - 3, down: below * unit };
}

/** What is drawn over one another: three pins, and the head in question unless it is pinned. */
function setsOf({ pins, constants }, now) {
  const place = placeOf(now, constants);
  return [...pins.map((pin) => pin - 1), pins.includes(place + 1) ? -1 : place];
}

/** Ribbons from the word to those it looks at, and from below to those that look at it. */
function drawRibbons(scene, now, form, { places, up, down }) {
  const { all, words } = scene;
  const sets = setsOf(scene, now);
  const some = sets.filter((place) => place >= 0);
  const out = some.map((place) => all[place][now.token]);
  const back = some.map((place) =>
    all[place].map((row, i) => (i === now.token ? 0 : row[now.token])),
  );
  const unit = form.unit * (some.length > 1 ? 1.5 / some.length + 0.1 : 1);
  const held = back.flat().reduce((sum, v) => sum + v, 0);
  const common = { from: now.token, width: form.size[0] };
  const ends = places.map((one) => ({ ...one, floor: one.floor + 19 })); // below the rings
  const rising = ribbons({ ...common, places: ends, weights: out, unit, room: up, way: -1 });
  const fit = Math.min(0.5, 1.1 / (held * (unit / form.unit) || 1));
  const hanging = ribbons({
    ...common,
    places: ends,
    weights: back,
    unit: unit * fit,
    room: down,
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
  return [draw(hanging, 0.4), draw(rising, 0.88)];
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
    [cell(x - 3, top - 6, wide + 6, floor - top + 8, "pick"), left([x, baseline], text, look, set)],
    {
      to: { token: k },
      on: k === scene.token,
      place: [Math.round(top), Math.round(x)],
      name: `${plain(text)}, token ${k + 1}`,
      held: `looks most at ${plain(favourite(scene, now, k))}`,
      over: `w${k}`,
    },
  );
}

function favourite({ all, words, constants }, now, k) {
  const row = all[placeOf(now, constants)][k];
  return words[row.indexOf(Math.max(...row))].text;
}

/** A ring below a word: it is the one asked about. */
function drawRing({ words, other }, { places }, k) {
  const { x, wide, middle, floor } = places[k];
  return choice(
    [
      cell(x - 3, floor + 1, wide + 6, 18, "pick"),
      circle([middle, floor + 10], 3.5, "quiet thin ring"),
    ],
    {
      to: { other: k },
      on: k === other,
      place: [Math.round(floor + 10), Math.round(x)],
      name: `How much goes to ${plain(words[k].text)}, token ${k + 1}?`,
      over: `o${k}`,
    },
  );
}

/** Under the word that looks a line, under the one asked about a knob: both glide. */
function drawHolds(now, { places }) {
  const from = places[now.token];
  const to = places[now.other];
  return [
    cell(from.x, from.floor - 2, from.wide, 3, "state through"),
    dot([to.middle, to.floor + 10], 9, "state ghost through"),
    dot([to.middle, to.floor + 10], 5.5, "state through"),
  ];
}

/** Where the squares are: for each head its left edge and top. */
function placeSquares({ constants, order }, { grid: [x0, y0, x1, y1] }) {
  const { layers, heads, patterns } = constants;
  const wide = (x1 - x0) / heads;
  const high = (y1 - y0) / layers;
  const squares = [];
  for (let l = 0; l < layers; l++) {
    const shares = patterns[order]?.[l];
    const ranks = shares ? ranked(shares) : shares;
    for (let k = 0; k < heads; k++) {
      const rank = ranks ? ranks.indexOf(k) : k;
      squares.push([x0 + wide * rank, y0 + high * l]);
    }
  }
  return { squares, wide, high };
}

/** The three strongest looks of a word in a head, as small ribbons of one path. */
function drawSmall(row, token, [x, y], { wide, high }, thick) {
  const base = y + high - 4;
  const step = (wide - 10) / row.length;
  const spot = (k) => x + 5 + step * (k + 0.5);
  const strongest = row.map((_, k) => k).sort((a, b) => row[b] - row[a] || a - b);
  const one = (k) => {
    const w = row[k] >= 0.06 ? Math.max(0.8, thick * row[k]) : 0;
    const span = k === token ? step : spot(k) - spot(token);
    const lift = Math.max(4, (high - 8) * (Math.abs(span) / wide) ** 0.4 - w / 2);
    const ends = [spot(token), spot(token) + span].map((at) => [at - w / 2, at + w / 2]);
    const path = { from: ends[0], to: ends[1], y: base, lift, width: w };
    return ribbon({ ...path, way: -1, leftwards: span < 0 });
  };
  return strongest.slice(0, 3).map(one).join("");
}

const glowOf = (share) =>
  `color-mix(in oklab, var(--state) ${Math.round(100 * share)}%, var(--wash))`;

/** A head to point at and to tap: it glows by what the word gives to the other. */
function drawSquare(scene, now, grid, thick, k) {
  const { all, constants, words, pins, layer, head } = scene;
  const { wide, high, squares } = grid;
  const row = all[k][now.token];
  const share = row[now.other];
  const here = { layer: Math.floor(k / constants.heads) + 1, head: (k % constants.heads) + 1 };
  const at = squares[k];
  const small = drawSmall(row, now.token, at, grid, thick);
  const ink = share > 0.4 ? "paper" : "ink";
  const goes = `${percent(share)} of ${plain(words[now.token].text)} goes to ${plain(words[now.other].text)}`;
  return choice(
    [
      cell(at[0] + 1, at[1] + 1, wide - 2, high - 2, "", { fill: glowOf(share), round: 2 }),
      curve(small, ink, { fill: "var(--hue)", opacity: 0.8 }),
    ],
    {
      to: { ...here, pins: turned(pins, k + 1) },
      on: pins.includes(k + 1) || (here.layer === layer && here.head === head),
      place: [Math.round(at[1]), Math.round(at[0])],
      name: `Layer ${here.layer}, head ${here.head}`,
      held: `${goes}; on average ${constants.habits[k]}`,
      over: `h${k}`,
    },
  );
}

/** The pins once a square is tapped: taken off, or put on for the oldest if there are three. */
function turned(pins, pin) {
  if (pins.includes(pin)) return pins.map((one) => (one === pin ? 0 : one));
  const free = pins.indexOf(0);
  return free < 0 ? [...pins.slice(1), pin] : pins.with(free, pin);
}

/** Frames: of the head in question, or of its layer, and of those that are pinned. */
function drawFrames({ pins, constants }, now, { squares, wide, high }) {
  const { heads } = constants;
  const frame = ([x, y], look, across = wide) =>
    cell(x + 0.5, y + 0.5, across - 1, high - 1, `clear thick through ${look}`, { round: 3 });
  const first = squares[(now.layer - 1) * heads];
  const row = [Math.min(...squares.slice(0, heads).map(([x]) => x)), first[1]];
  const place = placeOf(now, constants);
  return [
    now.head ? frame(squares[place], "state") : frame(row, "state", wide * heads),
    pins.map((pin, s) => pin > 0 && frame(squares[pin - 1], PINS[s])),
  ];
}

/** Numbers of layers and heads around the squares. */
function drawNumbers({ constants, order }, { grid: [x0, , x1, y1] }, { squares, wide, high }) {
  const { layers, heads } = constants;
  const rows = Array.from({ length: layers }, (_, l) =>
    right([x0 - 8, squares[l * heads][1] + high / 2], `${l + 1}`, "quiet", { size: 13 }),
  );
  const below = y1 + 11;
  const corner = x0 > 40 && left([0, below], "layer", "quiet", { size: 13 });
  if (order !== "number") {
    return [corner, rows, left([x0, below], "most", "quiet"), right([x1, below], "least", "quiet")];
  }
  const columns = Array.from({ length: heads }, (_, k) =>
    word([x0 + wide * (k + 0.5), below], k || !corner ? `${k + 1}` : "head 1", "quiet", {
      size: 13,
    }),
  );
  return [corner, rows, columns];
}

const SHADES = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** From nothing to all of it, as squares are coloured, up to this right edge. */
function drawScale(edge, y) {
  const start = edge - 44 - 16 * SHADES.length;
  const one = (share, n) => cell(start + 16 * n, y - 6, 16, 12, "", { fill: glowOf(share) });
  return [
    right([start - 6, y], "0", "quiet", { size: 13 }),
    SHADES.map(one),
    cell(start, y - 6, 16 * SHADES.length, 12, "clear quiet thin"),
    right([edge, y], "all", "quiet", { size: 13 }),
  ];
}

/** What the squares show, and the pins by their colours. */
function drawLegend(scene, now, form) {
  const { all, words, pins, constants, narrow } = scene;
  const y = form.grid[1] - 13;
  const name = (k) => `<b>${plain(words[k].text)}</b>`;
  const goes = narrow
    ? `${name(now.token)} → ${name(now.other)}`
    : `Head by head: how much of ${name(now.token)} goes to ${name(now.other)}`;
  const step = narrow ? 52 : 150;
  const tag = (pin, s) => {
    if (!pin) return [false, false];
    const x = form.size[0] - step * (3 - s);
    const number = `${Math.ceil(pin / constants.heads)}·${((pin - 1) % constants.heads) + 1}`;
    const row = all[pin - 1][now.token];
    const most = row.indexOf(Math.max(...row));
    const told = narrow ? "" : ` ${plain(words[most].text)} ${percent(row[most])}`;
    return [
      cell(x, y - 5, 16, 10, PINS[s], { round: 4 }),
      left([x + 22, y], `<b>${number}</b>${told}`),
    ];
  };
  const free = pins.every((pin) => !pin);
  return [
    left([narrow ? 4 : form.grid[0], y], goes),
    pins.map(tag),
    free && drawScale(form.size[0], y),
  ];
}

/** Over the ribbons: what the word looks at most. */
function drawCaption(scene, now, { row, texts }, form) {
  const { words, narrow } = scene;
  const order = row.map((_, k) => k).sort((a, b) => row[b] - row[a] || a - b);
  const named = (k) => (k === now.token ? "itself" : plain(words[k].text));
  const tops = order.slice(0, 2).map((k) => `<b>${named(k)}</b> ${percent(row[k])}`);
  const who = narrow && now.head ? `${now.layer}·${now.head}` : texts.who;
  return word(
    [form.size[0] / 2, 11],
    `${who}: <b>${texts.token}</b> looks at ${tops.join(", ")}`,
    "",
    {
      size: narrow ? 14 : 16,
    },
  );
}

/** The whole picture; `told` is what is said of what is looked at now. */
export function drawSentence(scene, told) {
  const form = formOf(scene);
  const now = nowOf(scene);
  const set = placeWords(scene.words, form);
  const grid = placeSquares(scene, form);
  const each = (draw) => scene.words.map((_, k) => draw(k));
  const heads = grid.squares.map((_, k) => drawSquare(scene, now, grid, form.thick, k));
  return {
    size: form.size,
    x: axis(0, form.size[0]),
    y: axis(form.size[1], 0),
    marks: [
      drawRibbons(scene, now, form, set),
      drawCaption(scene, now, told, form),
      drawHolds(now, set),
      each((k) => drawWord(scene, now, set, k)),
      each((k) => drawRing(scene, set, k)),
      drawLegend(scene, now, form),
      drawNumbers(scene, form, grid),
      heads,
      drawFrames(scene, now, grid),
    ],
  };
}

/** The three squares of the question, by letters. */
export function drawBallots(scene) {
  const form = formOf(scene);
  const { squares, high } = placeSquares(scene, form);
  return scene.constants.riddle.map((place, n) => {
    const x = squares[place][0] + 2 + high / 2;
    const y = squares[place][1] + high / 2;
    return [dot([x, y], high / 2 - 1, "ink"), word([x, y], `<b>${"ABC"[n]}</b>`, "paper")];
  });
}
