// On a card beside the cursor: the three letters that a network expects next.
import { curve, word } from "../widget/kit/picture.js";

/** A letter, seen if it is a space. */
export const visible = (letter) => (letter === " " ? "␣" : letter);

const percentOf = (chance) => (chance < 0.005 ? "&lt;1 %" : `${Math.round(100 * chance)} %`);

/** Where the card is from left to right, the same in all rows: after the cursor, over the text. */
export function cardOf({ endOf, cursor, card, width }, at) {
  // clear of what is at its left
  const after = Math.max(card.least, endOf(at - 1) + cursor + card.gap);
  const left = Math.min(after, width - card.wide - 2);
  return { left, right: left + card.wide };
}

const NAME = 20; // px of a card for its name
const ROUND = 7; // px of its corners
const TIP = 6; // half of its tip, that points down to where the next letter comes

/** Its edge, with the tip. */
function drawEdge(left, right, top, bottom) {
  const r = ROUND;
  const tip = left + 10;
  const x = (v) => v.toFixed(1);
  return curve(
    `M${x(left + r)} ${top}H${x(right - r)}q${r} 0 ${r} ${r}V${bottom - r}q0 ${r} ${-r} ${r}` +
      `H${x(tip + TIP)}l${-TIP} ${TIP}l${-TIP} ${-TIP}q${-(tip - TIP - left)} 0` +
      ` ${-(tip - TIP - left)} ${-r}V${top + r}q0 ${-r} ${r} ${-r}Z`,
    "output through",
    { width: 1.25, fill: "color-mix(in oklab, var(--output) 7%, var(--paper))" },
  );
}

/** The letters, likeliest first, the larger the more probable; the one that comes is bold. */
export function drawCard(room, { at, looks, constants }, i) {
  const { next, chances } = looks[i];
  const { left, right } = cardOf(room, at);
  const { high, above, letters, shares, size } = room.card;
  const bottom = room.yOf(i) - above;
  const top = bottom - high;
  const isNamed = i === 0 && !room.narrow; // the first one names all
  const slot = (right - left - 6) / next.length;
  const [least, more] = room.ghosts;
  return [
    drawEdge(left, right, isNamed || room.narrow ? top : top + NAME, bottom),
    isNamed && word([(left + right) / 2, top + 14], "expects next", "quiet through", { size }),
    next.map((letter, n) => {
      const type = least + more * Math.sqrt(chances[n]);
      const x = left + 3 + slot * (n + 0.5);
      const look = letter === constants.sentence[at] ? "output strong through" : "output through";
      return [
        word([x, top + letters], visible(letter), look, { size: type, dy: type * 0.3 }),
        word([x, top + shares], percentOf(chances[n]), look, { size }),
      ];
    }),
  ];
}
