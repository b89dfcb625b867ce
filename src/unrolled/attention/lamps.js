// The picture of attention by hand: a torch that is turned, keys as lamps, one bar, the values.
import { norm, range, scale } from "../widget/kit/maths.js";
import { cell, curve, dot, grip, line, noGrip, vertical, word } from "../widget/kit/picture.js";
import { cone } from "../widget/kit/ramp.js";
import {
  formOf,
  fromPlane,
  hueOf,
  inPlane,
  keyOf,
  lamp,
  named,
  pathOf,
  ray,
  roles,
} from "./lamp_places.js";
import { drawBar, flags, triangle } from "./lamp_shares.js";
import { focus, foot, notch, put, shareAt, spread, warm } from "./torch.js";

const FAR = 3.4; // how far the torch shines
const HALF = 0.5; // the share at the edge where the focus is held
const LIGHT = 62; // percent, straight ahead
const SHARES = [...range(12).map((n) => 1 - n / 12), 0.04, 0.01]; // of the weight straight ahead

/** The beam: as bright in each direction as the weight of a key that lies there. */
function beam({ q, tau }, { heart, unit }) {
  const length = norm(q);
  const stops = SHARES.map((share, n) => {
    const angle = n ? spread(length, tau, share) : 0;
    return [angle, LIGHT * shareAt(length, tau, angle)];
  });
  return cone(heart, unit * FAR, Math.atan2(q[1], q[0]), "beam", stops);
}

const WAVES = 9; // half ones

/** How much can be learned runs back along the beam: a wave as high as the weights can move. */
function wave({ q, moves }, form) {
  const turn = Math.atan2(q[1], q[0]);
  const high = (0.22 * moves) / (moves + 0.12);
  const at = (along, aside) => {
    const [x, y] = ray(turn, along);
    const [u, v] = ray(turn + Math.PI / 2, aside);
    return inPlane(form, [x + u, y + v])
      .map((place) => place.toFixed(1))
      .join(" ");
  };
  const step = (FAR - 0.4) / WAVES;
  const ends = range(WAVES).map((n) => at(FAR - step * (n + 1), 0));
  const first = `M${at(FAR, 0)}Q${at(FAR - step / 2, 2 * high)} ${ends[0]}`;
  const d = `${first}T${ends.slice(1).join("T")}`;
  return curve(d, "gradient flows wave", { width: 2, opacity: moves < 0.01 ? 0 : 0.7 });
}

/** The torch in the hand, turned to where the query points. */
function torch({ q }, form) {
  const turn = Math.atan2(q[1], q[0]);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const place = ([x, y]) => [form.heart[0] + x * cos + y * sin, form.heart[1] - x * sin + y * cos];
  const body = [
    [-34, -6],
    [-6, -6],
    [4, -11],
    [9, -11],
    [9, 11],
    [4, 11],
    [-6, 6],
    [-34, 6],
  ];
  return [
    curve(pathOf(body.map(place)), "torch shape", { fill: "var(--torch)" }),
    line(vertical(2, -11, 11).map(place), "paper thin"),
    line(vertical(9, -11, 11).map(place), "beam"),
  ];
}

/** From the torch to a key: as thick as its weight. */
function rayTo(scene, k, form) {
  const { keys, shut, w } = scene;
  const short = Math.max(0, 1 - form.ring / form.unit / (norm(keys[k]) || 1));
  const points = [form.heart, inPlane(form, scale(short, keys[k]))];
  if (shut[k]) return { ...line(points, "quiet dashed thin"), width: 1.25, opacity: 1 };
  const look = { width: 1.5 + 15 * w[k], opacity: 0.45 + 0.5 * w[k] };
  return { ...line(points, hueOf(scene, k)), ...look };
}

/** The line of the query, and how far along it each key lies. */
function along(scene, form) {
  const { keys, shut, q } = scene;
  const far = norm(q) ? scale(FAR / norm(q), q) : [0, 0];
  const ends = [scale(-1, far), far].map((point) => inPlane(form, point));
  const drop = (k, n) => {
    const at = !shut[n] && foot(q, k);
    if (!at) return [false, false];
    const end = inPlane(form, at);
    const hue = hueOf(scene, n);
    return [
      { ...line([inPlane(form, k), end], `${hue} dashed thin`), opacity: 0.8 },
      { ...dot(end, 3.5, hue) },
    ];
  };
  return [{ ...line(ends, "quiet dashed thin"), opacity: 0.6 }, keys.map(drop)];
}

const TURNS = [0, 1, -1, 2, -2, 3, -3, 4]; // in eighths of a full one

/** A place for a name beside each of these points: outwards, and clear of all others; `halves` are
 * half the widths of the names. */
function beside(points, halves, { plane, top, ring }) {
  const taken = [...points];
  const [cx, cy] = points[0];
  return points.slice(1).map((at, n) => {
    const outwards = Math.atan2(at[1] - cy, at[0] - cx);
    const half = halves[n];
    const around = TURNS.map((eighths) => {
      const [x, y] = ray(outwards + (eighths * Math.PI) / 4, ring + 15);
      return [at[0] + (x * (ring + 5 + half)) / (ring + 15), at[1] + y];
    });
    const isFree = ([x, y]) =>
      x > half + 4 &&
      y > top &&
      x < plane[0] - half - 4 &&
      y < plane[1] &&
      taken.every(
        ([a, b], m) => m === n + 1 || Math.abs(a - x) > half + 18 || Math.abs(b - y) > 24,
      );
    const isInside = ([x, y]) => x > half + 4 && x < plane[0] - half - 4 && y > top && y < plane[1];
    const place = around.find(isFree) ?? around.find(isInside) ?? around[0];
    taken.push(place);
    return place;
  });
}

/** The names of the keys, of what asks, of the edge that is the temperature, and of the wave. */
function names(scene, form) {
  const { keys, q, asks, swapped, constants, signs } = scene;
  const { tokens } = constants;
  const [mine, theirs] = roles(swapped);
  const [focusName, waveName] = signs;
  const turn = Math.atan2(q[1], q[0]);
  const points = [[0, 0], ...keys, q, edgeOf(scene, form), ray(turn, FAR)];
  const texts = [...tokens.map((one) => named(theirs, one)), named(mine, tokens[asks - 1])];
  const halves = texts.map(() => 10);
  const places = beside(
    points.map((point) => inPlane(form, point)),
    [...halves, 24, 40],
    form,
  );
  const name = (html, n, look) => word(places[n], html, `${look} halo`, { size: 15 });
  return [
    texts.map((html, n) => name(html, n, "strong")),
    canFocus(scene) && name(focusName, texts.length, "strong"),
    !scene.narrow && name(waveName, texts.length + 1, "gradient"), // no room for it on a phone
  ];
}

const canFocus = ({ q }) => norm(q) > 0.3;

/** Where the focus is held: on the edge of the beam where a key gets half the weight. */
function edgeOf({ q, tau }, { edge }) {
  const turn = Math.atan2(q[1], q[0]);
  return ray(turn + spread(norm(q), tau, HALF), edge);
}

/** The temperature of a beam whose edge is pulled to this place. */
function aim({ q }, [x, y]) {
  const off = Math.abs(Math.atan2(y, x) - Math.atan2(q[1], q[0]));
  const wanted = focus(norm(q), Math.min(off, 2 * Math.PI - off), HALF);
  return { tau: warm(Math.round(notch(Math.max(0.01, wanted)))) };
}

/** Pulled: keys, the edge of the beam, which is the temperature, and the query. */
function grips(scene, form) {
  const { keys, q, i, swapped, shut } = scene;
  const [, , own, others] = roles(swapped);
  const pull = (trait, n) => (place) => ({ [trait]: put(scene[trait], n, fromPlane(form, place)) });
  const look = (k) => `${shut[k] ? "quiet" : hueOf(scene, k)} bulb`;
  const focusTo = (place) => aim(scene, fromPlane(form, place));
  return [
    keys.map((k, n) => grip(inPlane(form, k), pull(others, n), look(n), { r: form.ring })),
    canFocus(scene)
      ? grip(inPlane(form, edgeOf(scene, form)), focusTo, "beam focus", { r: 6 })
      : noGrip,
    grip(inPlane(form, q), pull(own, i), "ink", { r: 8 }),
  ];
}

/** Around the arrow that the sliders move. */
function drawChosen({ arrow, keys, q, constants }, form) {
  const at = arrow === "query" ? q : keys[keyOf(arrow, constants)];
  return dot(inPlane(form, at), form.ring + 4, "quiet clear dashed thin");
}

/** All marks of the picture; its axes are its pixels. */
export function lamps(scene) {
  const form = formOf(scene);
  const { keys, w, shut, constants, captions } = scene;
  const anchors = ["start", "end", "start"];
  const [width, height] = form.size;
  return [
    cell(0, 0, width, height, "night paper", { round: 8 }),
    form.border && { ...line(form.border, "quiet thin"), opacity: 0.24 },
    beam(scene, form),
    along(scene, form),
    wave(scene, form),
    keys.map((_, k) => rayTo(scene, k, form)),
    line([form.heart, inPlane(form, scene.q)], "ink"),
    torch(scene, form),
    keys.map((k, n) => [
      lamp(inPlane(form, k), hueOf(scene, n), w[n], shut[n], { ring: form.ring }),
      word(inPlane(form, k), constants.tokens[n], "strong", { size: 15 }),
    ]),
    drawChosen(scene, form),
    names(scene, form),
    triangle(scene, form),
    drawBar(scene, form),
    captions.map(
      (html, n) => form.captions[n] && word(form.captions[n], html, "halo", { anchor: anchors[n] }),
    ),
    flags(scene, form),
    grips(scene, form),
  ];
}
