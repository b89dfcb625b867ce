"""Through the block: the residual stream of a token, and the two sub-layers that add to it.

There is nothing to turn continuously: all stages of all tokens, for every cut, are computed here
by `unrolled.transformer.cut`, and the module draws them.
Notebook: book/transformer.ipynb
"""

import numpy as np
import traitlets

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

    title = "Through the encoder block"

    token = traitlets.Int(1, min=0, max=2).tag(sync=True)
    stage = traitlets.Int(10, min=0, max=len(STAGES) - 1).tag(sync=True)
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
            "question": question(start, moved_by(runs)),
            "stories": stories(start, measured(runs)),
            "task": TASK,
        }


def written(run: Stages) -> dict[str, list]:
    """The stages as lists of numbers."""
    return {name: np.round(values, 12).tolist() for name, values in run._asdict().items()}


def moved_by(runs: dict[str, Stages]) -> dict[str, str]:
    """How far each cut shifts the output of the letter e, as a share of its length."""
    whole = runs["nothing"].norm_2[1]
    return {
        cut: percent(np.linalg.norm(run.norm_2[1] - whole) / np.linalg.norm(whole))
        for cut, run in runs.items()
    }


def measured(runs: dict[str, Stages]) -> dict[str, str]:
    """What the stories tell of the letter e."""
    return {"long": decimals(np.linalg.norm(runs["norms"].norm_2[1]), 2)}
