"""Encoder and decoder: a look at the source, a loss without padding, BLEU, the size of it all."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.core.activations import softmax
from unrolled.encoder_decoder.additive import Additive
from unrolled.encoder_decoder.slips import (
    SLIPS,
    bleu_of_counts,
    count_of,
    looked,
    loss_of_due,
)
from unrolled.page.ask import Slip

TITLE = "Encoder and decoder"
CHAPTER = "encoder_decoder"
MINUTES = 50
INTRO = (
    "An encoder has read three letters: its states are the rows of `H`. The decoder is in the state"
    " `d` and looks at them. The additive score of a state is"
    " $s_j = \\mathbf w^\\top \\tanh(\\mathbf W_q \\mathbf d + \\mathbf W_k \\mathbf h_j +"
    " \\mathbf b)$."
)
SEE = {  # sections of the chapter
    "look": "encoder_decoder.html#let-the-decoder-look-back",
    "padding": "encoder_decoder.html#two-networks-and-one-vector",
    "bleu": "encoder_decoder.html#from-a-picture-to-a-sentence",
    "size": "encoder_decoder.html#let-the-decoder-look-back",
    "wrong": "encoder_decoder.html#what-goes-wrong",
}
MEANS = {
    "W_q": "weights of the score, for the decoder's state",
    "W_k": "for the encoder's states",
    "b": "bias",
    "w": "from the hidden layer to the score",
    "d": "state of the decoder",
    "H": "states of the encoder, a row for each letter",
    "p_due": "for question 2: the probability of each token that is due, a row for each sequence",
    "lengths": "how many tokens of each sequence are real",
    "matched": "for question 3: how many n-grams, n from 1 to 4, are in the references",
    "words": "how many words were said, and how many are due",
    "sentences": "how many sentences these are",
    "sizes": "for question 4: letters read, letters written, units, units of the score",
}
BOOK = {
    "W_q": np.array([[0.6, -0.4], [0.3, 0.8]]),
    "W_k": np.array([[-0.5, 0.7], [0.9, 0.2]]),
    "b": np.array([0.2, -0.3]),
    "w": np.array([0.8, -0.7]),
    "d": np.array([0.5, -0.6]),
    "H": np.array([[0.7, 0.2], [-0.4, 0.9], [0.3, -0.8]]),
    "p_due": np.array([[0.8, 0.5, 0.9, 0.3, 0.6], [0.7, 0.4, 0.2, 0.5, 0.1]]),
    "lengths": np.array([5.0, 3.0]),
    "matched": np.array([44.0, 33.0, 24.0, 17.0]),
    "words": np.array([52.0, 57.0]),
    "sentences": np.array([6.0]),
    "sizes": np.array([35.0, 13.0, 32.0, 24.0]),
}


def draw(rng):
    lengths = np.array([5.0, float(rng.integers(2, 5))])
    said, sentences = int(rng.integers(45, 90)), int(rng.integers(4, 8))
    runs = said - sentences * np.arange(4)
    return {
        **{name: hundredths(rng, *BOOK[name].shape) for name in ("W_q", "W_k", "b", "w", "d", "H")},
        "p_due": np.abs(hundredths(rng, 2, 5)),
        "lengths": rng.permutation(lengths),
        "matched": np.floor(runs * np.cumprod(rng.uniform(0.7, 0.92, 4))),
        "words": np.array([said, said + int(rng.integers(3, 9))], dtype=float),
        "sentences": np.array([float(sentences)]),
        "sizes": rng.integers(10, 90, 4).astype(float),
    }


def score(n):
    return Additive(*(n[name] for name in ("W_q", "W_k", "b", "w")))


def hiding(mask="real", turn=False, bend=np.tanh, weigh=softmax):
    """A look at the states of a padded source, with mistakes."""

    def look(W_q, W_k, b, w, d, H, length):
        W_q, W_k = (W_k, W_q) if turn else (W_q, W_k)
        s = bend(W_q @ d + H @ W_k.T + b) @ w
        real = np.arange(len(H)) < length
        if mask == "after":
            return weigh(s) * real @ H
        hidden = {"real": -np.inf, "zero": 0.0, "none": s}[mask]
        return weigh(np.where(real, s, hidden)) @ H

    return look


def mean_of_real(W_q, W_k, b, w, d, H, length):
    """What a decoder gets that does not look, but averages."""
    return H[:length].mean(axis=0)


def cases(rng, n):
    tried = []
    for N, n_h, length in ((4, 2, 3), (5, 3, 4), (6, 2, 2), (3, 4, 2), (7, 3, 5)):
        shapes = ((n_h, n_h), (n_h, n_h), (n_h,), (n_h,), (n_h,), (N, n_h))
        tried.append((*(hundredths(rng, *shape) for shape in shapes), length))
    return tried


LISTING = """\
s = np.tanh(W_q @ d + H @ W_k.T + b) @ w
s = {hidden}
alpha = softmax(s)
r = {average}
d, m = lstm_step({reads}, d, m)
z = W_yd @ d + b_y"""
RIGHT = {
    "hidden": "np.where(real, s, -np.inf)",
    "average": "alpha @ H",
    "reads": "np.concatenate([y_before, r])",
}
QUESTIONS = (
    by_hand(
        "look",
        3,
        "What attention weights $\\boldsymbol\\alpha$ do the three letters get, and what is the"
        " average $\\mathbf r$ that the decoder reads?",
        SEE["look"],
        ("first letter", "second letter", "third letter", "r, first", "r, second"),
        looked,
        lambda n: (score(n), n["d"], n["H"]),
        SLIPS,
        ("without tanh", "exchanged", "without bias", "scores as weights"),
    ),
    by_hand(
        "loss",
        2,
        "Two sequences share a padded batch. `p_due` has the probability that the decoder"
        " gives to each token that is due, and `lengths` says how many of them are real. What is"
        " the loss, the mean cross-entropy of a token, in nats?",
        SEE["padding"],
        ("",),
        loss_of_due,
        lambda n: (n["p_due"], n["lengths"]),
        SLIPS,
        ("padding counted", "divided by all", "mean of means"),
    ),
    by_hand(
        "bleu",
        3,
        "A network has written `sentences` sentences, each of at least four words. `words` says how"
        " many words they have in all and how many their references have. Of their n-grams of one,"
        " two, three and four words, `matched` are in the references, clipped. What is BLEU, as a"
        " number from 0 to 1?",
        SEE["bleu"],
        ("",),
        bleu_of_counts,
        lambda n: (n["matched"], *(float(v) for v in (*n["words"], *n["sentences"]))),
        SLIPS,
        ("no brevity", "arithmetic mean", "no root", "as many runs as words"),
    ),
    by_hand(
        "parameters",
        2,
        "`sizes` are the numbers of letters that are read, $n_x$, and written, $n_y$, of units of"
        " the encoder and of the decoder, $n_h$ each, and of hidden units of the score, $n_a$."
        " Letters are one-hot. The decoder reads a letter and the average, and its readout has"
        " biases. How many weights and biases does the translator have?",
        SEE["size"],
        ("",),
        count_of,
        lambda n: tuple(float(size) for size in n["sizes"]),
        SLIPS,
        ("biases forgotten", "average not read", "score forgotten", "one gate"),
    ),
    Code(
        "my_look",
        5,
        "Write one look at a padded source. `H` has a row for each step of the encoder, and the"
        " first `length` rows are real: what comes after them must get no weight. Return the"
        " average that the decoder reads.",
        SEE["look"],
        """
def my_look(W_q, W_k, b, w, d, H, length):
    return H[0]
""",
        """
def my_look(W_q, W_k, b, w, d, H, length):
    s = np.tanh(W_q @ d + H[:length] @ W_k.T + b) @ w
    powers = np.exp(s - s.max())
    return powers / powers.sum() @ H[:length]
""",
        cases,
        {
            "padding seen": Slip("The padding gets some weight.", hiding(mask="none")),
            "hidden by 0": Slip(
                "A score of 0 still has a weight, because exp 0 = 1: hide padding with −∞.",
                hiding(mask="zero"),
            ),
            "hidden after": Slip(
                "The weights of the real steps don't add up to 1: hide padding before the softmax.",
                hiding(mask="after"),
            ),
            "exchanged": Slip(SLIPS["exchanged"].says, hiding(turn=True)),
            "no tanh": Slip(SLIPS["without tanh"].says, hiding(bend=lambda a: a)),
            "mean": Slip("That is the plain mean of the real states.", mean_of_real),
            "first": Slip(
                "That is the first state alone.", lambda W_q, W_k, b, w, d, H, length: H[0]
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "One step of a decoder with attention. `real` is true for the steps of the source that are"
        " no padding, and `y_before` is the letter before, one-hot.",
        SEE["wrong"],
        (
            Version(
                LISTING.format(**RIGHT | {"hidden": "np.where(real, -np.inf, s)"}),
                2,
                "Padding is what must be hidden.",
            ),
            Version(
                LISTING.format(**RIGHT | {"average": "H[-1]"}),
                4,
                "That is the last state, so the look is lost: the average is alpha @ H.",
            ),
            Version(
                LISTING.format(**RIGHT | {"reads": "y_before"}),
                5,
                "The decoder must read the average as well, or the look changes nothing.",
            ),
        ),
    ),
    Explain(
        "where",
        3,
        "A translator with attention turns `3 may 2024` into `2024-05-03`. Say in three to five"
        " sentences where you expect it to look while it writes the year, the month and the day,"
        " what a translator without attention has to do instead, and how you would find out whether"
        " it really needs what it looks at.",
        (
            "1 point: it looks at the letters of 2024 first, then of may, then at the 3: the order"
            " of the target, not of the source",
            "1 point: without attention all of it must be kept in one vector of fixed size until it"
            " is written, the worse the more there is to remember at once",
            "1 point: change or hide the letters it looks at and see whether what it writes"
            " changes, on held-out dates; a large weight alone proves no use",
        ),
        "While it writes the year it should look at the last four letters of the source, then for"
        " 05 at the word may, and for 03 at the first letter, so the alignment runs against the"
        " order of the source. Without attention the encoder's last state must hold day, month and"
        " year all at once, in as many numbers as it has, and it fails first where most has to be"
        " kept longest. A large weight is not yet a proof: I would hide or exchange single letters"
        " of held-out dates and count how often the digits that looked at them change, and how"
        " often others do.",
    ),
)
