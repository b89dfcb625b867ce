"""Small problems of the five shapes, and what goes wrong when somebody sorts them by hand.

A shape is its number in the list `SHAPES`, counted from 1. A problem is drawn as its place in
`PROBLEMS` and two lengths; its text uses one of them, both, or none.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from classroom.questions import Drawn

SHAPES = ("one-to-one", "one-to-many", "many-to-one", "aligned", "unaligned")
ONE_TO_ONE, ONE_TO_MANY, MANY_TO_ONE, ALIGNED, UNALIGNED = 1, 2, 3, 4, 5
LETTERS = "abc"


class Problem(NamedTuple):
    """What a network is to do; `read` and `written`, two lengths, are put into the text."""

    shape: int
    text: str


PROBLEMS = (  # two of each shape
    Problem(ONE_TO_ONE, "A photo is given as one vector. Does it show a dog?"),
    Problem(ONE_TO_ONE, "Today's weather is given as one vector. Will it rain tomorrow?"),
    Problem(ONE_TO_MANY, "A photo is given as one vector. Write a caption of {written} words."),
    Problem(ONE_TO_MANY, "A style is given as one vector. Write a melody of {written} notes."),
    Problem(MANY_TO_ONE, "A review has {read} words. Is it a good one?"),
    Problem(MANY_TO_ONE, "A recording has {read} sounds. Which of ten people is speaking?"),
    Problem(ALIGNED, "A sentence has {read} words. Tag each word as a noun, a verb or neither."),
    Problem(ALIGNED, "A film has {read} frames. Say for each frame whether a face is in it."),
    Problem(
        UNALIGNED,
        "A German sentence has {read} words. Translate it into {written} English words.",
    ),
    Problem(UNALIGNED, "A report has {read} words. Summarise it in {written} words."),
)
BOOK = {
    "problems": np.array([6, 4, 8]),
    "lengths": np.array([[14, 8], [23, 10], [17, 12]]),
}
MEANS = {
    "problems": "which problems questions 1 and 2 are about",
    "lengths": "two lengths for each of them; a problem uses one, both or neither",
}


def draw_problems(rng: np.random.Generator) -> Drawn:
    """One problem with a single answer and two with a sequence of answers, of different shapes.

    Right counts other than 1 are even and those of known mistakes are odd, so what somebody
    miscounts is never another student's right answer.
    """
    one_answer = rng.choice([ONE_TO_ONE, MANY_TO_ONE])
    sequences = rng.choice([ONE_TO_MANY, ALIGNED, UNALIGNED], 2, replace=False)
    shapes = rng.permutation([one_answer, *sequences])
    read = 2 * rng.integers(6, 31, size=3) + (shapes != ALIGNED)
    written = 2 * rng.integers(3, 21, size=3)
    return {
        "problems": 2 * (shapes - 1) + rng.integers(0, 2, size=3),
        "lengths": np.stack([read, written], axis=1),
    }


def shapes_of(n: Drawn) -> list[int]:
    """The shape of each of the three problems."""
    return [PROBLEMS[i].shape for i in n["problems"]]


def listed(n: Drawn) -> str:
    """The three problems in words, as a list."""
    lines = []
    for letter, i, (read, written) in zip(LETTERS, n["problems"], n["lengths"], strict=True):
        lines.append(f"- **{letter}.** {PROBLEMS[i].text.format(read=read, written=written)}")
    return "\n".join(lines)


def count_losses(shape: int, read: int, written: int) -> int:
    """At how many outputs the loss enters."""
    if shape in (ONE_TO_ONE, MANY_TO_ONE):
        return 1
    return read if shape == ALIGNED else written


def losses_of(n: Drawn, count: Callable = count_losses) -> list[int]:
    """What `count` gives for each of the three problems."""
    pairs = zip(shapes_of(n), n["lengths"].tolist(), strict=True)
    return [count(shape, *lengths) for shape, lengths in pairs]


# known mistakes


def mistaken_shape(right: int, said: int) -> str:
    """Why a problem of the shape `right` does not have the shape `said`."""
    from_vector = (ONE_TO_ONE, ONE_TO_MANY)
    to_answer = (ONE_TO_ONE, MANY_TO_ONE)
    if (right in from_vector) != (said in from_vector):
        given = "one vector" if right in from_vector else "a sequence"
        return f"Look at the input again: the network is given {given}."
    if (right in to_answer) != (said in to_answer):
        wanted = "a single answer" if right in to_answer else "a sequence of answers"
        return f"Look at the output again: the network is to give {wanted}."
    if right == ALIGNED:
        return "Every input gets an answer of its own, so the two sequences are aligned."
    return "The answers do not belong to the inputs one by one, so the sequences are not aligned."


SWAPPED = {
    (
        ONE_TO_MANY,
        MANY_TO_ONE,
    ): "You swapped one-to-many and many-to-one: the first word is the input.",
    (ALIGNED, UNALIGNED): "You swapped the two many-to-many shapes: aligned sequences have one"
    " answer for each input.",
}


def wrong_shapes(n: Drawn) -> list[tuple[list[int], str]]:
    """Each way to mistake one problem, two shapes swapped, and shapes counted from 0."""
    right = shapes_of(n)
    known = [([shape - 1 for shape in right], "The shapes are numbered from 1 to 5, not from 0.")]
    for (one, other), says in SWAPPED.items():
        if one in right and other in right:
            swap = {one: other, other: one}
            known.append(([swap.get(shape, shape) for shape in right], says))
    for k, letter in enumerate(LETTERS):
        for said in range(1, len(SHAPES) + 1):
            if said != right[k]:
                row = [*right[:k], said, *right[k + 1 :]]
                known.append((row, f"Problem {letter}: {mistaken_shape(right[k], said)}"))
    return known


def _of_written(change: Callable) -> Callable:
    """`change` of the right number where a sequence with a stop is written."""

    def count(shape: int, read: int, written: int) -> int:
        right = count_losses(shape, read, written)
        return change(right) if shape in (ONE_TO_MANY, UNALIGNED) else right

    return count


def _count_inputs(shape: int, read: int, written: int) -> int:
    return 1 if shape in (ONE_TO_ONE, ONE_TO_MANY) else read


def _count_reading(shape: int, read: int, written: int) -> int:
    right = count_losses(shape, read, written)
    return read + right if shape == UNALIGNED else right


WRONG_COUNTS = (
    (
        "Every answer in a sequence has a target of its own, so the loss enters at each of them and"
        " not only once.",
        lambda shape, read, written: 1,
    ),
    (
        "You counted inputs. The loss enters where the network gives an answer.",
        _count_inputs,
    ),
    (
        "While the network reads, it gives no answer, so the loss enters only where it writes.",
        _count_reading,
    ),
    (
        "The stop has a loss, too: the network must learn when to end.",
        _of_written(lambda right: right - 1),
    ),
    (
        "The stop is part of the length already: you counted it twice.",
        _of_written(lambda right: right + 1),
    ),
)


def wrong_losses(n: Drawn) -> list[tuple[list[int], str]]:
    """Each wrong way to count, for all three problems and for one alone."""
    right = losses_of(n)
    known = [(losses_of(n, count), says) for says, count in WRONG_COUNTS]
    for says, count in WRONG_COUNTS:
        found = losses_of(n, count)
        for k in range(len(right)):
            known.append(([*right[:k], found[k], *right[k + 1 :]], says))
    return _first_of_each(right, known)


def _first_of_each(right: list, known: list) -> list:
    """Without rows that are right, and without those that another mistake gave before."""
    rows = [right]
    kept = []
    for row, says in known:
        if row not in rows:
            rows.append(row)
            kept.append((row, says))
    return kept
