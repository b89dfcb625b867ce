// One straight line across the plane, by the angle of its normal in degrees and by how far along it
// the line is from the origin: the twin of one_line_sides.py. And the ring on which its ends ride.
import { dot } from "../widget/kit/maths.js";

export const RING = 2.3; // of the ring around all points, on which both handles are
export const FAR = 2.2; // of the offset: handles never meet

const radians = (degrees) => (degrees * Math.PI) / 180;

export const normalOf = (angle) => [Math.cos(radians(angle)), Math.sin(radians(angle))];

/** Whether each point is on the side of the line to which its normal points. */
export function firstSide(points, angle, offset) {
  const w = normalOf(angle);
  return points.map((x) => dot(w, x) > offset);
}

/** How many points are on their side: those of the first class where the normal points. */
export function countRight(points, isFirst, angle, offset) {
  return firstSide(points, angle, offset).filter((side, k) => side === isFirst[k]).length;
}

/** The same line with its sides swapped. */
export const swapped = ({ angle, offset }) => ({
  angle: angle > 0 ? angle - 180 : angle + 180,
  offset: 0 - offset,
});

/** Half of the arc of the ring that is on the first side. */
const halfOf = (offset) => Math.acos(offset / RING);

/** Where the line meets the ring: its two ends, the first side to the left from the second on. */
export function endsOf({ angle, offset }) {
  return [1, -1].map((end) => {
    const turn = radians(angle) + end * halfOf(offset);
    return [RING * Math.cos(turn), RING * Math.sin(turn)];
  });
}

const round = (v, digits) => Math.round(v * 10 ** digits) / 10 ** digits;

/** An angle as the state holds it, between −180 and 180. */
function heldAngle(turn) {
  const degrees = round((turn * 180) / Math.PI, 2);
  return degrees - 360 * Math.round(degrees / 360);
}

const WHOLE = 2 * Math.PI;

/** The line with one end, 1 or −1, pulled around the ring to where `place` is; the other stays. */
export function pulled({ angle, offset }, end, [x, y]) {
  const half = halfOf(offset);
  const other = radians(angle) - end * half;
  const span = end * (Math.atan2(y, x) - other);
  const near = span + WHOLE * Math.round((2 * half - span) / WHOLE); // as few turns as it can be
  const least = halfOf(FAR);
  const next = Math.max(least, Math.min(Math.PI - least, near / 2));
  const far = round(RING * Math.cos(next), 3);
  return { angle: heldAngle(other + end * next), offset: Math.max(-FAR, Math.min(FAR, far)) };
}
