"""A made-up twin of the two real files, with a signal that the whole path must find.

`python -m tests.finbert.twin` writes it into tests/finbert/twin. Prices are monthly averages of a
random walk by the day; each statement moves the walk at the beginning of the second month after
its own, so that T2 has the signal and T0 and T1 have none.
"""

import csv
import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).with_name("twin")
NOW = datetime(2026, 11, 1, tzinfo=UTC)
FIRST, MONTHS = 2001, 160
NEWS = {
    1: ("Prices are rising faster.", "Firmer policy is warranted.", "Demand is strong."),
    -1: ("Prices are rising more slowly.", "Easier policy is warranted.", "Demand is weak."),
}
EMPTY = (
    "The committee met today.",
    "It looked at reports from every region.",
    "Staff had given a review.",
    "Members spoke about trade.",
    "Credit was discussed at length.",
    "The harvest was mentioned.",
    "Shipping came up again.",
    "There was a report on housing.",
)
VOTE = "Voting for the action were Ada Lovelace and Carl Gauss."


def month_of(number: int) -> date:
    return date(FIRST + number // 12, number % 12 + 1, 1)


def days_of(number: int) -> int:
    return (month_of(number + 1) - month_of(number)).days


def make() -> tuple[list[list[str]], list[dict]]:
    """The rows of the prices and the objects of the statements."""
    rng = np.random.default_rng(0)
    jumps = np.zeros(MONTHS + 3)
    statements = []
    day = date(FIRST + 1, 1, 10)
    while (month := 12 * (day.year - FIRST) + day.month - 1) < MONTHS - 2:
        stance = int(rng.choice([-1, 1]))
        jumps[month + 2] += 0.04 * stance
        lines = [*rng.choice(NEWS[stance], 2, replace=False), *rng.choice(EMPTY, 4, replace=False)]
        text = f"{' '.join(lines)} Meeting {len(statements) + 1}.\n\n{VOTE}"
        statements.append({"date": day.isoformat(), "title": "Statement", "text": text})
        day += timedelta(days=int(rng.integers(38, 50)))
    log, rows = np.log(300), []
    for number in range(MONTHS):
        walk = log + jumps[number] + np.cumsum(rng.normal(0, 0.002, days_of(number)))
        last = month_of(number + 1) - timedelta(days=1)
        rows.append([last.isoformat(), f"{np.exp(walk).mean():.2f}"])
        log = walk[-1]
    return rows, statements


def write(folder: Path) -> None:
    """The two files, in the form of the real ones."""
    rows, statements = make()
    with (folder / "gold_monthly.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["date", "price_usd"], *rows])
    lines = "".join(json.dumps(one) + "\n" for one in statements)
    (folder / "fomc_statements.jsonl").write_text(lines, "utf-8")


if __name__ == "__main__":
    write(FOLDER)
