"""The memory of all processes of a sandbox together: limited by a cgroup, or by who looks at it."""

import os
import secrets
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

MOST = 1 << 30  # bytes
CGROUPS = Path("/sys/fs/cgroup")
PREFIX = "unrolled-"
LIMITS = ("memory.max", "memory.limit_in_bytes")  # in version 2 of cgroups, and in version 1
SWAP = {"memory.swap.max": "0", "memory.memsw.limit_in_bytes": str(MOST)}
KILLS = ("memory.events", "memory.oom_control")  # either has a line with how many were killed


@cache
def groups() -> Path | None:
    """The folder in which cgroups with a limit can be made, if there is one."""
    lines = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
    mine = {kinds: path for _, kinds, path in (line.split(":", 2) for line in lines)}
    version_1 = CGROUPS / "memory" / mine.get("memory", "/").lstrip("/")
    base = version_1 if "memory" in mine else CGROUPS
    try:
        dissolve(make(base))
    except OSError:
        return None
    return base


def make(base: Path) -> Path:
    """A cgroup below this folder whose processes have MOST bytes together."""
    group = base / f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}"
    group.mkdir()
    try:
        limit = next(name for name in LIMITS if (group / name).exists())
        (group / limit).write_text(str(MOST), "utf-8")
        for name, value in SWAP.items():
            if (group / name).exists():
                (group / name).write_text(value, "utf-8")
    except (OSError, StopIteration) as error:
        group.rmdir()
        raise OSError(f"{group}: no limit of memory can be set") from error
    return group


def killed(group: Path | None) -> bool:
    """Whether a process of this cgroup was killed because of its limit."""
    if group is None:
        return False
    text = next(group / name for name in KILLS if (group / name).exists()).read_text("utf-8")
    counts = dict(line.split() for line in text.splitlines())
    return int(counts.get("oom_kill", 0)) > 0


def dissolve(group: Path, patience: float = 2.0) -> None:
    """Takes a cgroup away, as soon as the processes in it have ended."""
    until = time.monotonic() + patience
    while True:
        try:
            return group.rmdir()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def sweep() -> None:
    """Takes away the cgroups of those who were killed and could not.

    One whose maker lives is left alone, even without a process in it: another grader reads its
    events after the sandbox has ended.
    """
    for group in (groups() or Path("/nonexistent")).glob(f"{PREFIX}*-*"):
        maker = group.name.removeprefix(PREFIX).split("-")[0]
        if not psutil.pid_exists(int(maker)):
            with suppress(OSError):  # its processes have not ended yet
                group.rmdir()


def held_by(pid: int) -> int:
    """Bytes that a process and its descendants hold; what they share is counted once, where this
    machine says what they share.
    """
    try:
        root = psutil.Process(pid)
        processes = [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    shared = {}  # maps that outlive what a process has of them, by their inodes
    for process in processes:
        shared |= _shared(process.pid)
    return sum(map(_held, processes)) + sum(shared.values())


def _shared(pid: int) -> dict[str, int]:
    try:
        lines = Path(f"/proc/{pid}/maps").read_text("utf-8", "replace").splitlines()
    except OSError:  # it has ended, or cannot be looked into
        return {}
    found = [line.split() for line in lines if line.endswith("/dev/zero (deleted)")]
    return {
        inode: int(at.split("-")[1], 16) - int(at.split("-")[0], 16)
        for at, _, _, _, inode, *_ in found
    }


def _held(process: psutil.Process) -> int:
    try:
        return process.memory_full_info().pss
    except psutil.AccessDenied:
        return process.memory_info().rss
    except psutil.NoSuchProcess:
        return 0
