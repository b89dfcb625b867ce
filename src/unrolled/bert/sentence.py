"""The heads of a pretrained encoder at work on sentences: ribbons over one line of text.

The weights are data (see `unrolled.bert.heads`), or those of sentences of one's own.
Notebook: book/bert.ipynb
"""

import numpy as np

from unrolled.attention.sentence import Sentence
from unrolled.bert import heads, strips
from unrolled.bert.minilm import minilm
from unrolled.bert.model import look
from unrolled.bert.sentence_words import TASK, VALUE, WARNING, question, stories
from unrolled.core.door import short_repr
from unrolled.core.shapes import Array

IT, MEANT, OTHER = 4, "animal", "street"  # the sentence of the task, and the one after it
RIDDLE = ((2, 9), (1, 3), (3, 8))  # the token after, the one before, and [CLS]
START = {"sentence": IT, "token": 9, "other": 2, "layer": 3, "head": 8}


class EncoderHeads(Sentence):
    """Touch a word, point at a head: see what the word looks at in this head.

    `looked` is a list of (tokens, weights of shape (layers, heads, N, N)), as
    `unrolled.bert.model.look` gives them; without it, a dozen sentences through all-MiniLM-L6-v2.
    Raises ValueError for weights that do not fit their tokens, and for what is not there.
    """

    title = "Where each word of a sentence looks"

    def __init__(self, looked: object = None, **traits: object):
        self._own = looked is not None
        data = heads.taken(looked) if self._own else heads.measured()
        pins = [] if self._own else [number(*place) for place in RIDDLE]
        first = {"token": 1, "other": 0, "answered": True} if self._own else START | {"pins": pins}
        super().__init__(data | {"letters": heads.LETTERS}, **(first | traits))

    def constants(self) -> dict:
        """What all sentences have; of the recorded ones question, stories and task besides."""
        told = super().constants()
        if self._own:
            return told
        start = self.state()
        start.pop("answered")
        return told | asked(start) | {"pair": strips.measured()}


def own(*texts: str) -> EncoderHeads | None:
    """The widget for texts of one's own; without the model it says how that is installed."""
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise ValueError(f"texts: got {short_repr(texts)}, expected sentences with at least a word")
    try:
        model = minilm()
    except ValueError as missing:
        print(missing)
        return None
    seen = [look(model, text) for text in texts]
    return EncoderHeads([(one.tokens, np.array(one.weights)) for one in seen])


def number(layer: int, head: int) -> int:
    """A head as a pin: counted from 1 through all layers."""
    return (layer - 1) * heads.measured()["heads"] + head


def asked(start: dict) -> dict:
    """The question, the stories and the task, each with what was measured."""
    patterns = {name: np.array(of) for name, of in heads.measured()["patterns"].items()}

    def share(name: str, layer: int, head: int) -> str:
        return _percent(patterns[name][layer - 1, head - 1])

    shares = [
        share(name, *place)
        for name, place in zip(("next", "previous", "first"), RIDDLE, strict=True)
    ]
    names = [f"block {layer}, head {head}" for layer, head in RIDDLE]
    (tokens, tired), (others, wide) = heads.maps(IT), heads.maps(IT + 1)
    it, noun = tokens.index("it"), tokens.index(MEANT)
    found = np.argwhere(tired[:, :, it, noun] >= 0.5) + 1
    listed = " and ".join(f"block {layer}, head {head}" for layer, head in found)
    layer, head = found[0]
    theirs = wide[layer - 1, head - 1, others.index("it")]
    parts = {
        "layer": layer,
        "head": head,
        "animal": _percent(theirs[others.index(MEANT)]),
        "street": _percent(theirs[others.index(OTHER)]),
    }
    count = f"{len(found)} of {tired.shape[0] * tired.shape[1]} heads do so: {listed}."
    told = {
        "previous": share("previous", 1, 3), "next": share("next", 2, 9),
        "first": share("first", 3, 8), "bracket": share("bracket", 2, 7),
    }  # fmt: skip
    base = start | START | {"pins": [0, 0, 0], "order": "number"}
    return {
        "question": question(base | {"layer": 1, "head": 3, "other": 8}, names, shares),
        "riddle": [number(*place) - 1 for place in RIDDLE],
        "stories": stories(base, told, [number(*place) for place in RIDDLE]),
        "task": {"text": TASK["text"], "done": TASK["done"].format(heads=count, **parts)},
        "wanted": {"sentence": IT, "it": it, "noun": noun},
        "warning": WARNING.format(**parts),
        "value": VALUE,
    }


def _percent(share: Array | float) -> str:
    return f"{100 * share:.0f}\u00a0%"
