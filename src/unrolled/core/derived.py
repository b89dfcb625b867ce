"""Derived data: numbers that take too long to compute where they are used.

A module that has some computes them in `compute_data()`, and what that gave lies beside the module
as JSON of at most 100 KB: lstm/lags.json beside lstm/lags.py. `make data NAME=lstm.lags` computes
it again, `make data` everything.
"""

import json
from functools import cache
from pathlib import Path

ROOMS = Path(__file__).parents[1]


def data_file(module: str) -> Path:
    """The file beside a module, which is named in full: "unrolled.lstm.lags"."""
    return ROOMS.joinpath(*module.split(".")[1:]).with_suffix(".json")


@cache
def read_data(module: str) -> object:
    """The derived data of a module; for its own, a module says `read_data(__name__)`."""
    return json.loads(data_file(module).read_text("utf-8"))
