"""Irregular sampling: what is assumed of a wave between two observations, three times.

The browser repeats `unrolled.ode_rnn.sampled_wave` with the weights that `unrolled.ode_rnn.race`
keeps, and a test holds it to them.
Notebook: book/ode_rnn.ipynb
"""

import traitlets

from unrolled.core.door import check_real, short_repr
from unrolled.ode_rnn.irregular_sampling_words import (
    ASKED,
    CLOSER,
    GOAL,
    NAMES,
    OFF,
    SEEN,
    VALUE,
    WORDS,
    question,
    stories,
    task,
)
from unrolled.ode_rnn.sampled_wave import LONGEST, weights
from unrolled.ode_rnn.worlds import DAMPING, END, OMEGA
from unrolled.widget.explorable import Explorable

PARTS = 80  # of the time
MOST = len(ASKED["beads"])  # observations
LOWEST, HIGHEST = 0.2, 2.0  # amplitudes


class IrregularSampling(Explorable):
    """Move the observations: see what a network says of a wave where it has not looked.

    `beads` are the times of up to six observations, one below 0 is not used. The wave has the
    amplitude `height` and a crest at the time `crest`. What is said is compared with it at the
    time `asked`. `clock` is how much of the time has passed, in 80 parts. Raises ValueError for
    what does not fit.
    """

    title = "Irregular sampling"

    beads = traitlets.List(traitlets.Float(), ASKED["beads"], minlen=MOST, maxlen=MOST).tag(
        sync=True, door={"low": OFF, "high": END}
    )
    height = traitlets.Float(ASKED["height"], min=LOWEST, max=HIGHEST).tag(sync=True)
    crest = traitlets.Float(ASKED["crest"], min=0.0, max=2.0).tag(sync=True)
    asked = traitlets.Float(ASKED["asked"], min=0.0, max=END).tag(sync=True)
    clock = traitlets.Int(ASKED["clock"], min=0, max=PARTS).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError."""
        if name != "beads":
            return super().entered(name, value)
        if not isinstance(value, list | tuple) or len(value) != MOST:
            raise ValueError(f"beads: got {short_repr(value)}, expected {MOST} times")
        return [check_real("beads", time, OFF, END) for time in value]

    def constants(self) -> dict:
        """The wave's constants, the weights, words, the question, the stories and the task."""
        return {
            "nets": weights(),
            "world": {"damping": DAMPING, "omega": OMEGA, "end": END, "longest": LONGEST},
            "bounds": {"height": [LOWEST, HIGHEST], "crest": [0.0, 2.0]},
            "names": NAMES,
            "words": WORDS,
            "seen": SEEN,
            "closer": CLOSER,
            "value": VALUE,
            "goal": GOAL,
            "question": question(),
            "stories": stories(),
            "task": task(),
        }
