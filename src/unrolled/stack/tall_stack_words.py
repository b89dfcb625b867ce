"""What `TallStack` asks and says. Notebook: book/stack.ipynb"""

from unrolled.page.numbers import percent, short
from unrolled.stack.deep_sizes import MOST, gradients_of, loaded, shares_of
from unrolled.widget.words import rules

ASKED = {"blocks": MOST, "block": MOST, "final": "on"}
MARKED = {"A": ("after", MOST), "B": ("after", 1), "C": ("before", MOST), "D": ("before", 1)}
GOAL = {"share": 1 / 3}
BARE = "before, no final norm"

WORDS = [
    rules(
        ["single", "A single block."],
        ["last", "The last of {blocks} blocks."],
        ["", "Block {at} of {blocks}."],
    ),
    rules(
        [
            "",
            "On average each of its sub-layers adds {addsAfter} of the stream’s size with norms"
            " after, and {addsBefore} with norms before.",
        ]
    ),
    rules(
        ["hidden", "Its gradient is shown after your guess."],
        ["more", "Its gradient is larger with norms before: {before} against {after}."],
        ["", "Its gradient is larger with norms after: {after} against {before}."],
    ),
]

SEEN = [
    rules(
        [
            "",
            "Two stacks of {blocks} blocks, norms after the sums on the left, before the sub-layers"
            " on the right.",
        ]
    ),
    rules(["", "At the end of block {at} the stream has a size of 1 and {size};"]),
    rules(
        ["hidden", "the gradient of its weights is shown after your guess."],
        ["", "the gradient of its weights is {after} and {before}."],
    ),
]

VALUE = [
    rules(
        ["", "Now block {at} adds {addsBefore}"],
    ),
    rules(
        ["hidden", "of the stream."],
        ["", "of the stream and gets {before}; its twin gets {after}."],
    ),
]

CLOSER = (
    "The size of a stream is the root mean square of its numbers. The ribbon of the gradient is its"
    " norm, beside the 1 that the loss sends. A bar is the norm of the gradient of"
    " <i>W</i><sub>2</sub> before training, the median of five random stacks; the thread on it"
    " spans the middle three. What is added points mostly another way than the stream, so sizes add"
    " about like the sides of a right triangle, and the stream grows about like the root of the"
    " number of blocks."
)


def last(kind: str, blocks: int) -> str:
    """The gradient of the last block's weights, as text."""
    return short(gradients_of(kind, blocks)[-1])


def question() -> dict:
    """In which of four blocks is the gradient smallest?"""
    found = {
        letter: gradients_of(side, MOST)[block - 1] for letter, (side, block) in MARKED.items()
    }
    told = {letter: short(value) for letter, value in found.items()}
    stream = short(loaded()["before"]["up"]["summed"][-1])
    why = (
        f"At C the stream has grown to {stream}. The final norm squeezes it back to 1, and divides"
        " the gradient by about as much."
    )
    return {
        "text": "Twelve blocks before training, the same weights in both stacks, and the gradient"
        " comes down from the top. In which of the blocks A, B, C and D is the gradient of the"
        " weights smallest? Tap it.",
        "options": [
            ["A", f"A gets {told['A']}, about four times as much as C: {told['C']}. {why}"],
            [
                "B",
                "On its way down the gradient shrinks and grows again:"
                f" B gets {told['B']}, C only {told['C']}. {why}",
            ],
            ["C", f"C gets {told['C']}. {why}"],
            [
                "D",
                "D is farthest from the loss, but the gradient grows on its way down:"
                f" D gets {told['D']}, C only {told['C']}. {why}",
            ],
        ],
        "right": 2,
        "asked": ASKED,
        "show": ASKED,
    }


def stories() -> list[dict]:
    """One block, the middle and the bottom of a tall stack, and a stack without its final norm."""
    after, before = shares_of("after"), shares_of("before")
    first = [short(gradients_of(side, MOST)[0]) for side in ("after", "before")]
    return [
        {
            "name": "One block",
            "set": {"blocks": 1, "block": 1, "final": "on"},
            "says": "With a single block the order hardly matters: the gradient of its weights is"
            f" {last('after', 1)} and {last('before', 1)}. Now pull the stacks up.",
        },
        {
            "name": "In the middle",
            "set": {"blocks": MOST, "block": 6, "final": "on"},
            "says": "On the left each norm brings the stream back to a size of 1, so a sub-layer of"
            f" block 6 still adds {percent(after[5])} of it. On the right the stream has grown, and"
            f" nearly the same addition is {percent(before[5])}.",
        },
        {
            "name": "The first block",
            "set": {"blocks": MOST, "block": 1, "final": "on"},
            "says": "The gradient does not vanish on its way down. In the first block it is"
            f" {first[0]} on the left and {first[1]} on the right, where it is larger than in any"
            " other block.",
        },
        {
            "name": "No final norm",
            "set": {"blocks": 4, "block": 4, "final": "off"},
            "says": "Without a final norm nothing divides the gradient of the right stack: its last"
            f" block of four gets {last(BARE, 4)}. With the norm it gets {last('before', 4)}, and"
            f" on the left {last('after', 4)}.",
        },
    ]


def task() -> dict:
    """A small share and a large gradient at once: high up, and without the final norm."""
    six = gradients_of(BARE, 6)[-1], gradients_of("after", 6)[-1]
    return {
        "text": "Find a block that, with norms before, adds less than a third of the stream it"
        " meets and still gets more gradient than its twin with norms after.",
        "done": "High up the stream is wide and each addition is a small share of it. What makes"
        " the gradient small there is the final norm alone: in the last of six blocks it is"
        f" {short(six[0])} without that norm, and {short(six[1])} on the left.",
    }
