"""Dates in six English wordings, and translators that write them as 2024-05-03.

Derived data: `make data NAME=encoder_decoder.dates`. Notebook: book/encoder_decoder.ipynb
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date as Date
from datetime import timedelta
from functools import cache

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_flag, check_whole, short_repr
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array
from unrolled.encoder_decoder.letters import (
    MARKS,
    STOP,
    Pairs,
    encode,
    late,
    one_hot,
    pairs,
    spelt,
)
from unrolled.encoder_decoder.translator import (
    Translator,
    alignment,
    random_translator,
    translate_all,
    translate_gradient,
)

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
FIRST_TO_NINETEENTH = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
)
ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def ordinal(day: int) -> str:
    """The day of a month in words: 23 is twenty-third."""
    day = check_whole("day", day, 1, 31)
    if day < 20:
        return FIRST_TO_NINETEENTH[day - 1]
    tens = "twenty" if day < 30 else "thirty"
    if day % 10 == 0:
        return f"{tens[:-1]}ieth"
    return f"{tens}-{FIRST_TO_NINETEENTH[day % 10 - 1]}"


FORMS = {  # by the third of May 2024: day, month and year as they are said, and what is between
    "3 may 2024": "{day} {month} {year}",
    "may 3, 2024": "{month} {day}, {year}",
    "2024, may 3": "{year}, {month} {day}",
    "the 3rd of may, 2024": "the {counted} of {month}, {year}",
    "the third of may 2024": "the {ordinal} of {month} {year}",
    "03/05/2024": "{two:02d}/{number:02d}/{year}",
}
WORDS = {"year": ("{year}",), "month": ("{month}", "{number:02d}")}
WORDS["day"] = ("{day}", "{counted}", "{ordinal}", "{two:02d}")

READS = " ,-/0123456789abcdefghijlmnoprstuvwxy"  # a wording's letters
WRITES = MARKS + "-0123456789"
PLACES = {"year": (0, 4), "month": (5, 7), "day": (8, 10)}  # of 2024-05-03
FIRST_YEAR, LAST_YEAR = 1950, 2049
HELD_OUT = 2000  # dates that no translator is shown, in any wording
LIMIT = 16  # letters; a date has ten

SEEDS = range(5)
UNITS, BATCH, RATE, LONGEST_STEP = 32, 32, 0.01, 1.0
UPDATES = (500, 1000, 1500)


def _parts(date: Date) -> dict:
    """What a wording may say of a date."""
    return {
        "year": date.year,
        "month": MONTHS[date.month - 1],
        "number": date.month,
        "day": date.day,
        "two": date.day,
        "counted": f"{date.day}{ENDINGS.get(date.day, 'th')}",
        "ordinal": ordinal(date.day),
    }


def say(date: Date, form: str) -> str:
    """A date in one of the FORMS, which are named by what they make of the third of May 2024."""
    form = check_choice("form", form, FORMS)
    if not isinstance(date, Date):
        raise ValueError(f"date: got {short_repr(date)}, expected a datetime.date")
    return FORMS[form].format(**_parts(date))


def iso(date: Date) -> str:
    """What a translator has to write: 2024-05-03."""
    return date.isoformat()


def word_at(date: Date, form: str, part: str) -> tuple[int, int]:
    """From which letter to which the year, the month or the day is said: first, and one past it."""
    form = check_choice("form", form, FORMS)
    part = check_choice("part", part, WORDS)
    before, word, _ = next(
        found for field in WORDS[part] if (found := FORMS[form].partition(field))[1]
    )
    said = _parts(date)
    first = len(before.format(**said))
    return first, first + len(word.format(**said))


@cache
def parted() -> tuple[tuple[Date, ...], tuple[Date, ...]]:
    """All dates of a hundred years: those for training, and those held out; the same always."""
    days = (Date(LAST_YEAR + 1, 1, 1) - Date(FIRST_YEAR, 1, 1)).days
    order = np.random.default_rng(0).permutation(days)
    dates = [Date(FIRST_YEAR, 1, 1) + timedelta(int(n)) for n in order]
    return tuple(dates[HELD_OUT:]), tuple(dates[:HELD_OUT])


def in_turn(n: int, forms: Sequence[str] = tuple(FORMS)) -> list[str]:
    """A form for each of n dates, one after the other."""
    return [forms[k % len(forms)] for k in range(check_whole("n", n, 1))]


def as_pairs(dates: Sequence[Date], forms: Sequence[str]) -> Pairs:
    """Dates, each in its form, and how they are to be written. ValueError for unequal numbers."""
    if len(forms) != len(dates):
        raise ValueError(f"forms: got {len(forms)}, expected {len(dates)}, one for each date")
    sources = [say(date, form) for date, form in zip(dates, forms, strict=True)]
    return pairs(sources, [iso(date) for date in dates], READS, WRITES)


def train_path(
    attends: bool,
    seed: int,
    marks: Sequence[int] = UPDATES,
    n_h: int = UNITS,
    forms: Sequence[str] = tuple(FORMS),
) -> list[Translator]:
    """One translator in training, as it is after each of these numbers of updates."""
    marks = [check_whole("marks", mark, 0, of="updates") for mark in marks]
    rng = np.random.default_rng(seed)
    p = random_translator(rng, len(READS), len(WRITES), n_h, check_flag("attends", attends))
    known, optimiser, found = parted()[0], adam(RATE), {0: p}
    memory = optimiser.start(p)
    for update in range(1, max(marks) + 1):
        dates = [known[k] for k in rng.integers(len(known), size=BATCH)]
        said = [forms[k] for k in rng.integers(len(forms), size=BATCH)]
        _, gradient = translate_gradient(p, as_pairs(dates, said))
        p, memory = optimiser.step(p, clip_by_norm(gradient, LONGEST_STEP), memory)
        found[update] = p if update in marks else None
    return [found[mark] for mark in marks]


def train_dates(
    attends: bool,
    seed: int,
    updates: int,
    n_h: int = UNITS,
    forms: Sequence[str] = tuple(FORMS),
) -> Translator:
    """A translator that has learned dates from so many batches of 32, in these forms."""
    return train_path(attends, seed, [updates], n_h, forms)[0]


def read_dates(p: Translator, sources: Sequence[str]) -> list[str]:
    """What a translator writes for each wording, without the stop; "…" if it was cut off.

    Raises ValueError for letters that no wording has, and for an empty wording.
    """
    xs, lengths = one_hot([encode(source, READS) for source in sources], len(READS))
    written = translate_all(p, xs, lengths, LIMIT)
    return [spelt(one, WRITES) for one in written]


def measure(p: Translator, forms: Sequence[str] = tuple(FORMS), tested: int = HELD_OUT) -> float:
    """The share of held-out dates that are written without a single mistake, forms in turn."""
    return float(np.mean(_right(p, forms, tested)))


def _right(p: Translator, forms: Sequence[str], tested: int) -> Array:
    """For each of so many held-out dates whether what is written is right, forms in turn."""
    dates = parted()[1][: check_whole("tested", tested, 1, HELD_OUT)]
    sources = [say(d, form) for d, form in zip(dates, in_turn(len(dates), forms), strict=True)]
    return np.array([s == iso(d) for s, d in zip(read_dates(p, sources), dates, strict=True)])


def measure_forms(p: Translator) -> dict[str, float]:
    """The share that is right of all held-out dates, and of those in each form."""
    right = _right(p, tuple(FORMS), HELD_OUT)
    shares = {form: right[n :: len(FORMS)] for n, form in enumerate(FORMS)}
    return {name: round(float(np.mean(part)), 4) for name, part in {"all": right, **shares}.items()}


def guess() -> str:
    """The baseline: at each place the letter that is there most often in dates for training."""
    return "".join(
        Counter(letters).most_common(1)[0][0]
        for letters in zip(*(iso(date) for date in parted()[0]), strict=True)
    )


def looked_at(p: Translator, source: str) -> tuple[str, Array]:
    """What a translator with attention writes for a wording, and where it looked.

    The second has a row for each letter that it wrote, and one for the stop, if that came; a column
    for each letter of the wording.
    """
    xs, lengths = one_hot([encode(source, READS)], len(READS))
    (written,) = translate_all(p, xs, lengths, LIMIT)
    ys, count = one_hot([[*written.tokens, STOP]], len(WRITES))
    A = alignment(p, Pairs(xs, lengths, late(ys), ys, count))[:, 0]
    said = "".join(WRITES[token] for token in written.tokens)
    return said, A[: len(said) + written.ended]


def follow_grammar(p: Translator, tested: int = 600) -> dict[str, float]:
    """How many digits of year, month and day look most at their own word, on held-out dates.

    The letter right after a word counts as well: there the encoder has read all of it.
    """
    dates = parted()[1][: check_whole("tested", tested, 1, HELD_OUT)]
    forms = in_turn(len(dates))
    A = alignment(p, as_pairs(dates, forms))
    most = A.argmax(axis=-1)
    found = {}
    for part, (first, end) in PLACES.items():
        words = np.array([word_at(d, form, part) for d, form in zip(dates, forms, strict=True)])
        at = most[first:end]
        found[part] = round(float(np.mean((at >= words[:, 0]) & (at <= words[:, 1]))), 4)
    return found


def own_words(date: Date, form: str) -> list[tuple]:
    """For year, month and day the letters written, and those of the word with the letter after it.

    Each from the first to one past the last: what `pictures.aligned` outlines.
    """
    length = len(say(date, form))
    words = ((at, word_at(date, form, part)) for part, at in PLACES.items())
    return [(at, (first, min(end + 1, length))) for at, (first, end) in words]


def compare(attends: bool, seed: int) -> dict[str, dict]:
    """After each number of UPDATES what is right, and with attention where the digits look."""
    path = zip(UPDATES, train_path(attends, seed), strict=True)
    return {
        str(mark): measure_forms(p) | (follow_grammar(p) if attends else {}) for mark, p in path
    }


def compute_data() -> dict[str, list]:
    """For each seed what `compare` finds, without attention and with it."""
    return {
        name: [compare(attends, seed) for seed in SEEDS]
        for name, attends in (("vector", False), ("attention", True))
    }


def loaded() -> dict[str, list]:
    """The same, from the file."""
    return read_data(__name__)
