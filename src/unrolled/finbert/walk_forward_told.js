// What the rules of Python ask of the picture, and the words that they fill in.
import { decimals, plural } from "../widget/kit/numbers.js";
import { LEAKS } from "./walk_forward_tests.js";

/** What holds of the picture. */
export function factsOf(scene) {
  const { hidden, at, made, isHonest, strength, window, affected, band } = scene;
  const on = LEAKS.filter((leak) => scene[leak]);
  const [low, high] = band;
  return {
    hidden,
    start: at === 0,
    honest: isHonest,
    several: on.length > 1,
    ...Object.fromEntries(LEAKS.map((leak) => [leak, scene[leak]])),
    signal: strength > 0,
    long: window > 1,
    shared: affected > 0,
    above: at > 0 && made > high,
    below: at > 0 && made < low,
  };
}

/** What the sentences name. */
export function textsOf(scene) {
  const { at, made, right, honest, affected, learn, window, strength, test, constants, name } =
    scene;
  const { names } = constants;
  return {
    name,
    bets: plural(at, "bet"),
    right: `${right} of ${plural(at, "bet")} ${at === 1 ? "was" : "were"} right`,
    together: at === 1 ? "it" : "together the bets",
    result: resultOf(made, "typical move"),
    honestly: resultOf(at > 0 ? honest.sums[at - 1] : 0),
    affected: `${affected}`,
    learned: plural(learn.length, "statement"),
    window: names.windows[window],
    signal: names.strengths[strength],
    word: test.model < 0 ? "" : constants.data.words[test.model],
  };
}

/** Earnings in typical moves, whole. */
export const moves = (x) => decimals(x, 0);

/** "earned 3 typical moves", "lost 7". */
function resultOf(x, unit) {
  const whole = Math.abs(Math.round(x));
  return `${Math.round(x) < 0 ? "lost" : "earned"} ${unit ? plural(whole, unit) : whole}`;
}
