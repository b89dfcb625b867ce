// Solvers of h′ = tanh(W h + b) in the plane, step by step.
// Twins of unrolled.neural_ode.solvers, .adaptive and .layer_paths.

const TABLES = {
  euler: { a: [[]], b: [1] },
  midpoint: { a: [[], [1 / 2]], b: [0, 1] },
  rk4: { a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]], b: [1 / 6, 1 / 3, 1 / 3, 1 / 6] },
};

const DORMAND_PRINCE = {
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0],
};
const FOURTH = [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40];
const DIFFERENCE = DORMAND_PRINCE.b.map((b, i) => b - FOURTH[i]);
const SAFETY = 0.9;
const SMALLEST = 0.2;
const LARGEST = 10;

/** tanh(W h + b). */
export const slopeAt = ({ W, b }, [x, y]) =>
  W.map(([left, right], i) => Math.tanh(left * x + right * y + b[i]));

/** h + Δt Σ w_i k_i. */
function moved(h, dt, weights, stages) {
  let [x, y] = h;
  weights.forEach((weight, i) => {
    if (!weight) return;
    x += dt * weight * stages[i][0];
    y += dt * weight * stages[i][1];
  });
  return [x, y];
}

/** One step of a method from h, its stages, and where f was evaluated. `known` is f(h), or null. */
function advance({ a, b }, layer, h, dt, known = null) {
  const stages = known ? [known] : [];
  const places = [];
  for (const row of a.slice(stages.length)) {
    const place = moved(h, dt, row, stages);
    places.push(place);
    stages.push(slopeAt(layer, place));
  }
  return { after: moved(h, dt, b, stages), stages, places };
}

/** So many equal steps of a solver through a flow of this time. */
function stepEvenly(layer, time, solver, start, count) {
  const points = [start];
  const asked = [];
  const times = [0];
  for (let n = 0; n < count; n++) {
    const ends = [n, n + 1].map((k) => (k === count ? time : k * (time / count)));
    const { after, places } = advance(TABLES[solver], layer, points[n], ends[1] - ends[0]);
    points.push(after);
    asked.push(...places);
    times.push(ends[1]);
  }
  return { times, points, asked, calls: asked.length, refused: 0 };
}

const rootMean = ([x, y]) => Math.sqrt((x * x + y * y) / 2);

/** What the tolerance allows in each entry. */
const allowedFor = (h, tolerance) => h.map((x) => tolerance + tolerance * Math.abs(x));

const inUnits = (h, allowed) => rootMean(h.map((x, i) => x / allowed[i]));

/**
 * A first step size, and the place that it has looked at: from how fast the state moves and how
 * fast that changes.
 */
export function firstStep(layer, h, slope, time, tolerance) {
  const allowed = allowedFor(h, tolerance);
  const d0 = inUnits(h, allowed);
  const d1 = inUnits(slope, allowed);
  const guess = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1;
  const first = Math.min(guess, time);
  const ahead = moved(h, first, [1], [slope]);
  const change = slopeAt(layer, ahead).map((x, i) => x - slope[i]);
  const largest = Math.max(d1, inUnits(change, allowed) / first);
  const second = largest <= 1e-15 ? Math.max(1e-6, first * 1e-3) : (0.01 / largest) ** 0.2;
  return [Math.min(100 * first, second, time), ahead];
}

/**
 * A step of order 5, how far from it one of order 4 ends, the slope there, and where f was
 * evaluated.
 */
export function tryStep(layer, h, slope, dt) {
  const { after, stages, places } = advance(DORMAND_PRINCE, layer, h, dt, slope);
  return { after, apart: moved([0, 0], dt, DIFFERENCE, stages), next: stages.at(-1), places };
}

/** The estimated error of a step, in units of the tolerance. */
function errorOf(h, { after, apart }, tolerance) {
  const larger = h.map((x, i) => Math.max(Math.abs(x), Math.abs(after[i])));
  return inUnits(apart, allowedFor(larger, tolerance));
}

const clip = (x, low, high) => Math.max(low, Math.min(high, x));

/** By how much the next step is longer than one with this error, `largest` at most. */
export const factorOf = (error, largest) =>
  clip(SAFETY * Math.max(error, 1e-12) ** -0.2, SMALLEST, largest);

/** In steps whose estimated error the tolerance allows. Each begins with the last slope. */
function stepAdaptively(layer, time, start, tolerance) {
  const found = { times: [0], points: [start], asked: [start], refused: 0 };
  let t = 0;
  let h = start;
  let slope = slopeAt(layer, start);
  let largest = LARGEST;
  const [first, ahead] = firstStep(layer, start, slope, time, tolerance);
  found.asked.push(ahead);
  let dt = first;
  while (t < time) {
    dt = Math.min(dt, time - t);
    const step = tryStep(layer, h, slope, dt);
    const error = errorOf(h, step, tolerance);
    found.asked.push(...step.places);
    const factor = factorOf(error, largest);
    if (error <= 1) {
      t = dt === time - t ? time : t + dt;
      [h, slope, largest] = [step.after, step.next, LARGEST];
      found.times.push(t);
      found.points.push(h);
    } else {
      found.refused += 1;
      largest = 1; // after a refusal the next step does not grow
    }
    dt *= factor;
  }
  return { ...found, calls: found.asked.length };
}

/** Every step from `start`: `size` equal ones; "adaptive" has the tolerance 10^-size. */
export function walk(layer, time, solver, start, size) {
  if (solver === "adaptive") return stepAdaptively(layer, time, start, 10 ** -size);
  return stepEvenly(layer, time, solver, start, size);
}

/** The signed area between (a, b) and (c, d). */
const areaOf = (a, b, c, d) => a * d - b * c;

/** Where two pieces of line cross, or null. */
function crossPieces([x0, y0], [x1, y1], [x2, y2], [x3, y3]) {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const area = areaOf(dx, dy, x3 - x2, y3 - y2);
  const u = areaOf(x2 - x0, y2 - y0, x3 - x2, y3 - y2) / area;
  const v = areaOf(x2 - x0, y2 - y0, dx, dy) / area;
  const isCrossed = area !== 0 && u > 0 && u < 1 && v > 0 && v < 1;
  return isCrossed ? [x0 + u * dx, y0 + u * dy] : null;
}

/** The places at which two broken lines cross, in the order of the first. */
export function findCrossings(p, q) {
  const found = [];
  for (let m = 1; m < p.length; m++) {
    for (let n = 1; n < q.length; n++) {
      const place = crossPieces(p[m - 1], p[m], q[n - 1], q[n]);
      if (place) found.push(place);
    }
  }
  return found;
}
