"""The verdict on every number that the slides print."""

import csv
from collections import Counter
from pathlib import Path

from unrolled.bptt import demo
from unrolled.errata.printed import counts, symbol, verdicts

TRACE = demo.trace()
with open(Path(__file__).parent / "verdicts.csv", encoding="utf-8") as file:
    KNOWN = {(r["quantity"], int(r["line"]), r["index"]): r for r in csv.DictReader(file)}


def key(number):
    return number.quantity, number.line, ".".join(str(i + 1) for i in number.index)


def test_all_216_printed_numbers_get_the_known_verdict():
    found = verdicts(TRACE)
    assert len(found) == len(KNOWN) == 216
    assert {key(n): n.verdict for n in found} == {k: r["verdict"] for k, r in KNOWN.items()}


def test_the_verdicts_count_up_as_the_text_says():
    assert counts(verdicts(TRACE)) == {
        "rounded": 171,
        "accumulated": 29,
        "truncated": 5,
        "inherited": 7,
        "wrong": 4,
    }


def test_the_exact_values_agree_with_fifty_digit_arithmetic_to_11_digits():
    for number in verdicts(TRACE):
        wanted = float(KNOWN[key(number)]["exact"])
        assert abs(number.exact - wanted) < 1e-11, key(number)


def test_the_mistyped_factor_explains_the_whole_wrong_column():
    error = TRACE["dz_3"].value.round(4)
    printed = [n for n in verdicts(TRACE) if n.quantity == "dW_yh_3" and n.index[1] == 1]
    for n, value in zip(printed, error * 0.353, strict=True):
        digits = len(n.text.split(".")[1])
        unit = 10.0**-digits
        assert abs(float(n.text) - value) < unit, n
    assert Counter(n.verdict for n in printed) == {"wrong": 3, "rounded": 1}


def test_another_network_would_get_other_verdicts():
    """The verdicts are computed, not stored: nudge one weight and they change."""
    moved = demo.MODEL._replace(cell=demo.MODEL.cell._replace(b_h=demo.MODEL.cell.b_h + 0.01))
    assert counts(verdicts(demo.trace(moved)))["rounded"] < 100


def test_every_printed_quantity_has_symbols_and_a_row():
    found = verdicts(TRACE)
    assert symbol("carry_2") == "W<sub>hh</sub><sup>⊤</sup> Tδ<sub>3</sub>"
    assert symbol("dW_yh") == "∂L/∂W<sub>qh</sub>"
    assert len(found) == 216
    assert counts(found)["rounded"] == 171
