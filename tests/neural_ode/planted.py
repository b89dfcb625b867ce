"""Errors in the package at which the chapter stops: file, what stands there, what is planted."""

PLANTED = {
    "weights of RK4": (
        "neural_ode/solvers.py",
        "(1 / 6, 1 / 3, 1 / 3, 1 / 6)",
        "(1 / 3, 1 / 6, 1 / 6, 1 / 3)",
    ),
    "step left out": (
        "neural_ode/solvers.py",
        "by=dt * weight: x + by * slope",
        "by=weight: x + by * slope",
    ),
    "time of a stage": (
        "neural_ode/solvers.py",
        "stages.append(f(moved(h, dt, row, stages), t + c * dt))",
        "stages.append(f(moved(h, dt, row, stages), t))",
    ),
    "weights not transposed": (
        "neural_ode/fields.py",
        "total(delta)), np.vecmat(delta, p.W)",
        "total(delta)), np.matvec(p.W, delta)",
    ),
    "slope of tanh": (
        "neural_ode/fields.py",
        "delta = (1 - cache.s * cache.s) * dk",
        "delta = (1 - cache.s) * dk",
    ),
    "stages not linked on the way back": (
        "neural_ode/gradients.py",
        "dstages[j] = moved(dstages[j], dt, (a,), [dpoint])",
        "dstages[j] = moved(dstages[j], dt, (0.0,), [dpoint])",
    ),
    "sign of the adjoint": (
        "neural_ode/gradients.py",
        "tree_map(np.negative, dh_there)",
        "dh_there",
    ),
    "one state too many": (
        "neural_ode/gradients.py",
        "kept + min(every, steps) - 1",
        "kept + min(every, steps)",
    ),
    "power of the control": (
        "neural_ode/adaptive.py",
        "max(error, 1e-12) ** -0.2",
        "max(error, 1e-12) ** -0.25",
    ),
    "zeros in front": (
        "neural_ode/learned.py",
        "[xs, np.zeros((len(xs), zeros))]",
        "[np.zeros((len(xs), zeros)), xs]",
    ),
    "sign of the trace": (
        "neural_ode/fields.py",
        "-(1 - cache.s**2) @ _through_unit(p)",
        "(1 - cache.s**2) @ _through_unit(p)",
    ),
    "trace added": (
        "neural_ode/learned.py",
        "return _noise(end.h) - end.log_density",
        "return _noise(end.h) + end.log_density",
    ),
}
