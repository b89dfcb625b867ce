"""A module and the kit: one scope each, one copy a page."""

import inspect
import re

import pytest
from py_mini_racer import MiniRacer

from unrolled.bptt.immediate_or_total import ImmediateOrTotal
from unrolled.gru.gates_as_valves import GatesAsValves
from unrolled.site.theme import once
from unrolled.widget.inline import KIT, engine, kit, module, pieces, sources, styles

FILES = sorted(path.stem for path in KIT.glob("*.js"))


@pytest.fixture
def widget(tmp_path):
    """`widget(text, name=text, ...)`: a module's file, and files beside it by name."""

    def written(text, **beside):
        for name, code in {"some": text, **beside}.items():
            (tmp_path / f"{name}.js").write_text(code, encoding="utf-8")
        return tmp_path / "some.py"

    return written


def test_a_name_of_the_kit_is_free_in_a_widget(widget):
    own = "import { h } from '../widget/kit/dom.js';\n".replace("'", '"')
    code = module(widget(f"{own}const patch = 1;\nconst round = 2;\nglobalThis.got = [h, patch];"))
    runs = MiniRacer()
    runs.eval(code)
    assert runs.eval("typeof got[0]") == "function"
    assert runs.eval("got[1]") == 1


def test_only_what_is_needed_comes_with_it_and_in_order(widget):
    text = kit("axes")
    assert re.findall(r"^KIT\.(\w+) =", text, re.M) == ["motion", "numbers", "dom", "text", "axes"]
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


VIEW = """import { sum } from "../widget/kit/maths.js";
import { mean, half as part } from "./averages.js";
const own = (x) => sum(x) - mean(x);
export const other = 3;
export default { still: (x) => own(x) + part(1) + other };
"""
AVERAGES = """import { sum } from "../widget/kit/maths.js";
import { count } from "./counting.js";
const own = 0;
/** The mean. */
export const mean = (x) => sum(x) / count(x) + own;
export function half(x) {
  return x / 2;
}
"""
COUNTING = "export const count = (x) => x.length;\n"


def test_arithmetic_may_stand_in_files_beside_a_widget(widget):
    own = sources(widget(VIEW, averages=AVERAGES, counting=COUNTING))[1]
    assert re.findall(r"^BESIDE\.(\w+) =", own, re.M) == ["counting", "averages"]
    runs = engine(module(widget(VIEW, averages=AVERAGES, counting=COUNTING)))
    assert runs.call("still", "[[1, 2, 6]]") == 9 - 3 + 0.5 + 3


def test_what_files_beside_a_widget_export_can_be_called_by_tests(widget):
    runs = engine(module(widget(VIEW, averages=AVERAGES, counting=COUNTING)))
    assert runs.eval("module.mean([1, 2, 6])") == 3
    assert runs.eval("module.count([1, 2, 6])") == 3
    assert runs.eval("module.other") == 3
    assert not runs.eval("'own' in module")


def test_a_name_that_a_file_beside_a_widget_does_not_hand_out_is_refused(widget):
    file = widget('import { mode } from "./counting.js";\n', counting=COUNTING)
    with pytest.raises(ValueError, match=r"counting.js: got \['mode'\], expected"):
        module(file)


@pytest.mark.parametrize("file", [name for name in FILES if not name.startswith(("host", "old"))])
def test_every_file_of_the_kit_loads_without_a_page(file):
    MiniRacer().eval(kit(file))


def test_a_page_holds_each_source_once():
    one = '<style data-source="s1">a</style><script type="text/plain" data-source="s2">b</script>'
    other = '<script data-source="s3">c</script>'
    assert once(one + other + one) == one + other


def test_widgets_share_the_files_of_the_kit_that_both_need():
    few, more = (pieces(kit(*names)) for names in (["numbers"], ["numbers", "dom"]))
    assert "".join(more) == kit("numbers", "dom")
    assert {*few} < {*more}


def test_styles_of_the_kit_come_first_and_once_on_a_page():
    sheets = [styles(inspect.getfile(kind)) for kind in (GatesAsValves, ImmediateOrTotal)]
    (kit_sheet, own), (same, other_own) = sheets
    assert kit_sheet == same
    assert ".kit-row" in kit_sheet
    assert ".drops" in own
    assert GatesAsValves._css == f"{kit_sheet}\n{own}"  # in a kernel's page, as one
    tags = re.compile(r'<style data-source="\w+">(.*?)</style>', re.S)
    widgets = GatesAsValves(), ImmediateOrTotal()
    assert tags.findall(widgets[0].static_html()) == [kit_sheet, own]
    page = once("".join(widget.static_html() for widget in widgets))
    assert tags.findall(page) == [kit_sheet, own, other_own]
