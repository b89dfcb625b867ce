"""BLEU: how much of a text consists of the same runs of words as the text that was due.

p_n = Σ min(count said, count due) / Σ count said,   over all runs of n words
BLEU = min(1, exp(1 - R/C)) · (p_1 p_2 p_3 p_4)^(1/4)                      eq-encoder-decoder-bleu

C and R are the numbers of words said and due. All sums run over the whole collection of sentences
before anything is divided (Papineni et al. 2002), each sentence having one reference.
Notebook: book/encoder_decoder.ipynb
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from unrolled.core.door import check_whole, short_repr

LONGEST = 4  # words in a run


def runs(words: Sequence[str], n: int) -> Counter:
    """How often each run of n words occurs. Raises ValueError for an n below 1."""
    words = _check_words("words", words)
    n = check_whole("n", n, 1, of="words")
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def precision(said: Sequence, due: Sequence, n: int) -> float:
    """p_n: of the runs of n words that were said, the share that was due.  eq-encoder-decoder-bleu

    A run counts at most as often as the reference has it ("clipped"), so repeating a right word
    earns nothing. Where no sentence has n words, p_n is 0.
    """
    pairs = _check_pairs(said, due)
    # `&` of two counters keeps the smaller of the two counts.
    matched = sum((runs(one, n) & runs(other, n)).total() for one, other in pairs)
    possible = sum(runs(one, n).total() for one, _ in pairs)
    return matched / possible if possible else 0.0


def brevity(said: Sequence, due: Sequence) -> float:
    """The factor min(1, exp(1 - R/C)) that punishes what is too short.     eq-encoder-decoder-bleu

    It is 0 where nothing is said at all.
    """
    pairs = _check_pairs(said, due)
    C = sum(len(one) for one, _ in pairs)
    R = sum(len(other) for _, other in pairs)
    return float(np.exp(min(0.0, 1 - R / C))) if C else 0.0


def bleu(said: Sequence, due: Sequence) -> float:
    """BLEU of sentences, each a list of words, against one reference each; from 0 to 1.

    eq-encoder-decoder-bleu
    Raises ValueError for no sentences, for lists of different lengths, for an empty reference, and
    for a sentence that is a text and not a list of words.
    """
    shares = [precision(said, due, n) for n in range(1, LONGEST + 1)]
    if min(shares) == 0:
        return 0.0
    return brevity(said, due) * float(np.exp(np.mean(np.log(shares))))


def _check_pairs(said: object, due: object) -> list[tuple]:
    """Each sentence with its reference, or ValueError."""
    said, due = _check_sentences("said", said), _check_sentences("due", due)
    if len(said) != len(due):
        raise ValueError(
            f"said: got {len(said)} sentences, expected {len(due)}, as many as are due"
        )
    for n, words in enumerate(due):
        if not words:
            raise ValueError(f"due[{n}]: got no words, expected a reference of at least one")
    return list(zip(said, due, strict=True))


def _check_sentences(name: str, value: object) -> list:
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{name}: got {short_repr(value)}, expected a list of sentences")
    return [_check_words(f"{name}[{n}]", words) for n, words in enumerate(value)]


def _check_words(name: str, words: object) -> Sequence[str]:
    fits = isinstance(words, list | tuple) and all(isinstance(word, str) for word in words)
    if not fits:
        raise ValueError(f"{name}: got {short_repr(words)}, expected a list of words; split a text")
    return words
