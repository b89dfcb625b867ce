"""What `TheWriter` asks and says. Notebook: book/decoder.ipynb"""

from functools import cache

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.core.text import LETTERS, encode
from unrolled.decoder import writer_transformer
from unrolled.decoder.cache import nothing_kept, step
from unrolled.decoder.dice import LENGTH, expected_after, go_on
from unrolled.decoder.export import counting_model
from unrolled.page.numbers import decimals, percent, plural
from unrolled.widget.words import rules

MOST = 96  # letters of a text
NONE = -1  # after its last letter
SIZE = len(LETTERS)
PROGRAM = "the network is a progra"
PLAIN = {"temperature": 1.0, "k": SIZE, "share": 1.0, "head": 0, "seed": 0}


def held(given: str, written: str = "") -> list[int]:
    """A text as the state holds it: what was given, then what the model wrote."""
    parts = [encode(given, LETTERS) + SIZE, encode(written, LETTERS) if written else []]
    codes = np.concatenate(parts).astype(int).tolist()
    return codes + [NONE] * (MOST - len(codes))


def text_of(codes: list[int]) -> str:
    """The letters of a text that a state holds; it has at least one, a space."""
    end = codes.index(NONE) if NONE in codes else len(codes)
    return "".join(LETTERS[code % SIZE] for code in codes[:end]) or " "


def given_in(codes: list[int]) -> list[bool]:
    """Which letters of a text were given and not written."""
    end = codes.index(NONE) if NONE in codes else len(codes)
    return [code >= SIZE for code in codes[:end]] or [True]


ASKED = PLAIN | {"codes": held(PROGRAM), "at": len(PROGRAM), "model": "n-gram"}
WHICH, LOOP, BRANCH = "the gradient ", "the network ", "the gradient a"
GOAL = {
    "model": "n-gram",
    "letters": encode(LOOP, LETTERS).tolist(),  # which are given, and no others
    "piece": LENGTH,
    "least": 0.03,
}

WORDS = [
    rules(
        [
            "hidden",
            "The n-gram model has counted which letters follow which in the text of this book.",
        ],
        [
            "full",
            "The text is full, so the {model} writes no more. The bars show what would come next.",
        ],
        [
            "zero",
            "At temperature 0, the {model} always takes the likeliest letter, here {top}, whose"
            " probability at temperature 1 is {raw}.",
        ],
        [
            "sole",
            "Only one letter is left for the {model} to draw: {top}, whose probability at"
            " temperature 1 is {raw}.",
        ],
        [
            "cut",
            "The {model} now draws from only {kept}; the likeliest, {top}, has a probability of"
            " {chance}.",
        ],
        [
            "",
            "For the {model}, the likeliest next letter is {top}, drawn with a probability of"
            " {chance}.",
        ],
    ),
    rules(
        [
            "hidden",
            "It sees only the last four letters, {past}. What it expects next is for you to guess.",
        ],
        ["goes", "The last ten letters have occurred before: the model is repeating itself."],
        ["ngram", "It sees only {past}."],
        ["lstm", "It cannot look back: all it keeps of what it has read is its state."],
        ["single", "{named} attends most to {most}, with an attention weight of {weight}."],
        [
            "",
            "Averaged over its heads, it attends most to {most}, with an attention weight of"
            " {weight}.",
        ],
    ),
]

SEEN = [
    rules(
        [
            "hidden",
            "The text so far: {tail}. After it, bars for the next letter; their heights are"
            " still hidden.",
        ],
        [
            "",
            "The text, with {read} read so far, ends in: {tail}. Bars show the next letter: for"
            " the {model} the likeliest is {top}, with a probability of {raw} at temperature 1,"
            " and it is drawn with a probability of {chance}.",
        ],
    )
]

VALUE = [
    rules(
        ["!fair", "This text doesn’t count: only “the network” may be given to the model."],
        ["blank", "So far, the model has not written a letter."],
        [
            "",
            "So far: {length}, {twice} of ten letters; the least likely letter had {least}.",
        ],
    )
]

CLOSER = (
    "Letters that a model wrote are coloured; letters that were given to it are not. Each letter"
    " is drawn with dice (the random seed): the same seed always gives the same throws, so"
    " another model or temperature meets the same luck. Outlined bars show the probabilities at"
    " temperature 1; filled bars show what the model draws from. The networks’ weights are"
    " rounded to 93 levels. The n-gram model counts sequences of up to five letters and mixes in"
    " the counts of shorter ones."
)


def shown(letter: str) -> str:
    """A letter in bold; a space can be seen."""
    return f"<b>{'␣' if letter == ' ' else letter}</b>"


def chance(kind: str, text: str, letter: str) -> str:
    """What a model gives a letter after a text, in percent."""
    return percent(float(expected_after(kind, text)[LETTERS.index(letter)]))


def options() -> list[int]:
    """The letters to guess among."""
    return [LETTERS.index(letter) for letter in "dmnp"]


@cache
def question() -> dict:
    """Which letter the n-gram model expects after four letters that mislead it."""
    counts = counting_model().counts[4]
    seen = tuple(encode(PROGRAM[-4:], LETTERS))
    times = {letter: int(counts[seen][LETTERS.index(letter)]) for letter in "dm"}
    counted = (
        "The n-gram model sees only <b>ogra</b>, which was followed by"
        f" <b>d</b> {times['d']} times, in “autograd”, and by <b>m</b> {times['m']} times: so"
        f" <b>d</b> gets {chance('n-gram', PROGRAM, 'd')}."
    )
    word = f"gives <b>m</b> a probability of {chance('Transformer', PROGRAM, 'm')}"
    return {
        "text": "“The network is a progra…” This n-gram model has counted, in the text of this"
        " book, which letter follows each sequence of four letters. Which letter does it"
        " consider likeliest here?"
        " Tap its bar.",
        "options": [
            ["d", f"{counted} The Transformer sees the whole word and {word}."],
            ["m", f"You read the whole word. So does the Transformer, which {word}. {counted}"],
            ["n", f"{counted} The Transformer, which sees the whole word, {word}."],
            [
                "p",
                f"“Graph” occurs in the text, too, but never after an o. {counted} The Transformer"
                f" {word}.",
            ],
        ],
        "right": 0,
        "show": ASKED,
    }


WORD, LOOKS = "the network is a ", "so the gradient van"
NUCLEUS = 0.9
KEEN = {"temperature": 0.8, "seed": 3}
AHEAD = 30  # letters that are told of a branch


@cache
def continued() -> dict[str, str]:
    """The same beginning and dice, by model."""
    return {
        kind: go_on(kind, WHICH, 38, KEEN["seed"], KEEN["temperature"])
        for kind in ("LSTM", "Transformer", "n-gram")
    }


@cache
def looped() -> str:
    """A text at temperature 0, to its end."""
    return go_on("LSTM", LOOP, MOST - len(LOOP), 0, 0)


@cache
def branch() -> str:
    """A text at temperature 0 after a letter that was put by hand."""
    return go_on("LSTM", BRANCH, MOST - len(BRANCH), 0, 0)


@cache
def attention(text: str) -> list[list[Float[Array, " N"]]]:
    """Attention weights by block and head after a text."""
    p = writer_transformer.loaded()
    kept = nothing_kept(p)
    for code in encode(text, LETTERS):
        _, kept, weights = step(p, code, kept)
    return [list(block) for block in weights]


@cache
def cases() -> dict[str, dict]:
    """The states of the stories."""
    zero = PLAIN | {"temperature": 0.0, "model": "LSTM"}
    transformer = PLAIN | {"model": "Transformer"}
    return {
        "Which is which?": PLAIN
        | KEEN
        | {"codes": held(WHICH), "at": len(WHICH), "model": "Transformer"},
        "Temperature 0": zero | {"codes": held(LOOP, looped()[len(LOOP) :]), "at": MOST},
        "Nucleus": transformer | {"codes": held(WORD), "at": len(WORD), "share": NUCLEUS},
        "Another branch": zero
        | {
            "codes": held(BRANCH, branch()[len(BRANCH) :]),
            "at": len(BRANCH) - 1,
        },
        "Where it looks": transformer | {"codes": held(LOOKS), "at": len(LOOKS), "head": 5},
    }


@cache
def stories() -> list[dict]:
    """What the models do, and what one does about it."""
    says = {
        "Which is which?": _say_which(),
        "Temperature 0": _say_zero(),
        "Nucleus": _say_nucleus(),
        "Another branch": _say_branch(),
        "Where it looks": _say_looks(),
    }
    return [{"name": name, "set": cases()[name], "says": says[name]} for name in says]


def _say_which() -> str:
    parts = [f"“…{text[len(WHICH) :].strip()}”" for text in continued().values()]
    return (
        f"Three models continued “the gradient” with the same dice: {', '.join(parts)}."
        " Which is which? One of them sees only four letters. Press play, then switch the model"
        " and play again."
    )


def _say_zero() -> str:
    return (
        "At temperature 0, no dice are thrown. After “the network” the LSTM soon writes “the same"
        " step”, and the likeliest letters after that lead to “the same step” again. The LSTM"
        " cannot leave the loop on its own, because nothing is left to chance."
    )


def _say_nucleus() -> str:
    many, few = (
        int((expected_after("Transformer", text, share=NUCLEUS) > 0).sum())
        for text in (WORD, PROGRAM)
    )
    return (
        f"A new word begins here, and it takes {plural(many, 'letter')} to reach 90 % of the"
        f" probability. After “progra”, the nucleus needs only {plural(few, 'letter')}. Top-k"
        " would keep the same number in both places: too few here or too many there."
    )


def _say_branch() -> str:
    y = expected_after("LSTM", WHICH)
    best = LETTERS[int(np.argmax(y))]
    other = go_on("LSTM", WHICH, AHEAD, 0, 0)[len(WHICH) :].strip()
    return (
        f"At temperature 0, the LSTM would choose {shown(best)} here and continue “{other}…”."
        f" Someone has put {shown('a')} instead, and the text ends in a different loop. (The"
        f" LSTM gives {shown('a')} a probability of {chance('LSTM', WHICH, 'a')} and"
        f" {shown(best)} {chance('LSTM', WHICH, best)}.) Tap a bar to start your own branch."
    )


def _say_looks() -> str:
    w = attention(LOOKS)
    first = w[1][0][LOOKS.rindex(" ") + 1]
    before = w[0][2][-2]
    return (
        f"Head 1 of block 2 puts {decimals(first, 2)} of its attention on {shown('v')}, the"
        " first letter of the word. Under “Closer”, choose head 3 of block 1: it puts"
        f" {decimals(before, 2)} on the letter before the last. Nobody told the heads to look"
        " there."
    )


@cache
def task() -> dict:
    """Out of the loop, and still no nonsense."""
    text = go_on("n-gram", LOOP, MOST - len(LOOP), 0, 0)
    return {
        "text": "Get the n-gram model out of its loop without switching models or choosing a"
        " letter yourself. Its text should run to the end, repeat no stretch of ten letters, and"
        " contain no letter to which the model gives less than 3 %.",
        "done": "Only chance leads out of a loop. But at temperature 1, chance also draws"
        " letters that hardly ever occur. A nucleus cuts them off; a lower temperature makes"
        " them rarer.",
        "set": PLAIN
        | {
            "codes": held(LOOP, text[len(LOOP) :]),
            "at": MOST,
            "model": "n-gram",
            "temperature": 0.0,
        },
    }
