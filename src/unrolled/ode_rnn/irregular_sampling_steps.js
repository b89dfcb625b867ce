// Two recurrent networks over irregular observations: between two of them a state decays or flows.
// Twins of unrolled.ode_rnn.between, unrolled.gru.cell and unrolled.ode_rnn.sampled_wave.

/** W x + b. */
function affine(W, x, b) {
  const out = Array(b.length);
  for (let i = 0; i < b.length; i++) {
    const row = W[i];
    let sum = 0;
    for (let j = 0; j < row.length; j++) sum += row[j] * x[j];
    out[i] = sum + b[i];
  }
  return out;
}

const logistic = (a) => 0.5 * (1 + Math.tanh(0.5 * a));

const sumOf = ({ W_x, W_h, b }, x, h) => affine(W_h, h, affine(W_x, x, b));

/** One step of a GRU. */
export function update({ u, r, h: fresh }, x, h) {
  const open = sumOf(u, x, h).map(logistic);
  const seen = sumOf(r, x, h).map((a, i) => logistic(a) * h[i]);
  const next = sumOf(fresh, x, seen).map(Math.tanh);
  return h.map((old, i) => (1 - open[i]) * old + open[i] * next[i]);
}

/** log(1 + e^a). */
const softplus = (a) => Math.max(0, a) + Math.log1p(Math.exp(-Math.abs(a)));

/** A state after a gap in which it decays. */
export const decayed = ({ rho }, gap, h) => h.map((x, i) => Math.exp(-softplus(rho[i]) * gap) * x);

const slopeOf = ({ W_1, b_1, W_2, b_2 }, h) => affine(W_2, affine(W_1, h, b_1).map(Math.tanh), b_2);

/** One step of RK4. */
function step(field, time, h) {
  const moved = (by, k) => h.map((x, i) => x + by * time * k[i]);
  const k1 = slopeOf(field, h);
  const k2 = slopeOf(field, moved(1 / 2, k1));
  const k3 = slopeOf(field, moved(1 / 2, k2));
  const k4 = slopeOf(field, moved(1, k3));
  return h.map((x, i) => x + (time / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}

/** A state after a gap through which it flows, in equal steps, none above the longest. */
export function flown(field, gap, h, longest) {
  const count = Math.max(1, Math.ceil(gap / longest));
  let now = h;
  for (let n = 0; n < count; n++) now = step(field, gap / count, now);
  return now;
}

const readOut = ({ W_yh, b_y }, h) => affine(W_yh, h, b_y)[0];

/** The state of a network at later and later times. */
function walker({ gates, gap, readout }, longest) {
  const across = gap.rho ? decayed : flown;
  let t = 0;
  let h = Array(gates.u.b.length).fill(0);
  const stateAt = (later) => across(gap, later - t, h, longest);
  return {
    stateAt,
    read: (state) => readOut(readout, state),
    observe: (time, value) => {
      h = update(gates, [value, 1], stateAt(time));
      t = time;
    },
  };
}

/**
 * What is said at each of these times, in order, of a wave that was `seen` as [time, value], in
 * order: right after the jump where both meet. `jumps` is what was said just before each of them.
 */
export function trace(nets, seen, asked, longest) {
  const walkers = { decay: walker(nets.decay), evolve: walker(nets.evolve, longest) };
  const found = { last: [], decay: [], evolve: [], states: [], jumps: [] };
  let last = 0;
  let met = 0;
  const sayAt = (t) => {
    const states = walkers.evolve.stateAt(t);
    const decay = walkers.decay.read(walkers.decay.stateAt(t));
    return { last, decay, evolve: walkers.evolve.read(states), states };
  };
  for (const t of asked) {
    for (; met < seen.length && seen[met][0] <= t; met++) {
      const [time, value] = seen[met];
      found.jumps.push(sayAt(time));
      for (const one of Object.values(walkers)) one.observe(time, value);
      last = value;
    }
    for (const [name, one] of Object.entries(sayAt(t))) found[name].push(one);
  }
  return found;
}

/** A damped wave at a time. */
export const waveAt = ({ damping, omega }, { height, crest }, t) =>
  height * Math.exp(-damping * t) * Math.cos(omega * (t - crest));
