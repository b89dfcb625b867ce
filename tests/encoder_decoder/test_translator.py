"""The translator: PyTorch's word, padding, single sources against batches, and what is refused."""

import numpy as np
import pytest

from tests.gated import like, size
from unrolled.core.gradcheck import dot_product_gap, largest_gap
from unrolled.core.tree import ravel, tree_map
from unrolled.encoder_decoder import torch_twin
from unrolled.encoder_decoder.letters import MARKS, STOP, pairs
from unrolled.encoder_decoder.translator import (
    alignment,
    random_translator,
    read,
    translate,
    translate_all,
    translate_gradient,
    translate_states,
    writer,
)
from unrolled.sequence_tasks.decode import beam, greedy
from unrolled.sequence_tasks.padding import is_step

READS, WRITES = "abc", MARKS + "abcd"
SOURCES, TARGETS = ["ab", "c", "cabca"], ["dba", "abcd", "b"]
BATCH = pairs(SOURCES, TARGETS, READS, WRITES)
EITHER = pytest.mark.parametrize("attends", [False, True], ids=["vector", "attention"])


def drawn(attends, seed=0):
    rng = np.random.default_rng(seed)
    return like(rng, random_translator(rng, 3, len(WRITES), 5, attends))


@EITHER
def test_logits_loss_and_every_gradient_are_pytorchs(attends):
    p = drawn(attends)
    loss, gradient = translate_gradient(p, BATCH)
    theirs, wanted, zs, A = torch_twin.translate_gradient(p, BATCH)
    assert abs(loss - theirs) < 1e-13
    assert largest_gap(translate_states(p, BATCH).zs, zs) < 1e-12
    assert largest_gap(gradient, wanted) < 1e-12 * size(wanted)
    if attends:
        assert largest_gap(alignment(p, BATCH), A) < 1e-14


@EITHER
def test_the_gradient_is_that_of_finite_differences(attends):
    p = drawn(attends, 1)
    to = like(np.random.default_rng(2), p)

    def loss(by):
        return translate_gradient(tree_map(lambda w, d: w + by * d, p, to), BATCH)[0]

    rate = np.array([(loss(1e-5) - loss(-1e-5)) / 2e-5])
    assert dot_product_gap(np.ones(1), rate, translate_gradient(p, BATCH)[1], to) < 1e-7


@EITHER
def test_padding_may_hold_anything(attends):
    p = drawn(attends)
    rng = np.random.default_rng(3)
    real = is_step(BATCH.lengths, len(BATCH.xs))[..., None]
    due = is_step(BATCH.written, len(BATCH.ys))[..., None]
    found = []
    for filling in (lambda a: 0 * a, lambda a: rng.permuted(a, axis=1), lambda a: a + 7):
        xs, before, ys = (
            np.where(keep, a, filling(a))
            for keep, a in ((real, BATCH.xs), (due, BATCH.before), (due, BATCH.ys))
        )
        filled = BATCH._replace(xs=xs, before=before, ys=ys)
        loss, gradient = translate_gradient(p, filled)
        found.append(ravel((np.array(loss), gradient)))
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])


@EITHER
def test_longer_padding_and_another_order_change_nothing(attends):
    p = drawn(attends)
    loss, gradient = translate_gradient(p, BATCH)
    more = [(0, 3), (0, 0), (0, 0)]
    longer = BATCH._replace(
        xs=np.pad(BATCH.xs, more), before=np.pad(BATCH.before, more), ys=np.pad(BATCH.ys, more)
    )
    order = [2, 0, 1]
    turned = type(BATCH)(*(a[:, order] if a.ndim == 3 else a[order] for a in BATCH))
    for other in (longer, turned):
        again, same = translate_gradient(p, other)
        assert abs(again - loss) < 1e-14
        assert largest_gap(same, gradient) < 1e-13


@EITHER
def test_a_batch_is_written_as_each_source_alone(attends):
    p = drawn(attends)
    together = translate_all(p, BATCH.xs, BATCH.lengths, 6)
    for b, length in enumerate(BATCH.lengths):
        alone = translate(p, BATCH.xs[:length, b], 6)
        assert alone.tokens == together[b].tokens
        assert alone.ended == together[b].ended
        assert abs(alone.log_p - together[b].log_p) < 1e-12
        assert beam(writer(p, BATCH.xs[:length, b]), 1, 6)[0].tokens == alone.tokens


@EITHER
def test_one_that_has_ended_waits_for_the_others_of_its_batch(attends):
    """The stop is made likelier until some of the three end and some do not."""
    for push in np.linspace(0, 4, 41):
        p = drawn(attends)
        p.readout.b_y[STOP] += push
        together = translate_all(p, BATCH.xs, BATCH.lengths, 6)
        if 0 < sum(one.ended for one in together) < 3:
            break
    assert {one.ended for one in together} == {True, False}
    for b, length in enumerate(BATCH.lengths):
        alone = translate(p, BATCH.xs[:length, b], 6)
        assert (alone.tokens, alone.ended) == (together[b].tokens, together[b].ended)
        assert abs(alone.log_p - together[b].log_p) < 1e-12


@EITHER
def test_the_writer_says_what_teacher_forcing_says(attends):
    p = drawn(attends)
    zs = translate_states(p, BATCH).zs[:, 2]
    log_p = zs - np.log(np.exp(zs).sum(axis=-1, keepdims=True))
    w = writer(p, BATCH.xs[:, 2])
    state, token = w.start, None
    for t in range(2):
        said, state = w.step(state, token)
        assert largest_gap(said, log_p[t]) < 1e-13
        token = int(BATCH.ys[t, 2].argmax())
    assert w.stop == STOP


def test_what_never_stops_is_cut_off_and_says_so():
    p = drawn(False)
    never = p._replace(readout=p.readout._replace(b_y=np.array([-1e3, 0, 0, 1, 0, 0.0])))
    for written in (
        translate(never, BATCH.xs[:2, 0], 4),
        *translate_all(never, BATCH.xs, BATCH.lengths, 4),
        greedy(writer(never, BATCH.xs[:, 2]), 4),
    ):
        assert (len(written.tokens), written.ended) == (4, False)


def test_the_last_state_is_that_of_each_sources_own_end():
    p = drawn(False)
    context = read(p, BATCH.xs, BATCH.lengths).context
    for b, length in enumerate(BATCH.lengths):
        alone = read(p, BATCH.xs[:length, b]).context
        assert largest_gap(alone, tree_map(lambda a, b=b: a[b], context)) < 1e-15


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda p: read(p, BATCH.xs, np.array([2, 1, 6])), "lengths: got 6, expected numbers"),
        (lambda p: read(p, BATCH.xs, np.array([2, 0, 5])), "lengths: got 0, expected numbers"),
        (lambda p: read(p, BATCH.xs[:0]), "xs: got the empty shape"),
        (lambda p: translate(p, BATCH.xs[:2, 0], 0), "limit: got 0"),
        (lambda p: beam(writer(p, BATCH.xs[:2, 0]), 0, 3), "width: got 0"),
        (lambda p: alignment(p, BATCH), "p: got a translator without a score"),
        (lambda p: translate_gradient(p._replace(score=(1,)), BATCH), "p.score: got"),
        (lambda p: read(p._replace(decoder=p.encoder), BATCH.xs), "p.decoder: got weights for 3"),
        (
            lambda p: translate_states(p, pairs(["ab"], ["a"], READS, MARKS + "ab")),
            "batch.ys: got shape",
        ),
        (
            lambda p: translate_gradient(
                p, BATCH._replace(written=BATCH.written - np.eye(3, dtype=int)[1])
            ),
            "batch.written: got .*, by which the last token that counts is not always the stop",
        ),
        (  # a stop and the padding after it
            lambda p: translate_gradient(
                p, BATCH._replace(written=BATCH.written + np.eye(3, dtype=int)[0])
            ),
            "batch.written: got .*, expected the length of each target, its stop included",
        ),
    ],
)
def test_what_does_not_fit_is_told(call, says, unchecked):
    with pytest.raises(ValueError, match=says):
        call(drawn(False))
