"""Lessons made of texts: what a student's code is tried on, and the mistakes of such code."""

from collections.abc import Callable

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Drawn
from unrolled.bert.masked import CHOSEN, MASK
from unrolled.page.ask import Slip
from unrolled.pretraining.conditionals import full_conditional
from unrolled.pretraining.slips import PSEUDO, SLIPS, SUMMED, TAUGHT, pseudo, summed, taught

FIRST_WORD = 4  # smaller indices are special tokens
NOTHING = -1  # where no answer is asked for
READ_AGAIN = "The labels are the words that were there before, not what the model reads."


def answers(words: int, sentences: int, cut: int, spans: int, masks: Callable = taught) -> list:
    """Answers of an update: causal, masked, of span corruption, and of next-sentence prediction."""
    return [
        sentences * (words + 1),
        masks(words, CHOSEN, sentences),
        sentences * (cut + spans),
        sentences / 2,
    ]


def _with(place: int, other: Callable) -> Callable:
    """The answers of an update with another number at one place."""

    def gives(words, sentences, cut, spans):
        right = answers(words, sentences, cut, spans)
        return [
            other(words, sentences, cut, spans) if k == place else x for k, x in enumerate(right)
        ]

    return gives


ANSWERS: dict[str, Slip] = {
    **{
        name: Slip(slip.says, _with(1, lambda n, b, cut, spans, f=slip.gives: f(n, CHOSEN, b)))
        for name, slip in TAUGHT.items()
    },
    "words alone": Slip(
        "Under a causal mask [CLS] has an answer, too: the first word. Only [SEP] has none.",
        _with(0, lambda n, b, cut, spans: n * b),
    ),
    "last token too": Slip(
        "The last token has no next token to predict.",
        _with(0, lambda n, b, cut, spans: (n + 2) * b),
    ),
    "no sentinels": Slip(
        "The sentinels are answers as well: the next one says that a span has ended.",
        _with(2, lambda n, b, cut, spans: cut * b),
    ),
    "first sentinel": Slip(
        "The first sentinel is read, not said. The others are said, and one more at the end.",
        _with(2, lambda n, b, cut, spans: (cut + spans + 1) * b),
    ),
    "each sentence": Slip(
        "Two sentences make one pair, and a pair has one answer.", _with(3, lambda n, b, *rest: b)
    ),
}


def read_of(
    ids: np.ndarray,
    lot: np.ndarray,
    share: float,
    fate: np.ndarray,
    other: np.ndarray,
    bounds: tuple[float, float] = (0.8, 0.9),
    changes: Callable = lambda chosen: chosen,
) -> np.ndarray:
    """What a masked model reads of a text, with mistakes."""
    chosen = changes(lot < share)
    hidden, replaced = fate < bounds[0], (bounds[0] <= fate) & (fate < bounds[1])
    return np.where(chosen & hidden, MASK, np.where(chosen & replaced, other, ids))


def asked_of(
    ids: np.ndarray,
    lot: np.ndarray,
    share: float,
    fate: np.ndarray,
    other: np.ndarray,
    asks: Callable = lambda chosen, fate: chosen,
    labels: Callable = lambda ids, read: ids,
) -> np.ndarray:
    """What a masked model must say of a text, and -1 where nothing is asked, with mistakes."""
    read = read_of(ids, lot, share, fate, other)
    return np.where(asks(lot < share, fate), labels(ids, read), NOTHING)


def _read(**mistake: object) -> Callable:
    return lambda *args: read_of(*args, **mistake)


def _asked(**mistake: object) -> Callable:
    return lambda *args: asked_of(*args, **mistake)


def _kept_for_replaced(ids, lot, share, fate, other):
    fates = np.where(fate < 0.8, fate, np.where(fate < 0.9, 0.95, 0.85))
    return read_of(ids, lot, share, fates, other)


READ: dict[str, Slip] = {
    "all hidden": Slip(
        "Not every chosen word becomes [MASK]. Its number in fate decides.", _read(bounds=(1, 1))
    ),
    "none kept": Slip("From 0.9 on, a chosen word stays as it is.", _read(bounds=(0.8, 1))),
    "kept for replaced": Slip(
        "You swapped two cases: below 0.9 the word is replaced, and from 0.9 on it stays.",
        _kept_for_replaced,
    ),
    "all changed": Slip(
        "A word that is not chosen stays, whatever its number in fate.",
        _read(changes=lambda chosen: chosen | True),
    ),
}
ASKED: dict[str, Slip] = {
    "hidden alone": Slip(
        "The model must say every chosen word, not only those that became [MASK].",
        _asked(asks=lambda chosen, fate: chosen & (fate < 0.8)),
    ),
    "changed alone": Slip(
        "The model must say a chosen word that stays, too: it can't know that the word stayed.",
        _asked(asks=lambda chosen, fate: chosen & (fate < 0.9)),
    ),
    "all": Slip(
        "Only the chosen words must be said.", _asked(asks=lambda chosen, fate: chosen | True)
    ),
    "read again": Slip(READ_AGAIN, _asked(labels=lambda ids, read: read)),
}


def of_two_letters(joint: np.ndarray) -> list[float]:
    """Both full conditionals of the second row's second text, their logarithm, and all products."""
    both = np.array([full_conditional(joint, axis)[1, 1] for axis in (0, 1)])
    return [*both, pseudo(both), summed(joint)]


def _third(name: str) -> Callable:
    """A slip of the pseudo-log-likelihood."""

    def gives(joint):
        right = of_two_letters(joint)
        return [*right[:2], SLIPS[name].gives(np.array(right[:2])), right[3]]

    return gives


def _fourth(name: str) -> Callable:
    """A slip of the sum of all products."""
    return lambda joint: [*of_two_letters(joint)[:3], SLIPS[name].gives(joint)]


CONDITIONALS: dict[str, Slip] = {
    **{name: Slip(slip.says, _third(name)) for name, slip in PSEUDO.items()},
    **{name: Slip(slip.says, _fourth(name)) for name, slip in SUMMED.items()},
}


def trained(d: int, block: int, blocks: int, rows: int, bias: int = 1) -> list[int]:
    """Trained weights with the head only, with the last block, and with everything."""
    head = d + bias
    return [head, block + head, rows * d + blocks * block + head]


TRAINED: dict[str, Slip] = {
    "no bias": Slip(
        "The classifier has a bias, too.",
        lambda d, block, blocks, rows: trained(d, block, blocks, rows, bias=0),
    ),
    "no classifier": Slip(
        "The classifier is trained as well.",
        lambda d, block, blocks, rows: [
            d + 1,
            block,
            trained(d, block, blocks, rows)[2] - (d + 1),
        ],
    ),
    "no embeddings": Slip(
        "Everything is trained, down to the embeddings.",
        lambda d, block, blocks, rows: [
            *trained(d, block, blocks, rows)[:2],
            blocks * block + d + 1,
        ],
    ),
    "one block in all": Slip(
        "All blocks are trained, not just one.",
        lambda d, block, blocks, rows: [
            *trained(d, block, blocks, rows)[:2],
            trained(d, block, 1, rows)[2],
        ],
    ),
}


def through_mean(
    X: np.ndarray,
    there: np.ndarray,
    w: np.ndarray,
    b: float,
    y: float,
    shares: Callable = np.sum,
    back: Callable = lambda u, w: w,
) -> np.ndarray:
    """The mean of the tokens, and the gradient that reaches each of them, with mistakes."""
    N = there.sum()
    u = there @ X / N
    p = 1 / (1 + np.exp(-(w @ u + b)))
    return np.r_[u, (p - y) * back(u, w) / shares(there)]


MEAN: dict[str, Slip] = {
    "padding counted": Slip(
        "The padding is in your mean. Take the mean of the tokens that are there.",
        lambda X, there, w, b, y: through_mean(X, np.ones(len(X)), w, b, y),
    ),
    "not shared": Slip(
        "Each token has only one part in <i>N</i> of the mean, and so of the gradient.",
        lambda X, there, w, b, y: through_mean(X, there, w, b, y, shares=lambda there: 1),
    ),
    "shared with padding": Slip(
        "The gradient is shared among the tokens. The padding gets none of it.",
        lambda X, there, w, b, y: through_mean(X, there, w, b, y, shares=len),
    ),
    "label left out": Slip(
        SLIPS["label left out"].says, lambda X, there, w, b, y: through_mean(X, there, w, b, 0 * y)
    ),
    "gradient of w": Slip(
        "That is the gradient of <b>w</b>. To reach the mean, multiply the error by <b>w</b>.",
        lambda X, there, w, b, y: through_mean(
            X, there, w, b, y, shares=lambda there: 1, back=lambda u, w: u
        ),
    ),
}


def cut_out(
    each_word: bool = False,
    closed: bool = True,
    shift: int = 1,
    one_name: bool = False,
    fed: bool = True,
    inclusive: bool = False,
) -> Callable:
    """A lesson in span corruption, with mistakes."""

    def lesson(ids, starts, ends, sentinels):
        names = np.repeat(sentinels[:1], len(sentinels)) if one_name else sentinels
        text, answer, last = [], [], 0
        for name, start, end in zip(names, starts, ends + inclusive, strict=False):
            text += [*ids[last:start], *[name] * (end - start if each_word else 1)]
            answer += [name, *ids[start:end]]
            last = end
        text += [*ids[last:]]
        answer += [names[len(starts)]] if closed else []
        if not fed:
            return np.array(text), np.array(answer)
        says = answer[1:] if shift else answer[:-1]
        return np.array(text + answer[:-1]), np.array([NOTHING] * len(text) + says)

    return lesson


def texts_and_spans(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for span corruption: indices of a text, where spans begin and end, and sentinels.

    The first text has two spans, one of them of two words. Some spans end with their text.
    """
    found = []
    for words, starts, ends in (
        (8, [2, 6], [4, 7]),
        (6, [0], [2]),
        (7, [1, 4], [3, 7]),
        (9, [1, 4, 7], [2, 6, 8]),
        (5, [3], [5]),
        (10, [0, 5, 8], [3, 7, 10]),
    ):
        ids = FIRST_WORD + rng.permutation(90)[:words]
        more = rng.integers(0, 2)  # a further word at the end where no span ends
        if ends[-1] < words:
            ids = ids[: words + 1 - more]
        found.append((ids, np.array(starts), np.array(ends), np.array([100, 101, 102, 103])))
    return found


def read_padded(
    hide: Callable = lambda scores, there: np.where(there == 1, scores, -np.inf),
    late: Callable = lambda weights, there: weights,
    scale: Callable = lambda d: d**0.5,
    middle: Callable = lambda Y, there: there @ Y / there.sum(),
) -> Callable:
    """The vector of a padded text after one round of attention, with mistakes."""

    def vector(X, there):
        scores = hide(X @ X.T / scale(X.shape[1]), there)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = late(powers / powers.sum(axis=1, keepdims=True), there)
        return middle(weights @ X, there)

    return vector


def texts_with_padding(rng: np.random.Generator, n: Drawn) -> list[tuple]:
    """Cases for a text's vector: its tokens, and 0 for padding, which is never 0 itself."""
    return [
        (hundredths(rng, tokens + padding, d, most=1.5), np.repeat([1, 0], [tokens, padding]))
        for tokens, padding, d in ((3, 2, 2), (2, 3, 3), (4, 1, 4), (5, 0, 2), (1, 3, 3), (3, 4, 5))
    ]


def words_to_hide(rng: np.random.Generator) -> Drawn:
    """A text of six words and what was drawn for it; four of its words are chosen.

    Of the first four words one is hidden, one is replaced, one is kept, and one is not chosen.
    """
    lot = np.r_[rng.integers(2, 38, 3), rng.integers(42, 98)]
    fate = np.r_[rng.integers(3, 78), rng.integers(82, 89), rng.integers(92, 99)]
    order = rng.permutation(4)
    words = rng.permutation(95)[:12] + FIRST_WORD
    return {
        "ids": words[:6],
        "lot": np.r_[lot[order], rng.integers(42, 98), rng.integers(2, 38)] / 100,
        "fate": np.r_[np.r_[fate, rng.integers(3, 78)][order], rng.integers(3, 78, 2)] / 100,
        "other": words[6:],
    }
