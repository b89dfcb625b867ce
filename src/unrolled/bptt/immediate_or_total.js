import { bar, list, note } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { plural } from "../widget/kit/numbers.js";
import { say, tell } from "../widget/kit/words.js";
import { lossName, showNumber, stateName } from "./path_bars.js";
import { picture as drawPaths } from "./path_picture.js";
import {
  allowedCounts,
  areFewest,
  countFirst,
  PAIRS,
  reachOf,
  STEPS,
  terms,
  total,
} from "./path_sums.js";

const SUM = STEPS.map(lossName).join(" + ");
const KEY =
  `The loss here is ${SUM}. A ribbon is a path, as wide as its contribution and in the shade of` +
  " its term; dashed if left out, striped if counted again.";

// What follows from the state

/** What the rules of Python ask. */
function factsOf({ it, values, counts, i, n }, readings) {
  const isReading = (name) => String(readings[name][1]) === String(counts);
  return {
    immediate: isReading("immediate"),
    once: isReading("once"),
    total: isReading("total"),
    start: it.name === "W_hh" && i === 1,
    letter: it.name === "W_hx" && it.sources[i - 1] === 0,
    left: counts[n] === 0,
    repeated: counts[n] > 1,
    none: Math.max(...counts) === 0,
    again: Math.max(...counts) > 1,
    right: values.every((x, k) => x === 0 || counts[k] === 1),
  };
}

const COUNTS = ["None", "One", "Two", "Three", "Four", "Five", "Six"];

function textsOf({ it, values, counts, t, i, n, sum, truth }, letters) {
  const onTheWay = STEPS.slice(i - 1, t).reverse();
  return {
    path: `The path from ${lossName(t)} to copy ${i}`,
    value: showNumber(values[n]),
    i: String(i),
    times: String(counts[n]),
    count: String(counts.filter((count) => count > 0).length),
    Many: COUNTS[counts.filter((count) => count > 0).length],
    states: onTheWay.map(stateName).join(", "),
    letter: letters[i - 1],
    other: it.letter,
    weight: it.html,
    sum: showNumber(sum),
    truth: showNumber(truth),
  };
}

/** Everything that is shown follows from the state. */
export function derive({ weight, path, order, counts: asked }, constants) {
  const it = constants.weights[weight];
  const { values } = it;
  const [t, i] = path.split(",").map(Number);
  const n = PAIRS.findIndex((pair) => String(pair) === path);
  const [, groups, names] = constants.orders[order];
  const counts = allowedCounts(asked, constants.readings.total[1]);
  const parts = terms(values, counts, groups);
  const sum = total(parts);
  const truth = total(values);
  const orders = Object.values(constants.orders).map(([, each]) => each);
  const sums = [counts, ...Object.values(constants.readings).map(([, times]) => times)];
  const reach = reachOf(values, groups, orders, sums);
  const scene = { it, values, t, i, n, groups, names, counts, terms: parts, sum, truth, reach };
  const facts = factsOf(scene, constants.readings);
  const texts = textsOf(scene, constants.letters);
  const many = plural(Number(texts.count), "path");
  const isTasked = weight === constants.task.set.weight;
  const task = {
    reached: isTasked && areFewest(values, counts),
    value: isTasked
      ? `Now: ${many}, sum ${texts.sum}.`
      : `Choose “${constants.task.place}” under “Weight” first.`,
  };
  return { ...scene, facts, texts, task };
}

function speak({ facts, texts, constants }) {
  return tell(constants.words, facts, texts);
}

/** On a phone why a sum is right or wrong is closer; its title says which paths count. */
function sayShort({ facts, texts, constants }) {
  const [path, why] = constants.words;
  return `${tell([path, constants.short], facts, texts)}<br>${tell([why], facts, texts)}`;
}

function says(scene) {
  return `${scene.narrow ? sayShort(scene) : speak(scene)}<br>${KEY}`;
}

const picture = (scene) => drawPaths(scene, say(scene.constants.title, scene.facts, scene.texts));

// What is asked for

/** Paths are added up one at a time, in the chosen order. */
function play({ order, groups, counts, path, texts }) {
  const turn = groups.flat();
  const value = Number(texts.count);
  const to = (many) => ({
    counts: countFirst(many, turn),
    path: many > 0 ? String(PAIRS[turn[many - 1]]) : path,
  });
  const begun = String(counts) === String(countFirst(value, turn));
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

function controls({ constants, order, counts, weight }) {
  const readings = Object.values(constants.readings);
  const orders = Object.entries(constants.orders);
  return [
    bar({
      label: "Sum",
      value: String(counts),
      options: readings.map(([name, times]) => [String(times), name]),
      to: (key) => ({ counts: key.split(",").map(Number) }),
    }),
    bar({
      label: "Terms",
      value: order,
      options: orders.map(([key, [name]]) => [key, name]),
      to: (key) => ({ order: key }),
    }),
    list({
      label: "Weight",
      value: weight,
      options: constants.places,
      to: (key) => ({ weight: key }),
    }),
  ];
}

function more({ truth, texts }) {
  const third = `Of the mean loss ℒ the gradient is a third: ${texts.truth} / 3`;
  return [note(`${third} = ${showNumber(truth / 3)}.`, 2)];
}

function table({ it }) {
  return {
    summary: "Each path, factor by factor",
    caption: "A path contributes the product of its three numbers",
    head: [
      `path, ${it.html}`,
      `arrives at unit ${it.unit}`,
      "slope",
      "copy multiplies",
      "contributes",
    ],
    rows: PAIRS.map(([t, i], n) => [
      `${lossName(t)} to copy ${i}`,
      ...it.chains[n].map(showNumber),
      showNumber(it.values[n]),
    ]),
  };
}

export default explorable({
  derive,
  picture,
  controls,
  play,
  says,
  speak,
  more,
  table,
  forms: true,
  lines: [2, 3],
  further: [3, 7],
});
