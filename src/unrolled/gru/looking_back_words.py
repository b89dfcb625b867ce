"""What `LookingBack` asks and says. Notebook: book/gru.ipynb"""

from unrolled.widget.words import rules

WORDS = [
    rules(
        (
            "!answered",
            "Elman’s network glows strongest at “{strongE}”, the LSTM at “{strongL}”. The GRU’s row"
            " stays dark until you have guessed.",
        ),
        (
            "swap",
            "Put another letter in place of “{strongG}”, and on average {topG} of the GRU’s"
            " probability moves to other letters.",
        ),
        (
            "dark",
            "No letter glows above {strongest}. All three are sure of “{nextG}”, and a sure"
            " prediction hardly moves.",
        ),
        (
            "begins",
            "The GRU glows strongest at “{strongG}”, the first letter of this word, {back} letters"
            " before the last.",
        ),
        (
            "space",
            "A word has ended and the next letter is open: the GRU’s best guess, “{nextG}”, has a"
            " probability of {sureG}.",
        ),
        ("last", "All three glow strongest at the letter that they have just read, “{letter}”."),
        (
            "",
            "Elman’s network glows strongest at “{strongE}”, the GRU at “{strongG}”, the LSTM at"
            " “{strongL}”.",
        ),
    ),
]
SEEN = rules(
    (
        "!answered",
        "The same sentence three times, {letters} read. Elman’s network glows strongest at"
        " {strongE}, the LSTM at {strongL}; the GRU’s row is dark.",
    ),
    (
        "",
        "The same sentence three times, {letters} read. How many letters back half of the glow"
        " reaches: {halfE} for Elman, {halfG} for the GRU, {halfL} for the LSTM; 99 %: {mostE},"
        " {mostG} and {mostL}.",
    ),
)
VALUE = rules(
    ("!answered", "The GRU’s row stays dark until you have guessed."),
    ("", "After “{read}” the strongest glow is {strongest}."),
)
SAID = {
    "words": WORDS,
    "seen": [SEEN],
    "value": [VALUE],
    "shown": [["gradient", "gradient"], ["swap", "a swapped letter"]],
    "curves": "Share of the glow against the distance in letters, five seeds each",
    "curvesSeen": "Curves that fall with the distance, on a logarithmic scale; those of Elman’s"
    " network fall fastest.",
    "tableCaption": "The median of five seeds, with the lowest and the highest",
    "head": ["on held-out text", "Elman", "GRU", "LSTM"],
}


def question(norms: dict[str, float]) -> dict:
    """Which letter moves the GRU's next guess most? `norms` are those of the letters offered."""
    g, u, t, past = (f"{norms[name]:.0f}" for name in ("g", "u", "t", "past"))
    begins = (
        f"The <i>t</i> that begins the word glows at {t}, the <i>g</i> just read at {g}. This is a"
        " habit that the GRU shows with every seed: see Closer."
    )
    return {
        "text": "Three networks have read “… past <i>taug</i>”. The more a small change of a"
        " letter moves the prediction, the more that letter glows. Which letter glows strongest"
        " for the GRU?"
        " Tap it.",
        "options": [
            [
                "the <i>g</i>, just read",
                f"{begins} For Elman’s network and the LSTM it is the <i>g</i>.",
            ],
            ["the <i>u</i>", f"{begins} The <i>u</i> glows at {u}."],
            ["the <i>t</i> of <i>taug</i>", begins],
            [
                "the <i>t</i> of <i>past</i>",
                f"{begins} The word before counts little: its last letter glows at {past}.",
            ],
        ],
        "right": 2,
    }


def stories(found: dict[str, str]) -> list[tuple[str, dict, str]]:
    """Four cases: name, state, what is said."""
    return [
        (
            "Where the word began",
            {"at": 28, "shows": "gradient"},
            "After <i>recent</i> the GRU glows strongest at <i>r</i>, five letters before the last;"
            " the LSTM glows strongest at the last letter.",
        ),
        (
            "A word begins",
            {"at": 42, "shows": "gradient"},
            "The networks have read one letter of a new word, and for the GRU this letter alone"
            " holds half of the glow. The old word hardly counts any more.",
        ),
        (
            "The faint tail",
            {"at": 22, "shows": "gradient"},
            "In all three networks, half of the glow lies close by. The thin lines differ: 99 % of"
            " the glow lies in"
            f" {found['E']} letters for Elman, {found['G']} for the GRU and {found['L']} for the"
            " LSTM.",
        ),
        (
            "A swap is not a nudge",
            {"at": 49, "shows": "swap"},
            "After <i>netw</i> the gradients are small in all three. Yet one wrong letter, where it"
            f" counts most, moves {found['swap']} or more of the probability.",
        ),
    ]


TASK = {
    "text": "Find a letter after which all three rows go dark: no gradient above 0.5 anywhere.",
    "done": "Here all three are sure. Every gradient passes through the slope of the softmax,"
    " <i>ŷ</i>(1 − <i>ŷ</i>), which is nearly 0. Dark means that a nudge changes nothing, not that"
    " the letters don’t matter: swap one and see.",
}


def notes(median: dict[str, dict[str, float]], agree: float) -> list[str]:
    """What the glow is, what was measured, and what a gradient is not."""
    half, most, first = (
        [f"{median[name][what]:g}" for name in ("Elman", "GRU", "LSTM")]
        for what in ("half", "most", "first")
    )
    return [
        "<b>What glows.</b> <b>ŷ</b> holds the probabilities of the 34 letters that may come next,"
        " <b>x</b><sub><i>t</i></sub> is letter <i>t</i> as a one-hot vector, and the glow is"
        " ‖∂<b>ŷ</b>/∂<b>x</b><sub><i>t</i></sub>‖<sub>2</sub>, the largest change of <b>ŷ</b> for"
        " a small change of <b>x</b><sub><i>t</i></sub>. All bars share one scale; the glow"
        " is logarithmic, dark below 0.003. The bracket under a row spans half of the sum of all"
        " norms, and the thin line 99 % of it.",
        "<b>How far they look.</b> On held-out text, half of the glow"
        f" lies in the last {half[0]} letters for Elman’s network, {half[1]} for the GRU and"
        f" {half[2]} for the LSTM (medians of five seeds). All three predict from the word they are"
        f" in. The tails differ: 99 % lies in {most[0]}, {most[1]} and {most[2]} letters. And the"
        " GRU has a habit that the other two lack. From the fourth letter of a word on, the first"
        f" letter of the word glows strongest in {first[1]} % of its predictions, against"
        f" {first[0]} and {first[2]} %.",
        "<b>What a gradient is not.</b> It says what a nudge would do; swapping a letter is no"
        " nudge. The two mostly agree on which letters count more (rank correlation"
        f" {agree:.2f}, the median over this sentence), but not on how much: where a network is"
        " sure, its gradients are nearly 0, and one wrong letter can still overturn the guess.",
        "<b>The networks.</b> Each has 40 units and was trained on the first nine tenths of this"
        " book’s text, when the book had six chapters, all with the same number of updates"
        " and the same learning rate."
        " This sentence comes from the last tenth, which was held out. With the same number of"
        " units, the"
        " LSTM’s cell has four times as many weights as Elman’s. Seed 0 is shown.",
    ]
