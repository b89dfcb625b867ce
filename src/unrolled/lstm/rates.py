"""Copying over ten steps at four rates of training: who wins depends on the rate.

Derived data: `python -m unrolled.lstm.rates` writes rates.json again.
Notebook: book/lstm.ipynb
"""

import json
from pathlib import Path

from unrolled.lstm.lags import CONTESTANTS, SEEDS, played

RATES = (0.002, 0.005, 0.01, 0.02)
NAMES = ("Elman", "LSTM, b_f = 1")
FILE = Path(__file__).with_suffix(".json")


def computed() -> dict[str, dict[str, list[float]]]:
    """By rate and contestant, the mean loss of the last updates for each seed."""
    return {
        str(rate): {
            name: [played("copying", 10, CONTESTANTS[name], seed, rate=rate)[-1] for seed in SEEDS]
            for name in NAMES
        }
        for rate in RATES
    }


def loaded() -> dict[str, dict[str, list[float]]]:
    """The same, from the file."""
    return json.loads(FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    FILE.write_text(json.dumps(computed(), separators=(",", ":")) + "\n", "utf-8")
