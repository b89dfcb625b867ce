"""BERT: pieces of words, what enters, and what is compared."""

import numpy as np

from classroom.networks import hundredths
from classroom.questions import Code, Explain, Numbers, Version, by_hand, find_error
from unrolled.bert.slips import SLIPS, cosine, entering, mean
from unrolled.page.ask import Slip

TITLE = "BERT"
CHAPTER = "bert"
MINUTES = 45
INTRO = (
    "A small BERT of four features: the rows of a token, of its position and of its segment; the"
    " last vectors `X` of a text, with `there` telling its tokens from padding; and the vectors"
    " `u`, `v`, `w` of three texts."
)
MEANS = {
    "token": "row of the token",
    "position": "row of its position",
    "segment": "row of its segment",
    "X": "last vectors of a text, a row for each token",
    "there": "1 for a token, 0 for padding",
    "u": "vectors of three texts",
}
BOOK = {
    "token": np.array([0.9, -1.2, 0.4, 0.7]),
    "position": np.array([0.3, 0.5, -0.8, 0.2]),
    "segment": np.array([-0.4, 0.6, 0.1, 0.5]),
    "X": np.array([[0.8, -0.3], [0.2, 0.9], [-0.7, 0.4], [1.1, 1.3]]),
    "there": np.array([1, 1, 1, 0]),
    "u": np.array([0.8, -0.5, 0.3]),
    "v": np.array([0.6, 0.4, -0.9]),
    "w": np.array([-0.2, 0.7, 0.5]),
}


def draw(rng):
    drawn = {name: hundredths(rng, *value.shape, most=1.4) for name, value in BOOK.items()}
    return drawn | {"there": np.array([1.0, 1.0, float(rng.integers(0, 2)), 0.0])}


def pairs(n, of=cosine):
    u, v, w = n["u"], n["v"], n["w"]
    return [of(u, v), of(u, w), of(v, w)]


def cut(longest=True, marked=True, whole=True, rest=False):
    """The longest known pieces of a word, as indices into the vocabulary; with mistakes."""

    def pieces(word, vocabulary):
        out = []
        at = 0
        while at < len(word):
            ends = range(len(word), at, -1) if longest else range(at + 1, len(word) + 1)
            front = "##" if at and marked else ""
            found = next((end for end in ends if front + word[at:end] in vocabulary), None)
            if found is None:
                if whole:
                    return [*out, 0] if rest else [0]
                out = [*out, 0]
                at = at + 1
                continue
            out = [*out, vocabulary.index(front + word[at:found])]
            at = found
        return out

    return pieces


WORDS = ("demo", "dome", "mode", "memo", "modem", "doom", "deed", "moo", "dodo", "emo", "made")


def cases(rng, n):
    letters = ["d", "e", "m", "o"]
    pieces = ["de", "mo", "do", "me", "em", "##de", "##mo", "##do", "##em", "##m", "##o", "##e"]
    tried = []
    for k in range(8):
        known = [p for p in pieces if k == 0 or rng.random() < 0.8]
        vocabulary = ["[UNK]", *letters, *known]
        tried.append((WORDS[k] if k < 1 else str(rng.choice(WORDS)), vocabulary))
    tried.append(("demo", ["[UNK]", "de", "dem", "##mo"]))
    return [*tried, ("dade", ["[UNK]", *letters, *pieces])]


def taken_back(word, vocabulary):
    """Any cut into known pieces, longer ones first."""

    def tail(at):
        if at == len(word):
            return []
        for end in range(len(word), at, -1):
            piece = ("##" if at else "") + word[at:end]
            if piece in vocabulary and (more := tail(end)) is not None:
                return [vocabulary.index(piece), *more]
        return None

    return tail(0) or [0]


LISTING = """\
ids = [{first}, *pieces(text), SEP]
segments = {segments}
X = layer_norm(token[ids] + position[:len(ids)] + segment[segments])
for block in blocks:
    X = block({norm})
u = {mean}"""
RIGHT = {"first": "CLS", "segments": "[0] * len(ids)", "norm": "X", "mean": "X.mean(axis=0)"}
QUESTIONS = (
    by_hand(
        "enters",
        3,
        "With what vector does the token enter the first block? (The layer norm has gain 1 and"
        " bias 0.)",
        "bert.html#three-rows-for-each-token",
        ("first", "second", "third", "fourth"),
        entering,
        lambda n: (n["token"], n["position"], n["segment"]),
        SLIPS,
        ("not normed", "no place", "no segment", "token alone"),
    ),
    by_hand(
        "sentence",
        2,
        "What is the vector of the text, the mean of its tokens?",
        "bert.html#one-word-two-meanings",
        ("first", "second"),
        mean,
        lambda n: (n["X"], n["there"].astype(bool)),
        SLIPS,
        ("all rows", "masked sum", "first alone"),
    ),
    Numbers(
        "cosines",
        3,
        "How alike are the three texts: the cosines of `u` and `v`, of `u` and"
        " `w`, of `v` and `w`?",
        "bert.html#one-word-two-meanings",
        pairs,
        lambda n: [
            (pairs(n, SLIPS[k].gives), SLIPS[k].says) for k in ("product", "one length", "squares")
        ],
        ("u and v", "u and w", "v and w"),
    ),
    Code(
        "my_pieces",
        6,
        "Write the cut of a word into the longest known pieces, from the left; a piece that does"
        " not begin the word is in the vocabulary with `##` in front. Return the indices of the"
        " pieces in the vocabulary, or `[0]`, which is `[UNK]`, if what is left cannot be cut: no"
        " piece is taken back.",
        "bert.html#words-into-pieces",
        """
def my_pieces(word, vocabulary):
    return [0]
""",
        """
def my_pieces(word, vocabulary):
    places, at = [], 0
    while at < len(word):
        for end in range(len(word), at, -1):
            piece = ("##" if at else "") + word[at:end]
            if piece in vocabulary:
                break
        else:
            return [0]
        places.append(vocabulary.index(piece))
        at = end
    return places
""",
        cases,
        {
            "shortest": Slip(
                "You take the shortest piece that is known. It is the longest each time.",
                cut(longest=False),
            ),
            "unmarked": Slip(
                "Pieces within a word stand with ## in the vocabulary.", cut(marked=False)
            ),
            "taken back": Slip(
                "You give a piece back where the rest cannot be cut. The cut is"
                " never taken back: such a word is [UNK].",
                taken_back,
            ),
            "rest": Slip("[UNK] stands for the whole word, not for its rest.", cut(rest=True)),
            "part": Slip(
                "What cannot be cut becomes [UNK] as a whole, not letter by letter.",
                cut(whole=False),
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "A text's vector from a BERT.",
        "bert.html#what-goes-wrong",
        (
            Version(LISTING.format(**RIGHT | {"first": "SEP"}), 1, "[CLS] comes first."),
            Version(
                LISTING.format(**RIGHT | {"segments": "list(range(len(ids)))"}),
                2,
                "One text is one segment.",
            ),
            Version(LISTING.format(**RIGHT | {"norm": "X[0]"}), 5, "A block reads all tokens."),
            Version(
                LISTING.format(**RIGHT | {"mean": "X.mean(axis=1)"}),
                6,
                "The mean is taken over the tokens, not over the features.",
            ),
        ),
    ),
    Explain(
        "bank",
        4,
        "The vector of the word *bank* has a cosine of 0.9 between two sentences about money and"
        " 0.75 between one of them and one about a river. Explain in three to five sentences where"
        " the difference comes from, although the table has one row for *bank*, and what either"
        " number alone would tell.",
        (
            "1 point: what enters is the same row, up to its position",
            "1 point: attention mixes in the other tokens of the sentence, block by block",
            "1 point: so after the blocks the vector depends on the context",
            "1 point: one number alone says little: both are large; only the comparison tells",
        ),
        "The table has one row for bank, so before the first block both vectors differ by their"
        " positions alone. In each block attention adds to bank something of the tokens around it:"
        " money and interest in one sentence, boat and water in the other. So the vectors move"
        " apart where the contexts differ. A cosine of 0.75 by itself says nothing, since it is"
        " still the same word; that it is smaller than 0.9 does.",
    ),
)
