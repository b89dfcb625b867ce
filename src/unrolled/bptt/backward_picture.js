// The way back as it runs: errors come down, meet the message of later losses, and are added up.
import { axis } from "../widget/kit/axes.js";
import { matrix, SIDE } from "../widget/kit/cells.js";
import { setting } from "../widget/kit/numbers.js";
import { arrow, cell, choice, curve, dot, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { frameOf, kindOf, marksOf } from "./backward_marks.js";
import { drawHeadline, drawNames } from "./backward_names.js";
import { isIn, placeOf, roomOf, wayOf, weightsOf } from "./backward_room.js";

const framed = ([x, y, wide, high], look, round = 8) => cell(x, y, wide, high, look, { round });

// Quantities

/** One quantity, to tap. */
function drawThing(room, scene, id) {
  const it = scene.thing(id);
  const on = scene.active === id;
  const frame = frameOf(room, id);
  const isName = ["back", "carry"].includes(kindOf(id)); // it has a frame of its own
  const isRound = ["dh", "delta"].includes(kindOf(id));
  const told = it.values ? [...it.values].map((x) => scene.written(x)).join(", ") : "not yet";
  const [left, top, wide] = frame;
  const marks = marksOf(room, it, scene);
  const isWord = (mark) => mark && mark.kind === "word";
  return [
    choice(
      [
        framed(frame, on && !isName ? "clear ink" : "pick", isRound ? 17 : 8),
        ...marks.map((mark) => !isWord(mark) && mark), // gaps: what comes later keeps its place
      ],
      {
        to: scene.open(id),
        name: `${stripTags(it.symbol)}, ${it.says}`,
        held: it.changed ? `${told}, changed` : told,
        on,
        place: [Math.round(top / 10), Math.round((left + wide / 2) / 10)],
      },
    ),
    marks.map((mark) => isWord(mark) && mark),
    it.changed && dot([left + wide - 4, top + 4], 4.5, "ink"),
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

const SIZE_OF_WAY = [6, 18]; // px of what is next to nothing, and what a 1 has more

/** What a number is multiplied by on its way. */
function factorOf({ part }, from, to) {
  const t = Number(from.split("_")[1]);
  const before = { W_hh: `· <b>h</b><sub>${t - 1}</sub><sup>⊤</sup>`, b_h: "" };
  const names = {
    back: "<b>W</b><sub>yh</sub><sup>⊤</sup>",
    delta: "tanh′",
    part: before[part] ?? `· <b>x</b><sub>${t}</sub><sup>⊤</sup>`,
  };
  return names[kindOf(to)] ?? "";
}

/** From one quantity to the next: as wide as what goes there. */
function drawWay(room, scene, [from, to]) {
  const { d, end, turn, name } = wayOf(room, from, to);
  const source = scene.thing(from);
  const known = source.values !== null && scene.thing(to).values !== null;
  const size = known ? Math.hypot(...source.values) : 0;
  const [least, more] = SIZE_OF_WAY;
  const width = size ? least + more * Math.min(1, size) : 0;
  const near = [from, to].includes(scene.active);
  const factor = factorOf(scene, from, to);
  return [
    curve(d, "gradient", { width, opacity: near ? 0.5 : 0.3 }),
    curve(d, size ? "gradient flows" : "quiet", {
      width: size ? Math.max(3, 0.3 * width) : 1.25,
      opacity: near ? 1 : 0.7,
    }),
    {
      ...arrow([end[0] + 9 * turn[0], end[1] + 9 * turn[1]], end, size ? "gradient" : "quiet thin"),
      opacity: near ? 1 : 0.7,
    },
    factor
      ? word(name.at, factor, "quiet halo", {
          anchor: name.anchor,
          size: kindOf(to) === "delta" ? 13 : room.small, // there it is narrow
        })
      : false,
  ];
}

/** Whether a quantity has a place: until the answer nothing leaves the stream. */
const isDrawn = (room, { answered }, id) =>
  isIn(room, id) && (answered || Boolean(room.kinds) || !["part", "sum"].includes(kindOf(id)));

function drawWays(room, scene) {
  const isThere = ([from, to]) =>
    isDrawn(room, scene, to) && (isIn(room, from) || to.startsWith("carry"));
  return scene.constants.edges.filter(isThere).map((edge) => drawWay(room, scene, edge));
}

// Hands

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

export function drawBackward(scene, says, { headline, told }) {
  const shown = shownOf(scene);
  const room = roomOf(scene.narrow, shown, scene.thing("sum").shape[1] ?? 1);
  const isCrossed = (t) => t < 3 && !room.kinds;
  return {
    size: room.size,
    title: room.headline ? "" : headline,
    says,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawWays(room, scene),
      scene.ids.filter((id) => isDrawn(room, scene, id)).map((id) => drawThing(room, scene, id)),
      room.columns.shown.filter(isCrossed).map((t) => drawWeights(room, scene, t)),
      drawNames(room, scene),
      room.tabs && drawTabs(room, scene, shown),
      drawHeadline(room, headline),
      told && word(room.told.at, told, "", { anchor: room.told.anchor, size: 15 }),
    ],
  };
}

/** What is tapped for each guess: step 2 alone, the error after it, the error before it. */
export function drawGuesses(scene) {
  const room = roomOf(scene.narrow, shownOf(scene), 2);
  const tabOf = (t) => {
    const { y, high, wide, step } = room.tabs;
    return cell(4 + step * (t - 1), y, wide, high);
  };
  const rimOf = (id) => {
    if (!isIn(room, id)) {
      return { ...tabOf(Number(id.split("_")[1])), look: "clear ink dashed", round: 6 };
    }
    if (id === "dh_2") return framed(frameOf(room, id), "clear ink dashed", 17);
    const [x, y] = placeOf(room, id);
    const [wide] = room.delta.half;
    return framed([x - wide, y - 24, 2 * wide, 48], "clear ink dashed", 12);
  };
  return ["dh_2", "delta_3", "delta_1"].map((id) => {
    const rim = rimOf(id);
    return [{ ...rim, look: "pick" }, rim];
  });
}
