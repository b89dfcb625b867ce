"""What holds for every widget without a page: its size, its doors, its numbers, its words."""

import json
import re

import numpy as np
import pytest
import traitlets

from tests.widget.common import error
from tests.widget.conftest import built, modules
from tests.widget.engine import derived
from tests.widget.kit import run
from unrolled.widget.inline import KIT
from unrolled.widget.words import tell, unreached

PLUMBING = r"kit-\w|querySelector|\.children\b|(?<![.\w])(?:document|window)\.\w"
SPOKEN = """(now, widget) => [widget.says(now), now.task?.value ?? '',
    widget.play?.(now)?.says ?? '', widget.picture({ ...now, narrow: false }).says ?? '']"""
SPOILT = re.compile(r"\b(?:NaN|undefined|null|Infinity)\b|\[object|\{\w+\}")
COUNTED = "letters|steps|cells|pairs|paths|words|tokens"
MISCOUNTED = re.compile(  # as "1 letters", "one of three letters are right"
    rf"(?<![\d.,−-])\b(?:1 (?:{COUNTED})"
    rf"|(?:1|one) of (?:the )?\w+ (?:{COUNTED}) (?:are|have|come))\b"
)
WRONG = {  # of each kind of trait: what it refuses
    traitlets.Bool: [1, 0.0, "yes", None, []],
    traitlets.Enum: [0, True, "no such name", None, [], np.nan],
    traitlets.Int: [True, "1", None, 0.5, np.nan, np.inf, -np.inf, []],
    traitlets.Float: [True, "1", None, np.nan, np.inf, -np.inf, []],
    traitlets.Dict: [None, 1.0, "abc", {}, [], {"sceme": 1.0}],
    traitlets.List: [None, 1.0, "abc", {}, [[[[1.0]]]]],
}


def blocks(code):
    """The top-level blocks of a module that has one indent a level, by their first lines."""
    lines = code.splitlines()
    ends = [n for n, line in enumerate(lines) if re.match(r"[}\])]", line)]
    for n, line in enumerate(lines):
        if line[:1].isalpha() and re.search(r"[{(\[]$", line):
            yield line, next(end for end in ends if end > n) - n + 1


# Explorables that a later issue redraws, and the functions of theirs that are too long until then.
TO_BE_REDRAWN = {}
FILES = [path for path in sorted(KIT.parents[1].rglob("*.js"))]


def too_long(path):
    """What of a file exceeds the limits: "file", or the names of functions."""
    code = path.read_text("utf-8")
    found = ["file"] if code.count("\n") > 300 or len(code) > 13_000 else []
    long = [line for line, lines in blocks(code) if lines > 40]
    names = (re.search(r"(?:function|const) (\w+)", line) for line in long)
    return found + [match[1] for match in names if match]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_module_can_be_read(path):
    assert too_long(path) == TO_BE_REDRAWN.get(path.stem, [])


def test_the_code_of_a_widget_touches_no_page(case):
    assert re.findall(PLUMBING, modules()[case.name].read_text("utf-8")) == []


def test_what_a_page_carries_is_small(case):
    for state in [None, *case.states]:
        assert len(json.dumps(built(case.name, state).values())) <= case.weight


def bad_values(trait, first):
    """What a trait of this kind must refuse; of a list also its own, spoilt."""
    kind = next(kind for kind in WRONG if isinstance(trait, kind))
    yield from WRONG[kind]
    if kind in (traitlets.Int, traitlets.Float):
        beyond = [trait.min - 1 if trait.min is not None else np.nan]
        beyond += [trait.max + 1 if trait.max is not None else np.nan]
        yield from beyond
    if kind is traitlets.List:
        yield from (first[:-1], [*first, *first[-1:]])
    if kind in (traitlets.List, traitlets.Dict):
        flat = json.dumps(first)
        for spoilt in ("NaN", "Infinity", '"a"', "null", "1e300", "-1e300"):
            yield json.loads(re.sub(r"(?<![\w.])-?\d[\d.e+-]*", spoilt, flat, count=1))


def test_the_doors_are_shut_at_the_start_and_later_and_to_links(case):
    it = case.make()
    links = []
    for name in case.make.own():
        first = getattr(it, name)
        for bad in bad_values(it.traits()[name], first):
            with pytest.raises(ValueError, match=rf"^{name}\b.*: got "):
                case.make(**{name: bad})
            with pytest.raises(ValueError, match=rf"^{name}\b.*: got "):
                setattr(it, name, bad)
            assert getattr(it, name) == first
            links.append([{name: bad}, it.state(), it._constants["doors"]])
    let_in = zip(run("session", "welcome", links), links, strict=True)
    assert [link[0] for welcome, link in let_in if welcome is not None] == []
    with pytest.raises(ValueError, match=r"^keyword: got 'sceme', expected one of"):
        case.make(sceme=1)
    for given, message in case.refused:
        with pytest.raises(ValueError, match=re.escape(message)):
            case.make(**given)


def gap(found, wanted):
    """The largest relative difference between two trees of numbers; texts are equal or not."""
    if isinstance(wanted, dict):
        assert set(found) == set(wanted)
        return max((gap(found[name], wanted[name]) for name in wanted), default=0.0)
    if wanted is None or isinstance(wanted, str):
        return 0.0 if found == wanted else np.inf
    try:
        return error(found, wanted)
    except (TypeError, ValueError):  # a list of what is no number, or of unequal lengths
        assert len(found) == len(wanted)
        return max(map(gap, found, wanted), default=0.0)


def test_the_twins_of_the_browser_say_what_the_package_says(case, call, rng):
    for name, (twin, draw) in case.twins.items():
        drawn = [draw(rng) for _ in range(1000)]
        asked = json.dumps([list(args) for args in drawn], default=lambda x: np.asarray(x).tolist())
        found = call(case.name, name, json.loads(asked))
        wanted = [twin(*args) for args in drawn]
        assert max(map(gap, found, wanted)) < 1e-12, name


def test_every_rule_speaks_somewhere_and_what_it_says_is_true(case, rng):
    it = case.make()

    def into(state):
        """The widget, gone into another state."""
        for name, value in state.items():
            setattr(it, name, value)
        return it

    states = [it.state() | case.draw(rng) for _ in range(500)]
    assert set(states[0]) == set(it.own())
    now = derived(it, "({ facts, texts }, widget) => [facts, texts]", states)
    says = derived(it, SPOKEN, states)
    words = it._constants["words"]
    spoken = []
    for (facts, texts), parts in zip(now, says, strict=True):
        spoken.append(tell(words, facts, texts))
        assert not SPOILT.search(" ".join([*parts, *texts.values()]))
        assert not MISCOUNTED.search(" ".join([spoken[-1], *parts]))
        assert parts[0]
    assert [unreached(rules, [facts for facts, _ in now]) for rules in words] == [[]] * len(words)
    for start, holds in case.claims.items():
        which = [state for state, text in zip(states, spoken, strict=True) if start in text]
        assert which, start
        assert [state for state in which if not holds(into(state))] == [], start


def test_stories_set_all_and_the_task_is_done_where_it_says_so_and_no_earlier(case):
    it = built(case.name, None)
    told = it._constants
    stories = told.get("stories", [])
    assert len(stories) in (0, 3, 4, 5)
    for story in stories:
        assert set(story["set"]) == set(it.own()) - {"answered"}
        assert case.make(**story["set"]).state() == it.state() | story["set"]
    short = [{}, (told.get("question") or {}).get("show", {}), *case.short]
    states = [it.state() | one for one in (*short, case.done)]
    reached = derived(it, "(now) => now.task.reached", states)
    assert reached == [False] * len(short) + [True]
