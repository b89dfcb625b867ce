"""What the package needs has lower bounds alone; what builds the book has one version each."""

import re
import tomllib

from packaging.requirements import Requirement

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RANGES = [
    Requirement(line)
    for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["notebooks"])
]
PINNED = {
    pin.name: pin
    for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
    for pin in [Requirement(re.sub(r"\s+#.*", "", line))]
}


def test_the_package_changes_nothing_that_is_there():
    for wanted in RANGES:
        assert [bound.operator for bound in wanted.specifier] == [">="], wanted
    heavy = {"torch", "sympy", "jupyterlab", "sphinx", "jupyter-book"}
    assert not heavy & {Requirement(line).name for line in PROJECT["dependencies"]}


def test_the_book_has_one_version_of_all_that_is_needed():
    for wanted in RANGES:
        (version,) = PINNED[wanted.name].specifier
        assert version.operator == "=="
        assert version.version in wanted.specifier
