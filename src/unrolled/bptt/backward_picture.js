// The way back as it runs: errors come down, meet what later losses send, and are added up.
import { inPixels } from "../widget/kit/axes.js";
import { cell, choice, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { isNothing, kindOf, marksOf } from "./backward_marks.js";
import { drawHeadline, drawLedger, drawNames } from "./backward_names.js";
import { frameOf, frameOfSum, placeOf, roomOf } from "./backward_room.js";
import { drawGate, drawStream } from "./backward_stream.js";

const ROUND = { dh: 15, delta: 40, back: 8, carry: 8 };

/** A frame around a quantity, a little away from it. */
function framed(room, id, look, away = 3) {
  const [x, y, wide, high] = frameOf(room, id);
  return cell(x - away, y - away, wide + 2 * away, high + 2 * away, look, {
    round: ROUND[kindOf(id)] ?? 6,
  });
}

/** The frame of what is chosen; around the ring of a 0 another ring. */
function chosenFrame(room, it) {
  if (it.id === "sum") return cell(...frameOfSum(room, 2.5), "clear ink", { round: 10 });
  if (!isNothing(it)) return framed(room, it.id, "clear ink");
  const [x, y] = placeOf(room, it.id);
  const r = room.zero + 4;
  return cell(x - r, y - r, 2 * r, 2 * r, "clear ink", { round: r });
}

/** One quantity, to tap. */
function drawThing(room, scene, id) {
  const it = scene.thing(id);
  const on = scene.active === id && !scene.facts.hidden;
  const [left, top, wide] = frameOf(room, id);
  const marks = marksOf(room, it, scene);
  const isWord = (mark) => mark && mark.kind === "word";
  return [
    choice(
      [
        framed(room, id, "pick"),
        ...marks.map((mark) => !isWord(mark) && mark), // gaps: what comes later keeps its place
        on ? chosenFrame(room, it) : framed(room, id, "pick"),
      ],
      {
        to: scene.open(id),
        name: `${stripTags(it.symbol)}, ${it.says}`,
        held: it.values ? [...it.values].map((x) => scene.written(x)).join(", ") : "not yet",
        on: scene.active === id,
        place: [Math.round(top / 10), Math.round((left + wide / 2) / 10)],
      },
    ),
    marks.map((mark) => isWord(mark) && mark),
  ];
}

export function drawBackward(scene, says, { headline, told }) {
  const room = roomOf(scene.narrow, scene.thing("sum").shape);
  return {
    ...inPixels(room.size),
    title: room.headline ? "" : headline,
    says,
    marks: [
      drawLedger(room, scene),
      drawStream(room, scene),
      scene.ids.map((id) => drawThing(room, scene, id)),
      [1, 2].map((t) => drawGate(room, scene, t)),
      drawNames(room, scene),
      drawHeadline(room, headline),
      told && word(room.told.at, told, "", { anchor: room.told.anchor, size: 15 }),
    ],
  };
}

/** What is tapped for each guess: step 2 alone, the error after it, the error before it. */
export function drawGuesses(scene) {
  const room = roomOf(scene.narrow, scene.constants.shapes[scene.part]);
  return ["dh_2", "delta_3", "delta_1"].map((id) => {
    const rim = framed(room, id, "clear ink dashed", 4);
    return [{ ...rim, look: "pick" }, rim];
  });
}
