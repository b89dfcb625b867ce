import { axis } from "../widget/kit/axes.js";
import { bar, list, note, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { ACTIVATIONS, dot, norm, scale, range as upTo } from "../widget/kit/maths.js";
import { fine, number, pair, setting } from "../widget/kit/numbers.js";
import { arrow, grip, label, line, dot as spot, word } from "../widget/kit/picture.js";
import { ramp } from "../widget/kit/ramp.js";
import { tell } from "../widget/kit/words.js";

const [EDGE, INNER, NEAR, NAMED] = [3, 2.6, 2.5, 2.2]; // of the plane, handles, x, labels
const [SPAN, LAST, LIMIT, FAR] = [5, 4.8, 10, 60]; // of the curves, their dots, a weight, b
const [SHORTEST, LONGEST] = [-1, 1.15]; // log10 of |w| on the slider: 0.1 to 14.1
const largest = (v) => Math.max(...v.map(Math.abs));
const clamp = (v, most) => Math.min(most, Math.max(-most, v));
const inside = (place, edge) => place.map((v) => Math.round(100 * clamp(v, edge)) / 100);
const tidy = (v, most) => clamp(Math.round(1e4 * v) / 1e4, most); // as it is shown, all of it
const tidied = ({ w, b }) => ({ w: w.map((v) => tidy(v, LIMIT)), b: tidy(b, FAR) });
/** φ and φ′ at a. */
const at = (phi, a, h = ACTIVATIONS[phi].f(a)) => ({ a, h, slope: ACTIVATIONS[phi].slope(a, h) });

/** f(x) = φ(w·x + b) and its derivatives with respect to w, b and x. */
export function respond({ w, b, activation }, x) {
  const found = at(activation, dot(w, x) + b);
  return { ...found, dw: scale(found.slope, x), db: found.slope, dx: scale(found.slope, w) };
}

/** w and b times one factor, so that |w| becomes `size` unless a number would pass its limit. */
export function scaled({ w, b }, size) {
  const factor = Math.min(size / norm(w), LIMIT / largest(w), FAR / Math.abs(b));
  return { w: scale(factor, w), b: factor * b };
}

/** The part of the line w·x + b = a that lies in the square of this edge; null if none does. */
export function segment({ w, b }, a, edge = EDGE) {
  const [foot, along] = [scale((a - b) / dot(w, w), w), [-w[1], w[0]]];
  const spans = foot.map((v, k) =>
    [-edge, edge].map((end) => (end - v) / (along[k] || 1e-99)).sort((p, q) => p - q),
  );
  const ends = [Math.max(spans[0][0], spans[1][0]), Math.min(spans[0][1], spans[1][1])];
  return ends[0] < ends[1] ? ends.map((t) => foot.map((v, k) => v + t * along[k])) : null;
}

// Stops every quarter where φ bends, and at the jump of ReLU's slope; beyond it is straight.
const GRID = [-6, ...upTo(33).map((k) => k / 4 - 4), 1e-9, 6].sort((p, q) => p - q);
const SAMPLES = [...upTo(101).map((k) => k / 10 - SPAN), 1e-9].sort((p, q) => p - q);

/** What the plane shows along w, from its lowest corner (offset 0) to its highest (1). */
export function shades({ w, b, activation }) {
  const reach = EDGE * (Math.abs(w[0]) + Math.abs(w[1]));
  const [low, high] = [b - reach, b + reach];
  return [low, ...GRID.filter((a) => a > low && a < high), high].map((a) => ({
    ...at(activation, a),
    offset: reach && (a - low) / (high - low),
  }));
}

function factsOf({ activation, shows, a, slope, w, b, x, dw, size, kind: { span, bounded } }) {
  const [relu, share] = [activation === "ReLU", Math.abs(slope) / span.slope[1]];
  return {
    straight: activation === "identity",
    kink: relu && a === 0,
    open: relu && a > 0,
    dead: relu && a < 0,
    bounded,
    none: slope === 0,
    falling: slope < 0,
    faint: share < 0.05,
    steep: slope > 1,
    bent: share < 0.5,
    whole: slope === 1,
    sloped: shows === "slope",
    nowhere: size === 0,
    cut: largest(w) > INNER,
    long: largest(x.map((v, k) => v + dw[k])) > EDGE,
    beyond: Math.abs(a) > LAST,
    level: a === 0,
    outside: size > 0 && !segment({ w, b }, 0),
  };
}

function textsOf({ activation, w, b, x, size, a, h, slope, dw, dx }) {
  const own = (v) => (v < 0 ? `(${setting(v)})` : setting(v));
  const equals = Math.abs(a - Math.round(1e4 * a) / 1e4) < 1e-9 ? "=" : "≈";
  return {
    activation,
    size: number(size, 2),
    answer: fine(h),
    slope: fine(slope),
    a: setting(a),
    w: pair(...w, setting),
    x: pair(...x, setting),
    dw: pair(...dw, fine),
    dx: pair(...dx, fine),
    b: setting(b),
    sum:
      `${setting(w[0])} · ${own(x[0])} + ${own(w[1])} · ${own(x[1])} + ${own(b)}` +
      ` ${equals} ${setting(a)}`,
  };
}

export function derive(state, constants) {
  const x = state.x.map((v) => tidy(v, NEAR));
  const scene = { ...state, ...tidied(state), x, kind: constants.kinds[state.activation] };
  Object.assign(scene, respond(scene, x), { size: norm(scene.w) });
  const [facts, texts] = [factsOf(scene), textsOf(scene)];
  const flat = scene.activation === "tanh" && scene.h > 0.9 && scene.db < 0.01;
  const task = {
    reached: flat && scene.size <= constants.short,
    value: tell(constants.value, facts, texts),
  };
  return { ...scene, facts, texts, effect: tell(constants.effect, facts, texts), task };
}

const spoken =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);
/** Where the tip of w is held, and what it means to pull it: a cut arrow only turns. */
const tip = ({ w }) => scale(Math.min(1, INNER / (largest(w) || 1)), w);
const turned = ({ w, size }, place) =>
  largest(w) > INNER && largest(place) > INNER - 0.4
    ? tidied(scaled({ w: place, b: 0 }, size)).w
    : place;

/** Where the line a = 0 is held: at an end, or at the edge that it is beyond. */
const held = ({ w, b, size }) =>
  segment({ w, b }, 0, INNER)?.[1] ?? w.map((v) => clamp((-b * v) / size ** 2, INNER));

/** The plane in its colours, and below it their key, from the least to the largest. */
function coloured({ facts: { sloped }, kind, shows, constants, ...scene }) {
  const [[least, most], hue] = [kind.span[shows], sloped ? "gradient" : "state"];
  const stop = (at, v) => [at, v < 0 ? "minus" : hue, 60 * Math.min(1, Math.abs(v) / most)];
  const stops = shades(scene).map((one) => stop(one.offset, sloped ? one.slope : one.h));
  const key = [least, 0, most].map((v) => stop((v - least) / (most - least), v));
  const named = (place, html, anchor) => word([place, -3.86], html, "", { anchor });
  const end = (v, sign) => (Math.abs(v) === EDGE ? `${sign} ` : "") + number(v, 2); // colour stays
  return [
    ramp(-EDGE, -EDGE, 2 * EDGE, 2 * EDGE, scene.size ? scene.w : [1, 0], stops),
    line(
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ].map((at) => scale(EDGE, at)),
      "quiet thin",
    ),
    ramp(-0.5, -3.98, 1.6, 0.24, [1, 0], key),
    named(-3, constants.colours[shows], "start"),
    named(-0.6, end(least, "≤"), "end"),
    named(1.2, end(most, "≥"), "start"),
  ];
}

const beside = (at, html, look) =>
  label(
    at.map((v) => clamp(v, NAMED)),
    html,
    look,
  );
/** The gradient stands at x; its edge and its dots keep it apart from lines, labels. */
function slopes({ x, dw, facts: { long } }) {
  const room = dw.map((v, k) => (EDGE - Math.sign(v) * x[k]) / Math.abs(v));
  const end = x.map((v, k) => v + Math.min(1, ...room) * dw[k]); // its head, or at the edge
  const one = (look) => (long ? line([x, end], `${look} dashed`) : arrow(x, end, look));
  const named = norm(dw) > 0.2 && beside(end, "∇<sub><b>w</b></sub><i>f</i>", "gradient");
  const near = x.map((v, k) => v + Math.min(1, 0.7 / norm(dw)) * (end[k] - v));
  return [one("paper thick"), one("gradient"), spot(near, 8, "pick"), spot(end, 8, "pick"), named];
}

/** Below the handles always stand as many marks: a handle that is pulled keeps its place. */
function marks(scene) {
  const { w, x, a, size, answered, facts } = scene;
  const [end, turn, origin] = [tip(scene), size > 0, [0, 0]];
  const head = scale(Math.max(0, 1 - (answered ? 0.17 / norm(end) : 0)), end); // before the handle
  const pull = (place) => ({ w: turned(scene, inside(place, INNER)) });
  const shift = (place) => ({ b: tidy(-dot(w, inside(place, EDGE)), FAR) });
  const cross = (level, look) => line((turn && segment(scene, level)) || [], look);
  return [
    coloured(scene),
    line([[-EDGE, 0], [EDGE, 0], null, [0, -EDGE], [0, EDGE]], "quiet thin ghost"),
    cross(a, "input dashed thin"),
    cross(0, "ink"),
    line([origin, x], "input thin"),
    facts.cut ? line([origin, end], "ink dashed") : arrow(origin, head, "ink"),
    slopes(scene),
    answered ? grip(x, (to) => ({ x: inside(to, NEAR) }), "input", { r: 10 }) : spot(x, 8, "input"),
    answered ? grip(end, pull, "ink", { r: 5 }) : spot(end, 8, "pick"), // seen upon x, too
    turn && answered && grip(held(scene), shift, "ink"),
    beside(x, "<b>x</b>", "input"),
    turn && [beside(end, "<b>w</b>", "ink"), beside(held(scene), spoken("line")(scene), "ink")],
  ];
}

const side = (room, name) => axis(-EDGE, EDGE, [-2, -1, 0, 1, 2], { room, name });
const picture = (scene) => ({
  size: [338, 336],
  title: spoken("title")(scene),
  says: spoken("plane")(scene),
  marks: marks(scene),
  x: side([40, 36], "<i>x</i><sub>1</sub>"),
  y: side([50, 24], "<i>x</i><sub>2</sub>"),
});
/** φ and φ′ over a, with dots where the point is; just after 0 ReLU's slope jumps. */
function linked(scene) {
  const {
    activation,
    a,
    facts: { beyond },
    kind: { ticks },
  } = scene;
  const [low, high, edge] = [Math.min(...ticks, -0.2), Math.max(...ticks), clamp(a, LAST)];
  const curve = (key, look, html) => [
    line(
      SAMPLES.map((v) => [v, at(activation, v)[key]]),
      look,
      html,
    ),
    spot([edge, at(activation, edge)[key]], 6, beyond ? `${look} hollow` : look),
  ];
  const named = { room: [40, 34], name: spoken("place")(scene), middle: true };
  return {
    size: [360, 290],
    title: spoken("values")(scene),
    says: spoken("curves")(scene),
    x: axis(-SPAN, SPAN, [-4, -2, 0, 2, 4], named),
    y: axis(low, high, ticks, { room: [44, 14] }),
    marks: [
      line(
        [
          [edge, low],
          [edge, high],
        ],
        "input dashed thin",
      ),
      curve("slope", "gradient", "<i>φ</i>′"),
      curve("h", "state", "<i>φ</i>"),
    ],
  };
}

const chosen = (name, value) => ({ value, to: (one) => ({ [name]: one }) });
const controls = ({ kind: { shown }, constants: { first, key } }) => [
  bar({ label: "Activation", options: first, ...chosen("activation", shown) }),
  note(key),
];

/** w grows, and b by the same factor, so the line a = 0 stays. */
function play({ size, texts, effect, ...scene }) {
  const to = (v) => tidied(scaled(scene, 10 ** Math.min(LONGEST, Math.max(SHORTEST, v))));
  const value = size ? Math.log10(size) : SHORTEST;
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
    next: size && value < LONGEST - 0.01 && largest(scene.w) < LIMIT && to(value + 0.05),
    back: size && value > SHORTEST + 0.01 && to(value - 0.05),
    again: size ? to(SHORTEST) : {},
  };
}

function more({ activation, shows, constants: { all, colours, more: name }, ...scene }) {
  const tuner = (html, plain, value, most, to) =>
    range({
      label: html,
      min: -most,
      max: most,
      step: 0.01,
      value,
      show: setting(value),
      to,
      says: `${plain} = ${setting(value)}: ${scene.effect}`,
    });
  const both = (v, most) =>
    [0, 1].map((k) =>
      tuner(`<i>${v}</i><sub>${k + 1}</sub>`, `${v}${k + 1}`, scene[v][k], most, (x) => ({
        [v]: scene[v].with(k, x),
      })),
    );
  return {
    name,
    parts: [
      both("w", LIMIT),
      tuner("<i>b</i>", "b", scene.b, FAR, (b) => ({ b })),
      both("x", NEAR),
      list({ label: "Activation", options: all, ...chosen("activation", activation) }),
      bar({ label: "Colour", options: Object.entries(colours), ...chosen("shows", shows) }),
    ],
  };
}

const table = ({ constants, texts }) => ({
  caption: "At the point x",
  head: ["quantity", "value"],
  rows: constants.rows.map(([name, key]) => [name, texts[key]]),
});

const parts = { picture, linked, controls, play, says: spoken("words"), more, table };
export default explorable({ derive, ...parts, lines: [4, 4] });
