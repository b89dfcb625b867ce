import { axis, logAxis } from "../widget/kit/axes.js";
import { bar, note } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { percent, plural, short, tenTo } from "../widget/kit/numbers.js";
import { cell, line, word } from "../widget/kit/picture.js";
import { said, withTask } from "../widget/kit/saying.js";
import { tell } from "../widget/kit/words.js";
import { visible } from "./letters_card.js";
import { HIDDEN, isAsked } from "./letters_glow.js";
import { drawHandle, drawMine, drawPicks, drawRow, drawTip } from "./letters_picture.js";
import { backTo, lettersWith, numbersOf, read, rowAt } from "./letters_read.js";
import { placesOf, roomOf } from "./letters_room.js";

export { lettersWith, placesOf, read };

const DARK = 0.5; // no norm above it, as the task wants

// What follows from the state

/** What one network does with the letters up to `at`. */
function lookOf(network, at, shows) {
  const gradient = rowAt(numbersOf(network.glow), at);
  const row = shows === "swap" ? rowAt(numbersOf(network.swap), at) : gradient;
  const chances = numbersOf(network.chance).slice(3 * (at - 1), 3 * at);
  return {
    row,
    top: Math.max(...row),
    strongest: Math.max(...gradient),
    back: backTo(row),
    half: lettersWith(0.5, row),
    most: lettersWith(0.99, row),
    next: Array.from(network.next.slice(3 * (at - 1), 3 * at)),
    chances,
  };
}

function factsOf({ at, shows, answered }, looks, sentence) {
  const [, gru] = looks;
  const begun = sentence.lastIndexOf(" ", at - 1) + 1; // the first letter of this word
  const isFirst = (look) => at - 1 - look.back === begun && look.back >= 2;
  return {
    answered,
    swap: shows === "swap",
    sure: looks.every(({ chances }) => chances[0] > 0.9),
    dark: looks.every(({ strongest }) => strongest < DARK),
    space: sentence[at - 1] === " ",
    begins: isFirst(gru),
    last: looks.every(({ back }) => back === 0),
    one: at === 1,
  };
}

function textsOf({ at }, looks, sentence) {
  const named = (name, look) => ({
    [`half${name}`]: `${look.half}`,
    [`most${name}`]: `${look.most}`,
    [`top${name}`]: short(look.top),
    [`strong${name}`]: visible(sentence[at - 1 - look.back]),
    [`next${name}`]: visible(look.next[0]),
    [`sure${name}`]: percent(look.chances[0]),
  });
  const names = ["E", "G", "L"];
  const strongest = Math.max(...looks.map((look) => look.strongest));
  return {
    letters: plural(at, "letter"),
    letter: visible(sentence[at - 1]),
    read: sentence.slice(0, at).trim().split(" ").slice(-2).join(" "),
    strongest: short(strongest),
    back: `${looks[HIDDEN].back}`,
    ...Object.assign({}, ...names.map((name, i) => named(name, looks[i]))),
  };
}

export function derive(state, constants) {
  const { sentence, networks } = constants;
  const at = Math.round(state.at);
  const looks = networks.map((network) => lookOf(network, at, state.shows));
  const facts = factsOf({ ...state, at }, looks, sentence);
  const texts = textsOf({ at }, looks, sentence);
  const reached = facts.dark && !facts.swap;
  return withTask({ looks, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const { networks, sentence } = scene.constants;
  const room = roomOf(scene.narrow, sentence, networks.length, scene.at);
  return {
    size: [room.width, room.height],
    says: tell(scene.constants.seen, scene.facts, scene.texts),
    x: axis(0, room.width),
    y: axis(room.height, 0),
    marks: [
      networks.map((_, i) => drawRow(room, scene, i)),
      drawMine(room, scene),
      drawPicks(room, scene),
      drawHandle(room, scene),
      drawTip(room, scene),
    ],
  };
}

const REACH = 22; // px around a letter in which a finger finds it

/** Where a tap means letter k: near it, and nearer than to any other of the places. */
function areaAround(room, places, k) {
  const x = room.middleOf(k);
  const others = places.filter((n) => n !== k).map((n) => (room.middleOf(n) + x) / 2);
  const left = Math.max(x - REACH, ...others.filter((other) => other < x));
  const right = Math.min(x + REACH, ...others.filter((other) => other > x));
  const top = room.yOf(HIDDEN) + room.tile / 2 - REACH;
  return cell(left, top, right - left, 2 * REACH, "pick");
}

/** Before the answer: the letters of the GRU's row to be tapped, where they were asked about. */
function ballots({ constants, narrow, at }) {
  if (!isAsked({ constants, at })) return [];
  const { sentence, networks, ballots: places } = constants;
  const room = roomOf(narrow, sentence, networks.length, at);
  return places.map((k) => {
    const x = room.xOf(k) - 1;
    const y = room.yOf(HIDDEN) - 3;
    const place = [room.middleOf(k) - 0.5, room.yOf(HIDDEN) + room.tile / 2];
    return [
      areaAround(room, places, k),
      cell(x, y, room.widthOf(k) + 1, room.tile + 6, "hollow gradient", { round: 4 }),
      word(place, sentence[k], "gradient strong", { size: room.type, dy: room.type * 0.28 }),
    ];
  });
}

// What is asked for, and what is closer

/** What glows: a story sets it, too. */
const glowBar = ({ shows, constants }) =>
  bar({
    label: "Glow",
    options: constants.shown,
    value: shows,
    to: (name) => ({ shows: name }),
  });

function play(scene) {
  const { at, constants, texts } = scene;
  const to = (value) => ({ at: value });
  return {
    label: "letters read",
    min: 1,
    max: constants.sentence.length,
    value: at,
    show: `${at} <b>${texts.letter}</b>`,
    says: `${texts.letters} read, the last is ${texts.letter === "␣" ? "a space" : texts.letter}`,
    to,
    every: 450,
  };
}

const LOOKS = ["ink", "gradient", "state dashed"];
const NAMED = [
  [15, -4.4],
  [37, -2.55],
  [38, -5.45],
]; // where the curves' names are
const LEAST = 2e-6; // what is recorded of shares ends above it

/** The share of the glow by letters back, a thin line a seed. */
function curves({ constants }) {
  const { networks } = constants;
  const logs = (text) =>
    numbersOf(text)
      .map((x, back) => [back, Math.log10(x)])
      .filter(([, log]) => log > Math.log10(LEAST));
  const all = networks.map(({ shares }) => shares.map(logs));
  const heights = all.flat(2).map(([, y]) => y);
  return {
    title: constants.curves,
    size: [340, 260],
    says: constants.curvesSeen,
    x: axis(0, 59, [0, 10, 20, 30, 40, 50], { room: [46, 10], name: "letters back", middle: true }),
    y: logAxis(heights, { room: [48, 24], label: tenTo, name: "share of the glow" }),
    marks: all.map((seeds, i) => [
      seeds.map((points) => line(points, `${LOOKS[i]} thin`)),
      word(NAMED[i], networks[i].name, `${LOOKS[i].split(" ")[0]} strong halo`),
    ]),
  };
}

const more = (scene) => ({
  name: "Closer",
  parts: [glowBar(scene), scene.constants.notes.map((html) => note(html)), curves(scene)],
});

function table({ constants }) {
  return { caption: constants.tableCaption, head: constants.head, rows: constants.rows };
}

export default explorable({
  derive,
  picture,
  ballots,
  play,
  more,
  table,
  says: said("words"),
  forms: true,
  lines: [1, 3],
});
