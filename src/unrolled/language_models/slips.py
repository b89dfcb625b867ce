"""Known mistakes with surprise, perplexity and counts: what each gives, and what is said to it."""

import numpy as np

from unrolled.page.ask import Slip

# of the probabilities p that a model gave to what came
PERPLEXITY = {
    "surprise": Slip(
        "That is the mean surprise. For the perplexity, raise <i>e</i> to that power.",
        lambda p: -np.log(p).mean(),
    ),
    "sum": Slip(
        "That is <i>e</i> to the power of the sum of the surprises. Take their mean first:"
        " otherwise a longer text looks harder than a short one.",
        lambda p: np.exp(-np.log(p).sum()),
    ),
    "chances": Slip(
        "That is 1 divided by the mean of the probabilities. Average the surprises instead,"
        " that is, the logarithms.",
        lambda p: 1 / np.mean(p),
    ),
    "bases": Slip(
        "You took logarithms to base 2 and then a power of <i>e</i>. Use the same base for both.",
        lambda p: np.exp(-np.log2(p).mean()),
    ),
    "sign": Slip(
        "That is below 1, as if the model were surer than certain: you left out the minus"
        " sign of the surprise.",
        lambda p: np.exp(np.log(p).mean()),
    ),
}
SURPRISE = {
    "bits": Slip(
        "That is in bits, with the logarithm to base 2. This book uses the natural logarithm.",
        lambda p: -np.log2(p).mean(),
    ),
    "sum": Slip(
        "That is the sum over all steps. Divide the sum by the number of steps.",
        lambda p: -np.log(p).sum(),
    ),
    "sign": Slip(
        "The sign is wrong: the logarithm of a probability is negative, and the surprise is"
        " minus that logarithm.",
        lambda p: np.log(p).mean(),
    ),
    "chances": Slip(
        "That is the surprise at the mean probability. Take the logarithms first, then their mean.",
        lambda p: -np.log(np.mean(p)),
    ),
}

# of a table of counts, with the place (i, j) that is asked for
COUNTS = {
    "column": Slip(
        "You divided by the sum of the column. Divide by the sum of the row, because"
        " a row holds everything that can follow one letter.",
        lambda c, i, j: (c[i, j] + 1) / (c[:, j] + 1).sum(),
    ),
    "swapped": Slip(
        "You counted the pairs backwards. Each row belongs to the letter before, and each column"
        " belongs to the letter after.",
        lambda c, i, j: (c[j, i] + 1) / (c[j] + 1).sum(),
    ),
    "nothing added": Slip(
        "You left out <i>α</i>. Add 1 to every count; otherwise some pairs have probability 0.",
        lambda c, i, j: c[i, j] / c[i].sum(),
    ),
    "added above only": Slip(
        "You added 1 to the count but not to the sum of the row. Then the row does not sum to 1:"
        " each of the four letters adds its own 1 to the sum.",
        lambda c, i, j: (c[i, j] + 1) / c[i].sum(),
    ),
    "one for all": Slip(
        "You added 1 to the sum of the row. Each of the four letters gets its own 1, so the sum"
        " grows by 4.",
        lambda c, i, j: (c[i, j] + 1) / (c[i].sum() + 1),
    ),
}

# of the codes that were counted, those that were held out, and how many kinds there are
UNIGRAM = {
    "nothing added": Slip(
        "nearly: you left out the 1 that is added to every count",
        lambda c, h, n: _unigram(c, h, n, np.zeros(n)),
    ),
    "sum": Slip(
        "that is the sum over the text: divide it by the text's length",
        lambda c, h, n: len(h) * _unigram(c, h, n, np.ones(n)),
    ),
    "sign": Slip(
        "the sign is wrong: a surprise is never negative",
        lambda c, h, n: -_unigram(c, h, n, np.ones(n)),
    ),
    "counted": Slip(
        "that is the surprise on the counted text: use the held-out text",
        lambda c, h, n: _unigram(c, c, n, np.ones(n)),
    ),
    "bits": Slip(
        "that is in bits: use the natural logarithm",
        lambda c, h, n: _unigram(c, h, n, np.ones(n)) / np.log(2),
    ),
}


def _unigram(counted, held_out, size, start):
    p = (start + np.bincount(counted, minlength=size)) / (len(counted) + start.sum())
    return -np.log(p[held_out]).mean()
