"""What `FillTheMask` asks and says. Notebook: book/pretraining.ipynb"""

from functools import cache

import numpy as np

from unrolled.bert import masked
from unrolled.bert.little_english import (
    ACTS,
    ANIMALS,
    NEAR,
    OF_ANIMAL,
    OF_FED,
    OF_PERSON,
    OF_PLACE,
    PERSONS,
    PLACES,
    SPECIAL,
    THINGS,
    WITH,
)
from unrolled.bert.masked import INDEX, MASK, N_MAX, WORDS, indices, logits, states
from unrolled.core.activations import softmax
from unrolled.core.shapes import Array, Float
from unrolled.page.numbers import decimals, percent
from unrolled.pretraining import causal_model
from unrolled.widget.words import rules

MOST = N_MAX - 2  # words of a sentence, with its full stop
GAPS = 2
NONE = -1  # where there is no gap
ALMOST = 0.99
READERS = ("both sides", "left only")
KINDS = (  # words that may stand in the same places: nouns first
    [*(name for animal in ANIMALS for name in animal[:2]), *PLACES, *PERSONS],
    [sound for animal in ANIMALS for sound in animal[2:]],
    [verb for act in ACTS for verb in act],
    THINGS,
    dict.fromkeys(OF_ANIMAL + OF_PLACE + OF_PERSON + OF_FED),
    NEAR + WITH,
    ("she", "he", "it", "they"),
    ("was", "were"),
)


def held(text: str) -> dict:
    """A sentence as the state holds it; a word in brackets is hidden, as in "the (dogs) bark ."."""
    parts = text.split()
    codes = [INDEX[part.strip("()")] for part in parts]
    gaps = [k for k, part in enumerate(parts) if part.startswith("(")]
    return {
        "words": codes + [0] * (MOST - len(codes)),
        "gaps": gaps + [NONE] * (GAPS - len(gaps)),
    }


def codes_of(words: list[int]) -> list[int]:
    """The words of a sentence that a state holds; it has two at least, "the ."."""
    ends = [k for k, code in enumerate(words) if code < len(SPECIAL)]
    return words[: ends[0]] if ends and ends[0] else (words if not ends else [4, 5])


def gaps_of(state: dict) -> list[int]:
    """The gaps of a state in the order in which they were made."""
    most = len(codes_of(state["words"]))
    return list(dict.fromkeys(k for k in state["gaps"] if 0 <= k < most))


def ids_of(state: dict) -> Array:
    """The tokens that a reader is given."""
    codes, gaps = codes_of(state["words"]), gaps_of(state)
    return indices([[WORDS[code] for code in codes]]) if not gaps else _masked(codes, gaps)


def _masked(codes: list[int], gaps: list[int]) -> Array:
    ids = indices([[WORDS[code] for code in codes]])
    ids[0, np.array(gaps) + 1] = MASK
    return ids


def model_of(reader: str) -> masked.MaskedModel:
    """The model of this reader."""
    return causal_model.trained() if reader == "left only" else masked.trained()


def read(state: dict, reader: str) -> tuple[dict[int, Float[Array, " V"]], Float[Array, "h N N"]]:
    """Of each gap its probabilities, and the attention weights of all heads, block by block."""
    p = model_of(reader)
    X, caches = states(p, ids_of(state), reader == "left only")
    y = {k: softmax(logits(p, X[0, k + 1])) for k in gaps_of(state)}
    return y, np.concatenate([cache.heads.A[0] for cache in caches])


def share(text: str, word: str, reader: str = "both sides") -> float:
    """What a word gets in the first gap of a sentence."""
    state = held(text)
    y, _ = read(state, reader)
    return float(y[state["gaps"][0]][INDEX[word]])


def sure(chance: float) -> str:
    """A probability in percent, near 1 with a decimal more."""
    return percent(chance) if chance < ALMOST else f"{decimals(100 * chance, 1)}\u00a0%"


def told(text: str, word: str, reader: str = "both sides") -> str:
    """What a word gets, in percent."""
    return sure(share(text, word, reader))


FIRST = "the lions with the bee (carry) sticks ."
FED = "the girl fed the dogs because (they) were hungry ."
KIND = "the girl fed the dogs because (she) was kind ."
EACH = "the owl beside the frogs (drinks) milk ."
FAR = "the dogs near the cow (bark) ."
PAIR = "the (dogs) near the cow (bark) ."
RIVER = "the cow did not cross the street because the (street) was too wide ."
GIVEN = "the (bee) near the lion buzzes ."
SOLVED = "the (bee) near the lion hoot ."
PLAIN = {"head": 0, "reader": "both sides"}
ASKED = PLAIN | held(FIRST)
GOAL = {"gap": [1], "word": INDEX["owls"], "least": 0.9}
OFFERED = {"lions": 1, "with": 2, "bee": 4, "sticks": 6}  # and where they are

WORDS_SAID = [
    rules(
        ["hidden", "One word is hidden: its bars and its attention wait for your guess."],
        ["none", "Nothing is hidden. Tap a word: the model must find it from the others."],
        [
            "left sure",
            "What is on the left is enough here: it gives {top} {chance}.",
        ],
        [
            "left same",
            "From the left alone {top} is still likeliest, with {chance}; from both sides it has"
            " {otherChance}.",
        ],
        [
            "left",
            "From the left alone {top} is likeliest, with {chance}; from both sides it is"
            " {otherTop}, with {otherChance}.",
        ],
        ["sure", "From both sides {top} gets {chance}; from the left alone it gets {back}."],
        [
            "",
            "From both sides {top} is likeliest, with only {chance}; from the left alone it gets"
            " {back}.",
        ],
    ),
    rules(
        [
            "!hidden two",
            "Each gap is filled without the other; the likeliest words make “{filled}”.",
        ],
        ["!hidden !none single", "{named} attends most to {most}, with {weight}."],
        ["!hidden !none", "All heads together attend most to {most}, with {weight}."],
    ),
]

SEEN = [
    rules(
        ["hidden", "A sentence with a gap: {sentence}. The bars of the gap are not yet drawn."],
        ["none", "A sentence: {sentence}. Nothing is hidden."],
        [
            "left",
            "A sentence: {sentence}. A curtain hides what is right of the gap. Bars: {top}"
            " {chance}. Most attention goes to {most}, {weight}.",
        ],
        [
            "",
            "A sentence: {sentence}. Bars for the gap: {top} {chance}. Most attention goes to"
            " {most}, {weight}.",
        ],
    )
]

VALUE = [
    rules(
        ["asked left", "Now only the left is read: <b>owls</b> {wanted}, {changed}."],
        ["asked", "Now: <b>owls</b> {wanted}, {changed}."],
        ["", "Now another word is hidden, or none."],
    )
]

CLOSER = (
    "Both readers are the same small encoder with the same training; the one that reads the left"
    " alone has a causal attention mask. ✓ marks the word that is hidden. Outlined, where"
    " only the left is read: what both sides would give. A bar that you tap puts its word in."
)
TYPED = "Only words of the lists above, 13 at most. It need not make sense."
UNKNOWN = "“{word}” is not in the vocabulary. Try dogs, near, horse, because, hungry …"
EXAMPLE = "the owls beside the pig drink milk ."


@cache
def question() -> dict:
    """Which word is the clue to the number of the verb."""
    carry, carries = (told(FIRST, word) for word in ("carry", "carries"))
    one = told("the lion with the bee (carries) sticks .", "carries")
    bees = told("the lions with the bees (carry) sticks .", "carry")
    milk = told("the lions with the bee (drink) milk .", "drink")
    near = told("the lions beside the bee (carry) sticks .", "carry")
    right = f"So <b>carry</b> gets {carry} and <b>carries</b> {carries}."
    return {
        "text": "A verb is hidden. From both sides the model is sure that it is <b>carry</b>, and"
        " not <b>carries</b>. Which word tells the model that the verb has no s? Tap it.",
        "options": [
            [
                "lions",
                f"Many lions carry. {right} With one <b>lion</b>, carries gets {one}. And"
                " <b>sticks</b>, on the other side, tells that nobody eats or drinks.",
            ],
            [
                "with",
                f"Put <b>beside</b> for it, and carry still gets {near}. It is <b>lions</b>:"
                " many lions carry.",
            ],
            [
                "bee",
                "It is nearer, but it is not the bee that carries. With <b>bees</b>, carry still"
                f" gets {bees}. The verb agrees with <b>lions</b>, which is farther away.",
            ],
            [
                "sticks",
                "It is a clue, but to another thing: that nobody eats or drinks. With <b>milk</b>,"
                f" drink gets {milk}. That there is no s follows from <b>lions</b>.",
            ],
        ],
        "right": 0,
        "show": ASKED,
    }


@cache
def cases() -> dict[str, dict]:
    """The states of the stories."""
    left = {"reader": "left only"}
    return {
        "From both sides": PLAIN | held(FED),
        "From the left alone": PLAIN | held(FED) | left,
        "One clue on each side": PLAIN | held(EACH) | left,
        "Agreement at a distance": PLAIN | held(FAR) | left,
        "Two gaps": PLAIN | held(PAIR),
    }


@cache
def stories() -> list[dict]:
    """What each side tells."""
    says = {
        "From both sides": _say_both(),
        "From the left alone": _say_left(),
        "One clue on each side": _say_each(),
        "Agreement at a distance": _say_far(),
        "Two gaps": _say_pair(),
    }
    return [{"name": name, "set": cases()[name], "says": says[name]} for name in says]


def _say_both() -> str:
    return (
        "Who was hungry, the girl or the dogs? The words before the gap do not tell; <b>were</b>,"
        f" right after it, does. So <b>they</b> gets {told(FED, 'they')}. Change <b>were</b> to"
        " <b>was</b> and <b>hungry</b> to <b>kind</b>, and it becomes <b>she</b>, with"
        f" {told(KIND, 'she')}."
    )


def _say_left() -> str:
    they, she = (told(FED, word, "left only") for word in ("they", "she"))
    return (
        f"The same sentence without its right side: <b>they</b> {they}, <b>she</b> {she}. The girl"
        " and the dogs are both there, but what decides between them comes later. No training"
        " helps a reader who may only look left: it has to toss a coin."
    )


def _say_each() -> str:
    left = [told(EACH, word, "left only") for word in ("drinks", "eats", "carries")]
    return (
        "On the left, <b>owl</b> tells that the verb has an s. On the right, behind the curtain,"
        f" <b>milk</b> tells that it is <b>drinks</b>. From the left alone drinks, eats and carries"
        f" get {left[0]}, {left[1]} and {left[2]}; from both sides, drinks gets"
        f" {told(EACH, 'drinks')}."
    )


def _say_far() -> str:
    left, both = (told(FAR, "bark", reader) for reader in ("left only", "both sides"))
    return (
        "Here the left alone is enough. The <b>cow</b> is next to the verb, but it is the"
        f" <b>dogs</b> that bark: {left} from the left, {both} from both sides. Its"
        " attention goes to <b>dogs</b>, past all that stands between."
    )


def _say_pair() -> str:
    state = held(PAIR)
    y, _ = read(state, "both sides")
    noun, verb = (WORDS[int(y[k].argmax())] for k in state["gaps"])
    return (
        "Two words are hidden, and each is guessed as if the other stayed hidden. The likeliest"
        f" noun is <b>{noun}</b>, the likeliest verb <b>{verb}</b>, and together they do not fit."
        " Tap a bar to fill one gap: now the other is sure."
    )


def task() -> dict:
    """One word, far from the gap, changes what the model finds there."""
    return {
        "text": "Change one word, and not the hidden one, so that the model fills the gap with"
        " <b>owls</b> and gives it 90 % or more.",
        "done": "The verb at the other end of the sentence decides, and <b>hoot</b> without an s"
        " asks for several owls. The lion beside the gap decides nothing. Read the left only: then"
        " no animal gets more than 10 %, because the clue is on the right.",
        "set": PLAIN | held(GIVEN),
    }


@cache
def sentences() -> list[dict]:
    """Sentences to pick, each with a gap."""
    texts = (FIRST, FED, EACH, FAR, RIVER, GIVEN)
    found = []
    for text in texts:
        words = [part.strip("()") for part in text.split()][:-1]
        short = " ".join(words[:3]) + " … " + " ".join(words[-2:])
        found.append({"name": short, "set": held(text)})
    return found
