// A question that is judged where it stands: numbers, a choice, or an order.
import { act, field } from "./kit/controls.js";
import { h } from "./kit/dom.js";
import { explorable } from "./kit/explorable.js";

const TH = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const ROUNDED = 0.0051; // how far a number to two decimals may be off

/** What was written as a number: 0.5, − .5, 0,5 or 1/3; NaN if it is none. */
export function number(text) {
  const parts = text
    .replace(/[−–—]/g, "-")
    .replace(",", ".")
    .split("/")
    .map((part) => part.trim().replace(/^([+-]) /, "$1"));
  const [top, bottom = 1] = parts.map((part) => (DECIMAL.test(part) ? Number(part) : NaN));
  return parts.length > 2 ? NaN : top / bottom;
}

/** "right", "wrong", or what is said to the slip that `given` is the result of. */
export function judge(answer, given, slips, tolerance) {
  const near = (value) => value.every((x, i) => Math.abs(x - given[i]) <= tolerance);
  return near(answer) ? "right" : (slips.find(([value]) => near(value))?.[1] ?? "wrong");
}

/** Numbers: what is said, and whether it is right. */
function written({ given }, { answer, slips, tolerance, labels }) {
  const whole = (text) => text.replace(/(\d)[, \u00a0\u202f](?=\d{3}(\D|$))/g, "$1"); // 2,736
  const values = given.map((text, i) => number(Math.abs(answer[i]) < 1000 ? text : whole(text)));
  const empty = given.map((text) => !text.trim());
  if (!empty.includes(false)) return { said: "" };
  const no = values.findIndex((x, i) => !empty[i] && !Number.isFinite(x));
  const which = labels.length > 1 ? `The ${TH[no]} answer` : "That";
  if (no >= 0) return { said: `${which} is no number. Write it like −0.217 or 1/3.` };
  const within = (limit) => answer.map((x, i) => Math.abs(values[i] - x) <= limit);
  const named = (head, which) =>
    which.includes(true) ? `${head}: the ${TH.filter((_, i) => which[i]).join(", the ")}.` : "";
  const good = named("Right already", within(tolerance));
  if (empty.includes(true)) return { said: `${good} ${named("Still empty", empty)}`.trim() };
  const found = judge(answer, values, slips, tolerance);
  if (found !== "wrong") return { right: found === "right", said: found };
  const nearly = tolerance < 0.001 && !within(ROUNDED).includes(false);
  return { right: false, said: nearly ? "Nearly: look at the third decimal." : good };
}

function chosen({ given: [text] }, { options, answer }) {
  const right = Number(text) === answer[0];
  return text === "" ? { said: "" } : { right, said: options[Number(text)][1] };
}

function ordered({ given }, { answer }) {
  if (given.includes("")) return { said: "" };
  const wrong = given.findIndex((text, i) => Number(text) !== answer[i]);
  return wrong < 0
    ? { right: true, said: "right" }
    : { right: false, said: `Look at the ${TH[wrong]} again.` };
}

/** Everything that is shown follows from the state. */
export function derive(state, constants) {
  const found = (constants.options ? chosen : constants.order ? ordered : written)(
    state,
    constants,
  );
  const begun = state.given.some(Boolean);
  return { ...state, constants, ...found, over: !!found.right || state.answered, begun };
}

function verdict({ right, said, over, answered, constants }) {
  const yes = said.startsWith("Yes") ? "" : "<strong>Yes.</strong>"; // not twice
  const head = { true: yes, false: "<strong>Not quite.</strong>" }[right];
  const parts = [head, said === "right" ? "" : said.replace(/^Yes/, "<strong>Yes</strong>")];
  if (answered && !right) parts.push(`The answer: ${constants.shown}.`);
  return [...parts, over && constants.because].filter(Boolean).join(" ");
}

const choices = ({ given: [text], over, constants: { options, answer } }) =>
  options.map(([label], i) =>
    act({
      label: over && i === answer[0] ? `✓ ${label}` : label,
      pressed: text === String(i),
      to: { given: [String(i)] },
    }),
  );

/** Things to tap, one after the other; one that is tapped again is taken out. */
function things({ given, constants: { order } }) {
  const turn = given.filter(Boolean);
  const filled = (texts) => ({ given: given.map((_, i) => texts[i] ?? "") });
  return order.map((label, i) => {
    const at = turn.indexOf(String(i));
    const to = filled(at < 0 ? [...turn, String(i)] : turn.filter((text) => text !== String(i)));
    return act({ label: at < 0 ? label : `<b>${at + 1}.</b> ${label}`, pressed: at >= 0, to });
  });
}

const fields = ({ given, constants: { labels } }) => [
  labels.map((label, i) =>
    field({
      label: label || "Your answer",
      value: given[i],
      to: (text) => ({ given: given.with(i, text) }),
    }),
  ),
  act({ label: "Check", to: { given } }), // what was written is judged as it is left
];

const tool = (label, to) => act({ label, to, look: "kit-tool" });

/** The question, what to answer with, what is said to it; without scripts the folded answer. */
function page(scene) {
  const { constants, over, begun, answered } = scene;
  const parts = constants.options ? choices : constants.order ? things : fields;
  const anew = { given: scene.given.map(() => ""), answered: false };
  return h(
    "div",
    { class: "kit kit-ask" },
    h("p", { class: "kit-asks", html: constants.text }),
    h("div", { class: "kit-row" }, parts(scene)),
    (begun || answered) &&
      h(
        "div",
        { class: "kit-row" },
        h("p", { class: "kit-verdict", html: verdict(scene) }),
        !over && tool("Show the answer", { answered: true }),
        tool("Forget mine", anew),
      ),
    h(
      "details",
      { class: "kit-told" }, // where no script can judge
      h("summary", {}, "The answer"),
      h("p", { html: `${constants.shown}. ${constants.because}` }),
    ),
  );
}

export default explorable({ derive, page, speak: verdict });
