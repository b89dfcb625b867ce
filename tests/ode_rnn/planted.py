"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "clock starts at 0": (
        "ode_rnn/times.py",
        "np.diff(times, axis=0, prepend=first)",
        "np.diff(times, axis=0, prepend=0 * first)",
    ),
    "mask before the values": (
        "ode_rnn/times.py",
        "[gaps[..., None], values, mask]",
        "[gaps[..., None], mask, values]",
    ),
    "sign of the decay": (
        "ode_rnn/between.py",
        "np.exp(-np.logaddexp(0, rho) * gap[..., None])",
        "np.exp(np.logaddexp(0, rho) * gap[..., None])",
    ),
    "rate without its softplus": (
        "ode_rnn/between.py",
        "np.exp(-np.logaddexp(0, rho) * gap[..., None])",
        "np.exp(-rho * gap[..., None])",
    ),
    "field as long for every gap": (
        "ode_rnn/between.py",
        "Stretch(now.time[..., None] * slope,",
        "Stretch(0.5 * slope,",
    ),
    "gradient of the gap": (
        "ode_rnn/between.py",
        "np.sum(d.h * slope, axis=-1)",
        "np.sum(d.h * now.h, axis=-1)",
    ),
    "gap not crossed": (
        "ode_rnn/cells.py",
        "update.step(p.cell, heard(row), before)",
        "update.step(p.cell, heard(row), h_prev)",
    ),
    "update at a question": (
        "ode_rnn/cells.py",
        "return _chosen(anything(row), after, before), StepCache(row, h_prev, cache)",
        "return after, StepCache(row, h_prev, cache)",
    ),
    "gradient past an observation": (
        "ode_rnn/cells.py",
        "dbefore = tree_add(dbefore, _where(~seen, dh))",
        "dbefore = tree_add(dbefore, dh)",
    ),
    "memory of an LSTM carried along": (
        "ode_rnn/cells.py",
        "[_with_first(state[0], h), *state[1:]]",
        "[h for _ in state]",
    ),
    "a tick too few": (
        "ode_rnn/cells.py",
        "- np.floor(now / tick)",
        "- np.floor(now / tick) - 1",
    ),
    "best without the noise": (
        "ode_rnn/worlds.py",
        "seen = found.observed[k][:, None] / NOISE**2",
        "seen = found.observed[k][:, None] / 1",
    ),
    "switch at half its rate": (
        "ode_rnn/worlds.py",
        "moves = SWITCHES * np.array",
        "moves = 0.5 * SWITCHES * np.array",
    ),
}
