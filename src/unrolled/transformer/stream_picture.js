// The residual stream of one token through a block, and the two sub-layers that add to it.
import { inPixels } from "../widget/kit/axes.js";
import { cell, choice, curve, horizontal, line, word } from "../widget/kit/picture.js";
import { branchOf, laneOf, ORDER } from "./stream_lanes.js";
import {
  drawAnswers,
  drawCuts,
  drawGuess,
  drawLegend,
  drawStage,
  drawTag,
} from "./stream_notes.js";
import { band, roomOf, stack, thread } from "./stream_room.js";

const FROM = { x: 0, sum_1: 5, norm_1: 6, sum_2: 9, norm_2: 10 }; // the stage that shows it
const MOUTH = 0.55; // how wide attention's branch begins, as a share of its width
const GIVES = { attention: ["added_1", 4], "feed-forward": ["added_2", 8] };
const KEPT = { sum_1: "river 1", sum_2: "river 2" }; // what a sum lacks if this is cut

const hue = (v) => (v < 0 ? "minus" : "state");
const shape = (d, look, opacity = 1) => curve(d, `${look} shape`, { fill: "var(--hue)", opacity });

/** The lanes of a piece, and their way into the next one. */
const drawPiece = (room, scene, name, opacity) =>
  scene.at(name).map((v, i) => shape(laneOf(room, scene, name, i), hue(v), opacity));

/** Both edges of the whole stream from the first sum on, of a run that is not cut. */
function drawGhost(room, run, token) {
  const names = ORDER.slice(1);
  const edges = names.map((name) => {
    const lanes = stack(run[name][token], room.middle, room.unit);
    return [lanes[0][0], lanes.at(-1)[1]];
  });
  return [0, 1].map((side) => {
    const places = names.flatMap((name, n) => room.pieces[name].map((x) => [x, edges[n][side]]));
    const [first, ...others] = places;
    const bends = others.map((place, n) => thread(places[n], place).replace(/^M[^C]*/, ""));
    return curve(`M${first.join(" ")}${bends.join("")}`, "quiet thin dashed");
  });
}

/** What a sub-layer adds, on its way into the sum, lane into lane. */
const drawAdded = (room, scene, { name, opacity, ...branch }) =>
  scene.at(name).map((v, i) => shape(branchOf(room, scene, branch, i), hue(v), opacity));

/** The three letters: the one that is followed, and those that attention looks at. */
function drawLetters(room, { letters, token }) {
  const { x, first, step, r } = room.letters;
  return letters.map((letter, k) => {
    const y = first + step * k;
    const on = k === token;
    const look = on ? "state" : "quiet hollow";
    return choice(
      [
        cell(x - 22, y - 22, 44, 44, "pick"),
        cell(x - r, y - r, 2 * r, 2 * r, look, { round: r }),
        word([x, y], `<i>${letter}</i>`, on ? "paper strong" : "ink", { size: room.type + 4 }),
      ],
      { to: { token: k }, name: `Follow ${letter}`, on, place: [k, 0] },
    );
  });
}

/** From the letter to where its stream is level. */
function drawSource(room, { at, token }) {
  const { x, first, step, r } = room.letters;
  const y = first + step * token;
  const lanes = stack(at("x"), room.middle, room.unit);
  const source = stack(at("x"), y, room.unit * 0.7);
  const [start] = room.pieces.x;
  return at("x").map((v, i) =>
    shape(band([x + r - 2, x + r, start + 1], source[i], lanes[i]), hue(v)),
  );
}

/** What each head takes of each letter, as threads into the sub-layer. */
function drawLooks(room, { at: valuesAt, looks, letters }, opacity) {
  const { x, first, step, r } = room.letters;
  const { at, unit } = room.attention;
  const mouth = MOUTH * room.unit * valuesAt("added_1").reduce((sum, v) => sum + Math.abs(v), 0);
  return letters.map((_, k) =>
    looks.map((weights, m) =>
      curve(
        thread([x + r, first + step * k + 5 * m - 2], [at[0] - 8, at[1] + (m - 0.5) * 0.5 * mouth]),
        m ? "ink" : "quiet",
        { width: unit * weights[k], opacity: 0.55 * opacity },
      ),
    ),
  );
}

/** The hidden layer: a bar for each unit, empty where the ReLU lets nothing through. */
function drawHidden(room, { at }, opacity) {
  const {
    at: [x, y],
    wide,
  } = room.feed;
  const step = wide / 6;
  return at("hidden").map((v, k) => {
    const high = Math.min(30, 9 * v);
    return [
      cell(x - wide / 2 + step * k, y - 15, step - 2, 30, "clear quiet thin", { round: 2 }),
      cell(x - wide / 2 + step * k, y + 15 - high, step - 2, high, "state", { opacity }),
    ];
  });
}

/** A layer norm: a gate of one width, whatever comes. */
function drawNorm(room, before, after, isCut) {
  const x = (room.pieces[before][1] + room.pieces[after][0]) / 2;
  const { middle, unit, jaw: high } = room;
  const half = unit * 2.6;
  const look = isCut ? "clear quiet thin" : "ink";
  const jaw = (y) => cell(x - 4, y, 8, high, look, { round: 3 });
  return [jaw(middle - half - high), jaw(middle + half)];
}

/** Names of what there is. */
function drawNames(room, { narrow, facts }) {
  const small = { size: room.type - (narrow ? 1 : 0) };
  const low = room.middle + room.unit * 2.6 + room.jaw + 14;
  const between = (a, b) => (room.pieces[a][1] + room.pieces[b][0]) / 2;
  const called = narrow ? "norm" : "layer norm";
  const norm = facts.noNorms ? "" : called;
  return [
    drawTag(room.attention.name, "attention", 5.9 * room.type, facts.noAttention, room.type),
    drawTag(room.feed.name, "feed-forward", 7.4 * room.type, facts.noFeed, room.type),
    word([between("sum_1", "norm_1"), low], norm, "quiet", small),
    word([between("sum_2", "norm_2"), low], norm, "quiet", small),
    !narrow && word(room.stream, "residual stream", "quiet halo", { ...small, anchor: "start" }),
  ];
}

/** Dashes that run along the stream while it flows. */
function drawFlow(room, stage) {
  const end = ORDER.findLast((name) => FROM[name] <= stage);
  return line(horizontal(room.middle, room.pieces.x[0], room.pieces[end][1]), "paper flows thin");
}

/** How much is seen of what a stage shows. */
const seen = ({ stage }, from) => (stage >= from ? 1 : 0.1);

/** The feed-forward sub-layer: what it reads, and what it makes of it. */
function drawFeed(room, scene) {
  const [x, y] = room.feed.at;
  const opacity = 0.8 * seen(scene, 7);
  return [
    curve(`M${x} ${room.middle}V${y - 20}`, "quiet", { width: 2, opacity }),
    curve(`M${x} ${y - 17}l-5 -8h10Z`, "quiet shape", { fill: "var(--hue)", opacity }),
    drawHidden(room, scene, seen(scene, 7)),
  ];
}

/** What both sub-layers add; of one that is cut, a trace. */
function drawTributaries(room, scene) {
  const { attention, feed } = room;
  const draw = (part, branch) => {
    const [name, first] = GIVES[part];
    const opacity = scene.cut === part ? 0.12 : seen(scene, first);
    return drawAdded(room, scene, { ...branch, name, opacity });
  };
  const [x, y] = feed.at;
  return [
    draw("attention", { from: [attention.at[0] - 8, attention.at[1]], sum: "sum_1", mouth: MOUTH }),
    draw("feed-forward", { from: [x + feed.wide / 2, y], sum: "sum_2", mouth: 0.5 }),
  ];
}

/** The stream, piece by piece; where the next sum lacks it, it is dry. */
function drawPieces(room, scene) {
  const isDry = (name) => scene.cut === KEPT[ORDER[ORDER.indexOf(name) + 1]];
  return ORDER.map((name) =>
    drawPiece(room, scene, name, isDry(name) ? 0.15 : seen(scene, FROM[name])),
  );
}

export function drawStream(scene, says) {
  const { stage, cut, facts, narrow, token, constants } = scene;
  const room = roomOf(narrow);
  const isWhole = cut === "nothing";
  return {
    ...inPixels(room.size),
    says,
    marks: [
      drawLooks(room, scene, facts.noAttention ? 0.2 : seen(scene, 2)),
      drawSource(room, scene),
      drawTributaries(room, scene),
      drawFeed(room, scene),
      drawPieces(room, scene),
      isWhole ? [false, false] : drawGhost(room, constants.runs.nothing, token),
      drawNorm(room, "sum_1", "norm_1", facts.noNorms),
      drawNorm(room, "sum_2", "norm_2", facts.noNorms),
      drawFlow(room, stage),
      drawNames(room, scene),
      drawAnswers(room, scene),
      drawLegend(room, scene),
      drawStage(room, scene),
      drawLetters(room, scene),
      drawCuts(room, scene),
      drawGuess(room, scene),
    ],
  };
}
