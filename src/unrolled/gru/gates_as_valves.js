import { axis, logAxis } from "../widget/kit/axes.js";
import { bar, range } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { products } from "../widget/kit/maths.js";
import { decimals, percent, setting, short, tenTo } from "../widget/kit/numbers.js";
import { again, overTime } from "../widget/kit/overtime.js";
import { cell, dot, grip, line, word } from "../widget/kit/picture.js";
import { band, bars, plate, slide, strip, tinted, walls } from "../widget/kit/pipes.js";
import { tell } from "../widget/kit/words.js";

export const walk = overTime;
const LISTS = { LSTM: ["keep", "write", "show"], GRU: ["keep", "write", "reset"] };
const spoken =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);
const power = (n) => (Math.abs(n) > 2 ? tenTo(n) : `${+(10 ** n).toFixed(2)}`);
const [two, clamp] = [(x) => decimals(x, 2), (x, low, high) => Math.min(high, Math.max(low, x))];
/** A tap stays as it is left: the openings, from step t on at this share. */
export const turned = (openings, t, share) =>
  openings.map((x, k) => (k < t - 1 ? x : Math.round(100 * clamp(share, 0, 1)) / 100));

function textsOf({ T, t, share, on, path, constants: { names, ways }, ...scene }) {
  const { memory, valves } = names[scene.cell];
  const [own, [f, i, o]] = [(x) => two(x).replace(/^−.*/, "($&)"), scene.valves[t - 1].map(two)];
  return {
    T: `${T}`,
    t: `${t}`,
    next: `${t + 1}`,
    f,
    i,
    o,
    memory: memory[0],
    valve: valves[0][1],
    second: valves[1][1],
    third: valves[2][1],
    ways: ways[scene.mode],
    was: own(scene.c[t - 1]),
    new: own(scene.new[t - 1]),
    now: two(scene.c[t]),
    shown: two(scene.h[t]),
    product: short(on[t]),
    gradient: short(scene.total[t]),
    path: short(path[t]),
    kept: short(on[1]),
    share: percent(share),
    first: short(scene.total[1]),
    along: short(path[1]),
  };
}
export function derive(state, constants) {
  const [{ cell: kind, step: t }, T, hand] = [state, constants.xs.length, state.mode === "hand"];
  const [lstm, lists, own] = [kind === "LSTM", LISTS[kind], (name) => state[`b_${name}`]];
  const knobs = hand ? constants.hand[kind] : [...lists.map(own), state.w_gates, state.w_candidate];
  const openings = hand && constants.xs.map((_, k) => lists.map((name) => state[name][k]));
  const way = again(JSON.stringify([kind, T, knobs, openings]), () =>
    walk(constants.tapes[kind], knobs, constants.xs, openings),
  );
  const {
    on,
    total,
    path,
    valves,
    h,
    new: [bit],
  } = way;
  const scene = { ...state, ...way, T, t, hand, constants, lists };
  scene.share = h[T] / (lstm ? Math.tanh(bit) : bit);
  const facts = {
    answered: state.answered,
    hand,
    lstm,
    last: t === T,
    one: t === T - 1,
    cut: valves.slice(t).some(([keep]) => !keep),
    more: Math.abs(total[t]) >= 1.05,
    same: total.slice(1).every((x, k) => Math.abs(x - path[k + 1]) <= 1e-9 * Math.abs(x)),
    here: short(total[t]) === short(path[t]),
    shut: lstm && valves[T - 1][2] === 0,
  };
  const [texts, reached] = [
    textsOf(scene),
    hand && on[1] >= 0.895 && [scene.share, way.c[1] / bit].every((x) => Math.abs(x - 1) <= 0.1),
  ];
  return { ...scene, facts, texts, task: { reached, value: tell(constants.value, facts, texts) } };
}
const said = (at, html, anchor = "start", look = "") => word(at, html, look, { anchor, size: 15 });
const is = (symbol, t, text) => `${symbol}<sub>${t}</sub> = ${text}`;
/** What it means to pull a valve: from this step on it stays so, and a GRU's are tied. */
const pulls =
  ({ t, cell: kind, ...scene }, list) =>
  (share) =>
    kind === "GRU" && list === "keep"
      ? { write: turned(scene.write, t, 1 - share) }
      : { [list]: turned(scene[list], t, share) };
const pulled = (scene, list) => scene.hand && scene.answered && pulls(scene, list);

/** The gradient comes back past a plate on the spindle of the valve that keeps the memory. */
function backward({ t, T, total, valves, constants, cell: kind }) {
  const ends = [total[t - 1], total[t]];
  const wide = ends.map((x) => 20 * Math.abs(x / (Math.max(...ends.map(Math.abs)) || 1)));
  const name = `∂<i>h</i><sub>${T}</sub>/∂${constants.names[kind].memory[0]}`;
  const of = (k) => is(name, t - 1 + k, short(ends[k]));
  return [
    cell(0, 180 - wide[0], 118, wide[0], "gradient"),
    said([0, 194], of(0), "start", "gradient"),
    cell(118, 180 - wide[1], 242, wide[1], "gradient"),
    said([360, 194], of(1), "end", "gradient"),
    walls(
      [
        [0, 160],
        [360, 160],
      ],
      [
        [0, 180],
        [360, 180],
      ],
    ),
    plate(112, 160 - 20 * valves[t - 1][0], 12, 20),
  ];
}

/** An LSTM lets out what its third valve shows; a GRU's lets the state in to the candidate. */
function third({ t, c, h, ...scene }, share, text) {
  if (scene.facts.lstm)
    return [
      tinted(292, 114, 24, 14, Math.tanh(c[t])),
      tinted(292, 128, 24, 24, h[t]),
      walls(
        [
          [0, 114],
          [292, 114],
          [292, 152],
        ],
        [
          [316, 152],
          [316, 114],
          [360, 114],
        ],
      ),
      slide([292, 124, 24, 8], [24, 0], share, { to: pulled({ ...scene, t }, "show") }),
      said([284, 126], text, "end"),
      said([284, 149], is("<i>h</i>", t, two(h[t])), "end"),
    ];
  const [keep, write] = scene.valves[t - 1];
  return [
    tinted(8, 30, 16, 54, h[t - 1]),
    tinted(24, 30, 45, 16, h[t - 1]),
    tinted(69, 30, 146, 16, share * h[t - 1]),
    walls(
      [
        [0, 114],
        [360, 114],
      ],
      [
        [8, 84],
        [8, 30],
        [215, 30],
      ],
      [
        [24, 84],
        [24, 46],
        [215, 46],
      ],
    ),
    slide([64, 30, 10, 16], [0, -16], share, { to: pulled({ ...scene, t }, "reset") }),
    said([84, 14], text), // and the tie of the other two
    line(
      [
        [118, 74 - 30 * keep],
        [118, 50],
        [255 + 30 * write, 50],
      ],
      "quiet dashed thin",
    ),
  ];
}

/** The unit at the chosen step: pipes, what flows in them, and the valves. */
function unit(scene) {
  const {
    t,
    c,
    valves: { [t - 1]: shares },
    constants,
    cell: kind,
    facts: { lstm },
    answered,
  } = scene;
  const {
    memory: [memory],
    new: [offered, name],
    valves,
  } = constants.names[kind];
  const [[keep, write], fresh] = [shares, scene.new[t - 1]];
  const texts = valves.map(([symbol, html], k) => `${html} ${is(symbol, t, two(shares[k]))}`);
  const tail = answered ? [[118, 170 - 20 * keep]] : [];
  return [
    tinted(0, 84, 118, 30, c[t - 1]),
    tinted(118, 84, 112, 30, keep * c[t - 1]),
    tinted(230, 84, 130, 30, c[t]),
    tinted(215, 2, 30, 48, fresh),
    tinted(215, 50, 30, 34, write * fresh),
    third(scene, shares[2], texts[2]),
    walls(
      [
        [0, 84],
        [215, 84],
        [215, 2],
      ],
      [
        [245, 2],
        [245, 84],
        [360, 84],
      ],
    ),
    slide([112, 84, 12, 30], [0, -30], keep, { tail, to: pulled(scene, "keep") }),
    slide([215, 45, 30, 10], [30, 0], write, { to: pulled(scene, "write") }),
    said([360, 14], texts[1], "end"),
    lstm ? said([106, 48], texts[0], "end") : said([130, 133], texts[0]),
    lstm
      ? said([207, 14], `${name} ${is(offered, t, two(fresh))}`, "end")
      : said([207, 66], is(offered, t, two(fresh)), "end"),
    said([0, lstm ? 72 : 133], is(memory, t - 1, two(c[t - 1]))),
    said([360, 72], is(memory, t, two(c[t])), "end"),
    answered && backward(scene),
  ];
}

const [LEFT, WIDE] = [84, 270]; // of the rows in which all steps stand
function rows({ T, t, c, h, valves, constants, total, path, answered, facts, ...scene }) {
  const [own, each] = [constants.names[scene.cell], WIDE / T];
  const row = ([symbol, html], y, draw, height, values) => [
    word([0, y], `${html} ${symbol}`, "", { anchor: "start" }),
    draw(LEFT, each, y, height, values),
  ];
  const open = (k, y) =>
    row(
      own.valves[k],
      y,
      bars,
      12,
      valves.map((one) => one[k]),
    );
  const most = Math.max(1, ...total.slice(1).map(Math.abs));
  const wide = (sizes) => band(LEFT, each, 355, 30, sizes.slice(1), most);
  const step = ([x]) => ({ step: clamp(Math.round((x - LEFT) / each + 0.5), 1, T) });
  return [
    row(own.new, 214, strip, 13, scene.new),
    open(1, 232),
    row(own.memory, 252, strip, 22, c.slice(1)),
    open(0, 273),
    open(2, 291),
    facts.lstm && row(["<i>h</i>", "shown"], 309, strip, 13, h.slice(1)),
    answered && [
      word([0, 348], "gradient,", "gradient", { anchor: "start" }),
      word([0, 366], `so wide: ${short(most)}`, "gradient", { anchor: "start" }),
      line(
        [
          [81, 340],
          [81, 370],
        ],
        "gradient thin",
      ),
      wide(total).filled,
      wide(path).edges.map((edge) => !facts.same && line(edge, "ink dashed thin")),
      line(
        [
          [LEFT + each * t, 320],
          [LEFT + WIDE, 320],
        ],
        "ink thin",
      ),
      word([360, 330], spoken("span")({ constants, facts, ...scene }), "halo", { anchor: "end" }),
    ],
    [
      [204, 113],
      [338, 34],
    ].map(([y, height]) => cell(LEFT + each * (t - 1) - 1, y, each + 2, height, "clear ink thin")),
    word([0, 392], "step <i>t</i>", "", { anchor: "start" }),
    constants.ticks.map((n) => word([LEFT + each * (n - 0.5), 392], `${n}`)),
    answered && grip([LEFT + each * (t - 0.5), 373], step, "ink"),
  ];
}

const picture = (scene) => ({
  size: [360, 402],
  title: spoken("title")(scene),
  says: spoken("picture")(scene),
  x: axis(0, 360),
  y: axis(402, 0),
  marks: [rows(scene), unit(scene)],
});
/** There and back on a log scale: both lines drop where a valve is shut. */
function linked(scene) {
  const { T, t, total, path, valves, constants, facts } = scene;
  const there = products(
    valves
      .slice(1)
      .map(([keep]) => keep)
      .reverse(),
  ).reverse();
  const [on, back, along] = [[0, ...there], total, path].map((values) =>
    values.slice(1).map((x, k) => [k + 1, Math.log10(Math.abs(x))]),
  );
  const logs = [-1, 0, ...[...on, ...back, ...along].map(([, log]) => log)];
  const y = logAxis(logs, { room: [52, 78], label: power });
  const names = constants.lines.map(
    ([html, look], k) =>
      (k < 2 || !facts.same) &&
      word([1, y.to], html, look, { anchor: "start", dy: 22 * k - 57, size: 15 }),
  );
  return {
    size: [360, 310],
    title: constants.linked,
    says: spoken("curves")(scene),
    y,
    x: axis(1, T, constants.ticks, { name: "step <i>t</i>", middle: true, room: [52, 14] }),
    marks: [
      line(on, "state"),
      line(back, "gradient"),
      !facts.same && line(along, "ink dashed thin"),
      dot(on[t - 1], 5, "state"),
      dot(back[t - 1], 5, "gradient"),
      names,
    ],
  };
}

/** The weights of a unit that turns its own valves: two in sight, the others under More. */
const weights = (scene) =>
  scene.constants.knobs[scene.cell].map(([name, label, most]) =>
    range({
      label,
      min: -most,
      max: most,
      step: 0.1,
      value: scene[name],
      show: setting(scene[name]),
      says: `${setting(scene[name])}: ${spoken("weighed")(scene)}`,
      to: (value) => ({ [name]: value }),
    }),
  );
const controls = (scene) => [
  bar({
    label: "Valves turn",
    value: scene.mode,
    options: scene.constants.modes,
    to: (mode) => ({ mode }),
  }),
  scene.constants.cells.length > 1 &&
    bar({
      label: "Cell",
      value: scene.cell,
      options: scene.constants.cells,
      to: (to) => ({ cell: to }),
    }),
  !scene.hand && weights(scene).slice(0, 2),
];
/** What is pulled in the picture, for the keyboard; or the weights that are not in sight. */
function more(scene) {
  const {
    constants,
    lists,
    valves: { [scene.t - 1]: shares },
  } = scene;
  if (!scene.hand) return { name: constants.more.weights, parts: weights(scene).slice(2) };
  const sliders = lists.map((list, k) =>
    range({
      label: constants.names[scene.cell].valves[k][1],
      min: 0,
      max: 1,
      step: 0.01,
      value: shares[k],
      show: two(shares[k]),
      to: pulls(scene, list),
      says: `${two(shares[k])} ${spoken("turned")(scene)}`,
    }),
  );
  return { name: constants.more.hand, parts: sliders };
}
const play = (scene) => ({
  label: "step",
  min: 1,
  max: scene.T,
  value: scene.t,
  show: scene.t,
  every: 350,
  to: (step) => ({ step }),
  says: spoken("heard")(scene),
});
const table = ({ constants, valves, c, h, total, ...scene }) => ({
  caption: "Each step of the unit",
  head: constants.heads[scene.cell],
  rows: scene.new.map((x, k) => [
    k + 1,
    ...[x, ...valves[k], c[k + 1]].map(two),
    ...(scene.facts.lstm ? [two(h[k + 1])] : []),
    short(total[k + 1]),
  ]),
});
const says = (scene) => `${spoken("words")(scene)}<br>${scene.constants.key}`;
const parts = { picture, linked, controls, play, says, speak: spoken("words"), more, table };
export default explorable({ derive, ...parts, lines: [4, 7] });
