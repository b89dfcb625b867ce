"""What `TaskShapes` asks and says. Notebook: book/sequence_tasks.ipynb"""

from unrolled.widget.words import rules

NAMES = {
    "one-to-one": "one-to-one",
    "one-to-many": "one-to-many",
    "many-to-one": "many-to-one",
    "aligned": "aligned",
    "unaligned": "unaligned",
}
FED = {"truth": "right letters", "own": "its own"}
MEANINGS = {"as ever": "as usual", "long": "long", "silent": "silent", "soft": "soft"}
WAYS = {"ahead": "forwards", "both": "both ways"}

WORDS = [
    rules(
        ("back whole oneToOne", "The gradient of the loss has reached the only cell."),
        (
            "back whole",
            "The gradient of {losses} has walked back through all {n} cells and added up in their"
            " shared weights.",
        ),
        (
            "back",
            "On the way back: the gradient of {losses} has reached {reached} of {n} cells. No"
            " gradient comes back from a letter that was fed to the next cell.",
        ),
        ("waiting", "{given} Cells run so far: {done} of {n}. Press ▶ for the rest."),
        ("oneToOne", "{given} One cell answers: {said}. The loss enters there."),
        (
            "manyToOne right",
            "{given} Only the last cell is read, and its answer, {said}, is right. The loss enters"
            " there alone.",
        ),
        (
            "manyToOne",
            "{given} Only the last cell is read, and its answer, {said}, is wrong. The loss enters"
            " there alone.",
        ),
        (
            "hidden",
            "Now each cell reads the letter that the network itself wrote before. What it writes is"
            " hidden until you have guessed.",
        ),
        ("oneToMany right", "{given} Cell by cell it writes “{said}”, without a mistake."),
        (
            "oneToMany own",
            "{given} It is fed its own letters and writes “{said}”. After the first mistake, at"
            " letter {first}, it goes on from what it wrote.",
        ),
        (
            "oneToMany",
            "{given} It is fed the right letters and writes “{said}”, {wrong} of {count} wrong,"
            " and each time the right one is fed back.",
        ),
        (
            "both right",
            "{given} One row reads from each end, and every answer sees both. All {count} are"
            " right.",
        ),
        ("aligned right", "{given} Each letter is answered at once, and all {count} are right."),
        (
            "aligned",
            "{given} Each letter is answered at once, before the next is read: {wrong} of"
            " {count} wrong.",
        ),
        (
            "right",
            "{given} Its last state is all that the writing cells get, and they write “{said}”:"
            " right.",
        ),
        (
            "",
            "{given} Its last state is all that the writing cells get, and they write “{said}”:"
            " wrong.",
        ),
    ),
]
SEEN = [
    rules(
        (
            "",
            "Copies of one cell in a row: {n}. Reading an input: {reading}; giving an answer:"
            " {writing}; run so far: {done}.",
        ),
    ),
]
VALUE = [
    rules(
        ("aligned waiting", "Not all cells have run."),
        ("aligned", "Now: {wrong} of the {count} letters of <i>{name}</i> wrong."),
        ("", "This shape gives no answer for each letter."),
    ),
]
TASK = {
    "text": "Answer each letter of <i>hope</i> without a mistake.",
    "done": "The <i>o</i> is long because of an <i>e</i> that comes later. Only a network that also"
    " reads from the end can know it in time.",
}
QUESTION = {
    "text": "Fed the right letters, this network writes “ewenty-tight” for 28. What will it write"
    " when it is fed its own letters?",
    "options": [
        [
            "“ewenty-tight”",
            "After its <i>e</i> the network was fed the right letter, <i>t</i>. Now it is fed the"
            " <i>e</i>, and writes “eight”.",
        ],
        [
            "“twenty-eight”",
            "Nobody corrects the first letter. It is fed its own <i>e</i>, goes on from there, and"
            " writes “eight”.",
        ],
        [
            "“eight”",
            "It began with an <i>e</i>, and after an <i>e</i> it knows only one way to go on. It"
            " writes another number’s name, and stops.",
        ],
    ],
    "right": 2,
}


def stories(runs: dict[str, list[dict]]) -> list[dict]:
    """Cases worth seeing, by name; `runs` are the examples of each shape.

    None of them answers the question or solves the task.
    """

    def case(shape: str, example: int, **how: str) -> dict:
        ways = {"fed": "truth", "ways": "ahead"} | how
        return ways | {"shape": shape, "example": example, "at": runs[shape][example]["n"]}

    told = [
        (
            "Write from one vector",
            case("one-to-many", 1),
            "Every cell reads the digits, 31, and the letter that should have come before.",
        ),
        (
            "One wrong letter",
            case("one-to-many", 2, fed="own"),
            "Follow the lines down: each letter it writes, right or wrong, is what the next cell"
            " reads.",
        ),
        (
            "Read, then answer",
            case("many-to-one", 0),
            "A cell reads each letter and passes its state on; only the last state is read out.",
        ),
        (
            "Tag from both ends",
            case("aligned", 2, ways="both"),
            "A second row of cells reads from the end, and every answer reads both rows.",
        ),
        (
            "Read all, then write",
            case("unaligned", 0),
            "One network reads, another writes, and a single state crosses between them. It takes"
            " 28 for 78.",
        ),
    ]
    return [{"name": name, "set": state, "says": says} for name, state, says in told]


ARRAYS = {
    "one-to-one": "<i>x</i> has the shape (1, n<sub>x</sub>): one step, which <code>unroll</code>"
    " runs. One answer, (n<sub>y</sub>), and one loss.",
    "one-to-many": "The input of each step is [<i>x</i>; <i>y</i><sub>t−1</sub>], together (T,"
    " n<sub>x</sub> + n<sub>y</sub>). Fed the truth, all inputs are known and one"
    " <code>unroll</code> runs them; fed its own letters, it takes one step after the other.",
    "many-to-one": "Inputs (T, n<sub>x</sub>) and one <code>unroll</code>; of its states only the"
    " last, (n<sub>h</sub>), is read, and the gradient of the states is 0 everywhere else.",
    "aligned": "Inputs (T, n<sub>x</sub>) and as many answers, (T, n<sub>y</sub>). Both ways there"
    " are two calls of <code>unroll</code>, one on the inputs turned around.",
    "unaligned": "Two calls of <code>unroll</code> with weights of their own. The second starts"
    " from the last state of the first, and the gradient of that start is that state’s gradient.",
}
KEY = (
    "The stripes in a cell are six units of the state that it has computed: blue above 0, ochre"
    " below, pale near 0. A red, dashed chip is a wrong answer; above it is the one that is due."
    " Red lines lead on from a mistake; the pale ones behind them are the way of the right letter."
)
SAID = {"words": WORDS, "seen": SEEN, "value": VALUE, "arrays": ARRAYS, "key": KEY}
