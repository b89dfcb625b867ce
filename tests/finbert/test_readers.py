"""Heads on three encoders: a seed tuned again gives what the file says, and labels help."""

import numpy as np
import pytest

from unrolled.finbert import readers, statements, tone
from unrolled.finbert.encoders import hashed
from unrolled.finbert.readers import LABELLED, read, remembering, scores


def test_a_better_encoder_needs_fewer_labels():
    few, many = LABELLED
    for labelled in LABELLED:
        words, real = (np.median(scores(name, labelled)[1]) for name in ("words", "encoder"))
        assert words < real < statements.reliability()
    for name in readers.KINDS:
        assert (scores(name, few) < scores(name, many)).all()


@pytest.mark.parametrize("name", ["words", "hashed"])
def test_a_head_tuned_again_gives_what_the_file_says(name):
    encode = remembering({"words": tone.count_words, "hashed": hashed()}[name])
    again = read(encode, 2, LABELLED[0])
    assert again == pytest.approx(scores(name, LABELLED[0])[:, 2], abs=2e-3)


def test_no_sentence_is_encoded_twice():
    asked = []

    def encode(texts):
        asked.extend(texts)
        return np.array([[len(text)] for text in texts], dtype=float)

    encoded = remembering(encode)
    assert encoded(["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert encoded(["bb", "ccc"]).tolist() == [[2], [3]]
    assert asked == ["a", "bb", "ccc"]


@pytest.mark.usefixtures("unchecked")
def test_doors():
    with pytest.raises(ValueError, match="name: got 'bert'"):
        scores("bert", 50)
    with pytest.raises(ValueError, match="labelled: got 60"):
        scores("words", 60)
