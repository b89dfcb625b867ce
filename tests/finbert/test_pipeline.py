"""The pipeline: rows with masks, exact gradients down to the documents' vectors, PyTorch's twin."""

import numpy as np
import pytest

from tests.finbert.own import small_sequences, small_world
from unrolled.core.gradcheck import check_gradient, largest_gap
from unrolled.core.tree import tree_map
from unrolled.finbert import pipeline, torch_twin
from unrolled.finbert.pipeline import (
    MARKET,
    forecast,
    joined,
    loss_and_gradients,
    part_of,
    random_reader,
    sequences,
    tune_reader,
)
from unrolled.finbert.statements import KINDS


def few(n=4, use="both"):
    return part_of(small_sequences(use), np.arange(n))


def reader(seed=1):
    drawn = random_reader(np.random.default_rng(seed), len(KINDS), 3)
    return tree_map(lambda leaf: leaf + 0.05, drawn)


def test_the_gradient_of_the_weights_is_that_of_the_loss():
    who, found = reader(), few()
    _, gradient, _ = loss_and_gradients(who, found)
    assert check_gradient(lambda p: loss_and_gradients(p, found)[0], who, gradient) < 1e-6


def test_the_gradient_reaches_the_vectors_of_the_documents():
    who, found = reader(), few()
    _, _, dvectors = loss_and_gradients(who, found)

    def loss(vectors):
        return loss_and_gradients(who, found._replace(vectors=vectors))[0]

    assert np.abs(dvectors).min() > 0
    assert check_gradient(loss, found.vectors, dvectors) < 1e-6


def test_pytorch_says_the_same():
    who, found = reader(2), few(7)
    mine, theirs = loss_and_gradients(who, found), torch_twin.loss_and_gradients(who, found)
    assert mine[0] == pytest.approx(theirs[0], rel=1e-12)
    assert largest_gap(mine[1], theirs[1]) < 1e-10
    assert largest_gap(mine[2], theirs[2]) < 1e-10


def test_a_batch_is_a_stack_of_releases():
    who, found = reader(), few(5)
    losses, gradients = [], []
    for n in range(5):
        one = loss_and_gradients(who, part_of(found, np.array([n])))
        losses.append(one[0])
        gradients.append(one[2][0] / 5)
    value, _, dvectors = loss_and_gradients(who, found)
    assert value == pytest.approx(np.mean(losses))
    assert largest_gap(dvectors, np.array(gradients)) < 1e-12


def test_a_row_holds_what_was_known_when_it_was():
    world, found = small_world(), small_sequences()
    mask = found.rows[..., 1 + MARKET + pipeline.PROJECTED :]
    returns = np.diff(world.log_price)
    for k in (0, 7):
        last = found.rows[-2, k]  # the fixing of the release's own day, before it
        assert last[1] * pipeline.DAILY == pytest.approx(returns[world.released[k] - 1])
        assert found.rows[-1, k, 0] * 7 == pytest.approx(4 / 24)
        days = world.days[world.released[k] + np.arange(1 - pipeline.DAYS, 1)].astype(int)
        assert 7 * found.rows[1:-1, k, 0] == pytest.approx(np.diff(days))
        rates = world.rate[world.released[k] + np.arange(1 - pipeline.DAYS, 1)]
        assert (mask[:-1, k, 1] > 0).tolist() == (~np.isnan(rates)).tolist()
    assert (mask[-1] == [0, 0, 1, 1]).all()
    assert (mask[:-1, :, MARKET:] == 0).all()


def test_nothing_after_a_release_is_in_its_rows():
    world = small_world()
    vectors = np.ones((len(world.released), len(KINDS)))
    before = sequences(world, vectors)
    for k in (3, 11):
        price, rate = world.log_price.copy(), world.rate.copy()
        price[world.released[k] + 1 :] += 1.0
        rate[world.released[k] + 1 :] += 1.0
        after = sequences(world._replace(log_price=price, rate=rate), vectors)
        assert np.array_equal(before.rows[:, k], after.rows[:, k])
        assert not np.array_equal(before.rows[:, k + 1], after.rows[:, k + 1])


def test_what_may_not_be_used_is_not_there():
    both, text, series, clock = (few(6, use) for use in pipeline.USES)
    values = slice(1, 1 + MARKET)
    assert (text.rows[..., values] == 0).all()
    assert (text.vectors == both.vectors).all()
    assert (series.vectors == 0).all()
    assert (series.rows == both.rows).all()
    assert (clock.rows == text.rows).all()
    assert (clock.vectors == 0).all()


def test_other_worlds_are_put_beside_each_other():
    one, other = small_sequences(), small_sequences(seed=8)
    whole = joined([one, other])
    assert largest_gap(part_of(whole, np.arange(len(one.target))), one) == 0
    assert len(whole.target) == len(one.target) + len(other.target)


def test_a_seed_learns_the_same_again_and_gets_better():
    found = small_sequences()
    learn, check = part_of(found, found.known < 700), part_of(found, found.known >= 700)
    one, other = (tune_reader(0, learn, check, 40, 16) for _ in range(2))
    assert largest_gap(one, other) == 0
    start = random_reader(np.random.default_rng(0), len(KINDS))

    def error(who):
        return np.mean((forecast(who, learn) - learn.target) ** 2)

    assert error(one) < error(start)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: random_reader(0, 5), "rng: got 0"),
        (lambda: random_reader(np.random.default_rng(0), 0), "d: got 0"),
        (lambda: sequences(small_world(), np.zeros((2, 5))), "vectors: got shape"),
        (lambda: sequences("world", np.zeros((2, 5))), "world: got 'world'"),
        (lambda: sequences(small_world(), small_sequences().vectors, "all"), "use: got 'all'"),
        (lambda: forecast("reader", few()), "reader: got 'reader'"),
        (lambda: loss_and_gradients(reader(), "rows"), "found: got 'rows'"),
    ],
)
def test_doors(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()
