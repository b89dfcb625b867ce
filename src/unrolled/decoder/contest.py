"""One table for all models of the book's text: who predicts the held-out tenth best, and at what
price.

Every network reads windows of LENGTH letters drawn from its corpus. The last tenth of that corpus
decides which of its checkpoints is kept, and the weight of the interpolation. The held-out tenth
of the whole text, the same as in `language_models` and `rnn`, decides nothing; smaller corpora
are the letters just before it. The interpolated table learns from what the networks learn from;
plain tables have nothing to choose, so they count their whole corpus.
Derived data: `make data NAME=decoder.contest`.
Notebook: book/decoder.ipynb
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import log_softmax
from unrolled.core.count import multiply_adds
from unrolled.core.derived import read_data
from unrolled.core.door import check_array, check_choice, check_whole
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float, Int
from unrolled.core.text import LETTERS, encode, prose
from unrolled.core.tree import ravel, tree_size, unravel
from unrolled.decoder import model as decoder
from unrolled.decoder.cache import multiply_adds as cost_of_letter
from unrolled.decoder.model import Decoder, random_decoder
from unrolled.decoder.ngram import chances, numbers_held
from unrolled.gru.cell import CELL as GRU
from unrolled.language_models.counting import mean_surprise
from unrolled.language_models.reading import TABLES, Line, counted_line
from unrolled.lstm.cell import CELL as LSTM
from unrolled.rnn.cell import CELL as ELMAN
from unrolled.rnn.readout import Model
from unrolled.training import learner, predict
from unrolled.training import loss_and_gradient as recurrent_gradient

SIZE = len(LETTERS)
SEEDS = range(5)
CELLS = {"Elman": ELMAN, "LSTM": LSTM, "GRU": GRU}
DECODERS = {"Transformer, learned": "learned", "Transformer, sinusoidal": "sinusoidal"}
NETWORKS = (*CELLS, *DECODERS)
COUNTERS = (*TABLES, "5-gram, interpolated")
SHARES = {"a sixteenth": 16, "a quarter": 4, "all": 1}  # of the letters before the held-out tenth
UPDATES = {"a sixteenth": 300, "a quarter": 800, "all": 2000}
EVERY = {"a sixteenth": 20, "a quarter": 80, "all": 200}  # updates from checkpoint to checkpoint
UNITS = 64  # of a recurrent network
D, BLOCKS, N_HEADS, WIDE = 64, 2, 4, 128  # of a Transformer
LENGTH, BATCH = 64, 16
WARM_UP, LIMIT = 100, 1.0  # updates, and of the gradient's norm
# The best of 0.01, 0.02, 0.04, 0.08, or of 0.003, 0.006, 0.012, by the own test of seed 0
RATES = {"Elman": 0.04, "LSTM": 0.08, "GRU": 0.04} | dict.fromkeys(DECODERS, 0.006)
WEIGHTS = (1, 2, 3, 5, 8, 13, 21, 34)  # β of the interpolation, of which the own test chooses one


class Corpus(NamedTuple):
    """Codes: what is counted or learned from, and what decides which checkpoint is kept."""

    whole: Int[Array, " N"]
    learned: Int[Array, " M"]
    own_test: Int[Array, " K"]


@cache
def held_out() -> Int[Array, " N"]:
    """The last tenth of the text, as in `language_models` and `rnn`."""
    codes = encode(prose(), LETTERS)
    return codes[9 * len(codes) // 10 :]


@cache
def corpus(name: str) -> Corpus:
    """The letters just before the held-out tenth: all of them, a quarter or a sixteenth."""
    codes = encode(prose(), LETTERS)
    codes = codes[: 9 * len(codes) // 10]
    share = SHARES[check_choice("name", name, SHARES)]
    whole = codes[len(codes) - len(codes) // share :]
    cut = 9 * len(whole) // 10
    return Corpus(whole, whole[:cut], whole[cut:])


def start(name: str, seed: int) -> Model | Decoder:
    """A network with random weights. Raises ValueError for one that is not in the contest."""
    check_choice("name", name, NETWORKS)
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    if name in CELLS:
        return learner(rng, CELLS[name], SIZE, UNITS, SIZE).p
    return random_decoder(rng, SIZE, LENGTH, D, BLOCKS, N_HEADS, WIDE, DECODERS[name])


def gradient(name: str, p: Model | Decoder, windows: Int[Array, "B M"]) -> tuple[float, object]:
    """Mean loss of all next letters in the windows, and its gradient."""
    if name in CELLS:
        xs, ys = (np.eye(SIZE)[part.T] for part in (windows[:, :-1], windows[:, 1:]))
        return recurrent_gradient(p, xs, ys, cell=CELLS[name])[:2]
    loss, g = decoder.loss_and_gradient(p, windows)
    return loss, decoder.held_still(g, DECODERS[name])


def surprises(p: Model | Decoder, codes: Int[Array, " N"]) -> Float[Array, " M"]:
    """-log P of the second letter, the third, and so on, each from the letters before it.

    A recurrent network reads from the first letter to the last. A decoder sees at most as many
    letters as it has positions: windows overlap by half, so each letter but the first has at least
    half of them to look back on.
    """
    if isinstance(p, Model):
        Z, _ = predict(p, np.eye(SIZE)[codes[:-1]])
        return -log_softmax(Z)[np.arange(len(codes) - 1), codes[1:]]
    N = min(len(p.P), len(codes) - 1)
    starts = [*range(0, len(codes) - 1 - N, max(N // 2, 1)), len(codes) - 1 - N]
    windows = codes[np.array(starts)[:, None] + np.arange(N + 1)]
    Z, _ = decoder.decode(p, windows[:, :-1])
    found = -np.take_along_axis(log_softmax(Z), windows[:, 1:, None], axis=-1)[..., 0]
    told = np.empty(len(codes) - 1)
    end = 0
    for at, row in zip(starts, found, strict=True):
        told[end : at + N] = row[end - at :]
        end = at + N
    return told


def perplexity_on(p: Model | Decoder, codes: Int[Array, " N"]) -> float:
    """e to the mean surprise."""
    return float(np.exp(surprises(p, codes).mean()))


def rate_at(update: int, updates: int, rate: float) -> float:
    """The learning rate: up in WARM_UP updates, then down to a tenth along a half cosine."""
    falling = 0.1 + 0.9 * (1 + np.cos(np.pi * update / updates)) / 2
    return float(rate * min(1, update / WARM_UP) * falling)


def learned(
    name: str,
    of: str,
    seed: int,
    updates: int | None = None,
    rate: float | None = None,
    look: Callable | None = None,
) -> tuple[Model | Decoder, list[tuple[float, float]], int]:
    """The kept checkpoint, the perplexities of every checkpoint, and which of them was kept.

    Perplexities are those on the corpus's own last tenth, which decides, and on the held-out text.
    `updates` stops before the end of the schedule, `look(update)` is told of each checkpoint.
    Raises ValueError for updates that are no multiple of EVERY.
    """
    text, p = corpus(of), start(name, seed)
    last, every = UPDATES[of], EVERY[of]
    updates = last if updates is None else check_whole("updates", updates, every, last)
    if updates % every:
        raise ValueError(f"updates: got {updates}, expected a multiple of {every}")
    rate = RATES[name] if rate is None else rate
    rng, flat = np.random.default_rng(1000 + seed), ravel(p)
    memory, checkpoints, found = adam().start(flat), [], []
    for update in range(1, updates + 1):
        begins = rng.integers(0, len(text.learned) - LENGTH, BATCH)
        windows = text.learned[begins[:, None] + np.arange(LENGTH + 1)]
        _, g = gradient(name, unravel(flat, p), windows)
        optimiser = adam(rate_at(update, last, rate))
        flat, memory = optimiser.step(flat, ravel(clip_by_norm(g, LIMIT)), memory)
        if update % every == 0:
            checkpoints.append(flat)
            q = unravel(flat, p)
            found.append((perplexity_on(q, text.own_test), perplexity_on(q, held_out())))
            if look is not None:
                look(update, found[-1])
    kept = int(np.argmin([own for own, _ in found]))
    return unravel(checkpoints[kept], p), found, kept


@cache
def cost_of_update(name: str) -> int:
    """Multiply–adds of one update: forward and back through BATCH windows of LENGTH letters.

    A recurrent network's are counted as the code runs. A Transformer's products are done once
    forward and twice on the way back, and its embeddings' gradient is one product more.
    """
    p = start(name, 0)
    if name in CELLS:
        windows = np.zeros((BATCH, LENGTH + 1), int)
        return multiply_adds(lambda q: gradient(name, q, windows), p)
    again = cost_of_letter(p, LENGTH, "again")
    return BATCH * (3 * again + LENGTH * p.E.size)


@cache
def chosen_weight(of: str) -> int:
    """The β with which the first nine tenths of a corpus predict its last tenth best."""
    text = corpus(of)
    losses = [mean_surprise(chances(text.learned, text.own_test, SIZE, 5, w)) for w in WEIGHTS]
    return WEIGHTS[int(np.argmin(losses))]


def counted(name: str, of: str) -> Line:
    """The line of a model that counts; counting needs no products."""
    text, unseen = corpus(of).whole, held_out()
    if check_choice("name", name, COUNTERS) != "5-gram, interpolated":
        return counted_line(name, text, unseen)
    learned = corpus(of).learned  # as a network, it has its own test to choose by
    loss = mean_surprise(chances(learned, unseen, SIZE, 5, chosen_weight(of))[1:])
    return Line(name, numbers_held(learned, SIZE, 5), 0, [float(np.exp(loss))])


def parameters(name: str) -> int:
    """How many numbers a network learns."""
    p = start(name, 0)
    return tree_size(p) if name in CELLS else decoder.parameters(p, DECODERS[name])


def trained_line(name: str, of: str) -> Line:
    """The line of a network, from the file: what all its updates cost, and five perplexities."""
    check_choice("name", name, NETWORKS)
    runs = loaded()[name][check_choice("of", of, SHARES)]
    found = [run["held out"][run["kept"]] for run in runs]
    return Line(name, parameters(name), UPDATES[of] * cost_of_update(name), found)


def table(of: str = "all") -> list[Line]:
    """All lines for one corpus: models that count, then networks."""
    return [
        *(counted(name, of) for name in COUNTERS),
        *(trained_line(name, of) for name in NETWORKS),
    ]


def recorded(name: str, of: str, seed: int) -> dict:
    """What is kept of one run: both perplexities of every checkpoint, and which one was kept."""
    _, found, kept = learned(name, of, seed)
    own, unseen = np.round(found, 4).T.tolist()
    return {"own": own, "held out": unseen, "kept": kept}


def compute_data() -> dict:
    """By network and corpus, the recorded run of each seed."""
    return {
        name: {of: [recorded(name, of, seed) for seed in SEEDS] for of in SHARES}
        for name in NETWORKS
    }


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


def curves(name: str, of: str) -> Float[Array, "seeds checkpoints"]:
    """Held-out perplexity of every checkpoint, a row for each seed, from the file."""
    runs = loaded()[check_choice("name", name, NETWORKS)][check_choice("of", of, SHARES)]
    return check_array("held out", [run["held out"] for run in runs], "S K")
