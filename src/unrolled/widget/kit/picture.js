// A picture is data: axes and marks in the data's own units; the kit draws them, in the browser
// and, from the same description, as the still figure.
import { axes, scales } from "./axes.js";
import { walk } from "./controls.js";
import { h } from "./dom.js";
import { drawMarks } from "./draw.js";
import { ends, labels } from "./labels.js";
import { stripTags } from "./text.js";

/** `look` names what a mark is (input state output gradient ...) and how (dashed thin ...). */
export const line = (points, look = "", end = "") => ({ kind: "line", points, look, end });
/** The two ends of a line at this x, or at this y. */
export const vertical = (x, from, to) => [from, to].map((y) => [x, y]);
export const horizontal = (y, from, to) => [from, to].map((x) => [x, y]);

export const area = (points, look = "") => ({ kind: "area", points, look });
export const dot = (at, r = 4, look = "") => ({ kind: "dot", at, r, look });
export const dots = (points, r = 3, look = "") => ({ kind: "dots", points, r, look });
export const circle = (at, r, look = "") => ({ kind: "circle", at, r, look });

/** `more`: { width } of the shaft and { head }, the length of its head, both in px. */
export const arrow = (from, to, look = "", more = {}) => ({
  kind: "arrow",
  from,
  to,
  look,
  ...more,
});

/** A rectangle; `more`: { fill, stroke, pick, label, on, round }. */
export const cell = (x, y, width, height, look = "", more = {}) => ({
  kind: "cell",
  x,
  y,
  width,
  height,
  look,
  ...more,
});

/** Text at a place; HTML of <i>, <sub>, <sup> and <b>. `more`: { anchor, dx, dy, size }. */
export const word = (at, html, look = "", more = {}) => ({ kind: "word", at, html, look, ...more });

/** Text beside a point: the kit finds a free place around it. */
export const label = (at, html, look = "") => ({ kind: "label", at, html, look });

/** A path as SVG writes it, in pixels of the picture. `more`: { width, fill, opacity }. */
export const curve = (d, look = "", more = {}) => ({ kind: "curve", d, look, ...more });

/**
 * An area that takes the strokes of a hand: `pull(place, place before)` is the change; where it
 * `taps`, one that is only tapped, and `pull(place)` is the change.
 */
export const pad = (x, y, width, height, pull, more = {}) => ({
  kind: "pad",
  x,
  y,
  width,
  height,
  pull,
  look: "",
  ...more,
});

/**
 * What a finger pulls: `pull([x, y])` is the change; the keyboard has a slider for it. `more`: { r,
 * reach, tap }; `tap([x, y])` is the change when it is pressed there and not pulled.
 */
export const grip = (at, pull, look = "", more = {}) => ({ kind: "grip", at, pull, look, ...more });

/** The place of a grip that is not there now: the hand keeps hold of the grips after it. */
export const noGrip = { kind: "no grip", look: "" };

/**
 * Marks that are one thing to choose: `to` is the change, `name` its name, `held` its value, and
 * `over` what the scene's `pointed` is while the pointer or the focus is on them. Of those that are
 * `near` a tap chooses the one whose line is nearest; what `sweeps` is chosen, too, by a pressed
 * pointer that comes over it.
 */
export const choice = (marks, { to, name, held, on, place, over, near, sweeps }) => ({
  kind: "choice",
  marks,
  to,
  name,
  held,
  on,
  place,
  over,
  near,
  sweeps,
});

const HANDLES = ["grip", "no grip", "pad"];

const isHandle = (mark) => HANDLES.includes(mark?.kind);

/** One view of a picture: its axes, marks and names; what is pulled apart, on top of all. */
function drawPlot({ x, y, marks, clip = false }, size) {
  const scale = scales(size, x, y);
  const places = marks.flat(Infinity); // a gap where there is no mark: the others keep their place
  const all = places.filter(Boolean);
  const still = places.filter((mark) => !isHandle(mark));
  return [
    h("g", { class: "axes" }, axes(scale, x, y)),
    h("g", {}, drawMarks(still, scale, clip)),
    h("g", {}, drawMarks(all.filter(isHandle), scale)), // a pull goes on when a mark comes or goes
    h("g", {}, ends(all, scale), labels(all, scale, x, y)),
  ];
}

const choicesOf = ({ marks }) => marks.flat(Infinity).filter((mark) => mark?.kind === "choice");

/**
 * The drawing of { says, size: [width, height], x, y, marks, clip, beside }: `x` and `y` are axes
 * (see axes.js), `says` is what is to be seen, for those who listen, and `beside` another view
 * { x, y, marks, clip } of the same picture, put in its place by the rooms of its axes.
 */
export function picture({ says, size, beside, ...view }) {
  const views = beside ? [view, beside] : [view];
  const choices = views.flatMap(choicesOf);
  const stop = choices.find((mark) => mark.on) ?? choices[0]; // the one stop of the Tab key
  if (stop) stop.first = true;
  const live = choices.length > 0;
  const props = {
    viewBox: `0 0 ${size.join(" ")}`,
    role: live ? "group" : "img",
    "aria-label": says && stripTags(says),
    onkeydown: live ? walk : null,
  };
  return h(
    "svg",
    props,
    views.flatMap((one) => drawPlot(one, size)),
  );
}
