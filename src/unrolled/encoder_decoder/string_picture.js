// The picture: two networks reverse a string; below them the share that is right, by length.
import { axis } from "../widget/kit/axes.js";
import { percent } from "../widget/kit/numbers.js";
import { cell, curve, dot, grip, word } from "../widget/kit/picture.js";
import { drawPanel } from "./string_panel.js";
import { LEAST, MOST, roomOf } from "./string_room.js";

const px = (v) => (Math.round(10 * v) / 10).toString();

const pathOf = (band, shares) =>
  `M${shares
    .map((share, n) => `${px(band.xOf(n + 1))} ${px(band.yOf(share))}`)
    .slice(LEAST - 1)
    .join("L")}`;

/** The ground of the shares, and how far training went. */
function drawGround({ band, narrow, small }, { constants }) {
  const { left, right, top, floor, name, ticks } = band;
  const end = left + band.pitch * constants.trained;
  const [share, trained] = narrow
    ? ["share right", "in training"]
    : ["share of strings that come back right", "lengths in training"];
  const above = (x, text, anchor) => word([x, name], text, "quiet", { anchor, size: small });
  return [
    cell(left, top, end - left, floor - top, "practised"),
    curve(`M${left} ${floor}H${right}`, "quiet thin"),
    [4, 8, 12, 16, 20].map((n) =>
      word([band.xOf(n), floor + ticks], `${n}`, "quiet", { size: small, dy: 5 }),
    ),
    !narrow && word([left - 10, floor + ticks], "letters", "quiet", { anchor: "end", size: small }),
    above(left, share, "start"),
    above(end, trained, "end"),
  ];
}

/** Where the name of the lower curve is clear of the curves, the handle and its shares. */
function besideVector(band, length, narrow) {
  const isNear = length > 4 && length < (narrow ? 9 : 7);
  if (isNear) return [band.xOf(narrow ? 9.3 : 8.8), band.yOf(0.72)];
  return narrow ? [band.xOf(5.4), band.yOf(0.36)] : [band.xOf(4.75), band.yOf(0.4)];
}

/** The same for that of the upper one. */
function besideAttention(band, length, narrow) {
  if (length < (narrow ? 14 : 15) || (!narrow && length > 17))
    return [band.xOf(15.2), band.yOf(0.6)];
  return narrow ? [band.xOf(9.6), band.yOf(0.6)] : [band.xOf(17.6), band.yOf(0.6)];
}

/** Both shares by length; that of one vector once it is guessed. */
function drawShares({ band, narrow, small }, { answered, length, constants: { shares } }) {
  const vector = answered ? pathOf(band, shares.vector) : "M0 0";
  const name = (at, text, look) => word(at, text, `${look} halo`, { anchor: "start", size: small });
  return [
    curve(pathOf(band, shares.attention), "state", { width: 3 }),
    curve(vector, "ink", { width: 3 }),
    name(besideAttention(band, length, narrow), "attention", "state strong"),
    answered &&
      name(besideVector(band, length, narrow), narrow ? "vector" : "one vector", "ink strong"),
  ];
}

const ASIDE = 14; // px from the handle, clear of its knob

/** A share of `shares` at the handle, where it lies, `dx` and `dy` px from there. */
function drawShare(band, n, shares, size, look, [dx, dy, anchor]) {
  const x = band.xOf(n);
  const y = band.yOf(shares[n - 1]);
  const place = [x + dx, y + dy];
  const text = percent(shares[n - 1]);
  return [dot([x, y], 4.5, look), word(place, text, `${look} strong halo`, { anchor, size })];
}

/** Where that of attention is clear: over its curve, from where it falls on beside it. */
function besideUpper(n) {
  if (n < 14) return [0, -11, "middle"];
  return n < 19 ? [ASIDE, -11, "start"] : [-ASIDE, -30, "end"];
}

/** Where that of one vector is: under its curve, from where it falls on over it. */
function besideLower(band, n, shares, narrow) {
  if (n < 4) return [ASIDE, 12, "start"];
  if (n < 9) return [-ASIDE, 12, "end"];
  if (narrow && n > 10 && n < 14) {
    const reach = 3; // lengths to the left that the text stands over
    return [-ASIDE, band.yOf(shares[n - 1 - reach]) - band.yOf(shares[n - 1]) - 12, "end"];
  }
  return n < 14 ? [ASIDE, -12, "start"] : [-ASIDE, -12, "end"];
}

/** Where the handle’s line meets the curves. */
function drawMet({ band, small, narrow }, { answered, length, constants: { shares } }) {
  const { attention, vector } = shares;
  const lower = besideLower(band, length, vector, narrow);
  return [
    drawShare(band, length, attention, small, "state", besideUpper(length)),
    answered ? drawShare(band, length, vector, small, "ink", lower) : [false, false],
  ];
}

/** The line that is pulled to make the string longer or shorter. */
function drawHandle({ band }, { length }) {
  const x = band.xOf(length);
  const pull = ([at]) => ({ length: Math.max(LEAST, Math.min(MOST, band.lengthAt(at))) });
  return [
    curve(`M${px(x)} ${band.top}V${band.floor}`, "input", { width: 1.5 }),
    grip([x, band.floor], pull, "input", { r: 10, reach: band.reach }),
  ];
}

/** Beside the rows what they are. */
function drawNames({ narrow, small, panels: [panel] }, { wrongs, answered }) {
  if (narrow) return null;
  const seen = [...wrongs.attention, ...(answered ? wrongs.vector : [])];
  const name = (y, text, look) => word([0, y], text, look, { anchor: "start", size: small });
  const within = ([top, high]) => top + (panel.units * high) / 2;
  return [
    seen.includes(true) && name(panel.due, "due", "quiet"),
    name(panel.written, "writes", "output"),
    name(within(panel.decoder), "decoder", "state"),
    name(within(panel.encoder), "encoder", "state"),
    name(panel.reads, "reads", "input"),
  ];
}

/** The length that was guessed, under the axis. */
function drawGuess({ band, small }, { answered, guess, constants: { ballots } }) {
  if (!answered || guess == null) return null;
  const n = ballots[guess];
  const [wide, high] = band.guess;
  const x = band.xOf(n);
  const y = band.floor + band.ticks;
  const [side, anchor] = n === MOST ? [-1, "end"] : [1, "start"]; // there the picture ends
  return [
    cell(x - wide / 2, y - high / 2, wide, high, "clear ink dashed yours", { round: 5 }),
    word([x + side * (wide / 2 + 5), y], "you", "ink strong yours", { anchor, size: small }),
  ];
}

const boxOf = (band, n) =>
  cell(
    band.xOf(n) - band.pitch / 2,
    band.top,
    band.pitch,
    band.floor - band.top,
    "clear ink dashed",
    { round: 5 },
  );

/** The lengths that can be tapped as a guess. */
export function drawBallots({ narrow, constants: { ballots } }) {
  const { band, small } = roomOf(narrow, LEAST, []);
  const end = [band.right, band.name];
  const longest = word(end, "any length", "quiet through", { anchor: "end", size: small });
  return ballots.map((n) => [boxOf(band, n), n === MOST && longest].filter(Boolean));
}

const NAMES = { vector: "through one vector", attention: "with attention" };

/** Both networks, the one that has to do with one vector first. */
function drawPanels(room, scene) {
  const { text, written, runs, wrongs, due, answered } = scene;
  return ["vector", "attention"].map((kind, i) => {
    const attends = kind === "attention";
    const hidden = !attends && !answered;
    const lost = hidden ? [] : wrongs[kind].slice(0, text.length).reverse(); // of what is read
    const told = { wrongs: wrongs[kind], lost, due, hidden };
    const name = NAMES[kind];
    const run = runs[kind];
    return drawPanel(room.panels[i], { name, text, written: written[kind], run, attends, told });
  });
}

export function drawString(scene, says) {
  const { text, written, answered } = scene;
  const vector = answered ? written.vector : text; // a "?" for each letter
  const room = roomOf(scene.narrow, text.length, [vector, written.attention]);
  return {
    size: [room.width, room.height],
    says,
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      drawPanels(room, scene),
      drawNames(room, scene),
      drawGround(room, scene),
      drawGuess(room, scene),
      drawShares(room, scene),
      drawMet(room, scene),
      drawHandle(room, scene),
    ],
  };
}
