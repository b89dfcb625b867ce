"""Scenes: what is drawn is what is said, and what is held out stays out."""

import numpy as np
import pytest

from unrolled.encoder_decoder import scenes
from unrolled.encoder_decoder.captioner import LONGEST, WORDS
from unrolled.encoder_decoder.scenes import Thing, caption, draw_scene, is_new, outline, paint

CIRCLE = Thing("small", "red", "circle", 10, 2)
SQUARE = Thing("large", "blue", "square", 1, 0)
CROSS = Thing("small", "green", "cross", 1, 9)


def many(things, new=False, n=300):
    rng = np.random.default_rng([things, new])
    return [draw_scene(rng, things, new) for _ in range(n)]


def test_captions_follow_the_l_from_its_left_end():
    assert caption((CIRCLE,)) == "a small red circle"
    assert caption((SQUARE, CROSS)) == "a large blue square left of a small green cross"
    assert caption((SQUARE, CIRCLE)) == "a large blue square above a small red circle"
    whole = "a small red circle below a large blue square left of a small green cross"
    assert caption((CIRCLE, SQUARE, CROSS)) == whole


@pytest.mark.parametrize("things", [1, 2, 3])
def test_every_caption_is_made_of_the_words_and_no_longer_than_the_longest(things):
    captions = [caption(scene).split() for scene in many(things)]
    assert {word for words in captions for word in words} <= set(WORDS)
    assert max(map(len, captions)) <= LONGEST
    assert things < 3 or {len(words) for words in captions} == {LONGEST}


@pytest.mark.parametrize("things", [1, 2, 3])
def test_the_pixels_of_each_thing_are_in_its_colour_and_touch_no_other(things):
    for scene in many(things, n=100):
        pixels = paint(scene)
        sizes = [outline(t.shape, scenes.WIDTHS[t.size]).sum() for t in scene]
        assert pixels.sum() == sum(sizes)
        for colour in scenes.COLOURS:
            due = sum(n for n, t in zip(sizes, scene, strict=True) if t.colour == colour)
            assert pixels[..., scenes.COLOURS.index(colour)].sum() == due
        for a in scene:
            for b in scene:
                assert a is b or gap(a, b) >= 1


def gap(a, b):
    """How many empty rows or columns are between the squares around two things."""
    (down, right), (below, beyond) = (
        (max(a[k], b[k]) for k in (3, 4)),
        (min(one[k] + scenes.WIDTHS[one.size] for one in (a, b)) for k in (3, 4)),
    )
    return max(down - below, right - beyond)


def test_what_the_relations_say_can_be_seen_in_the_pixels():
    for scene in many(2):
        middles = []
        for thing in scene:
            rows, columns = np.nonzero(paint((thing,)).sum(axis=-1))
            middles.append((rows.mean(), columns.mean()))
        (row, column), (other_row, other_column) = middles
        right, down = other_column - column, other_row - row
        assert (" left of " in caption(scene)) == (right > abs(down))
        assert (" above " in caption(scene)) == (down > abs(right))


def test_the_eight_outlines_differ_and_fill_their_square():
    for width in scenes.WIDTHS.values():
        found = [outline(shape, width) for shape in scenes.SHAPES]
        for n, one in enumerate(found):
            assert one.shape == (width, width)
            assert one.any(axis=0).all()
            assert one.any(axis=1).all()
            assert np.array_equal(one, one[:, ::-1])
            assert all((one != other).sum() >= 7 for other in found[:n])


def test_11_of_66_pairs_are_held_out_and_every_kind_is_left():
    assert (len(scenes.KINDS), len(scenes.PAIRS), len(scenes.HELD_OUT)) == (12, 66, 11)
    for kind in scenes.KINDS:
        seen = [pair for pair in scenes.PAIRS if kind in pair and pair not in scenes.HELD_OUT]
        assert len(seen) >= 8


@pytest.mark.parametrize("things", [2, 3])
def test_known_scenes_have_no_pair_that_is_held_out_and_new_ones_do(things):
    assert not any(map(is_new, many(things)))
    assert all(map(is_new, many(things, new=True)))


def test_all_layouts_sizes_and_kinds_come_up():
    found = many(3)
    layouts = {tuple(2 * (t.row // 8) + t.column // 8 for t in scene) for scene in found}
    assert layouts == set(scenes.LAYOUTS[3])
    assert {(t.size, t.colour, t.shape) for scene in found for t in scene} == {
        (size, *kind) for size in scenes.WIDTHS for kind in scenes.KINDS
    }


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        ((), "scene: got"),
        ((CIRCLE, SQUARE, CROSS, CIRCLE), "expected one to 3 things"),
        ((SQUARE, SQUARE), "expected things of different kinds"),
        ((CIRCLE, CROSS), "got things in the quarters"),
        ((CROSS, SQUARE), "named from the left or from above"),
        ((CIRCLE._replace(colour="pink"),), r"scene\[0\].colour: got 'pink'"),
        ((CIRCLE._replace(row=5),), r"scene\[0\].row: got 5, expected a place within one quarter"),
        ((CIRCLE._replace(column=12),), r"scene\[0\].column: got 12"),
        (("a small red circle",), r"scene\[0\]: got"),
    ],
)
@pytest.mark.usefixtures("unchecked")
def test_what_is_no_scene_is_told(scene, told):
    for of in (caption, paint, is_new):
        with pytest.raises(ValueError, match=told):
            of(scene)


def test_what_cannot_be_drawn_is_told():
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="things: got 1, expected a whole number from 2 to 3"):
        draw_scene(rng, 1, new=True)
    with pytest.raises(ValueError, match="things: got 4"):
        draw_scene(rng, 4)
    with pytest.raises(ValueError, match="width: got 4"):
        outline("square", 4)
