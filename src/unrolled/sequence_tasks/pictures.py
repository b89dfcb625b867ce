"""Pictures of book/sequence_tasks.ipynb: `draw_…` fills an Axes, a function without is a figure."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from unrolled.core.shapes import Array
from unrolled.page.diagram import is_wide, name_above
from unrolled.page.figure import OUTPUT, QUIET, STATE, Figure, bare, both
from unrolled.sequence_tasks.decode import Branch
from unrolled.sequence_tasks.silent_e import KINDS

SHOWN = 5  # beginnings in a column of the tree
GAP = 0.5  # from column to column
WIDE_ENDS = [1, 2, 3, 4, 12, 13, 14, 15, 16]  # after which steps the tree is shown
NARROW_ENDS = [1, 4, 12, 13, 16]
LEAST = np.log(0.005)  # a beginning that is less likely is drawn only if it was kept
HIGH = 2.2  # from one row of letters to the next
SIGNS = {"long": "¯", "silent": "×", "soft": "~"}
LINES = {
    "last state": ("black", "-", "o"),
    "mean of the states": (STATE, (0, (4, 2)), "s"),
    "both ends": (OUTPUT, (0, (1, 1.5)), "^"),
}


def draw_letter(axes: Axes, x: float | int, y: float | int, letter: str, **style) -> None:
    """A letter in a cell; `sign` stands above it, and a heavy frame says that it is wrong."""
    wrong, sign = style.get("wrong", False), style.get("sign", "")
    axes.add_patch(
        FancyBboxPatch(
            (x - 0.4, y - 0.4),
            0.8,
            0.8,
            boxstyle="round,pad=0,rounding_size=0.12",
            facecolor=style.get("colour", STATE) if sign else "none",
            alpha=0.28 if sign else 1,
            edgecolor="none" if sign else QUIET,
            linewidth=0.6,
        )
    )
    if wrong:
        frame = {"facecolor": "none", "edgecolor": "black", "linewidth": 1.8}
        shape = "round,pad=0,rounding_size=0.12"
        axes.add_patch(FancyBboxPatch((x - 0.4, y - 0.4), 0.8, 0.8, boxstyle=shape, **frame))
    axes.text(x, y - 0.03, letter, ha="center", va="center", fontsize=12)
    if sign:
        axes.text(x, y + 0.58, sign, ha="center", va="center", fontsize=11)


def draw_sounds(axes: Axes, words: list[str], rows: dict[str, list[Array]]) -> None:
    """Words letter by letter, a row for each reader; what a reader gets wrong is framed."""
    truth = next(iter(rows.values()))
    for y, (name, kinds) in enumerate(rows.items()):
        axes.text(0, 0.85 - HIGH * y, name, ha="left", va="bottom", fontsize=9.5)
        x = 0.4
        for word, told, due in zip(words, kinds, truth, strict=True):
            for n, letter in enumerate(word):
                sign = SIGNS.get(KINDS[told[n]], "")
                draw_letter(axes, x + n, -HIGH * y, letter, sign=sign, wrong=told[n] != due[n])
            x += len(word) + 0.6
    axes.set(xlim=(-0.2, x - 0.6), ylim=(-HIGH * (len(rows) - 1) - 0.5, 1.6))
    bare(axes)


def sounds(words: list[str], rows: dict[str, list[Array]], fewer: int) -> Figure:
    """How the letters of some words are said, and how three readers take them."""
    wrong = {
        name: sum(
            int((np.array(told) != np.array(due)).sum())
            for told, due in zip(kinds, next(iter(rows.values())), strict=True)
        )
        for name, kinds in rows.items()
    }

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        many = len(words) if is_wide(axes) else fewer
        draw_sounds(axes, words[:many], {name: kinds[:many] for name, kinds in rows.items()})

    told = "; ".join(f"{name}: {n} wrong" for name, n in list(wrong.items())[1:])
    return Figure(
        label=f"The words {', '.join(words)}, letter by letter. {told}.",
        caption="¯ a long vowel, × a silent letter, ~ a soft <i>c</i> or <i>g</i>. A heavy frame:"
        " the network is wrong.",
        **both(draw, (7.2, 2.6), (3.8, 3.0)),
    )


def draw_lean(axes: Axes, lean: dict[str, Array]) -> None:
    """How strongly the answer depends on the input of each step, a line for each reading."""
    for name, sizes in lean.items():
        colour, line, _ = LINES[name]
        steps = np.arange(1, len(sizes) + 1)
        axes.plot(steps, sizes, color=colour, linestyle=line, linewidth=1.5, label=name)
    axes.set(yscale="log", xlabel="step whose input is moved", ylabel="how far the answer moves")


def leaning(lean: dict[str, Array]) -> Figure:
    """Three readings of one untrained network: where their answers come from."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        draw_lean(axes, lean)
        name_above(axes)

    first, mean, ends = lean.values()
    return Figure(
        label=f"Logarithmic plot over {len(first)} steps. Last state: from {first[-1]:.1g} at the"
        f" last step down to {first[0]:.0e} at the first. Mean: level, near {np.median(mean):.2f}."
        f" Both ends: {ends[0]:.1g} at either end, and a deep valley between them.",
        caption="An Elman network before training. Each curve is a median over five draws.",
        **both(draw, (6.4, 3.0), (3.5, 3.4)),
    )


def found_verdict(found: dict) -> Figure:
    """The share of reviews judged right, a mark for each seed, by cell, reading and length."""

    def draw(panels: Array) -> None:
        for axes, (cell, by_reading) in zip(np.ravel(panels), found.items(), strict=True):
            axes.axhline(0.5, color=QUIET, linewidth=0.8)
            for shift, (name, by_length) in zip((-0.2, 0, 0.2), by_reading.items(), strict=True):
                colour, _, mark = LINES[name]
                for n, (_, shares) in enumerate(by_length.items()):
                    at = n + shift + np.linspace(-0.05, 0.05, len(shares))
                    label = name if n == 0 else None
                    style = {"color": colour, "markersize": 5.5, "fillstyle": "none"}
                    axes.plot(at, np.sort(shares), mark, label=label, linestyle="", **style)
            lengths = list(next(iter(by_reading.values())))
            axes.set(title=cell, xlabel="sentences in a review", ylim=(0.35, 1.05))
            axes.set_xticks(range(len(lengths)), lengths)
        np.ravel(panels)[0].set_ylabel("judged right")
        handles = np.ravel(panels)[0].get_legend_handles_labels()
        figure = np.ravel(panels)[0].figure
        figure.legend(*handles, loc="outside upper left", ncols=3, fontsize=9, handletextpad=0.1)

    longest = {cell: {k: v[max(v, key=int)] for k, v in by.items()} for cell, by in found.items()}
    solved = {
        cell: sum(share > 0.95 for shares in by.values() for share in shares)
        for cell, by in longest.items()
    }
    return Figure(
        label="Share of reviews judged right, five seeds each. In the longest reviews"
        f" {solved['Elman']} of 15 Elman networks and {solved['GRU']} of 15 GRUs find the verdict;"
        " the others guess.",
        caption="One mark per seed. Grey line: guessing.",
        **both(draw, (7.2, 3.2), (3.5, 5.4), panels=2),
    )


STEPS = {
    "long": (STATE, "-", "o"),
    "silent": ("black", (0, (4, 2)), "s"),
    "soft": (OUTPUT, (0, (1, 1.5)), "^"),
}
NAMED = {"long": "long vowels", "silent": "silent e", "soft": "soft c and g"}


def staircase(found: dict) -> Figure:
    """Of each kind of letter, the share that is found, against the letters one may wait for."""
    delays = [int(delay) for delay in found if delay != "both"]

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for kind, (colour, line, mark) in STEPS.items():
            shares = np.array([[one[kind] for one in found[str(delay)]] for delay in delays])
            middle = np.median(shares, axis=1)
            axes.plot(delays, middle, color=colour, linestyle=line, label=NAMED[kind])
            style = {"color": colour, "markersize": 4.5, "fillstyle": "none"}
            for column in shares.T:
                axes.plot(delays, column, mark, **style)
            ends = [one[kind] for one in found["both"]]
            axes.plot([delays[-1] + 1.3] * len(ends), ends, mark, **style)
        axes.axvline(delays[-1] + 0.65, color=QUIET, linewidth=0.8)
        axes.set(xlabel="letters it may wait for", ylabel="share found", ylim=(0, 1.06))
        axes.set_xticks([*delays, delays[-1] + 1.3], [*map(str, delays), "both\nways"])
        name_above(axes)

    middle = {k: np.median([one[k] for one in found["0"]]) for k in STEPS}
    return Figure(
        label=f"Share found. Without waiting: {middle['long']:.0%} of the long vowels,"
        f" {middle['silent']:.0%} of the silent e, {middle['soft']:.0%} of soft c and g. With one"
        " letter the last two are complete, with three letters all. Both ways: all.",
        caption="Five seeds each: a mark is a seed, a line their median.",
        **both(draw, (6.4, 3.1), (3.5, 3.5)),
    )


def deeper(found: dict, symbols: int) -> Figure:
    """Two tasks against the number of layers, a mark for each seed."""
    told = {"perplexity": "perplexity on new text", "recalled": "first symbol recalled"}

    def draw(panels: Array) -> None:
        for axes, (task, name) in zip(np.ravel(panels), told.items(), strict=True):
            for n, values in found[task].items():
                at = int(n) + np.linspace(-0.08, 0.08, len(values))
                axes.plot(at, np.sort(values), "o", color=STATE, fillstyle="none", markersize=6)
                middle = np.median(values)
                axes.plot([int(n) - 0.2, int(n) + 0.2], [middle] * 2, color="black", linewidth=1.4)
            axes.set(xlabel="layers", title=name, xlim=(0.5, 3.5), xticks=(1, 2, 3))
        left, right = np.ravel(panels)
        left.set_ylabel("lower is better")
        right.axhline(1 / symbols, color=QUIET, linewidth=0.8)
        right.set(ylim=(0, 1.05), ylabel="higher is better")

    middle = {task: [np.median(v) for v in found[task].values()] for task in told}
    return Figure(
        label="Medians of five seeds with one, two and three layers. Perplexity of the book's next"
        f" letter: {', '.join(f'{v:.2f}' for v in middle['perplexity'])}. First symbol recalled"
        f" after a pause: {', '.join(f'{v:.0%}' for v in middle['recalled'])}.",
        caption="One ring per seed; a bar is their median. Grey line: guessing.",
        **both(draw, (6.8, 3.0), (3.5, 5.2), panels=2),
    )


def draw_spellings(axes: Axes, due: str, rows: dict[str, str], wrap: int) -> None:
    """What is due letter by letter, and what a network writes; every wrong letter is framed."""
    y = 0.0
    for name, text in {"what is due": due, **rows}.items():
        axes.text(-0.4, y + 0.55, name, ha="left", va="bottom", fontsize=9.5)
        for n, letter in enumerate(text):
            wrong = text != due and (n >= len(due) or letter != due[n])
            shown = "␣" if letter == " " else letter
            draw_letter(axes, n % wrap, y - n // wrap, shown, wrong=wrong)
        y -= 1.7 + (len(text) - 1) // wrap
    bare(axes).set(xlim=(-0.6, wrap - 0.3), ylim=(y + 1.1, 1.25))


def spelling(n: int, due: str, rows: dict[str, str]) -> Figure:
    """A number's name, as it should be and as a network writes it, under two ways of feeding."""
    longest = max(len(due), *map(len, rows.values()))

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        draw_spellings(axes, due, rows, longest if is_wide(axes) else 14)

    told = "; ".join(f"{name}, it writes {text}" for name, text in rows.items())
    return Figure(
        label=f"The number {n}. Due: {due} {told}",
        caption=f"The number is {n}. A heavy frame: not the letter that is due.",
        **both(draw, (7.2, 1.75), (3.8, 2.9)),
    )


def draw_beam(axes: Axes, looked_at: list[list[Branch]], alphabet: str, ends: list[int]) -> None:
    """The tree of beginnings after the steps in `ends`, and what was written between two of them.

    Those that were kept are black, the best that were dropped pale; one that has ended is carried
    along for as long as it is kept.
    """
    place, start, right = {(): 0.0}, 0, 0.0
    for end in ends:
        branches = [one for one in looked_at[end - 1] if one.kept or _length(one) == end]
        from_shown = [one for one in branches if _parent(one, start) in place]
        likely = [one for one in from_shown if one.kept or one.written.log_p > LEAST][:SHOWN]
        half = max(0.36, 0.1 * (end - start))  # of a column's width
        x = right + GAP + half
        for n, one in enumerate(likely):
            colour = "black" if one.kept else QUIET
            line = {"color": colour, "linewidth": 1.6 if one.kept else 0.7}
            axes.plot([right, right + GAP], [place[_parent(one, start)], -n], **line)
            letters = "".join(alphabet[k] for k in one.written.tokens[start:])
            told = "stop" if one.written.ended else letters.replace(" ", "␣")
            text = {"ha": "center", "color": colour}
            axes.text(x, 0.06 - n, told, va="bottom", fontsize=11, **text)
            axes.text(x, -0.08 - n, _share(one), va="top", fontsize=9.5, **text)
        place = {_name(one): -float(n) for n, one in enumerate(likely)}
        start, right = end, x + half
    axes.axis("off")
    axes.set(xlim=(-0.05, right + 0.15), ylim=(-SHOWN + 0.4, 0.5))


def _name(one: Branch) -> tuple[int, ...]:
    """Its tokens, and after a stop a -1."""
    return (*one.written.tokens, -1) if one.written.ended else one.written.tokens


def _parent(one: Branch, step: int) -> tuple[int, ...]:
    """What it had grown from when `step` tokens were written: itself, if it had ended by then."""
    return _name(one)[:step]


def _share(one: Branch) -> str:
    """How likely a beginning is."""
    return f"{np.exp(one.written.log_p):.2f}"


def _length(one: Branch) -> int:
    """At which step a branch came to be."""
    return len(one.written.tokens) + one.written.ended


def tree(looked_at: list[list[Branch]], alphabet: str, width: int, n: int) -> Figure:
    """A beam search, from the first letter to the first name that has ended."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        draw_beam(axes, looked_at, alphabet, WIDE_ENDS if is_wide(axes) else NARROW_ENDS)

    kept = [_told(looked_at[end - 1], alphabet) for end in (1, WIDE_ENDS[-1])]
    return Figure(
        label="A tree that grows to the right, letter by letter, and keeps"
        f" {width} beginnings at every step. Kept after the first: {', '.join(kept[0])}."
        f" Kept after step {WIDE_ENDS[-1]}: {', '.join(kept[1])}.",
        caption=f"Beam search of width {width} for the number {n}. Below each letter is the"
        " probability of everything up to it; grey beginnings were dropped.",
        **both(draw, (7.6, 2.9), (4.0, 3.0)),
    )


def _told(branches: list[Branch], alphabet: str) -> list[str]:
    """Each beginning that was kept, with its probability."""
    return [
        f"{''.join(alphabet[k] for k in one.written.tokens)}{' stop' * one.written.ended}"
        f" {_share(one)}".strip()
        for one in branches
        if one.kept
    ]


def widths(found: list[dict], most: int) -> Figure:
    """What a wider beam finds: likelier sequences, and fewer right ones."""
    names = {"log_p": "log p of what it writes", "right": "right names", "empty": "empty names"}
    at = [int(width) for width in found[0] if int(width) <= most]

    def draw(panels: Array) -> None:
        left, right = np.ravel(panels)
        lines = {"right": (STATE, "-", "o"), "empty": ("black", (0, (4, 2)), "s")}
        for seed in found:
            left.plot(at, [seed[str(w)]["log_p"] for w in at], "o-", color=STATE, linewidth=1, ms=4)
            for name, (colour, line, mark) in lines.items():
                label = names[name] if seed is found[0] else None
                shares = [seed[str(w)][name] for w in at]
                style = {"color": colour, "linestyle": line, "marker": mark, "ms": 4}
                right.plot(at, shares, label=label, linewidth=1, **style)
        for axes in (left, right):
            axes.set(xscale="log", xlabel="width of the beam")
            axes.set_xticks(at, [str(w) for w in at])
            axes.minorticks_off()
        left.set(title="log p of what it writes")
        right.set(title="share of the numbers", ylim=(0, 1))
        right.legend(fontsize=9)

    ends = {
        name: [np.median([seed[str(w)][name] for seed in found]) for w in (at[0], at[-1])]
        for name in names
    }
    return Figure(
        label=f"From width {at[0]} to {at[-1]}, medians of five seeds: log p rises from"
        f" {ends['log_p'][0]:.2f} to {ends['log_p'][1]:.2f}, right names fall from"
        f" {ends['right'][0]:.0%} to {ends['right'][1]:.0%}, empty ones rise from"
        f" {ends['empty'][0]:.0%} to {ends['empty'][1]:.0%}.",
        caption="One line per seed. Width 1 is greedy.",
        **both(draw, (6.8, 3.0), (3.5, 5.2), panels=2),
    )
