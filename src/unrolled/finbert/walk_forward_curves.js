// What the bets earn, growing as the split moves: the honest curve, that with leaks, and luck.
import { area, cell, dot, dots, line, word } from "../widget/kit/picture.js";
import { clamp } from "./walk_forward_room.js";

const GRID = [-30, 0, 30, 60];

/** A curve in pixels, from the first bet on; what has not come yet stays where the curve ends. */
function pointsOf(room, { rows, at, constants }, sums) {
  const days = rows.released.slice(constants.first);
  const places = [[room.xOf(days[0]) - 4, room.yOf(0)]];
  for (let n = 0; n < days.length; n++) {
    places.push(n < at ? [room.xOf(days[n]), room.yOf(sums[n])] : places[Math.min(n, at)]);
  }
  return places;
}

const leftOf = (room, { rows, constants }) => room.xOf(rows.released[constants.first]) - 8;

function drawGrid(room, scene) {
  const left = leftOf(room, scene);
  const right = room.size[0] - room.right;
  return GRID.map((value) => {
    const y = room.yOf(value);
    const ends = [
      [left, y],
      [right, y],
    ];
    const rule = { ...line(ends, "quiet thin through"), opacity: value === 0 ? 0.9 : 0.25 };
    const text = `${value}`.replace("-", "−");
    const look = { anchor: "end", size: room.small };
    return [rule, word([left - 5, y], text, "quiet through", look)];
  });
}

/** Between which sums luck alone runs. */
function drawBand(room, { rows, window, constants }) {
  const days = rows.released.slice(constants.first);
  const [low, high] = constants.data.band[window];
  const edge = (sums) => days.map((day, n) => [room.xOf(day), room.yOf(sums[n])]);
  const start = [room.xOf(days[0]) - 4, room.yOf(0)];
  return area([start, ...edge(high), ...edge(low).reverse()], "quiet through");
}

/** The other thirty-nine, faint. */
function drawForty(room, scene) {
  if (!scene.best) return null;
  const { all } = scene.test;
  const some = all.flatMap((sums) => {
    const points = pointsOf(room, scene, sums);
    return [...points.filter((_, n) => n % 3 === 0), null];
  });
  return { ...line(some, "output thin through"), opacity: scene.at > 0 ? 0.22 : 0 };
}

/** A curve, and a dot for each bet; before the first bet neither is seen. */
function drawCurve(room, scene, { sums }, look, width) {
  const points = pointsOf(room, scene, sums);
  const opacity = scene.at > 0 ? 1 : 0;
  return [
    { ...line(points, `${look} through`), width, opacity },
    { ...dots(points.slice(1), room.dot, `${look} through`), opacity }, // as many: they glide along
    { ...dot(points[scene.at], room.dot + 2.4, `${look} through`), opacity },
  ];
}

/** Names at the ends of curves, apart from each other, once there are curves. */
function drawNames(room, scene, names) {
  if (scene.at === 0) return null;
  const apart = room.small + 5;
  const sorted = names
    .map(([sums, key, look]) => ({ y: endOf(room, scene, sums)[1], key, look }))
    .sort((a, b) => a.y - b.y);
  for (let n = 1; n < sorted.length; n++) {
    sorted[n].y = Math.max(sorted[n].y, sorted[n - 1].y + apart);
  }
  const x = room.size[0] - room.right + 8;
  return sorted.map(({ y, key, look }) =>
    word(
      [x, clamp(y, room.top, room.bottom)],
      scene.constants.names.curves[key],
      `${look} strong through`,
      {
        anchor: "start",
        size: room.small,
      },
    ),
  );
}

/** The same where there is no room beside the curves: a key before they begin. */
function drawKey(room, { constants }, names) {
  const [x] = room.key;
  return names.map(([, key, look], n) => {
    const y = room.top + room.keys[n];
    const html = constants.names.pills.narrow[key] ?? constants.names.curves[key];
    return [
      cell(x, y - 1.5, 10, 3, `${look} through`),
      word([x + 14, y], html, `${look} through`, { anchor: "start", size: room.small }),
    ];
  });
}

const endOf = (room, scene, sums) => pointsOf(room, scene, sums)[scene.at];

const tell = (room, scene, names) =>
  (scene.narrow ? drawKey : drawNames)(
    room,
    scene,
    names.filter(([, , look]) => look),
  );

/** What luck is, in words, and what the axis is. */
function drawTitles(room, scene) {
  const [x, y] = room.key;
  const { narrow } = scene;
  const small = { anchor: "start", size: room.small };
  const title = narrow ? "earned" : "earned by the bets, in typical moves";
  return [
    { ...cell(x, y - 6, 12, 12, "quiet through"), opacity: 0.2 },
    word([x + 17, y], narrow ? "luck alone" : "luck alone, 9 worlds of 10", "quiet through", small),
    word([x, room.title], title, "quiet through", small),
  ];
}

/** The honest curve, faint, beside what is tested. */
const drawPale = (room, scene, opacity) => ({
  ...line(pointsOf(room, scene, scene.honest.sums), "quiet through"),
  width: 2,
  opacity,
});

const LOOKS = { best: "output", honest: "state", shuffled: "minus" };

/** The three curves of the question, with their names once it is answered; the honest one first,
 *  from which a leak's curve rises. */
function drawAsked(room, scene) {
  const { trio, hidden } = scene;
  const lookOf = ({ key }) => (hidden ? "ink" : LOOKS[key]);
  const isHonest = ({ key }) => key === "honest";
  const sorted = [...trio.filter(isHonest), ...trio.filter((one) => !isHonest(one))];
  const names = trio.map((one) => [one.sums, one.key, lookOf(one)]);
  return [
    null,
    drawPale(room, scene, 0),
    sorted.map((one) => drawCurve(room, scene, one, lookOf(one), 2.25)),
    hidden ? null : tell(room, scene, names),
  ];
}

function drawTested(room, scene) {
  const { test, honest, isHonest, key } = scene;
  const names = [
    [honest.sums, "honest", isHonest ? "state" : "quiet"],
    [test.sums, key, isHonest ? "" : "output"],
  ];
  return [
    drawForty(room, scene),
    drawPale(room, scene, scene.at > 0 ? 1 : 0),
    drawCurve(room, scene, test, isHonest ? "state" : "output", 3),
    tell(room, scene, names),
  ];
}

/** Everything of the plot that no hand holds. */
export const drawPlot = (room, scene) => [
  drawGrid(room, scene),
  drawBand(room, scene),
  drawTitles(room, scene),
  scene.isAsked ? drawAsked(room, scene) : drawTested(room, scene),
];

const APART = 46; // px between two letters

/** Where the three letters stand: at the ends of their curves, apart from each other. */
function lettersOf(room, scene) {
  const ends = scene.trio.map(({ sums }, n) => ({ n, at: endOf(room, scene, sums) }));
  const sorted = [...ends].sort((a, b) => a.at[1] - b.at[1]);
  const middle = clamp(sorted[1].at[1], room.top + APART, room.bottom - APART + 10);
  const xs = Math.min(ends[0].at[0] + 30, room.size[0] - 24);
  const places = [];
  places[sorted[0].n] = [xs, Math.min(sorted[0].at[1], middle - APART)];
  places[sorted[1].n] = [xs, middle];
  places[sorted[2].n] = [xs, Math.max(sorted[2].at[1], middle + APART)];
  return places;
}

const CLEAR = 12; // px between two curves that a tap can tell apart

/** The end of each curve, from where it is clear of the others. */
function clearEnds(room, scene) {
  const curves = scene.trio.map(({ sums }) => pointsOf(room, scene, sums));
  const isClear = (n) => {
    const [a, b, c] = curves.map((points) => points[n][1]).sort((y, z) => y - z);
    return Math.min(b - a, c - b) > CLEAR;
  };
  const start = 1 + curves[0].findLastIndex((_, n) => n <= scene.at && !isClear(n));
  return curves.map((points) => points.slice(start, scene.at + 1));
}

/** Before the answer: three curves to tap, each with its letter. */
export function drawBallots(room, scene) {
  if (!scene.hidden) return [];
  const places = lettersOf(room, scene);
  const ends = clearEnds(room, scene);
  return scene.trio.map(({ sums }, n) => {
    const [x, y] = places[n];
    return [
      line(ends[n], "reach"),
      { ...line([endOf(room, scene, sums), [x, y]], "ink thin"), opacity: 0.6 },
      cell(x - 22, y - 22, 44, 44, "pick"),
      cell(x - 15, y - 15, 30, 30, "hollow ink", { round: 15 }),
      word([x, y], "ABC"[n], "ink strong", { size: room.letter }),
    ];
  });
}

/** After the answer: the letter that the reader chose, at its curve. */
export function drawChosen(room, scene) {
  const { isAsked, answered, guess, at } = scene;
  if (!isAsked || !answered || guess === null || at === 0) return null;
  const [x, y] = endOf(room, scene, scene.trio[guess].sums);
  return cell(x - 12, y - 12, 24, 24, "ink clear dashed yours through", { round: 12 });
}
