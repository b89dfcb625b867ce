// What a finger pulls in a picture: it stays in the hand where it was taken.
import { ask } from "./dom.js";
import { tapNearest } from "./near.js";

const KNOB = 22; // px around a knob that are its own when it is only tapped
const SLIP = 6; // px that a pointer may move in a tap

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
  grip.pressed = event;
  grip.setPointerCapture(event.pointerId);
  grip.drag = grip.ownerSVGElement.getScreenCTM().inverse();
  grip.dataset.held = "";
  event.preventDefault();
}

/** Whether the pointer is still where it went down, but for a slip. */
const isSlip = (pressed, { clientX, clientY }) =>
  Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) < SLIP;

/** The end of a pull; what was only tapped, beside its knob, is for the lines that lie there. */
function stopPull(event, tap, scale) {
  const grip = event.currentTarget;
  const tapped = event.type === "pointerup" && grip.drag && !grip.pulled;
  grip.drag = null;
  delete grip.dataset.held;
  if (!tapped) return;
  if (tap) ask(grip, tap(placeOf(event, scale)));
  else if (Math.hypot(...grip.off) > KNOB) tapNearest(event);
}

/**
 * The handlers of a grip: a pull asks for what `pull([x, y])` says, in the units of the axes, and
 * a press without a pull for what `tap([x, y])` says of the place pressed, where there is one.
 */
export function pullHandlers(pull, scale, tap) {
  const stop = (event) => stopPull(event, tap, scale);
  const movePull = (event) => {
    const { drag, off, pulled, pressed } = event.currentTarget;
    if (!drag || (tap && !pulled && isSlip(pressed, event))) return;
    event.currentTarget.pulled = true;
    const pointer = new DOMPoint(event.clientX + off[0], event.clientY + off[1]);
    const { x, y } = pointer.matrixTransform(drag);
    ask(event.currentTarget, pull([scale.x.back(x), scale.y.back(y)]), true);
  };
  return {
    onpointerdown: startPull,
    onpointermove: movePull,
    onpointerup: stop,
    onpointercancel: stop,
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

/**
 * The handlers of a pad that is only tapped: it asks for what `pull(place)` says as the pointer
 * goes up again on it, and lets a finger scroll.
 */
export function tapHandlers(pull, scale) {
  const begin = (event) => {
    event.currentTarget.pressed = event.button ? null : event;
  };
  const stop = (event) => {
    event.currentTarget.pressed = null;
  };
  const end = (event) => {
    const { pressed } = event.currentTarget;
    stop(event);
    if (!pressed || Math.abs(event.clientY - pressed.clientY) > KNOB) return;
    ask(event.currentTarget, pull(placeOf(event, scale)));
  };
  return { onpointerdown: begin, onpointerup: end, onpointerleave: stop, onpointercancel: stop };
}
