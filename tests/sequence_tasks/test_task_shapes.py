"""Task shapes: the cells' places are the package's, and what it says is what was recorded."""

import numpy as np
import pytest

from tests.widget.case import Case
from tests.widget.engine import derived
from unrolled.core.gradcheck import dot_product_gap
from unrolled.core.tree import tree_map
from unrolled.sequence_tasks import number_names, shapes_recorded
from unrolled.sequence_tasks.shapes_states import LEVELS, SHOWN, read_states, state_text
from unrolled.sequence_tasks.silent_e import said
from unrolled.sequence_tasks.task_shapes import (
    LAST,
    SIGNS,
    SLOTS,
    TaskShapes,
    cells_of,
    has_run,
    list_runs,
    place_cells,
)
from unrolled.sequence_tasks.task_shapes_words import FED, NAMES, WAYS

RUNS = list_runs()


def run_of(it):
    return RUNS[it.shape][it.example]


def cells(it):
    """How many cells run: before the answer it is not told how many letters it writes alone."""
    return cells_of(run_of(it), own=it.shape in WRITING and it.fed == "own" and it.answered)


def told_of(it):
    """What is answered, fed the truth or its own, forwards or both ways."""
    second = it.ways == "both" if it.shape == "aligned" else it.fed == "own" and it.shape in WRITING
    return run_of(it)["told"][int(second)]


WRITING = ("one-to-many", "unaligned")


def mistakes(it):
    """The answers that are not those due, by number."""
    due, told = run_of(it)["due"], told_of(it)
    return [k for k, answer in enumerate(due) if k >= len(told) or told[k] != answer]


def draw(rng):
    """Half of the time all cells have run, which is where most is said."""
    shape, example = str(rng.choice(list(NAMES))), int(rng.integers(4))
    n = RUNS[shape][example]["n"]
    return {
        "shape": shape,
        "example": example,
        "fed": str(rng.choice(list(FED))),
        "ways": str(rng.choice(list(WAYS))),
        "at": n if rng.random() < 0.5 else int(rng.integers(LAST + 1)),
        "answered": bool(rng.random() < 0.8),
    }


def solve(page):
    """The task, by the controls: an aligned task, read from both ends."""
    page.get_by_role("button", name="aligned", exact=True).click()
    page.get_by_role("radio", name="both ways").check()


CASE = Case(
    make=TaskShapes,
    name="task_shapes",
    states={
        "start": {},
        "own": {"fed": "own"},
        "right": {"example": 1},
        "waiting": {"at": 5},
        "odd": {"shape": "many-to-one", "example": 1, "at": 10},
        "wrong": {"shape": "many-to-one", "example": 3, "at": 8},
        "single": {"shape": "one-to-one", "at": 1},
        "ahead": {"shape": "aligned", "at": 4},
        "cat": {"shape": "aligned", "example": 3, "at": 3},
        "both": {"shape": "aligned", "ways": "both", "at": 6, "example": 2},
        "translated": {"shape": "unaligned", "example": 1, "at": 13},
        "misread": {"shape": "unaligned", "fed": "own", "at": 15},
        "back": {"shape": "unaligned", "fed": "own", "at": 30},
    },
    draw=draw,
    refused=[
        ({"shape": "many"}, "shape: got 'many'"),
        ({"example": 4}, "example: got 4, expected a whole number from 0 to 3"),
        ({"fed": "logits"}, "fed: got 'logits'"),
        ({"at": 31}, "at: got 31"),
    ],
    solve=solve,
    done={"shape": "aligned", "ways": "both", "at": 4},
    short=[
        {"shape": "aligned", "ways": "ahead", "at": 4},
        {"shape": "aligned", "ways": "both", "at": 3},
        {"shape": "aligned", "ways": "both", "at": 8, "example": 1},
        {"shape": "one-to-many", "ways": "both", "at": 13},
    ],
    twins={
        "placeCells": (
            place_cells,
            lambda rng: [int(rng.integers(4, 16)), int(rng.integers(4)), SLOTS],
        ),
        "readStates": (
            read_states,
            lambda rng: ("".join(rng.choice(list(LEVELS), SHOWN * int(rng.integers(1, 5)))),),
        ),
        "hasRun": (
            has_run,
            lambda rng: [int(rng.integers(1, 16)), int(rng.integers(31)), bool(rng.integers(2))],
        ),
    },
    claims={
        "The gradient of": lambda it: it.at >= 2 * cells(it),
        "On the way back": lambda it: cells(it) < it.at < 2 * cells(it),
        "Now each cell reads": lambda it: it.fed == "own" and not it.answered,
        "The word is": lambda it: it.shape == "aligned",
    },
)


def test_every_example_fits_the_row_and_the_clock():
    for shape, runs in RUNS.items():
        for run in runs:
            assert run["n"] + (shape == "unaligned") <= SLOTS
            assert 2 * run["n"] <= LAST
            assert all(len(told) <= len(run["due"]) for told in run["told"])


def test_what_is_due_is_so():
    for runs in (RUNS["one-to-many"], RUNS["unaligned"]):
        for run in runs:
            n = int(run["name"])
            due = "".join(run["due"])
            assert due in (number_names.name_of(n) + ".", f"{n}.")
    for run in RUNS["many-to-one"] + RUNS["one-to-one"]:
        assert run["due"] == ["odd" if int(run["name"]) % 2 else "even"]
    for run in RUNS["aligned"]:
        kinds = said(f" {run['name']} ")[1:-1]
        assert run["due"] == [list(SIGNS.values())[kind] for kind in kinds]


def test_the_question_and_the_stories_are_so():
    twenty_eight = RUNS["one-to-many"][0]
    assert ["".join(told) for told in twenty_eight["told"]] == ["ewenty-tight.", "eight."]
    stories = TaskShapes()._constants["stories"]
    told = {story["name"]: TaskShapes(**story["set"]) for story in stories}
    assert mistakes(TaskShapes()) == [0, 7]
    assert mistakes(told["Write from one vector"]) == []
    assert "".join(told_of(told["One wrong letter"])) == "forty-five."
    assert mistakes(TaskShapes(shape="aligned")) == [1, 3]
    assert mistakes(told["Tag from both ends"]) == []
    assert told_of(told["Read all, then write"]) == list("78.")
    assert mistakes(told["Read, then answer"]) == []
    for it in told.values():
        assert (it.shape, it.example, it.fed) != ("one-to-many", 0, "own"), "this is asked"
        assert (it.shape, it.example, it.fed) != ("one-to-many", 0, "truth"), "it starts there"
        assert derived(it, "({ task }) => task.reached") == [False]


def test_the_readers_own_guess_stays_beside_what_is_so():
    look = """(now, widget) => [0, 1, 2].map((guess) => JSON.stringify(
        widget.picture({ ...now, guess }).marks).includes("yours"))"""
    answered = {"answered": True, "at": 6}
    assert derived(TaskShapes(fed="own", **answered), look) == [[True, True, False]]
    assert derived(TaskShapes(fed="own", example=1, **answered), look) == [[False] * 3]
    assert derived(TaskShapes(fed="own"), look) == [[False] * 3]


def test_a_tap_on_a_cell_runs_to_it_and_all_that_has_run_is_played_anew():
    pulled = """(now, widget) => { const scene = { ...now, narrow: false };
        const pad = widget.picture(scene).marks.flat(9).find((mark) => mark?.kind === "pad");
        const y = pad.y + 1;
        return [pad.x + 1, pad.x + pad.width - 1].map((x) => pad.pull([x, y]).at); }"""
    for shape, runs in RUNS.items():
        it = TaskShapes(shape=shape, at=runs[0]["n"])
        assert derived(it, pulled) == [[1, runs[0]["n"]]]
        assert derived(it, "(now, widget) => widget.play(now).from") == [{"at": 0}]
    assert derived(TaskShapes(at=5), "(now, widget) => widget.play(now).from") == [False]


def test_a_narrow_picture_shows_the_first_mistake_once_all_have_run():
    look = """(now, widget) => widget.picture({ ...now, narrow: true }).marks.flat(9)
        .filter((mark) => mark?.look === "clear wrong dashed thick" && mark.opacity > 0).length"""
    assert derived(TaskShapes(), look) == [2]
    assert derived(TaskShapes(example=2, fed="own", at=11, answered=True), look) > [0]


def test_both_ways_each_letter_goes_to_two_cells_and_each_answer_comes_from_two():
    look = """(now, widget) => widget.picture(now).marks.flat(9)
        .filter((mark) => mark?.kind === "arrow" && mark.opacity > 0)
        .map(({ look }) => look.split(" ")[0])"""
    [ahead], [both] = (derived(TaskShapes(shape="aligned", ways=ways, at=4), look) for ways in WAYS)
    assert sorted(ahead) == ["input"] * 4 + ["output"] * 4
    assert sorted(both) == ["input"] * 8 + ["output"] * 8


def test_every_cell_has_a_state_and_two_ways_differ_only_where_they_may():
    for shape, runs in RUNS.items():
        for run in runs:
            first, second = run["states"]
            lengths = [[len(read_states(text)) for text in way] for way in (first, second)]
            assert lengths[0] == [run["n"]]
            own = cells_of(run, own=shape in WRITING)
            assert lengths[1] == [own] * (2 if shape == "aligned" else 1)
            if shape in WRITING:  # up to the first mistake it is fed the same
                due, told = run["due"], run["told"][1]
                same = [a == b for a, b in zip(due, told, strict=False)]
                until = run["first"] + ([*same, False]).index(False) + 1
                until = SHOWN * min(until, own)
                assert first[0][:until] == second[0][:until]


def test_states_as_text(rng):
    hs = rng.uniform(-1, 1, (4, 9))
    assert np.abs(np.array(read_states(state_text(hs))) - hs[:, :SHOWN]).max() <= 1 / 35
    with pytest.raises(ValueError, match=r"hs: got .*, expected numbers from -1 to 1"):
        state_text(2 * np.ones((1, 8)))


def test_one_network_is_trained_again_as_recorded():
    found = shapes_recorded.loaded()
    model = shapes_recorded.train_parity(shapes_recorded.read_vector, 0, 200)
    for n in shapes_recorded.NUMBERS:
        states = shapes_recorded.states_of_reader(model, shapes_recorded.read_vector, n)
        was = found["states"]["one-to-one"][str(n)][0]
        assert np.abs(np.array(read_states(states)) - read_states(was)).max() < 0.1
        p = shapes_recorded.chance_of_odd(model, shapes_recorded.read_vector, n)
        assert p == pytest.approx(found["odd"][str(n)][0], abs=2e-3)
    assert set(shapes_recorded.NUMBERS) <= set(shapes_recorded.BELOW)


def test_the_gradient_of_a_translation_is_that_of_finite_differences():
    rng = np.random.default_rng(0)
    p = shapes_recorded.train_translator(0, 1)
    task = shapes_recorded.translation(np.array([28, 7, 90]))
    to = tree_map(lambda w: rng.normal(size=w.shape), p)

    def loss(s):
        moved = tree_map(lambda w, d: w + s * d, p, to)
        return shapes_recorded.translate_gradient(moved, *task)[0]

    gradient = shapes_recorded.translate_gradient(p, *task)[1]
    moved = np.array([(loss(1e-5) - loss(-1e-5)) / 2e-5])
    assert dot_product_gap(np.ones(1), moved, (gradient,), (to,)) < 1e-6


@pytest.mark.parametrize("narrow", [False, True])
def test_from_the_first_mistake_on_all_that_is_fed_back_is_red_before_the_right_letters(narrow):
    look = f"""(now, widget) => widget.picture({{ ...now, narrow: {str(narrow).lower()} }})
        .marks.flat(9).filter((mark) => mark?.kind === "curve" && mark.opacity > 0)
        .map((mark) => `${{mark.look}} ${{mark.opacity}}`)"""
    for example, run in enumerate(RUNS["one-to-many"]):
        it = TaskShapes(example=example, fed="own", at=cells_of(run, own=True), answered=True)
        drawn = derived(it, look)[0]
        wrong, fed = mistakes(it), len(run["told"][1]) - 1
        first = wrong[0] if wrong else fed
        assert drawn.count("wrong 0.95") == fed - first
        assert drawn.count("output 0.95") == first
        assert drawn.count("output through 0.2") == len([k for k in wrong if k < fed])
        hidden = TaskShapes(example=example, fed="own", at=13)
        assert not [text for text in derived(hidden, look)[0] if text.startswith("wrong")]
