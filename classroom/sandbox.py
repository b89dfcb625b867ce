"""A Python kernel that sees no network, no gradebook, no other student's files: bubblewrap.

Inside there are the system's programs, Python, the book's package and an empty home, all read-only
but the home; one folder is shared, in which the kernel's sockets lie.
"""

import os
import secrets
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
USERS = range(200_000, 260_000)  # where the grader is root, each sandbox is a user of its own
MEMORY, PROCESSES, FILE, HOME = 1 << 30, 48, 16 << 20, 64 << 20  # bytes; HOME is all it can store
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache")
MISSING = (
    "No sandbox here: bubblewrap (Debian: apt-get install bubblewrap) {}. Student code could read"
    " the answers and write the marks. To grade in spite of it, say UNSAFE=1."
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


def command(shared: Path, *inside: str, user: int = 0) -> list[str]:
    """What runs `inside` in a sandbox that shares this folder, and dies with its parent."""
    argv = ["bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    argv += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--hostname", "h"]
    argv += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if user else ["--unshare-user"]
    for path in SYSTEM:
        if os.path.islink(path):
            argv += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            argv += ["--ro-bind", path, path]
    argv += ["--proc", "/proc", "--dev", "/dev"]
    argv += ["--size", str(HOME), "--perms", "1777", "--tmpfs", "/tmp"]
    for path in dict.fromkeys((sys.base_prefix, sys.prefix)):
        argv += [] if path.startswith("/usr") else _bind("--ro-bind", path, path)
    argv += _bind("--ro-bind", str(ROOT / "src/unrolled"), "/package/unrolled")
    argv += [*_bind("--bind", str(shared), str(shared)), "--chdir", "/tmp"]
    for name, value in {
        "HOME": "/tmp", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONPATH": "/package",
        "OPENBLAS_NUM_THREADS": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "IPYTHONDIR": "/tmp/.ipython", "PYTHONDONTWRITEBYTECODE": "1",
    }.items():  # fmt: skip
        argv += ["--setenv", name, value]
    limits = ["prlimit", f"--as={MEMORY}", f"--nproc={PROCESSES}", f"--fsize={FILE}", "--core=0"]
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
