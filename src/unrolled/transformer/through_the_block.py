"""Through the block: a token is a river, and attention and the feed-forward part flow into it.

There is nothing to turn continuously: all stages of all tokens, for every cut, are computed here
by `unrolled.transformer.cut`, and the module draws them.
Notebook: book/transformer.ipynb
"""

import numpy as np
import traitlets

from unrolled.core.shapes import Array
from unrolled.page.numbers import decimals, percent
from unrolled.transformer.cut import Stages, follows, through
from unrolled.transformer.demo import BLOCK, LETTERS, TOKENS
from unrolled.transformer.through_the_block_words import CUTS, SAID, STAGES, TASK, question, stories
from unrolled.widget.explorable import Explorable

NAMES = [name for name, _ in CUTS]


class ThroughTheBlock(Explorable):
    """Follow one of the letters d, e, m through an encoder block, and cut a part of it.

    The arguments are the traits below; ValueError for what does not fit.
    """

    title = "Through the block: a river and two tributaries"

    token = traitlets.Int(1, min=0, max=2).tag(sync=True)
    stage = traitlets.Int(9, min=0, max=len(STAGES) - 1).tag(sync=True)
    cut = traitlets.Enum(NAMES, "nothing").tag(sync=True)

    def constants(self) -> dict:
        """Every stage of every token for each cut, words, question, stories and task."""
        start = self.state()
        start.pop("answered")
        runs = {cut: through(BLOCK, TOKENS, cut) for cut in NAMES}
        moves = {cut: follows(BLOCK, TOKENS, cut) for cut in NAMES}
        return {
            "letters": [[k, letter] for k, letter in enumerate(LETTERS)],
            "runs": {cut: written(run) for cut, run in runs.items()},
            "follows": {cut: found.tolist() for cut, found in moves.items()},
            **SAID,
            "question": question(start),
            "stories": stories(start, measured(runs, moves)),
            "task": TASK,
        }


def written(run: Stages) -> dict[str, list]:
    """The stages as lists of numbers."""
    return {name: np.round(values, 12).tolist() for name, values in run._asdict().items()}


def measured(runs: dict[str, Stages], moves: dict[str, Array]) -> dict[str, str]:
    """What the stories tell of the letter e."""
    whole, river = runs["nothing"].norm_2[1], runs["river 1"].norm_2[1]
    share = 1 - moves["nothing"][1, 1] / moves["nothing"][1].sum()
    return {
        "whole": percent(share),
        "river": percent(np.linalg.norm(river - whole) / np.linalg.norm(whole)),
        "long": decimals(np.linalg.norm(runs["norms"].norm_2[1]), 2),
    }
