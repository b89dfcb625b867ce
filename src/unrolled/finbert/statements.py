"""Statements of a central bank that does not exist, written by a grammar.

Two hidden numbers decide what a statement says: its stance s (above 0: hawkish, towards higher
rates) and its doubt u (above 0: the committee is uncertain). A sentence about the economy leans
upwards if s + κξ > 0, with a ξ ~ N(0, 1) of its own, and so does a sentence about the outlook
with u. Around them stand sentences that say nothing, words that go out of fashion, and the name
of the chair, which dates a text.
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_generator, check_real, check_whole

TONED, DOUBTING, EMPTY = 6, 3, 3  # sentences of each kind in a statement
KAPPA = 1.0  # how loosely a sentence follows the stance
FIRST_YEAR, YEARS, TERM = 2001, 20, 5  # of the wording's drift, and of a chair
KINDS = ("dovish", "hawkish", "doubtful", "calm", "neither")
DOVISH, HAWKISH, DOUBTFUL, CALM, NEITHER = range(5)

# What a rise of it means for rates, and how it is called.
TOPICS = (
    (1, ("Inflation", "Growth of consumer prices", "Pressure on wages")),
    (1, ("Demand", "Household spending", "Investment by firms")),
    (-1, ("Unemployment", "Idle capacity", "The number of people without work")),
)
# Each list begins with the older ways to say it and ends with the newer ones.
ROSE = (
    "has climbed",
    "has gone up",
    "has gathered pace",
    "has risen",
    "has firmed",
    "has edged up",
)
FELL = (
    "has dropped",
    "has gone down",
    "has lost pace",
    "has fallen",
    "has eased",
    "has edged down",
)
WHEN = ("since our last session", "during the spring and after", "in recent weeks", "of late")
STRICTER = (
    "A tighter course would seem to be called for.",
    "Members leaned towards dearer money.",
    "Some further restraint may prove necessary.",
    "A more restrictive setting could become appropriate.",
)
LOOSER = (
    "An easier course would seem to be called for.",
    "Members leaned towards cheaper money.",
    "Some further relief may prove necessary.",
    "A more supportive setting could become appropriate.",
)
DOUBTS = (
    "Nobody at the table felt sure of the months ahead.",
    "The road ahead is hard to make out.",
    "There was little agreement about the coming year.",
    "Forecasts differ more widely than usual.",
    "Uncertainty about the outlook has grown.",
    "Surprises in either direction look likely.",
)
CALMS = (
    "The table felt sure of the months ahead.",
    "The road ahead is easy to make out.",
    "There was broad agreement about the coming year.",
    "Forecasts differ less widely than usual.",
    "Uncertainty about the outlook has faded.",
    "Surprises in either direction look unlikely.",
)
SAYS_NOTHING = (
    "The council pursues steady prices and work for all.",
    "It studied reports from every district.",
    "Staff presented their charts.",
    "Details will be found in the minutes.",
    "The council stands ready to act as events require.",
    "It will go on watching new figures as they arrive.",
)
OPENINGS = ("The council met and resolved as follows.", "Today the council reached its decision.")
CHAIRS = ("Adelaide Brunn", "Corvin Dahl", "Estelle Farrow", "Gideon Hale", "Ines Jarrow")


class Statement(NamedTuple):
    """What was published, sentence by sentence, and the kind of each sentence (in KINDS)."""

    sentences: tuple[str, ...]
    kinds: tuple[int, ...]

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


def write(
    rng: np.random.Generator,
    stance: float | int,
    doubt: float | int,
    year: float | int = FIRST_YEAR,
) -> Statement:
    """A statement of that stance and doubt, in the words of its year.

    Raises ValueError for numbers that are not finite.
    """
    check_generator("rng", rng)
    stance, doubt = check_real("stance", stance), check_real("doubt", doubt)
    age = min(max((check_real("year", year) - FIRST_YEAR) / YEARS, 0.0), 1.0)
    body = []
    for say, leaning in [(_toned, stance)] * TONED + [(_doubting, doubt)] * DOUBTING:
        upwards = leaning + KAPPA * rng.normal() > 0
        sentence = say(rng, upwards, age)
        while sentence in body:  # nobody says the same twice
            sentence = say(rng, upwards, age)
        body.append(sentence)
    empty = rng.choice(len(SAYS_NOTHING), EMPTY, replace=False)
    body += [(SAYS_NOTHING[n], NEITHER) for n in empty]
    body = [body[n] for n in rng.permutation(len(body))]
    chair = CHAIRS[int((year - FIRST_YEAR) // TERM) % len(CHAIRS)]
    first = (_in_fashion(rng, OPENINGS, age), NEITHER)
    last = (f"Signed for the council: {chair}, chair.", NEITHER)
    sentences, kinds = zip(first, *body, last, strict=True)
    return Statement(sentences, kinds)


def _in_fashion(rng: np.random.Generator, ways: tuple[str, ...], age: float) -> str:
    """One of the ways to say something: half the list is in fashion, and moves with the years."""
    half = len(ways) // 2
    first = round(age * (len(ways) - half))
    return ways[first + int(rng.integers(half))]


def _toned(rng: np.random.Generator, hawkish: bool, age: float) -> tuple[str, int]:
    kind = HAWKISH if hawkish else DOVISH
    if rng.random() < 1 / 4:
        return _in_fashion(rng, STRICTER if hawkish else LOOSER, age), kind
    sign, names = TOPICS[int(rng.choice(3, p=(0.45, 0.35, 0.2)))]
    rises = hawkish == (sign > 0)
    name = names[int(rng.integers(len(names)))]
    moved, when = _in_fashion(rng, ROSE if rises else FELL, age), _in_fashion(rng, WHEN, age)
    return f"{name} {moved} {when}.", kind


def _doubting(rng: np.random.Generator, doubtful: bool, age: float) -> tuple[str, int]:
    ways = DOUBTS if doubtful else CALMS
    return _in_fashion(rng, ways, age), DOUBTFUL if doubtful else CALM


def labelled(rng: np.random.Generator, n: int) -> tuple[list[str], list[int]]:
    """n sentences of statements of any year, and the kind of each: what a head is tuned on."""
    check_generator("rng", rng)
    sentences, kinds = [], []
    for _ in range(check_whole("n", n, 1)):
        stance, doubt = rng.normal(size=2)
        found = write(rng, stance, doubt, rng.uniform(FIRST_YEAR, FIRST_YEAR + YEARS))
        place = int(rng.integers(len(found.sentences)))
        sentences.append(found.sentences[place])
        kinds.append(found.kinds[place])
    return sentences, kinds


def balance(statement: Statement) -> float:
    """The share of hawkish minus that of dovish among the sentences about the economy."""
    kinds = np.array(statement.kinds)
    return float(np.sum(kinds == HAWKISH) - np.sum(kinds == DOVISH)) / TONED


def reliability(n: int = TONED, kappa: float | int = KAPPA) -> float:
    """The correlation of the stance s with the balance of n sentences.     eq-finbert-reliability

    √(2/π) / √(1 + κ²) / √v with v = (1 + (n - 1) (2/π) arcsin(1/(1 + κ²))) / n, the balance's
    variance. Raises ValueError for an n below 1 and a negative κ.
    """
    n, kappa = check_whole("n", n, 1), check_real("kappa", kappa, 0.0)
    together = 2 / np.pi * np.arcsin(1 / (1 + kappa**2))  # covariance of two sentences
    variance = (1 + (n - 1) * together) / n
    return float(np.sqrt(2 / np.pi / (1 + kappa**2) / variance))
