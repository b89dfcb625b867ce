"""From gaps to a task: how much of the encoder is trained, and how many labels there are.

u is the mean of a sentence's last X and p = σ(wᵀu + b), as in `bert`; here the gradient goes on
into the encoder, which is the masked model of `unrolled.bert.masked`, or one of random weights.
Derived data: `make data NAME=pretraining.fine_tuning`, in two minutes.
Notebook: book/pretraining.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.bert.little_english import ACTS, FORMS, Sentence, draw
from unrolled.bert.masked import (
    PAD,
    MaskedModel,
    indices,
    mask_tokens,
    random_model,
    states,
    trained,
)
from unrolled.bert.masked import loss_and_gradient as gap_loss_and_gradient
from unrolled.bert.masked_contest import gaps
from unrolled.core.activations import logistic
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_generator, check_whole
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.core.tree import tree_add, tree_size, tree_zeros
from unrolled.pretraining.contest import with_mistake
from unrolled.stack.encoder import encode_back

SEEDS = range(5)
COUNTS = (8, 32, 128)  # labelled sentences
TEST, UPDATES, BATCH, RATE, LIMIT = 400, 150, 32, 0.002, 1.0
UNLABELLED = 1000  # sentences to fill gaps in
DEPTHS = ("head only", "last block", "all")
REHEARSED = "all + gaps"  # in every update it fills gaps as well
KEPT = (*DEPTHS, REHEARSED)  # those whose encoder had been pretrained
WAYS = (*KEPT, "from scratch", "bag of words")
RATES = (0.002, 0.0005, 0.0002)  # of "all", with the most labels
TASKS = {  # what is asked of a sentence
    "agreement": "Is every word right?",
    "food": "Is it about eating or about drinking?",
}


class Tuned(NamedTuple):
    """An encoder with a classifier on top. Its gradient is another."""

    encoder: MaskedModel
    w: Float[Array, " d"]
    b: Float[Array, ""]


class Labelled(NamedTuple):
    """Sentences, and 1 for yes."""

    rows: list[tuple[str, ...]]
    y: Float[Array, " n"]


def labelled(rng: np.random.Generator, task: str, n: int, held_out: bool = False) -> Labelled:
    """n sentences of a task, half of them of each class, in random order."""
    rng = check_generator("rng", rng)
    n = check_whole("n", n, 2)
    make = {"agreement": _right_or_wrong, "food": _eaten_or_drunk}
    yes, no = make[check_choice("task", task, TASKS)](rng, n - n // 2, n // 2, held_out)
    rows, y = [*yes, *no], np.repeat([1.0, 0.0], [len(yes), len(no)])
    order = rng.permutation(n)
    return Labelled([rows[k] for k in order], y[order])


def _right_or_wrong(rng: np.random.Generator, n: int, m: int, held_out: bool) -> tuple:
    right, wrong = draw(rng, n, held_out), draw(rng, m, held_out)
    return [one.words for one in right], with_mistake(wrong)


def _eaten_or_drunk(rng: np.random.Generator, n: int, m: int, held_out: bool) -> tuple:
    found: list[list[Sentence]] = [[], []]
    while len(found[0]) < n or len(found[1]) < m:
        one, out = FORMS["act"](rng)
        verb = one.words[one.gaps["both"]]
        if out == held_out and verb not in ACTS[2]:
            found[int(verb in ACTS[1])].append(one)
    return tuple([one.words for one in part[:k]] for part, k in zip(found, (n, m), strict=True))


def start(way: str, seed: int) -> Tuned:
    """The pretrained encoder, or one of random weights, and a classifier of zeros."""
    scratch = check_choice("way", way, WAYS) == "from scratch"
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    encoder = random_model(rng) if scratch else trained()
    return Tuned(encoder, np.zeros(encoder.token.shape[1]), np.zeros(()))


def mean_vectors(X: Float[Array, "B N d"], there: Bool[Array, "B N"]) -> Float[Array, "B d"]:
    """u = (1/N) Σ_n x_n over the tokens that are there.                          eq-bert-mean"""
    return (X * there[..., None]).sum(axis=1) / there.sum(axis=1, keepdims=True)


def scores(p: Tuned, ids: Int[Array, "B N"]) -> Float[Array, " B"]:
    """wᵀu + b, above 0 for yes."""
    check_fields("p", p, Tuned)
    return mean_vectors(states(p.encoder, ids)[0], ids != PAD) @ p.w + p.b


def loss_and_gradient(
    p: Tuned, ids: Int[Array, "B N"], y: Float[Array, " B"]
) -> tuple[float, Tuned]:
    """The mean cross-entropy and its gradient, down to the embeddings."""
    check_fields("p", p, Tuned)
    X, caches = states(p.encoder, ids)
    there = ids != PAD
    U = mean_vectors(X, there)
    z = U @ p.w + p.b
    loss = float((np.logaddexp(0, z) - y * z).mean())
    dz = (logistic(z) - y) / len(y)
    dX = token_gradients(p.w, dz, there)
    blocks, dX = encode_back(p.encoder.blocks, caches, dX)
    d = tree_zeros(p.encoder)
    np.add.at(d.token, ids, dX)
    d.position[: dX.shape[1]] = dX.sum(axis=0)
    return loss, Tuned(d._replace(blocks=tuple(blocks)), dz @ U, np.asarray(dz.sum()))


def token_gradients(
    w: Float[Array, " d"], dz: Float[Array, " B"], there: Bool[Array, "B N"]
) -> Float[Array, "B N d"]:
    """∇_{x_n} 𝓛 = (1/N) (p - y) w for every token, and 0 for padding. eq-pretraining-fine-tune"""
    share = there / there.sum(axis=1, keepdims=True)
    return (dz[:, None] * share)[..., None] * w


def kept_frozen(g: Tuned, depth: str) -> Tuned:
    """The gradient with zeros for what stays as it is."""
    if check_choice("depth", depth, WAYS[:-1]) not in DEPTHS[:2]:
        return g
    frozen = tree_zeros(g.encoder)
    if depth == "last block":
        frozen = frozen._replace(blocks=(*frozen.blocks[:-1], g.encoder.blocks[-1]))
    return g._replace(encoder=frozen)


def trained_weights(p: Tuned, depth: str) -> int:
    """How many numbers are trained."""
    head = p.w.size + 1
    if check_choice("depth", depth, DEPTHS) == "head only":
        return head
    if depth == "last block":
        return head + tree_size(p.encoder.blocks[-1])
    return head + tree_size(p.encoder) - p.encoder.bias.size


def fine_tune(
    way: str, seed: int, found: Labelled, updates: int = UPDATES, rate: float = RATE
) -> Tuned:
    """Adam on batches of at most 32 labelled sentences; a frozen part has no gradient."""
    p = start(way, seed)
    ids, rng = indices(found.rows), np.random.default_rng(2000 + seed)
    texts = indices(draw(rng, UNLABELLED)) if way == REHEARSED else None
    optimiser = adam(10 * rate if way == "head only" else rate)
    memory = optimiser.start(p)
    for _ in range(check_whole("updates", updates, 1)):
        rows = rng.permutation(len(ids))[:BATCH]
        g = kept_frozen(loss_and_gradient(p, ids[rows], found.y[rows])[1], way)
        if texts is not None:
            g = g._replace(encoder=tree_add(g.encoder, _rehearsed(p.encoder, rng, texts)))
        p, memory = optimiser.step(p, clip_by_norm(g, LIMIT), memory)
    return p


def _rehearsed(encoder: MaskedModel, rng: np.random.Generator, texts: Array) -> MaskedModel:
    """The gradient of filling gaps in a batch of unlabelled sentences."""
    ids = texts[rng.integers(len(texts), size=BATCH)]
    read, chosen = mask_tokens(rng, ids)
    return gap_loss_and_gradient(encoder, read, chosen, ids)[1]


def accuracy(p: Tuned, test: Labelled) -> float:
    """The share of sentences told right."""
    return round(float(((scores(p, indices(test.rows)) > 0) == test.y).mean()), 4)


def bag_of_words(found: Labelled, test: Labelled) -> float:
    """Counts of words and logistic regression, both by scikit-learn: its accuracy."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    count = CountVectorizer(token_pattern=r"\S+", vocabulary=None)
    learn = count.fit_transform([" ".join(row) for row in found.rows])
    model = LogisticRegression(max_iter=1000).fit(learn, found.y)
    said = model.predict(count.transform([" ".join(row) for row in test.rows]))
    return round(float((said == test.y).mean()), 4)


def held_out(task: str) -> Labelled:
    """The sentences that everybody is tested on."""
    return labelled(np.random.default_rng(3000), task, TEST, held_out=True)


def examples(task: str, seed: int, n: int) -> Labelled:
    """A seed's labelled sentences; more of them contain those of fewer."""
    most = labelled(np.random.default_rng([check_whole("seed", seed, 0), 1]), task, COUNTS[-1])
    n = check_whole("n", n, 2, COUNTS[-1])
    halves = [np.flatnonzero(most.y == k)[: n // 2] for k in (1.0, 0.0)]
    rows = np.sort(np.concatenate(halves))
    return Labelled([most.rows[k] for k in rows], most.y[rows])


def gaps_filled(encoder: MaskedModel) -> float:
    """The share of gaps of held-out sentences that it still fills, over the kinds of gaps."""
    sentences = draw(np.random.default_rng(99), TEST, held_out=True)
    return round(float(np.mean(list(gaps(encoder, sentences).values()))), 4)


def contest(task: str, seed: int) -> dict:
    """By way the accuracy after 8, 32 and 128 labels, and the gaps filled after the most."""
    test = held_out(task)
    told: dict = {"accuracy": {}, "gaps": {}}
    for way in WAYS:
        parts = [examples(task, seed, n) for n in COUNTS]
        if way == "bag of words":
            told["accuracy"][way] = [bag_of_words(found, test) for found in parts]
            continue
        models = [fine_tune(way, seed, found) for found in parts]
        told["accuracy"][way] = [accuracy(p, test) for p in models]
        if way in KEPT:
            told["gaps"][way] = gaps_filled(models[-1].encoder)
    told["rates"] = {}
    for rate in RATES:
        p = fine_tune("all", seed, parts[-1], rate=rate)
        told["rates"][f"{rate:g}"] = [accuracy(p, test), gaps_filled(p.encoder)]
    return told


def compute_data() -> dict:
    """By task, what each seed gave; and the gaps filled before any fine-tuning."""
    found = {task: [contest(task, seed) for seed in SEEDS] for task in TASKS}
    return found | {"before": gaps_filled(trained())}


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)
