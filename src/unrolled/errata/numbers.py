"""The 216 numbers of the slides, part by part, each with its verdict recomputed."""

from unrolled.errata.printed import Printed, counts, symbol, verdicts
from unrolled.errata.settings import worked
from unrolled.errata.tables import table
from unrolled.page.numbers import decimals

PARTS = {  # of the slides: their first lines
    "The way forward": 0,
    "The output layer": 300,
    "The way back, step 3": 660,
    "The way back, step 2": 684,
    "The way back, step 1": 708,
    "The averages": 734,
}
HEAD = ("Number", "Printed", "Exact", "Verdict")


class Numbers:
    """Printed numbers beside exact ones, with a fold for each part of the slides."""

    def __init__(self):
        self.parts: dict[str, list[Printed]] = {title: [] for title in PARTS}
        for number in verdicts(worked()):
            self.parts[[t for t, first in PARTS.items() if number.line >= first][-1]].append(number)

    def __repr__(self) -> str:
        every = [number for numbers in self.parts.values() for number in numbers]
        return f"{len(every)} printed numbers: {_counted(every)}"

    def _repr_html_(self) -> str:
        return "".join(
            f'<details class="fold"><summary>{title}: {_counted(numbers)}</summary>'
            f"{table(title, HEAD, [_row(n) for n in numbers], 'numbers')}</details>"
            for title, numbers in self.parts.items()
        )


def _counted(numbers: list[Printed]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in counts(numbers).items() if count)


def _row(n: Printed) -> list[str]:
    entry = ", ".join(str(i + 1) for i in n.index)
    mark = f'<span class="verdict {n.verdict}">{n.verdict}</span>'
    name = f"{symbol(n.quantity)}, entry {entry}"
    return [name, n.text.replace("-", "−"), decimals(n.exact, 7), mark]
