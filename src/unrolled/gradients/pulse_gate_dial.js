// The second dial: how much of the memory a gate keeps at every step, by its bias.
import { decimals } from "../widget/kit/numbers.js";
import { curve, grip, word } from "../widget/kit/picture.js";
import { seenBeside } from "./pulse_room.js";

const LOW = -2;
const HIGH = 6;
const MARKS = [-2, 0, 2, 4, 6];

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const shareOf = (bias) => 1 / (1 + Math.exp(-bias));

/** A share near 1 with a digit more. */
const shown = (share) => decimals(share, share > 0.99 ? 3 : 2);

const turnOf = (bias) => (Math.PI * (bias - LOW)) / (HIGH - LOW) - Math.PI / 2;

/** Where a bias is on an arc: the lowest on the left, the highest on the right. */
function placeOf([x, y], bias, r) {
  const turn = turnOf(bias);
  return [x + r * Math.sin(turn), y - r * Math.cos(turn)].map((v) => Math.round(100 * v) / 100);
}

/** The bias of a place, to a tenth. */
export function biasAt([x, y], [px, py]) {
  const turn = clamp(Math.atan2(px - x, y - py), -Math.PI / 2, Math.PI / 2);
  return Math.round(10 * (LOW + ((turn + Math.PI / 2) / Math.PI) * (HIGH - LOW))) / 10;
}

function bandPath(center, r, [from, to]) {
  const at = (bias, radius) => placeOf(center, bias, radius).join(" ");
  const outer = r + 5.5;
  const inner = r - 5.5;
  const out = `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}`;
  return `${out}L${at(to, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
}

/** The share of the memory that stays, on an arc that its bias turns. */
export function drawGateDial(room, { bias, narrow, constants }) {
  const { gate: center, dialRadius: r, type } = room;
  const [x, y] = center;
  const knob = placeOf(center, bias, r);
  const tick = (mark) => {
    const away = Math.sign(Math.round(turnOf(mark) / 1.4)); // at both ends: beside the arc
    const anchor = ["end", "middle", "start"][away + 1];
    const at = placeOf(center, mark, r + (away ? 11 : 20));
    const opacity = seenBeside(at, knob);
    return word(at, shown(shareOf(mark)), "quiet", { anchor, size: type - 1, opacity });
  };
  const turn = (place) => ({ bias: biasAt(center, place) });
  const name = narrow ? "kept a step" : constants.holds.dial;
  return [
    curve(bandPath(center, r, [LOW, HIGH]), "quiet shape", { fill: "var(--quiet)", opacity: 0.3 }),
    curve(bandPath(center, r, [LOW, bias]), "state shape", {}),
    MARKS.map(tick),
    word([x, y - room.numberAt], `<b>${shown(shareOf(bias))}</b>`, "", { size: room.large }),
    word([x, y - 4], name, "quiet", { size: type - 1 }),
    grip(knob, turn, "state", { r: 9, reach: room.reach }),
  ];
}
