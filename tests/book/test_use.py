"""The page *Use the package* does what it says, in a bare interpreter."""

import doctest
import re

from tests.conftest import ROOT


def test_its_examples_print_what_they_say():
    text = (ROOT / "book/use.md").read_text("utf-8")
    examples = "\n".join(re.findall(r"(?s)```python\n(.*?)```", text))
    test = doctest.DocTestParser().get_doctest(examples, {}, "use.md", "book/use.md", 0)
    assert len(test.examples) > 20
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize() == (0, len(test.examples))
