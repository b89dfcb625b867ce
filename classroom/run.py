"""Run a notebook of somebody else's: in the sandbox, within limits, to its end.

A cell that takes too long, says too much or ends the kernel is left out, and the notebook runs
again without it, so the other answers still count. All runs together have one limit of time: when
it is reached, what has run counts.
"""

import asyncio
import atexit
import os
import subprocess
import tempfile
import time
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from subprocess import DEVNULL

import zmq.asyncio
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.session import Session
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets import Instance, default

from classroom import memory, sandbox

SECONDS, WHOLE = 10, 120  # a cell; a submission, with all that is run again
PATIENCE, AGAIN, LOOK = 120, 6, 0.25  # a kernel's start; how often it runs anew; s between looks
SAYS = 200_000  # characters a cell may print
CELL, RUN = 4 << 20, 16 << 20  # bytes of all that a kernel sends in one cell, and in one run
EACH = 200  # bytes that a message counts at least
LEFT_OUT = "# Left out when it was graded: {}.\n"
MUCH = f"it needed more than {memory.MOST >> 30} GB of memory"
FLOOD = f"it sent more output than allowed ({CELL >> 20} MB a cell, {RUN >> 20} MB a run)"


class Flood(Exception):
    """A kernel sends more than it may."""


class Budget:
    """What a kernel may still send: in this cell, and in this run."""

    def __init__(self):
        self.cell = CELL
        self.run = RUN
        self.stop = lambda: None

    def spend(self, size: int) -> None:
        self.cell, self.run = self.cell - size, self.run - size
        if self.spent():
            self.stop()
            raise Flood

    def spent(self) -> bool:
        return min(self.cell, self.run) < 0


class Counted(Session):
    """Counts what a kernel sends, on every channel and of every kind, before it is read."""

    budget = Instance(Budget)  # a trait, because a client gets a copy of the session

    def deserialize(self, msg_list, *args, **kwargs):
        self.budget.spend(sum(max(EACH, len(part)) for part in msg_list))
        return super().deserialize(msg_list, *args, **kwargs)


class Client(NotebookClient):
    """Runs cells one after the other; what a cell has shown, no later one can change."""

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"].startswith(("update_display", "comm_")):
            return None
        if isinstance(msg["content"], dict):
            msg["content"].pop("transient", None)  # by it a display changes what another showed
        return super().process_message(msg, cell, cell_index)


class Kernel(AsyncKernelManager):
    """A kernel in a sandbox, or in the open where `unsafe`; it talks through files."""

    unsafe = False
    user = 0
    group = None

    @default("transport")
    def _over_files(self):
        return "ipc"

    def format_kernel_cmd(self, extra_arguments=None):
        argv = super().format_kernel_cmd(extra_arguments)
        if self.unsafe:
            return argv
        shared = Path(self.connection_file).parent
        return sandbox.command(shared, *argv, user=self.user, group=self.group)

    def write_connection_file(self, **kwargs):
        super().write_connection_file(**kwargs)
        if self.user:
            os.chown(self.connection_file, self.user, self.user)


def run(
    notebook: NotebookNode, seconds: float = SECONDS, unsafe: bool = False, whole: float = WHOLE
) -> dict[str, str]:
    """Runs the code in place and returns which cells were left out, and why.

    `seconds` are for a cell, `whole` for everything. Raises RuntimeError where there is no sandbox,
    unless `unsafe`.
    """
    if not unsafe and sandbox.trouble():
        raise RuntimeError(sandbox.trouble())
    until = time.monotonic() + whole
    left_out: dict[int, str] = {}
    given_up = f"the grader stopped after {AGAIN} attempts"
    for _ in range(AGAIN):
        attempt = deepcopy(notebook)
        for index, reason in left_out.items():
            attempt.cells[index].source = LEFT_OUT.format(reason)
        bad, reason = asyncio.run(_once(attempt, seconds, until, unsafe))
        if time.monotonic() >= until:
            given_up = f"it took more than {whole:g} seconds and was stopped"
            break
        if not reason:
            given_up = ""
            break
        left_out[bad] = reason
    for cell, ran in zip(notebook.cells, attempt.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    stopped = {notebook.cells[index].id: reason for index, reason in left_out.items()}
    return stopped | ({"all": given_up} if given_up else {})


async def _once(
    notebook: NotebookNode, seconds: float, until: float, unsafe: bool
) -> tuple[int, str]:
    """Runs to the end, or to the cell that does not let it, with the reason."""
    at = []
    budget = Budget()
    context = zmq.asyncio.Context()
    context.setsockopt(zmq.MAXMSGSIZE, CELL)
    context.setsockopt(zmq.RCVHWM, 64)  # messages that wait here to be read
    folder = tempfile.mkdtemp(prefix="u")
    base = None if unsafe else memory.groups()
    group = memory.make(base) if base else None
    km = Kernel(connection_file=f"{folder}/k.json", context=context)
    km.session = Counted(parent=km, budget=budget)
    km.unsafe = unsafe
    km.user = sandbox.own(folder)
    km.group = group

    def begin(cell, cell_index):
        at.append(cell_index)
        budget.cell = CELL

    client = Client(
        notebook,
        km=km,
        timeout=seconds,
        startup_timeout=PATIENCE,
        allow_errors=True,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR", "--HistoryManager.enabled=False"],
        on_cell_start=begin,
        on_notebook_start=lambda notebook: sandbox.shut(folder),
    )
    running = asyncio.ensure_future(
        client.async_execute(stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    )
    budget.stop = running.cancel
    too_much = asyncio.Event()
    watching = None if unsafe or group else asyncio.ensure_future(_watch(km, running, too_much))
    try:
        await asyncio.wait_for(running, max(0, until - time.monotonic()))
    except (Exception, asyncio.CancelledError) as error:
        if not at and time.monotonic() < until:
            raise  # no fault of the notebook
        bad = (at or [0])[-1]
        reason = _why(error, seconds)
    else:
        bad = -1
        reason = ""
    finally:
        if watching:
            watching.cancel()
        await km.shutdown_kernel(now=True)
        if client.kc:
            client.kc.stop_channels()
        atexit.unregister(client._cleanup_kernel)  # what nbclient would do for its own kernels
        context.destroy(linger=0)
        os.chmod(folder, 0o755)
        subprocess.run(["rm", "-rf", "--", folder])  # however deep
    if bad >= 0 and (too_much.is_set() or memory.killed(group)):
        reason = MUCH
    if group:
        with suppress(OSError):  # `memory.sweep` comes by
            memory.dissolve(group)
    if budget.spent():
        bad, reason = (at or [0])[-1], FLOOD
    return bad, reason


def _why(error: BaseException, seconds: float) -> str:
    if isinstance(error, CellTimeoutError):
        return f"it took more than {seconds:g} seconds"
    if isinstance(error, DeadKernelError):
        return "it ended the kernel"
    return f"it broke the connection to its kernel ({type(error).__name__})"


async def _watch(km: Kernel, running: asyncio.Future, too_much: asyncio.Event) -> None:
    """Stops a sandbox without a cgroup whose processes hold too much memory together."""
    while True:
        await asyncio.sleep(LOOK)
        process = getattr(km.provisioner, "process", None)
        if process and memory.held_by(process.pid) > memory.MOST:
            too_much.set()
            process.kill()
            running.cancel()
            return
