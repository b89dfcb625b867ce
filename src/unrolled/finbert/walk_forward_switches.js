// What a hand sets beside the curves: two dials, and the switches of the leaks.
import { cell, choice, grip, line, word } from "../widget/kit/picture.js";
import { LEAKS } from "./walk_forward_tests.js";

const stopAt = ({ left, right }, n, count) => left + (n * (right - left)) / (count - 1);

/** The nearest of so many stops. */
function nearest({ left, right }, x, count) {
  const n = Math.round(((x - left) / (right - left)) * (count - 1));
  return Math.max(0, Math.min(count - 1, n));
}

function drawDial(room, dial, title, names, value) {
  const { left, right, y } = dial;
  const ends = [
    [left, y],
    [right, y],
  ];
  const stops = names.flatMap((_, n) => {
    const x = stopAt(dial, n, names.length);
    return [[x, y - 5], [x, y + 5], null];
  });
  return [
    word([left - 12, dial.title], `${title} <b>${names[value]}</b>`, "ink through", {
      anchor: "start",
      size: room.type,
    }),
    { ...line(ends, "quiet through"), width: 5, opacity: 0.3 },
    line(stops, "quiet thin through"),
  ];
}

/** The rails of the window and of the signal; on a phone their sliders are enough. */
export function drawDials(room, { window, strength, constants }) {
  const { names } = constants;
  if (!room.dials.length) return [];
  return [
    drawDial(room, room.dials[0], "window", names.windows, window),
    drawDial(room, room.dials[1], "signal", names.strengths, strength),
  ];
}

/** What a finger pulls along them. */
export function gripDials(room, { window, strength, constants }) {
  if (!room.dials.length) return [];
  const { windows, strengths } = constants.names;
  const [first, second] = room.dials;
  const look = { r: 9, reach: room.reach };
  const w = windows.length;
  const s = strengths.length;
  return [
    grip(
      [stopAt(first, window, w), first.y],
      ([x]) => ({ window: nearest(first, x, w) }),
      "state",
      look,
    ),
    grip(
      [stopAt(second, strength, s), second.y],
      ([x]) => ({ strength: nearest(second, x, s) }),
      "input",
      look,
    ),
  ];
}

/** No leak at all. */
export const SHUT = Object.fromEntries(LEAKS.map((leak) => [leak, false]));

function drawPill(room, n, { html, on, name, to, held, unknown = false }) {
  const { left, top, width, height, across, down, columns } = room.pills;
  const x = left + across * (n % columns);
  const y = top + down * Math.floor(n / columns);
  const look = n === 0 ? "state" : "output";
  const ink = unknown ? "quiet" : "ink";
  const marks = [
    cell(x, y, width, height, on ? look : "quiet hollow", { round: 22 }),
    word([x + width / 2, y + height / 2], html, on ? "paper strong" : ink, {
      size: room.type,
    }),
  ];
  return choice(marks, { to, name, held, on, place: [Math.floor(n / columns), n % columns] });
}

/** A switch for each leak, and before them one that shuts all; what a question hides is grey. */
export function drawSwitches(room, scene) {
  const { narrow, constants, isHonest, hidden } = scene;
  const { pills } = constants.names;
  const texts = pills[narrow ? "narrow" : "wide"];
  const honest = {
    html: texts.honest,
    on: isHonest && !hidden,
    name: "Honest: no leak",
    held: isHonest && !hidden ? "on" : "off",
    unknown: hidden,
    to: SHUT,
  };
  const leaks = LEAKS.map((leak) => ({
    html: texts[leak],
    on: scene[leak],
    name: `Leak: ${pills.wide[leak]}`,
    held: scene[leak] ? "on" : "off",
    to: { [leak]: !scene[leak] },
  }));
  return [honest, ...leaks].map((pill, n) => drawPill(room, n, pill));
}
