"""Where a number becomes text, and nowhere else; kit/numbers.js has the same functions."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from math import floor, inf, isnan
from numbers import Real

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TIES_UP = Context(prec=400, rounding=ROUND_HALF_UP)  # as in a browser


def ten_to(n: Real) -> str:
    """10ⁿ as text."""
    return "10" + str(int(n)).translate(RAISED)


def decimals(x: Real, digits: int = 4) -> str:
    """Always this many decimals; from 10¹⁵ on a double has none to show."""
    if not abs(x) < 1e15:
        return _scientific(x)
    text = f"{Decimal(float(x)).quantize(Decimal(1).scaleb(-digits), context=TIES_UP):f}"
    return text.replace("-", "−" if re.search("[1-9]", text) else "")


def number(x: Real, digits: int = 4) -> str:
    """So many decimals, whole numbers whole."""
    return decimals(x, 0 if float(x).is_integer() else digits)


def setting(x: Real) -> str:
    """As a slider sets it: two decimals, four where there is more to show."""
    return re.sub(r"(\.\d\d)00$", r"\1", number(x))


def fine(x: Real) -> str:
    """Four decimals, two from 10 on, or d.d·10ⁿ where they would hide a number or blow it up."""
    if 0 < abs(x) < 1e-3 or abs(x) >= 1e4:
        return _scientific(x)
    return number(x, 4 if abs(x) < 10 else 2)


def short(x: Real, digits: int = 2) -> str:
    """At least so many digits, whole places never cut off, or d.d·10ⁿ beyond 0.001 to 9999."""
    power = _rounded(x, digits).adjusted()
    if power < -3 or not abs(x) < 9999.5:
        return _scientific(x)
    return decimals(x, max(0, digits - 1 - power)) if x else "0"


def percent(share: Real) -> str:
    """A share in percent, two significant digits."""
    return short(share) if isnan(share) else f"{short(100 * share)}\u00a0%"


def join_percents(text: str) -> str:
    """The text with each number and its percent sign on one line."""
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", text)


def tight(x: Real) -> str:
    """Two decimals and more near 0 and 1, so a share of 0.998 is not 1."""
    if not 0.1 <= abs(x) < 1000:
        return short(x)
    return number(x, max(2, -_rounded(abs(x) - 1, 1).adjusted()))


def size(log10: Real) -> str:
    """Three digits, or d.d·10ⁿ, of the number whose log10 this is; no double need hold it."""
    if not abs(log10) < inf:
        return "0" if log10 < 0 else _scientific(log10)
    whole = 0 if abs(log10) < 4 else floor(log10)
    x = float(f"{10 ** (float(log10) - whole):.11e}")  # the last bits are rounding
    return _scientific(x, whole) if whole else short(x, 3)


def signed(x: Real, digits: int = 4) -> str:
    """A change: "+0.30", "−0.40", and without a sign what shows as 0."""
    text = number(x, digits)
    return f"+{text}" if x > 0 and re.search("[1-9∞]", text) else text


def pair(x: Real, y: Real, text: Callable[[float], str] = lambda v: decimals(v, 2)) -> str:
    """A vector of two: (0.30, −0.40)."""
    return f"({text(x)}, {text(y)})"


def plural(n: Real, one: str) -> str:
    """ "1 step", "3 steps", "2 losses", "4 entries"."""
    many = f"{one}es" if re.search("(s|x|ch|sh)$", one) else one + "s"
    return f"{number(n)} " + (one if n == 1 else re.sub("([^aeiou])ys$", r"\1ies", many))


def _rounded(x: Real, digits: int) -> Decimal:
    return Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(float(x))


def _scientific(x: Real, shift: int = 0) -> str:
    """x · 10^shift as d.d·10ⁿ; NaN and infinity as words."""
    if isnan(x):
        return "not a number"
    if abs(x) == inf:
        return "∞" if x > 0 else "−∞"
    rounded = _rounded(x, 2)
    power = rounded.adjusted()
    return f"{rounded.scaleb(-power):.1f}".replace("-", "−") + f"·{ten_to(shift + power)}"
