"""A course of three in a folder of its own, and a sandbox where this machine has one."""

import pytest

from classroom import course, sandbox
from classroom.tests import attempts


@pytest.fixture(scope="session")
def handed_out(tmp_path_factory):
    """A course with ada, bob and cy, and bptt handed out."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "students.csv").write_text("id,last_name\nada,Lovelace\nbob,\ncy,\n", "utf-8")
    made = course.open_course(folder)
    settings = folder / "course.toml"
    text = settings.read_text("utf-8").replace(made.secret, attempts.SECRET)
    settings.write_text(text.replace("seconds = 10", "seconds = 3"), "utf-8")
    return course.hand_out(course.open_course(folder), ["bptt"])


@pytest.fixture
def boxed():
    """For tests that run other people's code."""
    if sandbox.trouble():
        pytest.skip(sandbox.trouble())
