"""The pictures of the chapter, by what they compute; what they look like was looked at."""

import numpy as np
import pytest

from unrolled.bert import meaning, pictures

COSINES = np.array(meaning.loaded()["senses"])


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=-1)


def test_a_map_keeps_the_distances_of_vectors_in_a_plane(rng):
    points = rng.normal(size=(6, 2))
    points -= points.mean(axis=0)
    found = pictures.on_a_map(points @ points.T)
    assert distances(found) == pytest.approx(distances(points), abs=1e-9)


def test_maps_are_turned_and_not_changed():
    for turned, cosines in zip(pictures.maps(COSINES), COSINES, strict=True):
        assert distances(turned) == pytest.approx(distances(pictures.on_a_map(cosines)), abs=1e-9)


def test_on_the_last_map_the_nearest_dot_has_the_same_meaning():
    apart = distances(pictures.maps(COSINES)[-1]) + 9 * np.eye(10)
    assert (apart.argmin(axis=1) // 5 == np.arange(10) // 5).all()


def test_a_map_that_does_not_tell_the_meanings_has_one_mark_and_no_legend():
    quiet, told = (pictures.banks(COSINES, (1,), told) for told in (False, True))
    assert "money bank" in told.svg
    assert "money bank" not in quiet.svg


def test_a_gap_is_a_line_and_lines_are_short():
    text = "the frog did not cross the river because the [MASK] was too wide ."
    lines = pictures._gapped(text, 22).splitlines()
    assert max(map(len, lines)) <= 22
    assert " ".join(lines) == text.replace("[MASK]", "____").replace(" .", ".")
