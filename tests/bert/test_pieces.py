"""The small vocabulary, its rows, and the random BERT that is written like a real one."""

import numpy as np

from tests.bert.hugging import states
from unrolled.bert import pieces as demo
from unrolled.bert import tiny_bert
from unrolled.bert.checkpoint import load
from unrolled.bert.model import embed, forward
from unrolled.bert.wordpiece import encode, pieces


def test_the_words_of_the_chapter():
    known = demo.TOKENISER.vocabulary
    assert pieces("demo", known) == ["de", "##mo"]
    assert pieces("mode", known) == ["mo", "##de"]
    assert pieces("dome", known) == ["d", "##o", "##m", "##e"]
    assert pieces("made", known) == ["[UNK]"]


def test_sums_of_rows_are_short_and_their_norms_by_hand():
    found = encode(demo.TOKENISER, "demo", "mode")
    X = embed(demo.EMBEDDINGS, np.array(found.ids), np.array(found.segments))
    assert np.allclose(X[1], np.array([2, -2, 0, 0]) / 2**0.5)
    assert np.allclose(X[5], np.array([3, 0, -1, -2]) / 3.5**0.5)
    assert demo.EMBEDDINGS.token.shape == (len(demo.PIECES), 4)


def test_hugging_face_reads_the_tiny_model_and_gives_the_same(tmp_path):
    from transformers import BertModel

    tiny_bert.write(tmp_path, 3)
    model = load(tmp_path)
    net = (
        BertModel.from_pretrained(tmp_path, add_pooling_layer=False, attn_implementation="eager")
        .double()
        .eval()
    )
    ids, segments = np.array([[2, 7, 13, 3]]), np.array([[0, 0, 1, 1]])
    theirs = states(net, ids, segments, np.ones_like(ids)).last_hidden_state.numpy()
    assert np.abs(forward(model, ids, segments=segments) - theirs).max() < 1e-9
