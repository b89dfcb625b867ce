import { axis } from "../widget/kit/axes.js";
import { bar, list, note, walk } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { fine, number, percent, plural } from "../widget/kit/numbers.js";
import { arrow, cell, choice, circle, line, word } from "../widget/kit/picture.js";
import { say, tell } from "../widget/kit/words.js";

const STEPS = [1, 2, 3];
const PAIRS = STEPS.flatMap((t) => STEPS.slice(0, t).map((i) => [t, i])); // loss, copy
const total = (numbers) => numbers.reduce((a, b) => a + b, 0);
const shown = (x) => (Math.abs(x) < 10 ? number(x) : fine(x));
const loss = (t) => `ℒ<sub>${t}</sub>`;
const SUM = STEPS.map(loss).join(" + ");
const KEY = `Gradients are of ${SUM}. A strand is a path, dark if lit, dashed if left out.`;
const state = (t) => `<b>h</b><sub>${t}</sub>`;

/** One term for each group of pairs: what its paths bring, each as often as it counts. */
export const terms = (values, counts, groups) =>
  groups.map((group) => total(group.map((n) => counts[n] * values[n])));

/** A path counts not at all, once, or `most` times: once for each state on it. */
export const allowed = (counts, most) =>
  counts.map((count, n) => (count >= most[n] ? most[n] : Number(count >= 1)));

/** Everything that is shown follows from the state. */
export function derive({ weight, path, order, counts: asked }, constants) {
  const it = constants.weights[weight];
  const [{ values }, [t, i]] = [it, path.split(",").map(Number)];
  const n = PAIRS.findIndex((pair) => String(pair) === path);
  const [[, groups, names], [, most]] = [constants.orders[order], constants.readings.total];
  const counts = allowed(asked, most);
  const scene = {
    it,
    values,
    t,
    i,
    n,
    groups,
    names,
    counts,
    terms: terms(values, counts, groups),
  };
  [scene.sum, scene.truth] = [scene.terms, values].map(total);
  const away = Math.abs(scene.sum - scene.truth);
  const is = (name) => String(constants.readings[name][1]) === String(counts);
  scene.facts = {
    immediate: is("immediate"),
    once: is("once"),
    total: is("total"),
    start: it.name === "W_hh" && i === 1,
    letter: it.name === "W_hx" && it.sources[i - 1] === 0,
    left: !counts[n],
    repeated: counts[n] > 1,
    none: !Math.max(...counts),
    again: Math.max(...counts) > 1,
    right: values.every((x, k) => x === 0 || counts[k] === 1),
  };
  scene.texts = {
    path: `The path from ${loss(t)} to copy ${i}`,
    value: shown(values[n]),
    i: `${i}`,
    times: `${counts[n]}`,
    count: `${counts.filter(Boolean).length}`,
    states: STEPS.slice(i - 1, t)
      .reverse()
      .map(state)
      .join(", "),
    letter: constants.letters[i - 1],
    other: it.letter,
    weight: it.html,
    sum: shown(scene.sum),
    truth: shown(scene.truth),
    off: scene.truth ? percent(away / Math.abs(scene.truth)) : shown(away),
  };
  const fewest = weight === "W_hh[2,1]" && values.every((x, k) => counts[k] === Number(x !== 0));
  const value = `Now ${it.html}: ${plural(+scene.texts.count, "path")}, sum ${scene.texts.sum}.`;
  scene.task = { reached: fewest, value };
  return scene;
}

const speak = ({ facts, texts, constants }) => tell(constants.words, facts, texts);
const says = (scene) => `${speak(scene)}<br>${KEY}`;

// The main picture in units of its own: losses, states, copies, and the triangle below.
const [TOP, MID, LOW] = [17, 79, 140];
const [X, Y] = [(i) => 76 + 80 * (i - 1), (t) => 162 + 53 * (t - 1)];
const EDGES = [
  // the paths that run through it, and its ends, as the gradient goes
  ...STEPS.map((s) => [(t) => t === s, [X(s), TOP + 15], [X(s), MID - 19]]),
  ...[2, 3].map((s) => [(t, i) => i < s && s <= t, [X(s) - 19, MID], [X(s - 1) + 19, MID]]),
  ...STEPS.map((s) => [(t, i) => i === s, [X(s), MID + 19], [X(s), LOW - 15]]),
];

/** The strands of an edge, side by side: each path that runs through it, as often as it counts. */
function strands([on, from, to], { counts, n, answered }) {
  const times = (k) => (k === n ? Math.max(1, counts[k]) : counts[k]);
  const through = PAIRS.flatMap((pair, k) => (on(...pair) ? new Array(times(k)).fill(k) : []));
  if (!answered || !through.length) return arrow(to, from, "quiet thin");
  const level = from[1] === MID;
  return through.map((k, place) => {
    const away = 5.5 * (place - (through.length - 1) / 2);
    const ends = [from, to].map(([x, y]) => (level ? [x, y + away] : [x + away, y]));
    if (k !== n) return line(ends, "gradient ghost");
    if (!counts[k]) return line(ends, "gradient dashed");
    return to[1] > MID ? arrow(...ends, "gradient") : line(ends, "gradient");
  });
}

function graph(scene) {
  const ring = (x, t) => [circle([x, MID], 19, "state hollow"), word([x, MID], state(t), "state")];
  return [
    arrow([39, MID], [X(1) - 19, MID], "quiet thin"),
    ring(20, 0),
    EDGES.map((edge) => Object.assign(new Array(6).fill(null), [strands(edge, scene)].flat())),
    STEPS.map((t) => [
      cell(X(t) - 24, TOP - 15, 48, 30, "output hollow", { round: 15 }),
      ring(X(t), t),
      cell(X(t) - 34, LOW - 15, 68, 30, "ink hollow", { round: 5 }),
      word([X(t), TOP], loss(t), "output"),
      word([X(t), LOW], `${scene.it.copy}<sup>[${t}]</sup>`),
    ]),
  ];
}

/** A square of the triangle, with a bar for each time its path counts: tapped, its path is lit. */
function square(scene, k) {
  const [[t, i], x, times, on] = [PAIRS[k], scene.values[k], scene.counts[k], k === scene.n];
  const [middle, top, name] = [X(i), Y(t), `Path from loss ${t} to copy ${i}: ${shown(x)}`];
  const width = (31 * Math.abs(x)) / (Math.max(...scene.values.map(Math.abs)) || 1);
  const [left, look] = [x < 0 ? middle - width : middle, times ? "gradient" : "quiet ghost"];
  const bars = [28, 35, 42].slice(0, times || 1).map((y) => cell(left, top + y, width, 5, look));
  const frame = `hollow ${on ? "gradient" : "quiet"}${times ? "" : " dashed"}`;
  const marks = [
    cell(middle - 39, top, 78, 51, frame, { round: 5 }),
    ...(on ? [cell(middle - 36, top + 3, 72, 45, "gradient clear", { round: 3 })] : []),
    line(
      [
        [middle, top + 25],
        [middle, top + 48],
      ],
      "quiet thin",
    ),
    ...bars,
    word([middle, top + 14], shown(x), times ? "" : "quiet"),
  ];
  const again = { counts: scene.counts.with(k, times ? 0 : 1) }; // a second tap: left out, or back
  return choice(marks, {
    to: on ? again : { path: `${t},${i}` },
    on,
    place: [t, i],
    name: `${name}, ${["left out", "counted once"][times] ?? `counted ${times} times`}`,
  });
}

function picture(scene) {
  const { answered, t, i, it, texts, facts } = scene;
  const size = answered ? [344, 344] : [290, 160];
  const times = facts.repeated ? `, ${texts.times} times` : "";
  const brings = `brings ${texts.value}${facts.left ? ", left out" : ""}${times}`;
  const lit = answered ? `Lit: the path from loss ${t} to copy ${i}; it ${brings}.` : "";
  const end = ([row, copy]) => (scene.order === "loss" ? [311, Y(row) + 26] : [X(copy), Y(4) + 10]);
  return {
    size,
    walk,
    title: answered && `${loss(t)} → ${it.copy}<sup>[${i}]</sup> ${brings}`,
    says: `Each state feeds its loss and the next state, and a copy of ${scene.it.name} it. ${lit}`,
    x: axis(0, size[0]),
    y: axis(size[1], 0),
    marks: [
      graph(scene),
      answered && [
        STEPS.map((row) => word([20, Y(row) + 26], loss(row), "output")),
        PAIRS.map((_, k) => square(scene, k)), // and what a row or a column adds up to
        scene.groups.map(([n], k) => word(end(PAIRS[n]), `= ${shown(scene.terms[k])}`, "strong")),
      ],
    ],
  };
}

/** The terms of the chosen order, each from the end of the one before, and the sum. */
function linked({ it, constants, order, terms, names, sum, truth, facts, texts }) {
  const row = (a, b, y, [name, text], look) => [
    cell(Math.min(a, b), y - 0.28, Math.abs(b - a), 0.56, look),
    word([it.reach[0], y], name, "", { anchor: "end", dx: -10 }),
    word([it.reach[1], y], text, "", { anchor: "end", dx: 70 }),
  ];
  const ends = terms.reduce((seen, x) => [...seen, seen.at(-1) + x], [0]);
  const rows = terms.map((x, k) => [
    row(ends[k], ends[k + 1], k + 0.5, [names[k], shown(x)], "gradient"),
    line(
      [
        [ends[k + 1], k + 0.5],
        [ends[k + 1], k + 1.5],
      ],
      "quiet thin",
    ),
  ]);
  const title = say(constants.title, facts, texts);
  return {
    title,
    size: [344, 250],
    says: `Terms by ${order}: ${terms.map(shown).join(", ")}. ${title}.`,
    x: axis(...it.reach, [], { room: [76, 74] }),
    y: axis(4, 0, [], { room: [4, 30] }),
    marks: [
      line(
        [
          [0, 0],
          [0, 4],
        ],
        "quiet thin",
      ),
      rows,
      row(0, sum, 3.5, ["<b>sum</b>", `<b>${texts.sum}</b>`], "ink"),
      line(
        [
          [truth, 0],
          [truth, 4],
        ],
        "gradient dashed",
      ),
      word([truth, 0], "true gradient", "gradient", { dy: -10 }),
    ],
  };
}

/** Paths are added up one at a time, in the chosen order. */
function play({ order, groups, counts, path, texts }) {
  const [turn, value] = [groups.flat(), Number(texts.count)];
  const begun = turn.every((n, place) => counts[n] === Number(place < value));
  const to = (many) => ({
    counts: counts.map((_, n) => Number(turn.indexOf(n) < many)),
    path: many ? String(PAIRS[turn[many - 1]]) : path,
  });
  return {
    label: "paths",
    min: 0,
    max: 6,
    value,
    show: value,
    to,
    every: 900,
    says: `${plural(value, "path")} counted, by ${order}`,
    next: begun && value < 6 && to(value + 1),
    back: begun && value > 0 && to(value - 1),
  };
}

const controls = ({ constants, order, counts }) => {
  const readings = Object.values(constants.readings).map(([name, times]) => [String(times), name]);
  const orders = Object.entries(constants.orders).map(([key, [name]]) => [key, name]);
  const to = (key) => ({ counts: key.split(",").map(Number) });
  return [
    bar({ label: "Add up", value: String(counts), options: readings, to }),
    bar({ label: "Terms", value: order, options: orders, to: (key) => ({ order: key }) }),
  ];
};

const more = ({ constants, weight, truth, texts }) => [
  list({
    label: "Weight",
    value: weight,
    options: constants.places,
    to: (key) => ({ weight: key }),
  }),
  note(`Of the mean loss ℒ the gradient is a third: ${texts.truth} / 3 = ${shown(truth / 3)}.`, 2),
];

const tabled = ({ it }) => ({
  summary: "Each path, factor by factor",
  caption: "A path brings the product of its three numbers",
  head: [`path, ${it.html}`, `arrives at unit ${it.unit}`, "slope", "copy multiplies", "brings"],
  rows: PAIRS.map(([t, i], n) => [
    `${loss(t)} to copy ${i}`,
    ...it.chains[n].map(shown),
    shown(it.values[n]),
  ]),
});

const parts = { picture, linked, controls, play, says, speak, more, table: tabled };
export default explorable({ derive, ...parts, lines: [7, 8] });
