"""Why gradients vanish and explode. Notebook: book/gradients.ipynb"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["products"],
    submod_attrs={
        "norms": ["gelfand", "slope_bound", "spectral_norm", "spectral_radius"],
        "products": ["Lags", "lag_spectrum", "lags"],
    },
)
