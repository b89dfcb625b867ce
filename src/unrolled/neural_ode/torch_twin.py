"""The same flows in PyTorch, with autograd through every step of the solver."""

import torch

from unrolled.neural_ode.solvers import SOLVERS


def flow(f, h: torch.Tensor, start: float, end: float, steps: int, solver: str = "rk4"):
    """The state at `end`, in equal steps; f(h, t) is any function of tensors."""
    table, dt = SOLVERS[solver], (end - start) / steps
    for n in range(steps):
        stages = []
        for row, c in zip(table.a, table.c, strict=True):
            point = h + dt * sum(a * k for a, k in zip(row, stages, strict=True))
            stages.append(f(point, start + n * dt + c * dt))
        h = h + dt * sum(b * k for b, k in zip(table.b, stages, strict=True))
    return h


def tanh_field(W: torch.Tensor, b: torch.Tensor):
    """tanh(W h + b), of a batch."""
    return lambda h, t: torch.tanh(h @ W.T + b)


def net_field(W_1, w_t, b_1, W_2, b_2):
    """W_2 tanh(W_1 h + w_t t + b_1) + b_2, of a batch."""
    return lambda h, t: torch.tanh(h @ W_1.T + w_t * t + b_1) @ W_2.T + b_2


def log_density(p: tuple, x: torch.Tensor, steps: int) -> torch.Tensor:
    """log p_1 of a batch in the plane; the trace comes from autograd, one component at a time."""
    f = net_field(*p)

    def with_trace(state, t):
        h = state[:, :2].requires_grad_()
        with torch.enable_grad():
            slope = f(h, t)
            rows = [
                torch.autograd.grad(slope[:, i].sum(), h, create_graph=True)[0][:, i : i + 1]
                for i in range(2)
            ]
        return torch.cat([slope, -sum(rows)], dim=1)

    start = torch.cat([x, torch.zeros_like(x[:, :1])], dim=1)
    end = flow(with_trace, start, 1.0, 0.0, steps)
    noise = torch.distributions.Normal(0.0, 1.0).log_prob(end[:, :2]).sum(dim=1)
    return noise - end[:, 2]
