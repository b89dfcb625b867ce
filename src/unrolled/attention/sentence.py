"""A sentence that looks at itself: what the heads of a network give each of its words.

The weights are recorded and handed in as data, in the form of `Sentence`; a chapter with a trained
network gives its own, with a question about them. Notebooks: book/attention.ipynb, book/bert.ipynb
"""

from html import unescape

import numpy as np
import traitlets

from unrolled.attention.sentence_words import HABITS, ORDERS, SAID
from unrolled.attention.typeset import ADVANCES, split
from unrolled.core.door import check_whole, short_repr
from unrolled.widget.explorable import Explorable

LONGEST = 64  # tokens
PINS = 3  # heads over one another


class Sentence(Explorable):
    """Touch a word: ribbons rise to the words it looks at, head by head.

    `data` holds `layers`, `heads`, the `letters` of weights from 0 to 1, `sentences` with `text`,
    `tokens` and `maps` (a letter for each layer, head, token that looks and token that is looked
    at), and `patterns`: by name, how much each head gives to what it means, of shape
    (layers, heads). A head is counted from 1; 0 is the mean of its layer's, and of `pins` none.
    Raises ValueError for what is not there.
    """

    title = "What each word looks at"

    sentence = traitlets.Int(0, min=0, max=99).tag(sync=True)
    token = traitlets.Int(0, min=0, max=LONGEST - 1).tag(sync=True)  # that looks
    other = traitlets.Int(0, min=0, max=LONGEST - 1).tag(sync=True)  # that is asked about
    layer = traitlets.Int(1, min=1, max=48).tag(sync=True)
    head = traitlets.Int(0, min=0, max=64).tag(sync=True)
    pins = traitlets.List(traitlets.Int(), [0] * PINS, minlen=PINS, maxlen=PINS).tag(
        sync=True, door={"low": 0, "high": 48 * 64, "whole": True}
    )
    written = traitlets.Bool(False, help="whether it is the reader's").tag(sync=True)
    order = traitlets.Enum(list(ORDERS), "number").tag(sync=True)

    def __init__(self, data: dict, **traits: object):
        self._data = data
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait holds it, for the sentences and heads that are there."""
        bounds = self._bounds()
        if name == "pins":
            if not isinstance(value, list | tuple) or len(value) != PINS:
                raise ValueError(f"pins: got {short_repr(value)}, expected {PINS} heads, or 0")
            return [check_whole("pins", pin, *bounds["pins"]) for pin in value]
        value = super().entered(name, value)
        return check_whole(name, value, *bounds[name]) if name in bounds else value

    def _bounds(self) -> dict[str, tuple[int, int]]:
        data = self._data
        most = max(len(one["tokens"]) for one in data["sentences"]) - 1
        return {
            "sentence": (0, len(data["sentences"]) - 1),
            "token": (0, most),
            "other": (0, most),
            "layer": (1, data["layers"]),
            "head": (0, data["heads"]),
            "pins": (0, data["layers"] * data["heads"]),
        }

    def constants(self) -> dict:
        """Sentences with their weights, what was measured of the heads, and words."""
        data = self._data
        bounds = {
            name: {"low": low, "high": high, "whole": True}
            for name, (low, high) in self._bounds().items()
        }
        texts = [unescape(one["text"]) for one in data["sentences"]]
        return {
            "doors": self._doors() | bounds,
            **{name: data[name] for name in ("layers", "heads", "letters", "patterns")},
            "sentences": [
                {
                    "name": name,
                    "words": _words(text, [unescape(token) for token in one["tokens"]]),
                    "maps": one["maps"],
                }
                for name, text, one in zip(short(texts), texts, data["sentences"], strict=True)
            ],
            "orders": [
                [name, says]
                for name, says in ORDERS.items()
                if name in ["number", *data["patterns"]]
            ],
            "habits": habits(data["patterns"]),
            "advances": ADVANCES,
            **SAID,
        }


def _words(text: str, tokens: list[str]) -> list[dict]:
    """The tokens as they are set, each as HTML."""
    found = split(text, tokens)
    for word in found:
        word["text"] = word["text"].replace("&", "&amp;").replace("<", "&lt;")
    return found


def short(texts: list[str]) -> list[str]:
    """Names by which sentences are told apart: those that begin alike go by their last words."""

    def begin(text: str) -> str:
        return " ".join(text.split()[:3])

    def end(text: str) -> str:
        return "… " + " ".join(text.split()[-2:]).rstrip(".")

    firsts = [begin(text) for text in texts]
    return [
        end(text) if firsts.count(first) > 1 else f"{first} …"
        for text, first in zip(texts, firsts, strict=True)
    ]


def habits(patterns: dict) -> list[str]:
    """What each head gives most of its weight to on average, for those who listen."""
    names = list(patterns)
    if not names:
        return [""]
    shares = np.array([patterns[name] for name in names]).reshape(len(names), -1)
    best = shares.argmax(axis=0)
    return [
        f"{shares[n, k]:.0%} to {HABITS[names[n]]}".replace("%", "\u00a0%")
        for k, n in enumerate(best)
    ]
