// The probabilities of a gap as bars under it: of some words, and of all others together. Outlined
// is what the reader of both sides gives, where the bars are those of the left alone.
import { cell, curve, line, pad, word } from "../widget/kit/picture.js";
import { putWord } from "./fill_the_mask_state.js";
import { writeSure } from "./fill_the_mask_told.js";

export const ROWS = 5; // and one for all others

/** From a gap down to its bars. */
function drawFunnel(room, { text }, n) {
  const gap = room.tokens[text.gaps[n] + 1];
  const { x, wide } = room.panels[n];
  const from = gap.top + room.pitch / 2 + Math.min(room.pitch / 2, 0.85 * room.letter);
  const top = room.panel.top - 4;
  const foot = room.rowAt(ROWS + 1);
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
  const { row: high } = room.panel;
  const { names: left, digits, barType: type } = room;
  const y = room.rowAt(row);
  const start = x + left;
  const most = wide - left - digits;
  const middle = y + high / 2;
  const thick = high - 9;
  const long = most * (share ?? 0);
  return [
    { ...cell(start, y + 4.5, most * edge, thick, "output clear thin through"), opacity: 0.7 },
    cell(start, y + 4.5, long, thick, `${look} through`),
    word([x + 8, middle], name, share === null ? "quiet through" : "through", {
      anchor: "start",
      size: type,
    }),
    share === null
      ? word([start + 7, middle], "?", "quiet through", { anchor: "start", size: type })
      : word([x + wide - 8, middle], writeSure(share), "through", { anchor: "end", size: type }),
  ];
}

/** The last bar: all words that have none, together. */
function drawOthers(room, scene, n, isOutlined) {
  const { guesses, hidden, text, narrow } = scene;
  const { rows, y, full } = guesses[n];
  const rest = (all) => Math.max(0, 1 - rows.reduce((sum, code) => sum + all[code], 0));
  return drawBar(room, n, ROWS, {
    name: narrow && text.gaps.length > 1 ? "others" : "all others",
    share: hidden ? null : rest(y),
    edge: isOutlined ? rest(full) : 0,
    look: "quiet",
  });
}

/** The name of a word; that of the hidden one is marked once that tells nothing any more. */
function nameOf({ hidden, text, constants }, n, code) {
  const name = constants.data.words[code];
  return code === text.codes[text.gaps[n]] && !hidden ? `<b>${name}</b> ✓` : name;
}

/** The bars of the n-th gap, on their ground. */
function drawPanel(room, scene, n) {
  const { guesses, hidden, reader, text } = scene;
  const { rows, y, full } = guesses[n];
  const isOutlined = reader === "left only" && !hidden;
  const { x, wide } = room.panels[n];
  const title = text.gaps.length > 1 ? `gap ${n + 1}` : "";
  const over = room.panel.top - 9;
  const bars = rows.map((code, row) =>
    drawBar(room, n, row, {
      name: nameOf(scene, n, code),
      share: hidden ? null : y[code],
      edge: isOutlined ? full[code] : 0,
      look: "output",
    }),
  );
  const ground = [0, ROWS + 1].map((row) => [x + room.names, room.rowAt(row)]);
  return [
    drawFunnel(room, scene, n),
    word([x + wide - 8, over], isOutlined ? "outlined: both sides" : "", "quiet through", {
      anchor: "end",
      size: room.note,
    }),
    line(ground, "quiet thin through"),
    bars,
    drawOthers(room, scene, n, isOutlined),
    word([x + 8, over], title, "output strong through", { anchor: "start", size: room.note }),
  ];
}

/** Where nothing is hidden: what can be done. */
function drawInvitation(room) {
  const { barType: type } = room;
  const { top, row } = room.panel;
  const lines = ["Tap a word to hide it:", "the model finds it from the others."];
  return lines.map((html, n) =>
    word([room.size[0] / 2, top + row * (1.5 + n)], html, "quiet through", { size: type + 2 }),
  );
}

/** The bars of all gaps. */
export function drawPanels(room, scene) {
  const { gaps } = scene.text;
  return gaps.length ? gaps.map((_, n) => drawPanel(room, scene, n)) : drawInvitation(room);
}

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
