"""Truncation window: what it says and draws is the package's, in every state it can be in."""

import numpy as np

from tests.truncation import reference
from tests.truncation.reference import FULL, T, gradient, the_books, wanted, weights
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.core.gradcheck import relative_gap
from unrolled.page.numbers import percent
from unrolled.truncation.truncation_window import TruncationWindow
from unrolled.truncation.weights import survival

LOOK = "(now, widget) => [now, widget.picture(now), widget.linked(now)]"


def flat(marks):
    """Marks one after the other; what is false is none."""
    for mark in marks:
        if isinstance(mark, list):
            yield from flat(mark)
        elif mark:
            yield mark


def of_kind(picture, *kinds):
    return [mark for mark in flat(picture["marks"]) if mark["kind"] in kinds]


def check_numbers(it, now, w):
    """Weights, errors, means, spread, memory and work."""
    texts, counts = now["texts"], np.count_nonzero(w, axis=1)
    assert error(now["weights"], w) < 1e-12
    assert texts["kept"] == str(counts.sum())
    assert abs(now["error"] - wanted(w)) < 2e-5 * wanted(w) + 1e-7
    if wanted(w) > 1e-9:  # below, all that is left is rounding
        assert texts["error"] == percent(wanted(w))
    ends = range(it.k1, T + it.k1, it.k1) if it.k1 <= it.k else range(it.k, T + it.k, it.k)
    walked, walks = {
        "window": (w.sum(), T), "chunks": (T, len(range(0, T, it.k))),
        "k1k2": (sum(min(T, e) - max(0, e - it.k) for e in ends), len(ends)),
    }.get(it.scheme, (T, 1))  # fmt: skip
    assert (now["walked"], now["walks"], now["held"]) == (walked, walks, counts.max())
    assert now["task"]["reached"] == (it.scheme == "window" and it.k == 8)
    if it.scheme == "random" and it.keep < 1:
        draws = [gradient(survival(reference.gates(it, n + 1))) for n in range(it.draws)]
        mean = np.mean(draws, axis=0)
        off = [np.sum((draw - mean) ** 2) for draw in draws]
        limit = survival(np.full(T - 1, 1.0 if it.reweighted else it.keep))
        assert texts["mean"] == percent(relative_gap(mean, gradient(FULL)))
        assert abs(now["limit"] - wanted(limit)) < 1e-5
        spread = np.sqrt(np.mean(off)) / np.linalg.norm(gradient(FULL))
        assert it.draws == 1 or texts["spread"] == percent(spread)


def check_squares(it, now, picture, w):
    """Each pair stands at its loss and step, as large as its weight, as dark as its path."""
    sizes = np.linalg.norm(the_books().W_hh, axis=(2, 3))
    with np.errstate(divide="ignore"):
        share = np.clip(1 + 0.16 * np.log10(sizes / sizes.max()), 0.2, 1)
    for t, loss in enumerate(of_kind(picture, "choice")):
        assert (loss["name"], loss["to"]) == (f"Loss {t + 1}", {"loss": t + 1})
        frame, *squares = loss["marks"]
        assert [frame[name] for name in ("x", "y", "width", "height")] == [0, t, t + 1, 1]
        assert loss["on"] == (t + 1 == it.loss) == (frame["look"] == "clear ink thin")
        for i, mark in enumerate(squares):
            x, y, side = mark["x"], mark["y"], mark["width"]
            large = min(0.96, 0.7 + 0.06 * np.log2(w[t, i])) if w[t, i] else 0.22
            found = [x + side / 2, y + side / 2, side, mark["height"]]
            assert error(found, [i + 0.5, t + 0.5, large, large]) < 1e-9
            dark = f"gradient) {100 * share[t, i]:.0f}%" if w[t, i] else ""
            assert (dark in mark["fill"]) if dark else mark["fill"] is None
            assert mark["look"] == ("gradient" if dark else "quiet ghost")
    assert (t, i) == (T - 1, T - 1)
    key = of_kind(picture, "cell", "word")
    names = ["kept, the largest", "10⁻⁵ of it or less", "dropped", "weight above 1"]
    heavy = it.scheme == "random" and it.reweighted
    assert [mark["html"] for mark in key[1::2]] == names[: 3 + heavy]
    for mark, dark in zip(key[:6:2], ("gradient) 100%", "gradient) 20%", None), strict=True):
        assert mark["fill"] is None if dark is None else dark in mark["fill"]
    assert not heavy or key[6]["width"] > key[0]["width"] > key[4]["width"]
    start = int(np.argmax(w[it.loss - 1] > 0)) + 1
    reach = "is dropped" if not w[it.loss - 1].any() else f"reaches back to step {start}"
    reach = "reaches its own step only" if start == it.loss and w.any() else reach
    assert picture["title"] == f"Framed: loss {it.loss} {reach}."


def check_curves(it, now, picture):
    """Each error over its k or draw; the large dot where the state is; every line has its name."""
    random, names = it.scheme == "random", [mark["html"] for mark in of_kind(picture, "word")]
    dashed = [line for line in of_kind(picture, "line") if "dashed" in line["look"]]
    (main,) = [line for line in of_kind(picture, "line") if line not in dashed]
    (points,), (dot,) = of_kind(picture, "dots"), of_kind(picture, "dot")
    told, value = it._constants, it.draws if random else it.k
    first = min(it.k1, it.k) if it.scheme == "k1k2" else 1
    own = told["k1k2"][first - 1] if it.scheme == "k1k2" else told.get(it.scheme)
    curve = now["curve"] if random else own

    def lies(mark, errors, start=1):
        across = np.arange(start, start + len(errors))
        x, y = np.array(mark["points"], dtype=float).T
        assert error(x, np.log10(across) if random else across) < 1e-12
        assert error(10**y, errors) < 1e-12

    lies(main, curve, first)
    lies(points, now["own"] if random else own, first)
    assert dot["at"] == main["points"][value - first]
    assert len(dashed) == (it.scheme != "window") == len(names) - 1 - random
    for line in dashed:
        lies(line, [now["limit"]] * 100 if random else told["window"])
    own = f"–•– {told['names'][it.scheme]}"
    wanted = ["• one draw", "— their mean", "– – its limit"]
    assert names == (wanted if random else [own, "– – sliding window"][: 1 + len(dashed)])


def test_what_is_said_and_drawn_is_the_package_s_in_every_state(rng):
    it = TruncationWindow()
    states = [it.state() | reference.draw(rng) | {"answered": True} for _ in range(60)]
    for state, (now, picture, linked) in zip(states, derived(it, LOOK, states), strict=True):
        for name, value in state.items():
            setattr(it, name, value)
        check_numbers(it, now, weights(it))
        check_squares(it, now, picture, weights(it))
        check_curves(it, now, linked)
