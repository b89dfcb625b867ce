"""Our encoder is Hugging Face's BertModel, and what it says of sentences makes sense."""

import numpy as np
import pytest

from tests.bert.hugging import reference, small, states
from unrolled.bert import heads, minilm
from unrolled.bert.checkpoint import load
from unrolled.bert.count import parameters
from unrolled.bert.model import forward, look, sentences
from unrolled.bert.wordpiece import batch
from unrolled.core.tree import tree_leaves

TEXTS = [
    "Hi.", "The bank raised its rates.", "naïve café", "It is what it is, and it was.",
    "The committee decided to keep the target range for the policy rate unchanged.",
    "Recurrent networks, unrolled.", "(brackets) [here] and {there}", "1,234.5 per cent",
    "Who asks? Nobody asks!", "The dog saw the cat, and the cat saw it.",
    "The old man the boats while the young stay at home.", "a", "你好", "supercalifragilistic",
    "No comma no point", "One two three four five six seven eight nine ten eleven twelve",
    "The river burst its bank after the rain.", "My bank charges a fee for every transfer.",
    "word " * 100, "The end.",
]  # fmt: skip


@pytest.fixture(scope="module")
def model():
    return minilm.minilm()


def test_twenty_texts_of_different_lengths_to_1e_5(model):
    """In one batch, filled up, and each state and weight of one text alone."""
    assert len(TEXTS) == 20
    ids, segments, mask = batch(model.tokeniser, TEXTS)
    theirs = states(reference(), ids, segments, mask).last_hidden_state.numpy()
    found = forward(model, ids, segments, mask)
    assert found.dtype == np.float32
    assert np.abs(found - theirs)[mask].max() < 1e-5
    for text in TEXTS[1:3]:
        seen = look(model, text)
        one, rows, _ = batch(model.tokeniser, [text])
        whole = states(reference(), one, rows, np.ones_like(one))
        for mine, other in zip(seen.states, whole.hidden_states, strict=True):
            assert np.abs(mine - other[0].numpy()).max() < 1e-5
        for mine, other in zip(seen.weights, whole.attentions, strict=True):
            assert np.abs(mine - other[0].numpy()).max() < 1e-5


@pytest.mark.parametrize("seed", range(3))
def test_small_random_models_in_double_precision(tmp_path, seed):
    net = small(tmp_path, seed)
    model, rng = load(tmp_path), np.random.default_rng(seed)
    ids, segments = rng.integers(30, size=(4, 9)), rng.integers(2, size=(4, 9))
    mask = np.arange(9) < rng.integers(1, 10, (4, 1))
    theirs = states(net, ids, segments, mask).last_hidden_state.numpy()
    found = forward(model, ids, segments, mask)
    assert found.dtype == np.float64
    assert np.abs(found - theirs)[mask].max() < 1e-10


def test_what_is_filled_up_changes_nothing(model):
    alone = forward(model, *batch(model.tokeniser, TEXTS[1:2]))
    ids, segments, mask = batch(model.tokeniser, TEXTS[:3])
    assert np.abs(forward(model, ids, segments, mask)[1, : alone.shape[1]] - alone).max() < 1e-5


def test_the_number_of_weights_is_the_files_and_berts():
    found = parameters(384, 6, 1536, 30522)["all"]
    assert found == sum(leaf.size for leaf in tree_leaves(minilm.minilm()[:3]))
    assert found == sum(w.numel() for w in reference().parameters()) == 22_713_216
    assert parameters(768, 12, 3072, 30522)["all"] == 109_482_240
    assert parameters(768, 12, 3072, 30522, pooler=False)["all"] == 109_482_240 - 768 * 769


def test_sentences_that_mean_the_same_are_near(model):
    A, B = (
        [
            ("The central bank raised interest rates.", "Borrowing became more expensive."),
            (
                "A cat was chased through the yard by a dog.",
                "The dog chased the cat across the garden.",
            ),
        ],
        "A boat is drifting down the river.",
    )
    for one, other in A:
        v = sentences(model, [one, other, B])
        assert np.allclose(np.linalg.norm(v, axis=1), 1, atol=1e-6)
        assert v[0] @ v[1] > 0.3 + max(v[0] @ v[2], v[1] @ v[2])


def test_the_derived_data_of_the_heads_are_this_models(model):
    stored = heads.measured()
    for k, text in enumerate(heads.SENTENCES):
        seen = look(model, text)
        tokens, A = heads.maps(k)
        assert seen.tokens == tokens
        assert np.abs(np.array(seen.weights) - A).max() < 1 / 88 + 1e-4
    anew = heads.made(lambda text: (look(model, text).tokens, np.array(look(model, text).weights)))
    for name, shares in stored["patterns"].items():
        assert np.allclose(anew["patterns"][name], shares, atol=1.1e-3), name


def test_bad_input_is_refused_by_name(model, unchecked):
    ids, segments, mask = batch(model.tokeniser, TEXTS[:2])
    for call, says in (
        (
            lambda: forward(model, ids + 30522),
            "ids: got .*, expected whole numbers from 0 to 30521",
        ),
        (lambda: forward(model, ids * 1.0), "ids: got .*expected whole numbers"),
        (lambda: forward(model, np.zeros((1, 513), dtype=int)), r"ids: got shape \(1, 513\)"),
        (lambda: forward(model, np.zeros((1, 0), dtype=int)), r"ids: got shape \(1, 0\)"),
        (lambda: forward(model, ids, segments + 2), "segments: got 2"),
        (lambda: forward(model, ids, segments[:1]), r"segments: got shape \(1, 8\)"),
        (lambda: forward(model, ids, mask=mask * 1), "mask: got .*, expected truth values"),
        (lambda: forward(model, ids, mask=mask & False), "mask: got a text without any token"),
        (lambda: forward("model", ids), "model: got 'model', expected Bert"),
        (lambda: sentences(model._replace(tokeniser=None), ["a"]), "model: got one without"),
        (lambda: sentences(model, ["word " * 511]), r"texts\[0\]: got 513 tokens, expected 512"),
        (lambda: look(model, 5), "text: got 5"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
