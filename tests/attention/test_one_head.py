"""One head on two sentences: the weights are the encoder's, and what is said of them is so."""

import numpy as np

from tests.widget.engine import derived
from unrolled.attention import one_head
from unrolled.attention.one_head import CROSS, IT, TOO, TWO, OneHead, loaded
from unrolled.bert import heads


def weights(k):
    """The weights of the head, as they were measured."""
    return heads.maps(TWO[k])[1][one_head.LAYER - 1, one_head.NUMBER - 1]


def test_the_weights_are_those_that_the_encoder_gave():
    assert loaded() == one_head.compute_data()
    for k in (0, 1):
        (rows,) = derived(OneHead(sentence=k, head=1), "(now) => now.all[0]")
        assert np.abs(np.array(rows) - weights(k)).max() < 1e-12


def test_the_answer_is_what_the_word_looks_at_most():
    told = OneHead()._constants
    options = [heads.maps(TWO[0])[0][k] for k in told["offered"]]
    assert options == [label for label, _ in told["question"]["options"]]
    assert told["offered"][told["question"]["right"]] == weights(0)[IT].argmax()
    assert f"{100 * weights(0)[IT].max():.0f}\u00a0%" in told["question"]["options"][1][1]


def test_nothing_tells_the_answer_before():
    look = "(now, widget) => [JSON.stringify(widget.picture(now).marks), widget.says(now)]"
    for text in derived(OneHead(), look)[0]:
        assert "69\u00a0%" not in text
    assert "69\u00a0%" in derived(OneHead(answered=True), look)[0][0]
    for story in OneHead()._constants["stories"]:
        assert "animal" not in story["says"]
        marks, line = derived(OneHead(**story["set"]), look)[0]
        shown = f"{100 * weights(story['set']['sentence'])[IT].max():.0f}\u00a0%"
        assert shown not in marks + line


def test_every_reply_names_its_sentence():
    replies = [reply for _, reply in OneHead()._constants["question"]["options"]]
    assert all(reply.startswith("In “… too tired” <i>it</i> gives 69") for reply in replies)


def test_at_the_feet_are_the_shares_above_a_twentieth_and_nothing_that_does_nothing():
    look = """(now, widget) => {
        const marks = widget.picture(now).marks.flat(9).filter(Boolean);
        const numbers = marks.filter(({ look }) => look === "state strong halo");
        const below = marks.find(({ html }) => html?.startsWith("below"));
        const choices = marks.filter(({ kind }) => kind === "choice");
        return [numbers.map(({ html }) => html), below.html, choices.map(({ over }) => over[0])];
    }"""
    for k, token in ((0, IT), (0, CROSS), (1, TOO)):
        [(shown, below, touched)] = derived(OneHead(sentence=k, token=token, answered=True), look)
        row = weights(k)[token]
        assert shown == [f"{100 * share:.0f}\u00a0%" for share in row if share > 0.05]
        assert below == f"below: which words look at <b>{heads.maps(TWO[k])[0][token]}</b>"
        assert set(touched) == {"w"}


def test_numbers_at_the_feet_keep_apart(call):
    places = [{"line": 0, "middle": 20.0 * k} for k in range(6)]
    row = [0.2, 0.3, 0.04, 0.1, 0.26, 0.1]
    assert call("sentence", "footed", [[row, places]]) == [[1, 4]]
    other = [place | {"line": k % 2} for k, place in enumerate(places)]
    assert call("sentence", "footed", [[row, other]]) == [[1, 4, 0, 3, 5]]


def test_the_stories_are_true():
    stories = OneHead()._constants["stories"]
    cross, _ = (story["says"] for story in stories)
    tokens, _ = heads.maps(TWO[0])
    animal, street = tokens.index("animal"), tokens.index("street")
    assert f"{100 * weights(0)[CROSS, street]:.0f}\u00a0%" in cross
    assert weights(1)[IT, animal] < weights(0)[IT, animal]
    assert weights(1)[IT].argmax() == animal


def test_the_task_has_the_word_that_looks_most_at_wide():
    tokens, _ = heads.maps(TWO[1])
    column = weights(1)[:, tokens.index("wide")]
    assert column.argmax() == TOO
    reached = "(now) => now.task.reached"
    found = [
        derived(OneHead(sentence=k, token=t), reached)[0] for k, t in ((0, 9), (1, 9), (1, TOO))
    ]
    assert found == [False, False, True]
