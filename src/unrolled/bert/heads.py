"""What the heads of a pretrained encoder look at: a dozen sentences through all-MiniLM-L6-v2.

The weights are derived data, a letter each, with what `unrolled.bert.patterns` measured of them.
`make data NAME=bert.heads`; the installed model is needed for that alone.
Notebook: book/bert.ipynb
"""

from collections.abc import Callable
from html import escape

import numpy as np

from unrolled.attention.recorded import LETTERS
from unrolled.bert.patterns import patterns
from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_whole, short_repr
from unrolled.core.shapes import Array, Float

LONGEST = 64  # tokens of a sentence of one's own
SENTENCES = (
    "The committee raised its rate because inflation stayed high last year.",
    "Prices rose faster than expected, so the bank acted soon.",
    "The old man the boats while the young stay at home.",
    "While the man hunted the deer ran into the deep woods.",
    "The animal did not cross the street because it was too tired.",
    "The animal did not cross the street because it was too wide.",
    "The trophy does not fit the case because it is big.",
    "The trophy does not fit the case because it is small.",
    "The model (it has six layers) reads it all.",
    "He has [two] coins and (one) note.",
    "The river bank was flooded, so the bank was shut.",
    "The dog saw the cat, and the cat saw it.",
)


def written(A: Float[Array, "*S N"]) -> str:
    """Weights as letters, to one part in 88; each row still adds up to 1.

    Every weight is rounded down, and what is missing from a row goes to its largest remainders.
    Raises ValueError for rows that are not weights.
    """
    A = check_array("A", A, "*S N")
    if A.min() < 0 or np.abs(A.sum(axis=-1) - 1).max() > 1e-3:
        raise ValueError(f"A: got {short_repr(A)}, expected rows of weights that add up to 1")
    most = len(LETTERS) - 1
    levels = np.floor(A * most).astype(int)
    missing = most - levels.sum(axis=-1, keepdims=True)
    order = np.argsort(np.argsort(levels - A * most, axis=-1, kind="stable"), axis=-1)
    levels += order < missing
    return "".join(LETTERS[k] for k in levels.ravel())


def read(text: str, *shape: int) -> Array:
    """The inverse of `written`, to one part in 88."""
    levels = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    of = np.full(128, -1)
    of[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    if levels.size != np.prod(shape) or of[levels].min() < 0:
        raise ValueError(
            f"text: got {short_repr(text)}, expected {np.prod(shape)} letters of weights"
        )
    return (of[levels] / (len(LETTERS) - 1)).reshape(shape)


def made(look: Callable[[str], tuple[list[str], Array]]) -> dict:
    """The derived data, of a function that gives a sentence's tokens and weights (L, n_H, N, N)."""
    sentences = []
    sums = {}
    counts = {}
    for text in SENTENCES:
        tokens, A = look(text)
        sentences.append({"text": text, "tokens": tokens, "maps": written(A)})
        for name, shares in patterns(tokens, A).items():
            sums[name] = sums.get(name, 0) + shares
            counts[name] = counts.get(name, 0) + 1
    shares = {name: np.round(total / counts[name], 4).tolist() for name, total in sums.items()}
    return {"layers": len(A), "heads": len(A[0]), "sentences": sentences, "patterns": shares}


def compute_data() -> dict:
    """The derived data of the installed model."""
    from unrolled.bert.minilm import minilm
    from unrolled.bert.model import look

    model = minilm()
    return made(lambda text: (look(model, text).tokens, np.array(look(model, text).weights)))


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def maps(k: int) -> tuple[list[str], Float[Array, "L n_H N N"]]:
    """Tokens and weights of sentence k of the derived data, from 0 on."""
    data = measured()
    one = data["sentences"][k]
    N = len(one["tokens"])
    return one["tokens"], read(one["maps"], data["layers"], data["heads"], N, N)


def taken(looked: object) -> dict:
    """Sentences of one's own in the form of the derived data, or ValueError."""
    if not isinstance(looked, list | tuple) or not looked:
        raise ValueError(f"looked: got {short_repr(looked)}, expected a list of (tokens, weights)")
    sentences = []
    found = None
    for k, one in enumerate(looked):
        if not isinstance(one, list | tuple) or len(one) != 2:
            raise ValueError(f"looked[{k}]: got {short_repr(one)}, expected (tokens, weights)")
        tokens, A = one
        if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
            raise ValueError(
                f"tokens of looked[{k}]: got {short_repr(tokens)}, expected a list of texts"
            )
        check_whole(f"tokens of looked[{k}]", len(tokens), 2, LONGEST)
        sizes = {} if found is None else {"L": found[0], "n_H": found[1]}
        A = check_array(f"weights of looked[{k}]", A, "L n_H N N", N=len(tokens), **sizes)
        found = A.shape
        tokens = [escape(token) for token in tokens]  # they are set as HTML
        sentences.append({"text": " ".join(tokens[1:-1]), "tokens": tokens, "maps": written(A)})
    parts = [patterns(list(tokens), np.asarray(A, dtype=float)) for tokens, A in looked]
    names = {name for part in parts for name in part}
    shares = {
        name: np.mean([part[name] for part in parts if name in part], axis=0).tolist()
        for name in sorted(names)
    }
    return {"layers": found[0], "heads": found[1], "sentences": sentences, "patterns": shares}
