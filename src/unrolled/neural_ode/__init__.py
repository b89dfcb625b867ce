"""Neural ODEs: depth as time, and gradients through it. Notebook: book/neural_ode.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "adaptive": ["solve_adaptively"],
        "fields": ["MASS_FIELD", "NET_FIELD", "TANH_FIELD", "Mass", "Net", "random_net"],
        "gradients": ["Field", "adjoint", "cost", "flow", "slope_of", "through_solver"],
        "solvers": ["solve"],
    },
)
