"""A weight from its beginning: queries and keys are the encoder's, in Python and in the page."""

import json

import numpy as np
import pytest

from tests.bert.test_encoder import answers, files, model  # noqa: F401, they are fixtures
from tests.widget.common import error
from tests.widget.engine import derived
from unrolled.attention import one_head
from unrolled.bert import heads, strips
from unrolled.bert.model import look
from unrolled.bert.sentence import EncoderHeads
from unrolled.core.activations import softmax

TEXT = heads.SENTENCES[strips.SENTENCE]


def test_queries_times_keys_are_the_scores_of_the_weights(model):  # noqa: F811
    Q, K = strips.strips(model, TEXT)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    assert np.abs(softmax(scores) - np.array(look(model, TEXT).weights)).max() < 1e-5


def test_what_is_recorded_is_what_the_model_gives(model):  # noqa: F811
    assert strips.measured() == strips.compute_data()
    tokens, _ = heads.maps(strips.SENTENCE)
    assert (tokens[strips.TOKEN], tokens[strips.OTHER]) == ("it", "animal")


def test_the_page_keeps_queries_and_keys_to_eight_bits(model, answers):  # noqa: F811
    (found,) = answers("encode", [TEXT])
    for name, wanted in zip(("queries", "keys"), strips.strips(model, TEXT), strict=True):
        L, n_H, N, d_k = wanted.shape
        ours = np.reshape(found[name], (L, N, n_H, d_k)).swapaxes(1, 2)
        off = np.abs(ours - wanted)
        assert off.mean() < 0.02 * np.abs(wanted).mean(), name
        assert off.max() < 0.1 * np.abs(wanted).max(), name


def scene_of(it):
    """What the page knows of a state."""
    pick = "({ isOwn, sentence, words, constants }) => ({ isOwn, sentence, words, constants })"
    return derived(it, pick)[0]


@pytest.mark.parametrize(("layer", "head"), [(4, 2), (6, 12), (1, 1)])
def test_the_strips_add_up_to_the_score(call, layer, head):
    it = EncoderHeads(layer=layer, head=head, other=strips.OTHER)
    state = {"layer": layer, "head": head, "token": it.token, "other": it.other}
    (found,) = call("sentence", "stripsOf", [[scene_of(it), state]])
    data = strips.measured()
    query, key = (np.array(data[name][layer - 1][head - 1]) for name in ("queries", "keys"))
    assert (found["query"], found["key"]) == (query.tolist(), key.tolist())
    (score,) = call("sentence", "scoreOf", [[found]])
    assert error(score["products"], query * key) < 1e-12
    assert score["score"] == pytest.approx(query @ key, rel=1e-12)
    assert score["scaled"] == pytest.approx(query @ key / np.sqrt(32), rel=1e-12)


def test_any_other_pair_and_the_mean_of_a_layer_have_none(call):
    pair = {"layer": 4, "head": 2, "token": strips.TOKEN, "other": strips.OTHER}
    scene = scene_of(EncoderHeads())
    others = [({}, {"token": 3}), ({}, {"head": 0}), ({"sentence": 5}, {})]
    asked = [[scene | there, pair | here] for there, here in others]
    assert call("sentence", "stripsOf", asked) == [None, None, None]


WRITTEN = "The river burst its bank after the rain."


def own_scene(found):
    """What the page knows of a sentence that its reader wrote."""
    sizes = {"layers": found["layers"], "heads": found["heads"]}
    return {
        "isOwn": True,
        "sentence": 0,
        "words": found["tokens"],
        "constants": {"own": found} | sizes,
    }


def test_the_strips_of_ones_own_sentence_lead_to_the_weights_that_are_shown(call, answers):  # noqa: F811
    (found,) = answers("encode", [WRITTEN])
    N = len(found["tokens"])
    A = np.reshape(found["weights"], (found["layers"], found["heads"], N, N))
    scene = own_scene(found)
    for layer, head, token in ((1, 1, 3), (4, 2, 8), (6, 12, 5)):
        state = {"layer": layer, "head": head, "token": token}
        pairs = call("sentence", "stripsOf", [[scene, state | {"other": k}] for k in range(N)])
        scores = [one["scaled"] for one in call("sentence", "scoreOf", [[one] for one in pairs])]
        assert np.allclose(softmax(np.array(scores)), A[layer - 1, head - 1, token], atol=1e-4)


def test_a_sentence_of_ones_own_is_first_seen_from_its_last_word(call, answers):  # noqa: F811
    texts = [WRITTEN, "Who is it?", "?!"]
    for found, word in zip(answers("encode", texts), ("rain", "it", "?"), strict=True):
        (first,) = call("sentence", "firstLook", [[found]])
        assert found["tokens"][first["token"]] == word
        assert (first["layer"], first["head"]) == (one_head.LAYER, one_head.NUMBER)
        N = len(found["tokens"])
        A = np.reshape(found["weights"], (found["layers"], found["heads"], N, N))
        row = A[first["layer"] - 1, first["head"] - 1, first["token"]]
        assert first["other"] == 1 + row[1:-1].argmax(), "neither [CLS] nor [SEP]"


def said(it, own=None):
    """What stands in place of the strips."""
    put = f"Object.assign(now.constants, {{ own: {json.dumps(own)} }})" if own else ""
    look = (
        f"(now, widget) => {{ {put}; const scene = {{ ...now, requests: {{}},"
        f" ...widget.derive({{ ...now, written: {json.dumps(bool(own))} }}, now.constants) }};"
        " return widget.more(scene).parts.flat(9).find((part) => part?.title === "
        "now.constants.strips).says; }"
    )
    return derived(it, look)[0]


def test_where_there_are_no_strips_those_of_the_recorded_pair_are_an_example(answers):  # noqa: F811
    found = answers("encode", [WRITTEN])[0] | {"text": WRITTEN}
    mean = "Tap a head in the squares above"
    pair = "How the query of it and the key of animal"
    assert said(EncoderHeads(layer=4, head=2)) == f"{pair} make a weight."
    assert mean in said(EncoderHeads(head=0))
    assert mean in said(EncoderHeads(head=0), found)
    assert said(EncoderHeads(layer=4, head=2), found).startswith("How ")
    for stray in ({"token": 3}, {"sentence": 5}):
        told = said(EncoderHeads(**stray))
        assert told == f"{pair}, in “… too tired” make a weight.", "the pair that is recorded"
    assert mean in said(EncoderHeads(token=3, head=0))
