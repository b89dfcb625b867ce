// The picture: two networks reverse a string; below them the share that comes back right, by length.
import { axis } from "../widget/kit/axes.js";
import { cell, curve, grip, word } from "../widget/kit/picture.js";
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

/** Where the name of the lower curve is clear of the curves and of the handle's line. */
const besideVector = (band, length) =>
  length > 8 && length < 14 ? [band.xOf(3), band.yOf(0.42)] : [band.xOf(10.5), band.yOf(0.52)];

/** Both shares by length; that of one vector once it is guessed. */
function drawShares({ band, narrow, small }, { answered, length, constants: { shares } }) {
  const vector = answered ? pathOf(band, shares.vector) : "M0 0";
  const name = (at, text, look) => word(at, text, `${look} halo`, { anchor: "start", size: small });
  return [
    curve(pathOf(band, shares.attention), "state", { width: 3 }),
    curve(vector, "ink dashed", { width: 2.5 }),
    name([band.xOf(14) + 12, band.yOf(shares.attention[13]) - 2], "attention", "state"),
    answered && name(besideVector(band, length), narrow ? "vector" : "one vector", "ink"),
  ];
}

/** The line that is pulled to make the string longer or shorter. */
function drawHandle({ band }, { length }) {
  const x = band.xOf(length);
  const pull = ([at]) => ({ length: Math.max(LEAST, Math.min(MOST, band.lengthAt(at))) });
  return [
    curve(`M${px(x)} ${band.top}V${band.floor}`, "input", { width: 1.5 }),
    grip([x, band.floor], pull, "input", { r: 10 }),
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

/** The length that was guessed. */
function drawGuess({ band, small }, { answered, guess, constants: { ballots } }) {
  if (!answered || guess == null) return null;
  const at = [band.xOf(ballots[guess]) - band.pitch / 2 - 4, band.yOf(0.55)];
  return [
    boxOf(band, ballots[guess], "yours"),
    word(at, "you", "ink halo yours", { anchor: "end", size: small }),
  ];
}

const boxOf = (band, n, kind = "") =>
  cell(
    band.xOf(n) - band.pitch / 2,
    band.top,
    band.pitch,
    band.floor - band.top,
    `clear ink dashed ${kind}`,
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
    const told = { wrongs: wrongs[kind], due, hidden: !attends && !answered };
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
      drawHandle(room, scene),
    ],
  };
}
