"""Build the site: run the notebooks that changed, render beside the old site, then change places.

`make book` calls `python -m unrolled.site.build` in the folder of _config.yml. What fails is named
in a few lines, and the site of before stays as it was.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import yaml
from sphinx_external_toc.parsing import parse_toc_yaml

from unrolled.site.execute import execute


def build(root: Path) -> int:
    """The site in _build/html. Returns 0, or 1 when what stands there is still the old one."""
    begun = time.time()
    built = root / "_build"
    aside = root / "_build/next"
    pages = [root / f"{name}.ipynb" for name in parse_toc_yaml(root / "_toc.yml")]
    settings = yaml.safe_load((root / "_config.yml").read_text("utf-8"))["execute"]
    left = settings.get("exclude_patterns", ())
    notebooks = [p for p in pages if p.exists() and not any(p.match(each) for each in left)]
    if not execute(notebooks, root, root / settings["cache"], settings["timeout"]):
        return _stop()
    print("Rendering the site; this takes about half a minute.", flush=True)
    shutil.rmtree(aside, ignore_errors=True)
    if not render(root, aside):
        return _stop()
    made = aside / "_build/html"
    wheel(root, made)
    os.utime(made / "index.html", (begun, begun))  # what changed since is newer, for make
    shutil.rmtree(built / "html", ignore_errors=True)
    made.rename(built / "html")
    shutil.rmtree(aside)
    return 0


def render(root: Path, aside: Path) -> bool:
    """Whether Jupyter Book made every page without a warning; it says itself what it warns of."""
    tool = [Path(sys.executable).with_name("jupyter-book"), "build", root, "--path-output", aside]
    rules = ["--all", "-W", "-n", "--keep-going", "--quiet"]
    return subprocess.run([*tool, *rules], cwd=root, stdout=subprocess.DEVNULL).returncode == 0


def wheel(root: Path, into: Path) -> None:
    """The package as one file, from a copy: setuptools would leave its `build` in the root."""
    copy = into.parent / "package"
    shutil.copytree(root / "src/unrolled", copy / "src/unrolled")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, copy)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", into, copy], check=True)


def _stop() -> int:
    print("The site was not built; what was there before is unchanged.")
    return 1


if __name__ == "__main__":
    try:
        sys.exit(build(Path.cwd()))
    except KeyboardInterrupt:
        sys.exit(_stop())
