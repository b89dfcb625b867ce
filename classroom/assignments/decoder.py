"""A Transformer that writes: one causal head, a window, the cache, cuts, interpolation, code."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error, rewritten
from classroom.writers import (
    CUT,
    SPENT,
    TO_UNIFORM,
    WINDOW,
    at_both,
    attended,
    cut,
    drawn_from,
    interpolated_twice,
    learned_at_once,
    letters_and_caches,
    logits_and_dials,
    one_letter,
    probabilities,
    spent,
    with_output,
)
from unrolled.decoder.slips import INTERPOLATION, NUCLEUS, ROW, TOP_K
from unrolled.page.ask import Slip

TITLE = "A Transformer that writes"
CHAPTER = "decoder"
MINUTES = 60
INTRO = (
    "You compute one row of a causal head, find out what a single window teaches, and count what a"
    " letter costs with a key–value cache and without it. You cut a distribution in two ways,"
    " interpolate with a shorter context, and write the code of a writer. Then you explain who"
    " wins."
)
MEANS = {
    "scores": "the scores of one query with four keys, already divided, for question 1",
    "V": "the values of the four letters, one row each",
    "place": "the number of the letter that asks, counted from 1",
    "T": "letters of a window, for question 2",
    "B": "windows of an update",
    "given": "the probabilities of the true letters in a short window",
    "d": "the dimension of a decoder, for question 3",
    "d_ff": "how wide its feed-forward layers are",
    "L": "its blocks",
    "size": "letters of its alphabet",
    "n": "the number of a letter in the text, counted from 1",
    "y": "probabilities of five letters, for question 4",
    "k": "how many letters top-k keeps",
    "share": "the threshold of the nucleus",
    "after_one": "how often a, b and c followed the last letter, for question 5",
    "after_two": "how often a, b and c followed the last two letters",
    "beta": "how many letters the shorter context counts as",
}
BOOK = {
    "scores": np.array([0.8, -0.4, 1.1, 0.6]),
    "V": np.array([[0.5, -0.7], [1.2, 0.3], [-0.6, 0.9], [0.4, -1.1]]),
    "place": np.array(3),
    "T": np.array(20),
    "B": np.array(12),
    "given": np.array([0.35, 0.08, 0.62, 0.21]),
    "d": np.array(12),
    "d_ff": np.array(30),
    "L": np.array(3),
    "size": np.array(7),
    "n": np.array(9),
    "y": np.array([0.12, 0.41, 0.06, 0.23, 0.18]),
    "k": np.array(2),
    "share": np.array(0.75),
    "after_one": np.array([9, 4, 2]),
    "after_two": np.array([1, 3, 0]),
    "beta": np.array(4),
}


def draw(rng):
    after_one = rng.permutation([rng.integers(7, 16), rng.integers(3, 6), rng.integers(1, 3)])
    after_two = np.minimum(after_one, rng.permutation([rng.integers(3, 6), rng.integers(1, 3), 0]))
    return {
        "scores": hundredths(rng, 4, most=1.5),
        "V": hundredths(rng, 4, 2, most=1.5),
        "place": np.array(rng.integers(2, 4)),
        "T": np.array(rng.integers(12, 65)),
        "B": np.array(rng.integers(5, 33)),
        "given": rng.integers(5, 91, 4) / 100,
        "d": np.array(2 * rng.integers(4, 11)),
        "d_ff": np.array(rng.integers(18, 49)),
        "L": np.array(rng.integers(2, 5)),
        "size": np.array(rng.integers(5, 13)),
        "n": np.array(rng.integers(6, 19)),
        **probabilities(rng),
        "after_one": after_one,
        "after_two": after_two,
        "beta": np.array(rng.integers(2, 9)),
    }


def sizes(n):
    """Dimension, width, blocks, alphabet, and the number of the letter."""
    return tuple(int(n[name]) for name in ("d", "d_ff", "L", "size", "n"))


LISTING = """\
caches = {caches}
codes = list(start)
for n in range(len(start) + length - 1):
    x = d**0.5 * E[{letter}] + P[{position}]
    for block, kept in zip(blocks, caches):
        x = block(x, kept)
    if {ready}:
        y = softmax((W_out @ norm(x) + b_out) / tau)
        codes.append(rng.choice(V, p=y))"""
RIGHT = {
    "caches": "[[] for block in blocks]",
    "letter": "codes[n]",
    "position": "n",
    "ready": "n >= len(start) - 1",
}
QUESTIONS = (
    by_hand(
        "causal_row",
        2,
        "Four letters are in a window, and letter number `place` asks, under a causal mask. Its"
        " scores with the four keys are `scores`, already divided by $\\sqrt{d_k}$. What are its"
        " attention weights, and what does the head return for it?",
        "decoder.html#what-the-mask-guarantees",
        (*(f"weight of letter {i}" for i in (1, 2, 3, 4)), "first output", "second output"),
        attended,
        lambda n: (n["scores"], n["V"], int(n["place"])),
        rewritten(ROW, tuple(ROW), with_output),
        tuple(ROW),
    ),
    by_hand(
        "window",
        2,
        "A window holds `T` letters of the text. The decoder reads all of them but the last, and"
        " an update takes `B` such windows. How many predictions does one update learn from? And"
        " how many attention weights of one head are above 0 in one window? In a short window, a"
        " decoder gave the probabilities `given` to the letters that came. What are its loss, in"
        " nats, and its perplexity?",
        "decoder.html#one-prediction-at-every-position",
        ("predictions", "weights above 0", "loss", "perplexity"),
        learned_at_once,
        lambda n: (int(n["T"]), int(n["B"]), n["given"]),
        WINDOW,
        tuple(WINDOW),
    ),
    by_hand(
        "cost",
        2,
        "A decoder has `L` blocks of dimension `d`, feed-forward layers `d_ff` wide, and an"
        " alphabet of `size` letters. How many multiply–adds does letter number `n` take with a"
        " key–value cache? How many does it take without one, when all `n` letters are read again"
        " and the scores of later keys are hidden only after they were computed? And how many"
        " numbers are in the cache when letter `n` has been read?",
        "decoder.html#keep-the-keys-and-values",
        ("with the cache", "without the cache", "numbers in the cache"),
        spent,
        sizes,
        SPENT,
        tuple(SPENT),
    ),
    by_hand(
        "cut_off",
        2,
        "A model gives five letters the probabilities `y`. Cut them in two ways, each time from"
        " `y` itself: by top-k sampling with `k` letters, and by the nucleus with the threshold"
        " `share`. In each case, what are the probabilities of the likeliest letter and of the"
        " least likely letter that is kept?",
        "decoder.html#sample-the-next-letter",
        (
            "likeliest, top-k",
            "likeliest, nucleus",
            "least likely kept, top-k",
            "least likely kept, nucleus",
        ),
        cut,
        lambda n: (n["y"], int(n["k"]), float(n["share"])),
        CUT,
        tuple(CUT),
    ),
    by_hand(
        "interpolation",
        2,
        "An alphabet has three letters, a, b and c. After the last letter alone they followed"
        " `after_one` times, after the last two letters `after_two` times. A model backs off"
        " from two letters to one, and from one letter to a uniform guess. The shorter context"
        " always"
        " counts as much as `beta` letters would. What are the three probabilities after one"
        " letter, and what are they after two?",
        "decoder.html#all-models-on-one-scale",
        tuple(f"{letter}, after {past}" for past in ("one", "two") for letter in "abc"),
        interpolated_twice,
        lambda n: (n["after_one"].astype(float), n["after_two"].astype(float), float(n["beta"])),
        rewritten(INTERPOLATION, tuple(INTERPOLATION), at_both) | {"to uniform": TO_UNIFORM},
        (*INTERPOLATION, "to uniform"),
    ),
    Code(
        "draw_from",
        2,
        "Write the probabilities that a writer draws from. `z` are the logits. The temperature"
        " `tau` comes first, then only the `k` likeliest letters are left, and of these only the"
        " nucleus with the threshold `share`. After each cut the rest sums to 1 again, and every"
        " letter stays in its place.",
        "decoder.html#sample-the-next-letter",
        """
def draw_from(z, tau, k, share):
    return z
""",
        """
def draw_from(z, tau, k, share):
    powers = np.exp((z - np.max(z)) / tau)
    falling = np.argsort(-powers)
    powers[falling[k:]] = 0
    y = powers / powers.sum()
    likelier = np.cumsum(y[falling]) - y[falling]
    y[falling[likelier >= share]] = 0
    return y / y.sum()
""",
        logits_and_dials,
        {
            "times τ": Slip(
                "You multiplied the logits by <i>τ</i>. Divide them by it.",
                drawn_from(heat=lambda z, tau: z * tau),
            ),
            "no temperature": Slip(
                "The temperature has no effect yet.", drawn_from(heat=lambda z, tau: z)
            ),
            "temperature last": Slip(
                "The temperature comes first: it changes which letters are in the nucleus.",
                drawn_from(order=("k", "share", "temperature")),
            ),
            "wrong end": Slip(
                "You kept the <i>k</i> least likely letters, because argsort sorts from small to"
                " large.",
                drawn_from(sign=1),
            ),
            "no nucleus": Slip(
                "The nucleus is missing: these are the probabilities after top-k.",
                drawn_from(order=("temperature", "k")),
            ),
            "no top-k": Slip(
                "Top-k is missing: this is the nucleus of all letters.",
                drawn_from(order=("temperature", "share")),
            ),
            "share not reached": Slip(NUCLEUS["share not reached"].says, drawn_from(reached=False)),
            "not rescaled between": Slip(
                "After top-k, make the rest sum to 1 before you look for the nucleus.",
                drawn_from(between=False),
            ),
            "not rescaled": Slip(TOP_K["top-k not rescaled"].says, drawn_from(again=False)),
        },
    ),
    Code(
        "cached_step",
        3,
        "Write one head that reads one letter with a key–value cache. `x` is the token of the new"
        " letter, and the rows of `K` and `V` are what was kept of the letters before it. Return"
        " the head's output for `x`, and the new `K` and `V`. Letter after letter, the outputs"
        " must be those of a full pass under the causal mask.",
        "decoder.html#keep-the-keys-and-values",
        """
def cached_step(W_Q, W_K, W_V, x, K, V):
    return W_V @ x, K, V
""",
        """
def cached_step(W_Q, W_K, W_V, x, K, V):
    query = W_Q @ x
    K, V = np.vstack([K, W_K @ x]), np.vstack([V, W_V @ x])
    scores = K @ query / np.sqrt(len(query))
    powers = np.exp(scores - scores.max())
    return powers @ V / powers.sum(), K, V
""",
        letters_and_caches,
        {
            "not itself": Slip(ROW["not itself"].says, one_letter(newest=False)),
            "newest first": Slip(
                "The newest key and value belong at the end, in the order of the text.",
                one_letter(first=True),
            ),
            "nothing kept": Slip(
                "The output is right, but the new key and value aren't kept for the next letter.",
                one_letter(kept=lambda old, new: old),
            ),
            "not scaled": Slip(
                "The scores aren't divided by √d<sub>k</sub>.", one_letter(scale=lambda x, q: 1)
            ),
            "scaled by √d": Slip(
                "You divided the scores by the root of the token's dimension. d<sub>k</sub> is the"
                " length of a query.",
                one_letter(scale=lambda x, q: len(x) ** 0.5),
            ),
            "no softmax": Slip(
                "The scores must go through the softmax before they weight the values.",
                one_letter(weights=lambda s: s),
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Here a decoder reads the codes `start` and writes `length` more letters. `block(x, kept)`"
        " adds a key and a value to `kept`, and attends to all that is in it.",
        "decoder.html#keep-the-keys-and-values",
        (
            Version(
                LISTING.format(**RIGHT | {"caches": "[[]] * len(blocks)"}),
                1,
                "This is one list under many names. Each block keeps keys and values of its own.",
            ),
            Version(
                LISTING.format(**RIGHT | {"letter": "codes[-1]"}),
                4,
                "While the beginning is read, the letter is codes[n], not the last one there is.",
            ),
            Version(
                LISTING.format(**RIGHT | {"position": "0"}),
                4,
                "Every letter has a position of its own, with a cache, too.",
            ),
            Version(
                LISTING.format(**RIGHT | {"ready": "n >= len(start)"}),
                7,
                "The first new letter is drawn after the last letter of the beginning, or codes[n]"
                " is missing.",
            ),
        ),
    ),
    Explain(
        "who_wins",
        3,
        "In the chapter, an interpolated table of counts predicts the held-out text of this book"
        " as well as an LSTM and a Transformer, or better, although it looks back no more than"
        " four letters. Explain in four to six sentences why counting does so well at this size."
        " What would have to change for a network to win, and why can't the table follow? And"
        " what would have been concluded if the networks had been compared with the plain table"
        " alone?",
        (
            "1 point: the text is short, so most of what can be learned from it is spelling, for"
            " which a few letters nearly suffice; a table has a spelling after seeing it once or"
            " twice, and interpolation keeps it from trusting rare contexts, while a network must"
            " find the same in many small steps",
            "1 point: with much more text a network gains more, because it can use long contexts"
            " and treat similar contexts alike; a table needs each context itself to have been"
            " seen, and long contexts almost never come back, however long the text",
            "1 point: against the plain 4-gram table alone the networks would have looked better;"
            " a comparison is only as good as its baseline, which must get a fair chance, on the"
            " same held-out text and with several seeds",
        ),
        "The text is short, and most of what can be learned from so little text is spelling, for"
        " which the last four letters are nearly enough. A table knows a spelling as soon as it"
        " has seen it, and interpolation makes it listen to shorter contexts where it has counted"
        " little; a network must find the same regularities in thousands of small steps. With a"
        " much longer text a network would win, because it can use what was written far back, and"
        " because it treats similar contexts alike. The table can't follow: it knows only"
        " contexts that it has counted, and a context of twenty letters hardly ever comes twice,"
        " however long the text is. Compared with the plain table of four letters alone, all"
        " three gated and attending networks would have looked like a triumph, so the conclusion"
        " would have been the opposite. A baseline must get a fair chance, on the same held-out"
        " text, and networks need several seeds.",
    ),
)
