"""Run a notebook of somebody else's: in the sandbox, within limits, to its end.

A cell that takes too long or takes the kernel with it is left out, and the notebook runs again
without it, so that the others keep their marks.
"""

import asyncio
import os
import subprocess
import tempfile
from collections import Counter
from copy import deepcopy
from pathlib import Path
from subprocess import DEVNULL

import zmq.asyncio
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from traitlets import default

from classroom import sandbox

SECONDS, PATIENCE, AGAIN = 10, 120, 6  # a cell; a kernel's start; how often it runs anew
SAYS, MESSAGE = 200_000, 32 << 20  # characters a cell may say; bytes of one message
LEFT_OUT = "# Left out when it was graded: {}.\n"


class Kernel(AsyncKernelManager):
    """A kernel in a sandbox, or in the open where `unsafe`; it talks through files."""

    unsafe, user = False, 0

    @default("transport")
    def _over_files(self):
        return "ipc"

    def format_kernel_cmd(self, extra_arguments=None):
        argv = super().format_kernel_cmd(extra_arguments)
        if self.unsafe:
            return argv
        return sandbox.command(Path(self.connection_file).parent, *argv, user=self.user)

    def write_connection_file(self, **kwargs):
        super().write_connection_file(**kwargs)
        if self.user:
            os.chown(self.connection_file, self.user, self.user)


class Client(NotebookClient):
    """Runs cells one after the other; errors do not stop it, floods are cut."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.said = Counter()

    def process_message(self, msg, cell, cell_index):
        self.said[cell_index] += len(str(msg["content"]))
        if self.said[cell_index] > SAYS and msg["msg_type"] in ("stream", "display_data"):
            return None
        return super().process_message(msg, cell, cell_index)


def run(notebook: NotebookNode, seconds: float = SECONDS, unsafe: bool = False) -> dict[str, str]:
    """Runs the code in place and returns which cells were left out, and why.

    Raises RuntimeError where there is no sandbox, unless `unsafe`.
    """
    if not unsafe and sandbox.trouble():
        raise RuntimeError(sandbox.trouble())
    left_out: dict[int, str] = {}
    for _ in range(AGAIN):
        attempt = deepcopy(notebook)
        for index, reason in left_out.items():
            attempt.cells[index].source = LEFT_OUT.format(reason)
        bad, reason = asyncio.run(_once(attempt, seconds, unsafe))
        if not reason:
            break
        left_out[bad] = reason
    for cell, ran in zip(notebook.cells, attempt.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    stopped = {notebook.cells[index].id: reason for index, reason in left_out.items()}
    return stopped | ({"all": "it was given up before its end"} if len(left_out) == AGAIN else {})


async def _once(notebook: NotebookNode, seconds: float, unsafe: bool) -> tuple[int, str]:
    """Runs to the end, or to the cell that does not let it, with the reason."""
    at = []
    context = zmq.asyncio.Context()
    context.setsockopt(zmq.MAXMSGSIZE, MESSAGE)
    folder = tempfile.mkdtemp(prefix="u")
    km = Kernel(connection_file=f"{folder}/k.json", context=context)
    km.unsafe, km.user = unsafe, sandbox.own(folder)
    client = Client(
        notebook,
        km=km,
        timeout=seconds,
        startup_timeout=PATIENCE,
        allow_errors=True,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR", "--HistoryManager.enabled=False"],
        on_cell_start=lambda cell, cell_index: at.append(cell_index),
        on_notebook_start=lambda notebook: sandbox.shut(folder),
    )
    try:
        await client.async_execute(stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
    except CellTimeoutError:
        bad, reason = at[-1], f"it took more than {seconds:g} seconds"
    except DeadKernelError:
        bad, reason = at[-1], "it ended the kernel"
    except Exception as error:
        if not at:
            raise  # no fault of the notebook
        bad, reason = at[-1], f"it broke the talk with its kernel ({type(error).__name__})"
    else:
        bad, reason = -1, ""
    finally:
        client.km = None  # nbclient would wait for a kernel that is to be killed
        await km.shutdown_kernel(now=True)
        context.destroy(linger=0)
        os.chmod(folder, 0o755)
        subprocess.run(["rm", "-rf", "--", folder])  # however deep
    floods = [index for index, said in client.said.items() if said > SAYS]
    return (floods[0], f"it said more than {SAYS:,} characters") if floods else (bad, reason)
