"""Our encoder is Hugging Face's BertModel, and what it says of sentences makes sense."""

import numpy as np
import pytest

from tests.bert.hugging import reference, small, states
from unrolled.attention.heads import MultiHead
from unrolled.bert import heads, minilm
from unrolled.bert.checkpoint import load
from unrolled.bert.count import parameters
from unrolled.bert.model import embed, forward, look, sentences
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
    found = forward(model, ids, segments=segments, mask=mask)
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
    net = small(tmp_path, seed, layer_norm_eps=0.1)  # so large that one would miss it
    model = load(tmp_path)
    rng = np.random.default_rng(seed)
    ids, segments = rng.integers(30, size=(4, 9)), rng.integers(2, size=(4, 9))
    mask = np.arange(9) < rng.integers(1, 10, (4, 1))
    theirs = states(net, ids, segments, mask).last_hidden_state.numpy()
    found = forward(model, ids, segments=segments, mask=mask)
    assert found.dtype == np.float64
    assert np.abs(found - theirs)[mask].max() < 1e-10


def test_what_is_filled_up_changes_nothing(model):
    alone_ids = batch(model.tokeniser, TEXTS[1:2])[0]
    alone = forward(model, alone_ids)
    ids, segments, mask = batch(model.tokeniser, TEXTS[:3])
    assert (
        np.abs(forward(model, ids, segments=segments, mask=mask)[1, : alone.shape[1]] - alone).max()
        < 1e-5
    )


def test_the_number_of_weights_is_the_files_and_berts():
    found = parameters(384, 6, 1536, 30522)["all"]
    assert found == sum(leaf.size for leaf in tree_leaves(minilm.minilm()[:3]))
    assert found == sum(w.numel() for w in reference().parameters()) == 22_713_216
    assert parameters(768, 12, 3072, 30522)["all"] == 109_482_240
    assert parameters(768, 12, 3072, 30522, pooler=False)["all"] == 109_482_240 - 768 * 769


def test_sentences_that_mean_the_same_are_near(model):
    A = [
        ("The central bank raised interest rates.", "Borrowing became more expensive."),
        (
            "A cat was chased through the yard by a dog.",
            "The dog chased the cat across the garden.",
        ),
    ]
    B = "A boat is drifting down the river."
    for one, other in A:
        v = sentences(model, [one, other, B])
        assert np.allclose(np.linalg.norm(v, axis=1), 1, atol=1e-6)
        assert v[0] @ v[1] > 0.3 + max(v[0] @ v[2], v[1] @ v[2])


def test_a_sentence_is_the_mean_of_its_own_tokens_alone(model):
    found = sentences(model, TEXTS[:6])
    ids, segments, mask = batch(model.tokeniser, TEXTS[:6])
    theirs = states(reference(), ids, segments, mask).last_hidden_state.numpy()
    for v, X, real in zip(found, theirs, mask, strict=True):
        mean = X[real].mean(axis=0)
        assert np.abs(v - mean / np.linalg.norm(mean)).max() < 1e-6


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


def test_other_numbers_of_segments_are_taken(tmp_path):
    net = small(tmp_path, type_vocab_size=3)
    ids = np.array([[1, 2, 3]])
    theirs = states(net, ids, ids - 1, ids > 0).last_hidden_state.numpy()
    assert np.abs(forward(load(tmp_path), ids, segments=ids - 1) - theirs).max() < 1e-10
    with pytest.raises(ValueError, match="segments: got 3, expected whole numbers from 0 to 2"):
        forward(load(tmp_path), ids, segments=ids)


def test_the_embeddings_alone_are_the_first_state(model):
    seen = look(model, TEXTS[1])
    ids, segments, _ = batch(model.tokeniser, TEXTS[1:2])
    assert np.array_equal(embed(model.embeddings, ids)[0], seen.states[0])
    with pytest.raises(ValueError, match="ids: got -1, expected whole numbers from 0 to 30521"):
        embed(model.embeddings, ids * 0 - 1, segments)
    with pytest.raises(ValueError, match=r"epsilon: got 0\.0, expected a finite number above 0"):
        embed(model.embeddings, ids, segments, 0.0)


def test_weights_that_do_not_fit_each_other_are_named(tmp_path, unchecked):
    small(tmp_path)
    model = load(tmp_path)
    ids = np.array([[1, 2, 3]])
    first, second = model.blocks
    heads, feed = first.heads, first.feed
    for part, says in (
        ({"embeddings": None}, "model.embeddings: got None, expected Embeddings"),
        (
            {"embeddings": model.embeddings._replace(segment=np.zeros((2, 5)))},
            r"model.embeddings.segment: got shape \(2, 5\), expected \(n_S, d=12\)",
        ),
        ({"blocks": None}, "model.blocks: got None, expected a tuple of Block"),
        ({"blocks": (first._replace(feed=heads), second)}, r"blocks\[0\].feed: got MultiHead"),
        (
            {"blocks": (first, second._replace(feed=feed._replace(b_1=feed.b_2)))},
            r"blocks\[1\].feed.b_1: got shape \(12,\), expected \(d_ff=20\)",
        ),
        (
            {"blocks": (first._replace(heads=heads._replace(W_Q=heads.W_Q.astype(int))),)},
            r"blocks\[0\].heads.W_Q: got an array .*, expected floats of shape \(n_H, d_k, d=12\)",
        ),
        (
            {"blocks": (first._replace(heads=heads._replace(W_O=heads.W_O[:, :8])),)},
            r"heads.W_O: got shape \(12, 8\), expected \(12, 12\)",
        ),
        ({"pooler": model.pooler._replace(b=np.zeros(3))}, r"model.pooler.b: got shape \(3,\)"),
        ({"epsilon": -1.0}, "model.epsilon: got -1.0, expected a finite number above 0"),
    ):
        with pytest.raises(ValueError, match=says):
            forward(model._replace(**part), ids)


def test_a_model_may_be_cut_after_any_block_and_lose_a_head(model):
    seen = look(model, TEXTS[1])
    ids, segments, mask = batch(model.tokeniser, TEXTS[1:2])
    for k in (0, 3):
        found = forward(model._replace(blocks=model.blocks[:k]), ids, segments=segments, mask=mask)
        assert np.abs(found[0] - seen.states[k]).max() < 1e-5
    block = model.blocks[0]
    heads = [w[:11] for w in (block.heads.W_Q, block.heads.W_K, block.heads.W_V)]
    biases = [b[:11] for b in block.heads[4:7]]
    cut = MultiHead(*heads, block.heads.W_O[:, :352], *biases, block.heads.b_O)
    silent = block.heads._replace(W_O=block.heads.W_O.copy())
    silent.W_O[:, 352:] = 0
    one, other = (
        forward(model._replace(blocks=(block._replace(heads=h),)), ids) for h in (cut, silent)
    )
    assert np.abs(one - other).max() < 1e-5


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
        (lambda: forward(model, ids, segments=segments + 2), "segments: got 2"),
        (lambda: forward(model, ids, segments=segments[:1]), r"segments: got shape \(1, 8\)"),
        (lambda: forward(model, ids, mask=mask * 1), "mask: got .*, expected truth values"),
        (lambda: forward(model, ids, mask=mask & False), "mask: got a text without any token"),
        (lambda: forward(model, [[1, 2], [3]]), r"ids: got \[\[1, 2\], \[3\]\], expected whole"),
        (lambda: forward(model, np.ma.masked_equal(ids, 101)), "ids: got masked_array"),
        (lambda: forward(model, ids, mask=[[True], [True, False]]), "mask: got .*truth values"),
        (lambda: sentences(model, ["a", None]), r"texts\[1\]: got None, expected a str"),
        (lambda: look(model._replace(tokeniser=5), "a"), "model.tokeniser: got 5, expected Token"),
        (lambda: forward("model", ids), "model: got 'model', expected Bert"),
        (lambda: sentences(model._replace(tokeniser=None), ["a"]), "model: got one without"),
        (lambda: sentences(model, ["word " * 511]), r"texts\[0\]: got 513 tokens, expected 512"),
        (lambda: look(model, 5), "text: got 5"),
    ):
        with pytest.raises(ValueError, match=says):
            call()
