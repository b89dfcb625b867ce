// The network of the d-e-m-o chapter's kind, forward: one state and one prediction a letter.
import { dot, matvec } from "../widget/kit/maths.js";

const plus = (...vectors) => vectors[0].map((_, i) => vectors.reduce((all, v) => all + v[i], 0));

function softmax(z) {
  const top = Math.max(...z);
  const powers = z.map((x) => Math.exp(x - top));
  const total = powers.reduce((a, b) => a + b);
  return powers.map((x) => x / total);
}

/** Between two trees of numbers. */
const mixOf = (a, b, share) =>
  Array.isArray(a) ? a.map((x, i) => mixOf(x, b[i], share)) : a + (b - a) * share;

const mixModels = (a, b, share) =>
  Object.fromEntries(Object.keys(a).map((name) => [name, mixOf(a[name], b[name], share)]));

/** The weights after so many steps of gradient descent; 2.5 are two steps and half of the third. */
export function weightsAt(models, steps) {
  const whole = Math.floor(steps);
  const share = steps - whole;
  return share ? mixModels(models[whole], models[whole + 1], share) : models[whole];
}

/** States, predictions and the mean cross-entropy; `xs` and `ys` are one-hot vectors. */
export function spell(p, xs, ys) {
  let h = p.b_h.map(() => 0);
  const states = xs.map((x) => {
    h = plus(matvec(p.W_hx, x), matvec(p.W_hh, h), p.b_h).map(Math.tanh);
    return h;
  });
  const predictions = states.map((state) => softmax(plus(matvec(p.W_yh, state), p.b_y)));
  const surprises = predictions.map((y_hat, t) => -Math.log(dot(y_hat, ys[t])));
  return { states, predictions, loss: surprises.reduce((a, b) => a + b) / surprises.length };
}
