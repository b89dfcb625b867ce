// The way back as it runs: errors come down, meet what later losses send, and are added up.
import { axis } from "../widget/kit/axes.js";
import { cell, choice, word } from "../widget/kit/picture.js";
import { stripTags } from "../widget/kit/text.js";
import { kindOf, marksOf } from "./backward_marks.js";
import { drawBeyond, drawHeadline, drawNames } from "./backward_names.js";
import { frameOf, isSeen, roomOf } from "./backward_room.js";
import { drawGate, drawStream } from "./backward_stream.js";

const ROUND = { dh: 15, delta: 40, back: 8, carry: 8 };

/** A frame around a quantity, a little away from it. */
function framed(room, id, look, away = 3) {
  const [x, y, wide, high] = frameOf(room, id);
  return cell(x - away, y - away, wide + 2 * away, high + 2 * away, look, {
    round: ROUND[kindOf(id)] ?? 6,
  });
}

/** One quantity, to tap. */
function drawThing(room, scene, id) {
  const it = scene.thing(id);
  const on = scene.active === id && !scene.facts.hidden;
  const [left, top, wide] = frameOf(room, id);
  const marks = marksOf(room, it, scene);
  if (!isSeen(room, id)) return [null, marks.map(() => null)];
  const isWord = (mark) => mark && mark.kind === "word";
  return [
    choice(
      [
        framed(room, id, "pick"),
        ...marks.map((mark) => !isWord(mark) && mark), // gaps: what comes later keeps its place
        framed(room, id, on ? "clear ink" : "pick"),
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

/** The first of the two steps that a phone sees: it goes along with what is chosen. */
const firstSeen = ({ answered, active }) => (answered && active.endsWith("_3") ? 2 : 1);

export function drawBackward(scene, says, { headline, told }) {
  const room = roomOf(scene.narrow, scene.thing("sum").shape, firstSeen(scene));
  return {
    size: room.size,
    title: room.headline ? "" : headline,
    says,
    x: axis(0, room.size[0]),
    y: axis(room.size[1], 0),
    marks: [
      drawStream(room, scene),
      scene.ids.map((id) => drawThing(room, scene, id)),
      [1, 2].map((t) => drawGate(room, scene, t)),
      drawNames(room, scene),
      drawBeyond(room, scene),
      drawHeadline(room, headline),
      told && word(room.told.at, told, "", { anchor: room.told.anchor, size: 15 }),
    ],
  };
}

/** What is tapped for each guess: step 2 alone, the error after it, the error before it. */
export function drawGuesses(scene) {
  const room = roomOf(scene.narrow, scene.constants.shapes[scene.part], firstSeen(scene));
  return ["dh_2", "delta_3", "delta_1"].map((id) => {
    const rim = framed(room, id, "clear ink dashed", 4);
    return [{ ...rim, look: "pick" }, rim];
  });
}
