"""Depth and gradient: a signal runs through a chain of blocks, and a gradient comes back.

h^(ℓ) = h^(ℓ-1) + s F^(ℓ)(h^(ℓ-1))                                           eq-resnet-block
Width 4, up to 64 blocks. The browser repeats `unrolled.resnet.deep_stack`, and a test holds it to
that. Notebook: book/resnet.ipynb
"""

import traitlets

from unrolled.resnet.deep_stack import DEEPEST, KINDS, LEAVES, SEEDS, START, random_weights
from unrolled.resnet.depth_and_gradient_words import (
    ASKED,
    CLOSER,
    GOAL,
    MOST,
    SEEN,
    TRUTH,
    VALUE,
    WORDS,
    question,
    replies,
    stories,
    task,
)
from unrolled.widget.explorable import Explorable

LARGEST = 2.0  # scale of the branch


class DepthAndGradient(Explorable):
    """Pull the chain longer, tap its line, pull a branch: what is left of the gradient?

    `depth` is the number of blocks, `kind` what their branches do ("random", "undoing" or
    "doubling"), `seed` which random weights, `skip` whether there are skip connections, `scale`
    that of the branch, `normed` whether its input is normalised; `sent` is how far what plays has
    come, there and back again, and `read` how many blocks back the flag is. Raises ValueError for
    what does not fit.
    """

    title = "Depth and gradient"

    depth = traitlets.Int(ASKED["depth"], min=1, max=DEEPEST).tag(sync=True)
    kind = traitlets.Enum(list(KINDS), ASKED["kind"]).tag(sync=True)
    seed = traitlets.Int(ASKED["seed"], min=0, max=SEEDS - 1).tag(sync=True)
    skip = traitlets.Bool(ASKED["skip"]).tag(sync=True)
    scale = traitlets.Float(ASKED["scale"], min=0.0, max=LARGEST).tag(sync=True)
    normed = traitlets.Bool(ASKED["normed"]).tag(sync=True)
    sent = traitlets.Int(MOST, min=0, max=MOST).tag(sync=True)
    read = traitlets.Int(ASKED["read"], min=0, max=DEEPEST).tag(sync=True)

    def constants(self) -> dict:
        """Weights, the signal that enters, words, the question, the stories and the task."""
        stacks = [random_weights(seed) for seed in range(SEEDS)]
        return {
            "stacks": [{"W": each.W.tolist(), "b": each.b.tolist()} for each in stacks],
            "factors": KINDS,
            "start": START.tolist(),
            "leaves": LEAVES.tolist(),
            "deepest": DEEPEST,
            "largest": LARGEST,
            "most": MOST,
            "truth": TRUTH,
            "words": WORDS,
            "seen": SEEN,
            "value": VALUE,
            "closer": CLOSER,
            "replies": replies(),
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
