"""Shared by all tests: how many examples are drawn, and what runs beside what."""

import os
from pathlib import Path

import hypothesis
import numpy as np
import pytest

pytest_plugins = ["tests.widget.pages", "tests.widget.stage", "tests.widget.engine"]
ROOT = Path(__file__).parents[1]

for name, examples in (("book", 50), ("nightly", 1000)):
    hypothesis.settings.register_profile(
        name, derandomize=True, deadline=None, database=None, max_examples=examples
    )
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "book"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A wing stays in one process, so does a page of the site, and a widget under the contract.

    They remember what they drew. The site comes first, page by page, and of it what is longest.
    """
    groups = {}
    for item in items:
        wing, *below = item.path.relative_to(ROOT / "tests").parts
        given = item.callspec.params if hasattr(item, "callspec") else {}
        name = given.get("name", "")
        group = f"{wing} {name or ''.join(below)}" if wing in ("site", "book") else wing
        group = f"contract {given['case']}" if "case" in given else group
        item.add_marker(pytest.mark.xdist_group(group))
        groups[item] = group if wing == "site" else ""
    items.sort(key=groups.get, reverse=True)


@pytest.fixture
def rng():
    return np.random.default_rng(0)


@pytest.fixture
def unchecked(monkeypatch):
    """As in a notebook: shape annotations are silent, and the functions must answer themselves.

    Silent, too, in functions that are made meanwhile, as a cell is. Thousands of calls are faster,
    also a widget's twins: `show` and `call` ask for it.
    """
    import jaxtyping

    before = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    monkeypatch.setattr(jaxtyping, "jaxtyped", lambda typechecker: lambda function: function)
    yield
    jaxtyping.config.update("jaxtyping_disable", before)
