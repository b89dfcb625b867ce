"""Compute derived data again: `python -m unrolled.site.data lstm.lags`, or without a name, all.

`make data` calls this. What derived data is: `unrolled.core.derived`.
"""

import json
import sys
import time
from importlib import import_module

from unrolled.core.derived import ROOMS, data_file

FINDS = ("src/unrolled/*/*.py",)


def find_data() -> list[str]:
    """All modules with derived data, "lstm.lags", by name."""
    return sorted(
        ".".join(path.relative_to(ROOMS).with_suffix("").parts)
        for path in ROOMS.glob("*/*.py")
        if "\ndef compute_data(" in path.read_text("utf-8")
    )


def make_data(name: str) -> None:
    """Compute the data of a module again, and write it beside the module."""
    module = import_module(f"unrolled.{name}")
    text = json.dumps(module.compute_data(), separators=(",", ":"), ensure_ascii=False)
    data_file(module.__name__).write_text(text + "\n", "utf-8")


def main(names: list[str]) -> None:
    """Make these, or all. Leaves with a sentence where a name has no data."""
    known = find_data()
    for name in names or known:
        if name not in known:
            sys.exit(f"{name} has no derived data; these have: {', '.join(known)}")
        begun = time.monotonic()
        make_data(name)
        print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
