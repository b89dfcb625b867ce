"""Runs tasks in parallel: in processes of this machine, or on a Dask cluster.

The processes speak through pipes, so there is no port to connect to. A cluster is spoken to with
certificates, or not at all.
"""

import resource
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from pebble import ProcessExpired, ProcessPool

from classroom import memory

AHEAD = 4  # tasks a worker that wait for it: not all submissions are in memory at once
MEMORY = 2 << 30  # bytes of a worker
RENEWED = 100  # after so many tasks a worker is a new one
TLS = (
    "SCHEDULER: got {!r}, expected tls://…, with certificates in Dask's settings"
    " (distributed.comm.tls). Without them anyone who can reach the scheduler can run code under"
    " your account. If nobody else is on the network, set UNSAFE=1."
)

Result = tuple[object, object, str]  # a task, what came of it, or why nothing did


class Here:
    """Processes of this machine, each of which is ended when a task takes too long."""

    def __init__(self, cores: int, seconds: float):
        self.cores, self.seconds = cores, seconds

    def results(self, function: Callable, tasks: Iterable) -> Iterator[Result]:
        """Each task as soon as it is done; one whose worker died is tried once more."""
        with tempfile.TemporaryDirectory(prefix="u") as folder:
            try:
                yield from self._results(function, iter(tasks), folder)
            finally:
                # What a killed worker left; rmtree would not get to the end of deep folders.
                subprocess.run(["rm", "-rf", "--", *map(str, Path(folder).iterdir())])
                memory.sweep()

    def _results(self, function: Callable, tasks: Iterator, folder: str) -> Iterator[Result]:
        pool = ProcessPool(self.cores, RENEWED, _begin, [folder], context=get_context("spawn"))
        waiting = {}
        again = set()

        def submit(number: int, task: object) -> None:
            waiting[pool.schedule(function, [task], timeout=self.seconds)] = number, task

        try:
            numbered = enumerate(tasks)
            for number, task in islice(numbered, AHEAD * self.cores):
                submit(number, task)
            while waiting:
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    number, task = waiting.pop(future)
                    error = future.exception()
                    if isinstance(error, ProcessExpired) and number not in again:
                        again.add(number)
                        submit(number, task)
                        continue
                    for more in islice(numbered, 1):
                        submit(*more)
                    yield (task, None, self._why(error)) if error else (task, future.result(), "")
            pool.close()
        finally:
            if waiting:
                pool.stop()
            else:
                pool.close()
            pool.join()

    def _why(self, error: BaseException) -> str:
        if isinstance(error, TimeoutError):
            return f"it took more than {self.seconds:g} seconds in all"
        if isinstance(error, ProcessExpired):
            return "the process that worked on it crashed twice"
        return f"{type(error).__name__}: {error}"


def _begin(folder: str) -> None:
    """In a worker: files go where they will be cleared away, memory has an end."""
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that writes
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class There:
    """The workers of a Dask cluster."""

    def __init__(self, address: str, unsafe: bool = False):
        from distributed import Client, Security

        if not (address.startswith("tls://") or unsafe):
            raise ValueError(TLS.format(address))
        encrypted = address.startswith("tls://")
        security = Security(require_encryption=True) if encrypted else None
        self.client = Client(address, security=security)

    def results(self, function: Callable, tasks: Iterable) -> Iterator[Result]:
        """Each task as soon as it is done; one whose worker died is tried once more."""
        from distributed import as_completed

        with self.client as client:
            waiting = {client.submit(function, t, pure=False, retries=1): t for t in tasks}
            for future in as_completed(waiting):
                done = future.status == "finished"
                why = "" if done else str(future.exception())
                yield waiting[future], future.result() if done else None, why
                future.release()
