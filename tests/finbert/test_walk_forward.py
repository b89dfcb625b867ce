"""Walk forward: its numbers are the package's, and what it says of them is so."""

import numpy as np

from tests.widget.case import Case
from tests.widget.common import error, slider
from tests.widget.engine import derived
from unrolled.finbert import leaks
from unrolled.finbert.leaks import BETS, FIRST, LEAKS, ROWS, WINDOWS, loaded
from unrolled.finbert.walk_forward import WalkForward
from unrolled.finbert.walk_forward_stories_words import (
    ASKED,
    CASES,
    GOAL,
    SHUT,
    TRIO,
    bets_of,
    leaks_of,
    luck_in,
    right,
    sums_of,
    task,
)
from unrolled.page.numbers import decimals

CASE_OF = ("world", "strength", "window", *LEAKS)


def is_hidden(it):
    return not it.answered and all(getattr(it, name) == ASKED[name] for name in CASE_OF)


def on(it):
    return leaks_of(it.state())


def is_only(it, leak):
    return on(it) == (leak,)


def made_of(it, which=None):
    """What was earned so far: with the leaks of a state, or with others."""
    return float(sums_of(it.state(), which)[it.at - 1]) if it.at else 0.0


def luck_of(it):
    """Between which sums luck runs so far."""
    return luck_in(it.state())[:, max(it.at, 1) - 1]


def affected_in(it):
    """How many of the bets made share days with returns that were learned from."""
    rows, window = loaded(it.world, it.strength), WINDOWS[it.window]
    made = range(FIRST, FIRST + it.at)
    return sum(len(leaks.shared(rows, window, on(it), k)) > 0 for k in made)


def told(x):
    """What bets earned, in words."""
    whole = int(decimals(x, 0).replace("−", "-"))
    return f"{'lost' if whole < 0 else 'earned'} {abs(whole)}"


def is_above(it):
    return it.at > 0 and made_of(it) > luck_of(it)[1]


def is_below(it):
    return it.at > 0 and made_of(it) < luck_of(it)[0]


def gains_much(it):
    """Whether the leaks of a state lead to a sum that luck alone does not reach by the end."""
    gained = sums_of(it.state())[-1] - sums_of(it.state(), ())[-1]
    return it.strength == 0 and gained > luck_in(it.state())[1, -1]


def draw(rng):
    """A random state; some are those of the question, which hides which curve is honest."""
    if rng.random() < 0.1:
        return ASKED | {"answered": bool(rng.random() < 0.3), "at": int(rng.integers(0, BETS + 1))}
    count = int(rng.choice([0, 1, 2], p=[0.45, 0.45, 0.1]))
    chosen = rng.permutation(LEAKS)[:count]
    if "best" in chosen and rng.random() < 0.5:
        chosen = []
    return (
        {
            "world": int(rng.integers(3)),
            "strength": int(rng.choice([0, 0, 1, 2])),
            "window": int(rng.integers(4)),
            "at": int(rng.choice([0, BETS, rng.integers(BETS + 1)], p=[0.1, 0.4, 0.5])),
            "answered": bool(rng.random() < 0.6),
        }
        | SHUT
        | {str(leak): True for leak in chosen}
    )


# The browser's functions, as the package computes them


def draw_learned(rng):
    released = 300 + np.cumsum(rng.integers(12, 37, ROWS))
    split = {
        "window": int(rng.choice(WINDOWS)),
        "embargo": leaks.EMBARGO,
        "shuffled": bool(rng.random() < 0.3),
        "unpurged": bool(rng.random() < 0.3),
    }
    rows = {"released": released, "fold": rng.integers(0, 5, ROWS)}
    return [rows, split, int(rng.integers(FIRST, ROWS))]


def made_up(released, fold=None):
    """Rows with these releases and folds, and nothing else."""
    rest = {name: None for name in leaks.Rows._fields}
    return leaks.Rows(**rest | {"released": released, "fold": fold})


def learned(rows, split, k):
    which = tuple(leak for leak in ("shuffled", "unpurged") if split[leak])
    found = leaks.splits(made_up(**rows), split["window"], which)
    return found[k - FIRST].learn.tolist()


def draw_forecast(rng):
    n = int(rng.integers(12, 40))
    table = {name: rng.normal(size=n) for name in "uvy"}
    if rng.random() < 0.2:
        table["u"] = rng.integers(0, 2, n) * (rng.random() < 0.5)
    table["released"] = np.cumsum(rng.integers(12, 37, n))
    k = int(rng.integers(n))
    learn = [j for j in range(n) if j != k and rng.random() < 0.7] or [0, 1]
    model = {"penalty": leaks.RIDGE, "nearby": leaks.NEARBY, "doubt": leaks.DOUBT}
    return [table, learn, k, model]


def forecast(table, learn, k, model):
    X = np.stack([table["u"], table["v"]], axis=-1)
    split = leaks.Split(np.array(learn), np.array([k]))
    return list(leaks.forecast(X, table["y"], table["released"], split))


def draw_sharing(rng):
    rows, split, k = draw_learned(rng)
    return [rows, split["window"], [j for j in range(ROWS) if j != k], k]


def sharing(rows, window, learn, k):
    apart = np.abs(rows["released"][learn] - rows["released"][k])
    return np.array(learn)[apart < window].tolist()


def solve_task(page):
    """The task: short windows share no days."""
    page.get_by_role("button", name="Leak: shuffled folds").click()
    page.locator(".explorable-live .kit-more summary").click()
    slider(page, "return window").fill("1")


DONE = ASKED | {"shuffled": True, "window": 1}
CASE = Case(
    make=WalkForward,
    name="walk_forward",
    states={
        "asked": {},
        "midway": ASKED | {"at": 30},
        "shuffled": ASKED | {"shuffled": True, "at": 25},
        "unpurged": SHUT | {"unpurged": True, "window": 2, "at": 44, "world": 1},
        "stamped": SHUT | {"stamped": True, "window": 0, "strength": 1, "world": 2},
        "scaled": SHUT | {"scaled": True, "at": 1, "window": 3},
        "best": SHUT | {"best": True, "window": 2, "at": 55},
        "several": dict.fromkeys(LEAKS, True) | {"strength": 2, "at": 60},
        "start": SHUT | {"at": 0, "window": 1},
    },
    draw=draw,
    refused=[
        ({"world": 3}, "world: got 3"),
        ({"strength": 3}, "strength: got 3"),
        ({"window": 4}, "window: got 4"),
        ({"at": 61}, "at: got 61"),
        ({"best": 1}, "best: got 1"),
    ],
    solve=solve_task,
    done=DONE,
    short=[
        DONE | {"window": 2},
        DONE | {"window": 3},
        DONE | {"shuffled": False},
        DONE | {"shuffled": False, "unpurged": True},
        DONE | {"unpurged": True},
        DONE | {"scaled": True},
        DONE | {"strength": 1},
        DONE | {"at": BETS - 1},
    ],
    twins={
        "learned": (learned, draw_learned),
        "forecast": (forecast, draw_forecast),
        "sharing": (sharing, draw_sharing),
        "earnedBy": (
            lambda said, y: float(np.sign(said[0] - said[1]) * (y - said[1])),
            lambda rng: [rng.normal(size=2), rng.normal()],
        ),
        "cumulated": (
            lambda values: np.cumsum(values).tolist(),
            lambda rng: [rng.normal(size=rng.integers(1, 60))],
        ),
    },
    claims={
        "Each forecast is a bet": is_hidden,
        "All three tests had the same": is_hidden,
        "No bet has been made yet": lambda it: it.at == 0,
        "Press play, or pull the split.": lambda it: it.at == 0,
        "An honest test": lambda it: not on(it),
        "With several leaks": lambda it: len(on(it)) > 1,
        "With “": lambda it: len(on(it)) == 1,
        "can be told from luck.": lambda it: not on(it) and it.strength > 0 and is_above(it),
        "There is a signal, and yet it lost": lambda it: (
            not on(it) and it.strength > 0 and is_below(it)
        ),
        "it cannot be told from luck": lambda it: (
            not on(it) and it.strength > 0 and not is_above(it) and not is_below(it)
        ),
        "luck alone gets so far": lambda it: not on(it) and it.strength == 0 and is_above(it),
        "this is bad luck": lambda it: not on(it) and it.strength == 0 and is_below(it),
        "all it earned or lost is luck": lambda it: (
            not on(it) and it.strength == 0 and not is_above(it) and not is_below(it)
        ),
        "from share days with": lambda it: is_only(it, "shuffled") and affected_in(it) > 0,
        "tells nothing": lambda it: is_only(it, "shuffled") and affected_in(it) == 0,
        "were not over when": lambda it: is_only(it, "unpurged") and affected_in(it) > 0,
        "nothing to purge": lambda it: is_only(it, "unpurged") and affected_in(it) == 0,
        "one jump hardly matters": lambda it: (
            is_only(it, "stamped") and it.window > 1 and not gains_much(it)
        ),
        "It buys at the fixing before": lambda it: is_only(it, "stamped") and it.window < 2,
        "It compares the price with": lambda it: is_only(it, "scaled"),
        "shown is the luckiest": lambda it: is_only(it, "best"),
    },
)
STILLS = {
    "Midway": ASKED | {"at": 30},
    "No purge": ASKED | {"unpurged": True, "at": 40},
    "Scaled": ASKED | {"scaled": True, "at": 40},
}


def test_each_number_shown_is_that_of_the_package(rng, unchecked):
    look = """({ test, honest, made, right, shared, learn, texts, facts, hidden, band }) =>
        [test, honest.sums, made, right, shared, learn.length, texts, facts, hidden, band]"""
    states = [draw(rng) for _ in range(60)]
    for state, shown in zip(states, derived(WalkForward(), look, states), strict=True):
        test, honest, made, correct, shared, count, texts, facts, hidden, band = shown
        it = WalkForward(**state)
        bets = bets_of(it.state())
        assert error(test["gains"], bets.earned()) < 1e-9
        assert test["model"] == bets.model
        assert error(honest, sums_of(it.state(), ())) < 1e-9
        assert error(made, made_of(it)) < 1e-9
        assert correct == (bets.earned()[: it.at] > 0).sum()
        rows, k = loaded(it.world, it.strength), FIRST + max(it.at, 1) - 1
        window = WINDOWS[it.window]
        assert shared == leaks.shared(rows, window, on(it), k)
        assert count == len(leaks.splits(rows, window, on(it))[k - FIRST].learn)
        assert error(band, luck_of(it)) == 0
        assert hidden == is_hidden(it)
        assert (facts["above"], facts["below"]) == (is_above(it), is_below(it))
        assert (
            texts["result"]
            == f"{told(made_of(it))} typical move{'s' * (told(made_of(it))[-2:] != ' 1')}"
        )
        assert texts["honestly"] == told(made_of(it, ()))
        bets, were = ("1 bet", "was") if it.at == 1 else (f"{it.at} bets", "were")
        assert (texts["right"], texts["bets"]) == (f"{correct} of {bets} {were} right", bets)
        assert texts["affected"] == str(affected_in(it))


def test_what_leaks_is_judged_over_all_bets_made_and_not_by_the_last(unchecked):
    nothing_shared = [
        state
        for world in range(3)
        for leak in ("shuffled", "unpurged")
        for window in range(4)
        for state in [ASKED | {"world": world, "window": window, leak: True, "answered": True}]
        if not leaks.shared(loaded(world, 0), WINDOWS[window], (leak,), FIRST + BETS - 1)
    ]
    assert any(affected_in(WalkForward(**state)) for state in nothing_shared), "the last alone"
    look = """(now, widget) => [now.shared.length, widget.says(now)]"""
    found = derived(WalkForward(), look, nothing_shared)
    for state, (count, words) in zip(nothing_shared, found, strict=True):
        assert count == 0
        affected = affected_in(WalkForward(**state))
        assert (f"In {affected} of {BETS} bets, returns that" in words) == (affected > 0)
        assert ("nothing" in words.split(". ", 1)[1]) == (affected == 0)


def test_before_the_first_bet_nothing_is_said_or_drawn_of_any(unchecked):
    look = """(now, widget) => [widget.says(now), now.task.value,
        widget.picture({ ...now, narrow: false, guess: 1 }).marks.flat(9)
            .filter((mark) => mark?.kind === "word").map(({ html }) => html)]"""
    states = [ASKED | {"at": 0, "answered": True, leak: True} for leak in LEAKS]
    for words, value, drawn in derived(
        WalkForward(), look, [*states, ASKED | {"at": 0, "answered": True}]
    ):
        assert words.startswith("No bet has been made yet.")
        assert words.endswith("statements. Press play, or pull the split.")
        assert value == "No bet has been made yet."
        assert not {"honest", "shuffled folds", "best of forty"} & set(drawn)


def test_no_switch_shows_before_the_answer_which_test_is_seen(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: true, guess: null }).marks.flat(9)
        .filter((mark) => mark?.kind === "choice").map(({ on }) => Boolean(on))"""
    [hidden], [answered] = (derived(WalkForward(answered=one), look) for one in (False, True))
    assert hidden == [False] * 6
    assert answered == [True] + [False] * 5


def test_the_question_the_stories_and_the_task_say_what_is_so(unchecked):
    it = WalkForward()
    assert [story["name"] for story in it._constants["stories"]] == list(CASES)
    assert leaks.MODELS == 40
    low, high = luck_in(ASKED)[:, -1]
    best, honest, shuffled = (float(sums_of(ASKED, tuple(which))[-1]) for which in TRIO)
    assert TRIO == [["best"], [], ["shuffled"]]
    assert it._constants["question"]["right"] == 1
    assert low < honest < 0 < best < high < shuffled / 2, "the modest one is not the honest one"
    assert 0.4 < right(CASES["Honest"]) / BETS < 0.6
    for name in ("Shuffled", "Stamped a day early"):
        case = CASES[name]
        assert sums_of(case)[-1] > 2 * luck_in(case)[1, -1], name
        assert np.all(np.diff(luck_in(case)[:, [0, -1]]) != 0)
        assert luck_in(case)[0, -1] < sums_of(case, ())[-1] < luck_in(case)[1, -1], name
    longer = [sums_of(CASES["Stamped a day early"] | {"window": n})[-1] for n in (0, 1, 3)]
    assert longer == sorted(longer, reverse=True), "the longer, the less"
    case = CASES["Best of forty"]
    assert luck_in(case)[1, -1] / 2 < sums_of(case)[-1] < luck_in(case)[1, -1] * 1.2
    case = CASES["With signal"]
    assert sums_of(case)[-1] > luck_in(case)[1, -1] > sums_of(case | {"strength": 0})[-1] > 0
    start = task()["set"]
    assert abs(sums_of(start)[-1]) > 2 * GOAL["most"]
    for world in range(3):
        ends = [float(sums_of(start | {"world": world, "window": n})[-1]) for n in range(4)]
        assert max(np.abs(ends[:2])) <= GOAL["most"] < min(ends[2:]), "only short windows"


def test_even_a_strong_signal_moves_less_than_half_of_gold():
    for world in range(3):
        rows = loaded(world, 2)
        shares = [np.corrcoef(rows.tone, y)[0, 1] ** 2 for y in rows.returns[1]]
        assert max(shares) < 0.5


def test_before_the_answer_three_curves_look_alike_and_have_no_names(unchecked):
    look = """(now, widget) => [true, false].map((narrow) => [
        widget.ballots({ ...now, narrow }).length,
        widget.picture({ ...now, narrow, guess: null }).marks.flat(9)
            .filter((mark) => mark?.kind === "word").map(({ html }) => html),
        widget.picture({ ...now, narrow, guess: null }).marks.flat(9)
            .filter((mark) => mark?.kind === "line" && mark.width === 2.25)
            .map(({ look }) => look)])"""
    [asked], [told] = (derived(WalkForward(answered=one), look) for one in (False, True))
    for ballots, words, looks in asked:
        assert ballots == 3
        assert not {"shuffled folds", "shuffled", "honest"} & set(words)
        assert looks == ["ink through"] * 3
    for ballots, words, looks in told:
        assert ballots == 0
        assert len({"shuffled folds", "shuffled", "honest"} & set(words)) == 2
        assert len(set(looks)) == 3
    cells = """(now, widget) => widget.table(now).rows.map(([name]) => name)"""
    assert derived(WalkForward(), cells)[0][:3] == ["A", "B", "C"]
    assert derived(WalkForward(answered=True), cells)[0][1] == "honest"


HANDS = """(now, widget) => widget.picture({ ...now, narrow: false, guess: null }).marks.flat(9)
    .filter((mark) => mark?.kind === "grip")"""


def test_hands_move_the_split_the_window_and_the_signal(unchecked):
    look = f"""(now, widget) => {{ const [split, window, signal] = ({HANDS})(now, widget);
        return [split.at[0], [0, split.at[0], 5000].map((x) => split.pull([x, 0])),
            [-50, 30, 82, 900].map((x) => window.pull([x, 0])),
            [0, 110, 300].map((x) => signal.pull([x, 0]))]; }}"""
    [[x, split, window, signal]] = derived(WalkForward(at=30), look)
    assert split == [{"at": 0}, {"at": 30}, {"at": BETS}]
    assert 300 < x < 700
    assert window == [{"window": 0}, {"window": 0}, {"window": 1}, {"window": 3}]
    assert signal == [{"strength": 0}, {"strength": 1}, {"strength": 2}]


def test_a_switch_opens_one_leak_and_honest_shuts_all(unchecked):
    look = """(now, widget) => widget.picture({ ...now, narrow: true, guess: null }).marks.flat(9)
        .filter((mark) => mark?.kind === "choice").map(({ name, on, to }) => [name, on, to])"""
    [pills] = derived(WalkForward(scaled=True, best=True), look)
    assert [name for name, *_ in pills] == [
        "Honest: no leak",
        "Leak: shuffled folds",
        "Leak: no purge",
        "Leak: a day early",
        "Leak: scaled by year",
        "Leak: best of forty",
    ]
    assert [on for _, on, _ in pills] == [False, False, False, False, True, True]
    assert pills[0][2] == SHUT
    assert [to for *_, to in pills[1:]] == [
        {leak: leak not in ("scaled", "best")} for leak in LEAKS
    ]


def test_play_moves_the_split_bet_by_bet(unchecked):
    look = """(now, widget) => { const { to, from, every, max } = widget.play(now);
        return [to(7), from, every > 0, max]; }"""
    states = [WalkForward().state() | {"at": n} for n in (0, BETS)]
    assert derived(WalkForward(), look, states) == [
        [{"at": 7}, False, True, BETS],
        [{"at": 7}, {"at": 0}, True, BETS],
    ]


def test_a_finger_pulls_the_split_and_taps_a_leak(show):
    page = show(WalkForward(answered=True)).page
    knob = page.locator(".explorable-live .grip .knob").first.bounding_box()
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 150, y, steps=5)
    page.mouse.up()
    assert 20 < int(slider(page, "bets made").input_value()) < 50
    page.get_by_role("button", name="Leak: shuffled folds").click()
    pressed = page.get_by_role("button", name="Leak: shuffled folds")
    assert pressed.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Honest: no leak").click()
    assert pressed.get_attribute("aria-pressed") == "false"
