"""What the valves say: rules over what follows from the state, the question and the task."""

from unrolled.page.numbers import short
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
        "memory": ["<i>h</i>", "state"],
        "valves": [["1 − <i>u</i>", "keep"], ["<i>u</i>", "update"], ["<i>r</i>", "reset"]],
    },
}

SHARED = ["w_gates", "gate weight <i>w</i>", 12]
OWN = ["w_candidate", "candidate’s weight", 4]

WORDS = [
    rules(
        ["!written", "Hardly anything is written at step 1. Open its {second} valve."],
        ["!answered", "The bit is written at step 1, and {kept} of it is left at step {T}. The way"
         " back is still empty."],
        ["shut", "The output valve of step {T} is shut: the loss sees nothing, and no gradient gets"
         " in."],
        ["single same", "At step {final} nothing is kept. The memory stops there, and so does the"
         " gradient."],
        ["stopped same", "The memory stops at step {first}, where nothing is kept, and the gradient"
         " at step {final}."],
        ["stopped far", "The memory’s path is shut at step {final}, yet {whole} of the gradient"
         " reaches step 1: {ways}."],
        ["stopped", "The memory stops at step {first}, and on no way does any gradient get back to"
         " step 1."],
        ["grown", "No valve multiplies by more than 1, and still the whole gradient (dashed) grows,"
         " to {times} times its size: {ways}."],
        ["!same", "Along the memory {back} of the gradient comes back, and in all {whole} (dashed):"
         " {ways}."],
        ["reached", "The bit of step 1 gets to step {T}, and {back} of the gradient comes back."],
        ["!even", "The output valve of step {T} lets {inlet} of the gradient in, and {back} comes"
         " back to step 1."],
        ["noisy", "{kept} of what step 1 writes gets through, and as much of the gradient comes"
         " back. The rest of the {end} at step {T} is noise."],
        ["", "{kept} of what step 1 writes gets through to step {T}, and as much of the gradient"
         " comes back: both pass the same valves."],
    ),
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
        ["cut here", "A valve further on is shut. Nothing of {memory}<sub>{t}</sub> is left"
         " at step {T}, and nothing of the gradient gets back."],
        ["here", "From here to step {T} the valves that keep the memory multiply to"
         " <b>{product}</b>: so much of {memory}<sub>{t}</sub> is left there, and so much of"
         " {memory}<sub>{T}</sub>’s gradient comes back."],
        ["more", "Of the gradient at <i>h</i><sub>{T}</sub>, {path} comes back along the memory,"
         " but in all <b>{gradient}</b>. Its size is above 1, though no {valve} valve is: {ways}."],
        ["", "Of the gradient at <i>h</i><sub>{T}</sub>, {path} comes back along the memory, and in"
         " all <b>{gradient}</b>: {ways}."],
    ),
]  # fmt: skip


def replies(T: int) -> list:
    """By where the flag is: near enough, at the memory's half, five steps back, early or late."""
    n = T - half_way(T)
    truth = f"Half is gone after {WRITTEN[n]} valves, at step {half_way(T)}: 0.9{_raised(n)} ="
    truth += f" {short(0.9**n)}."
    return [
        rules(
            ["right", f"{truth} The memory of step 1 fades just as fast, from the other end."],
            ["memory", "That far from the left end the <i>memory</i> is down to half. The gradient"
             f" starts at the right end, at the loss. {truth}"],
            ["counted", "Five tenths would be half, if every valve took a tenth of the whole. But"
             f" it takes a tenth of what arrives. {truth}"],
            ["late", f"At step {{guess}} there is still {{left}} of it. {truth}"],
            ["", f"At step {{guess}} only {{left}} of it is left. {truth}"],
        )
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
            ["!hand", "Now the weights turn the valves; take them in hand."],
            ["!answered", "Now: {seen}."],
            ["", "Now: {seen}, and {kept}."],
        ),
    ],
    "picture": [
        rules(
            [
                "!answered",
                "A pipe of {T} valves. At step {t}: {valve} {f} open, {second} {i}, {third} {o};"
                " memory {now}. At the end {left} of the bit; the way back is empty.",
            ],
            [
                "",
                "A pipe of {T} valves. At step {t}: {valve} {f} open, {second} {i}, {third} {o};"
                " memory {now}, gradient {gradient}. At the end {left} of the bit, and {back} of"
                " the gradient is back.",
            ],
        ),
    ],
    "tag": [
        rules(
            ["!answered", "step {t}: {memory} = {now}"],
            ["", "step {t}: {memory} = {now}, gradient {gradient}"],
        ),
    ],
    "rings": {
        "wide": ["loss", "of the bit", "of the gradient"],
        "narrow": ["loss", "bit", "gradient"],
    },
    "hints": ["Drag a valve, or paint across many.", "Paint the valves."],
    "noise": "bit, then noise",
    "dashed": "whole gradient",
    "linked": "There and back, on a log scale",
    "lines": [  # text, look
        ["— of the memory of step 1, what is left", "state"],
        ["— of the gradient of <i>h<sub>T</sub></i>, what is back", "gradient"],
        ["– – along the memory alone", ""],
    ],
    "curves": [
        rules(
            ["!answered", "Over the steps, on a log scale: of step 1, {kept} is left at step {T}."],
            [
                "",
                "Over the steps, on a log scale: of step 1, {kept} is left at step {T}, and as much"
                " of the gradient is back along the memory; in all {whole}.",
            ],
        )
    ],
    "heard": [
        rules(
            ["!answered", "step {t}: memory {now}"],
            ["", "step {t}: memory {now}, gradient {gradient}"],
        )
    ],
    "turned": [rules(["", "from step {t} on; memory {now} there"])],
    "weighed": [rules(["", "{valve} valve {f} open at step {t}, memory there {now}"])],
    "key": "How high the water stands is how large the memory is: blue above 0, ochre below; the"
    " thin line is what of it is still the bit. Orange is what the valves let through of the loss’s"
    " gradient, on its way back along the memory. Where gates or the candidate read <i>h</i>, there"
    " are other ways back, and the whole gradient is dashed. The slope of tanh at the last step is"
    " left out of both. The sliders set all valves from the chosen step on.",
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


WRITTEN = {7: "seven"}


def half_way(T: int) -> int:
    """The step, counted back from T, at which valves at 0.9 have left half of a gradient."""
    return T - 7


def question(T: int, start: dict) -> dict:
    """Where the gradient is down to half, if every valve keeps nine tenths."""
    lstm = start["cell"] == "LSTM"
    valves = (
        "Every forget valve lets 0.9 of the memory on."
        if lstm
        else "Every update valve is open by 0.1, so 0.9 of the state is kept."
    )
    at = half_way(T)
    return {
        "text": f"{valves} The gradient comes back from the loss, past the same valves. Where is it"
        " down to half? Drag the flag.",
        "place": {
            "label": "down to half at step",
            "min": 1,
            "max": T,
            "step": 1,
            "start": T // 2,
            "unit": f"of {T} steps",
        },
        "answer": f"Step {at}. Half is gone after seven valves, since 0.9⁷ = {short(0.9**7)}. The"
        " memory of step 1 fades just as fast, from the other end.",
        "show": {
            "mode": "hand",
            "cell": start["cell"],
            "step": at,
            "keep": [0.9] * T,
            "write": [1.0] + [0.1] * (T - 1),
            "show": [1.0] * T,
            "reset": [0.0] * T,
        },
    }


def task(T: int, alone: float) -> dict:
    """Keep one bit to the end; `alone` is what the unit shows of it."""
    return {
        "text": f"Keep the bit to step {T}, past the noise: step {T} shows {short(alone)}, to"
        " within 5 %, and 90 % of the gradient comes back.",
        "done": "What the memory needs, the gradient needs too: the same valves, open. So the unit"
        " can learn what to keep.",
    }


def _raised(n: int) -> str:
    return str(n).translate(str.maketrans("78", "⁷⁸"))
