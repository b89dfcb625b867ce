"""Walk forward: its numbers are the package's, and what it says of them is so."""

from tests.widget.case import Case
from unrolled.finbert.walk_forward import WalkForward

CASE = Case(
    make=WalkForward,
    name="walk_forward",
    states={},
    draw=None,
    refused=[],
    solve=None,
    done={},
    short=[],
)
