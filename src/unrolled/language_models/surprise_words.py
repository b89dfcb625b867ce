"""What `Surprise` asks and says. Notebook: book/language_models.ipynb"""

from functools import cache

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.core.text import LETTERS, encode
from unrolled.language_models.surprise_model import (
    PLUS,
    bits,
    counted,
    letter_probabilities,
    next_probabilities,
)
from unrolled.page.numbers import decimals, percent
from unrolled.widget.words import rules

MOST = 40  # letters of a text
NONE = -1  # after its last letter
NAMES = ["unigram", "bigram", "trigram", "4-gram", "5-gram", "6-gram"]
LINE = "a sequence has steps and a loss at each."
RARE = "the picture above shows four choices:"
KEYS = "the keys to the cabinet are"
PIECE = "the true gradient? the way"  # of the held-out tenth, as the others but KEYS
MARKED = [5, 11, 18, 37]  # the letters to guess among: u, h, p, c of LINE


def held(text: str) -> list[int]:
    """A text as the state holds it."""
    codes = encode(text, LETTERS).tolist()
    return codes + [NONE] * (MOST - len(codes))


def text_of(codes: list[int]) -> str:
    """The letters of a text that a state holds; it has at least one, a space."""
    end = codes.index(NONE) if NONE in codes else len(codes)
    return "".join(LETTERS[code] for code in codes[:end]) or " "


def surprises(text: str, n: int) -> Float[Array, " T"]:
    """The surprise of each letter, in bits."""
    return bits(letter_probabilities(counted(), text, n, PLUS))


def perplexity(text: str, n: int) -> float:
    """2 to the power of the mean surprise."""
    return float(2 ** surprises(text, n).mean())


ASKED = {"codes": held(LINE), "n": 3, "at": MARKED[1]}
GOAL = {"n": 3, "length": 12, "perplexity": 500}

WORDS = [
    rules(
        [
            "hidden",
            "The taller a bar, the more the letter below it surprises the model. Four bars are"
            " still missing.",
        ],
        ["empty", "There is no text. Type something, and the model reads it."],
        [
            "first",
            "Nothing comes before the first letter, so the {name} goes by how common {came} is in"
            " the counted text: {chance}, a surprise of {bits}.",
        ],
        [
            "none",
            "The unigram model sees no letter before this one, so it gives {came} its share of the"
            " counted text, {chance}: a surprise of {bits}.",
        ],
        [
            "new",
            "The counted text has no {past}, so here the {name} knows nothing: {came}, like every"
            " other letter, gets {chance}, a surprise of {bits}.",
        ],
        [
            "best sure",
            "After {past} the {name} expected {came} most, with a probability of {chance}, so it is"
            " hardly surprised: {bits}.",
        ],
        [
            "best",
            "After {past} the {name} expected {came} most, but only with a probability of {chance}:"
            " a surprise of {bits}.",
        ],
        [
            "",
            "After {past} the {name} expected {top} most, with {most}. The letter that came,"
            " {came}, had a probability of {chance}: a surprise of {bits}.",
        ],
    )
]

SEEN = [
    rules(
        ["empty", "There is no text."],
        [
            "hidden",
            "The line: {text} A bar over each letter shows its surprise; those of four letters,"
            " {marked}, are still hidden.",
        ],
        [
            "",
            "The text: {text} A bar over each letter shows how much it surprises the {name}. The"
            " mean is {mean} bits, a perplexity of {perplexity}. The selected letter, {came}, has"
            " {bits}.",
        ],
    )
]

VALUE = [
    rules(
        ["empty", "There is no text yet."],
        ["!trigram", "The task is about the trigram model: set n to 3."],
        ["!long", "So far {length}, with a perplexity of {perplexity}."],
        ["", "So far a perplexity of {perplexity}."],
    )
]

CLOSER = (
    "The model has counted nine tenths of the text of this book and adds 0.1 to each count. The"
    " line of the question is from the last tenth. The dashed line is the mean surprise, and 2 to"
    " the power of that mean is the perplexity. The thin line is the surprise of a model that knows"
    " nothing, log<sub>2</sub> 34 = 5.09 bits. A bar with a gap is taller than drawn. In your own"
    " text, only a to z, the space and"
    " , . ; : ' ? - are kept."
)


def shown(letter: str) -> str:
    """A letter in bold; a space can be seen."""
    return f"<b>{letter.replace(' ', '␣')}</b>"


def told(place: int) -> tuple[str, str, str]:
    """Of a letter of LINE under the trigram model: its past, its probability, its surprise."""
    past = LINE[place - 2 : place]
    p = next_probabilities(counted(), past, PLUS)[LETTERS.index(LINE[place])]
    return shown(past), percent(float(p)), f"{decimals(float(-np.log2(p)), 1)} bits"


@cache
def question() -> dict:
    """Which of four letters surprises a trigram model most."""
    after_q, after_space, after_te, after_ea = (told(place) for place in MARKED)
    start = next_probabilities(counted(), "e ", PLUS)
    likeliest, best = LETTERS[int(start.argmax())], percent(float(start.max()))
    because = (
        f"A new word begins here, and after {after_space[0]} nearly anything can come: even the"
        f" likeliest letter, {shown(likeliest)}, gets only {best}. The h had {after_space[1]}, a"
        f" surprise of {after_space[2]}."
    )
    return {
        "text": "A trigram model, which has counted the text of this book, reads a new line. Which"
        " of the four marked letters surprises it most? Tap it.",
        "options": [
            [
                "the u of “sequence”",
                f"After {after_q[0]} the u had {after_q[1]}, so there was little to be surprised"
                f" about: {after_q[2]}. {because}",
            ],
            ["the h of “has”", because],
            [
                "the p of “steps”",
                f"Inside the word there isn’t much choice left: after {after_te[0]} the"
                f" p had {after_te[1]}, so its surprise is {after_te[2]}. {because}",
            ],
            [
                "the c of “each”",
                f"After {after_ea[0]} the c had {after_ea[1]}, a surprise of {after_ea[2]}."
                f" {because}",
            ],
        ],
        "right": 1,
        "show": ASKED,
    }


@cache
def cases() -> dict[str, dict]:
    """The states of the stories."""
    return {
        "No letters": {"codes": held(PIECE), "n": 1, "at": PIECE.index("?")},
        "One letter": {"codes": held(PIECE), "n": 2, "at": 1},
        "Three letters": {"codes": held(PIECE), "n": 4, "at": PIECE.index("d")},
        "Five letters": {"codes": held(RARE), "n": 6, "at": RARE.index("u")},
        "Another book": {"codes": held(KEYS), "n": 4, "at": KEYS.index("b")},
    }


@cache
def stories() -> list[dict]:
    """What a longer past gains, and when it stops gaining."""
    piece = {n: decimals(perplexity(PIECE, n), 1) for n in (1, 2, 4)}
    rare = {n: decimals(perplexity(RARE, n), 1) for n in (4, 6)}
    unseen = int(np.isclose(surprises(RARE, 6), np.log2(len(LETTERS))).sum())
    says = {
        "No letters": "A unigram model sees nothing before a letter, so a rare letter surprises it"
        f" wherever it appears. The model’s perplexity on this piece is {piece[1]}.",
        "One letter": "After t, the bigram model expects an h most, and after h an e, but it"
        f" isn’t sure of either. Its perplexity is {piece[2]}.",
        "Three letters": "After “gra” there is hardly any choice left, and the bars almost vanish"
        f" until the question mark. Perplexity: {piece[4]}.",
        "Five letters": f"Of these letters, {unseen} follow five letters that the 6-gram model has"
        f" never seen in a row, so there it knows nothing. Its perplexity is {rare[6]}; that of"
        f" the 4-gram model is only {rare[4]}.",
        "Another book": "A model knows only the kind of text it has counted, and that text has no"
        f" cabinet: the perplexity is {decimals(perplexity(KEYS, 4), 1)}.",
    }
    return [{"name": name, "set": cases()[name], "says": says[name]} for name in says]


@cache
def task() -> dict:
    """More surprised than one who knows nothing."""
    return {
        "text": f"A model that knows nothing has a perplexity of {len(LETTERS)}. Type at least"
        f" {GOAL['length']} letters that give the trigram model a perplexity above"
        f" {GOAL['perplexity']}. Hitting keys at random won’t do.",
        "done": "To be worse than ignorant, a model must be sure of something that doesn’t happen."
        " Pairs of letters that it has never seen leave it merely ignorant; familiar beginnings"
        " with impossible endings fool it.",
        "set": {"codes": held(LINE), "n": GOAL["n"], "at": MARKED[1]},
    }
