import { axis } from "../widget/kit/axes.js";
import { bar, list } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { cell, choice, dots, line, word } from "../widget/kit/picture.js";
import { tell } from "../widget/kit/words.js";

/** Letters as weights from 0 to 1. */
export function read(text, letters) {
  const most = letters.length - 1;
  return [...text].map((letter) => letters.indexOf(letter) / most);
}
/** What the head gives: a row for each token that asks, a column for each that is looked at. */
export function rowsOf(weights, N, head) {
  const row = (i) => weights.slice((head * N + i) * N, (head * N + i + 1) * N);
  return Array.from({ length: N }, (_, i) => row(i));
}
const known = new Map(); // of each sentence that has been looked at
function decoded({ tokens, maps }, letters, heads) {
  if (!known.has(maps)) {
    const weights = read(maps, letters);
    const one = (_, head) => rowsOf(weights, tokens.length, head);
    known.set(maps, Array.from({ length: heads }, one));
  }
  return known.get(maps);
}
const percent = (x) => `${Math.round(100 * x)}\u00a0%`;
const plain = (token) => token.replace("##", "…");
const highest = (values) => values.indexOf(Math.max(...values));

/** The pattern that a head's weight goes to, if it is half of it. */
function habit(patterns, place) {
  const shares = Object.entries(patterns).map(([name, of]) => [of.flat()[place], name]);
  return shares.reduce((best, one) => (one[0] > best[0] ? one : best));
}

export function derive(state, constants) {
  const { tokens } = constants.sentences[state.sentence];
  const all = decoded(
    constants.sentences[state.sentence],
    constants.letters,
    constants.layers * constants.heads,
  );
  const place = (state.layer - 1) * constants.heads + state.head - 1;
  const token = Math.min(state.token, tokens.length - 1);
  const rows = all[place];
  const [own, most] = [rows[token], highest(rows[token])];
  const [share, name] = habit(constants.patterns, place);
  const { wanted } = constants;
  const asks = wanted && state.sentence === wanted.sentence ? rows[wanted.it][wanted.noun] : 0;
  const facts = {
    answered: state.answered,
    alone: own[most] >= 0.5,
    itself: most === token,
    habit: share >= 0.5,
    elsewhere: !!wanted && state.sentence !== wanted.sentence,
  };
  const texts = {
    layer: `${state.layer}`,
    head: `${state.head}`,
    token: plain(tokens[token]),
    key: plain(tokens[most]),
    most: percent(own[most]),
    share: percent(share),
    place: constants.places[name] ?? "",
    asks: percent(asks),
    elsewhere: percent(1 - own[most]),
  };
  const reached =
    !!wanted && state.sentence === wanted.sentence && token === wanted.it && asks >= 0.5;
  const value = wanted ? tell(constants.value, facts, texts) : "";
  return { ...state, token, tokens, all, rows, own, place, facts, texts, task: { reached, value } };
}

const said =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);
const [TOP, HIGH, LEFT, RIGHT, WIDE] = [34, 336, 112, 232, 360];
const pace = ({ tokens }) => Math.min(24, HIGH / tokens.length);
const middle = (scene, i) => TOP + pace(scene) * (i + 0.5);
const left = (at, html, look = "") => word(at, html, look, { anchor: "start" });
const right = (at, html, look = "") => word(at, html, look, { anchor: "end" });

/** The tokens that ask, each to be chosen. */
const asking = (scene) =>
  scene.tokens.map((token, i) => {
    const [y, high, on] = [middle(scene, i), pace(scene), i === scene.token];
    const frame = cell(0, y - high / 2, LEFT - 6, high, on ? "clear ink thin" : "pick", {
      round: 4,
    });
    const name = right([LEFT - 12, y], plain(token), on ? "strong" : "");
    return choice([frame, name], {
      to: { token: i },
      on,
      place: [i, 0],
      name: `${plain(token)}, token ${i + 1}`,
      held: `looks most at ${plain(scene.tokens[highest(scene.rows[i])])}`,
    });
  });
/** From each token to all that it looks at: a line as wide as the weight. */
const LEAST = 0.04; // a weight below is not drawn
function ways(scene) {
  const one = (i, look) =>
    scene.rows[i].map(
      (share, j) =>
        share >= LEAST && {
          ...line(
            [
              [LEFT, middle(scene, i)],
              [RIGHT, middle(scene, j)],
            ],
            look,
          ),
          width: 9 * share,
        },
    );
  return [
    scene.tokens.map((_, i) => i !== scene.token && one(i, "quiet ghost way")),
    one(scene.token, "ink way"),
  ];
}
const looked = (scene) =>
  scene.tokens.map((token, j) => {
    const [y, share] = [middle(scene, j), scene.own[j]];
    return [
      cell(RIGHT + 4, y - 9, (WIDE - RIGHT - 4) * share, 18, "ink ghost"),
      left([RIGHT + 8, y], plain(token), j === highest(scene.own) ? "strong" : ""),
      share >= 0.1 && right([WIDE - 2, y], percent(share)),
    ];
  });
const grey = (share) => `color-mix(in oklab, var(--ink) ${Math.round(100 * share)}%, var(--paper))`;
/** The head as a matrix: a row asks, a column is looked at. */
function square(scene) {
  const [N, high] = [scene.tokens.length, pace(scene)];
  const wide = Math.min(high, (WIDE - LEFT) / N);
  const every = N > 12 ? 2 : 1;
  return [
    scene.rows.map((row, i) =>
      row.map((share, j) =>
        cell(LEFT + wide * j, middle(scene, i) - high / 2, wide, high, "", { fill: grey(share) }),
      ),
    ),
    cell(LEFT, TOP, wide * N, high * N, "clear quiet thin"),
    cell(LEFT, middle(scene, scene.token) - high / 2, wide * N, high, "clear ink"),
    scene.tokens.map(
      (_, j) => j % every === 0 && word([LEFT + wide * (j + 0.5), TOP + high * N + 12], `${j + 1}`),
    ),
  ];
}

/** A head as a small square of dots: dark where it gives half, pale where it gives a seventh. */
function small(rows, x, y, side) {
  const each = side / rows.length;
  const at = (low, high) =>
    rows.flatMap((row, i) =>
      row.flatMap((share, j) =>
        share >= low && share < high ? [[x + each * (j + 0.5), y + each * (i + 0.5)]] : [],
      ),
    );
  return [dots(at(0.5, 2), 0.55 * each, "ink"), dots(at(1 / 7, 0.5), 0.5 * each, "quiet")];
}
/** The question's picture: three heads that read one sentence, without their names. */
const riddle = ({ all, constants }) =>
  constants.riddle.map((place, k) => [
    cell(4 + 120 * k, 66, 112, 112, "clear quiet thin"),
    small(all[place], 4 + 120 * k, 66, 112),
    word([60 + 120 * k, 198], `<b>${"ABC"[k]}</b>`),
  ]);

function picture(scene) {
  const { answered, view } = scene;
  const frame = { x: axis(0, 360), title: said("title")(scene), says: said("seen")(scene) };
  if (!answered) {
    return {
      ...frame,
      size: [360, 212],
      y: axis(212, 0),
      marks: [
        left([4, 20], "Rows ask, from the first word to the last;"),
        left([4, 42], "columns are looked at, in the same order."),
        riddle(scene),
      ],
    };
  }
  const marks = view === "matrix" ? square(scene) : [ways(scene), looked(scene)];
  const heads = [right([LEFT - 12, 14], "asks"), left([RIGHT + 8, 14], "is looked at")];
  return {
    ...frame,
    size: [360, TOP + HIGH + 22],
    y: axis(TOP + HIGH + 22, 0),
    marks: [view === "matrix" ? heads[0] : heads, marks, asking(scene)],
  };
}

const [ACROSS, DOWN] = [55, 46];
/** All heads: a column for each layer, a row for each head. */
function linked(scene) {
  const { constants, all } = scene;
  const fit = Math.min(1, 6 / constants.layers); // of a model with more layers all are smaller
  const [across, down, side] = [ACROSS * fit, DOWN * fit, 40 * fit];
  const one = (rows, place) => {
    const [layer, head] = [Math.floor(place / constants.heads), place % constants.heads];
    const [x, y, on] = [30 + across * layer, 30 + down * head, place === scene.place];
    return choice(
      [
        cell(x - 2, y - 2, side + 4, side + 4, `hollow ${on ? "ink thick" : "quiet thin"}`, {
          round: 3,
        }),
        ...small(rows, x, y, side),
      ],
      {
        to: { layer: layer + 1, head: head + 1 },
        on,
        place: [head, layer],
        name: `Layer ${layer + 1}, head ${head + 1}`,
        held: constants.habits[place],
      },
    );
  };
  const high = 34 + DOWN * constants.heads;
  return {
    size: [360, high],
    title: constants.overview,
    says: constants.overviewed,
    x: axis(0, 360),
    y: axis(high, 0),
    marks: [
      all.map(one),
      all
        .slice(0, constants.layers)
        .map((_, k) => word([30 + side / 2 + across * k, 14], `${k + 1}`)),
      all
        .slice(0, constants.heads)
        .map((_, k) => right([20, 30 + side / 2 + down * k], `${k + 1}`)),
    ],
  };
}

const controls = (scene) => [
  list({
    label: "Sentence",
    value: scene.sentence,
    to: (sentence) => ({ sentence }),
    options: scene.constants.sentences.map(({ text }, k) => [k, text]),
  }),
  bar({
    label: "Show",
    value: scene.view,
    options: scene.constants.views,
    to: (view) => ({ view }),
  }),
];
const play = (scene) => ({
  label: "token",
  min: 0,
  max: scene.tokens.length - 1,
  value: scene.token,
  every: 900,
  show: plain(scene.tokens[scene.token]),
  to: (token) => ({ token }),
  says: said("heard")(scene),
});
const table = (scene) => ({
  caption: "What the chosen token looks at",
  head: ["token", "weight"],
  rows: scene.tokens.map((token, j) => [`${j + 1} ${plain(token)}`, percent(scene.own[j])]),
});
const says = (scene) => `${said("words")(scene)}<br>${scene.constants.key[scene.view]}`;
const parts = { picture, linked, controls, play, says, speak: said("words"), table };
export default explorable({ derive, ...parts, taps: true, lines: [4, 7] });
