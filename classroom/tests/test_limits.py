"""The limits of the sandbox, and who may speak to those that grade."""

import json
import subprocess
import sys

import dask
import psutil
import pytest
from distributed import LocalCluster, Security

from classroom import grading, memory, restore, run, sandbox, workers
from classroom.tests import attacks, attempts
from classroom.tests.test_attempts import MOST, order

MANY = """
import os, time
for _ in range(16):
    if os.fork() == 0:
        held = bytearray(150 << 20)
        held[::4096] = b"x" * len(held[::4096])
        time.sleep(60)
time.sleep(60)
"""
CALLS = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
calls = {"memfd_create": (319, b"x", 0), "memfd_secret": (447, 0), "shmget": (29, 0, 4096, 0o1600),
         "msgget": (68, 0, 0o1600), "unshare": (272, 0x10000000), "setns": (308, 0, 0),
         "io_uring_setup": (425, 1, 0), "mount": (165, 0, 0, 0, 0, 0),
         "fchmodat2": (452, -100, b"/tmp", 0o777, 0), "setxattr": (188, b"/tmp", 0, 0, 0, 0),
         "setxattrat": (463, -100, b"/tmp", 0, 0, 0, 0), "clone3": (435, 0, 0),
         "clone with users": (56, 0x10000011, 0, 0, 0, 0)}
for name, (number, *args) in calls.items():
    found = libc.syscall(number, *args)
    print(name, found, errno.errorcode.get(ctypes.get_errno()))
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(MANY, id="held"),
        pytest.param(attacks.GIVEN_BACK, id="given back", marks=pytest.mark.whole),
    ],
)
@pytest.mark.parametrize("held", ["by a cgroup", "by one who looks"])
def test_all_processes_together_have_one_limit_of_memory(boxed, monkeypatch, held, source):
    if held == "by one who looks":
        monkeypatch.setattr(memory, "groups", lambda: None)
    elif not memory.groups():
        pytest.skip(sandbox.lacking()[-1])
    book = attempts.perfect("bptt", attempts.ADA)
    attempts.before("delta_2", source)(book)
    result = grading.grade(order(book, seconds=8))
    where = "an added cell above the answer to question 3"
    assert [flag.says for flag in result.flags] == [f"{where}: {run.MUCH}"]
    assert {mark.name: mark.points for mark in result.marks} == MOST


def test_a_cgroup_is_swept_only_after_its_maker_has_ended(monkeypatch):
    base = memory.groups()
    if not base:
        pytest.skip(sandbox.lacking()[-1])
    kept = memory.make(base)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    monkeypatch.setattr(memory.os, "getpid", lambda: ended.pid)
    left = memory.make(base)
    monkeypatch.undo()
    memory.sweep()
    assert [kept.exists(), left.exists()] == [True, False]
    memory.dissolve(kept)


@pytest.mark.skipif(sys.platform != "linux", reason="calls of Linux")
def test_calls_that_get_round_a_limit_are_refused(boxed, tmp_path):
    if not sandbox.seccomp() or "x86_64" not in subprocess.getoutput("uname -m"):
        pytest.skip("the numbers of the calls are those of another machine, or none is refused")
    argv = sandbox.command(tmp_path, sys.executable, "-c", CALLS, user=sandbox.own(str(tmp_path)))
    said = dict(
        line.rsplit(" ", 1) for line in subprocess.check_output(argv, text=True).splitlines()
    )
    assert len(said) == 13
    assert {call: why for call, why in said.items() if why != "EPERM"} == {"clone3 -1": "ENOSYS"}


def test_what_a_machine_lacks_is_said(monkeypatch):
    assert sandbox.lacking() == [] or sandbox.trouble() or not memory.groups()
    monkeypatch.setattr(memory, "groups", lambda: None)
    monkeypatch.setattr(sandbox, "seccomp", lambda: None)
    lacks = sandbox.lacking()
    assert ["libseccomp" in lacks[0], "cgroup" in lacks[1]] == [True, True]


def test_no_scheduler_is_spoken_to_without_certificates():
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1"):
        with pytest.raises(ValueError, match=r"expected tls://.*UNSAFE=1"):
            workers.There(address)


@pytest.mark.whole
def test_a_cluster_with_certificates_grades(tmp_path):
    made = Security.temporary()
    settings = {}
    for key, text in (
        ("ca-file", made.tls_ca_file),
        ("client.cert", made.tls_client_cert),
        ("client.key", made.tls_client_key),
    ):
        (tmp_path / key).write_text(text, "utf-8")
        settings[f"distributed.comm.tls.{key}"] = str(tmp_path / key)
    with LocalCluster(
        n_workers=1, protocol="tls", security=made, dashboard_address=None
    ) as cluster:
        with pytest.raises((OSError, TypeError)):
            workers.There(cluster.scheduler_address)  # without certificates
        with dask.config.set(settings):
            found = workers.There(cluster.scheduler_address).results(restore.read, [b"x", b"y"])
            assert [why for _, _, why in found] == ["", ""]


def test_a_task_that_takes_too_long_is_ended_and_the_others_are_done():
    pool = workers.Here(1, 3)
    found = {task: (result, why) for task, result, why in pool.results(_slow, [0, 60, 1])}
    assert found[0] == (0, "")
    assert found[1] == (1, "")
    assert found[60] == (None, "it took more than 3 seconds in all")


def _slow(seconds: float) -> float:
    import time

    time.sleep(seconds)
    return seconds


def test_a_task_that_kills_its_worker_ends_no_other():
    found = {
        task: (result, why) for task, result, why in workers.Here(1, 60).results(_deadly, [0, 9, 1])
    }
    assert found == {
        0: (0, ""),
        1: (1, ""),
        9: (None, "the process that worked on it crashed twice"),
    }


def _deadly(signal: int) -> int:
    import os

    if signal == 9:
        os.kill(os.getpid(), signal)
    return signal


def test_a_submission_that_reads_like_a_bomb_is_named(tmp_path):
    for raw in (b"[" * 1_000_000, b'{"cells": ' + b"9" * 100_000 + b"}", json.dumps("x").encode()):
        assert "not a notebook" in restore.read(raw)[1]


def test_a_worker_keeps_nothing_of_a_submission(boxed):
    """Threads and descriptors that stay would use up its memory within a class."""
    book = attempts.perfect("bptt", attempts.ADA)
    kept = set()
    for _ in range(3):
        grading.grade(order(book, seconds=60))
        me = psutil.Process()
        kept.add((me.num_threads(), me.num_fds()))
    assert len(kept) == 1
