// A tower of three layers with one unit each, and its gradient path by path.
// Twins of unrolled.sequence_tasks.depth_paths.

export const LAYERS = 3;

const upTo = (n) => [...Array(n).keys()];

/** h_t^(ℓ), as rows of layers for each step. */
export function statesOf(xs, size, between) {
  let before = [0, 0, 0];
  return xs.map((x) => {
    let below = x;
    before = before.map((h, layer) => {
      below = Math.tanh((layer ? between : 1) * below + size * h);
      return below;
    });
    return before;
  });
}

/** What a gradient at a state sends to the left and down: the slope of tanh times a weight. */
function factorsOf(xs, size, between) {
  return statesOf(xs, size, between).map((row) =>
    row.map((h) => ({ back: (1 - h * h) * size, down: (1 - h * h) * between })),
  );
}

/** ∂h_T^(top)/∂h_t^(ℓ), for every step and layer. */
export function gradients(xs, size, between, top) {
  const factors = factorsOf(xs, size, between);
  const found = xs.map(() => Array(LAYERS).fill(0));
  found.at(-1)[top - 1] = 1;
  for (const t of upTo(xs.length).reverse()) {
    for (const layer of upTo(top).reverse()) {
      const { back, down } = factors[t][layer];
      if (layer > 0) found[t][layer - 1] += down * found[t][layer];
      if (t > 0) found[t - 1][layer] += back * found[t][layer];
    }
  }
  return found;
}

/** What flows along the arrows that leave each state: to the left and down. */
export function flowsOf(xs, size, between, arriving) {
  const factors = factorsOf(xs, size, between);
  return factors.map((row, t) =>
    row.map(({ back, down }, layer) => ({
      back: t > 0 ? back * arriving[t][layer] : 0,
      down: layer > 0 ? down * arriving[t][layer] : 0,
    })),
  );
}

/** Every order of so many arrows to the left ("b") and down ("d"). */
export function listPaths(back, down) {
  if (back < 0 || down < 0) return [];
  if (back === 0 || down === 0) return ["b".repeat(back) + "d".repeat(down)];
  return [
    ...listPaths(back - 1, down).map((rest) => `b${rest}`),
    ...listPaths(back, down - 1).map((rest) => `d${rest}`),
  ];
}

/** What each path brings from h_T^(top) to the state (t, ℓ). */
export function carried(xs, size, between, top, [step, layer]) {
  const factors = factorsOf(xs, size, between);
  return listPaths(xs.length - step, top - layer).map((path) => {
    let t = xs.length - 1;
    let l = top - 1;
    let brought = 1;
    for (const move of path) {
      const { back, down } = factors[t][l];
      brought *= move === "b" ? back : down;
      if (move === "b") t -= 1;
      else l -= 1;
    }
    return brought;
  });
}

/** How many paths there are: (back + down choose down); none to the right or upwards. */
export function countPaths(back, down) {
  if (back < 0 || down < 0) return 0;
  return Math.round(upTo(down).reduce((found, k) => (found * (back + k + 1)) / (k + 1), 1));
}

/** The number of paths through a whole network, and no more than what one and all of them bring. */
export function atMost(steps, layers, size, between) {
  const count = countPaths(steps - 1, layers - 1);
  const one = size ** (steps - 1) * between ** (layers - 1);
  return [count, one, count * one];
}
