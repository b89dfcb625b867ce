"""A question that the page judges: a number, a few numbers, a choice, or an order.

    ask("rnn-second-state", "What is the first number of <b>h</b><sub>2</sub>?", answer=h[1, 0],
        slips=slipped(SLIPS, p, xs), because="Two products and a bias, then tanh.")

stands alone in a cell tagged `ask`. What the reader answered is kept on this device.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import traitlets

from unrolled.core.door import check_finite, check_real, check_whole, short_repr
from unrolled.page.numbers import decimals
from unrolled.widget.explorable import Explorable

DECIMALS = 3
TOLERANCE = 0.00051  # of a number that is asked for to three decimals
RIGHT, WRONG = "right", "wrong"


class Slip(NamedTuple):
    """A known mistake: what is said to it, and what it gives of the right function's arguments."""

    says: str
    gives: Callable


def slipped(
    slips: dict[str, Slip], *args: object, only: Iterable[str] = ()
) -> list[tuple[object, str]]:
    """What these slips, or those named in `only`, give of `args`, each with its sentence."""
    return [(slips[name].gives(*args), slips[name].says) for name in only or slips]


def judge(answer: object, given: object, slips: list, tolerance: float = TOLERANCE) -> str:
    """`RIGHT`, `WRONG`, or the sentence of the slip that `given` is the result of."""
    if _near(answer, given, tolerance):
        return RIGHT
    return next((says for value, says in slips if _near(value, given, tolerance)), WRONG)


def _near(value: object, given: object, tolerance: float) -> bool:
    return bool(np.all(np.abs(np.ravel(value) - np.ravel(given)) <= tolerance))


class Ask(Explorable):
    """See `ask`."""

    title = "A question"

    given = traitlets.List(traitlets.Unicode()).tag(sync=True)  # what was written, or chosen

    def __init__(self, name: str, told: dict, size: int):
        self.name, self._asked, self._size = name, told, size
        super().__init__(given=[""] * size)

    def entered(self, name: str, value: object) -> object:
        value = super().entered(name, value)
        if name == "given" and len(value) != self._size:
            raise ValueError(f"given: got {short_repr(value)}, expected {self._size} texts")
        return value

    def constants(self) -> dict:
        return self._asked

    def place(self) -> str:
        return self.name

    def _doors(self) -> dict:
        known = self._asked.get("options") or self._asked.get("order")
        names = {"names": ["", *map(str, range(len(known)))]} if known else {}
        return super()._doors() | ({"given": names} if known else {})


def ask(
    name: str,
    text: str,
    answer: object = None,
    *,
    slips: Iterable = (),
    because: str = "",
    labels: Iterable[str] = (),
    options: Iterable[tuple[str, str]] = (),
    order: Iterable[str] = (),
    tolerance: float = TOLERANCE,
) -> Ask:
    """A question of this `name`, which is the only one of its kind in the book.

    `answer` is a number or several, with `labels`; with `options`, pairs of a label and the reply
    to it, the index of the right one. `order` are things in the order that is asked for.
    `slips` are pairs of a wrong answer and what is said to it; `because` explains the right one.
    Raises ValueError for a question that cannot be judged: slips that the tolerance does not tell
    from the answer or from each other, two with one sentence, numbers that are not finite, an index
    beyond the options, or one other than that of the reply which says yes.
    """
    told = {"text": text, "because": because}
    if options:
        options = [list(map(str, option)) for option in options]
        right = check_whole("answer", answer, 0, len(options) - 1)
        said = [n for n, (_, reply) in enumerate(options) if reply.startswith("Yes")]
        if said not in ([], [right]):
            raise ValueError(f"answer: got {right}, expected {said}, to which the reply is yes")
        shown = options[right][0].removesuffix(".")
        told |= {"options": options, "answer": [right], "shown": shown}
        return Ask(name, told, 1)
    if order:
        order = list(order)
        turn = np.random.default_rng(len(order)).permutation(len(order))
        told |= {
            "order": [order[i] for i in turn],
            "answer": np.argsort(turn).tolist(),
            "shown": ", ".join(order),
        }
        return Ask(name, told, len(order))
    values = check_finite("answer", np.ravel(answer))
    labels = list(labels) or [""]
    if len(labels) != len(values):
        raise ValueError(
            f"labels: got {short_repr(labels)}, expected one for each of {len(values)}"
        )
    tolerance = check_real("tolerance", tolerance, 0)
    wrong = [[check_finite("slips", np.ravel(value)).tolist(), says] for value, says in slips]
    _apart(values.tolist(), wrong, tolerance)
    digits = int(np.ceil(-np.log10(2 * tolerance))) if tolerance else DECIMALS
    shown = [decimals(x, 0 if x == round(x) else max(1, digits)) for x in values.tolist()]
    names = [f"{label} {x}".strip() for label, x in zip(labels, shown, strict=True)]
    told |= {
        "answer": values.tolist(),
        "labels": labels,
        "slips": wrong,
        "tolerance": tolerance,
        "shown": ", ".join(names),
    }
    return Ask(name, told, len(values))


def _apart(answer: list[float], slips: list, tolerance: float) -> None:
    """ValueError where a written number could be the answer and a slip, or two slips, at once."""
    known = [(answer, "the answer"), *slips]
    for n, (value, says) in enumerate(known):
        if len(value) != len(answer):
            raise ValueError(f"slips: got {short_repr(value)} of {says!r}, expected {len(answer)}")
        for other, name in known[:n]:
            if says == name:
                raise ValueError(f"slips: got {says!r} twice, expected a sentence for each")
            if np.all(np.abs(np.subtract(value, other)) <= 2 * tolerance):
                raise ValueError(
                    f"slips: got {says!r} with {short_repr(value)}, which is {name!r} too"
                )
