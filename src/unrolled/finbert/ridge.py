"""Ridge regression on texts, scikit-learn's, fitted on the past alone.

Notebook: book/finbert.ipynb
"""

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, csr_matrix
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.linear_model import Ridge, RidgeCV

from unrolled.core.door import check_array, check_real
from unrolled.core.shapes import Array, Float
from unrolled.finbert.encoders import check_texts

Sparse = csr_array | csr_matrix  # which of them, scikit-learn decides
PENALTIES = tuple(10.0 ** np.arange(-1, 2.5, 0.5))  # rows have length 1
FEWEST = 2  # texts of the past that a word or pair of words must be in


def counts_of(texts: tuple[str, ...] | list[str]) -> Sparse:
    """How often every word and every pair of neighbouring words is in each text.

    This step learns nothing: which columns are used, `tfidf_ridge` decides from the past.
    """
    counter = CountVectorizer(ngram_range=(1, 2), token_pattern=r"(?u)\b[a-z][a-z]+\b")
    return counter.fit_transform(check_texts(list(texts)))


def tfidf(counts: Sparse, past: Array, i: int) -> tuple[Sparse, Sparse]:
    """TF-IDF of the past texts and of text i, with the words and the weights of the past."""
    seen = counts[past]
    kept = np.flatnonzero(np.bincount(seen.indices, minlength=counts.shape[1]) >= FEWEST)
    weights = TfidfTransformer().fit(seen[:, kept])
    return weights.transform(seen[:, kept]), weights.transform(counts[[i]][:, kept])


def tfidf_ridge(
    texts: tuple[str, ...] | list[str], penalty: float | None = None
) -> Callable[[Array, Array, int], float]:
    """A model for `walk.forecast_each`: TF-IDF and ridge.

    Without a `penalty`, the past chooses it, by leaving out one statement at a time.
    """
    counts = counts_of(texts)
    regression = _regression(penalty)

    def model(past: Array, y: Array, i: int) -> float:
        X, x = tfidf(counts, past, i)
        return float(regression.fit(X, y).predict(x)[0])

    return model


def vector_ridge(
    V: Float[Array, "n d"], penalty: float | None = None
) -> Callable[[Array, Array, int], float]:
    """A model for `walk.forecast_each`: ridge on one vector for each statement."""
    V = check_array("V", V, "n d")
    regression = _regression(penalty)
    return lambda past, y, i: float(regression.fit(V[past], y).predict(V[[i]])[0])


def in_sample(
    texts: tuple[str, ...] | list[str], y: Float[Array, " n"], penalty: float | int = PENALTIES[0]
) -> float:
    """R² of TF-IDF and ridge on the statements that it was fitted on."""
    y = check_array("y", y, "n", n=len(texts))
    X, _ = tfidf(counts_of(texts), np.arange(len(y)), 0)
    return float(_regression(penalty).fit(X, y).score(X, y))


def _regression(penalty: float | None) -> Ridge | RidgeCV:
    if penalty is None:
        return RidgeCV(PENALTIES)
    return Ridge(check_real("penalty", penalty, above=0))
