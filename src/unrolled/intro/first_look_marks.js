// What the first look draws: the word, the thread of states, the ghosts, the loss.
import { roundPixel } from "../widget/kit/dom.js";
import { PLAY } from "../widget/kit/draw.js";
import { range } from "../widget/kit/maths.js";
import {
  cell,
  choice,
  curve,
  grip,
  horizontal,
  line,
  vertical,
  word,
} from "../widget/kit/picture.js";
import { MOST, placeGhosts } from "./first_look_room.js";
import { letterPath, letterWidth } from "./outlines.js";

const STATES = [0, 1]; // a cell keeps two numbers
const WHAT_IT_DOES = ["It reads a letter,", "keeps two numbers,", "expects the next letter."];
const FILLED = { fill: "var(--hue)" };

const SURE = 0.9; // a probability that is as dark as can be
const FAINT = 0.16;

/** How dark a letter is that is expected with this probability: clearly fainter, unless sure. */
const darknessOf = (p) => FAINT + (1 - FAINT) * Math.min(1, p / SURE) ** 1.2;

const write = (...numbers) => numbers.map(roundPixel).join(" ");

/** The word: what is read, and its last letter as strongly as it is expected. */
export function drawWord(room, { constants, predictions }) {
  const { letters } = constants;
  return letters.map((letter, t) => {
    const left = room.columns[t] - letterWidth(letter, room.letter) / 2;
    const d = letterPath(letter, [left, room.baseline], room.letter);
    const last = letters.length - 1;
    if (t < last) return curve(d, "input", FILLED);
    return curve(d, "output", { ...FILLED, opacity: darknessOf(predictions[last - 1][last]) });
  });
}

/** The roll at the left end of the thread: what is being unrolled. */
function rollPath(x, y, radius) {
  const points = range(49).map((k) => {
    const angle = Math.PI * (0.5 + 4 * (1 - k / 48));
    const r = radius * (0.2 + 0.8 * (k / 48));
    return write(x + r * Math.cos(angle), y - radius + r * Math.sin(angle));
  });
  return `M${points.join("L")}`;
}

/** Of each cell its two numbers: in a pale slot from -1 to 1 as much as it is, up or down. */
function drawStates({ columns, thread, bar, gauge, apart }, states) {
  return states.flatMap((state, t) =>
    STATES.map((k) => {
      const x = columns[t] + (k ? apart : -apart - gauge);
      const top = thread - bar * Math.max(0, state[k]);
      return [
        { ...cell(x, thread - bar, gauge, 2 * bar, "state", { round: 5 }), opacity: 0.16 },
        cell(x, top, gauge, bar * Math.abs(state[k]), "state", { round: 2 }),
      ];
    }),
  );
}

/** The thread of states, and what enters and leaves it. */
export function drawThread(room, { states, playing, steps }) {
  const { columns, thread, bar, narrow, width } = room;
  const start = columns[0] - (narrow ? 30 : 84);
  const [first, , last] = columns;
  const gap = narrow ? 4 : 7;
  const lines = states.flatMap((_, t) => [
    curve(`M${write(columns[t], room.baseline + gap)}V${thread - 2}`, "input thin"),
    curve(`M${write(columns[t], thread + 2)}V${room.stems - 2}`, "output thin"),
  ]);
  const isLearning = playing && steps < MOST;
  const low = thread + bar + 4;
  return [
    curve(rollPath(start, thread, room.roll), "state"),
    curve(`M${write(start, thread)}H${roundPixel(last + 24)}`, "state"),
    curve(`M${write(last + 34, thread)}H${width - 12}`, "state dashed", { opacity: 0.4 }),
    lines,
    drawStates(room, states),
    isLearning && curve(`M${write(first, low)}H${roundPixel(last)}`, "gradient flows back"),
  ];
}

/** Its share of the stream that leaves a state: wide there, pointed where it goes. */
function drawStem(room, ghost, t, before) {
  const wide = Math.max(0.8, room.stream * ghost.p);
  const x = room.columns[t] + room.stream * (before - 0.5);
  const to = ghost.left + ghost.width / 2;
  const end = ghost.top - 2;
  const y = room.stems;
  const half = (y + end) / 2;
  const tip = 0.4 + wide / 12;
  const there = `C${write(x, half)} ${write(to - tip, half)} ${write(to - tip, end)}`;
  const back = `C${write(to + tip, half)} ${write(x + wide, half)} ${write(x + wide, y)}`;
  const d = `M${write(x, y)}${there}H${roundPixel(to + tip)}${back}Z`;
  return curve(d, "output", { ...FILLED, opacity: 0.9 * darknessOf(ghost.p) });
}

const percentOf = (p) => `${Math.round(100 * p)}`;

/** How probable each letter is, in percent. */
function drawDigits(room, t, scene) {
  const { letters } = scene.constants;
  const texts = letters.map((letter, k) => `${letter} ${percentOf(scene.predictions[t][k])}`);
  const isShown = (scene.pointed ?? scene.shown - 1) === t;
  const x = Math.max(room.half, room.columns[t]);
  return word([x, room.digits], isShown ? `${texts.join(", ")} %` : "", "output", {
    size: room.type,
  });
}

/** What is expected next after each letter that is read; a tap shows it in digits. */
export function drawGhosts(room, scene) {
  const { letters } = scene.constants;
  return scene.predictions.map((p, t) => {
    const ghosts = placeGhosts(room, letters, p, t);
    const right = ghosts[t + 1];
    const low = room.ghosts + 7;
    const sums = ghosts.map((_, k) => p.slice(0, k).reduce((a, b) => a + b, 0));
    const reach = cell(
      room.columns[t] - room.column / 2,
      room.stems - 4,
      room.column,
      low - room.stems + 8,
      "pick",
      { round: 8 },
    );
    return [
      ghosts.map((ghost, k) => drawStem(room, ghost, t, sums[k])),
      ghosts.map((ghost) =>
        curve(letterPath(ghost.letter, [ghost.left, room.ghosts], ghost.size), "output", {
          ...FILLED,
          opacity: darknessOf(ghost.p),
        }),
      ),
      curve(`M${write(right.left, low)}h${roundPixel(right.width)}`, "output", { width: 2.5 }),
      drawDigits(room, t, scene),
      choice([reach], {
        to: { shown: scene.shown === t + 1 ? 0 : t + 1 },
        name: `In digits: what is expected after ${letters[t]}`,
        on: scene.shown === t + 1,
        over: t,
        place: [0, t],
      }),
    ];
  });
}

/** What the drawing says, in three words in their colours. */
export function drawKey(room) {
  const { keyAt: y, columns, type, narrow } = room;
  const far = narrow ? 19 : 22;
  const more = { size: narrow ? type : 17 };
  const texts = narrow ? ["reads", "keeps", "expects"] : WHAT_IT_DOES;
  const looks = ["input", "state", "output"];
  const lines = texts.map((text, n) =>
    word([columns[3], y + far * n], text, `${looks[n]} strong`, more),
  );
  const under = word([columns[3], y + far * 3], "underlined: the right one", "quiet", {
    size: type,
  });
  return [lines, !narrow && under];
}

/** A tap trains. */
export function drawLamp(room, { playing, steps }) {
  const { lamp, lampSize } = room;
  const [x, y] = lamp;
  const disc = (r, more) => cell(x - r, y - r, 2 * r, 2 * r, "gradient", { round: r, ...more });
  const marks = [disc(lampSize + 8, { opacity: 0.16 }), disc(lampSize, {})];
  const name = steps < MOST ? "train" : "again";
  return [
    choice(marks, { to: PLAY, name: "Train the network, or pause", place: [1, 0] }),
    word([x, y], playing ? "pause" : name, "paper strong through", { size: room.narrow ? 13 : 16 }),
  ];
}

/** The loss, bold as far as it is trained: the reader pulls it back and forth. */
export function drawLoss(room, { steps, loss, constants }) {
  const { chart, place, type } = room;
  const known = constants.losses.slice(0, Math.floor(steps) + 1).map((one, n) => place(n, one));
  const now = place(steps, loss);
  const path = [...known, now].map((at) => write(...at)).join("L");
  const all = constants.losses.map((one, n) => place(n, one));
  const [left] = place(0, 0);
  const name = [room.lamp[0], place(0, constants.losses[0])[1] + 2];
  const ticks = [0, 10, 20, MOST].map((n) =>
    word([place(n, 0)[0], chart.bottom + 14], n ? `${n}` : "step 0", "quiet", { size: type }),
  );
  return [
    line(horizontal(chart.bottom, chart.left, chart.right), "quiet thin"),
    ticks,
    curve(`M${write(left, chart.bottom)}L${path}L${write(now[0], chart.bottom)}Z`, "gradient", {
      ...FILLED,
      opacity: 0.1,
    }),
    line(all, "gradient thin"),
    word(name, "loss", "gradient strong", { size: type }),
    curve(`M${path}`, "gradient", { width: 3.5 }),
    grip(now, ([x]) => ({ steps: room.stepsAt(x) }), "gradient", { r: 10 }),
  ];
}

/** A pole at a step, so many px shorter than the chart is high. */
function drawPole(room, at, look, less = 0) {
  const { chart, place } = room;
  const [x] = place(at, 0);
  const ends = vertical(x, chart.top - 6 + less, chart.bottom);
  return line(ends, look);
}

/** The flag that says where the reader thinks that it is right. */
function drawGuess(room, { guess }) {
  const { chart, place, type } = room;
  const [x] = place(guess, 0);
  const text = `step ${guess}`;
  const wide = 0.58 * type * text.length + 14;
  const top = chart.top - 6;
  const left = x + wide > room.width ? x - wide : x;
  return [
    drawPole(room, guess, "ink thin"),
    cell(left, top, wide, type + 9, "ink", { round: 3 }),
    word([left + wide / 2, top + type / 2 + 4], text, "paper", { size: type }),
    grip([x, top + 11], ([to]) => ({ guess: room.stepsAt(to, 1) }), "ink", { r: 7 }),
  ];
}

/** Where the reader thought that it is right, and where it is. */
function drawAnswer(room, { guess, constants }) {
  const { chart, place, type } = room;
  const { right, question } = constants;
  const isElsewhere = guess !== question.place.start && guess !== right;
  const low = type + 10; // below the words of the answer
  const [x] = place(guess, 0);
  const own = `you: ${guess}`;
  const wide = 0.58 * type * own.length + 14;
  const left = x + wide > room.width ? x - wide : x;
  const top = chart.top + low - 8;
  const said = `right from step ${right} on`;
  const at = (steps, y) => [place(steps, 0)[0] + 6, y];
  const more = { anchor: "start", size: type };
  return [
    drawPole(room, right, "ink"),
    word(at(right, chart.top + 4), said, "strong", more),
    isElsewhere && drawPole(room, guess, "ink dashed thin", low),
    isElsewhere && cell(left, top, wide, type + 9, "hollow ink", { round: 3 }),
    isElsewhere && word([left + wide / 2, top + type / 2 + 4], own, "", { size: type }),
  ];
}

export const drawFlags = (room, scene) =>
  scene.answered ? drawAnswer(room, scene) : drawGuess(room, scene);
