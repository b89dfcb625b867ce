"""A Python kernel that sees no network, no gradebook, no other student's files: bubblewrap.

Inside there are the system's programs, Python, the book's package and an empty home, all read-only
but the home; one folder is shared, in which the kernel's sockets lie. Limits of each
process are set here, their common limit of memory in `memory`.
"""

import atexit
import errno
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from classroom import memory

ROOT = Path(__file__).parents[1]
USERS = range(200_000, 260_000)  # where the grader is root, each sandbox is a user of its own
PROCESSES, FILES, FILE, HOME = 32, 128, 16 << 20, 64 << 20  # HOME: bytes of all that it can store
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache")
MISSING = (
    "No sandbox here: bubblewrap (Debian: apt-get install bubblewrap) {}. Student code could read"
    " the answers and write the marks. To grade anyway, set UNSAFE=1."
)
# System calls that would get round a limit: memory that belongs to no process, a sandbox within the
# sandbox, and opening again the folder of the sockets (IPython cannot do without a `chmod`, so that
# one does nothing).
REFUSED = (
    "memfd_create", "memfd_secret", "shmget", "msgget", "semget", "io_uring_setup", "userfaultfd",
    "bpf", "perf_event_open", "add_key", "keyctl", "request_key",
    "unshare", "setns", "mount", "fsopen", "open_tree", "move_mount",
    "setxattr", "lsetxattr", "fsetxattr",
    452, 463, 467,  # fchmodat2, setxattrat, open_tree_attr: younger than many a libseccomp
)  # fmt: skip
WITHOUT_EFFECT = ("chmod", "fchmod", "fchmodat")
NEW_USERS = 0x10000000  # CLONE_NEWUSER
START = (  # the filter is read and the cgroup entered on the way into the sandbox
    'filter=$1; group=$2; shift 2; [ -z "$group" ] || echo 0 >"$group/cgroup.procs" || exit 1;'
    ' [ -z "$filter" ] || exec "$@" 3<"$filter"; exec "$@"'
)


def own(folder: str) -> int:
    """Gives the folder to a user that nobody else is; 0 where the grader is no root."""
    if os.getuid():
        return 0
    user = secrets.choice(USERS)
    os.chown(folder, user, user)
    return user


def shut(folder: str) -> None:
    """Nothing more can be put into the folder: the kernel's sockets are in it."""
    if not os.getuid():
        os.chown(folder, 0, 0)
    os.chmod(folder, 0o555)


@cache
def seccomp() -> Path | None:
    """A file with the filter that refuses REFUSED; None where there is no libseccomp."""
    try:
        import pyseccomp
    except (ImportError, RuntimeError):  # the library that it speaks to is missing
        return None
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    answers = dict.fromkeys(REFUSED, errno.EPERM) | dict.fromkeys(WITHOUT_EFFECT, 0)
    for name, answer in answers.items():
        with suppress(OSError, RuntimeError, ValueError):  # libseccomp does not know the call
            rules.add_rule(pyseccomp.ERRNO(answer), name)
    new_users = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, NEW_USERS, NEW_USERS)
    rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "clone", new_users)
    rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")  # its flags cannot be seen: use clone
    handle, name = tempfile.mkstemp(prefix="unrolled-", suffix=".bpf")
    with open(handle, "wb") as file:
        rules.export_bpf(file)
    atexit.register(_remove, name, os.getpid())
    return Path(name)


def _remove(name: str, made_by: int) -> None:
    if os.getpid() == made_by:  # and not one that it forked
        os.unlink(name)


def seen() -> list[Path]:
    """What of this machine can be read from the inside."""
    folders = (*SYSTEM, sys.base_prefix, sys.prefix, ROOT / "src/unrolled")
    return [Path(folder).resolve() for folder in folders]


def command(shared: Path, *inside: str, user: int = 0, group: Path | None = None) -> list[str]:
    """What runs `inside` in a sandbox that shares this folder, and dies with its parent.

    `user` is whose processes they are where the grader is root, `group` the cgroup they are in.
    """
    filtered = seccomp()
    argv = ["sh", "-c", START, "sandbox", str(filtered or ""), str(group or "")]
    argv += ["bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    argv += ["--seccomp", "3"] if filtered else []
    argv += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--hostname", "h"]
    argv += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if user else ["--unshare-user"]
    for path in SYSTEM:
        if os.path.islink(path):
            argv += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            argv += ["--ro-bind", path, path]
    argv += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    argv += ["--size", str(HOME), "--perms", "1777", "--tmpfs", "/tmp"]
    for path in dict.fromkeys((sys.base_prefix, sys.prefix)):
        argv += [] if path.startswith("/usr") else _bind("--ro-bind", path, path)
    argv += _bind("--ro-bind", str(ROOT / "src/unrolled"), "/package/unrolled")
    argv += [*_bind("--bind", str(shared), str(shared)), "--chdir", "/tmp"]
    argv += ["--remount-ro", "/"]
    for name, value in {
        "HOME": "/tmp",
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PYTHONPATH": "/package",
        "OPENBLAS_NUM_THREADS": "1",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "IPYTHONDIR": "/tmp/.ipython",
        "PYTHONDONTWRITEBYTECODE": "1",
    }.items():
        argv += ["--setenv", name, value]
    limits = ["prlimit", f"--as={memory.MOST}", f"--nproc={PROCESSES}", f"--nofile={FILES}",
              f"--fsize={FILE}", "--core=0"]  # fmt: skip
    if user:  # root has no limit of processes
        drop = ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups"]
        limits = [*drop, "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", *limits]
    return [*argv, *limits, *inside]


def _bind(how: str, path: str, seen_as: str) -> list[str]:
    """A folder of this machine, below folders that may be passed through."""
    above = reversed(Path(seen_as).parents[:-1])
    through = [word for folder in above for word in ("--perms", "0755", "--dir", str(folder))]
    return [*through, how, path, seen_as]


@cache
def trouble() -> str:
    """Why there is no sandbox on this machine; empty where there is one."""
    if not shutil.which("bwrap"):
        return MISSING.format("is not installed")
    ran = subprocess.run(command(Path("/tmp"), "true"), capture_output=True, text=True)
    return MISSING.format(f"does not work: {ran.stderr.strip()}") if ran.returncode else ""


def lacking() -> list[str]:
    """Which limits this machine cannot hold, in sentences for who grades on it."""
    out = []
    if not seccomp():
        out.append(
            "No libseccomp here (Debian: apt-get install libseccomp2): code in the sandbox can"
            " use shared memory that no limit counts."
        )
    if not memory.groups():
        out.append(
            "No cgroup can be made here: the grader checks the memory of a submission four times a"
            " second, and does not count what the system keeps for sockets and empty files."
        )
    return out
