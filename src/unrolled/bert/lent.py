"""One head on two sentences, lent to the chapter on attention, which knows no encoder.

Derived data of `unrolled.attention.one_head`: `make data NAME=bert.lent`, at once.
"""

from unrolled.bert import heads

GOES_TO = "unrolled.attention.one_head"
LAYER, HEAD = 4, 2  # from 1 on
TWO = (4, 5)  # sentences: too tired, too wide


def compute_data() -> dict:
    """The weights of the head in the form of `unrolled.attention.sentence`."""
    found = []
    for k in TWO:
        tokens, weights = heads.maps(k)
        text = heads.measured()["sentences"][k]["text"]
        row = weights[LAYER - 1, HEAD - 1].ravel()
        letters = heads.LETTERS
        maps = "".join(letters[round(w * (len(letters) - 1))] for w in row)
        found.append({"text": text, "tokens": tokens, "maps": maps})
    return {"layers": 1, "heads": 1, "letters": heads.LETTERS, "patterns": {}, "sentences": found}
