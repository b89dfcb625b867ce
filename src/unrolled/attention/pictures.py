"""Pictures of book/attention.ipynb: `draw_…` fills an Axes, a function without it is a figure."""

import numpy as np

from unrolled.attention.heads import Cache, MultiHead, multi_head
from unrolled.attention.lookup import BITS, EVERY, draw_lookup, updates_needed
from unrolled.attention.saturation import Start, quartiles
from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import is_wide, name_above, write_powers
from unrolled.page.figure import GRADIENT, QUIET, STATE, Figure, both
from unrolled.page.matrices import (
    Block,
    Drawn,
    Matrices,
    Picture,
    draw_arrow,
    draw_block,
    svg_symbol,
    write_text,
)
from unrolled.page.numbers import number, short

Q, K, V, X, S, A, Y = (rf"\mathbf {letter}" for letter in "QKVXSAY")
SCALED = svg_symbol(r"\mathbf Q \mathbf K^\top") + "/√" + svg_symbol("d_k")


def _blocks(X_: Array, cache: Cache, Y_: Array, names: str, outlined: int) -> dict[str, Block]:
    """The seven matrices of one head; `outlined` is the token that asks."""
    d_k = cache.Q.shape[-1]
    scores = cache.Q[0] @ cache.K[0].T / d_k**0.5
    asks = {"rows": names, "outlined": outlined}
    return {
        "X": Block(X, X_, "input", rows=names),
        "Q": Block(Q, cache.Q[0], says="looks for", **asks),
        "K": Block(K, cache.K[0], says="is found by", rows=names),
        "V": Block(V, cache.V[0], says="passes on", rows=names),
        "S": Block(S, scores, "quiet", "scores", columns=names, **asks),
        "A": Block(A, cache.A[0], "quiet", "attention weights", columns=names, **asks),
        "Y": Block(Y, Y_, "output", **asks),
    }


WIDE_PLACES = {"X": (0, 150), "Q": (190, 0), "K": (190, 150), "V": (190, 300)}
WIDE_PLACES |= {"S": (400, 66), "A": (690, 66), "Y": (740, 300)}
NARROW_PLACES = {"X": (118, 0), "Q": (0, 160), "K": (118, 160), "V": (236, 160)}
NARROW_PLACES |= {"S": (20, 330), "A": (20, 520), "Y": (220, 700)}


def _draw_wide(blocks: dict[str, Block]) -> Picture:
    quiet = {"fill": "var(--quiet, #566173)", "font_size": 13}
    parts = [draw_block(blocks[name], *place) for name, place in WIDE_PLACES.items()]
    for height, name in ((70, "Q"), (220, "K"), (370, "V")):
        parts.append(draw_arrow((130, 220), (160, 220), (150, height), (184, height)))
        place = {"Q": (136, 118), "K": (182, 212), "V": (136, 338)}[name]
        parts.append(write_text(*place, svg_symbol(rf"\mathbf W_{name}^\top"), "end", **quiet))
    parts += [
        draw_arrow((322, 70), (362, 70), (352, 130), (394, 130)),
        draw_arrow((322, 220), (362, 220), (352, 172), (394, 172)),
        write_text(360, 244, SCALED, "start", **quiet),
        draw_arrow((584, 152), (684, 152)),
        write_text(634, 128, "softmax", **quiet),
        write_text(634, 144, "row by row", **quiet),
        draw_arrow((814, 212), (814, 300)),
        draw_arrow((322, 370), (734, 370)),
        write_text(530, 362, "averaged with the rows of A", **quiet),
    ]
    return "".join(parts), 868, 420


def _draw_narrow(blocks: dict[str, Block]) -> Picture:
    quiet = {"fill": "var(--quiet, #566173)", "font_size": 13}
    plain = blocks | {name: blocks[name]._replace(rows="") for name in ("K", "V")}
    places = NARROW_PLACES | {"K": (142, 160), "V": (254, 160)}
    parts = [draw_block(plain[name], *place) for name, place in places.items()]
    parts += [
        draw_arrow((170, 120), (170, 142), (74, 132), (74, 158)),
        draw_arrow((192, 120), (192, 158)),
        draw_arrow((214, 120), (214, 142), (304, 132), (304, 158)),
        draw_arrow((74, 280), (74, 310), (96, 310), (108, 330)),
        draw_arrow((192, 280), (192, 310), (150, 310), (132, 330)),
        write_text(206, 346, f"= {SCALED}", "start", **quiet),
        draw_arrow((119, 472), (119, 518)),
        write_text(130, 502, "softmax, row by row", "start", **quiet),
        draw_arrow((200, 620), (262, 620), (272, 650), (276, 698)),
        draw_arrow((318, 280), (318, 698)),
    ]
    return "".join(parts), 356, 826


def _rows(W: Float[Array, "1 d_k d"]) -> str:
    """The rows of one head's matrix, in words."""
    return " and ".join(f"({', '.join(number(x, 1) for x in row)})" for row in W[0])


def whole_head(p: MultiHead, X_: Float[Array, "N d"], names: str, outlined: int) -> Drawn:
    """X, then Q, K and V, then scores, attention weights and outputs, with their numbers."""
    Y_, cache = multi_head(p, X_)
    blocks = _blocks(X_, cache, Y_, names, outlined)
    weights = ", ".join(f"{a:.2f}" for a in cache.A[0, outlined])
    return Drawn(
        _draw_wide(blocks),
        _draw_narrow(blocks),
        f"{len(names)} tokens as rows of X become Q, K and V; Q and K give scores, a softmax along"
        f" each row gives attention weights, and these average the rows of V. {names[outlined]}"
        f" has the weights {weights}.",
        "The whole formula with three tokens, one per row. A stronger tint is a larger number,"
        " hatching a negative one; the outline follows the token that asks. <b>W</b><sub>Q</sub>"
        f" has the rows {_rows(p.W_Q)}, <b>W</b><sub>K</sub> {_rows(p.W_K)}, <b>W</b><sub>V</sub>"
        f" {_rows(p.W_V)}.",
    )


def row_back(
    weights: Float[Array, " N"], returned: Float[Array, " N"], names: str, token: int
) -> Matrices:
    """One row of the softmax's backward pass: the gradient, less its mean, times the weights."""
    less = returned - weights @ returned
    a, s = (rf"\mathbf {letter}_{token + 1}" for letter in "as")
    told = rf"\nabla_{{{a}}}"
    rows = [
        Block(a, [weights], "state", "weights", columns=names),
        Block(told, [returned], "gradient", "arrives", columns=names),
        Block(told, [less], "gradient", "minus its mean", columns=names),
        Block(
            rf"\nabla_{{{s}}}",
            [weights * less],
            "gradient",
            "times the weights",
            columns=names,
            digits=3,
        ),
    ]
    at = ", ".join(number(x, 3) for x in weights * less)
    return Matrices(
        rows,
        f"The gradient that arrives at the attention weights of {names[token]}, the same minus its"
        f" weighted mean, and that times the weights: the scores receive {at}.",
        room=620,
        together=2,
    )


SCALES = (("not divided", "-", "o"), ("divided by √dₖ", "--", "s"))


def at_the_start(found: dict[int, tuple[Start, Start]]) -> Figure:
    """The largest attention weight and the gradient by the dimension of a key, with quartiles.

    `found` holds, for each dimension, what was found without the root and with it.
    """
    sizes = list(found)
    titles = ("largest attention weight", "gradient that reaches the query")
    middle = {}

    def draw(panels: Array) -> None:
        for axes, title, field in zip(np.ravel(panels), titles, Start._fields, strict=True):
            for k, (name, dash, mark) in enumerate(SCALES):
                low, mid, high = np.transpose(
                    [quartiles(getattr(found[d][k], field)) for d in sizes]
                )
                middle[field, k] = mid
                colour = (GRADIENT, QUIET)[k] if field == "gradient" else (STATE, QUIET)[k]
                axes.fill_between(sizes, low, high, color=colour, alpha=0.18, linewidth=0)
                look = {"linestyle": dash, "marker": mark, "markersize": 4}
                axes.plot(sizes, mid, color=colour, label=name, **look)
            axes.set(xscale="log", title=title, xlabel="dimension of a key")
            axes.set_xticks(sizes[:: 1 if is_wide(axes) else 2])
            axes.set_xticklabels(sizes[:: 1 if is_wide(axes) else 2])
            axes.minorticks_off()
            axes.legend(fontsize=9, loc="upper left" if field == "largest" else "lower left")
        gradients = np.ravel(panels)[1]
        gradients.set_yscale("log")
        write_powers(gradients)

    figure = both(draw, (9.4, 3.4), (3.7, 6.4), panels=2)
    largest, gradient = ([middle[field, k] for k in (0, 1)] for field in Start._fields)
    return Figure(
        label=f"From dimension {sizes[0]} to {sizes[-1]}: undivided, the largest of 32 weights"
        f" rises from {largest[0][0]:.2f} to {largest[0][-1]:.2f}, the gradient from"
        f" {short(gradient[0][0])} to {short(max(gradient[0]))} and down to"
        f" {short(gradient[0][-1])}; divided, both stay level.",
        caption="Lines are medians over random queries, each with 32 random keys; a band holds the"
        " middle half of them. The gradient is the largest shift of the attention weights that a"
        " tiny step in the query can cause, divided by the size of the step.",
        **figure,
    )


def updates_by_root(root: dict[str, dict[str, list]]) -> Figure:
    """How many updates each run needed, by the dimension of a key, with the root and without."""
    needed = {
        name: {int(d_k): [updates_needed(run) for run in runs] for d_k, runs in sizes.items()}
        for name, sizes in root.items()
    }

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for name, colour, mark, aside in (
            ("not divided", GRADIENT, "o", 0.93),
            ("divided", QUIET, "s", 1.07),
        ):
            dots = [(d_k * aside, n) for d_k, runs in needed[name].items() for n in runs]
            label = {"not divided": "not divided", "divided": "divided by √dₖ"}[name]
            look = {"color": colour, "marker": mark, "linestyle": "none", "fillstyle": "none"}
            axes.plot(*np.transpose(dots), label=label, markersize=7, **look)
        axes.set(xscale="log", ylabel="updates until learned", xlabel="dimension of a key")
        axes.set_xticks(list(needed["divided"]), list(needed["divided"]))
        axes.minorticks_off()
        axes.set_ylim(0, 600)
        name_above(axes)

    said = "; ".join(
        f"{d_k}: {min(needed['divided'][d_k])} to {max(needed['divided'][d_k])} divided,"
        f" {min(runs)} to {max(runs)} not divided"
        for d_k, runs in needed["not divided"].items()
    )
    return Figure(
        label=f"Updates until the lookup is learned, by dimension of a key. {said}.",
        caption="A mark is one run with its own seed; the five squares at 512 coincide. “Learned”"
        f" means a mean loss below 0.1 over {EVERY} updates; guessing among four values has a loss"
        " of ln 4 = 1.39.",
        **both(draw, (6.4, 3.2), (3.7, 3.4)),
    )


def accuracies(heads: dict[str, list]) -> Figure:
    """How often both values are found, run by run."""
    looks = {"two heads of 8": (STATE, "-"), "one head of 16": (GRADIENT, "--")}
    looks |= {"one head of 32": (QUIET, ":")}

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        for name, (colour, dash) in looks.items():
            for k, run in enumerate(heads[name]):
                steps = EVERY * (1 + np.arange(len(run)))
                label = name if k == 0 else None
                axes.plot(steps, run, color=colour, linestyle=dash, linewidth=1.4, label=label)
        axes.set(xlim=(0, 800), ylim=(0, 1.05), xlabel="updates", ylabel="values found")
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
        name_above(axes)

    said = "; ".join(
        f"{name}: {100 * np.mean([run[-1] for run in runs]):.0f} %" for name, runs in heads.items()
    )
    return Figure(
        label=f"Share of the values found during training, five seeds each. At the end {said}.",
        caption="One line for each of five seeds; guessing finds a quarter.",
        **both(draw, (6.6, 3.0), (3.7, 3.4)),
    )


PAIRS = "abcdefgh"


def found_at_once(trained: dict[str, MultiHead], seed: int = 3) -> Matrices:
    """Where trained heads look in one sequence of pairs, of which two are asked for."""
    task = draw_lookup(np.random.default_rng(seed), 1, 2)
    keys, query = task.pairs[0, :, :BITS], task.queries[0, 0].reshape(2, BITS)
    first, second = (int((keys == code).all(axis=1).argmax()) for code in query)
    blocks = []
    said = []
    for name, p in trained.items():
        A_ = multi_head(p, task.queries, task.pairs)[1].A[0, :, 0]
        rows = "12"[: len(A_)] if len(A_) > 1 else ""
        blocks.append(Block(A, A_, "quiet", says=name, rows=rows, columns=PAIRS))
        said.append(f"{name}: {A_[0, first]:.2f} on {PAIRS[first]} and {A_[-1, second]:.2f} on"
                    f" {PAIRS[second]}")  # fmt: skip
    asked = f"{PAIRS[first]} and {PAIRS[second]}"
    return Matrices(
        blocks,
        f"Attention weights over eight pairs, of which {asked} are asked for. {'; '.join(said)}.",
        f"One sequence, after training: the query asks for the values of <b>{PAIRS[first]}</b> and"
        f" <b>{PAIRS[second]}</b>, in this order.",
    )
