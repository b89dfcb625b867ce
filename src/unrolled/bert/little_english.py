"""A little English: sentences of four forms, in each of which some words follow from the others.

sound  the dogs near the cow bark .                 noun and verb are of one animal and number
act    the dogs with the cow eat bread .            the verb: its number left of it, its stem right
cross  the dog did not cross the river because the dog was too tired .   or the river, too wide
fed    the girl fed the dogs because they were hungry .                  or she, was kind

Some pairs of words are held out: a training sentence has none of them, a held-out sentence has one.
They are spread evenly, so that a guess from the left is worth as much in both.
Notebook: book/bert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_flag, check_generator, check_whole

ANIMALS = (  # one, many, and what they do
    ("dog", "dogs", "barks", "bark"), ("cat", "cats", "meows", "meow"),
    ("cow", "cows", "moos", "moo"), ("duck", "ducks", "quacks", "quack"),
    ("frog", "frogs", "croaks", "croak"), ("lion", "lions", "roars", "roar"),
    ("horse", "horses", "neighs", "neigh"), ("pig", "pigs", "grunts", "grunt"),
    ("owl", "owls", "hoots", "hoot"), ("bee", "bees", "buzzes", "buzz"),
)  # fmt: skip
ACTS = (("eats", "eat"), ("drinks", "drink"), ("carries", "carry"))
THINGS = ("bread", "corn", "fruit", "water", "milk", "juice", "sticks", "stones", "leaves")
PLACES = ("street", "river", "road", "bridge", "field")
PERSONS = ("girl", "boy", "woman", "man", "queen", "king", "aunt", "uncle")  # she, he, she, ...
OF_ANIMAL, OF_PLACE = ("tired", "sleepy", "hungry"), ("wide", "icy", "busy")
OF_PERSON, OF_FED = ("kind", "gentle"), ("hungry", "thirsty")
NEAR, WITH, GAVE = ("near", "behind"), ("with", "beside"), ("fed", "helped")
SPECIAL = ("[PAD]", "[CLS]", "[SEP]", "[MASK]")


class Sentence(NamedTuple):
    """Words, and the index of a word that follows from those on its left, on its right, or on both
    sides of it together; and what could be mistaken for the last of these words."""

    words: tuple[str, ...]
    form: str
    gaps: dict[str, int]
    wrong: str


def picked(rng: np.random.Generator, words: tuple[str, ...]) -> str:
    """One of the words."""
    return str(rng.choice(words))


def sound(rng: np.random.Generator) -> tuple[Sentence, bool]:
    """An animal makes its sound; between noun and verb is an animal of either number."""
    i, j = rng.choice(len(ANIMALS), 2, replace=False)
    many, others = rng.integers(2, size=2)
    one, other = ANIMALS[i], ANIMALS[j][others]
    words = ("the", one[many], picked(rng, NEAR), "the", other, one[2 + many], ".")
    return Sentence(words, "sound", {"right": 1, "left": 5}, one[3 - many]), bool((i + j) % 5 == 0)


def act(rng: np.random.Generator) -> tuple[Sentence, bool]:
    """An animal eats, drinks or carries what can be eaten, drunk or carried."""
    i, j = rng.choice(len(ANIMALS), 2, replace=False)
    many, others = rng.integers(2, size=2)
    k = rng.integers(len(THINGS))
    noun, other, verbs = ANIMALS[i][many], ANIMALS[j][others], ACTS[k // 3]
    words = ("the", noun, picked(rng, WITH), "the", other, verbs[many], THINGS[k], ".")
    return Sentence(words, "act", {"both": 5}, verbs[1 - many]), bool((i + k) % 3 == 0)


def cross(rng: np.random.Generator) -> tuple[Sentence, bool]:
    """An animal or a place is too much of something; the last word tells which of the two."""
    i, j = rng.integers(len(ANIMALS)), rng.integers(len(PLACES))
    animal, place = ANIMALS[i][0], PLACES[j]
    meant, why, other = ((animal, OF_ANIMAL, place), (place, OF_PLACE, animal))[rng.integers(2)]
    words = ("the", animal, "did", "not", "cross", "the", place)
    words += ("because", "the", meant, "was", "too", picked(rng, why), ".")
    return Sentence(words, "cross", {"both": 9}, other), bool((i + j) % 5 == 0)


def fed(rng: np.random.Generator) -> tuple[Sentence, bool]:
    """Somebody feeds animals; the pronoun agrees with whom the last words speak of."""
    i, j = rng.integers(len(PERSONS)), rng.integers(len(ANIMALS))
    many = rng.integers(2)
    of_person = ("she", "he")[i % 2], "was", picked(rng, OF_PERSON)
    of_animal = ("it", "they")[many], ("was", "were")[many], picked(rng, OF_FED)
    meant, other = ((of_person, of_animal), (of_animal, of_person))[rng.integers(2)]
    words = ("the", PERSONS[i], picked(rng, GAVE), "the", ANIMALS[j][many], "because", *meant, ".")
    return Sentence(words, "fed", {"both": 6}, other[0]), bool((i + j) % 5 == 0)


FORMS = {form.__name__: form for form in (sound, act, cross, fed)}


def draw(rng: np.random.Generator, n: int, held_out: bool = False) -> list[Sentence]:
    """n sentences, each form as often as the others on average; held-out ones, or none of them."""
    rng = check_generator("rng", rng)
    held_out = check_flag("held_out", held_out)
    forms = list(FORMS.values())
    found = []
    for kind in rng.integers(len(forms), size=check_whole("n", n, 1)):
        out = None
        while out != held_out:
            sentence, out = forms[kind](rng)
        found.append(sentence)
    return found


def vocabulary() -> tuple[str, ...]:
    """The special tokens and all words, each once."""
    words = (
        "the", ".", *(word for animal in ANIMALS for word in animal),
        *(verb for act in ACTS for verb in act), *THINGS, *PLACES, *PERSONS,
        *OF_ANIMAL, *OF_PLACE, *OF_PERSON, *OF_FED, *NEAR, *WITH, *GAVE,
        "did", "not", "cross", "because", "was", "were", "too", "she", "he", "it", "they",
    )  # fmt: skip
    return tuple(dict.fromkeys(SPECIAL + words))
