// Closer: what the gap attends to in each head, as a matrix with the sentence over its columns.
import { inPixels } from "../widget/kit/axes.js";
import { percent } from "../widget/kit/numbers.js";
import { cell, choice, word } from "../widget/kit/picture.js";
import { nameHead, nameToken, weightsOf } from "./fill_the_mask_told.js";

const SIZE = [360, 300];
const LEFT = 46;
const TOP = 72;
const ROW = 25;

const shadeOf = (weight) =>
  `color-mix(in oklab, var(--state) ${Math.round(100 * weight)}%, var(--paper))`;

/** A row: a head, which can be chosen. */
function drawHead(scene, head) {
  const { A, text, hidden, constants } = scene;
  const { heads } = constants.data.sizes;
  const count = text.codes.length + 2;
  const wide = (SIZE[0] - LEFT - 2) / count;
  const isBlank = hidden || text.active === undefined;
  const weights = isBlank ? Array(count).fill(0) : weightsOf(A, text.active, head);
  const y = TOP + head * ROW + (head ? 4 : 0);
  const most = weights.indexOf(Math.max(...weights));
  const named = nameHead(head, heads);
  const short = head ? `${((head - 1) % heads) + 1}` : "all";
  const look = head === scene.head ? "state strong" : "";
  const cells = weights.map((weight, n) =>
    cell(LEFT + n * wide, y, wide - 1.5, ROW - 3, "state", { fill: shadeOf(weight) }),
  );
  return choice(
    [
      cell(18, y - 1, SIZE[0] - 18, ROW - 1, "pick"),
      word([LEFT - 6, y + ROW / 2 - 1], short, look, { anchor: "end", size: 13.5 }),
      cell(LEFT - 2, y - 2, SIZE[0] - LEFT, ROW - 0.5, head === scene.head ? "ink clear" : "pick"),
      cells, // last, as their number changes
    ].flat(),
    {
      to: { head },
      name: `Attention of ${named}`,
      held: isBlank ? "not shown" : `most to ${nameToken(scene, most)}`,
      on: head === scene.head,
      place: [head, 0],
    },
  );
}

/** The matrix; blank where nothing is hidden. */
export function drawHeads(scene) {
  const { text, constants } = scene;
  const { heads, blocks } = constants.data.sizes;
  const count = text.codes.length + 2;
  const wide = (SIZE[0] - LEFT - 2) / count;
  const names = Array.from({ length: count }, (_, n) => {
    const isGap = text.gaps.includes(n - 1);
    const html = isGap ? "▢" : nameToken(scene, n);
    return word(
      [LEFT + (n + 0.5) * wide - 1, TOP - 6],
      html,
      isGap ? "output upright" : "upright",
      {
        size: 13.5,
        dy: 0,
        anchor: "end",
      },
    );
  });
  const blockNames = Array.from({ length: blocks }, (_, n) => {
    const middle = TOP + (1 + heads * (n + 0.5)) * ROW + 3;
    return word([9, middle], `block ${n + 1}`, "quiet upright", { size: 13.5, dy: 0 });
  });
  const rows = Array.from({ length: heads * blocks + 1 }, (_, head) => drawHead(scene, head));
  const whole = percent(1).replace(/\s/, " ");
  return {
    title: "Head by head: what the gap attends to",
    says: `A row for each head, a column for each token; a row sums to ${whole}.`,
    ...inPixels(SIZE),
    marks: [names, blockNames, rows],
  };
}
