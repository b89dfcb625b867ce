"""What `FillTheMask` asks and says. Notebook: book/pretraining.ipynb"""

from functools import cache

from unrolled.bert.little_english import SPECIAL
from unrolled.bert.masked import INDEX, WORDS
from unrolled.page.numbers import decimals, percent
from unrolled.pretraining.fill_the_mask_readers import held, read, share
from unrolled.widget.words import rules

LEAST = 0.01  # what is below is not shown in digits
ALMOST = 0.99  # from here on a decimal more is shown
ALL_BUT = 0.9995  # from here on it would be rounded to 100 %


def sure(chance: float) -> str:
    """A probability in percent, near 1 with a decimal more; never as none or as all."""
    if chance < LEAST:
        return "&lt;1\u00a0%"
    if chance >= ALL_BUT:
        return ">99.9\u00a0%"
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
            "The left alone is enough here: {top} gets {chance}.",
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
    " alone has a causal attention mask. Attention shows where the gap looks; only a changed word"
    " shows what decides. ✓ marks the word that is hidden. Outlined, where the left alone is read:"
    " what both sides would give. Tap a bar to put its word into the gap."
)
COUNT = len(WORDS) - len(SPECIAL) - 1  # words without the full stop
TYPED = f"Of its {COUNT} words, 13 at most; it need not make sense."
UNKNOWN = f"“{{word}}” is none of its {COUNT} words. Try dogs, near, horse, because, hungry."
EXAMPLE = "the pig with the owl eats corn"


@cache
def question() -> dict:
    """Which word is the clue to the number of the verb."""
    one = told("the lion with the bee (carries) sticks .", "carries")
    bees = told("the lions with the bees (carry) sticks .", "carry")
    milk = told("the lions with the bee (drink) milk .", "drink")
    near = told("the lions beside the bee (carry) sticks .", "carry")
    return {
        "text": "A verb is hidden. Reading both sides, the model is sure that it is <b>carry</b>,"
        " not <b>carries</b>. Which word shows that the verb takes no s? Tap it.",
        "options": [
            [
                "lions",
                f"With one <b>lion</b> instead, carries gets {one}. The other clue is"
                " <b>sticks</b>, on the right: it rules out eat and drink. Read the left only, and"
                f" carry falls to {told(FIRST, 'carry', 'left only')}.",
            ],
            [
                "with",
                f"Change it to <b>beside</b>, and carry still gets {near}. The clue is"
                " <b>lions</b>: one lion carries, many lions carry.",
            ],
            [
                "bee",
                "It is the nearest noun, but the bee carries nothing. Change it to <b>bees</b>,"
                f" and carry still gets {bees}. The verb agrees with <b>lions</b>, farther away.",
            ],
            [
                "sticks",
                "It is a clue to something else: it rules out eat and drink. With <b>milk</b>"
                f" instead, drink gets {milk}. The missing s comes from <b>lions</b>.",
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
        "Who was hungry, the girl or the dogs? The words before the gap leave it open. The word"
        f" after it, <b>were</b>, settles it: <b>they</b> gets {told(FED, 'they')}. Change"
        " <b>were</b> to <b>was</b> and <b>hungry</b> to <b>kind</b>, and the model says"
        f" <b>she</b>, with {told(KIND, 'she')}."
    )


def _say_left() -> str:
    they, she = (told(FED, word, "left only") for word in ("they", "she"))
    return (
        f"The same sentence without its right side: <b>they</b> {they}, <b>she</b> {she}. The girl"
        " and the dogs have both been mentioned, but the word that decides between them comes"
        " later. However well it is trained, a reader of the left has to toss a coin."
    )


def _say_each() -> str:
    left = [told(EACH, word, "left only") for word in ("drinks", "eats", "carries")]
    return (
        "The <b>owl</b>, on the left, gives the verb its s. The <b>milk</b>, on the right, makes it"
        f" <b>drinks</b>. Without the right side drinks, eats and carries get {left[0]}, {left[1]}"
        f" and {left[2]}; from both sides, drinks gets {told(EACH, 'drinks')}."
    )


def _say_far() -> str:
    left, both = (told(FAR, "bark", reader) for reader in ("left only", "both sides"))
    return (
        "Here the left alone is enough. The <b>cow</b> is the nearest noun, but it is the"
        f" <b>dogs</b> that bark: {left} from the left, {both} from both sides. Distance doesn’t"
        " matter to attention: the gap attends most to <b>dogs</b>."
    )


def _say_pair() -> str:
    state = held(PAIR)
    y, _ = read(state, "both sides")
    noun, verb = (WORDS[int(y[k].argmax())] for k in state["gaps"])
    return (
        "Two words are hidden, and each is guessed without knowing the other. The likeliest noun is"
        f" <b>{noun}</b>, the likeliest verb <b>{verb}</b>, and together they don’t fit. Tap a bar"
        " to fill one gap, and the other becomes sure."
    )


@cache
def task() -> dict:
    """One word, far from the gap, changes what the model finds there."""
    return {
        "text": "Change one word, but not the hidden one, so that the model fills the gap with"
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
        words = ["▢" if part.startswith("(") else part for part in text.split()][:-1]
        short = " ".join(words[:3]) + " … " + " ".join(words[-3:])
        found.append({"name": short, "set": held(text)})
    return found
