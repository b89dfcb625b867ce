"""How many threads a notebook's arithmetic takes."""

from threadpoolctl import threadpool_limits


def one_thread() -> threadpool_limits:
    """`with one_thread():` NumPy works alone; small products are not worth sharing among cores.

    A recurrent step is a small product, and the next one must wait for it: threads that meet
    after each are several times slower, and far more so where something else uses the cores.
    """
    return threadpool_limits(1, "blas")
