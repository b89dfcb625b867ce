// The plane: the field, the flow, the paths through the layers, and the gap between both.
//
// What nobody touches is `through`: Chromium would hold a finger against every stroke of it, which
// takes it many seconds with lines of so many points.

import { area, arrow, cell, circle, dot, dots, grip, line, word } from "../widget/kit/picture.js";
import { cutSamples, isSeen, stepDots } from "./layers_room.js";

/** The field, quietly. */
export const drawField = ({ strokes }) => area(strokes, "ink through");

/** Where the flow carries every point: a thin line. */
export const drawFlows = ({ flows }) =>
  flows.map(({ points }, n) => ({
    ...line(points, n ? "quiet thin through" : "ink thin through"),
    opacity: n ? 0.6 : 1,
  }));

/** Each path whole, faint, and what of it has been walked. */
export function drawPaths({ walks, samples, share, hidden, solver }) {
  const seen = hidden ? 0 : 1;
  const look = `state through${solver === "euler" ? "" : " dashed"}`; // only steps mean something
  const whole = samples.map((one, n) => ({
    ...line(
      one.map(({ at }) => at),
      look,
    ),
    width: n ? 1.2 : 2,
    opacity: 0.24 * seen,
  }));
  const walked = samples.map((one, n) => ({
    ...line(cutSamples(one, walks[n], share), look),
    width: n ? 1.7 : 3.5,
    opacity: n ? 0.75 * seen : seen,
  }));
  return [whole, walked];
}

/** Between the point and where the flow has carried it meanwhile. */
export const drawGap = ({ here: [at], carried: [end], hidden }) => ({
  ...line([at, end], "gradient through"),
  width: 4,
  opacity: hidden ? 0 : 1,
});

/** The arrow along which the first step goes, as long as nothing else shows it. */
export function drawFirst({ starts: [[x, y]], first: [u, v], hidden }) {
  const long = hidden ? 0.5 : 0;
  return {
    ...arrow([x, y], [x + long * u, y + long * v], "ink through", { head: 9 }),
    opacity: hidden ? 1 : 0,
  };
}

/** Where two paths cross, up to where they have been walked. */
export const drawCrossings = ({ crossings, share, hidden }) =>
  hidden || share < 1
    ? []
    : crossings.filter(isSeen).map((at) => circle(at, 0.1, "ink thin through"));

const disc = ([x, y], r, look, more) => dot([x, y], r, look, more);

/** What moves: where the flow has carried each point, and where the layers have. */
export function drawPoints(room, { here, carried, starts, hidden }) {
  const r = room.dot;
  return here.map((at, n) => {
    const isSmall = n > 0;
    const size = isSmall ? 0.62 * r : r;
    return [
      isSmall && disc(starts[n], 0.55 * r, "input hollow through"),
      isSeen(carried[n]) &&
        disc(carried[n], size, isSmall ? "quiet hollow through" : "ink hollow through"),
      { ...disc(at, size, "state through"), opacity: hidden || !isSeen(at) ? 0 : 1 },
    ];
  });
}

/** Where the solver steps, and hollow where else it has evaluated f. */
export function drawSteps(room, { walks: [own], hidden, solver }) {
  const many = own.points.length > 20;
  const r = (many ? 0.4 : 0.62) * room.dot;
  const asked = solver === "euler" || hidden ? [] : own.asked.filter(isSeen);
  const steps = stepDots(own).map((at) => (isSeen(at) ? at : own.points[0]));
  const size = asked.length > 20 ? 1.6 : 0.55 * r + 1;
  return [
    asked.length ? dots(asked, size, "state hollow through") : null,
    { ...dots(steps, r, "state through"), opacity: hidden ? 0 : 1 },
  ];
}

const clamp = (x, low, high) => Math.round(100 * Math.max(low, Math.min(high, x))) / 100;

/** The point that a finger moves. */
export const drawStart = ({ x, y, constants: { reach } }) =>
  grip([x, y], ([a, b]) => ({ x: clamp(a, -reach, reach), y: clamp(b, -reach, reach) }), "input");

const letterAt = (at, letter, size) => [
  disc(at, 13, "ink hollow through"),
  word(at, letter, "strong through", { size }),
];

/** The letters of the question, and after it a ring around what the reader chose. */
export function drawLetters(room, { isAsked, answered, guess, constants }) {
  return constants.marked.map(([letter, at], n) => [
    !answered && letterAt(at, letter, room.type - 1),
    isAsked && answered && guess === n && circle(at, 0.24, "ink dashed yours through"),
  ]);
}

/** What is tapped as a guess. */
export const drawBallots = (_room, { constants }) =>
  constants.marked.map(([, at]) => [
    disc(at, 22, "pick"),
    disc(at, 19, "ink clear dashed thin through"),
  ]);

/** The ground of it all, and a card for what stands beside the plane. */
export const drawGround = ({ size: [wide, high], card }) => [
  cell(0, 0, wide, high, "quiet through", { opacity: 0.07, round: 14 }),
  card && cell(...card, "paper through", { opacity: 0.75, round: 10 }),
];
