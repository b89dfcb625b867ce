"""A network that reads this book, five times: the derived data of book/rnn.ipynb.

The chapter trains the same network itself, with the first of the five seeds.
Derived data: `make data NAME=rnn.torch_reader`, in a minute.
"""

import numpy as np
import torch

from unrolled.core.derived import read_data
from unrolled.core.door import check_whole
from unrolled.core.shapes import Array
from unrolled.core.text import LETTERS, encode, prose

SEEDS = range(5)
UPDATES = 1200
EVERY = 100
SIZE = len(LETTERS)
UNITS = 64
STREAMS = 16
WINDOW = 32
FAR = 4  # letters of a word that are told apart


def held_out() -> Array:
    """The last tenth of the text, which no training sees, as codes."""
    codes = encode(prose(), LETTERS)
    return codes[len(codes) * 9 // 10 :]


def read(seed: int, updates: int = UPDATES) -> tuple[list[float], Array]:
    """Held-out perplexity after every 100 updates, and h_1 … h_T along the held-out text."""
    torch.manual_seed(check_whole("seed", seed, 0))
    kind = {"dtype": torch.float64}
    letters = torch.tensor(encode(prose(), LETTERS))
    cut = len(letters) * 9 // 10
    rows = letters[: cut // STREAMS * STREAMS].reshape(STREAMS, -1).T
    unseen = letters[cut:]
    one_hot = torch.eye(SIZE, **kind)
    rnn = torch.nn.RNN(SIZE, UNITS, **kind)
    out = torch.nn.Linear(UNITS, SIZE, **kind)
    weights = [*rnn.parameters(), *out.parameters()]
    adam = torch.optim.Adam(weights, lr=0.01)
    rest = torch.zeros(1, STREAMS, UNITS, **kind)
    h = rest
    curve = []
    for update in range(updates):
        at = update * WINDOW % (len(rows) - WINDOW - 1)
        h = rest if at < WINDOW else h.detach()
        states, h = rnn(one_hot[rows[at : at + WINDOW]], h)
        scores = out(states).flatten(0, 1)
        loss = torch.nn.functional.cross_entropy(scores, rows[at + 1 : at + WINDOW + 1].flatten())
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        adam.step()
        if update % EVERY == EVERY - 1:
            with torch.no_grad():
                found, _ = rnn(one_hot[unseen])
                loss = torch.nn.functional.cross_entropy(out(found[:-1]), unseen[1:])
            curve.append(float(loss.exp()))
    return curve, found.numpy()


def letters_read(codes: Array) -> Array:
    """How many letters of its word have been read at each character: 0 between words, 4 at most."""
    count = 0
    found = []
    for code in codes:
        count = count + 1 if LETTERS[code].isalpha() else 0
        found.append(min(count, FAR))
    return np.array(found)


def counting_unit(states: Array, codes: Array) -> tuple[int, float]:
    """The unit that goes most with the letters read of a word, and its correlation with them.

    Only letters count, so that a unit cannot win by telling letters from spaces.
    """
    read_so_far = letters_read(codes)
    inside = read_so_far > 0
    goes = [np.corrcoef(unit, read_so_far[inside])[0, 1] for unit in states[inside].T]
    best = int(np.abs(goes).argmax())
    return best, float(goes[best])


def recorded(seed: int) -> dict:
    """What is kept of a seed: the curve, the unit, and its mean at each place for every letter."""
    curve, states = read(seed)
    codes = held_out()
    unit, correlation = counting_unit(states, codes)
    place = letters_read(codes)
    e = codes == LETTERS.index("e")
    means = [float(states[(place == n) & e, unit].mean()) for n in range(1, FAR + 1)]
    return {
        "curve": np.round(curve, 4).tolist(),
        "unit": unit,
        "correlation": round(correlation, 4),
        "e": np.round(means, 4).tolist(),
    }


def compute_data() -> list[dict]:
    """The recorded runs, one for each seed."""
    torch.set_num_threads(1)
    return [recorded(seed) for seed in SEEDS]


def reading() -> list[dict]:
    """The same, from the file."""
    return read_data(__name__)
