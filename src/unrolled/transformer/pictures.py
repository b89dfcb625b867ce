"""Pictures of book/transformer.ipynb."""

import numpy as np

from unrolled.core.shapes import Array, Float
from unrolled.page.diagram import name_above
from unrolled.page.figure import GRADIENT, QUIET, STATE, Figure, both
from unrolled.page.matrices import Block as Block_
from unrolled.page.matrices import Drawn, Matrices, Picture, draw_shades, write_text
from unrolled.transformer.block import Block
from unrolled.transformer.position_contest import SYMBOLS

QUIET_TEXT = {"fill": "var(--quiet, #566173)"}


def _draw_encodings(P: Float[Array, "N d"], side: int) -> Picture:
    N, d = P.shape
    left, top = 34, 40
    names = [
        write_text(left - 8, top + n * side + side - 3, str(n), "end", **QUIET_TEXT)
        for n in range(0, N, 4)
    ]
    heads = [
        write_text(left + side, 14, "fast", **QUIET_TEXT),
        write_text(left + (d - 1) * side, 14, "slow", **QUIET_TEXT),
        write_text(left, 32, "sin cos …", "start", font_size=12, **QUIET_TEXT),
    ]
    squares = draw_shades(P, left, top, side, "input")
    return "".join([*heads, *names, squares]), left + d * side, top + N * side


def encodings(P: Float[Array, "N d"]) -> Drawn:
    """The encodings of the first positions, a row each, a pair of columns for each clock."""
    turns = 2 * np.pi * 10000 ** (np.arange(0, P.shape[1], 2) / P.shape[1])
    return Drawn(
        _draw_encodings(P, 22),
        _draw_encodings(P, 19),
        f"Encodings of positions 0 to {len(P) - 1} as rows of {P.shape[1]} shades. The first pair"
        f" of columns turns once in {turns[0]:.1f} positions, the last one in {turns[-1]:,.0f},"
        " and hardly changes.",
        "Each row is a position, each column a component: blank is −1, full colour +1. Each pair of"
        " columns is a clock, and the clocks get slower to the right.",
    )


LOOKS = {"sinusoidal": (STATE, "-"), "learned": (GRADIENT, "--"), "none": (QUIET, ":")}


def by_position(found: dict[str, dict], first: int, trained: int) -> Figure:
    """Accuracy by the position of the marked token, a line for each seed."""

    def draw(panels: Array) -> None:
        (axes,) = np.ravel(panels)
        axes.axvline(trained - 0.5, color=QUIET, linewidth=0.8)
        axes.text(trained - 1, 1.06, "trained", ha="right", fontsize=9)
        axes.text(trained, 1.06, "new positions", fontsize=9)
        for name, (colour, dash) in LOOKS.items():
            for k, run in enumerate(found[name]["by position"]):
                at = first + np.arange(len(run))
                label = name if k == 0 else None
                axes.plot(at, run, color=colour, linestyle=dash, linewidth=1.2, label=label)
        axes.set(ylim=(0, 1.15), xlabel="position of the marked symbol", ylabel="right answers")
        axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
        axes.axhline(1 / SYMBOLS, color=QUIET, linewidth=0.8, linestyle=":")
        name_above(axes)

    ends = {
        name: np.mean([run[trained - first :] for run in found[name]["by position"]])
        for name in LOOKS
    }
    said = ", ".join(f"{name} {100 * share:.0f} %" for name, share in ends.items())
    return Figure(
        label="Right answers by position, five seeds each. With encodings nearly all are right up"
        f" to position {trained - 1}; at new positions on average {said}.",
        caption="Sequences of 40 tokens, after training on 20; one line for each of five seeds.",
        **both(draw, (7.0, 3.0), (3.7, 3.4)),
    )


def weights(p: Block) -> Matrices:
    """All six matrices of a block."""
    named = {"W_Q": p.heads.W_Q, "W_K": p.heads.W_K, "W_V": p.heads.W_V, "W_O": p.heads.W_O}
    blocks = [
        Block_(rf"\mathbf {name}", w.reshape(-1, w.shape[-1]), "quiet", digits=1)
        for name, w in named.items()
    ]
    blocks += [
        Block_(r"\mathbf W_1", p.feed.W_1, "quiet", digits=1),
        Block_(r"\mathbf W_2", p.feed.W_2, "quiet", digits=1),
    ]
    return Matrices(
        blocks,
        "The matrices W_Q, W_K, W_V and W_O of attention, four rows and columns each, and W_1 and"
        " W_2 of the feed-forward network, six by four and four by six.",
        room=900,
    )
