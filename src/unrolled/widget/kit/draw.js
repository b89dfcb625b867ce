// How each kind of mark (see picture.js) becomes an element.
import { ask, h, play, point, roundPixel } from "./dom.js";
import { pullHandlers, strokeHandlers, tapHandlers } from "./grips.js";
import { tapNearest } from "./near.js";
import { drawRamp } from "./ramp.js";
import { text } from "./text.js";

/** What a choice asks for that starts and stops the clock. */
export const PLAY = "play";

const toPixels = (scale, [x, y]) => [roundPixel(scale.x(x)), roundPixel(scale.y(y))];
const classOf = (mark, kind) => `mark ${kind} ${mark.look}`.trim();

/** Straight lines from point to point; a gap, or a step on to the lane of zeros, is jumped over. */
function pathOf(points, scale) {
  const onLane = (point) => point[1] === -Infinity;
  const strokes = points.map((point, i) => {
    if (!point) return "";
    const last = points[i - 1];
    const joined = last && onLane(last) === onLane(point);
    return `${joined ? "L" : "M"}${toPixels(scale, point).join(" ")}`;
  });
  return strokes.join("");
}

/** A line with a head at its end, both between places in pixels. */
function arrowPath([x0, y0], [x1, y1], long = 10) {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length = Math.hypot(dx, dy);
  if (length < 1) return `M${x0} ${y0}`;
  const u = dx / length;
  const v = dy / length;
  const head = Math.min(long, length);
  const half = head * 0.45;
  const x = x1 - u * head;
  const y = y1 - v * head;
  const corner = (side) => `L${roundPixel(x - side * v * half)} ${roundPixel(y + side * u * half)}`;
  const shaft = `M${x0} ${y0}L${roundPixel(x)} ${roundPixel(y)}`;
  return `${shaft}M${x1} ${y1}${corner(1)}${corner(-1)}Z`;
}

const discPath = ([x, y], r) =>
  `M${roundPixel(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const widthOf = ({ width }) => (width ? `stroke-width: ${roundPixel(width)}` : null);

function drawLine(mark, scale) {
  return h("path", {
    class: classOf(mark, "line"),
    d: pathOf(mark.points, scale),
    style: widthOf(mark),
  });
}

function drawArea(mark, scale) {
  return h("path", { class: classOf(mark, "area"), d: `${pathOf(mark.points, scale)}Z` });
}

function drawDot(mark, scale) {
  return h("path", { class: classOf(mark, "dot"), d: discPath(toPixels(scale, mark.at), mark.r) });
}

function drawDots(mark, scale) {
  const discs = mark.points.map((at) => discPath(toPixels(scale, at), mark.r));
  return h("path", { class: classOf(mark, "dot"), d: discs.join("") });
}

function drawCircle(mark, scale) {
  const [cx, cy] = toPixels(scale, mark.at);
  const edge = scale.x(mark.at[0] + mark.r);
  return h("circle", { class: classOf(mark, "line"), cx, cy, r: roundPixel(Math.abs(edge - cx)) });
}

function drawArrow(mark, scale) {
  const d = arrowPath(toPixels(scale, mark.from), toPixels(scale, mark.to), mark.head);
  return h("path", { class: classOf(mark, "arrow"), d, style: widthOf(mark) });
}

function drawCell(mark, scale) {
  const a = toPixels(scale, [mark.x, mark.y]);
  const b = toPixels(scale, [mark.x + mark.width, mark.y + mark.height]);
  return h("rect", {
    class: classOf(mark, "cell"),
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    rx: mark.round,
    width: roundPixel(Math.abs(b[0] - a[0])),
    height: roundPixel(Math.abs(b[1] - a[1])),
    style: styleOf(mark),
  });
}

/** Colours that a mark sets itself. */
function styleOf({ fill, stroke }) {
  const styles = [fill && `fill: ${fill}`, stroke && `stroke: ${stroke}`].filter(Boolean);
  return styles.join("; ") || null;
}

function drawGrip(mark, scale) {
  const at = toPixels(scale, mark.at);
  const handlers = pullHandlers(mark.pull, scale, mark.tap);
  return h(
    "g",
    { class: classOf(mark, "grip"), "aria-hidden": "true", ...handlers },
    h("path", { class: "reach", d: discPath(at, mark.reach ?? 27) }),
    h("path", { class: "knob", d: discPath(at, mark.r ?? 8) }),
  );
}

function drawCurve(mark) {
  const styles = [
    mark.width != null && `stroke-width: ${roundPixel(mark.width)}`,
    mark.fill && `fill: ${mark.fill}`,
  ].filter(Boolean);
  return h("path", {
    class: classOf(mark, mark.fill && mark.width == null ? "shape" : "line"),
    d: mark.d,
    style: styles.join("; ") || null,
  });
}

/** As HTML: in some browsers a finger's stroke over a shape of a picture scrolls the page. */
function drawPad(mark, scale) {
  const [left, top] = toPixels(scale, [mark.x, mark.y]);
  const [right, bottom] = toPixels(scale, [mark.x + mark.width, mark.y + mark.height]);
  const place = {
    x: Math.min(left, right),
    y: Math.min(top, bottom),
    width: roundPixel(Math.abs(right - left)),
    height: roundPixel(Math.abs(bottom - top)),
  };
  const handlers = (mark.taps ? tapHandlers : strokeHandlers)(mark.pull, scale);
  const props = { class: mark.taps ? "pad taps" : "pad", "aria-hidden": "true", ...handlers };
  return h("foreignObject", place, h("div", props));
}

/** What tells the widget that the pointer or the focus is on a choice. */
function pointHandlers({ over, sweeps, to }) {
  if (over === undefined) return {};
  const enter = (event) => {
    point(event.currentTarget, over);
    if (sweeps && event.buttons === 1) ask(event.currentTarget, to, true);
  };
  const leave = (event) => point(event.currentTarget, null);
  return { onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave };
}

function drawChoice(mark, scale) {
  const choose = (event) => {
    if (mark.to === PLAY) play(event.currentTarget);
    else if (typeof mark.to === "function") mark.to();
    else ask(event.currentTarget, mark.to);
  };
  const tap = (event) => (mark.near && event.detail ? tapNearest(event) : choose(event));
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(event);
  };
  const props = {
    class: "choice",
    role: "button",
    "aria-label": mark.name,
    "aria-description": mark.held,
    "aria-pressed": String(!!mark.on),
    tabindex: mark.first ? "0" : "-1",
    "data-at": mark.place?.join(","),
    "data-near": mark.near ? "" : null,
    onclick: tap,
    onkeydown: press,
    ...pointHandlers(mark),
  };
  const parts = mark.marks.map((one) => drawMark(one, scale));
  return h("g", props, parts);
}

/** A mark as an element, as faint as it says; where there is no mark, a gap. */
function drawMark(mark, scale) {
  if (!mark) return mark;
  const drawn = drawKind(mark, scale);
  if (mark.opacity != null && drawn) drawn.props.opacity = roundPixel(mark.opacity);
  return drawn;
}

function drawKind(mark, scale) {
  switch (mark.kind) {
    case "line":
      return drawLine(mark, scale);
    case "area":
      return drawArea(mark, scale);
    case "dot":
      return drawDot(mark, scale);
    case "dots":
      return drawDots(mark, scale);
    case "circle":
      return drawCircle(mark, scale);
    case "arrow":
      return drawArrow(mark, scale);
    case "cell":
      return drawCell(mark, scale);
    case "curve":
      return drawCurve(mark);
    case "pad":
      return drawPad(mark, scale);
    case "ramp":
      return drawRamp(mark, scale);
    case "word":
      return text(toPixels(scale, mark.at), mark);
    case "label":
      return ""; // all of them together, by labels.js
    case "grip":
      return drawGrip(mark, scale);
    case "no grip":
      return "";
    case "choice":
      return drawChoice(mark, scale);
  }
  throw new Error(`mark: got the kind ${mark.kind}`);
}

const LONG = ["line", "area", "circle"]; // what `clip` ends at the frame

/** The marks as elements; with `clip` what is long stays framed, between ramps and the rest. */
export function drawMarks(all, scale, clip) {
  const draw = (mark) => drawMark(mark, scale);
  if (!clip) return all.map(draw);
  const { left, right, top, bottom } = scale;
  const frame = [
    `${left}px ${top}px`,
    `${right}px ${top}px`,
    `${right}px ${bottom}px`,
    `${left}px ${bottom}px`,
  ];
  const style = `clip-path: polygon(${frame.join(", ")}) view-box`;
  const isGround = (mark) => mark?.kind === "ramp";
  const isLong = (mark) => LONG.includes(mark?.kind);
  const others = all.filter((mark) => !isGround(mark) && !isLong(mark));
  const long = h("g", { style }, all.filter(isLong).map(draw));
  return [...all.filter(isGround).map(draw), long, ...others.map(draw)];
}
