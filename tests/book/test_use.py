"""The page *Use the package* does what it says, in a bare interpreter."""

import re
import subprocess
import sys

from tests.conftest import ROOT


def test_its_examples_print_what_they_say(tmp_path):
    text = (ROOT / "book/use.md").read_text("utf-8")
    examples = re.findall(r"(?s)```python\n(.*?)```", text)
    assert len(examples) == 5
    file = tmp_path / "use.txt"
    file.write_text("\n".join(examples), "utf-8")
    run = subprocess.run([sys.executable, "-m", "doctest", file], capture_output=True, text=True)
    assert run.stdout + run.stderr == ""
