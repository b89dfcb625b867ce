"""One letter through the d-e-m-o network, every number of it, in lines that fit a phone.

Notebook: book/mlp.ipynb
"""

import numpy as np

from unrolled.core.text import encode
from unrolled.demo.weights import ALPHABET
from unrolled.mlp.demo import NETWORK, values
from unrolled.page.trace import latex_number

PARTS = ("hidden", "scores", "probabilities")


class Opened:
    """Some of the PARTS, or all; where `gaps` names a result, a boxed letter stands for it.

    Results are h1, h2, z_d to z_o, p_d to p_o and L; the first gap is A, the next is B.
    """

    def __init__(self, letter: str, wanted: str, *parts: str, gaps: tuple[str, ...] = ()):
        k, right = map(int, encode(letter + wanted, ALPHABET))
        self._of = values(NETWORK, *np.eye(4)[[k, right]])
        self._gaps = dict(zip(gaps, "ABCDEFGH", strict=False))
        shown = {
            "hidden": self._hidden(k),
            "scores": self._scores(),
            "probabilities": self._probabilities(right),
        }
        body = r" \\[0.6em] ".join(shown[part] for part in parts or PARTS)
        self.latex = rf"\begin{{gathered}} {body} \end{{gathered}}"
        missing = [name for name, box in self._gaps.items() if rf"\boxed{{{box}}}" not in body]
        if missing:
            raise ValueError(f"gaps: got {missing}, expected results of these parts")

    def __repr__(self) -> str:
        return self.latex

    def _repr_markdown_(self) -> str:
        return f"$$\n{self.latex}\n$$"

    def _said(self, name: str, value: float) -> str:
        return rf"\boxed{{{self._gaps[name]}}}" if name in self._gaps else latex_number(value)

    def _hidden(self, k: int) -> str:
        (W, b), a, h = NETWORK[0], self._of["a1"], self._of["h1"]
        sums = [f"a_{i + 1} &= {digits(W[i, k])} {signed(b[i])} = {digits(a[i])}" for i in (0, 1)]
        bent = [
            rf"h_{i + 1} &= \tanh({digits(a[i])}) = {self._said(f'h{i + 1}', float(h[i]))}"
            for i in (0, 1)
        ]
        return aligned(sums + bent)

    def _scores(self) -> str:
        (W, b), z = NETWORK[1], self._of["z"]
        lines = []
        for i, c in enumerate(ALPHABET):
            bias = f" {signed(b[i])}" if b[i] else ""
            products = rf"{digits(W[i, 0])}\,h_1 {signed(W[i, 1])}\,h_2"
            lines.append(f"z_{c} &= {products}{bias} = {self._said(f'z_{c}', float(z[i]))}")
        return aligned(lines)

    def _probabilities(self, right: int) -> str:
        z, p = self._of["z"], self._of["y_hat"]
        rows = []
        for i, c in enumerate(ALPHABET):
            known = f"z_{c}" not in self._gaps
            exponential = (
                latex_number(float(np.exp(z[i])))
                if known
                else rf"e^{{{self._said(f'z_{c}', 0.0)}}}"
            )
            rows.append(rf"\text{{{c}}} & {exponential} & {self._said(f'p_{c}', float(p[i]))} \\")
        total = latex_number(float(np.exp(z).sum()))
        wanted = self._said(f"p_{ALPHABET[right]}", float(p[right]))
        return (
            r"\begin{array}{lcc} & e^{z} & \hat y \\ \hline "
            + " ".join(rows)
            + rf" \hline \text{{sum}} & {total} & 1 \end{{array}} \\[0.6em] "
            + rf"\mathcal L = -\log {wanted} = {self._said('L', float(self._of['L']))}"
        )


def aligned(lines: list[str]) -> str:
    """Lines one below the other, at their equals signs."""
    rows = r" \\ ".join(lines)
    return rf"\begin{{aligned}} {rows} \end{{aligned}}"


def digits(x: float) -> str:
    """As many decimals as it has, four at most."""
    return f"{float(x):.4f}".rstrip("0").rstrip(".")


def signed(x: float) -> str:
    """As what follows in a sum."""
    return f"{'-' if x < 0 else '+'} {digits(abs(x))}"
