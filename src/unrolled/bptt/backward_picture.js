// The way back as it runs: errors come down, meet the message of later losses, and are added up.
import { axis } from "../widget/kit/axes.js";
import { matrix, SIDE } from "../widget/kit/cells.js";
import { setting } from "../widget/kit/numbers.js";
import { arrow, cell, choice, curve, dot, grip, line, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { frameOf, kindOf, marksOf } from "./backward_marks.js";
import {
  columnOf,
  isIn,
  placeOf,
  railOf,
  roomOf,
  wayOf,
  weightsOf,
  widthOf,
} from "./backward_room.js";

const framed = ([x, y, wide, high], look, round = 8) => cell(x, y, wide, high, look, { round });

// Quantities

/** Where the dot of what has changed is: at a corner, or where a line of zeros ends. */
function dotOf(room, { id }, [left, top, wide]) {
  const onLine = ["dz", "delta"].includes(kindOf(id));
  return onLine ? [left + wide, placeOf(room, id)[1]] : [left + wide - 3, top + 3];
}

/** One quantity, to tap. */
function drawThing(room, scene, id) {
  const it = scene.thing(id);
  const on = scene.active === id;
  const frame = frameOf(room, it);
  const isName = ["back", "carry"].includes(kindOf(id)); // it has a frame of its own
  const told = it.values ? [...it.values].map((x) => scene.written(x)).join(", ") : "not yet";
  const [left, top, wide] = frame;
  const marks = marksOf(room, it, scene);
  const isWord = (mark) => mark && mark.kind === "word";
  return [
    choice(
      [
        framed(frame, on && !isName ? "clear gradient" : "pick"),
        ...marks.filter((mark) => !isWord(mark)),
      ],
      {
        to: scene.open(id),
        name: `${stripTags(it.symbol)}, ${it.says}`,
        held: it.changed ? `${told}, changed` : told,
        on,
        place: [Math.round(top / 10), Math.round((left + wide / 2) / 10)],
      },
    ),
    marks.filter(isWord),
    it.changed && dot(dotOf(room, it, frame), 4.5, "ink"),
  ];
}

/** The weights between two steps, as they are used on the way back: transposed. */
function drawWeights(room, { cut, constants }, t) {
  const [x, y] = weightsOf(room, t);
  const held = (i, j) => (cut[j][i] ? 0 : constants.weights.W_hh[2 * j + i]);
  const flipped = (i, j) => cut.map((row, k) => (k === j ? row.with(i, 1 - row[i]) : row));
  const texts = cut.map((row, i) => row.map((_, j) => setting(held(i, j))));
  return matrix([x - SIDE, y - SIDE], texts, {
    value: held,
    on: (i, j) => cut[j][i] === 1,
    to: (i, j) => ({ cut: flipped(i, j) }),
    name: (i, j) => `W_hh row ${j + 1} column ${i + 1} set to 0, between steps ${t} and ${t + 1}`,
  });
}

// Ways

/** What a number is multiplied by on its way. */
function factorOf({ part }, from, to) {
  const t = Number(from.split("_")[1]);
  const before = { W_hh: `· <b>h</b><sub>${t - 1}</sub><sup>⊤</sup>`, b_h: "" };
  const names = {
    back: "<b>W</b><sub>yh</sub><sup>⊤</sup>",
    carry: "<b>W</b><sub>hh</sub><sup>⊤</sup>",
    delta: "tanh′",
    part: before[part] ?? `· <b>x</b><sub>${t}</sub><sup>⊤</sup>`,
  };
  return names[kindOf(to)] ?? "";
}

/** From one quantity to the next: as wide as what goes there. */
function drawWay(room, scene, [from, to]) {
  const columns = scene.thing("sum").shape[1] ?? 1;
  const { d, end, turn, name } = wayOf(room, from, to, columns);
  const source = scene.thing(from);
  const known = source.values !== null && scene.thing(to).values !== null;
  const size = known ? Math.hypot(...source.values) : 0;
  const look = size ? "gradient thin" : "quiet thin";
  const near = [from, to].includes(scene.active);
  return [
    curve(d, "gradient", { width: size ? 3 + 15 * Math.min(1, size) : 0, opacity: 0.3 }),
    curve(d, size ? "gradient flows" : "quiet", {
      width: size ? 2 : 1.25,
      opacity: near ? 1 : 0.6,
    }),
    { ...arrow([end[0] + 9 * turn[0], end[1] + 9 * turn[1]], end, look), opacity: near ? 1 : 0.7 },
    name && word(name, factorOf(scene, from, to), "quiet halo", { anchor: "start", size: 14 }),
  ];
}

function drawWays(room, scene) {
  const isThere = ([from, to]) => isIn(room, to) && (isIn(room, from) || to.startsWith("carry"));
  return scene.constants.edges.filter(isThere).map((edge) => drawWay(room, scene, edge));
}

// Names

function namesOfSum(room, scene) {
  const [x, y] = room.sum.at;
  const left = x - widthOf(room, "sum", scene.thing("sum").shape[1] ?? 1) - 14;
  const steps = room.columns.shown.map((t) =>
    word([columnOf(room, t), 20], `step ${t} adds`, "quiet", { size: 13 }),
  );
  return [steps, word([left, y], "sum", "quiet", { anchor: "end", size: 13 })];
}

function drawNames(room, scene) {
  const { columns, state, delta, error, names, type } = room;
  if (room.kinds) return namesOfSum(room, scene);
  const rows = columns.shown.map((t) => {
    const [x, y] = placeOf(room, `dh_${t}`);
    const left = x - state.half[0] - 10;
    const deltaAt = [x - 65, delta.y - 26];
    return [
      word([left, y - state.half[1] + 12], `<b>h</b><sub>${t}</sub>`, "state", {
        anchor: "end",
        size: type,
      }),
      word(deltaAt, `<i>T</i><b>δ</b><sub>${t}</sub>`, "gradient", { anchor: "end", size: type }),
    ];
  });
  const low = { anchor: "start", size: 13 };
  return [
    rows,
    word([names, error.y], "error", "quiet", low),
    room.sum
      ? word([room.sum.at[0], room.sum.at[1] - 40], "sum", "quiet", { size: 13 })
      : word([names, room.part.y], "adds", "quiet", low),
  ];
}

// Hands

/** The way back in time, to pull along. */
function drawRail(room, { ids, step }) {
  const { y, from, to } = room.rail;
  const places = railOf(room, ids);
  const nearest = (x) =>
    places.reduce((best, at, n) => (Math.abs(at - x) < Math.abs(places[best] - x) ? n : best), 0);
  const rail = (end, look) =>
    line(
      [
        [from, y],
        [end, y],
      ],
      look,
    );
  return [
    rail(to, "quiet thin"),
    rail(places[step], "gradient"),
    word([from, y - 18], "← pull back in time", "quiet", { anchor: "end", size: 13 }),
    grip([places[step], y], ([x]) => ({ step: nearest(x), chosen: "" }), "gradient"),
  ];
}

const VIEWS = [1, 2, 3, "sum"];

/** On a phone: which step is shown, or what is added up. */
function drawTabs(room, scene, shown) {
  const { y, high, wide, step } = room.tabs;
  return VIEWS.map((view, n) => {
    const on = view === shown;
    const name = view === "sum" ? "sum" : `step ${view}`;
    const frame = cell(4 + step * n, y, wide, high, on ? "hollow gradient" : "hollow quiet", {
      round: 6,
    });
    const told = word([4 + step * n + wide / 2, y + high / 2], name, on ? "strong" : "quiet", {
      size: 14,
    });
    const id = view === "sum" ? "sum" : `dh_${view}`;
    return choice([frame, told], {
      to: scene.open(id),
      name: `Show ${name}`,
      on,
      place: [Math.round(y / 10), 9 * n],
    });
  });
}

/** The step that a narrow picture shows: that of what is chosen; while all is open, the middle. */
function shownOf({ active, answered, chosen }) {
  if (active === "sum") return answered || chosen ? "sum" : 2;
  return Number(active.split("_")[1]);
}

export function drawBackward(scene, says, told) {
  const shown = shownOf(scene);
  const room = roomOf(scene.narrow, shown);
  const isCrossed = (t) => t < 3 && !room.kinds;
  return {
    size: room.size,
    title: room.told ? "" : told,
    says,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawWays(room, scene),
      scene.ids.filter((id) => isIn(room, id)).map((id) => drawThing(room, scene, id)),
      room.columns.shown.filter(isCrossed).map((t) => drawWeights(room, scene, t)),
      drawNames(room, scene),
      room.rail ? drawRail(room, scene) : drawTabs(room, scene, shown),
      room.told && word(room.told, told, "", { anchor: "start", size: 16 }),
    ],
  };
}

/** What is tapped for each guess: step 2 alone, the error after it, the error before it. */
export function drawGuesses(scene) {
  const room = roomOf(scene.narrow, shownOf(scene));
  const around = (id) => framed(frameOf(room, { id, shape: [2, 2] }), "clear ink dashed", 12);
  const tabOf = (t) => {
    const { y, high, wide, step } = room.tabs;
    return cell(4 + step * (t - 1), y, wide, high);
  };
  const guess = (id) => {
    if (isIn(room, id)) return around(id);
    return { ...tabOf(Number(id.split("_")[1])), look: "clear ink dashed", round: 6 };
  };
  return ["dh_2", "delta_3", "delta_1"].map((id) => {
    const rim = guess(id);
    return [{ ...rim, look: "pick" }, rim];
  });
}
