"""What the valves say: rules over what follows from the state, the question and the task."""

from unrolled.page.numbers import percent, short
from unrolled.widget.words import rules

CELLS = ("LSTM", "GRU")
MODES = {"hand": "by hand", "weights": "by weights"}
NAMES = {  # of each cell: candidate, valves, memory; symbol and word
    "LSTM": {
        "new": ["<i>c̃</i>", "candidate"],
        "memory": ["<i>c</i>", "memory"],
        "valves": [["<i>f</i>", "forget"], ["<i>i</i>", "input"], ["<i>o</i>", "output"]],
    },
    "GRU": {
        "new": ["<i>h̃</i>", "candidate"],
        "memory": ["<i>h</i>", "memory"],
        "valves": [["1 − <i>u</i>", "keep"], ["<i>u</i>", "write"], ["<i>r</i>", "reset"]],
    },
}

SHARED = ["w_gates", "gate weight <i>w</i>", 12]
OWN = ["w_candidate", "candidate’s weight", 4]

WORDS = [
    rules(
        ["lstm", "{memory}<sub>{t}</sub> = {f} · {was} + {i} · {new} = <b>{now}</b>, and"
         " <i>h</i><sub>{t}</sub> = {o} · tanh({now}) = {shown}."],
        ["", "{memory}<sub>{t}</sub> = {f} · {was} + {i} · {new} = <b>{now}</b>: what is not"
         " written is kept."],
    ),
    rules(
        ["shut", "At step {T} the output valve is shut: it shows nothing and lets no gradient in."],
        ["last lstm", "Here the gradient comes in, through the output valve: <i>o</i> (1 −"
         " tanh²<i>c</i>) = {gradient}."],
        ["last", "Here the gradient comes in, whole: what is shown is the memory itself."],
        ["cut here", "A {valve} valve further on is shut. Nothing of {memory}<sub>{t}</sub> is left"
         " at step {T}, and nothing of the gradient gets back."],
        ["here", "From here to step {T} the {valve} valves multiply to <b>{product}</b>: so much of"
         " {memory}<sub>{t}</sub> is left there, and so much of {memory}<sub>{T}</sub>’s gradient"
         " comes back."],
        ["more", "Of the gradient at <i>h</i><sub>{T}</sub>, {path} comes back along the memory,"
         " but in all <b>{gradient}</b>. Its size is above 1, though no {valve} valve is: {ways}."],
        ["", "Of the gradient at <i>h</i><sub>{T}</sub>, {path} comes back along the memory, and in"
         " all <b>{gradient}</b>: {ways}."],
    ),
]  # fmt: skip

SAID = {  # by where it stands
    "words": WORDS,
    "names": NAMES,
    "modes": list(MODES.items()),
    "ways": {
        "hand": "the candidate reads <i>r</i> · <i>h</i>, which is another way back",
        "weights": "what reads <i>h</i> at the next step gives it other ways back",
    },
    "value": [
        rules(
            ["!hand", "Now the weights turn the valves; the task is by hand."],
            [
                "",
                "Now step {T} shows {share} of the bit, and the {valve} valves multiply to {kept}.",
            ],
        ),
    ],
    "title": [
        rules(["", "Step {t} of {T}. Colour: −1 <span class='valve-key'></span> 1"]),
    ],
    "span": [
        rules(
            ["last", "no {valve} valve left"],
            ["one", "{valve} valve {T}: × {product}"],
            ["", "{valve} valves {next}–{T}: × {product}"],
        ),
    ],
    "picture": [
        rules(
            [
                "!answered",
                "One unit over {T} steps. Large, step {t}: {valve} {f} open, {second}"
                " {i}, {third} {o}; memory {now}. Below it all steps.",
            ],
            [
                "",
                "Large, step {t} of {T}: {valve} {f} open, {second} {i}, {third} {o}; memory"
                " {now}, gradient {gradient}. Below all steps, and the gradient as a band.",
            ],
        ),
    ],
    "linked": "There and back, on a log scale",
    "lines": [  # text, look
        ["— of the memory of step 1, what is left", "state"],
        ["— of the gradient of <i>h<sub>T</sub></i>, what is back", "gradient"],
        ["– – along the memory alone", ""],
    ],
    "curves": [
        rules(
            [
                "",
                "Over the steps, on a log scale: of step 1, {kept} is left at step {T}; of the"
                " gradient, {first} is back at step 1, and along the memory alone {along}.",
            ]
        ),
    ],
    "heard": [rules(["", "step {t}: memory {now}, gradient {gradient}"])],
    "turned": [rules(["", "from step {t} on; up to step {T} the product is {product}"])],
    "weighed": [rules(["", "{valve} valve {f} open at step {t}, gradient there {gradient}"])],
    "key": "Slides shut the pipes; grey bars show how far each step’s valve is open. What flows"
    " has its colour. The gradient’s width is its size; in the large pipe, one end’s against the"
    " other’s.",
    "more": {"hand": "The valves as sliders, from this step on", "weights": "More weights"},
    "heads": {
        name: [
            "<i>t</i>",
            names["new"][0],
            *(symbol for symbol, _ in names["valves"]),
            names["memory"][0],
            *["<i>h</i>"] * (name == "LSTM"),
            f"∂<i>h<sub>T</sub></i>/∂{names['memory'][0]}",
        ]
        for name, names in NAMES.items()
    },
    "knobs": {  # of each cell: trait, label, limit
        "LSTM": [
            ["b_keep", "forget bias <i>b<sub>f</sub></i>", 8],
            SHARED,
            ["b_write", "input bias <i>b<sub>i</sub></i>", 8],
            ["b_show", "output bias <i>b<sub>o</sub></i>", 8],
            OWN,
        ],
        "GRU": [
            ["b_write", "update bias <i>b<sub>u</sub></i>", 8],
            SHARED,
            ["b_reset", "reset bias <i>b<sub>r</sub></i>", 8],
            OWN,
        ],
    },
}


def question(T: int, start: dict) -> dict:
    """How much of a gradient eight valves at 0.9 leave, or seven where there are no more steps."""
    n = min(8, T - 1)
    ajar = 0.1 if start["cell"] == "GRU" else 0.3
    left = 0.9**n
    count = {8: "eight", 7: "seven"}[n]
    valve = NAMES[start["cell"]]["valves"][0][1]
    return {
        "text": f"Every {valve} valve stands at 0.9: of the memory, it lets that much through. The"
        f" gradient comes back from step {T} to step {T - n}, past {count} of them. What is left of"
        " it?",
        "options": [
            [
                "0.9",
                f"That is what one valve leaves. Each of the {count} takes its tenth of what"
                f" the one before it left: 0.9{_raised(n)} = {short(left)}.",
            ],
            [
                short(left),
                f"0.9{_raised(n)} = {short(left)}. It is what is left of the memory, too,"
                f" from step {T - n} to step {T}: both go through the same valves.",
            ],
            [
                short(1 - n / 10),
                f"{count.capitalize()} times a tenth would leave that. But each"
                " valve takes a tenth of what arrives, not of the whole:"
                f" 0.9{_raised(n)} = {short(left)}.",
            ],
            [
                "almost nothing",
                f"After forty such steps that is so: {percent(0.9**40)}. After"
                f" {count} it is 0.9{_raised(n)} = {short(left)}.",
            ],
        ],
        "right": 1,
        "show": {
            "mode": "hand",
            "cell": start["cell"],
            "step": T - n,
            "keep": [0.9] * T,
            "write": [1.0] + [ajar] * (T - 1),
            "show": [1.0] * T,
            "reset": [0.0] * T,
        },
    }


def task(T: int) -> dict:
    """Keep one bit to the end."""
    return {
        "text": f"By hand, write the bit of step 1 and keep it to step {T}, past all that comes"
        f" between. Step {T} must show it to within 10 %, and the product of the valves that keep"
        " it be 0.9 or more.",
        "done": f"Of the bit nearly all is left, and step {T} shows it. By the same product the"
        f" gradient of step {T} comes back to step 1: the unit can learn what to keep.",
    }


def _raised(n: int) -> str:
    return str(n).translate(str.maketrans("78", "⁷⁸"))
