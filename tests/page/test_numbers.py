"""Where a number becomes text: Python and the browser show the same one, and it is true."""

import inspect
import re
from fractions import Fraction
from math import inf, isfinite, log10, nan

import numpy as np
import pytest

from tests.widget.kit import exported, run
from unrolled.page import numbers

EDGES = [0.0, -0.0, 1, -1, 2, 10, 999, 1000, 9999, 10000, 0.5, 0.05, 0.25, 0.125, 2.5, 0.00005]
EDGES += [-0.00004, 0.00049, 0.0005, 0.000996, 0.00099999, 0.001, 0.0995, 0.0996, 0.1, 0.10001]
EDGES += [0.994, 0.995, 0.998, 1 - 1e-9, 1 - 2**-53, 1 + 2**-52, 1.0049, 9.95, 9.96, 9.99999]
EDGES += [99.6, 999.4999, 999.996, 9949, 9999.4, 9999.5, 9999.99, 1e15 - 0.5, 1e15, 1e16, 1e21]
EDGES += [1.5e22, 1e300, 1.7976931348623157e308, 5e-324, 1e-300, 0.1 + 0.2, 0.37, 0.3701, nan]
EDGES += [inf, -inf, *(k / 64 for k in range(-64, 65)), *(k + 0.5 for k in range(12))]
WORDS = ["step", "loss", "entry", "day", "box", "batch", "hash", "memory"]
MINUSES = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")


def values(rng, n=5000):
    """Numbers of every size, many of them near what rounds up, and the edges."""
    sizes = rng.choice([-1, 1], n) * 10 ** rng.uniform(-8, 8, n)
    tenths = rng.integers(-(10**6), 10**6, n) / 10.0 ** rng.integers(0, 9, n)
    drawn = np.concatenate([sizes, tenths, rng.uniform(-2, 2, n)])
    return EDGES + rng.choice(drawn, n - len(EDGES), replace=False).tolist()


def digits_of(rng, xs):
    return [[x, int(d)] for x, d in zip(xs, rng.integers(0, 13, len(xs)), strict=True)]


ONE = ["number", "decimals", "short", "tight", "fine", "setting", "signed", "percent"]


def in_javascript(name):
    """The name of the same function there."""
    return re.sub("_(.)", lambda letter: letter[1].upper(), name)


def differing(name, arguments):
    """Arguments with what the browser and what Python shows, where these are not the same."""
    found = run("numbers", in_javascript(name), arguments)
    wanted = [getattr(numbers, name)(*a) for a in arguments]
    rows = zip(arguments, found, wanted, strict=True)
    return [row for row in rows if row[1] != row[2]]


def shown(text):
    """The exact number that a text names."""
    digits, _, power = text.translate(MINUSES).removesuffix("\u00a0%").partition("·10")
    return Fraction(digits.replace("+", "")) * Fraction(10) ** int(power or 0)


@pytest.mark.parametrize("name", ONE)
def test_the_browser_shows_the_same(name, rng):
    assert differing(name, [[x] for x in values(rng)]) == []


@pytest.mark.parametrize("name", ["number", "decimals", "signed"])
def test_the_browser_shows_the_same_with_other_digits(name, rng):
    assert differing(name, digits_of(rng, values(rng))) == []


def test_a_number_and_its_percent_sign_are_joined_alike():
    texts = ["5 % and 2.5 % of <b>10 %</b>", "10<sup>−9</sup>, a % b", "%", "7 % 3", "12\u00a0%"]
    assert differing("join_percents", [[text] for text in texts]) == []
    assert numbers.join_percents(texts[0]) == "5\u00a0% and 2.5\u00a0% of <b>10\u00a0%</b>"


def test_the_browser_shows_the_same_of_logarithms(rng):
    logs = [0, -0.0, 1, 3, 4, -3, -4, 3.99999, -3.00001, 0.99985, 0.99999, 1e6, -1e6, 308.3, -324]
    logs += [inf, -inf, nan, *map(log10, [0.5625, 0.0625, 9.995, 99.95, 9999.5, 0.000999])]
    logs += [log10(abs(x)) for x in values(rng, 2500) if x and isfinite(x)]
    logs += rng.uniform(-1000, 1000, 2500).tolist()
    assert differing("size", [[x] for x in logs]) == []


def test_the_browser_shows_the_same_pairs_powers_and_plurals(rng):
    xs = values(rng)
    assert differing("pair", list(map(list, zip(xs, xs[::-1], strict=True)))) == []
    powers = [0, -0.0, 9, 10, -10, 308, -324, 10**9, 1e22, *range(-2500, 2500)]
    assert differing("ten_to", [[n] for n in powers]) == []
    counts = [0, 1, 2, 1.5, 100, -1, *range(620)]
    assert differing("plural", [[n, one] for n in counts for one in WORDS]) == []


def test_both_have_the_same_functions():
    functions = inspect.getmembers(numbers, inspect.isfunction)
    own = {name for name, f in functions if f.__module__ == numbers.__name__ and name[0] != "_"}
    assert {in_javascript(name) for name in own} == exported("numbers")


@pytest.mark.parametrize("name", ONE)
def test_what_is_shown_is_the_number_rounded(name, rng):
    for x in filter(isfinite, values(rng)):
        if name == "percent" and abs(x) > 1e300:
            continue
        text = getattr(numbers, name)(x)
        gap = abs(shown(text) - Fraction(100 * x if name == "percent" else x))
        digits = text.translate(MINUSES).removesuffix("\u00a0%").partition("·10")
        last = Fraction(10) ** (int(digits[2] or 0) - len(digits[0].partition(".")[2]))
        assert gap <= last / 2, (x, text)
        assert "-" not in text
        assert not re.fullmatch(r"[−+][0.]+", text), text


def test_what_is_not_0_or_1_is_never_shown_as_such(rng):
    near = 10.0 ** rng.uniform(-15, 0, 2000)
    for x in [*near, *(1 - near[near < 1]), *(1 + near), *values(rng)]:
        if isfinite(x) and x not in (-1, 0, 1):
            assert shown(numbers.tight(x)) not in (-1, 0, 1), x
        if isfinite(x) and x:
            assert shown(numbers.short(x)) != 0
            assert shown(numbers.fine(x)) != 0


SPOKEN = [
    (numbers.number(-0.00001), "0.0000"),
    (numbers.number(-3.0), "−3"),
    (numbers.number(1e22), "1.0·10²²"),
    (numbers.decimals(-0.0, 2), "0.00"),
    (numbers.decimals(0.125, 2), "0.13"),
    (numbers.decimals(-2, 2), "−2.00"),
    (numbers.setting(0.37), "0.37"),
    (numbers.setting(0.375), "0.3750"),
    (numbers.setting(100), "100"),
    (numbers.fine(-12.34567), "−12.35"),
    (numbers.fine(0.00012), "1.2·10⁻⁴"),
    (numbers.short(0), "0"),
    (numbers.short(0.0996), "0.10"),
    (numbers.short(1234), "1234"),
    (numbers.short(-0.00012), "−1.2·10⁻⁴"),
    (numbers.short(9999.6), "1.0·10⁴"),
    (numbers.tight(0.998), "0.998"),
    (numbers.tight(1.0), "1"),
    (numbers.tight(1 - 2**-53), "0.9999999999999999"),
    (numbers.tight(0.034), "0.034"),
    (numbers.tight(1.5), "1.50"),
    (numbers.size(0), "1.00"),
    (numbers.size(0.99985), "10.0"),
    (numbers.size(-inf), "0"),
    (numbers.size(inf), "∞"),
    (numbers.size(1000.5), "3.2·10¹⁰⁰⁰"),
    (numbers.size(nan), "not a number"),
    (numbers.signed(0.3, 2), "+0.30"),
    (numbers.signed(-0.4, 2), "−0.40"),
    (numbers.signed(1e-9, 2), "0.00"),
    (numbers.percent(0.123), "12\u00a0%"),
    (numbers.percent(0.00456), "0.46\u00a0%"),
    (numbers.percent(nan), "not a number"),
    (numbers.pair(0.3, -0.4), "(0.30, −0.40)"),
    (numbers.pair(1, 0.5, numbers.number), "(1, 0.5000)"),
    (numbers.ten_to(-12), "10⁻¹²"),
    (numbers.plural(1, "step"), "1 step"),
    (numbers.plural(3, "step"), "3 steps"),
    (numbers.plural(2, "loss"), "2 losses"),
    (numbers.plural(0, "entry"), "0 entries"),
    (numbers.plural(2, "day"), "2 days"),
]


@pytest.mark.parametrize(("found", "wanted"), SPOKEN)
def test_a_number_is_written_as_one_reads_it(found, wanted):
    assert found == wanted


@pytest.mark.parametrize("name", ONE)
def test_what_is_no_finite_number_is_a_word(name):
    texts = [getattr(numbers, name)(x).removesuffix("\u00a0%") for x in (nan, inf, -inf)]
    assert texts == ["not a number", "+∞" if name == "signed" else "∞", "−∞"]


def test_numbers_of_numpy_are_numbers():
    assert numbers.decimals(np.float32(0.5), 1) == numbers.number(np.float64(0.5), 1) == "0.5"
    assert numbers.plural(np.int64(3), "step") == "3 steps"
    assert numbers.ten_to(np.int64(-3)) == "10⁻³"
