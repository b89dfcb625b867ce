"""A linear probe on the frozen vectors of a real encoder: what do its sentence vectors hold?

A logistic unit is trained on nine frames of `probe_texts` and tested on the tenth, ten times. Three
vectors are compared: the mean of the tokens, [CLS], and the mean that a batch gives whose padding
is not masked. The vectors are derived data, 8 bits a number: `make data NAME=pretraining.probe`, in
seconds; the installed model is needed for that alone.
Notebook: book/pretraining.ipynb
"""

from base64 import b64decode, b64encode

import numpy as np

from unrolled.bert.fine_tune import fit
from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice
from unrolled.core.shapes import Array, Float
from unrolled.pretraining.probe_texts import FRAMES, MIXTURES, PROPERTIES, TEXTS

KINDS = ("mean", "first")  # of the tokens, and [CLS] alone
FILLED = (16, 32, 64)  # tokens that a text is filled up to
RATE, STEPS = 5.0, 300


def answers(name: str) -> Float[Array, " n"]:
    """0 or 1 for each of the texts."""
    place = list(PROPERTIES).index(check_choice("name", name, PROPERTIES))
    return np.array([float(mixture[place]) for _ in FRAMES for mixture in MIXTURES])


def centred(U: Float[Array, "n d"]) -> Float[Array, "n d"]:
    """The vectors minus their mean, and then each of length 1."""
    U = check_array("U", U, "n d")
    U = U - U.mean(axis=0)
    return U / np.linalg.norm(U, axis=1, keepdims=True)


def probed(U: Float[Array, "n d"], y: Float[Array, " n"]) -> float:
    """The share told right on a frame that the probe was not trained on, over all frames."""
    U = centred(check_array("U", U, "n d", n=len(TEXTS)))
    y = check_array("y", y, "n", n=len(TEXTS))
    frame = np.repeat(np.arange(len(FRAMES)), len(MIXTURES))
    right = []
    for left_out in range(len(FRAMES)):
        learn, test = frame != left_out, frame == left_out
        w, b = fit(U[learn], y[learn], RATE, STEPS)
        right.extend(((U[test] @ w + b) > 0) == y[test])
    return float(np.mean(right))


def bag_of_words(name: str) -> float:
    """The same with counts of words and logistic regression, by scikit-learn."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import LeaveOneGroupOut, cross_val_score
    from sklearn.pipeline import make_pipeline

    frame = np.repeat(np.arange(len(FRAMES)), len(MIXTURES))
    model = make_pipeline(CountVectorizer(), LogisticRegression(max_iter=1000))
    given = {"cv": LeaveOneGroupOut(), "groups": frame}
    return float(cross_val_score(model, list(TEXTS), answers(name), **given).mean())


def cosines(U: Float[Array, "n d"], V: Float[Array, "n d"]) -> Float[Array, " n"]:
    """The cosine of each row of one table with that of the other."""
    U = check_array("U", U, "n d")
    V = check_array("V", V, "n d", n=U.shape[0], d=U.shape[1])
    return (U * V).sum(axis=1) / np.linalg.norm(U, axis=1) / np.linalg.norm(V, axis=1)


def compute_data() -> dict:
    """The vectors of both kinds, and what becomes of the mean where padding is not masked."""
    from unrolled.bert.minilm import minilm
    from unrolled.bert.mistakes import vectors
    from unrolled.bert.wordpiece import batch

    model = minilm()
    found: dict = {kind: _packed(vectors(model, TEXTS, first=kind == "first")) for kind in KINDS}
    right = vectors(model, TEXTS)
    found["tokens"] = batch(model.tokeniser, list(TEXTS))[2].sum(axis=1).tolist()
    found["padded"] = {}
    for n in FILLED:
        wrong = vectors(model, TEXTS, filled=n)
        found["padded"][str(n)] = {
            "cosines": cosines(right, wrong).round(3).tolist(),
            "nearest": _nearest(right, wrong),
            **{name: round(_moved(right, wrong, answers(name)), 4) for name in PROPERTIES},
        }
    return found


def _nearest(right: Array, wrong: Array) -> float:
    """How often a padded text is still closest to itself among all texts."""
    U, V = (A / np.linalg.norm(A, axis=1, keepdims=True) for A in (right, wrong))
    return round(float(((V @ U.T).argmax(axis=1) == np.arange(len(U))).mean()), 4)


def _moved(right: Array, wrong: Array, y: Array) -> float:
    """A probe trained on the right vectors and tested on the padded ones of the same frames."""
    middle = right.mean(axis=0)
    U, V = (
        (A - middle) / np.linalg.norm(A - middle, axis=1, keepdims=True) for A in (right, wrong)
    )
    w, b = fit(U, y, RATE, STEPS)
    return float((((V @ w + b) > 0) == y).mean())


def _packed(U: Array) -> dict:
    scale = float(f"{np.abs(U).max() / 127:.6g}")
    ints = np.rint(U / scale).clip(-127, 127).astype(np.int8)
    return {"scale": scale, "ints": b64encode(ints.tobytes()).decode()}


def features(kind: str) -> Float[Array, "n d"]:
    """The vectors of `TEXTS`, from the file."""
    data = read_data(__name__)[check_choice("kind", kind, KINDS)]
    ints = np.frombuffer(b64decode(data["ints"]), dtype=np.int8)
    return ints.reshape(len(TEXTS), -1) * data["scale"]


def padded(n: int) -> dict:
    """What the texts filled up to n tokens gave without a mask, from the file."""
    return read_data(__name__)["padded"][str(check_choice("n", n, FILLED))]


def lengths() -> list[int]:
    """How many tokens each text has, from the file."""
    return read_data(__name__)["tokens"]
