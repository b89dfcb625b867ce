"""The heads of a pretrained encoder at work on sentences: all of them small, one of them large.

The weights are data (see `unrolled.bert.heads`), or those of sentences of one's own.
Notebook: book/bert.ipynb
"""

import numpy as np
import traitlets

from unrolled.bert import heads
from unrolled.bert.attention_map_words import PLACES, SAID, TASK, VIEWS, question, stories
from unrolled.bert.minilm import minilm
from unrolled.bert.model import look
from unrolled.core.door import check_whole, short_repr
from unrolled.core.shapes import Array
from unrolled.widget.explorable import Explorable

IT, MEANT, OTHER = 4, "animal", "street"  # the sentence of the task, and the one after it
RIDDLE = ((2, 9), (1, 3), (3, 8))  # the token after, the one before, and [CLS]


class AttentionMap(Explorable):
    """Choose a head among all, and a token: see what it looks at, as lines or as a matrix.

    `looked` is a list of (tokens, weights of shape (layers, heads, N, N)), as
    `unrolled.bert.model.look` gives them; without it, a dozen sentences through all-MiniLM-L6-v2.
    `token` counts from 0; in a sentence that is shorter it is the last one.
    Raises ValueError for weights that do not fit their tokens, and for what is not there.
    """

    title = "What the heads of a pretrained encoder look at"

    sentence = traitlets.Int(11, min=0, max=99).tag(sync=True)
    layer = traitlets.Int(1, min=1, max=48).tag(sync=True)
    head = traitlets.Int(1, min=1, max=64).tag(sync=True)
    token = traitlets.Int(4, min=0, max=heads.LONGEST - 1).tag(sync=True)
    view = traitlets.Enum(list(VIEWS), "lines").tag(sync=True)

    def __init__(self, looked: object = None, **traits: object):
        self._own = looked is not None
        self._data = heads.taken(looked) if self._own else heads.measured()
        if self._own:
            traits = {"sentence": 0, "token": 0, "answered": True} | traits
        super().__init__(**traits)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait holds it, for the sentences and heads that are there."""
        low, high = self._bounds().get(name, (None, None))
        return super().entered(name, value) if high is None else check_whole(name, value, low, high)

    def _bounds(self) -> dict[str, tuple[int, int]]:
        data = self._data
        most = max(len(one["tokens"]) for one in data["sentences"])
        return {
            "sentence": (0, len(data["sentences"]) - 1),
            "layer": (1, data["layers"]),
            "head": (1, data["heads"]),
            "token": (0, most - 1),
        }

    def constants(self) -> dict:
        """Sentences with their weights, what was measured of the heads, words, question, task."""
        data = self._data
        start = self.state()
        start.pop("answered")
        bounds = {
            name: {"low": low, "high": high, "whole": True}
            for name, (low, high) in self._bounds().items()
        }
        told = {
            "doors": self._doors() | bounds,
            "letters": heads.LETTERS,
            **{name: data[name] for name in ("layers", "heads", "sentences", "patterns")},
            "habits": habits(data["patterns"]),
            **SAID,
        }
        return told if self._own else told | asked(start)


def own(*texts: str) -> AttentionMap | None:
    """The map for texts of one's own; where the model is not installed, it says how to do that."""
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise ValueError(f"texts: got {short_repr(texts)}, expected sentences with at least a word")
    try:
        model = minilm()
    except ValueError as missing:
        print(missing)
        return None
    seen = [look(model, text) for text in texts]
    return AttentionMap([(one.tokens, np.array(one.weights)) for one in seen])


def habits(patterns: dict) -> list[str]:
    """What each head gives most of its weight to, for those who listen."""
    names = list(patterns)
    shares = np.array(list(patterns.values()))
    shares = shares.reshape(len(names), -1)
    best = shares.argmax(axis=0)
    return [
        f"{shares[n, k]:.0%} to {PLACES[names[n]]}".replace("%", "\u00a0%")
        for k, n in enumerate(best)
    ]


def asked(start: dict) -> dict:
    """The question, the stories and the task, each with what was measured."""
    patterns = {name: np.array(of) for name, of in heads.measured()["patterns"].items()}

    def share(name: str, layer: int, head: int) -> str:
        return _percent(patterns[name][layer - 1, head - 1])

    shares = [
        share(name, *place)
        for name, place in zip(("next", "previous", "first"), RIDDLE, strict=True)
    ]
    names = [f"layer {layer}, head {head}" for layer, head in RIDDLE]
    (tokens, tired), (others, wide) = heads.maps(IT), heads.maps(IT + 1)
    it, noun = tokens.index("it"), tokens.index(MEANT)
    found = np.argwhere(tired[:, :, it, noun] >= 0.5) + 1
    listed = " and ".join(f"layer {layer}, head {head}" for layer, head in found)
    layer, head = found[0]
    theirs = wide[layer - 1, head - 1, others.index("it")]
    parts = {
        "animal": _percent(theirs[others.index(MEANT)]),
        "street": _percent(theirs[others.index(OTHER)]),
    }
    done = TASK["done"].format(
        heads=f"{len(found)} heads of {tired.shape[0] * tired.shape[1]} do so: {listed}.",
        layer=layer,
        head=head,
        **parts,
    )
    told = {
        "previous": share("previous", 1, 3), "next": share("next", 2, 9),
        "first": share("first", 3, 8), "bracket": share("bracket", 2, 7),
    }  # fmt: skip
    n_H = tired.shape[1]
    return {
        "question": question(start, names, shares),
        "riddle": [(layer - 1) * n_H + head - 1 for layer, head in RIDDLE],
        "stories": stories(start, told),
        "task": {"text": TASK["text"], "done": done},
        "wanted": {"sentence": IT, "it": it, "noun": noun},
    }


def _percent(share: Array | float) -> str:
    return f"{100 * share:.0f}\u00a0%"
