"""Pictures of book/pretraining.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from unrolled.core.shapes import Array
from unrolled.page.diagram import arrow, box, is_wide, name_above
from unrolled.page.figure import (
    GRADIENT,
    INPUT,
    OUTPUT,
    QUIET,
    STATE,
    Figure,
    bare,
    both,
    draw_grid,
)
from unrolled.pretraining.conditionals import NOUNS, VERBS, full_conditional, full_conditionals
from unrolled.pretraining.fine_tuning import COUNTS, KEPT
from unrolled.pretraining.systems import SYSTEMS, sees

WAYS = {  # of the ways to a task: colour, line, mark
    "all": (STATE, "-", "o"),
    "all + gaps": (INPUT, (0, (5, 2)), "D"),
    "last block": (OUTPUT, "-.", "^"),
    "head only": (GRADIENT, (0, (3, 1, 1, 1)), "v"),
    "from scratch": (QUIET, ":", "s"),
    "bag of words": ("black", (0, (1, 1)), "x"),
}
TASKS = {"agreement": "is every word right?", "food": "eating or drinking?"}
FILLED = {  # of the objectives: colour, mark, where its line begins
    "causal": (GRADIENT, "s"),
    "causal, every word tried": (QUIET, "D"),
    "span": (OUTPUT, "^"),
    "masked": (STATE, "o"),
    "masked + next": (INPUT, "v"),
}
NAMED = {  # on the page, where a name is not plain enough
    "span": "span corruption",
    "masked": "masked words",
    "masked + next": "masked + next sentence",
    "all": "all weights",
    "all + gaps": "all weights + gaps",
}
GAPS = {  # as they are named on the page
    "sound, left": "the dog … ___ .",
    "sound, right": "the ___ … barks .",
    "act, both": "the dogs … ___ bread .",
    "fed, both": "because ___ were hungry .",
    "cross, both": "the ___ was too wide .",
}
READ = {  # in the drawn table: what each reads, and what each token says
    "ELMo": (("the", "dogs", "bark", "."), ("dogs", "bark", ".", "")),
    "GPT": (("the", "dogs", "bark", "."), ("dogs", "bark", ".", "")),
    "BERT": (("the", "[MASK]", "bark", "."), ("", "dogs", "", "")),
    "T5": (("the", "<x>", ".", "<x>", "dogs", "bark"), ("", "", "", "dogs", "bark", "<y>")),
}
BELOW = {
    "ELMo": ("next word, and previous word", "∏ p(xₙ | x₁ … xₙ₋₁)", "∏ p(xₙ | xₙ₊₁, xₙ₊₂ …)"),
    "GPT": ("next token", "∏ p(xₙ | x₁ … xₙ₋₁)", ""),
    "BERT": ("masked tokens, next sentence", "each p(xₙ | the rest) alone", ""),
    "T5": ("spans that were cut out", "∏ p(yₙ | text, y₁ … yₙ₋₁)", ""),
}


def four_systems() -> Figure:
    """ELMo, GPT, BERT and T5: architecture, what sees what, objective, factorisation."""

    def draw(panels: object) -> None:
        for axes, name in zip(np.ravel(panels), SYSTEMS, strict=True):
            bare(axes)
            axes.set(xlim=(-0.3, 11.4), ylim=(-0.4, 15.2))
            axes.set_title(f"{name}, {SYSTEMS[name].year}")
            draw_architecture(axes, name)
            draw_sight(axes, name)
            for row, line in enumerate(BELOW[name]):
                colour = OUTPUT if row == 0 else "black"
                axes.text(0, 2.3 - 1.1 * row, line, fontsize=9, color=colour, va="center")

    return Figure(
        draw_grid(draw, (9.8, 4.3), 1, 4),
        label="ELMo: two LSTM stacks, next and previous word. GPT: a decoder with a causal mask,"
        " next token. BERT: an encoder that sees everything, masked tokens. T5: an encoder and a"
        " decoder, cut-out spans.",
        caption="Blue: the token on the left attends to the token of that column. On the right:"
        " what it must predict. Below: the objective and the factorisation. ELMo"
        " has a second table, an upper triangle, for its right-to-left model.",
        narrow=draw_grid(draw, (3.6, 16.4), 4, 1),
    )


def draw_architecture(axes: Axes, name: str) -> None:
    """The parts of a system, with time running to the right and depth upwards."""
    if name == "ELMo":
        for y, text, ends in ((14.0, "LSTM", (0.6, 9.4)), (12.2, "LSTM", (9.4, 0.6))):
            box(axes, 5, y, text, wide=4.0, tall=1.0)
            far = 7.2 if ends[0] < ends[1] else 2.8
            near = 10 - far
            arrow(axes, (ends[0], y), (near, y), colour=STATE)
            arrow(axes, (far, y), (ends[1], y), colour=STATE)
    elif name == "T5":
        box(axes, 2.4, 13.1, "encoder", wide=4.0, tall=1.6)
        box(axes, 7.9, 13.1, "decoder", wide=4.0, tall=1.6)
        arrow(axes, (4.6, 13.1), (5.7, 13.1), colour=STATE)
    else:
        text = {"GPT": "decoder", "BERT": "encoder"}[name]
        for k in range(3):
            box(axes, 5, 12.1 + 1.25 * k, text if k == 1 else "", wide=5.0, tall=0.75)


def draw_sight(axes: Axes, name: str) -> None:
    """A square wherever a token sees another; what it reads on the left, what it says right."""
    read, says = READ[name]
    answer = 3 if name == "T5" else 0
    table = sees(name, len(read) - answer, answer)
    side = min(1.55, 6.6 / len(read))
    left, top = 3.0, 10.5
    for i, (word, said) in enumerate(zip(read, says, strict=True)):
        y = top - side * (i + 0.5)
        axes.text(left - 0.25, y, word, ha="right", va="center", fontsize=9)
        end = left + side * len(read) + 0.25
        axes.text(end, y, said, ha="left", va="center", fontsize=9, color=OUTPUT)
        for j in range(len(read)):
            corner = (left + side * j + 0.06, y - side / 2 + 0.06)
            look = {"facecolor": STATE} if table[i, j] else {"facecolor": "none"}
            edge = {"edgecolor": QUIET, "linewidth": 0.6}
            axes.add_patch(Rectangle(corner, side - 0.12, side - 0.12, **look, **edge))


def two_words(joint: Array) -> Figure:
    """The probabilities of four texts, both conditionals, and their product."""
    tables = {
        "p(text)": (joint, STATE),
        "p(noun | verb)": (full_conditional(joint, 0), QUIET),
        "p(verb | noun)": (full_conditional(joint, 1), QUIET),
        "their product": (full_conditionals(joint), OUTPUT),
    }

    def draw(panels: object) -> None:
        for axes, (title, (table, colour)) in zip(np.ravel(panels), tables.items(), strict=True):
            bare(axes)
            axes.set(xlim=(-0.75, 2.1), ylim=(-1.3, 1.4))
            axes.set_title(title)
            for (i, j), value in np.ndenumerate(table):
                look = {"facecolor": colour, "alpha": 0.08 + 0.4 * value}
                axes.add_patch(Rectangle((j + 0.04, -i - 0.2), 0.92, 0.9, **look))
                axes.text(j + 0.5, 0.25 - i, f"{value:.2f}", ha="center", va="center")
            for k, (noun, verb) in enumerate(zip(NOUNS, VERBS, strict=True)):
                axes.text(-0.08, 0.25 - k, noun, ha="right", va="center", fontsize=9)
                axes.text(k + 0.5, 0.95, verb, ha="center", va="center", fontsize=9)

    total = full_conditionals(joint).sum()
    return Figure(
        draw_grid(draw, (9.0, 2.3), 1, 4),
        label="Four texts of a noun and a verb: their probabilities, the probability of the noun"
        " given the verb and of the verb given the noun, and the products, whose sum is"
        f" {total:.3f}.",
        caption="Each column of the second table sums to 1, and each row of the third.",
        narrow=draw_grid(draw, (3.6, 3.8), 2, 2),
    )


def gaps_by_objective(data: dict) -> Figure:
    """How often each kind of gap is filled, by the objective that the encoder was trained with."""
    trial = [run["trial"] for run in data["causal"]]
    found = {name: [run["gaps"] for run in data[name]] for name in FILLED if name in data}
    found = {name: trial if name not in data else found[name] for name in FILLED}

    def draw(panels: object) -> None:
        (axes,) = np.ravel(panels)
        for n, (name, (colour, mark)) in enumerate(FILLED.items()):
            for row, kind in enumerate(GAPS):
                shares = [run[kind] for run in found[name]]
                look = {"color": colour, "marker": mark, "linestyle": "none", "fillstyle": "none"}
                label = NAMED.get(name, name) if row == 0 else None
                height = np.full(len(shares), 0.3 - 0.15 * n - row)
                axes.plot(shares, height, label=label, markersize=5.5, **look)
        axes.set_yticks(-np.arange(len(GAPS)), GAPS.values(), fontsize=9)
        axes.set(xlim=(-0.03, 1.03), ylim=(0.55 - len(GAPS), 0.55), xlabel="gaps filled correctly")
        axes.set_xticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        for row in range(len(GAPS) - 1):
            axes.axhline(-row - 0.5, color=QUIET, linewidth=0.4)
        name_above(axes)

    means = {
        name: np.median([np.mean(list(run.values())) for run in runs])
        for name, runs in found.items()
    }
    said = ", ".join(f"{NAMED.get(name, name)} {share:.0%}" for name, share in means.items())
    return Figure(
        label="Five kinds of gaps in held-out sentences, five seeds each. Means over the kinds,"
        f" median of the seeds: {said}.",
        caption="One mark for each seed. A gap is filled if the model's favourite is the original"
        " word; after a sentinel, only the first word counts. The causal model sees only the left"
        " context, unless it tries every word and keeps the most probable sentence.",
        **both(draw, (7.4, 3.9), (3.7, 5.0)),
    )


def labels_needed(data: dict) -> Figure:
    """Accuracy by the number of labels, at three depths and for three others, in two tasks."""

    def draw(panels: object) -> None:
        for axes, (task, title) in zip(np.ravel(panels), TASKS.items(), strict=True):
            for name, (colour, dash, mark) in WAYS.items():
                each = np.array([run["accuracy"][name] for run in data[task]])
                look = {"marker": mark, "linestyle": "none", "fillstyle": "none", "alpha": 0.4}
                for run in each:
                    axes.plot(COUNTS, run, color=colour, markersize=4.5, **look)
                line = {"linestyle": dash, "color": colour, "marker": mark, "markersize": 5}
                axes.plot(COUNTS, np.median(each, axis=0), label=NAMED.get(name, name), **line)
            axes.set(xscale="log", ylim=(0.4, 1.03), xlabel="labelled sentences", title=title)
            axes.set_xticks(COUNTS, COUNTS)
            axes.minorticks_off()
            axes.set_yticks([0.5, 0.75, 1], ["50 %", "75 %", "100 %"])
        first = np.ravel(panels)[0]
        first.figure.legend(
            *first.get_legend_handles_labels(),
            loc="outside upper left",
            ncols=6 if is_wide(first) else 2,
            handlelength=2.4,
            fontsize=9,
        )

    ends = [
        f"{NAMED.get(name, name)}"
        f" {np.median([run['accuracy'][name][-1] for run in data['agreement']]):.0%}"
        for name in WAYS
    ]
    return Figure(
        label=f"Accuracy on new sentences by the number of labels. First task, after {COUNTS[-1]}"
        f" labels: {', '.join(ends)}. In the second task all reach 100 %.",
        caption="Marks are five seeds, lines join their medians; a coin toss gives 50 %.",
        **both(draw, (9.6, 3.5), (3.6, 6.6), panels=2),
    )


def gained_and_forgotten(data: dict, task: str = "agreement") -> Figure:
    """What fine-tuning gained on the task, and how many gaps the encoder still fills."""
    runs = data[task]
    slower = [rate for rate in runs[0]["rates"] if rate != "0.002"]

    def draw(panels: object) -> None:
        (axes,) = np.ravel(panels)
        for name in KEPT:
            colour, _, mark = WAYS[name]
            x = [run["accuracy"][name][-1] for run in runs]
            y = [run["gaps"][name] for run in runs]
            label = NAMED.get(name, name)
            axes.plot(x, y, mark, color=colour, fillstyle="none", label=label, markersize=7)
        for rate, mark in zip(slower, ("p", "h"), strict=True):
            x, y = zip(*(run["rates"][rate] for run in runs), strict=True)
            label = f"all weights, rate {rate}"
            axes.plot(x, y, mark, color=STATE, markersize=6, alpha=0.6, label=label)
        axes.axhline(data["before"], color=QUIET, linewidth=0.8)
        axes.set(xlim=(0.45, 1.0), ylim=(0, 1.05))
        axes.set(xlabel="accuracy on new sentences of the task", ylabel="gaps still filled")
        axes.set_xticks([0.5, 0.75, 1], ["50 %", "75 %", "100 %"])
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        name_above(axes)

    middle = {
        name: [np.median([run["accuracy"][name][-1] for run in runs]),
               np.median([run["gaps"][name] for run in runs])]
        for name in KEPT
    }  # fmt: skip
    said = "; ".join(
        f"{NAMED.get(name, name)}: {a:.0%} and {b:.0%}" for name, (a, b) in middle.items()
    )
    return Figure(
        label=f"Accuracy on the task, and gaps still filled, after {COUNTS[-1]} labels: {said}.",
        caption="One mark for each seed. The grey line shows the encoder before fine-tuning. Filled"
        " marks: all weights, at a quarter and at a tenth of the learning rate.",
        **both(draw, (6.4, 3.8), (3.7, 4.4)),
    )


def unmasked_padding(padded: dict[int, dict], lengths: list[int]) -> Figure:
    """How far sentence vectors turn when padding is not masked, by the length of the sentence."""
    looks = dict(zip(padded, ((STATE, "o"), (OUTPUT, "^"), (GRADIENT, "s")), strict=True))
    side = np.linspace(-0.25, 0.25, len(lengths))

    def draw(panels: object) -> None:
        (axes,) = np.ravel(panels)
        for n, (colour, mark) in looks.items():
            look = {"color": colour, "marker": mark, "linestyle": "none", "fillstyle": "none"}
            label = f"padded to {n} tokens"
            axes.plot(np.array(lengths) + side, padded[n]["cosines"], label=label, **look)
        axes.axhline(1, color=QUIET, linewidth=0.8)
        axes.set(xlabel="number of tokens in the sentence", ylabel="cosine with the correct vector")
        axes.set(ylim=(0, 1.05), yticks=(0, 0.5, 1))
        name_above(axes)

    middle = ", ".join(f"{np.median(one['cosines']):.2f} at {n}" for n, one in padded.items())
    return Figure(
        label="Cosines of sentence vectors with those of the same sentences when padding is not"
        f" masked. Medians: {middle} tokens. Short sentences suffer more.",
        caption=f"One mark for each of 80 sentences; medians: {middle} tokens. With the mask, every"
        " cosine is 1.",
        **both(draw, (6.8, 3.2), (3.7, 3.8)),
    )
