"""Power iteration: where M^k x turns to, how fast, and when it does not turn at all.

tan ∠(M^k x, v₁) = |λ₂/λ₁|^k tan ∠(x, v₁) in two dimensions                 eq-gradients-power
A test holds the module's arithmetic to `unrolled.gradients.power`.
Notebook: book/gradients.ipynb
"""

from math import atan2, degrees, radians, tan

import traitlets

from unrolled.widget.explorable import Explorable
from unrolled.widget.words import rules

STEPS = 30  # the largest k
LARGEST, SMALLEST = 1.2, 0.001  # sizes of an eigenvalue that is not 0
GOAL = 20  # the step of the task
SHOWN = 7  # steps that the answer plays

L1, L2, V1 = "<i>λ</i><sub>1</sub>", "<i>λ</i><sub>2</sub>", "<b>v</b><sub>1</sub>"
M, X, MKX = "<b>M</b>", "<b>x</b>", "<b>M</b><sup><i>k</i></sup><b>x</b>"


def _whole(text: str) -> str:
    """A text that no line break parts."""
    return f'<span class="kit-whole">{text}</span>'


GAP, TIE = (_whole(f"|{L1}| {sign} |{L2}|") for sign in ("&gt;", "="))
IS_L1, IS_L2 = _whole(f"{L1} = {{l1}}"), _whole(f"{L2} = {{l2}}")
L2_GONE = _whole(f"{L2} = 0")
RATIO = _whole(f"|{L2}/{L1}| = {{ratio}}")
OWN = _whole(f"{M} {X} = {{own}} {X}")

WORDS = [
    rules(
        ["lost", "<strong>Nothing left:</strong>"], ["same", "<strong>A tie:</strong>"],
        ["!gap tilted leans", "<strong>The trap:</strong>"],
        ["!gap", "<strong>A tie:</strong>"],
        ["!leans drifts", "<strong>Saved by rounding:</strong>"],
        ["!leans", "<strong>Bad luck:</strong>"], ["!tilted", "<strong>Already there:</strong>"],
        ["one", "<strong>One step:</strong>"], ["", "<strong>It turns:</strong>"],
    ),
    rules(
        ["lost none", f"both eigenvalues are 0. {M} sends {X} to 0; no direction is left."],
        ["lost", f"{X} is an eigenvector of {L2_GONE}. {M} sends {X} to 0; no direction is left."],
        ["same", f"{M} is {{l1}} times the identity. Every direction is an eigenvector, so"
         " nothing turns."],
        ["!gap tilted leans", f"{IS_L1} and {IS_L2} are equal in size, so neither"
         f" wins. {MKX} jumps between two mirror directions and never comes nearer to {V1}."],
        ["gap !leans", f"{X} is at right angles to {V1}. It is an eigenvector, {OWN}."],
        ["still", f"{X} is an eigenvector, {OWN}."],
        ["one", f"{L2_GONE}, so {M} removes at once all that is not along {V1}."],
        ["", f"each step multiplies tan of the angle to {V1} by {RATIO}."],
    ),
    rules(
        ["same flips", "The sign flips at every step."],
        ["still flips", "Its direction flips at every step, but the line it spans stays."],
        ["still", "Its direction stays."],
        ["turns flips", f"{L1} is negative: the direction flips at every step, but the line it"
         " spans converges."],
        ["turns one", "From <i>k</i> = 1 on the direction is {end}."],
        ["turns", "The direction converges to {end}."],
    ),
    rules(
        ["still gap !leans drifts", "<br>In exact arithmetic it never turns. But rounding gives"
         f" {MKX} a part along {V1}, which grows by the factor {{growth}} at every step."],
        ["still gap !leans", "<br>In exact arithmetic it never turns. Here rounding does not change"
         " that."],
    ),
    rules(
        ["gap leans", f"<br>All conditions are met: {M} is symmetric, {GAP}, and"
         f" {X} is not orthogonal to {V1}."],
        ["gap", f"<br>{M} is symmetric and {GAP}, but {X} is orthogonal to {V1}."],
        ["leans", f"<br>{M} is symmetric and {X} is not orthogonal to {V1}, but {TIE}."],
        ["", f"<br>{M} is symmetric, but {TIE}, and {X} is orthogonal to {V1}."],
    ),
]  # fmt: skip

UNANSWERED = (
    f"A step sends the arrow out to the ellipse that {M} makes of the circle, and scales it back to"
    " length 1."
)
STATE = ("along", "across", "theta", "angle", "k")
TRAP = (1.0, -1.0, 0.0, degrees(atan2(0.8, 0.6)))
STORIES = [
    ["It turns", (1.2, 0.6, 30.0, 112.0, 4), "Each step goes out to the ellipse and back to the"
     f" circle. The ellipse is long along {V1}, so every step turns the arrow towards it."],
    ["The trap", (*TRAP, 5), f"The ellipse is the circle again. Even steps are on {X}, odd steps on"
     " its mirror image."],
    ["A tie", (1.2, 1.2, *TRAP[2:], 5), "The ellipse is a circle: each step goes out and comes back"
     " to where it was."],
    ["Saved by rounding", (1.0, 0.25, 30.0, 120.0, STEPS), f"{X} has no part along {V1}, and on"
     " paper it never turns. But a rounding error of 10<sup>−16</sup> is all it needs."],
    ["Nothing left", (1.0, 0.0, 30.0, -60.0, 3), f"The ellipse is flat: {M} keeps only what is"
     f" along {V1}, and {X} has nothing there."],
]  # fmt: skip


class PowerIteration(Explorable):
    """Pull x and both half-axes of M's ellipse, play; see where the direction of M^k x goes.

    The eigenvalue `along` belongs to the direction `theta`, `across` to `theta + 90`; x points to
    `angle` (degrees). Raises ValueError for what is not finite or out of range.
    """

    title = "Power iteration: the gap sets the pace"

    along = traitlets.Float(TRAP[0], min=-LARGEST, max=LARGEST).tag(sync=True)
    across = traitlets.Float(TRAP[1], min=-LARGEST, max=LARGEST).tag(sync=True)
    theta = traitlets.Float(TRAP[2], min=0, max=180).tag(sync=True)
    angle = traitlets.Float(TRAP[3], min=-180, max=180).tag(sync=True)
    k = traitlets.Int(0, min=0, max=STEPS).tag(sync=True)

    def entered(self, name: str, value: object) -> object:
        """As of every widget; an eigenvalue is 0 or has a size."""
        value = super().entered(name, value)
        if name in ("along", "across") and 0 < abs(value) < SMALLEST:
            raise ValueError(f"{name}: got {value}, expected 0 or a size of at least {SMALLEST}")
        return value

    def constants(self) -> dict:
        """The words, the question and its case, the stories and the task."""
        return {
            "steps": STEPS,
            "near": tan(radians(1)),
            "goal": GOAL,
            "words": WORDS,
            "unanswered": UNANSWERED,
            "question": _question(),
            "stories": [
                {"name": name, "says": text, "set": dict(zip(STATE, state, strict=True))}
                for name, state, text in STORIES
            ],
            "task": {
                "text": f"Bring {MKX} to within 1° of the line of {V1} at <i>k</i> = {GOAL} and not"
                " before. Pull the ellipse, or use its sliders under “Closer”.",
                "done": f"The start and the ratio |{L2}/{L1}| set the pace. Square the ratio, and"
                " half as many steps are enough.",
            },
        }


def _question() -> dict:
    """The counterexample to |λ₁| ≥ |λ₂|: no gap, no turn."""
    why = (
        f"Each step keeps the part of {X} along {V1} and reverses the part along"
        f" <b>v</b><sub>2</sub>, so the arrow jumps to the other side. Neither part shrinks,"
        f" because {_whole(f'{L1} = 1')} and {_whole(f'{L2} = −1')} are equal in size."
    )
    return {
        "text": f"This {M} keeps {V1} and reverses <b>v</b><sub>2</sub>. Apply {M} to {X} <i>k</i>"
        f" times: where does {MKX} go? Tap a dashed arrow.",
        "options": [
            [f"It turns towards {V1}", f"{why} It would turn if |{L1}| were larger."],
            ["It jumps back and forth", why],
            ["It stays", f"{why} It would stay if {X} were an eigenvector."],
        ],
        "right": 1,
        "asked": {"k": 0},
        "show": dict(zip(STATE, (*TRAP, SHOWN), strict=True)),
    }
