"""Problems of the five shapes and paths through depth, worked by hand; whose numbers are whose."""

import numpy as np
import pytest

from classroom import draw, judge, paths, questions, shapes

MODULE = questions.load("sequence_tasks")
HAND = {  # a caption, a review, a translation, a tag for each word
    "problems": np.array([2, 4, 8, 6]),
    "lengths": np.array([[13, 8], [23, 10], [17, 12], [14, 6]]),
}


def test_there_are_two_problems_of_each_shape():
    assert [problem.shape for problem in shapes.PROBLEMS] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_shapes_and_losses_of_problems_worked_by_hand():
    assert shapes.shapes_of(HAND) == [2, 3, 5, 4]
    assert shapes.losses_of(HAND) == [8, 1, 12, 14]
    found = [shapes.losses_of(HAND, count) for _, count in shapes.WRONG_COUNTS]
    assert found == [
        [1, 1, 1, 1],
        [1, 23, 17, 14],
        [8, 1, 29, 14],
        [7, 1, 11, 14],
        [9, 1, 13, 14],
    ]


@pytest.mark.parametrize(
    ("right", "said", "about"),
    [
        (1, 3, "given one vector"),
        (5, 2, "given a sequence"),
        (3, 4, "a single answer"),
        (2, 1, "a sequence of answers"),
        (4, 5, "are aligned"),
        (5, 4, "are not aligned"),
    ],
)
def test_a_mistaken_shape_is_named(right, said, about):
    assert about in shapes.mistaken_shape(right, said)


def test_paths_worked_by_hand():
    """Three steps and two layers: three paths of three moves, of which two are in time."""
    assert paths.number_and_sum(3, 2, 0.5) == [3, 0.375]
    found = {name: slip.gives(3, 2, 0.5) for name, slip in paths.SLIPS.items()}
    assert found == {
        "every step": [10, 1.25],
        "every step, in the sum as well": [10, 0.3125],
        "product": [6, 0.75],
        "any at each step": [4, 0.5],
        "one path": [3, 0.125],
        "one move": [3, 1.5],
        "time alone": [3, 0.75],
        "layers alone": [3, 1.5],
        "a factor for each state": [3, 0.1875],
    }


def test_what_one_student_miscounts_is_no_other_students_answer():
    """Otherwise `judge.copied` would accuse somebody who copied nothing."""
    students = [f"student-{n}" for n in range(200)]
    drawn = {student: draw.numbers(MODULE, "secret", student) for student in students}
    asked = [q for q in judge.by_hand(MODULE) if q.name in ("losses", "paths")]
    assert len(asked) == 2
    for question in asked:
        right = {student: questions.values(question, drawn[student]) for student in students}
        for student in students:
            for row, says in questions.wrong(question, drawn[student]):
                near = [np.max(np.abs(row - right[other])) for other in students]
                assert min(near) > question.tolerance, (question.name, student, says)
