"""The translators that the page ships: small, whole, and as good as they are said to be."""

from base64 import b64encode

import numpy as np
import pytest

from unrolled.core.tree import ravel, tree_leaves, tree_map
from unrolled.encoder_decoder.dates import follow_grammar, measure_forms
from unrolled.encoder_decoder.weights import FINE, KINDS, pack, translator, unpack

SHARES = {kind: measure_forms(translator(kind)) for kind in KINDS}


def test_the_shares_are_those_of_the_modules_text():
    assert SHARES["attention"]["all"] == 1
    assert round(SHARES["vector"]["all"], 2) == 0.93
    assert round(SHARES["vector"]["2024, may 3"], 2) == 0.81
    assert min(SHARES["vector"], key=SHARES["vector"].get) == "2024, may 3"


def test_the_one_with_attention_looks_where_the_grammar_says():
    assert min(follow_grammar(translator("attention")).values()) > 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_packed_again_they_are_the_same(kind):
    p = translator(kind)
    again = unpack(pack(p), kind == "attention")
    for a, b in zip(tree_leaves(p), tree_leaves(again), strict=True):
        assert np.allclose(a, b, rtol=1e-5, atol=0)


def test_each_weight_is_within_half_a_scale():
    p = translator("vector")
    p = p._replace(readout=p.readout._replace(b_y=np.linspace(-1, 3, len(p.readout.b_y))))
    data = pack(p)
    again = unpack(data, False)
    assert np.abs(again.readout.b_y - p.readout.b_y).max() <= data["scales"][-1] / 2 + 1e-9


def test_two_bytes_a_weight_are_finer():
    p = translator("attention")
    p = tree_map(lambda w: w + 0.001, p)
    gaps = [
        np.abs(ravel(unpack(pack(p, most), True, most=most)) - ravel(p)).max()
        for most in (127, FINE)
    ]
    assert gaps[1] < 1e-4 < 1e-3 < gaps[0]


def test_what_is_not_there_is_told():
    with pytest.raises(ValueError, match="kind: got 'both'"):
        translator("both")
    data = pack(translator("vector"))
    with pytest.raises(ValueError, match="data: got 2 weights, expected 15277"):
        unpack(data | {"ints": b64encode(b"ab").decode()}, False)
