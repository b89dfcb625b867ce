"""A module and the kit: one scope each, one copy a page."""

import re

import pytest
from py_mini_racer import MiniRacer

from unrolled.site.theme import once
from unrolled.widget.inline import KIT, kit, module, sources

FILES = sorted(path.stem for path in KIT.glob("*.js"))


@pytest.fixture
def widget(tmp_path):
    def made(text):
        (tmp_path / "some.js").write_text(text, encoding="utf-8")
        return tmp_path / "some.py"

    return made


def test_a_name_of_the_kit_is_free_in_a_widget(widget):
    own = "import { h } from '../widget/kit/dom.js';\n".replace("'", '"')
    code = module(widget(f"{own}const patch = 1;\nconst round = 2;\nglobalThis.got = [h, patch];"))
    runs = MiniRacer()
    runs.eval(code)
    assert runs.eval("typeof got[0]") == "function"
    assert runs.eval("got[1]") == 1


def test_only_what_is_needed_comes_with_it_and_in_order(widget):
    text = kit("axes")
    assert re.findall(r"^KIT\.(\w+) =", text, re.M) == ["dom", "numbers", "text", "axes"]
    assert "KIT.graph" not in sources(widget('import { h } from "../widget/kit/dom.js";\n'))[0]


def test_an_import_may_rename_and_have_several_lines(widget):
    file = widget(
        'import {\n  h as made,\n} from "../widget/kit/dom.js";\nglobalThis.got = made;\n'
    )
    runs = MiniRacer()
    runs.eval(module(file))
    assert runs.eval("got('b', {}).tag") == "b"


def test_a_name_that_the_kit_does_not_hand_out_is_refused(widget):
    with pytest.raises(ValueError, match=r"dom.js: got \['patsch'\], expected"):
        module(widget('import { h, patsch as patch } from "../widget/kit/dom.js";\n'))


@pytest.mark.parametrize("file", [name for name in FILES if not name.startswith(("host", "old"))])
def test_every_file_of_the_kit_loads_without_a_page(file):
    MiniRacer().eval(kit(file))


def test_a_page_holds_each_source_once():
    one = '<style data-source="s1">a</style><script type="text/plain" data-source="s2">b</script>'
    other = '<script data-source="s3">c</script>'
    empty = '<style data-source="s1"></style><script type="text/plain" data-source="s2"></script>'
    assert once(one + other + one) == one + other + empty
