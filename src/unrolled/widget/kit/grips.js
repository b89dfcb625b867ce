// What a finger pulls in a picture: it stays in the hand where it was taken.
import { ask } from "./dom.js";
import { tapNearest } from "./near.js";

const KNOB = 22; // px around a knob that are its own when it is only tapped

/** How far a grip's knob is from the pointer, to the right and down. */
function knobOffset(grip, { clientX, clientY }) {
  const { left, right, top, bottom } = grip.querySelector(".knob").getBoundingClientRect();
  return [(left + right) / 2 - clientX, (top + bottom) / 2 - clientY];
}

/** The grip whose knob is nearest to the pointer; of two at one place the upper one. */
function nearestGrip(svg, event) {
  const far = (grip) => Math.hypot(...knobOffset(grip, event));
  return [...svg.querySelectorAll(".grip")].reduce((a, b) => (far(b) < far(a) + 1 ? b : a));
}

function startPull(event) {
  if (event.button) return;
  const grip = nearestGrip(event.currentTarget.ownerSVGElement, event);
  grip.off = knobOffset(grip, event);
  grip.pulled = false;
  grip.setPointerCapture(event.pointerId);
  grip.drag = grip.ownerSVGElement.getScreenCTM().inverse();
  event.preventDefault();
}

/** The end of a pull; what was only tapped, beside its knob, is for the lines that lie there. */
function stopPull(event) {
  const grip = event.currentTarget;
  const tapped = event.type === "pointerup" && grip.drag && !grip.pulled;
  grip.drag = null;
  if (tapped && Math.hypot(...grip.off) > KNOB) tapNearest(event);
}

/** The handlers of a grip: a pull asks for what `pull([x, y])` says, in the units of the axes. */
export function pullHandlers(pull, scale) {
  const movePull = (event) => {
    const { drag, off } = event.currentTarget;
    if (!drag) return;
    event.currentTarget.pulled = true;
    const pointer = new DOMPoint(event.clientX + off[0], event.clientY + off[1]);
    const { x, y } = pointer.matrixTransform(drag);
    ask(event.currentTarget, pull([scale.x.back(x), scale.y.back(y)]), true);
  };
  return {
    onpointerdown: startPull,
    onpointermove: movePull,
    onpointerup: stopPull,
    onpointercancel: stopPull,
  };
}

/** Where the pointer is, in the units of the axes. */
function placeOf({ currentTarget, clientX, clientY }, scale) {
  const toPicture = currentTarget.closest("svg").getScreenCTM().inverse();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPicture);
  return [scale.x.back(x), scale.y.back(y)];
}

/** The handlers of a pad: a stroke asks for what `pull(place, place before)` says. */
export function strokeHandlers(pull, scale) {
  const draw = (event) => {
    const place = placeOf(event, scale);
    const before = event.currentTarget.last ?? place;
    event.currentTarget.last = place;
    ask(event.currentTarget, pull(place, before), true);
  };
  const begin = (event) => {
    if (event.button) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.isDown = true;
    event.currentTarget.last = null;
    event.preventDefault();
    draw(event);
  };
  const end = (event) => {
    event.currentTarget.isDown = false;
  };
  return {
    onpointerdown: begin,
    onpointermove: (event) => event.currentTarget.isDown && draw(event),
    onpointerup: end,
    onpointercancel: end,
  };
}
