"""Copying over ten steps at four rates of training: who wins depends on the rate.

Derived data: `make data NAME=lstm.rates`.
Notebook: book/lstm.ipynb
"""

from unrolled.core.derived import read_data
from unrolled.lstm.lags import CONTESTANTS, SEEDS, played

RATES = (0.002, 0.005, 0.01, 0.02)
NAMES = ("Elman", "LSTM, b_f = 1")


def compute_data() -> dict[str, dict[str, list[float]]]:
    """By rate and contestant, the mean loss of the last updates for each seed."""
    found = {str(rate): {} for rate in RATES}
    for rate in RATES:
        for name in NAMES:
            start = CONTESTANTS[name]
            curves = [played("copying", 10, start, seed, rate=rate) for seed in SEEDS]
            found[str(rate)][name] = [curve[-1] for curve in curves]
    return found


def loaded() -> dict[str, dict[str, list[float]]]:
    """The same, from the file."""
    return read_data(__name__)
