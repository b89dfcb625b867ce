"""All that the page needs in order to write: a text to count, an LSTM and a Transformer.

The n-gram model travels as the text it counts, which is shorter than its counts.
Notebook: book/decoder.ipynb
"""

import json

from unrolled.core.derived import read_data
from unrolled.core.text import LETTERS
from unrolled.decoder import contest, writer_lstm, writer_transformer
from unrolled.decoder.ngram import NGram, count_ngrams
from unrolled.transformer.norm import EPSILON

N = 5  # of the n-gram model
LIMIT = 300_000  # characters of the page's data


def counting_model() -> NGram:
    """The n-gram model that the page counts."""
    return count_ngrams(contest.corpus("all").whole, len(LETTERS), N, contest.chosen_weight("all"))


def page_data() -> dict:
    """Alphabet, sizes, the text and both networks' weights, as JSON can hold them.

    Weights are in the order of the trees' leaves. LSTM: W_x, W_h, b of the gates i, f, o and of the
    candidate, then W_yh, b_y. Transformer: E, P, the blocks, norm, W_out, b_out.
    """
    codes = contest.corpus("all").whole
    lstm, transformer = (read_data(module.__name__) for module in (writer_lstm, writer_transformer))
    return {
        "letters": LETTERS,
        "ngram": {
            "text": "".join(LETTERS[code] for code in codes),
            "n": N,
            "weight": contest.chosen_weight("all"),
        },
        "lstm": {"units": contest.UNITS, **lstm},
        "transformer": {
            "d": contest.D,
            "blocks": contest.BLOCKS,
            "heads": contest.N_HEADS,
            "wide": contest.WIDE,
            "length": contest.LENGTH,
            "epsilon": EPSILON,
            **transformer,
        },
    }


def script() -> str:
    """The data as a script that a page may load from a disk, where it may not fetch."""
    data = json.dumps(page_data(), separators=(",", ":"))
    return f'(self.unrolledParts ??= {{}})["writer"] = {data};\n'
