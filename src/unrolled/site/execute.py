"""Run notebooks side by side and keep their outputs where the site's builder looks for them."""

import asyncio
import os
import re
import time
import traceback
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from unrolled.site.needs import fingerprint

PATIENCE = 600  # seconds to start a kernel, on a machine that has other things to do
QUIET = ["--IPKernelApp.log_level=ERROR"]  # no warning about kernels on the machine's own ports


def code(notebook: nbformat.NotebookNode) -> str:
    """All code of a notebook."""
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


def is_fresh(path: Path, root: Path, cache) -> bool:
    """Whether the cache holds what this notebook would say now."""
    notebook = nbformat.read(path, as_version=4)
    try:
        record = cache.match_cache_notebook(notebook)
    except KeyError:
        return False
    return record.data.get("needs") == fingerprint(code(notebook), root)


def execute(paths: list[Path], root: Path, kept: Path, timeout: int) -> bool:
    """Runs the notebooks that are not fresh, one a core. Whether all of them came to their end."""
    cache = get_cache(kept)
    stale = [path for path in paths if not is_fresh(path, root, cache)]
    if stale:
        count = f"{len(stale)} of {len(paths)} notebooks"
        print(f"Running {count}; all of them take about two minutes.", flush=True)
    return asyncio.run(_all(stale, root, cache, timeout))


async def _all(paths: list[Path], root: Path, cache, timeout: int) -> bool:
    gate = asyncio.Semaphore(min(4, os.cpu_count() or 1))
    return all(await asyncio.gather(*(_one(path, root, cache, timeout, gate) for path in paths)))


async def _one(path: Path, root: Path, cache, timeout: int, gate: asyncio.Semaphore) -> bool:
    async with gate:
        notebook = nbformat.read(path, as_version=4)
        at = []
        start = time.monotonic()
        now = fingerprint(code(notebook), root)
        client = NotebookClient(
            notebook,
            timeout=timeout,
            startup_timeout=PATIENCE,
            iopub_timeout=PATIENCE,
            extra_arguments=QUIET,
            record_timing=False,  # would change the cells that the cache is asked for
            store_widget_state=False,  # pages carry their widgets as text/html
            resources={"metadata": {"path": path.parent}},
            on_cell_start=lambda cell, cell_index: at.append(cell_index),
        )
        try:
            await client.async_execute()
        except Exception as error:
            log = cache.path.parent / f"{path.stem}.log"
            log.write_text(_plain("".join(traceback.format_exception(error))), encoding="utf-8")
            print(f"{path.relative_to(root)}, {_place(notebook, at)}: {_short(error)}")
            print(f"  The whole traceback: {log.relative_to(root)}", flush=True)
            return False
        seconds = time.monotonic() - start
        data = {"execution_seconds": seconds, "needs": now}
        bundle = CacheBundleIn(notebook, str(path), data=data)
        cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
        print(f"  {path.relative_to(root)}: {seconds:.0f} s", flush=True)
        return True


def _place(notebook: nbformat.NotebookNode, at: list[int]) -> str:
    """The cell that was begun last, as Jupyter numbers it, and its first line."""
    if not at:
        return "before its first cell"
    number = sum(cell.cell_type == "code" for cell in notebook.cells[: at[-1] + 1])
    return f"cell [{number}] `{notebook.cells[at[-1]].source.splitlines()[0]}`"


def _short(error: Exception) -> str:
    """One or two lines that say what happened, and in which line of the cell."""
    if not isinstance(error, CellExecutionError):
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    line = re.findall(r"Cell In\[\d+\], line (\d+)", _plain(error.traceback))
    where = f"line {line[-1]}: " if line else ""
    return where + "\n  ".join(f"{error.ename}: {_plain(error.evalue)}".splitlines()[:4])


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)
