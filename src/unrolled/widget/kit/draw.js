// How each kind of mark (see picture.js) becomes an element.
import { ask, h } from "./dom.js";
import { shade } from "./ramp.js";
import { text } from "./text.js";

const round = (x) => Math.round(x * 100) / 100;
const px = (scale, [x, y]) => [round(scale.x(x)), round(scale.y(y))];
const look = (mark, kind) => `mark ${kind} ${mark.look}`.trim();

function path(points, scale) {
  const onLane = (point) => point && point[1] === -Infinity;
  return points
    .map((point, i) => {
      if (!point) return "";
      const last = points[i - 1];
      return `${last && onLane(last) === onLane(point) ? "L" : "M"}${px(scale, point).join(" ")}`;
    })
    .join("");
}

function arrowhead([x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const size = Math.hypot(dx, dy);
  if (size < 1) return `M${x0} ${y0}`;
  const [u, v, back] = [dx / size, dy / size, Math.min(10, size)];
  const [bx, by] = [x1 - u * back, y1 - v * back];
  const side = back * 0.45;
  return (
    `M${x0} ${y0}L${round(bx)} ${round(by)}M${x1} ${y1}` +
    `L${round(bx - v * side)} ${round(by + u * side)}` +
    `L${round(bx + v * side)} ${round(by - u * side)}Z`
  );
}

const spot = ([x, y], r) =>
  `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** How far a grip's knob is from the pointer, to the right and down. */
function away(grip, { clientX, clientY }) {
  const { left, right, top, bottom } = grip.querySelector(".knob").getBoundingClientRect();
  return [(left + right) / 2 - clientX, (top + bottom) / 2 - clientY];
}

/** The grip whose knob is nearest to the pointer; of two at one place the upper one. */
function nearest(svg, event) {
  const far = (grip) => Math.hypot(...away(grip, event));
  return [...svg.querySelectorAll(".grip")].reduce((a, b) => (far(b) < far(a) + 1 ? b : a));
}

function pulled(mark, scale) {
  const start = (event) => {
    if (event.button) return;
    const grip = nearest(event.currentTarget.ownerSVGElement, event);
    grip.off = away(grip, event); // it stays in the hand where it was taken
    grip.setPointerCapture(event.pointerId);
    grip.drag = grip.ownerSVGElement.getScreenCTM().inverse();
    event.preventDefault();
  };
  const move = (event) => {
    const { drag, off } = event.currentTarget;
    if (!drag) return;
    const [left, top] = [event.clientX + off[0], event.clientY + off[1]];
    const { x, y } = new DOMPoint(left, top).matrixTransform(drag);
    ask(event.currentTarget, mark.pull([scale.x.back(x), scale.y.back(y)]));
  };
  const stop = (event) => {
    event.currentTarget.drag = null;
  };
  return { onpointerdown: start, onpointermove: move, onpointerup: stop, onpointercancel: stop };
}

function rectangle(mark, scale) {
  const far = [mark.x + mark.width, mark.y + mark.height];
  const [a, b] = [px(scale, [mark.x, mark.y]), px(scale, far)];
  return h("rect", {
    class: look(mark, "cell"),
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    rx: mark.round,
    width: round(Math.abs(b[0] - a[0])),
    height: round(Math.abs(b[1] - a[1])),
    style: mark.fill ? `fill: ${mark.fill}` : null,
  });
}

function chosen(mark, scale) {
  const pick = (event) => ask(event.currentTarget, mark.to);
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(event);
  };
  return h(
    "g",
    {
      class: "choice",
      role: "button",
      "aria-label": mark.name,
      "aria-description": mark.held,
      "aria-pressed": String(!!mark.on),
      tabindex: mark.first ? "0" : "-1",
      "data-at": mark.place?.join(","),
      onclick: pick,
      onkeydown: press,
    },
    mark.marks.map((one) => one && DRAW[one.kind](one, scale)),
  );
}

const DRAW = {
  line: (mark, scale) =>
    h("path", {
      class: look(mark, "line"),
      d: path(mark.points, scale),
      style: mark.width ? `stroke-width: ${round(mark.width)}` : null,
    }),
  area: (mark, scale) =>
    h("path", { class: look(mark, "area"), d: `${path(mark.points, scale)}Z` }),
  dot: (mark, scale) =>
    h("path", { class: look(mark, "dot"), d: spot(px(scale, mark.at), mark.r) }),
  dots: (mark, scale) =>
    h("path", {
      class: look(mark, "dot"),
      d: mark.points.map((at) => spot(px(scale, at), mark.r)).join(""),
    }),
  circle: (mark, scale) => {
    const [[x, y], edge] = [px(scale, mark.at), scale.x(mark.at[0] + mark.r)];
    return h("circle", { class: look(mark, "line"), cx: x, cy: y, r: round(Math.abs(edge - x)) });
  },
  arrow: (mark, scale) =>
    h("path", {
      class: look(mark, "arrow"),
      d: arrowhead(px(scale, mark.from), px(scale, mark.to)),
    }),
  cell: rectangle,
  ramp: (mark, scale) => {
    const { x, y, width, height } = mark;
    return shade(mark, px(scale, [x, y + height]), px(scale, [x + width, y]));
  },
  word: (mark, scale) => text(px(scale, mark.at), mark),
  label: () => "", // all of them together, by labels.js
  grip: (mark, scale) =>
    h(
      "g",
      {
        class: look(mark, "grip"),
        "aria-hidden": "true",
        ...pulled(mark, scale),
      },
      h("path", { class: "reach", d: spot(px(scale, mark.at), 26) }),
      h("path", { class: "knob", d: spot(px(scale, mark.at), mark.r ?? 8) }),
    ),
  choice: chosen,
};

const LONG = ["line", "area", "circle"]; // what `clip` ends at the frame
/** The marks as elements; with `clip` what is long stays in the frame, and lies below the rest. */
export function drawn(all, scale, clip) {
  const one = (mark) => mark && DRAW[mark.kind](mark, scale);
  if (!clip) return all.map(one);
  const { left, right, top, bottom } = scale;
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const frame = corners.map(([x, y]) => `${x}px ${y}px`);
  const long = (mark) => LONG.includes(mark?.kind);
  const style = `clip-path: polygon(${frame.join(", ")}) view-box`;
  return [
    h("g", { style }, all.filter(long).map(one)),
    ...all.filter((mark) => !long(mark)).map(one),
  ];
}
