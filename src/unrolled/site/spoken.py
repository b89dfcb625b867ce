"""A formula in words, where a name is wanted that can be heard."""

import re

WORDS = (
    (r"\\textcolor\{[^}]*\}|\\(mathbf|boldsymbol|mathcal|text)(?![a-z])|\\[,;:!]", " "),
    (r"\\hat\s*(\{[^{}]*\}|\w)", r" \1 hat "),
    (r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}", r" \1 over \2 "),
    (r"\^(\\top|\{\\top\})", " transposed "),
    (r"\^2(?![0-9])", " squared "),
    (r"\^", " to the power "),
    (r"\\lVert", " the norm of "),
    (r"\\rVert(_2)?|[{}_()]", " "),
    (r"\\nabla", " gradient "),
    (r"'", " prime "),
    (r"=", " equals "),
    (r"<", " below "),
    (r">", " above "),
    (r"\+", " plus "),
    (r"-", " minus "),
    (r"/", " over "),
    (r"\\([a-zA-Z]+)", r" \1 "),
)


def spoken(tex: str) -> str:
    r"""The words for a formula: `\hat{\mathbf y} - \mathbf y` is "y hat minus y"."""
    for pattern, words in WORDS:
        tex = re.sub(pattern, words, tex)
    return " ".join(tex.split())
