"""One sentence and the attention weights of one head of a real network, as data.

The head is the second of layer 4 of all-MiniLM-L6-v2, which a later chapter records; its weights
are derived data here: `make data NAME=attention.one_head`, at once. Notebook: book/attention.ipynb
"""

from unrolled.attention.recorded import LETTERS
from unrolled.attention.sentence import Sentence
from unrolled.attention.sentence_words import HEAD
from unrolled.core.derived import read_data

LAYER, NUMBER = 4, 2  # from 1 on
TWO = (4, 5)  # of the sentences that are recorded: too tired, too wide
IT = 9  # the token that is asked about
OFFERED = (8, 2, 7)  # because, animal, street
CROSS, TOO = 5, 11


def compute_data() -> dict:
    """The weights of the head on two sentences, in the form of `unrolled.attention.sentence`."""
    all_heads = read_data("unrolled.bert.heads")
    place = (LAYER - 1) * all_heads["heads"] + NUMBER - 1
    found = []
    for one in (all_heads["sentences"][k] for k in TWO):
        size = len(one["tokens"]) ** 2
        own = one["maps"][place * size : (place + 1) * size]
        found.append({"text": one["text"], "tokens": one["tokens"], "maps": own})
    return {"layers": 1, "heads": 1, "letters": LETTERS, "patterns": {}, "sentences": found}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)


class OneHead(Sentence):
    """Touch a word of a sentence: ribbons rise to the words that it looks at."""

    title = "What does each word look at?"

    def __init__(self, **traits: object):
        super().__init__(loaded(), **({"token": IT, "head": 1, "other": 0} | traits))

    def share(self, sentence: int, token: int, other: int) -> str:
        """What a word gives to another, in percent."""
        data = self._data
        one = data["sentences"][sentence]
        letter = one["maps"][token * len(one["tokens"]) + other]
        most = len(data["letters"]) - 1
        return f"{100 * data['letters'].index(letter) / most:.0f}\u00a0%"

    def constants(self) -> dict:
        """The question, what is said of the head, and three words worth touching."""
        animal, street = OFFERED[1:]
        tired = self.share(0, IT, animal)
        start = self.state()
        start.pop("answered")
        base = start | {"sentence": 0, "token": IT, "other": animal, "pins": [0, 0, 0]}
        reply = f"In “… too tired” <i>it</i> gives {tired} of its weight to <i>animal</i>"
        return super().constants() | HEAD | {
            "asked": IT,
            "offered": OFFERED,
            "question": {
                "text": "A trained network has read this sentence. Which word does <i>it</i> look"
                " at most?",
                "options": [
                    ["because", f"{reply}, not to its neighbour: nearness isn’t what counts."],
                    ["animal", f"{reply}, though six words stand between them."],
                    ["street", f"{reply}. A street is not tired."],
                ],
                "right": 1,
                "show": base,
            },
            "stories": [
                {
                    "name": "cross",
                    "set": base | {"token": CROSS, "other": street},
                    "says": f"<i>cross</i> gives {self.share(0, CROSS, street)} to <i>street</i>. A"
                    " verb can find its object, wherever that is.",
                },
                {
                    "name": "… too wide",
                    "set": base | {"sentence": 1},
                    "says": "One word has changed: now <i>it</i> means the street. Compare where"
                    " this head looks.",
                },
            ],
            "task": {
                "text": "In “… too wide”, find the word that looks most at <i>wide</i>.",
                "done": f"<i>too</i> gives {self.share(1, TOO, TOO + 1)} to the word after it."
                " What a word looks at depends on both words, not just on their positions.",
            },
            "goal": {"sentence": 1, "token": TOO},
        }  # fmt: skip
