import { axis } from "../widget/kit/axes.js";
import { bar, list, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { norm } from "../widget/kit/maths.js";
import { decimals, fine, number, pair, setting } from "../widget/kit/numbers.js";
import { word } from "../widget/kit/picture.js";
import { tell } from "../widget/kit/words.js";
import { FAR, LIMIT, largest, PLANE, respond, scaled, segment } from "./neuron.js";
import { drawCut, nameCut } from "./one_neuron_cut.js";
import { drawPlane, INNER, NEAR, tidy, tidyNeuron, unitOf } from "./plane.js";

const SHORTEST = -1; // log10 of |w| on the slider
const LONGEST = 1.15;

const sentence = (scene, name) => tell(scene.constants[name], scene.facts, scene.texts);

// What follows from the state

function factsOf({ activation, shows, a, slope, w, b, size, kind }) {
  const relu = activation === "ReLU";
  const share = Math.abs(slope) / kind.span.slope[1];
  return {
    straight: activation === "identity",
    kink: relu && a === 0,
    active: relu && a > 0,
    inactive: relu && a < 0,
    bounded: kind.bounded,
    none: slope === 0,
    falling: slope < 0,
    faint: share < 0.05,
    steep: slope > 1,
    bent: share < 0.5,
    whole: slope === 1,
    sloped: shows === "slope",
    nowhere: size === 0,
    cut: largest(w) > INNER,
    level: a === 0,
    outside: size > 0 && !segment({ w, b }, 0),
  };
}

/** w₁ x₁ + w₂ x₂ + b with its numbers. */
function writeSum({ w, b, x, a }) {
  const inBrackets = (v) => (v < 0 ? `(${setting(v)})` : setting(v));
  const products = w.map((v, k) => `${k ? inBrackets(v) : setting(v)} · ${inBrackets(x[k])}`);
  const exact = Math.abs(a - Math.round(1e4 * a) / 1e4) < 1e-9;
  return `${products.join(" + ")} + ${inBrackets(b)} ${exact ? "=" : "≈"} ${setting(a)}`;
}

function textsOf(scene) {
  const { activation, w, b, x, size, a, h, slope, dw, dx } = scene;
  return {
    activation,
    size: number(size, 2),
    answer: fine(h),
    slope: fine(slope),
    nearAnswer: decimals(h, 2),
    nearSlope: decimals(slope, 2),
    nearA: decimals(a, 2),
    a: setting(a),
    w: pair(...w, setting),
    x: pair(...x, setting),
    dw: pair(...dw, fine),
    dx: pair(...dx, fine),
    b: setting(b),
    sum: writeSum(scene),
  };
}

export function derive(state, constants) {
  const x = state.x.map((v) => tidy(v, NEAR));
  const kind = constants.kinds[state.activation];
  const scene = { ...state, ...tidyNeuron(state), x, kind };
  Object.assign(scene, respond(scene, x), { size: norm(scene.w) });
  const facts = factsOf(scene);
  const texts = textsOf(scene);
  const flat = scene.activation === "tanh" && scene.h > 0.9 && scene.db < 0.01;
  const reached = flat && scene.size <= constants.short;
  return {
    ...scene,
    facts,
    texts,
    effect: tell(constants.effect, facts, texts),
    task: { reached, value: tell(constants.value, facts, texts) },
  };
}

// The pictures

const CUT = 546; // px: where the cut begins beside the plane
const [WIDE, HIGH] = PLANE;
const ROOMS = {
  wide: {
    size: [850, 425],
    plane: { x: [30, 352], y: [44, 30] },
    cut: { x: [CUT, 32], y: [44, 30] },
  },
  narrow: {
    size: [350, 377],
    plane: { x: [34, 32], y: [137, 27] },
    cut: { x: [34, 32], y: [24, 285] },
  },
};
const PLACE = "<i>x</i><sub>1</sub>";

/** What stands over the plane: what is dashed in it and, if there is room, what the outline is. */
function nameViews(scene, unit) {
  const { narrow, constants } = scene;
  const over = (px) => [px / unit - WIDE, HIGH];
  const name = word(over(0), sentence(scene, "title"), "strong", { anchor: "start", dy: -10 });
  if (narrow) return [name, nameCut(scene, over(0), unit)];
  const outline = word(over(2 * WIDE * unit), constants.whole, "input", { anchor: "end", dy: -10 });
  return [name, outline, nameCut(scene, over(CUT - ROOMS.wide.plane.x[0]), unit)];
}

/** Both views: in a wide box beside each other, in a narrow one the cut comes directly below. */
function picture(scene) {
  const { narrow } = scene;
  const rooms = narrow ? ROOMS.narrow : ROOMS.wide;
  const cut = drawCut(scene, rooms.cut);
  return {
    size: rooms.size,
    says: `${sentence(scene, "plane")} ${cut.says}`,
    x: axis(-WIDE, WIDE, [-3, -2, -1, 0, 1, 2, 3, [3.7, PLACE]], { room: rooms.plane.x }),
    y: axis(-HIGH, HIGH, [-2, -1, 0, 1, 2, [2.7, "<i>x</i><sub>2</sub>"]], {
      room: rooms.plane.y,
      grid: false,
    }),
    marks: [drawPlane(scene, sentence(scene, "line")), nameViews(scene, unitOf(narrow))],
    beside: cut,
  };
}

// What is asked for

function controls({ kind, shows, constants }) {
  const choose = (name) => (value) => ({ [name]: value });
  const colours = Object.entries(constants.colours);
  const phi = { options: constants.first, value: kind.shown, to: choose("activation") };
  return [
    bar({ label: "<i>φ</i>", ...phi }),
    bar({ label: "Colour", options: colours, value: shows, to: choose("shows") }),
  ];
}

/** w grows, and b by the same factor, so the line a = 0 stays. */
function play({ w, b, size, texts, effect }) {
  const to = (log) => {
    const within = Math.min(LONGEST, Math.max(SHORTEST, log));
    return tidyNeuron(scaled({ w, b }, 10 ** within));
  };
  const value = size ? Math.log10(size) : SHORTEST;
  const grows = value < LONGEST - 0.01 && largest(w) < LIMIT;
  const shrinks = value > SHORTEST + 0.01;
  return {
    label: "length ‖w‖",
    min: SHORTEST,
    max: LONGEST,
    step: 0.01,
    value,
    show: texts.size,
    to,
    says: `length of w ${texts.size}: ${effect}`,
    disabled: !size,
    every: 150,
    next: size && grows && to(value + 0.05),
    back: size && shrinks && to(value - 0.05),
    again: size ? to(SHORTEST) : {},
  };
}

function more({ w, b, x, activation, effect, constants }) {
  const slider = (html, plain, value, most, to) =>
    range({
      label: html,
      min: -most,
      max: most,
      step: 0.01,
      value,
      show: setting(value),
      to,
      says: `${plain} = ${setting(value)}: ${effect}`,
    });
  const component = (name, vector, k, most) => {
    const html = `<i>${name}</i><sub>${k + 1}</sub>`;
    const to = (value) => ({ [name]: vector.with(k, value) });
    return slider(html, `${name}${k + 1}`, vector[k], most, to);
  };
  const all = { label: "Activation", options: constants.all, value: activation };
  return {
    name: constants.more,
    parts: [
      note(constants.key),
      w.map((_, k) => component("w", w, k, LIMIT)),
      slider("<i>b</i>", "b", b, FAR, (value) => ({ b: value })),
      x.map((_, k) => component("x", x, k, NEAR)),
      list({ ...all, to: (name) => ({ activation: name }) }),
    ],
  };
}

/** The answer plays from weights a tenth as large. */
const anew = (shown, { answered, w, b }) =>
  answered && !shown.answered ? { w: w.map((v) => v / 10), b: b / 10 } : {};

function table({ constants, texts }) {
  const rows = constants.rows.map(([name, key]) => [name, texts[key]]);
  return { caption: "At the point x", head: ["quantity", "value"], rows };
}

export default explorable({
  derive,
  picture,
  controls,
  play,
  more,
  table,
  says: (scene) => sentence(scene, "words"),
  anew,
  glides: ["w", "b", "x"],
  paces: { w: 120, b: 268 }, // both arrive at once where the line stays
  lines: [2, 4],
  forms: true,
});
