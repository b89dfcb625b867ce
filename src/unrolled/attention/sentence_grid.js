// A square for each head: it glows by how much of one word's weight goes to another.
import { cell, choice, curve, word } from "../widget/kit/picture.js";
import { ranked } from "./recorded.js";
import { ribbon } from "./ribbons.js";
import { formOf, left, PINS, right } from "./sentence_forms.js";
import { percent, placeOf, plain } from "./sentence_now.js";

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
  const { all, constants, words, pins, layer, head, answered } = scene;
  const withheld = !answered && Boolean(constants.riddle);
  const { wide, high, squares } = grid;
  const row = all[k][now.token];
  const share = row[now.other];
  const here = { layer: Math.floor(k / constants.heads) + 1, head: (k % constants.heads) + 1 };
  const at = squares[k];
  const small = drawSmall(row, now.token, at, grid, thick);
  const ink = share > 0.4 ? "paper" : "ink";
  const from = plain(words[now.token].text);
  const to = plain(words[now.other].text);
  const goes = `${percent(share)} of ${from} goes to ${to}`;
  return choice(
    [
      cell(at[0] + 1, at[1] + 1, wide - 2, high - 2, "", { fill: glowOf(share), round: 2 }),
      curve(small, ink, { fill: "var(--hue)", opacity: 0.8 }),
    ],
    {
      to: { ...here, pins: turned(pins, k + 1) },
      on: pins.includes(k + 1) || (here.layer === layer && here.head === head),
      place: [Math.round(at[1]), Math.round(at[0])],
      name: `Block ${here.layer}, head ${here.head}`,
      held: withheld ? goes : `${goes}; on average ${constants.habits[k]}`,
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
  const corner = x0 > 40 && left([0, below], "block", "quiet", { size: 13 });
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
  const start = edge - 24 - 16 * SHADES.length;
  const one = (share, n) =>
    cell(start + 16 * n, y - 6, 16, 12, "", { fill: glowOf(share), round: 0 });
  return [
    right([start - 6, y], "0", "quiet", { size: 13 }),
    SHADES.map(one),
    cell(start, y - 6, 16 * SHADES.length, 12, "clear quiet thin", { round: 0 }),
    right([edge, y], "all", "quiet", { size: 13 }),
  ];
}

/** What the squares show, and the pins by their colours. */
export function drawLegend(scene, now, form, { withheld, three }) {
  const { all, words, pins, constants, narrow } = scene;
  const y = form.grid[1] - 13;
  const name = (k) => `<b>${plain(words[k].text)}</b>`;
  const goes = narrow
    ? `${name(now.token)} → ${name(now.other)}`
    : `Head by head: how much of ${name(now.token)} goes to ${name(now.other)}`;
  const step = narrow || three ? 52 : 150;
  const tag = (pin, s) => {
    if (!pin) return [false, false];
    const x = form.size[0] - step * (3 - s);
    const place = `${Math.ceil(pin / constants.heads)}·${((pin - 1) % constants.heads) + 1}`;
    const number = three ? "ABC"[s] : place;
    const row = all[pin - 1][now.token];
    const most = row.indexOf(Math.max(...row));
    const told = narrow || withheld ? "" : `: ${percent(row[most])} to ${plain(words[most].text)}`;
    return [
      cell(x, y - 5, 16, 10, PINS[s], { round: 4 }),
      left([x + 22, y], `<b>${number}</b>${told}`),
    ];
  };
  const isFree = pins.every((pin) => !pin);
  return [
    left([narrow ? 4 : form.grid[0], y], goes),
    pins.map(tag),
    isFree && drawScale(form.size[0] - 6, y),
  ];
}

/** The squares with their frames, then the numbers beside them. */
export function drawGrid(scene, now, form) {
  const grid = placeSquares(scene, form);
  const heads = grid.squares.map((_, k) => drawSquare(scene, now, grid, form.thick, k));
  const frames = [drawFrames(scene, now, grid), drawGuess(scene, grid)];
  return [heads, frames, drawNumbers(scene, form, grid)];
}

/** A letter of the riddle beside its square, off its arcs. */
const drawLetter = ([x, y], high, n, look, ink) => [
  cell(x - 16, y, 17, Math.min(20, high), look, { round: 3 }),
  word([x - 7.5, y + Math.min(20, high) / 2], `<b>${"ABC"[n]}</b>`, ink, { size: 14 }),
];

/** A wrong guess of the reader's, as long as the question’s sentence is shown. */
function drawGuess({ answered, guess, sentence, constants }, { squares, wide, high }) {
  const { question, riddle, wanted } = constants;
  const isShown = answered && riddle && sentence === wanted.sentence;
  if (!isShown || guess == null || guess === question.right) return [false, false];
  const [x, y] = squares[riddle[guess]];
  const frame = cell(x + 0.5, y + 0.5, wide - 1, high - 1, "yours clear ink dashed thick", {
    round: 3,
  });
  return [frame, drawLetter([x, y], high, guess, "yours ink hollow", "yours ink")];
}

/** The question’s three squares, each in the colour of its ribbons; of other sentences none. */
export function drawBallots(scene) {
  if (scene.sentence !== scene.constants.wanted.sentence) return [];
  const form = formOf(scene);
  const { squares, wide, high } = placeSquares(scene, form);
  return scene.constants.riddle.map((place, n) => {
    const [x, y] = squares[place];
    return [
      cell(x, y, wide, high, "pick"),
      cell(x, y, wide, high, `clear ${PINS[n]} thick`, { round: 3 }),
      ...drawLetter([x, y], high, n, PINS[n], "paper"),
    ];
  });
}
