"""The cover of the chapter shows what it says."""

from tests.intro.test_covers import find_colours, read_numbers
from unrolled.bert.cover import HEAD, LAYER, SENTENCE, cover
from unrolled.bert.heads import maps


def test_it_has_the_colours_of_what_it_shows():
    assert find_colours(cover()) == {"--state"}


def test_it_looks_at_the_animal_more_than_at_any_other_word():
    tokens, A = maps(SENTENCE)
    row = A[LAYER - 1, HEAD - 1, tokens.index("it")]
    assert tokens[row.argmax()] == "animal"
    assert abs(read_numbers(cover())[-1] - 100 * row.max()) <= 0.5
