"""Task shapes: the same cells in five arrangements, with what trained networks answer in each.

The answers are recorded by `unrolled.sequence_tasks.shapes_recorded`; the module arranges the cells
and runs through them. Its `placeCells` and `hasRun` are held to the two functions here by a test.
Notebook: book/sequence_tasks.ipynb
"""

import traitlets

from unrolled.sequence_tasks.number_names import STOP, name_of
from unrolled.sequence_tasks.shapes_recorded import NUMBERS, WORDS, loaded
from unrolled.sequence_tasks.silent_e import KINDS, said
from unrolled.sequence_tasks.task_shapes_words import (
    FED,
    MEANINGS,
    NAMES,
    QUESTION,
    SAID,
    TASK,
    WAYS,
    stories,
)
from unrolled.widget.explorable import Explorable

SLOTS = 16  # places in a row
SIGNS = dict(zip(KINDS, "·¯×~", strict=True))
ICONS = {  # answers, cells and inputs, from above
    "one-to-one": ["y", "h", "x"],
    "one-to-many": ["yyy", "hhh", "x"],
    "many-to-one": ["..y", "hhh", "xxx"],
    "aligned": ["yyy", "hhh", "xxx"],
    "unaligned": ["..yy", "hhhh", "xx.."],
}
LAST = 2 * (SLOTS - 1)  # of the clock: there and back


class TaskShapes(Explorable):
    """Choose a shape and an example, run the cells, and follow the gradient back.

    `at` counts cells that have run, and then those that the gradient has reached; `fed` is what is
    fed back where something is written, `ways` how an aligned sequence is read. Raises ValueError
    for other names and for numbers out of range.
    """

    title = "One network, five shapes"

    shape = traitlets.Enum(list(NAMES), "one-to-many").tag(sync=True)
    example = traitlets.Int(0, min=0, max=3).tag(sync=True)
    fed = traitlets.Enum(list(FED), "truth").tag(sync=True)
    ways = traitlets.Enum(list(WAYS), "ahead").tag(sync=True)
    at = traitlets.Int(13, min=0, max=LAST).tag(sync=True)

    def constants(self) -> dict:
        """What is given, due and answered in each shape, words, the question, stories, the task."""
        runs = list_runs()
        alone = cells_of(runs["one-to-many"][0], own=True)
        show = {"shape": "one-to-many", "example": 0, "fed": "own", "at": alone}
        return {
            **SAID,
            "names": NAMES,
            "fed": FED,
            "ways": WAYS,
            "slots": SLOTS,
            "runs": runs,
            "question": QUESTION | {"show": show},
            "icons": ICONS,
            "signs": [[sign, MEANINGS[kind]] for kind, sign in SIGNS.items()],
            "stories": stories(runs),
            "task": TASK,
        }


def list_runs() -> dict[str, list[dict]]:
    """By shape, each example: what is read, from which cell on something is written, and what."""
    found = loaded()
    states = found["states"]["aligned"]
    tagged = [
        _run(word, list(word), 0, _signs(said(f" {word} ")[1:-1]), map(_signs, found["said"][word]))
        | {"states": [states[word][:1], states[word][1:]]}
        for word in WORDS
    ]
    shapes = {
        shape: [
            _of_number(shape, n, found) | {"states": _states(found["states"][shape][str(n)])}
            for n in NUMBERS
        ]
        for shape in NAMES
        if shape != "aligned"
    }
    return shapes | {"aligned": tagged}


def _states(texts: list[str]) -> list[list[str]]:
    """Of each of two ways the states of its one row; of a single way, twice."""
    return [[texts[0]], [texts[-1]]]


def cells_of(run: dict, own: bool) -> int:
    """How many cells run; fed its own letters, a network writes no more after its stop."""
    return run["first"] + len(run["told"][1]) if own else run["n"]


def _of_number(shape: str, n: int, found: dict) -> dict:
    """The run of a number in one of the four shapes that are about numbers."""
    name, digits = name_of(n), f"{n}{STOP}"
    odd = [["odd" if p > 0.5 else "even"] for p in found["odd"][str(n)]]
    due = ["odd" if n % 2 else "even"]
    match shape:
        case "one-to-one":
            return _run(str(n), [], 0, due, [odd[0]] * 2, vector=str(n))
        case "one-to-many":
            told = map(list, found["written"][str(n)])
            return _run(str(n), [], 0, list(name + STOP), told, vector=str(n))
        case "many-to-one":
            return _run(str(n), list(name), len(name) - 1, due, [odd[1]] * 2)
        case _:
            told = map(list, found["translated"][str(n)])
            return _run(str(n), list(name), len(name), list(digits), told)


def _run(name: str, reads: list, first: int, due: list, told: object, vector: str = "") -> dict:
    """An example: what its cells read, and from the cell `first` on what is due and what is told.

    `told` has two entries: fed the truth or its own, forwards or both ways.
    """
    return {
        "name": name,
        "vector": vector,
        "reads": reads,
        "first": first,
        "n": first + len(due),
        "due": due,
        "told": list(told),
    }


def _signs(kinds: object) -> list[str]:
    return [list(SIGNS.values())[kind] for kind in kinds]


def place_cells(n: int, gap: int, slots: int) -> list[float]:
    """Where each of `slots` cells is: n in the middle of the row, the others behind the last.

    Where `gap` is not 0 a place is left free before the cell of that number.
    """
    wide = n + (gap > 0)
    start = (slots - wide) / 2
    places = [start + i + (0 < gap <= i) for i in range(n)]
    return places + [places[-1]] * (slots - n)


def has_run(n: int, at: int, both: bool) -> list[bool]:
    """Which of n cells can answer when the clock says `at`; both ways it takes both rows."""
    return [at >= (max(i + 1, n - i) if both else i + 1) for i in range(n)]
