"""What the valves say: rules over what follows from the state, the question and the task."""

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
WHAT = {name: names["memory"][1] for name, names in NAMES.items()}

SHARED = ["w_gates", "gate weight <i>w</i>", 12]
OWN = ["w_candidate", "candidate’s weight", 4]

WORDS = [
    rules(
        ["!written", "Hardly anything is written at step 1. Open its {second} valve."],
        ["!answered !even", "{kept} of the bit is left at step {T}, where the output valve lets"
         " {inlet} of that out. The way back is still empty."],
        ["!answered", "The bit is written at step 1, and {kept} of it is left at step {T}. The way"
         " back is still empty."],
        ["shut", "The output valve of step {T} is shut: the loss sees nothing, and no gradient gets"
         " in."],
        ["flat", "At step {T} the {what} is so large that the slope of tanh rounds to 0: hardly any"
         " gradient gets in."],
        ["single same", "At step {final} nothing is kept. The {what} stops there, and so does the"
         " gradient."],
        ["stopped same", "The {what} stops at step {first}, where nothing is kept, and the gradient"
         " at step {final}."],
        ["stopped far", "The {what}’s path is shut at step {final}, yet {whole} of the gradient"
         " reaches step 1: {ways}."],
        ["stopped", "The {what} stops at step {first}, and no gradient finds any path back to"
         " step 1."],
        ["grown", "No valve multiplies by more than 1, and still the whole gradient grows,"
         " to {times} times its size: {ways}."],
        ["!same", "In all, {whole} of the gradient comes back, and {back} along the {what} alone"
         " (dashed): {ways}."],
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
        ["", "{memory}<sub>{t}</sub> = {f} · {was} + {i} · {new} = <b>{now}</b>: the share not"
         " written is kept."],
    ),
    rules(
        ["shut", "At step {T} the output valve is shut: it shows nothing and lets no gradient in."],
        ["flat", "At step {T} the slope of tanh rounds to 0: hardly any gradient gets in, so"
         " hardly any comes back."],
        ["last lstm", "Here the gradient comes in, through the output valve: {gradient} of it. The"
         " slope of tanh, {slope} here, is left out of all these shares."],
        ["last", "Here the whole gradient comes in, because a GRU shows its state as it is."],
        ["cut here", "A valve further on is shut. Nothing of {memory}<sub>{t}</sub> is left"
         " at step {T}, and nothing of the gradient gets back."],
        ["here", "From here to step {T} the valves that keep the {what} multiply to"
         " <b>{product}</b>: that share of {memory}<sub>{t}</sub> is left there, and that share of"
         " {memory}<sub>{T}</sub>’s gradient comes back."],
        ["more", "Of what the loss sent, {path} comes back to this step along the {what}, but the"
         " whole gradient is <b>{gradient}</b> its size at the loss, though no {valve} valve is"
         " above 1: {ways}."],
        ["", "Of what the loss sent, {path} comes back to this step along the {what}, and in all"
         " <b>{gradient}</b>: {ways}."],
    ),
]  # fmt: skip


def _key(cell: str) -> str:
    """A line for each thing that is drawn."""
    what = WHAT[cell]
    lines = [
        f"<b>Blue and ochre:</b> the {what}, blue above 0 and ochre below; its height is its size.",
        f"<b>Thin line:</b> the part of the {what} that is still the bit.",
        "<b>Orange:</b> the gradient that has come back on all paths. A full pipe means 1 or more.",
        f"<b>Dashed:</b> the gradient along the {what} alone, where it differs because gates or the"
        " candidate read <i>h</i>.",
    ]
    if cell == "LSTM":
        lines += [
            "<b>At the loss:</b> the output valve at the last step, unless it is wide open. It dims"
            " the bit that leaves and the gradient that enters.",
            "<b>Not drawn:</b> the slope of tanh at the last step.",
        ]
    return "<br>".join([*lines, "<b>Sliders:</b> each sets its valve from the chosen step on."])


SAID = {  # by where it stands
    "words": WORDS,
    "names": NAMES,
    "modes": list(MODES.items()),
    "ways": {
        "hand": "the candidate reads <i>r</i> · <i>h</i>, which opens another path back",
        "weights": "whatever reads <i>h</i> at the next step gives the gradient other paths back",
    },
    "value": [
        rules(
            ["!hand", "Now the weights turn the valves. Switch to “by hand”."],
            ["!answered", "Now: {seen}."],
            ["", "Now: {seen}, and {come}."],
        ),
    ],
    "picture": [
        rules(
            [
                "!answered",
                "A pipe of {T} valves. At step {t}: {valve} {f} open, {second} {i}, {third} {o};"
                " {what} {now}. At the end {left} of the bit; the way back is empty.",
            ],
            [
                "",
                "A pipe of {T} valves. At step {t}: {valve} {f} open, {second} {i}, {third} {o};"
                " {what} {now}, gradient {gradient}. At the end {left} of the bit; back at step"
                " 1, gradient {come}.",
            ],
        ),
    ],
    "tag": [
        rules(
            ["!answered", "step {t}: {memory} = {now}"],
            ["", "step {t}: {memory} = {now}, gradient {gradient}"],
        ),
    ],
    "flags": {"half": "½ at", "end": "ends at"},
    "rings": {
        "wide": ["loss", "of the bit", "gradient"],
        "narrow": ["loss", "bit", "gradient"],
    },
    "hints": ["Drag a valve, or paint across many.", "Paint over the valves"],
    "door": "output",
    "noise": "bit, then noise",
    "bit": "thin line: the bit",
    "dashed": {name: f"dashed: {what} alone" for name, what in WHAT.items()},
    "linked": "There and back, on a log scale",
    "lines": {  # of each cell: text, look
        name: [
            [f"— what is left of the {what} of step 1", "state"],
            ["— what has come back of the gradient, in all", "gradient"],
            [f"– – along the {what} alone", ""],
        ]
        for name, what in WHAT.items()
    },
    "curves": [
        rules(
            ["!answered", "Over the steps, on a log scale: {kept} of step 1 is left at step {T}."],
            [
                "",
                "Over the steps, on a log scale: {kept} of step 1 is left at step {T}, and as much"
                " of the gradient has come back along the {what}; in all {whole}.",
            ],
        )
    ],
    "heard": [
        rules(
            ["!answered", "step {t}: {what} {now}"],
            ["", "step {t}: {what} {now}, gradient {gradient}"],
        )
    ],
    "turned": [rules(["", "from step {t} on; {what} {now} there"])],
    "weighed": [rules(["", "{valve} valve {f} open at step {t}, {what} there {now}"])],
    "key": {name: _key(name) for name in NAMES},
    "heads": {
        name: [
            "<i>t</i>",
            names["new"][0],
            *(symbol for symbol, _ in names["valves"]),
            names["memory"][0],
            *["<i>h</i>"] * (name == "LSTM"),
            "gradient back",
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
