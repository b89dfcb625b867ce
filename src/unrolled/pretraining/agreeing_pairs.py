"""Two gaps of one sentence: the trained masked model's conditionals for both, over all pairs.

"the ___ near the cows ___ ." has twenty pairs of noun and verb that agree. Each word of such a pair
is all but certain given the other, so the product of both conditionals is close to 1 twenty times.
Notebook: book/pretraining.ipynb
"""

from functools import cache

import numpy as np

from unrolled.bert.little_english import ANIMALS
from unrolled.bert.masked import INDEX, MASK, MaskedModel, indices, logits, states, trained
from unrolled.core.door import check_generator, check_whole
from unrolled.core.shapes import Array, Float
from unrolled.pretraining.conditionals import pair_products

NOUNS = tuple(noun for animal in ANIMALS for noun in animal[:2])
VERBS = tuple(verb for animal in ANIMALS for verb in animal[2:])
FRAME = ("the", "[MASK]", "near", "the", "cows", "[MASK]", ".")
NOUN, VERB = 2, 6  # their tokens, after [CLS]


def read_with(p: MaskedModel, gap: int, known: int, words: tuple[str, ...]) -> Float[Array, "n V"]:
    """The logits of one gap, with each of the words in the other."""
    ids = np.repeat(indices([FRAME]), len(words), axis=0)
    ids[:, known] = [INDEX[word] for word in words]
    ids[:, gap] = MASK
    return logits(p, states(p, ids)[0][:, gap])


@cache
def both_conditionals() -> tuple[Float[Array, "20 20"], Float[Array, "20 20"]]:
    """Logits of the nouns for each verb, down the columns, and of the verbs for each noun."""
    p = trained()
    nouns, verbs = ([INDEX[word] for word in words] for words in (NOUNS, VERBS))
    first = read_with(p, NOUN, VERB, VERBS)[:, nouns].T
    second = read_with(p, VERB, NOUN, NOUNS)[:, verbs]
    return first, second


def products() -> Float[Array, "20 20"]:
    """p(noun | verb) p(verb | noun) of every pair, among these words."""
    return pair_products(*both_conditionals())


def agrees() -> Array:
    """True where noun and verb are of one animal and of one number."""
    return np.eye(len(NOUNS), dtype=bool)


def at_once() -> tuple[str, str]:
    """The favourites for both gaps, each filled without the other."""
    p = trained()
    ids = indices([FRAME])
    zs = logits(p, states(p, ids)[0][0])
    nouns, verbs = ([INDEX[word] for word in words] for words in (NOUNS, VERBS))
    return NOUNS[int(zs[NOUN, nouns].argmax())], VERBS[int(zs[VERB, verbs].argmax())]


def in_turn(rng: np.random.Generator, sweeps: int) -> list[tuple[str, str]]:
    """Gibbs sampling: each gap is drawn anew given what is in the other, from the favourites on."""
    rng, (noun, verb) = check_generator("rng", rng), at_once()
    first, second = both_conditionals()
    drawn = []
    for _ in range(check_whole("sweeps", sweeps, 1)):
        noun = NOUNS[_drawn(rng, first[:, VERBS.index(verb)])]
        verb = VERBS[_drawn(rng, second[NOUNS.index(noun)])]
        drawn.append((noun, verb))
    return drawn


def _drawn(rng: np.random.Generator, zs: Array) -> int:
    powers = np.exp(zs - zs.max())
    return int(rng.choice(len(zs), p=powers / powers.sum()))
