"""A classifier on top of a frozen encoder, with few labelled sentences to learn from.

p = σ(wᵀu + b) is trained by gradient descent on the vectors u that all-MiniLM-L6-v2 gives to whole
sentences, and on counts of words for comparison. The vectors are derived data, 8 bits a number:
`make data NAME=bert.fine_tune`, in seconds; the installed model is needed for that alone.
Notebook: book/bert.ipynb
"""

from base64 import b64decode, b64encode

import numpy as np

from unrolled.bert.basic import words
from unrolled.bert.fine_tune_texts import TASKS
from unrolled.core.activations import logistic
from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_real, check_whole
from unrolled.core.shapes import Array, Float

SEEDS = range(5)
COUNTS = (4, 8, 16, 32)  # labelled sentences
RATE, STEPS = 5.0, 200
N_PAIRS = 40
LABELS = np.tile([1.0, 0.0], N_PAIRS)  # 1 for the first of a pair


def texts(task: str) -> list[str]:
    """The eighty sentences of a task, pair by pair."""
    return [text for pair in TASKS[check_choice("task", task, TASKS)] for text in pair]


def fit(
    U: Float[Array, "n d"], y: Float[Array, " n"], rate: float | int = RATE, steps: int = STEPS
) -> tuple[Float[Array, " d"], float]:
    """w and b of p = σ(wᵀu + b), from 0, by gradient descent on the mean cross-entropy.

    ∇_w 𝓛 = (1/n) Σ (p - y) u,  ∂𝓛/∂b = (1/n) Σ (p - y)                 eq-bert-classifier
    """
    U = check_array("U", U, "n d")
    y = check_array("y", y, "n", n=len(U))
    rate = check_real("rate", rate, above=0)
    w, b = np.zeros(U.shape[1]), 0.0
    for _ in range(check_whole("steps", steps, 1)):
        off = logistic(U @ w + b) - y
        w = w - rate * off @ U / len(U)
        b = b - rate * off.mean()
    return w, float(b)


def bag_of_words(texts: list[str]) -> Float[Array, "n V"]:
    """How often each word occurs in each text, every row brought to length 1."""
    found = [words(text) for text in texts]
    index = {word: k for k, word in enumerate(sorted({word for text in found for word in text}))}
    counts = np.zeros((len(texts), len(index)))
    for row, text in zip(counts, found, strict=True):
        for word in text:
            row[index[word]] += 1
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def split(seed: int, labelled: int) -> tuple[Array, Array]:
    """Indices to learn from and to test on: `labelled` sentences in pairs, and the last 24 pairs.

    More labelled sentences contain those of fewer; the test is the same for all.
    """
    most = max(COUNTS) // 2
    labelled = check_whole("labelled", labelled, 2, 2 * most)
    order = np.random.default_rng(seed).permutation(N_PAIRS)
    of_pairs = lambda pairs: np.sort(np.concatenate([2 * pairs, 2 * pairs + 1]))  # noqa: E731
    return of_pairs(order[: labelled // 2]), of_pairs(order[most:])


def held_out_accuracy(U: Float[Array, "n d"], seed: int, labelled: int) -> float:
    """Trained on so many labelled sentences: the share of the others that is told right."""
    learn, test = split(seed, labelled)
    w, b = fit(U[learn], LABELS[learn])
    return float((((U[test] @ w + b) > 0) == LABELS[test]).mean())


def contest(task: str) -> dict[str, list[list[float]]]:
    """By features and seed, the accuracy after 4, 8, 16 and 32 labelled sentences."""
    kinds = {"encoder": features(task), "words": bag_of_words(texts(task))}
    return {
        name: [[held_out_accuracy(U, seed, n) for n in COUNTS] for seed in SEEDS]
        for name, U in kinds.items()
    }


def compute_data() -> dict:
    """The vectors of the sentences of each task, from the installed model."""
    from unrolled.bert.minilm import minilm
    from unrolled.bert.model import sentences

    model = minilm()
    found = {}
    for task in TASKS:
        U = sentences(model, texts(task))
        scale = float(f"{np.abs(U).max() / 127:.6g}")
        ints = np.rint(U / scale).clip(-127, 127).astype(np.int8)
        found[task] = {"scale": scale, "ints": b64encode(ints.tobytes()).decode()}
    return found


def features(task: str) -> Float[Array, "n d"]:
    """The vectors of `texts(task)`, from the file: of length 1, up to a part in a hundred."""
    data = read_data(__name__)[check_choice("task", task, TASKS)]
    ints = np.frombuffer(b64decode(data["ints"]), dtype=np.int8)
    return ints.reshape(2 * N_PAIRS, -1) * data["scale"]
