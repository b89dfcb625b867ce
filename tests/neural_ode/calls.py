"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import B, H, call, drawn, made_anew, rng
from unrolled.mlp.network import Layer
from unrolled.neural_ode import fields, gradients

P = Layer(drawn(3, 3, seed=4) / 2, B)
TIMES = np.array([0.0, 0.25, 1.0])
ROTATION = np.array([[0.0, -1.0], [1.0, 0.0]])


def turning(h, t):
    return h @ ROTATION.T


@made_anew
def path():
    return gradients.flow(fields.TANH_FIELD, P, H, 0.0, 1.0, 4, every=2)[1]


ARITHMETIC = {
    *(f"neural_ode.solvers.{name}" for name in ("advance", "moved", "check_state")),
    *(f"neural_ode.gradients.{name}" for name in ("slope_of", "step_back", "check_taken")),
    *(
        f"neural_ode.fields.{name}_field{back}"
        for name in ("tanh", "net", "mass")
        for back in ("", "_back")
    ),
}
BEHIND = {
    "neural_ode.layer_paths": "behind the explorable LayersToFlow; its own doors have tests",
    "neural_ode.example": "the numbers of one example, of its own",
    "neural_ode.learned": "writes and reads the derived data of flows; its doors have tests",
}
FLOW = {"field": fields.TANH_FIELD, "p": P, "start": 0.0, "end": 1.0, "ours": ("p", "field")}
CALLS = {
    "neural_ode.solvers.solve": [
        call(f=turning, h0=drawn(2), times=TIMES),
        call(f=turning, h0=drawn(3, 2), times=TIMES, solver="euler", steps=3),
    ],
    "neural_ode.solvers.check_start": [call(name="h0", h=H, ours=("name",))],
    "neural_ode.solvers.check_times": [call(times=TIMES)],
    "neural_ode.adaptive.solve_adaptively": [
        call(f=turning, h0=drawn(2), start=0.0, end=1.0, rtol=2**-10, atol=2**-10)
    ],
    "neural_ode.gradients.flow": [call(**FLOW, h0=H, steps=4, every=2)],
    "neural_ode.gradients.through_solver": [
        call(field=fields.TANH_FIELD, p=P, path=path, dh=H, ours=("p", "field", "path"))
    ],
    "neural_ode.gradients.adjoint": [call(**FLOW, h_end=H, dh=H, steps=4)],
    "neural_ode.gradients.cost": [call(steps=10, every=3)],
    "neural_ode.fields.random_net": [call(rng=rng, n=3, n_h=4, scale=0.5)],
}
