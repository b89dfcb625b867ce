"""Two sentences that belong together: a second one goes on about an animal of the first.

sound  the dogs near the cow bark .      they were hungry .      or    the dogs drink water .
fed    the girl fed the dog because …    it was tired .          or    the dog eats corn .

The pronoun and the verb agree with that animal in number. The first sentences are those of
`unrolled.bert.little_english`.
Notebook: book/pretraining.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bert.little_english import (
    ACTS,
    ANIMALS,
    OF_ANIMAL,
    THINGS,
    Sentence,
    draw,
    vocabulary,
)
from unrolled.bert.little_english import picked as pick_word
from unrolled.core.door import check_choice, check_flag, check_generator, check_whole
from unrolled.core.shapes import Array, Float

SENTINELS = ("<x>", "<y>", "<z>")  # in the place of a span that was cut out
WORDS = (*vocabulary(), *SENTINELS)
INDEX = {word: k for k, word in enumerate(WORDS)}
SUBJECT = {"sound": 1, "act": 1, "cross": 1, "fed": 4}  # the place of an animal in the first
KINDS = ("pronoun", "name")
NOUNS = {noun: many for animal in ANIMALS for many, noun in enumerate(animal[:2])}


class Stories(NamedTuple):
    """Pairs of sentences, and 1 where the second goes on from the first."""

    firsts: list[Sentence]
    seconds: list[tuple[str, ...]]
    follows: Float[Array, " B"]


def subject(first: Sentence) -> str:
    """The animal that a second sentence goes on about."""
    return first.words[SUBJECT[check_choice("first.form", first.form, SUBJECT)]]


def second(rng: np.random.Generator, noun: str, kind: str) -> tuple[str, ...]:
    """A sentence about an animal, with a pronoun or by its name."""
    rng = check_generator("rng", rng)
    many = NOUNS[check_choice("noun", noun, NOUNS)]
    if check_choice("kind", kind, KINDS) == "pronoun":
        return ("it", "they")[many], ("was", "were")[many], pick_word(rng, OF_ANIMAL), "."
    thing = int(rng.integers(len(THINGS)))
    return "the", noun, ACTS[thing // 3][many], THINGS[thing], "."


def draw_stories(rng: np.random.Generator, n: int, held_out: bool = False) -> Stories:
    """n pairs; in half of them, on average, the second is that of another first sentence."""
    rng = check_generator("rng", rng)
    n = check_whole("n", n, 1)
    firsts = draw(rng, n, check_flag("held_out", held_out))
    others = draw(rng, n, held_out)
    follows = rng.integers(2, size=n)
    seconds = []
    for first, other, own in zip(firsts, others, follows, strict=True):
        kind = KINDS[rng.integers(2)]
        seconds.append(second(rng, subject(first if own else other), kind))
    return Stories(firsts, seconds, follows.astype(float))


def kind_of(words: tuple[str, ...]) -> str:
    """Whether a second sentence has a pronoun or a name."""
    return KINDS[int(words[0] == "the")]


def fits_second(first: Sentence, words: tuple[str, ...]) -> bool:
    """Whether a second sentence could go on from the first: by name, or by number alone."""
    noun = subject(first)
    if kind_of(words) == "name":
        return words[1] == noun
    return words[0] == ("it", "they")[NOUNS[noun]]


def best_possible(stories: Stories, kind: str) -> float:
    """How often somebody is right who says "it follows" wherever it could."""
    check_choice("kind", kind, KINDS)
    right = [
        fits_second(first, words) == bool(own)
        for first, words, own in zip(*stories, strict=True)
        if kind_of(words) == kind
    ]
    return float(np.mean(right))
