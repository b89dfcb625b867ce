// The probabilities of a gap as bars under it: of some words, and of all others together. Outlined
// is what the reader of both sides gives, where the bars are those of the left alone.
import { percent } from "../widget/kit/numbers.js";
import { cell, curve, line, pad, word } from "../widget/kit/picture.js";
import { putWord } from "./fill_the_mask_state.js";

export const ROWS = 5; // and one for all others

const LEAST = 0.0005;

function writeShare(share) {
  if (share >= LEAST) return percent(share);
  return share > 0 ? "&lt;0.05\u00a0%" : "0";
}

/** From a gap down to its bars. */
function drawFunnel(room, { text }, n) {
  const gap = room.tokens[text.gaps[n] + 1];
  const { x, wide } = room.panels[n];
  const from = gap.top + room.pitch / 2 + Math.min(room.pitch / 2, 0.85 * room.letter);
  const [top, foot] = [room.panel.top - 4, room.rowAt(ROWS + 1)];
  const isNear = gap.line === room.count - 1;
  const sides = `M${gap.x} ${from}L${gap.x + gap.wide} ${from}L${x + wide} ${top}`;
  const d = `${sides}L${x + wide} ${foot}L${x} ${foot}L${x} ${top}Z`;
  const box = `M${x} ${top}L${x + wide} ${top}L${x + wide} ${top}L${x + wide} ${top}`;
  const path = isNear ? d : `${box}L${x + wide} ${foot}L${x} ${foot}Z`;
  return curve(path, "output through", { fill: "var(--hue)", opacity: 0.09 });
}

/** One bar with its name and its number. */
function drawBar(room, n, row, { name, share, edge, look }) {
  const { x, wide } = room.panels[n];
  const { name: left, digits, row: high, type } = room.panel;
  const y = room.rowAt(row);
  const start = x + left;
  const most = wide - left - digits;
  const [middle, thick] = [y + high / 2, high - 9];
  const long = most * (share ?? 0);
  const number = share === null ? "?" : writeShare(share);
  return [
    { ...cell(start, y + 4.5, most * edge, thick, "output clear thin through"), opacity: 0.7 },
    cell(start, y + 4.5, long, thick, `${look} through`),
    word([x + 8, middle], name, share === null ? "quiet through" : "through", {
      anchor: "start",
      size: type,
    }),
    word([start + Math.max(long, most * edge) + 7, middle], number, "through", {
      anchor: "start",
      size: type - 1,
    }),
  ];
}

/** The bars of the n-th gap. */
function drawPanel(room, scene, n) {
  const { guesses, hidden, reader, text, constants, narrow } = scene;
  const { rows, y, full } = guesses[n];
  const isLeft = reader === "left only" && !hidden;
  const hiddenCode = text.codes[text.gaps[n]];
  const shareOf = (all, code) => (hidden ? null : all[code]);
  const bars = rows.map((code, row) => {
    const name = constants.data.words[code];
    return drawBar(room, n, row, {
      name: code === hiddenCode && !hidden ? `<b>${name}</b> ·` : name,
      share: shareOf(y, code),
      edge: isLeft ? full[code] : 0,
      look: "output",
    });
  });
  const rest = (all) => Math.max(0, 1 - rows.reduce((sum, code) => sum + all[code], 0));
  const others = {
    name: narrow && text.gaps.length > 1 ? "others" : "all others",
    share: hidden ? null : rest(y),
    edge: isLeft ? rest(full) : 0,
    look: "quiet",
  };
  const { x } = room.panels[n];
  const start = x + room.panel.name;
  const ground = [
    [start, room.rowAt(0)],
    [start, room.rowAt(ROWS + 1)],
  ];
  return [
    drawFunnel(room, scene, n),
    line(ground, "quiet thin through"),
    bars,
    drawBar(room, n, ROWS, others),
    word(
      [x + 8, room.panel.top - 10],
      text.gaps.length > 1 ? `gap ${n + 1}` : "",
      "output strong",
      {
        anchor: "start",
        size: 12,
      },
    ),
  ];
}

/** The bars of all gaps. */
export const drawPanels = (room, scene) => scene.text.gaps.map((_, n) => drawPanel(room, scene, n));

/** A tap on a bar puts its word where the gap is. */
export const panelPads = (room, scene) =>
  scene.text.gaps.map((k, n) => {
    const { x, wide } = room.panels[n];
    const { top, row } = room.panel;
    const pull = ([, y]) => {
      const at = Math.max(0, Math.floor((y - top) / row));
      return at < ROWS ? putWord(scene, k, scene.guesses[n].rows[at]) : {};
    };
    return pad(x, top, wide, row * ROWS, pull, { taps: true });
  });
