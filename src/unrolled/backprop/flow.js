import { axis } from "../widget/kit/axes.js";
import { act, bar, note, range, row } from "../widget/kit/controls.js";
import { equation as worked, symbol } from "../widget/kit/spell.js";
import { terms } from "../widget/kit/explain.js";
import { explorable } from "../widget/kit/explorable.js";
import { at, norm, oneHot, replaced } from "../widget/kit/maths.js";
import { number, setting } from "../widget/kit/numbers.js";
import { cell, choice, dot, line, word } from "../widget/kit/picture.js";
import { play as run } from "../widget/kit/tape.js";
import { say } from "../widget/kit/words.js";

// A number is called by its array and its place, counted from 1: "W1[2,3]", "delta1[2]".
const LETTERS = [..."demo"];
const WEIGHTS = ["W1", "b1", "W2", "b2"];
const [RATE, ROW, FOUR] = [0.1, 19, [0, 1, 2, 3]];
const called = (name, index) => `${name}[${index.map((k) => k + 1)}]`;
const place = (key) => [key.split("[")[0], key.match(/\d+(?=[,\]])/g).map((k) => k - 1)];

/** Forward and back, by the package's own tape: every number by its name. */
export function flow(tape, weights, letter, target) {
  const flat = Object.fromEntries(WEIGHTS.map((name) => [name, weights[name].flat()]));
  const given = [letter, target].map((c) => oneHot(LETTERS.indexOf(c), 4));
  return run(tape, { ...flat, x: given[0], y: given[1] });
}

/** All 22 weights a step of this size against their gradients. */
export function stepped(tape, weights, letter, target, rate) {
  const { named } = flow(tape, weights, letter, target);
  const moved = (rows, slopes) =>
    rows.map((x, k) =>
      Array.isArray(x) ? moved(x, slopes.slice(k * x.length)) : x - rate * slopes[k],
    );
  return Object.fromEntries(WEIGHTS.map((name) => [name, moved(weights[name], named[`d${name}`])]));
}

export function derive({ weights, letter, target, equation, weight }, constants) {
  const found = flow(constants.tape, weights, letter, target);
  const { named } = found;
  const [array, index] = place(weight);
  const lines = constants.made[weight][equation].map(([name, ...k]) => ({
    name,
    index: k,
    ...terms(constants.tape, found, name, k),
  }));
  const factors = lines.flatMap((one) => one.terms).flatMap((term) => term.factors);
  const square = norm(WEIGHTS.flatMap((name) => [...named[`d${name}`]])) ** 2;
  const gradient = entry({ named, constants }, `d${array}`, ...index);
  const next = stepped(constants.tape, weights, letter, target, RATE);
  const names = Object.keys(constants.equations);
  return {
    named,
    lines,
    array,
    index,
    next,
    names,
    value: at(weights, [array, ...index]),
    made: new Set(lines.map((one) => called(one.name, one.index))),
    lit: new Set(factors.map((one) => called(one.name, one.index))),
    task: {
      reached: named.delta1.some((x) => Math.abs(x) < 1e-12),
      value: `Now the hidden errors are ${[...named.delta1].map((x) => number(x)).join(" and ")}.`,
    },
    facts: {
      ...Object.fromEntries(names.map((name) => [name, name === equation])),
      first: array.endsWith("1"),
      bias: index.length === 1,
      silent: array === "W1" && letter !== LETTERS[index[1]],
    },
    texts: {
      letter,
      rate: `${RATE}`,
      loss: number(named.L[0]),
      weight: symbol(constants.symbols, array, index),
      value: setting(at(weights, [array, ...index])),
      gradient: number(gradient),
      foretold: number(named.L[0] - RATE * square),
      after: number(flow(constants.tape, next, letter, target).named.L[0]),
    },
  };
}

const entry = ({ named, constants }, name, to, from) =>
  named[name][from === undefined ? to : to * constants.width[name] + from];

/** The equation, what it means, and its numbers. */
function linked({ constants, facts, texts, equation, lines }) {
  const [name, formulas, meanings] = constants.equations[equation];
  const layer = facts.first ? 0 : 1;
  const steps = lines.map((one) =>
    worked(constants.symbols, one.name, one.index, one).replaceAll(
      /e<sup>(.*?)<\/sup>/g,
      (_, x) => `exp(${x.replace(/[()]/g, "")})`,
    ),
  ); // readable
  const all = [`<b>${name}</b> ${formulas[layer]}`, meanings[layer], ...steps];
  return note([...all, say(constants.aside, facts, texts)].join("<br>"), [15, 18]);
}

// The graph, in pixels: columns of boxes with rows of numbers, and a line a weight.
const COLUMNS = {
  x: { left: 2, width: 52, kind: "input", count: 4, rows: { "": "x" } },
  h: { left: 122, width: 92, kind: "state", count: 2, rows: { a: "a1", h: "h1", δ: "delta1" } },
  y: { left: 266, width: 92, kind: "output", count: 4, rows: { z: "z", ŷ: "y_hat", δ: "delta2" } },
};
const middle = (column, k) => (column === "h" ? 84 + 168 * k : 42 + 84 * k);

function value(scene, column, k, top, [sign, name]) {
  const { left, width, kind } = COLUMNS[column];
  const key = called(name, [k]);
  const hue = `${name.startsWith("delta") ? "gradient" : kind} through`;
  const strong = scene.answered && scene.made.has(key);
  const look = strong ? `clear ${hue}` : scene.answered && scene.lit.has(key) && "clear quiet thin";
  return [
    look && cell(left + 3, top + 1, width - 6, ROW - 2, look, { round: 4 }),
    word([left + 8, top + 10], sign ? `<i>${sign}</i>` : LETTERS[k], hue, { anchor: "start" }),
    word(
      [left + width - 8, top + 10],
      number(entry(scene, name, k)),
      strong ? `${hue} strong` : hue,
      { anchor: "end" },
    ),
  ];
}

/** Something to tap, and the numbers that lie on it. */
const tapped = (scene, marks, key, place, over = []) => {
  const thing = {
    to: { weight: key },
    name: scene.constants.links[key],
    on: scene.weight === key,
    place,
  };
  return [scene.answered ? choice(marks, thing) : marks, over];
};

function box(scene, column, k) {
  const { left, width, kind, rows: all } = COLUMNS[column];
  const rows = Object.entries(all).filter(([sign]) => scene.answered || sign !== "δ");
  const head = column === "x" ? 0 : ROW;
  const height = head + ROW * Object.keys(all).length + 4;
  const top = middle(column, k) - height / 2;
  const name = column === "h" ? `unit ${k + 1}` : LETTERS[k];
  const wanted = column === "y" && name === scene.target ? " <b>wanted</b>" : "";
  const key = called(column === "h" ? "b1" : "b2", [k]);
  const picked = column !== "x" && scene.answered && scene.weight === key ? " thick" : "";
  const frame = [cell(left, top, width, height, `hollow ${kind}${picked}`, { round: 6 })];
  const numbers = rows.map((one, n) => value(scene, column, k, top + 2 + head + ROW * n, one));
  const title = word([left + 8, top + 12], name + wanted, "quiet through", { anchor: "start" });
  if (column === "x") return [frame, numbers];
  return tapped(scene, frame, key, [2 * k, column === "h" ? 2 : 4], [title, numbers]);
}

function edge(scene, name, to, from) {
  const [start, end] = name === "W1" ? ["x", "h"] : ["h", "y"];
  const key = called(name, [to, from]);
  const back = scene.equation !== "forward";
  const size = scene.answered ? entry(scene, back ? `d${name}` : name, to, from) : 0.3;
  const tail = [COLUMNS[start].left + COLUMNS[start].width, middle(start, from)];
  const ends = [tail, [COLUMNS[end].left, middle(end, to)]];
  const hue = scene.answered && back ? "gradient" : "quiet";
  const share = (name === "W1" ? 2 : 1) / 3; // a knob stands where the lines are far apart
  const knob = ends[0].map((x, n) => x + share * (ends[1][n] - x));
  const marks = [
    scene.answered && scene.weight === key && line(ends, "state thick ghost"),
    { ...line(ends, size ? hue : `${hue} dashed`), width: 1 + 5 * Math.min(1, Math.abs(size)) },
    scene.answered && [dot(knob, 5, scene.weight === key ? "state" : hue), dot(knob, 14, "pick")],
  ]
    .flat()
    .filter(Boolean);
  return tapped(scene, marks, key, name === "W1" ? [2 * from, 1] : [2 * to, 3]);
}

function picture(scene) {
  const { constants, answered, equation } = scene;
  const lines = Object.keys(constants.links)
    .map(place)
    .filter(([, k]) => k.length === 2);
  const boxes = (column) => FOUR.slice(0, COLUMNS[column].count).map((k) => box(scene, column, k));
  const list = (name) => [...scene.named[name]].map((x) => number(x)).join(", ");
  const back = answered ? ` Errors: outputs ${list("delta2")}; hidden ${list("delta1")}.` : "";
  return {
    size: [360, answered ? 386 : 336],
    x: axis(0, 360),
    y: axis(answered ? 386 : 336, 0),
    says:
      `4-2-4 network: ${scene.letter} is read, ${scene.target} is wanted. ` +
      `Hidden ${list("h1")}; outputs ${list("y_hat")}.${back}`,
    marks: [
      lines.map(([name, [to, from]]) => edge(scene, name, to, from)),
      Object.keys(COLUMNS).map(boxes),
      constants.heads,
      answered && constants.keys[equation],
    ],
  };
}

function controls(scene) {
  const to = (x) => ({ weights: replaced(scene.weights, [scene.array, ...scene.index], x) });
  const shown = setting(scene.value);
  return [
    range({
      label: `${symbol(scene.constants.symbols, scene.array, scene.index)} ${scene.constants.links[scene.weight]}`,
      min: -2,
      max: 2,
      step: 0.01,
      value: scene.value,
      show: shown,
      to,
      says: `weight ${scene.constants.links[scene.weight]} = ${shown}, loss ${scene.texts.loss}`,
    }),
    row(
      act({ label: "Set it to 0", to: to(0), disabled: scene.value === 0 }),
      act({ label: "Take the step", to: { weights: scene.next } }),
    ),
  ];
}

function play({ names, equation, constants }) {
  const n = names.indexOf(equation);
  const [show, , [what]] = constants.equations[equation];
  return {
    label: "Equation",
    min: 0,
    max: 4,
    value: n,
    show,
    says: `${show}: ${what}`,
    every: 1500,
    to: (k) => ({ equation: names[k] }),
  };
}

function more(scene) {
  const letters = (label, name) =>
    bar({
      label,
      value: scene[name],
      options: LETTERS.map((c) => [c, c]),
      to: (c) => ({ [name]: c }),
    });
  return { name: "Other letters", parts: [letters("Read", "letter"), letters("Wanted", "target")] };
}

const table = (scene) => ({
  summary: "All weights",
  caption: "Weights and gradients",
  head: ["weight", "value", "gradient"],
  rows: Object.entries(scene.constants.links).map(([key, link]) => {
    const [name, [to, from]] = place(key);
    return [
      link,
      setting(entry(scene, name, to, from)),
      number(entry(scene, `d${name}`, to, from)),
    ];
  }),
});

const says = ({ constants, facts, texts }) => say(constants.words[0], facts, texts);

const all = { derive, picture, linked, controls, play, says, more, table, lines: [3, 4] };
export default explorable(all);
