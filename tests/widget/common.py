"""What several widget tests need: how far numbers are apart, how the page shows one, a slider."""

from contextlib import contextmanager

import numpy as np

CONTRAST = ["color-contrast"]  # the only rule that asks for colours, and most of the time
PLAIN = r"""(html) => {
    const p = document.createElement("p");
    p.innerHTML = html.replace(/(\d) %/g, "$1\u00a0%");
    return p.innerText;
}"""  # HTML as a reader sees it
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def error(found, wanted, scale=1.0):
    """The largest difference, relative to max(scale, |wanted|)."""
    found, wanted = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    assert found.shape == wanted.shape
    return np.max(np.abs(found - wanted) / np.maximum(scale, np.abs(wanted)), initial=0)


def text(x, digits=4):
    """A number as the kit's `number` shows it."""
    shown = str(int(x)) if float(x).is_integer() else f"{x:.{digits}f}"
    return (shown[1:] if shown.startswith("-") and float(shown) == 0 else shown).replace("-", "−")


def slider(page, label):
    """The range input of this label."""
    return page.get_by_role("slider", name=label, exact=True)


@contextmanager
def moving(page):
    """Lets what changes glide, as a reader sees it."""
    page.evaluate("() => { window.unrolledSteady = false; }")
    try:
        yield
    finally:
        page.evaluate("() => { window.unrolledSteady = true; }")
