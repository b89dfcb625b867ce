"""What `DepthAndGradient` asks and says. Notebook: book/resnet.ipynb"""

from math import ceil, log

from unrolled.page.numbers import short
from unrolled.resnet.deep_stack import DEEPEST, Setting, lengths, survey
from unrolled.widget.words import rules

MOST = 2 * DEEPEST  # steps of what plays: through all blocks, and back again
BLOCKS = 32  # in the question
THOUSANDTH = 1e-3
ASKED = {
    "depth": BLOCKS,
    "kind": "undoing",
    "seed": 0,
    "skip": True,
    "scale": 1.0,
    "normed": False,
    "sent": MOST,
    "read": BLOCKS,
}
GOAL = {"depth": DEEPEST, "scale": 0.01, "low": 0.5, "high": 2.0}

WORDS = [
    rules(
        ["hidden", "A gradient of 1 goes back through {blocks}. What happens to it is your guess."],
        ["rising", "On its way, the signal has passed {passed} of {blocks}."],
        [
            "falling",
            "On the way back, after {passed} of {blocks}, {sofar} is left of a gradient of 1.",
        ],
        ["dead", "Nothing of the gradient is left after {blocks}."],
        ["vanished", "The gradient has vanished: {end} of it is left after {blocks}."],
        ["shrunk", "Of a gradient of 1, {end} is left after {blocks}."],
        ["kept", "After {blocks}, a gradient of 1 is still close to its size: {end}."],
        [
            "exploded",
            "The gradient has exploded: after {blocks} it is {end} times as large.",
        ],
        ["", "The gradient grows: after {blocks} it is {end} times as large."],
    ),
    rules(
        ["silent plain", "Without skip connections, the branches are the only way through."],
        ["silent", "In every block, what the branch returns is added to the skip connection."],
        ["empty plain", "With neither a skip connection nor a branch there is no way back."],
        [
            "plain linear",
            "Without the skip connection, every block multiplies the gradient by {factor}.",
        ],
        [
            "plain",
            "Without the skip connection, the gradient has to pass through every block’s weights.",
        ],
        ["empty", "The branches are switched off, so only the skip connections are left."],
        [
            "linear",
            "Every block multiplies the gradient by {factor}: 1 from the skip connection,"
            " {half} from the branch.",
        ],
        [
            "few",
            "At a scale of 1/<i>L</i> or below, even all blocks together change the gradient"
            " little: the bounds of the singular values are {low} and {high}.",
        ],
        [
            "normed",
            "The larger the signal has grown, the more the normalisation shrinks the"
            " branches’ Jacobians.",
        ],
        [
            "some",
            "Random branches partly cancel each other, so all singular values stay between"
            " {least} and {most}.",
        ],
        [
            "",
            "The skip connections pass the gradient on whole, but every branch adds its own part.",
        ],
    ),
    rules(
        ["clipped !hidden", "(A band is drawn no wider than at 1000.)"],
    ),
]

SEEN = [
    rules(
        ["plain", "A chain of {blocks} without skip connections, scale of the branch {scale}."],
        ["", "A chain of {blocks} with skip connections, scale of the branch {scale}."],
    ),
    WORDS[0],
]

VALUE = [
    rules(
        ["shallow", "Now there are {blocks}."],
        ["plain", "Now there is no skip connection."],
        ["weak", "Now the branches are weaker than 0.01."],
        [
            "",
            "Now {random} is left with random branches, {undoing} with −½<b>h</b> and {doubling}"
            " with +½<b>h</b>.",
        ],
    )
]

CLOSER = [
    rules(
        [
            "plain",
            "Without skip connections, a block stretches a gradient by at most ‖<b>J</b>‖, where"
            " <b>J</b> is the Jacobian of its branch. Multiplied over all blocks this is the bound:"
            " {high} now. Below, nothing keeps a gradient from vanishing.",
        ],
        [
            "",
            "Every block stretches a gradient by at most 1 + ‖<b>J</b>‖ and by at least 1 −"
            " ‖<b>J</b>‖, where <b>J</b> is the Jacobian of its branch. Multiplied over all blocks,"
            " these are the bounds: {low} and {high} now.",
        ],
    ),
    rules(
        [
            "!plain !linear",
            "Random branches rarely all push the same way, so the singular values"
            " stay well within the bounds.",
        ],
        [
            "!plain",
            "Here all branches push the same way, and the gradient meets one of the bounds.",
        ],
    ),
]


def arrives(state: dict) -> float:
    """What reaches the input in this state."""
    setting = Setting(state["scale"], state["skip"], state["normed"])
    return float(lengths(state["kind"], state["depth"], state["seed"], setting)[1][0])


def blocks_back(level: float, state: dict) -> int:
    """Through how many blocks the gradient has come when it is first below this level."""
    setting = Setting(state["scale"], state["skip"], state["normed"])
    downs = lengths(state["kind"], state["depth"], state["seed"], setting)[1]
    return int((downs[::-1] < level).argmax())


TRUTH = ceil(log(THOUSANDTH) / log(0.5))  # blocks


def replies() -> dict[str, str]:
    """What is said to a flag, by where it is."""
    why = "each block multiplies the gradient by 1 − ½ = ½"
    fact = f"A thousandth is left after {TRUTH} blocks"
    return {
        "right": f"{fact}: {why}. The skip connection hands on 1, and the branch takes ½ away."
        f" Only {short(0.5**BLOCKS)} reaches the input.",
        "late": f"{fact}, not {{guess}}: {why}. The skip connection hands on the whole gradient,"
        " but what comes through the branch is added to it, and here that is −½.",
        "below": f"{fact}: {why}. After {{guess}} blocks there is less.",
        "above": f"{fact}: {why}. After {{guess}} blocks there is still more, because each block"
        " takes only half of <i>what is left</i>.",
    }


def question() -> dict:
    """Does the skip connection alone save the gradient?"""
    return {
        "text": "Does a skip connection alone save the gradient? All"
        f" {BLOCKS} blocks have one, and every branch returns −½ times what comes in. A gradient"
        " of 1 arrives at the last block. Drag the flag to where a thousandth of it is left.",
        "place": {
            "label": "flag",
            "unit": "blocks back",
            "min": 0,
            "max": BLOCKS,
            "step": 1,
            "start": 3,
        },
        "answer": replies()["right"],
        "replies": list(replies().values()),
        "show": ASKED | {"read": TRUTH},
    }


def stories() -> list[dict]:
    """A plain stack, the same with skips, at two scales of the branch, and branches that undo."""
    residual = ASKED | {"depth": DEEPEST, "kind": "random", "read": DEEPEST}
    plain = residual | {"skip": False}
    plain |= {"read": blocks_back(THOUSANDTH, plain)}
    root = residual | {"scale": DEEPEST**-0.5}
    small = residual | {"scale": 1 / DEEPEST}
    undone = residual | {"kind": "undoing"}
    undone |= {"read": blocks_back(THOUSANDTH, undone)}

    def span(state: dict) -> str:
        setting = Setting(state["scale"], state["skip"], state["normed"])
        found = survey(DEEPEST, setting)["random"]
        return f"{short(min(found))} to {short(max(found))}"

    return [
        {
            "name": "Plain, 64 blocks",
            "set": plain,
            "says": f"Without skip connections a gradient of 1 has shrunk to a thousandth after"
            f" {plain['read']} blocks, and {short(arrives(plain))} reaches the input.",
        },
        {
            "name": "With the skip",
            "set": residual,
            "says": "The same weights with skip connections: now the gradient"
            f" grows, and {short(arrives(residual))} reaches the input. In the five random stacks"
            f" it is {span(residual)}.",
        },
        {
            "name": "Branch 1/√L",
            "set": root,
            "says": "With branches scaled by 1/√<i>L</i> the gradient stays near its size:"
            f" {span(root)} reaches the input of the five random stacks.",
        },
        {
            "name": "Branch 1/L",
            "set": small,
            "says": "At 1/<i>L</i> every block changes a little, and all together make a smooth"
            f" flow: {span(small)} reaches the input, and even the bounds are close to 1.",
        },
        {
            "name": "Identity undone",
            "set": undone,
            "says": "All skip connections are there, but every branch returns −½ times its input:"
            f" after {undone['read']} blocks a thousandth is left, and {short(arrives(undone))}"
            " reaches the input.",
        },
    ]


def task() -> dict:
    """A scale that keeps the gradient whatever the branches do: 1/L, not 1/√L."""
    root = survey(DEEPEST, Setting(DEEPEST**-0.5))
    return {
        "text": "Build 64 blocks with skip connections, and find one scale of 0.01 or more that"
        " works for <i>every</i> kind of branch, random, −½<b>h</b> and +½<b>h</b>: each time the"
        " gradient must reach the input between 0.5 and 2.",
        "done": "1/√<i>L</i> is enough where random branches cancel each other. Branches that all"
        f" do the same add up: there it would leave {short(root['undoing'][0])} or"
        f" {short(root['doubling'][0])}. At 1/<i>L</i> all blocks together multiply a gradient by"
        " at most <i>e</i><sup>‖<b>J</b>‖</sup>, whatever they do.",
    }
