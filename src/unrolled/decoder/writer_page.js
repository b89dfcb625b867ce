// The text letter by letter: shaded by how much each was attended to, with a cursor in it.
import { cell, line, pad, word } from "../widget/kit/picture.js";
import { tintOf } from "../widget/kit/pipes.js";

const LEAST = 0.005; // a weight that can be seen
const AHEAD = 0.4; // how faint the letters are that come later

/** The shade behind a letter: an area for a weight, so darker by its root. */
function drawShade(room, weight, n) {
  const [x, y] = room.placeOf(n);
  const shade = cell(x + 0.5, y, room.pitch - 1, room.tile, "state through", { round: 3 });
  return { ...shade, opacity: weight < LEAST ? 0 : 0.08 + 0.62 * Math.sqrt(weight) };
}

function drawLetter(room, scene, n) {
  const { text, at, constants } = scene;
  if (n >= text.codes.length) return null;
  const look = text.given[n] ? "ink" : "output";
  const letter = word(room.middleOf(n), constants.data.letters[text.codes[n]], `${look} through`, {
    size: room.type,
    dy: room.type * 0.33,
  });
  return { ...letter, opacity: n < at ? 1 : AHEAD };
}

/** A line under each letter that was put by hand after the model had begun to write. */
function drawHand(room, { text }, n) {
  if (n < text.begun || !text.given[n]) return null; // past its end nothing is given
  const [x, y] = room.placeOf(n);
  return cell(x + 3, y + room.tile - 2, room.pitch - 6, 2.5, "ink through");
}

/** Where the next letter comes. */
function drawCursor(room, { at, codes }) {
  if (at >= codes.length) return null;
  const [x, y] = room.placeOf(at);
  return cell(x + 0.5, y, room.pitch - 1, room.tile, "output clear through", { round: 3 });
}

/** The state of the LSTM: a strip of tinted cells. */
function drawState(room, { strip }) {
  const { left, width, high } = room.strip;
  const each = width / strip.length;
  const top = room.caption - high / 2;
  return [
    strip.map((value, n) =>
      cell(left + n * each, top, each, high, "through", { fill: tintOf(value) }),
    ),
    cell(left, top, width, high, "quiet clear thin through"),
  ];
}

/** The lines of the page that is written on. */
const drawRuling = (room, most) =>
  Array.from({ length: Math.ceil(most / room.columns) }, (_, row) => {
    const y = room.top + room.line * row + room.tile + 1.5;
    const [x] = room.placeOf(0);
    const end = x + room.pitch * room.columns;
    return line(
      [
        [x, y],
        [end, y],
      ],
      "quiet thin ghost through",
    );
  });

/** The text, and what of it the model sees. */
export function drawText(room, scene) {
  const { weights, codes, strip } = scene;
  const caption = scene.texts[room.columns === 24 ? "captionNarrow" : "caption"];
  const [x] = room.placeOf(0);
  return [
    drawRuling(room, codes.length),
    codes.map((_, n) => drawShade(room, weights[n] ?? 0, n)),
    codes.map((_, n) => drawLetter(room, scene, n)),
    codes.map((_, n) => drawHand(room, scene, n)),
    drawCursor(room, scene),
    word([x, room.caption], caption, "quiet through", { anchor: "start", size: room.small }),
    strip && drawState(room, scene),
  ];
}

/** A tap on a letter goes back to where it was written. */
export function textPad(room, { text, codes }) {
  const rows = Math.ceil(codes.length / room.columns);
  const pull = (place) => ({
    at: Math.max(1, Math.min(text.codes.length, room.nearestTo(place))),
  });
  return pad(0, 0, room.size[0], room.top + rows * room.line, pull);
}
