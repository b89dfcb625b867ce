// A question that is judged where it stands: numbers, a choice, or an order.
import { act, field } from "../widget/kit/controls.js";
import { h } from "../widget/kit/dom.js";
import { explorable } from "../widget/kit/explorable.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What was written as a number: 0.5, − .5, 0,5 or 1/3; NaN if it is none. */
export function number(text) {
  const parts = text
    .replace(/[−–—]/g, "-")
    .replace(",", ".")
    .split("/")
    .map((part) => part.trim().replace(/^([+-]) /, "$1"));
  if (parts.length > 2) return NaN;
  const [top, bottom = 1] = parts.map((part) => (DECIMAL.test(part) ? Number(part) : NaN));
  return top / bottom;
}

/** "right", "wrong", or what is said to the slip that `given` is the result of. */
export function judge(answer, given, slips, tolerance) {
  const isNear = (value) => value.every((x, i) => Math.abs(x - given[i]) <= tolerance);
  if (isNear(answer)) return "right";
  const slip = slips.find(([value]) => isNear(value));
  return slip ? slip[1] : "wrong";
}

/** A large number may have its thousands apart: 2,736. */
const joinThousands = (text) => text.replace(/(\d)[, \u00a0\u202f](?=\d{3}(\D|$))/g, "$1");

/** `head` and the answers of which it is true: "Still empty: the first, the third." */
function listAnswers(head, which) {
  if (!which.includes(true)) return "";
  return `${head}: the ${ORDINALS.filter((_, i) => which[i]).join(", the ")}.`;
}

/** Numbers: what is said, and whether it is right. */
function judgeNumbers({ given }, { answer, slips, tolerance, labels }) {
  const empty = given.map((text) => !text.trim());
  if (!empty.includes(false)) return { said: "" };
  const values = given.map((text, i) =>
    number(Math.abs(answer[i]) < 1000 ? text : joinThousands(text)),
  );
  const no = values.findIndex((x, i) => !empty[i] && !Number.isFinite(x));
  if (no >= 0) {
    const which = labels.length > 1 ? `The ${ORDINALS[no]} answer` : "That";
    return { said: `${which} isn't a number. Write it like −0.217 or 1/3.` };
  }
  const isWithin = (limit) => answer.map((x, i) => Math.abs(values[i] - x) <= limit);
  const good = listAnswers("Right already", isWithin(tolerance));
  if (empty.includes(true)) {
    return { said: `${good} ${listAnswers("Still empty", empty)}`.trim() };
  }
  const found = judge(answer, values, slips, tolerance);
  if (found !== "wrong") return { right: found === "right", said: found };
  const nearly = tolerance < 0.001 && !isWithin(10 * tolerance).includes(false);
  const last = ORDINALS[Math.ceil(-Math.log10(2 * tolerance)) - 1];
  return { right: false, said: nearly ? `Nearly: look at the ${last} decimal.` : good };
}

function judgeChoice({ given: [text] }, { options, answer }) {
  if (text === "") return { said: "" };
  const [, reply] = options[Number(text)];
  return { right: Number(text) === answer[0], said: reply };
}

function judgeOrder({ given }, { answer }) {
  if (given.includes("")) return { said: "" };
  const wrong = given.findIndex((text, i) => Number(text) !== answer[i]);
  if (wrong < 0) return { right: true, said: "right" };
  return { right: false, said: `Look at the ${ORDINALS[wrong]} again.` };
}

function judgeState(state, constants) {
  if (constants.options) return judgeChoice(state, constants);
  if (constants.order) return judgeOrder(state, constants);
  return judgeNumbers(state, constants);
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const found = judgeState(state, constants);
  const begun = state.given.some(Boolean);
  return { ...state, constants, ...found, over: !!found.right || state.answered, begun };
}

/** "Yes." or "Not quite.", before it is judged nothing; a reply may begin with its own Yes. */
function headOf({ right, said }) {
  if (right === undefined) return "";
  if (!right) return "<strong>Not quite.</strong>";
  return said.startsWith("Yes") ? "" : "<strong>Yes.</strong>";
}

function verdict(scene) {
  const { right, said, over, answered, constants } = scene;
  const reply = said === "right" ? "" : said.replace(/^Yes/, "<strong>Yes</strong>");
  const parts = [headOf(scene), reply];
  if (answered && !right) parts.push(`The answer: ${constants.shown}.`);
  if (over) parts.push(constants.because);
  return parts.filter(Boolean).join(" ");
}

/** Options to choose from. */
function drawOptions({ given: [text], over, constants: { options, answer } }) {
  return options.map(([option], i) => {
    const label = over && i === answer[0] ? `✓ ${option}` : option;
    return act({ label, pressed: text === String(i), to: { given: [String(i)] } });
  });
}

/** Things to tap, one after the other; one that is tapped again is taken out. */
function drawThings({ given, constants: { order } }) {
  const turn = given.filter(Boolean);
  const fillUp = (texts) => ({ given: given.map((_, i) => texts[i] ?? "") });
  return order.map((thing, i) => {
    const at = turn.indexOf(String(i));
    if (at < 0) return act({ label: thing, pressed: false, to: fillUp([...turn, String(i)]) });
    const others = turn.filter((text) => text !== String(i));
    return act({ label: `<b>${at + 1}.</b> ${thing}`, pressed: true, to: fillUp(others) });
  });
}

/** Fields to write in. */
function drawFields({ given, constants: { labels } }) {
  const fields = labels.map((label, i) =>
    field({
      label: label || "Your answer",
      value: given[i],
      to: (text) => ({ given: given.with(i, text) }),
    }),
  );
  // what was written is judged as it is left
  return [fields, act({ label: "Check", to: { given } })];
}

function drawInputs(scene) {
  if (scene.constants.options) return drawOptions(scene);
  if (scene.constants.order) return drawThings(scene);
  return drawFields(scene);
}

const drawTool = (label, to) => act({ label, to, look: "kit-tool" });

function drawVerdict(scene) {
  const forgotten = { given: scene.given.map(() => ""), answered: false };
  return h(
    "div",
    { class: "kit-row" },
    h("p", { class: "kit-verdict", html: verdict(scene) }),
    !scene.over && drawTool("Show the answer", { answered: true }),
    drawTool("Forget mine", forgotten),
  );
}

/** The question, what to answer with, what is said to it; without scripts the folded answer. */
function page(scene) {
  const { constants, begun, answered } = scene;
  return h(
    "div",
    { class: "kit kit-ask" },
    h("p", { class: "kit-asks", html: constants.text }),
    h("div", { class: "kit-row" }, drawInputs(scene)),
    (begun || answered) && drawVerdict(scene),
    h(
      "details",
      { class: "kit-told" }, // where no script can judge
      h("summary", {}, "The answer"),
      h("p", { html: `${constants.shown}. ${constants.because}` }),
    ),
  );
}

export default explorable({ derive, page, speak: verdict });
