"""What `FirstLook` asks and says. Notebook: book/intro.ipynb"""

from unrolled.widget.words import rules

WORDS = rules(
    (
        "untrained",
        "Untrained, it expects <b>{expects}</b> after d, e and m. Press ▶ or the disc to train it.",
    ),
    (
        "!spells single",
        "After {steps} of training it expects <b>{expects}</b>, and one of three letters is right.",
    ),
    (
        "!spells",
        "After {steps} of training it expects <b>{expects}</b>, and {right} of three letters are"
        " right.",
    ),
    (
        "!half",
        "It expects <b>{expects}</b>, which is right. But it is unsure: not every right letter has"
        " more than half of the probability.",
    ),
    (
        "!sure",
        "It expects <b>{expects}</b>, and each right letter has more than half of the probability.",
    ),
    (
        "",
        "It expects <b>{expects}</b>, each with more than nine tenths of the probability. Pull the"
        " loss back up, and it unlearns.",
    ),
)
SEEN = rules(
    (
        "",
        "The letters d, e and m are read one after the other. Below each letter, the four"
        " candidates for the next one are as large as they are probable. After {steps} of training"
        " the likeliest are {expects}, and the loss is {loss}.",
    ),
)
HEARD = rules(("", "{steps} of training: expects {expects}, mean loss {loss}"))
VALUE = rules(("", "Now: {steps}, the least probable right letter has {least}\u00a0%."))
SAID = {"words": [WORDS], "seen": [SEEN], "heard": [HEARD], "value": [VALUE]}


def replies(right: int) -> dict[str, str]:
    """What is said to a flag, by where it is."""
    why = (
        f"It is right from step {right} on, but only just. Being sure takes longer, as the loss"
        " shows."
    )
    return {
        "right": why,
        "early": f"You said {{guess}}, where it is still wrong. {why}",
        "late": f"You said {{guess}}. {why}",
    }


def question(right: int, most: int) -> dict:
    """From which step on is it right?"""
    said = replies(right)
    return {
        "text": f"It trains for {most} steps. From which step on is every next letter right?"
        " Drag the flag there, or press ▶ and watch.",
        "place": {
            "label": "flag",
            "unit": "steps of training",
            "min": 1,
            "max": most,
            "step": 1,
            "start": most // 2,
        },
        "answer": said["right"],
        "replies": [*said.values()],
        "show": {"steps": right, "shown": 0},
    }


def task(right: int) -> dict[str, str]:
    """What is to be found by training forwards and backwards."""
    return {
        "text": "Pull the loss to the first step at which every right letter has a probability"
        " above one half.",
        "done": f"It was right from step {right} on, but only now is it sure. The loss keeps"
        " falling while it becomes surer.",
    }
