// The d-e-m-o network as it works: values run along its lines to the loss, errors run back.
import { inPixels } from "../widget/kit/axes.js";
import { decimals, number, setting, short } from "../widget/kit/numbers.js";
import { cell, choice, curve, dot, grip, line, vertical, word } from "../widget/kit/picture.js";
import { drawLegend } from "./flow_legend.js";
import { beadOf, endsOf, GAUGE, middleOf, roomOf, threadOf } from "./flow_room.js";
import { drawSums } from "./flow_sum.js";
import { drawHidden, drawInput, drawOutput } from "./flow_units.js";
import { keyOf, LETTERS, numberAt, placeOf } from "./weight_step.js";

const clamp = (x) => Math.max(-GAUGE, Math.min(GAUGE, x));
/** Two decimals, or two digits of what they would hide. */
const two = (x) => (x !== 0 && Math.abs(x) < 0.0095 ? short(x) : decimals(x, 2));

// Lines

/** What runs along a line in this equation: which way it does, how large it is, its colour. */
function currentOf(scene, name, to, from) {
  const { equation, answered, named } = scene;
  const w = numberAt(scene, name, to, from);
  const stage = answered ? equation : "forward";
  switch (stage) {
    case "forward": {
      const start = name === "W1" ? named.x[from] : named.h1[from];
      return { size: w * start, look: `${name === "W1" ? "input" : "state"} flows` };
    }
    case "BP2":
      return { size: name === "W1" ? 0 : w * named.delta2[to], look: "gradient flows back" };
    case "BP4":
      return { size: numberAt(scene, `d${name}`, to, from), look: "gradient" };
    default:
      return { size: 0, look: "quiet" };
  }
}

const thicknessOf = (size) => 1.25 + 7 * Math.min(1, Math.abs(size));

/** A weight as a pale line, as thick as it is large, and on it what runs there. */
function drawWeight(room, scene, name, to, from) {
  const key = keyOf(name, [to, from]);
  const ends = endsOf(room, name, to, from);
  const d = threadOf(ends);
  const on = scene.weight === key;
  const { size, look } = currentOf(scene, name, to, from);
  const still = scene.answered && scene.equation === "BP4" && size === 0;
  const w = numberAt(scene, name, to, from);
  const bead = room.beads && beadOf(room, name, ends);
  const marks = [
    curve(d, "reach", { width: 44 }),
    on ? curve(d, "state ghost", { width: thicknessOf(w) + 6 }) : false,
    curve(d, still ? "quiet dashed" : "quiet", {
      width: still ? 1.25 : thicknessOf(w),
      opacity: still ? 1 : 0.3,
    }),
    size === 0 ? false : curve(d, look, { width: thicknessOf(size) }),
    bead && dot(bead, 5, on ? "state" : "quiet"),
  ];
  return choice(marks, {
    to: { weight: key },
    name: scene.constants.links[key],
    held: setting(w),
    on,
    place: name === "W1" ? [2 * from, 1] : [2 * to, 3],
    near: true,
  });
}

function drawWeights(room, scene) {
  const matrices = Object.keys(scene.constants.links)
    .map(placeOf)
    .filter(([, index]) => index.length === 2);
  return matrices.map(([name, [to, from]]) => drawWeight(room, scene, name, to, from));
}

// The loss

/** From an output's bar to the loss; on a phone, where there is no room between, from above. */
function wayToLoss(room, k, narrow) {
  const [x, y] = room.lamp.at;
  const { r } = room.lamp;
  const start = room.bar.x + room.bar.width + (narrow ? 4 : 6);
  const level = middleOf(room, "y", k)[1];
  const side = level < y ? -1 : 1;
  if (!narrow)
    return threadOf([
      [start, level],
      [x - r, y],
    ]);
  const bend = `C${x} ${level} ${x} ${level} ${x} ${level - 20 * side}`;
  return `M${start} ${level}${bend}L${x} ${y + r * side}`;
}

/** Lines between outputs and the loss: to it, and in (BP1) back from it. */
function drawToLoss(room, scene) {
  const back = scene.answered && scene.equation === "BP1";
  const forward = !scene.answered || scene.equation === "forward";
  return LETTERS.map((_, k) => {
    const runs = forward ? "output flows" : "quiet thin";
    return curve(wayToLoss(room, k, scene.narrow), back ? "gradient flows back" : runs, {
      width: back ? thicknessOf(scene.named.delta2[k]) : 1.5,
      opacity: back || forward ? 1 : 0.4,
    });
  });
}

function drawLamp(room, { named, answered, equation, narrow }) {
  const { at, r, halo } = room.lamp;
  const [x, y] = at;
  const loss = named.L[0];
  const lit = answered && equation !== "forward";
  const name = narrow
    ? word([x, y - 9], "ℒ", "paper", { size: 13 })
    : word([x, y + r + 30], "loss ℒ", "quiet", { size: room.type - 1 });
  return [
    dot(at, Math.round(r + halo * Math.min(3, loss)), lit ? "gradient ghost" : "output ghost"),
    dot(at, r, lit ? "gradient" : "output"),
    word(
      [x, narrow ? y + 6 : y],
      narrow && loss < 0.0095 ? "&lt;0.01" : two(loss),
      "paper strong",
      { size: narrow ? 13 : room.type + 3 },
    ),
    name,
  ];
}

// The picked weight

/** Where the picked weight is pulled: its bead; for a bias, by its hidden unit or its output. */
function gaugeAt(room, [name, [to, from]]) {
  if (from !== undefined) return beadOf(room, name, endsOf(room, name, to, from));
  const column = name === "b1" ? "h" : "y";
  const [x, y] = middleOf(room, column, to);
  const far = room.r[column] + 17;
  return [x, name === "b1" ? y - far : y + far];
}

/** The number of the picked weight: above its scale, aside from the line's bead that is next; of a
 * bias left of its scale. */
function drawSetting(room, { value, narrow }, [x, y], isBias) {
  if (narrow && !isBias) return false; // no room: it stands at the slider
  const [at, anchor] = isBias
    ? [[x - room.track - 12, y], "end"]
    : [[x + (value < 0 ? -10 : 10), y - room.knob - 8], value < 0 ? "end" : "start"];
  return word(at, setting(value), "state strong halo through", { anchor, size: room.type - 1 });
}

/** A short scale through the bead: its knob is where the weight is. */
function drawGauge(room, scene) {
  const place = placeOf(scene.weight);
  const [x, y] = gaugeAt(room, place);
  const { track, knob } = room;
  const at = [x + (track * clamp(scene.value)) / GAUGE, y];
  const pull = ([px]) => scene.setTo(Math.round(clamp((GAUGE * (px - x)) / track) * 100) / 100);
  return [
    cell(x - track - 6, y - 5, 2 * track + 12, 10, "paper through", { round: 5 }),
    cell(x - track - 6, y - 5, 2 * track + 12, 10, "clear state thin through", { round: 5 }),
    line(vertical(x, y - 5, y + 5), "quiet thin through"),
    drawSetting(room, scene, [x, y], place[1].length === 1),
    grip(at, pull, "state", { r: knob }),
  ];
}

function seen({ named, letter, target, answered }) {
  const values = (name) => [...named[name]].map((x) => number(x)).join(", ");
  const errors = `Errors: outputs ${values("delta2")}; hidden ${values("delta1")}.`;
  return (
    `The d-e-m-o network: ${letter} is read, ${target} is wanted. ` +
    `Hidden ${values("h1")}; outputs ${values("y_hat")}.${answered ? ` ${errors}` : ""}`
  );
}

export function picture(scene) {
  const room = roomOf(scene.narrow);
  const { symbols, equations } = scene.constants;
  const [name, formulas, , headline] = equations[scene.answered ? scene.equation : "forward"];
  const formula = `<b>${name}</b>\u2002${formulas[scene.facts.first ? 0 : 1]}`;
  const head = (key, x) => word([x, 12], symbols[key][0], "quiet", { size: room.type + 1 });
  return {
    ...inPixels(room.size),
    title: scene.narrow ? headline : `${headline}<span class="flow-formula">${formula}</span>`,
    says: seen(scene),
    marks: [
      drawWeights(room, scene),
      drawToLoss(room, scene),
      LETTERS.map((_, k) => drawInput(room, scene, k)),
      [0, 1].map((k) => drawHidden(room, scene, k)),
      LETTERS.map((_, k) => drawOutput(room, scene, k)),
      drawSums(room, scene),
      drawLamp(room, scene),
      [head("W1", room.heads[0]), head("W2", room.heads[1])],
      scene.narrow && word(room.formula, formula, "", { size: room.type + 1 }),
      drawLegend(room, scene),
      drawYours(scene),
      drawGauge(room, scene),
    ],
  };
}

// The guess

/** A dashed frame around lines, to tap: the units at their ends keep what a tap does there. */
const frameAround = ([left, top], [right, bottom]) =>
  cell(left, top, right - left, bottom - top, "clear ink dashed", { round: 14 });

/** What marks each guess: none, the lines from letters not read, those into one unit. */
function rimsOf({ narrow, constants }) {
  const room = roomOf(narrow);
  const [x, y] = room.none;
  const wide = 76;
  const high = 30;
  const none = cell(x - wide / 2, y - high / 2, wide, high, "clear ink dashed", {
    round: high / 2,
  });
  const { letter, weight } = constants.question.show;
  const others = [0, 1, 2, 3].filter((k) => LETTERS[k] !== letter);
  const [start, reach] = room.rings.others;
  const from = frameAround(
    [start, middleOf(room, "x", others[0])[1] - 20],
    [start + reach, middleOf(room, "x", others.at(-1))[1] + 20],
  );
  const [, [unit]] = placeOf(weight);
  const [end, length] = room.rings.unit;
  const level = middleOf(room, "h", unit)[1];
  const into = frameAround([end - length, level - 30], [end, level + 30]);
  return [none, from, into];
}

/** A wrong guess stays in the answered picture: its mark, and whose it is. */
function drawYours(scene) {
  const { answered, guess, inCase, constants } = scene;
  const isGuessed = answered && inCase && guess != null;
  if (!isGuessed || guess === constants.question.right) return [false, false];
  const rim = rimsOf(scene)[guess];
  const isNone = guess === 0;
  const at = [rim.x + rim.width / 2, isNone ? rim.y + rim.height / 2 : rim.y - 10];
  return [
    { ...rim, look: `${rim.look} yours` },
    word(at, isNone ? "you: none" : "you", "ink yours halo", { size: 13 }),
  ];
}

/** What is tapped for each guess. */
export function ballots(scene) {
  const [none, from, into] = rimsOf(scene);
  const [x, y] = roomOf(scene.narrow).none;
  const tapped = (rim) => ({ ...rim, look: "pick" });
  return [
    [{ ...tapped(none), y: y - 22, height: 44 }, none, word([x, y], "None", "ink")],
    [tapped(from), from],
    [tapped(into), into],
  ];
}
