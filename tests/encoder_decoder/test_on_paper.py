"""The derivation of the bridge, and that a wrong slope would be seen."""

import sympy as sp

from unrolled.encoder_decoder import on_paper


def test_every_difference_is_nought():
    found = [
        *on_paper.softmax_slopes(),
        *on_paper.score_gradients(),
        *on_paper.bridge_gradients(),
        *on_paper.hidden_layer_slopes(),
    ]
    assert len(found) == 9 + 3 + 6 + 2
    assert found == [0] * len(found)


def test_a_softmax_without_its_sum_is_seen(monkeypatch):
    monkeypatch.setattr(on_paper, "weights", lambda scores: [sp.exp(s) for s in scores])
    assert any(gap != 0 for gap in on_paper.softmax_slopes())
    assert any(gap != 0 for gap in on_paper.bridge_gradients())
