"""What `WalkForward` says. Notebook: book/finbert.ipynb"""

from unrolled.widget.words import rules

CURVES = {
    "honest": "honest",
    "shuffled": "shuffled folds",
    "unpurged": "no purge",
    "stamped": "a day early",
    "scaled": "scaled by year",
    "best": "best of forty",
}
NAMES = {
    "windows": ["1 week", "1 month", "3 months", "6 months"],
    "strengths": ["none", "weak", "strong"],
    "spoken": {"window": "a return window of {}", "strength": "signal: {}"},
    "curves": CURVES | {"several": "with leaks"},
    "pills": {
        "wide": CURVES,
        "narrow": {
            "honest": "honest",
            "shuffled": "shuffled",
            "unpurged": "no purge",
            "stamped": "day early",
            "scaled": "by year",
            "best": "best of 40",
        },
    },
}

WORDS = [
    rules(
        [
            "hidden",
            "Each forecast is a bet that gold will do better or worse than its past average; a"
            " curve adds up what the bets earned.",
        ],
        ["start", "No bet has been made yet. The forecaster has learned from {learned}."],
        ["honest", "An honest test: {right}, and {together} {result}."],
        ["several", "With several leaks {right}, and {together} {result}."],
        [
            "",
            "With “{name}”, {right}, and {together} {result}; honest bets {honestly}.",
        ],
    ),
    rules(
        ["hidden", "All three tests had the same statements and the same prices."],
        ["start", "Press play, or pull the split."],
        ["several", "Switch them off one by one to see which of them makes the triumph."],
        [
            "honest signal above",
            "The curve has left the band of luck: this signal can be told from luck.",
        ],
        [
            "honest signal below",
            "There is a signal, and yet it lost: most of what moves gold over {window} has nothing"
            " to do with the statement.",
        ],
        [
            "honest signal",
            "There is a signal, but after so few bets, over {window}, it cannot be told from luck.",
        ],
        ["honest above", "There is nothing to find; in a few worlds luck alone gets so far."],
        ["honest below", "There is nothing to find; this is bad luck."],
        [
            "honest",
            "There is nothing to find, and all it earned or lost is luck.",
        ],
        [
            "shuffled shared",
            "In {affected} of {bets}, returns that the forecaster learned from share days with"
            " the bet’s own.",
        ],
        [
            "shuffled",
            "No bet’s return shares a day with a return that the forecaster learned from: shuffling"
            " tells nothing.",
        ],
        [
            "unpurged shared",
            "In {affected} of {bets}, returns that the forecaster learned from were not over when"
            " the bet was made.",
        ],
        [
            "unpurged",
            "Before every bet, all returns that the forecaster learned from were over: there was"
            " nothing to purge.",
        ],
        [
            "stamped long",
            "It buys before the release and earns the jump that follows, but over {window} one jump"
            " hardly matters.",
        ],
        [
            "stamped",
            "It buys at the fixing before the release, so it also earns the jump that follows.",
        ],
        [
            "scaled",
            "It compares the price with the mean of its calendar year, which is not over yet.",
        ],
        ["", "Forty forecasters each read one word; shown is the luckiest, which reads “{word}”."],
    ),
]

SEEN = [
    rules(
        [
            "hidden",
            "A ribbon of statements with their return windows, and the split at the last of them."
            " Below it three curves of what bets earned, A, B and C.",
        ],
        [
            "start",
            "A ribbon of statements with return windows of {window}, split before the first bet."
            " Below it an empty plot: no bet has been made yet.",
        ],
        [
            "",
            "A ribbon of statements with return windows of {window}, split after {bets}. Below it"
            " a curve: the bets {result}; honest bets {honestly}.",
        ],
    )
]

VALUE = [
    rules(
        ["start", "No bet has been made yet."],
        ["honest", "Without a leak, {bets} {result}."],
        ["several", "With several leaks, {bets} {result}."],
        ["", "With “{name}”, {bets} {result}."],
    )
]

CLOSER = (
    "Each bead is a statement, each bar the days whose return is forecast. The forecaster is a"
    " ridge regression on tone and price, plus the mean of its errors at nearby dates. Walking"
    " forward, it is fitted again before every bet, on returns that were over 21 fixings earlier:"
    " purge and embargo. It bets that the return will be above, or below, the mean learned from;"
    " a typical move is such a return’s standard deviation. Without a signal, nine of ten worlds"
    " end inside the grey band. The thin bracket over the beads spans the days that the price is"
    " compared with. Dashes over the beads: stamped early."
)
