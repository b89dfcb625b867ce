import { decimals, percent, short } from "../widget/kit/numbers.js";

/** Two decimals; what they would hide, as it is. */
export const two = (x) => (x !== 0 && Math.abs(x) < 0.005 ? short(x) : decimals(x, 2));

/** A share in percent; one below 0.05 % as it is. */
export const partText = (x) => (x !== 0 && Math.abs(x) < 0.0005 ? short(x) : percent(x));

/** A share; of what has grown, how many times its size it is. */
export const shareText = (x) => (Math.abs(x) < 1.05 ? partText(x) : `${short(x)} times`);

/** What is said of the step that is looked at, and of both ways, in words and digits. */
export function textsOf(scene) {
  const { T, t, c, h, share, on, cuts, constants } = scene;
  const { memory, valves } = constants.names[scene.cell];
  const own = (x) => two(x).replace(/^−.*/, "($&)");
  const open = scene.valves[t - 1].map(two);
  return {
    T: `${T}`,
    t: `${t}`,
    next: `${t + 1}`,
    f: open[0],
    i: open[1],
    o: open[2],
    memory: memory[0],
    what: memory[1],
    valve: valves[0][1],
    second: valves[1][1],
    third: valves[2][1],
    ways: constants.ways[scene.mode],
    was: own(c[t - 1]),
    new: own(scene.new[t - 1]),
    now: two(c[t]),
    shown: two(h[t]),
    product: short(on[t]),
    gradient: shareText(scene.whole[t - 1]),
    path: partText(scene.back[t - 1]),
    slope: two(1 - Math.tanh(c[T]) ** 2),
    kept: partText(on[1]),
    share: partText(share),
    whole: partText(scene.whole[0]),
    come: shareText(scene.whole[0]),
    back: partText(scene.back[0]),
    times: short(Math.abs(scene.whole[0])),
    end: two(c[T]),
    left: partText(scene.left),
    seen: two(h[T]),
    inlet: partText(scene.inlet),
    first: `${cuts[0] ?? 0}`,
    final: `${cuts.at(-1) ?? 0}`,
  };
}
