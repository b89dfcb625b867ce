import { inPixels } from "../widget/kit/axes.js";
import { bar, table as drawTable, note, walk } from "../widget/kit/controls.js";
import { explorable } from "../widget/kit/explorable.js";
import { percent, short } from "../widget/kit/numbers.js";
import { said, withTask } from "../widget/kit/saying.js";
import {
  drawAsked,
  drawBallots,
  drawBars,
  drawBlocks,
  drawFinal,
  drawLid,
  drawNames,
  drawRow,
} from "./tall_blocks.js";
import {
  drawBranches,
  drawCollars,
  drawGradients,
  drawReads,
  drawStreams,
} from "./tall_ribbons.js";
import { MOST, roomOf, SIDES } from "./tall_room.js";
import { addedShares, meetingSizes, middleOf } from "./tall_steps.js";

export { addedShares, meetingSizes, middleOf };

// What follows from the state

const BARE = "before, no final norm";

/** The same of both stacks. */
const both = (one) => Object.fromEntries(SIDES.map((side) => [side, one(side)]));

const kindOf = (side, final) => (side === "before" && final === "off" ? BARE : side);

const medians = (rows) => rows.map(middleOf);

/** The second smallest and the second largest of five. */
const spreadOf = (row) => {
  const sorted = [...row].sort((a, b) => a - b);
  return [sorted[1], sorted.at(-2)];
};

/** Whether the picture shows the case that was asked about. */
const isAskedCase = ({ blocks, final }, { question: { show } }) =>
  blocks === show.blocks && final === show.final;

function textsOf({ at, blocks, shares, bars, ups }) {
  const of = (values) => values[at - 1];
  const [after, before] = SIDES.map((side) => of(bars[side]));
  return {
    at: `${at}`,
    blocks: `${blocks}`,
    addsAfter: percent(of(shares.after)),
    addsBefore: percent(of(shares.before)),
    after: short(after),
    before: short(before),
    size: short(ups.before.summed[2 * at - 1]),
  };
}

function factsOf({ at, blocks, shares, bars, hidden, final }, { goal }) {
  return {
    single: blocks === 1,
    last: at === blocks,
    hidden,
    more: bars.before[at - 1] > bars.after[at - 1],
    small: shares.before[at - 1] < goal.share,
    bare: final === "off",
  };
}

export function derive(state, constants) {
  const { blocks, block, final, answered } = state;
  const { sizes } = constants;
  const at = Math.min(block, blocks);
  const ups = both((side) => sizes[side].up);
  const downs = both((side) => sizes[kindOf(side, final)].down[blocks]);
  const shares = both((side) => addedShares(ups[side], side === "after"));
  const bars = both((side) => medians(downs[side].weights));
  const isAsked = isAskedCase(state, constants);
  const scene = {
    at,
    ups,
    downs,
    shares,
    bars,
    isAsked,
    hidden: !answered && final === "on" && blocks > 1, // one block tells nothing of twelve
    hasFinal: final === "on",
    spreads: both((side) => downs[side].weights.map(spreadOf)),
    told: both((side) => bars[side].map((x) => short(x))),
    adds: both((side) => shares[side].map((x) => percent(x))),
  };
  const facts = factsOf({ ...state, ...scene }, constants);
  const texts = textsOf({ ...state, ...scene });
  const reached = facts.small && facts.more && !scene.hidden;
  return withTask({ ...scene, facts, texts }, reached, constants);
}

// The picture

function picture(scene) {
  const room = roomOf(scene.narrow);
  return {
    ...inPixels(room.size),
    walk,
    says: said("seen")(scene),
    marks: [
      drawRow(room, scene),
      drawReads(room, scene),
      drawBranches(room, scene),
      drawStreams(room, scene),
      drawGradients(room, scene),
      drawCollars(room, scene),
      drawBars(room, scene),
      drawBlocks(room, scene),
      drawFinal(room, scene),
      drawAsked(room, scene),
      drawNames(room, scene),
      drawLid(room, scene),
    ],
  };
}

// What is asked for

const controls = ({ final }) =>
  bar({
    label: "final norm",
    options: [
      ["on", "there"],
      ["off", "taken away"],
    ],
    value: final,
    to: (value) => ({ final: value }),
  });

/** The stacks grow block by block. */
function play({ blocks, at, hidden, texts }) {
  const to = (value) => ({ blocks: value });
  const heard = hidden ? "shown after your guess" : `${texts.after} and ${texts.before}`;
  return {
    label: "blocks",
    min: 1,
    max: MOST,
    value: blocks,
    show: `${blocks}`,
    says: `${blocks}, gradient of block ${at}: ${heard}`,
    to,
    from: blocks === MOST && to(1),
    every: EVERY,
  };
}

const EVERY = 800; // ms from block to block

// Closer

const DEPTHS = [1, 2, 3, 6, 12];

function more({ constants, ups }) {
  const { sizes, closer } = constants;
  const rows = DEPTHS.map((blocks) => {
    const last = ["after", "before", BARE].map((kind) =>
      short(middleOf(sizes[kind].down[blocks].weights.at(-1))),
    );
    return [`${blocks}`, short(ups.before.summed[2 * blocks - 1]), ...last];
  });
  return {
    name: "Closer",
    parts: [
      note(closer, [3, 6]),
      drawTable({
        caption: "The stream with norms before, and the gradient of the last block’s weights",
        head: ["blocks", "stream", "after", "before", "no final norm"],
        rows,
      }),
    ],
  };
}

function table({ blocks, adds, told, hidden }) {
  return {
    summary: "Every block’s numbers",
    caption: "What its sub-layers add, of the stream they meet, and the gradient of its weights",
    head: ["block", "adds, after", "adds, before", "gradient, after", "gradient, before"],
    rows: Array.from({ length: MOST }, (_, n) => {
      const isThere = n < blocks;
      const gradient = (side) => (hidden ? "?" : told[side][n]);
      const numbers = [...SIDES.map((side) => adds[side][n]), ...SIDES.map(gradient)];
      return [`${n + 1}`, ...numbers.map((one) => (isThere ? one : "–"))];
    }),
  };
}

export default explorable({
  derive,
  picture,
  ballots: (scene) => drawBallots(roomOf(scene.narrow), scene),
  controls,
  play,
  more,
  table,
  says: said("words"),
  forms: true,
  lines: [2, 4],
});
