"""The path on files of the reader: on a made-up twin with a known signal, and on the real ones."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from tests.finbert import twin
from unrolled.core.derived import data_file
from unrolled.finbert import real, ridge
from unrolled.finbert.documents import Statements
from unrolled.finbert.encoders import hashed
from unrolled.finbert.loaders import Prices
from unrolled.finbert.protocol import r2_against, walk_forward
from unrolled.finbert.walk import (
    TARGETS,
    Aligned,
    align,
    autoregression,
    forecast_each,
    shuffle_texts,
)


def r2_of(found):
    return r2_against(found.outcome, found.forecast, found.past_mean)


def past_of(aligned, target, i):
    split = next(walk_forward(aligned.released, aligned.known[TARGETS.index(target)], i))
    assert split.test.tolist() == [i]
    return split.learn


@pytest.fixture(scope="module")
def files():
    return real.load(twin.FOLDER, twin.NOW)


@pytest.fixture(scope="module")
def aligned(files):
    return align(*files)


@pytest.fixture(scope="module")
def measured(files):
    return real.measure(*files, hashed(), first=40, shuffles=3)


def test_the_twin_is_the_one_that_is_written(tmp_path):
    twin.write(tmp_path)
    for name in real.FILES:
        assert (tmp_path / name).read_bytes() == (twin.FOLDER / name).read_bytes()


def test_targets_are_the_returns_of_the_month_and_of_the_two_after_it(files, aligned):
    rows, objects = twin.make()
    price = {row[0][:7]: float(row[1]) for row in rows}
    assert aligned.left_out == 0
    assert len(aligned.texts) == len(objects)
    for k, one in enumerate(objects):
        year, month = map(int, one["date"].split("-")[:2])
        names = [
            f"{year + (month + n - 1) // 12}-{(month + n - 1) % 12 + 1:02}" for n in range(-2, 3)
        ]
        logs = np.log([price[name] for name in names])
        assert aligned.targets[:, k] == pytest.approx(np.diff(logs)[1:])
        assert aligned.before[k] == pytest.approx(np.diff(logs)[0])


def test_statements_without_prices_on_both_sides_are_left_out_and_counted():
    begins = 100 * np.arange(7)
    prices = Prices(np.exp(np.arange(7.0) ** 2), begins, begins + 100)
    released = 100 * np.arange(-1, 8) + 50  # one in each month, and one on both sides
    statements = Statements(tuple("abcdefghi"), ("",) * 9, released)
    found = align(prices, statements)
    assert found.texts == ("d", "e", "f")  # months 2, 3 and 4 of 0 to 6
    assert found.left_out == 6
    assert found.targets[:, 0] == pytest.approx([2**2 - 1, 3**2 - 2**2, 4**2 - 3**2])
    assert found.before[0] == pytest.approx(1)


def test_t2_alone_begins_after_the_release(files, aligned):
    prices, _ = files
    begins = dict(zip(prices.known.tolist(), prices.begins.tolist(), strict=True))
    for row, clean in enumerate((False, False, True)):
        starts = []
        for known in aligned.known[row].tolist():
            before = prices.known[np.searchsorted(prices.known, known) - 1]
            starts.append(begins[int(before)])
        assert (np.array(starts) > aligned.released).all() == clean


@pytest.mark.parametrize("target", TARGETS)
def test_the_past_is_what_was_known(aligned, target):
    row = TARGETS.index(target)
    for i in (5, 40, 99):
        brute = [j for j in range(i) if aligned.known[row, j] <= aligned.released[i]]
        assert past_of(aligned, target, i).tolist() == brute
    if target == "T2":
        assert 99 - len(past_of(aligned, target, 99)) >= 2  # the latest are not known yet


def test_no_forecast_depends_on_what_came_later(aligned):
    """Change every return that is not known yet, and every later text: the forecast stays."""
    i = 60
    past = past_of(aligned, "T2", i)
    later = np.setdiff1d(np.arange(len(aligned.texts)), past)
    targets = aligned.targets.copy()
    targets[2, later] += 1
    texts = list(aligned.texts)
    for j in range(i + 1, len(texts)):
        texts[j] = "another word altogether"
    other = aligned._replace(targets=targets, texts=tuple(texts))
    for model in (ridge.tfidf_ridge, lambda texts: ridge.vector_ridge(hashed()(texts))):
        one, two = (forecast_each(world, "T2", model(world.texts), i) for world in (aligned, other))
        assert one.forecast[0] == pytest.approx(two.forecast[0], abs=1e-12)
        assert one.past_mean[0] == two.past_mean[0]


def test_tfidf_is_that_of_the_past_alone(aligned):
    past = past_of(aligned, "T2", 50)
    X, x = ridge.tfidf(ridge.counts_of(aligned.texts), past, 50)
    theirs = TfidfVectorizer(ngram_range=(1, 2), min_df=2, token_pattern=r"(?u)\b[a-z][a-z]+\b")
    ours = theirs.fit_transform([aligned.texts[j] for j in past])
    assert np.abs(X.toarray() - ours.toarray()).max() < 1e-12
    assert np.abs(x.toarray() - theirs.transform([aligned.texts[50]]).toarray()).max() < 1e-12


def test_the_known_signal_is_found_where_it_is_and_nowhere_else(measured):
    found = {name: real.scored(held) for name, held in measured["models"].items()}
    for kind in ("words", "encoder", "hashed"):
        assert found[f"T2 {kind}"].r2.low > 0.1
        assert found[f"T2 {kind}"].clark_west.p < 0.001
    assert found["T2 words"].r2.value > 0.5
    assert max(measured["shuffled"]) < 0.1
    assert found["T1 words"].r2.value < 0.2
    assert measured["in sample"]["T1"] > 0.5  # where there is nothing


def test_what_is_stored_gives_the_scores_again(aligned, measured):
    found = forecast_each(
        aligned._replace(texts=tuple(map(real.without_names, aligned.texts))),
        "T2",
        ridge.tfidf_ridge(tuple(map(real.without_names, aligned.texts))),
        40,
    )
    score = real.scored(measured["models"]["T2 words"])
    assert score.r2.value == pytest.approx(r2_of(found), abs=1e-3)
    assert score.n == len(found.outcome) == measured["n"] - 40
    assert score.hits == np.mean((found.forecast > 0) == (found.outcome > 0))


def test_averages_of_a_random_walk_are_correlated_and_a_leak_of_one_looks_like_skill(rng):
    """Working (1960): a quarter, from nothing."""
    walk = np.cumsum(rng.normal(0, 0.01, (6000, 21)).ravel()).reshape(6000, 21)
    returns = np.diff(walk.mean(axis=1))
    assert real.autocorrelation(returns) == pytest.approx(0.25, abs=0.03)
    assert abs(real.autocorrelation(np.diff(walk[:, -1]))) < 0.03  # prices of one day have none
    n = 400
    months = np.arange(n)
    world = Aligned(("",) * n, months * 10, np.tile(returns[2 : n + 2], (3, 1)),
                    np.tile(months * 10 + 5, (3, 1)), returns[:n], 0)  # fmt: skip
    honest = forecast_each(world, "T1", autoregression(returns[:n]), 80)
    leak = forecast_each(world, "T1", autoregression(returns[1 : n + 1]), 80)
    assert r2_of(honest) < 0.01 < 0.03 < r2_of(leak)


def test_names_are_left_out():
    text = "Rates rise.\n\nVoting for it were A and B.\n\nIn a related action, C."
    assert real.without_names(text) == "Rates rise."
    assert real.without_names("Voting alone.") == "Voting alone."


def test_a_shuffle_moves_texts_and_leaves_returns(aligned):
    other = shuffle_texts(aligned, np.random.default_rng(3))
    assert sorted(other.texts) == sorted(aligned.texts)
    assert other.texts != aligned.texts
    assert other.targets is aligned.targets


def test_nonsense_is_refused(files, aligned, unchecked, tmp_path):
    prices, statements = files
    model = autoregression(aligned.before)
    gap = Prices(*(np.delete(part, 3) for part in prices))
    daily = Prices(np.ones(3), np.arange(3), np.arange(3))
    few = Statements(("a",), ("",), statements.released[:1])
    for call, says in (
        (lambda: align(3, statements), "prices: got 3, expected Prices"),
        (lambda: align(prices, None), "statements: got None, expected Statements"),
        (lambda: align(gap, statements), "prices: got nothing between 2001-03-31 and the price af"),
        (lambda: align(daily, statements), "prices: got nothing between 1970-01-01 and the price"),
        (lambda: align(prices, few), "statements: got 1 of 1 with prices on both sides"),
        (lambda: forecast_each(aligned, "T3", model), "target: got 'T3', expected one of"),
        (lambda: forecast_each(aligned, "T2", 3), "model: got 3, expected a function"),
        (lambda: forecast_each(aligned, "T2", model, 1), "first: got 1, expected a row"),
        (lambda: forecast_each(aligned, "T2", model, 999), "first: got 999"),
        (
            lambda: forecast_each(aligned, "T2", model, 2),
            "first: got 2, expected two known",
        ),
        (lambda: forecast_each(aligned, "T2", lambda *_: np.nan), "forecasts: got nan"),
        (lambda: shuffle_texts(aligned, 3), "rng: got 3, expected a generator"),
        (lambda: autoregression([np.nan]), "x: got nan"),
        (lambda: ridge.tfidf_ridge([]), "texts: got"),
        (lambda: ridge.tfidf_ridge(aligned.texts, 0), "penalty: got 0"),
        (lambda: ridge.vector_ridge(np.zeros(3)), r"V: got shape \(3,\)"),
        (lambda: ridge.in_sample(aligned.texts, np.zeros(3)), r"y: got shape \(3,\)"),
        (lambda: real.measure(prices, statements, 3), "reader: got 3, expected Encoder"),
        (lambda: real.measure(prices, statements, hashed(), shuffles=-1), "shuffles: got -1"),
        (lambda: real.autocorrelation(np.ones(2)), "returns: got 2, expected at least 3"),
        (lambda: real.autocorrelation(np.ones(9)), "returns: got ones that do not vary"),
        (lambda: real.load(3), "folder: got 3, expected a path"),
        (lambda: real.load(tmp_path), r"gold_monthly\.csv: got No such file"),
        (lambda: real.score("T9"), "name: got 'T9', expected one of 'T0 words'"),
        (lambda: real.without_names(3), "text: got 3"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
    assert Prices is type(prices)


def test_the_derived_data_hold_numbers_and_names_of_models_alone(measured):
    held = real.loaded()
    assert (held["n"], held["left out"], held["first"]) == (240, 0, 80)
    assert held.keys() == measured.keys()
    assert held["models"].keys() == measured["models"].keys()
    assert {len(one[key]) for one in held["models"].values() for key in ("error", "of mean")} == {
        160
    }
    text = data_file(real.__name__).read_text("utf-8")
    assert max(map(len, text.split('"')[1::2])) < 40  # no text of a statement


def test_without_a_folder_the_data_stay_and_with_one_they_are_computed(monkeypatch, files, capsys):
    monkeypatch.delenv(real.FOLDER, raising=False)
    assert real.compute_data() == real.loaded()
    assert "stay as they are" in capsys.readouterr().out
    monkeypatch.setenv(real.FOLDER, str(twin.FOLDER))
    monkeypatch.setattr(
        real, "measure", lambda prices, statements, reader: {"n": len(statements.texts)}
    )
    monkeypatch.setattr(real, "encoder", hashed)
    assert real.compute_data() == {"n": len(files[1].texts)}


def test_the_stored_numbers_are_those_of_the_real_files():
    """Where the real files are, which UNROLLED_DATA names; the twin above stands for them."""
    folder = os.environ.get(real.FOLDER)
    if folder is None or not all((Path(folder) / name).exists() for name in real.FILES):
        folder, first = twin.FOLDER, 40
        held = json.loads(json.dumps(real.measure(*real.load(folder), hashed(), first, 0)))
    else:
        first, held = real.FIRST, real.loaded()
    prices, statements = real.load(folder)
    texts = tuple(map(real.without_names, statements.texts))
    aligned = align(prices, statements._replace(texts=texts))
    assert held["n"] == len(aligned.texts)
    models = {"words": ridge.tfidf_ridge(texts), "last return": autoregression(aligned.before)}
    for name, model in models.items():
        found = forecast_each(aligned, "T2", model, first)
        stored = real.scored(held["models"][f"T2 {name}"])
        assert stored.r2.value == pytest.approx(r2_of(found), abs=1e-4)
