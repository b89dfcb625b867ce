"""The right calls of all rooms, found in `tests/<room>/calls.py`, for `tests.fuzz`.

A room's file has `CALLS`, by the function's whole name. `BEHIND` names modules whose arguments
have been checked before, with the reason, and `ARITHMETIC` such functions.
"""

from importlib import import_module

from tests.calls import Call
from tests.chapters import find_modules

ROOMS = [import_module("tests.core.calls"), *find_modules("tests.{}.calls").values()]
CALLS: dict[str, list[Call]] = {f: calls for room in ROOMS for f, calls in room.CALLS.items()}
BEHIND: dict[str, str] = {
    module: why for room in ROOMS for module, why in getattr(room, "BEHIND", {}).items()
}
ARITHMETIC: set[str] = {f for room in ROOMS for f in getattr(room, "ARITHMETIC", ())}
