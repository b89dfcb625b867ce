"""Pictures of captioning say what they show."""

import numpy as np
import pytest

from unrolled.encoder_decoder.caption_pictures import break_lines, captioned, true_or_alike
from unrolled.encoder_decoder.captions import draw_group, loaded

EXAMPLES = draw_group(np.random.default_rng(0), 4, 3, True)


@pytest.mark.parametrize("n", [1, 3, 4])
def test_a_frame_for_each_word_that_is_wrong_and_a_picture_for_each_scene(n):
    some = type(EXAMPLES)(*(part[:n] for part in EXAMPLES))
    right = captioned(some, some.captions)
    assert right.svg.count("<image") == 2 * n  # on a desk and on a phone
    assert f"{n} are right." in right.label
    said = [" ".join(["a", "tiny", *text.split()[2:]]) for text in some.captions]
    wrong = captioned(some, said)
    frames = [figure.svg.count("stroke-width: 1.5") for figure in (right, wrong)]
    assert frames == [0, 2 * n]
    assert f"Picture {n}: tiny instead of" in wrong.label


def test_a_caption_is_broken_at_its_relations():
    for text in EXAMPLES.captions:
        lines = break_lines(text)
        assert len(lines) == 5
        assert " ".join(word for line in lines for word in line) == text


def test_exact_match_and_bleu_are_told_as_medians():
    data = loaded()
    figure = true_or_alike(data["trained"]["500"], data["guess"])
    assert "medians of 5 seeds" in figure.label
    exact, alike = (
        np.median([one["two things, new pair"][name] for one in data["trained"]["500"]])
        for name in ("exact", "bleu")
    )
    assert f"two things, new pair {exact:.2f}, {alike:.2f}" in figure.label
    assert "always the same 0.00, 0.27" in figure.label
