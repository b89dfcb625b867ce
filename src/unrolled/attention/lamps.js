// The picture of attention by hand: a torch that is turned, keys as lamps, one bar, the values.
import { norm, range, scale } from "../widget/kit/maths.js";
import { cell, curve, dot, grip, line, word } from "../widget/kit/picture.js";
import {
  formOf,
  fromPlane,
  hueOf,
  inPlane,
  lamp,
  named,
  pathOf,
  ray,
  roles,
} from "./lamp_places.js";
import { drawBar, flags, triangle } from "./lamp_shares.js";
import { focus, foot, notch, put, spread, warm } from "./torch.js";

const FAR = 3.4; // how far the torch shines
const HALF = 0.5; // the share at the edge where the focus is held
const SHARES = range(20).map((n) => (n + 0.5) / 20); // of the weight straight ahead
const SIDES = 18; // of an arc

/** The beam, as wide as the weights fall off: a wedge for each share of the weight ahead. */
function beam({ q, tau }, form) {
  const turn = Math.atan2(q[1], q[0]);
  return SHARES.map((share) => {
    const half = spread(norm(q), tau, share);
    const arc = range(SIDES + 1).map((n) => ray(turn + half * ((2 * n) / SIDES - 1), FAR));
    const d = pathOf([[0, 0], ...arc].map((point) => inPlane(form, point)));
    return curve(d, "beam shape", { fill: "var(--beam)", opacity: 0.035 });
  });
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
    line(
      [
        [2, -11],
        [2, 11],
      ].map(place),
      "paper thin",
    ),
    line(
      [
        [9, -11],
        [9, 11],
      ].map(place),
      "beam",
    ),
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

/** A place for a name beside each of these points: outwards, and clear of all others. */
function beside(points, { size, ring, bar }) {
  const taken = [...points];
  const [cx, cy] = points[0];
  return points.slice(1).map((at, n) => {
    const outwards = Math.atan2(at[1] - cy, at[0] - cx);
    const around = TURNS.map((eighths) => {
      const [x, y] = ray(outwards + (eighths * Math.PI) / 4, ring + 15);
      return [at[0] + x, at[1] + y];
    });
    const isFree = ([x, y]) =>
      x > 14 &&
      y > 12 &&
      x < size[0] - 14 &&
      y < bar.y - 12 &&
      taken.every(([a, b], m) => m === n + 1 || Math.abs(a - x) > 28 || Math.abs(b - y) > 24);
    const place = around.find(isFree) ?? around[0];
    taken.push(place);
    return place;
  });
}

/** The names of the keys, of what asks, and of the edge that is the temperature. */
function names(scene, form) {
  const { keys, q, asks, swapped } = scene;
  const [mine, theirs] = roles(swapped);
  const points = [[0, 0], ...keys, q, edgeOf(scene)].map((point) => inPlane(form, point));
  const texts = [...keys.map((_, k) => named(theirs, k + 1)), named(mine, asks), "<i>τ</i>"];
  const shown = canFocus(scene) ? texts : texts.slice(0, -1);
  const places = beside(points, form);
  return shown.map((html, n) => word(places[n], html, "strong halo", { size: 15 }));
}

const canFocus = ({ q }) => norm(q) > 0.3;

/** Where the focus is held: on the edge of the beam where a key gets half the weight. */
function edgeOf({ q, tau }) {
  const turn = Math.atan2(q[1], q[0]);
  return ray(turn + spread(norm(q), tau, HALF), FAR - 0.15);
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
    canFocus(scene) && grip(inPlane(form, edgeOf(scene)), focusTo, "beam focus", { r: 6 }),
    grip(inPlane(form, q), pull(own, i), "ink", { r: 8 }),
  ];
}

/** Around the arrow that the sliders move. */
function drawChosen({ arrow, keys, q }, form) {
  const at = arrow === "query" ? q : keys[Number(arrow.at(-1)) - 1];
  return dot(inPlane(form, at), form.ring + 4, "quiet clear dashed thin");
}

/** All marks of the picture; its axes are its pixels. */
export function lamps(scene) {
  const form = formOf(scene);
  const { keys, w, shut, constants, captions } = scene;
  const anchors = ["end", "start"];
  const [width, height] = form.size;
  return [
    cell(0, 0, width, height, "night paper", { round: 8 }),
    beam(scene, form),
    along(scene, form),
    keys.map((_, k) => rayTo(scene, k, form)),
    line([form.heart, inPlane(form, scene.q)], "ink"),
    torch(scene, form),
    keys.map((k, n) => [
      lamp(inPlane(form, k), hueOf(scene, n), w[n], shut[n], form),
      word(inPlane(form, k), constants.tokens[n], "strong", { size: 15 }),
    ]),
    drawChosen(scene, form),
    names(scene, form),
    triangle(scene, form),
    drawBar(scene, form),
    captions.map(
      (html, n) => form.captions[n] && word(form.captions[n], html, "", { anchor: anchors[n] }),
    ),
    flags(scene, form),
    grips(scene, form),
  ];
}
