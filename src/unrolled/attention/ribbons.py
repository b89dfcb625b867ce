"""Ribbons that leave a word side by side and land on others: in which order, and how high.

They leave a common socket nested, near ones inside, and none crosses another. `ribbons.js` says the
same. Notebook: book/bert.ipynb
"""

import numpy as np

LEAST = 12.0  # px: how high the lowest ribbon rises
FLAT = 0.62  # the power of its span that a ribbon rises with
THIN = 0.25  # px: what is thinner is not seen and keeps nothing away
GROWTH = 2.0  # how much higher all rise where none that is seen goes far


def nested(spans: list[float]) -> list[int]:
    """The order in the socket, from left to right, of ribbons that go so far to the right.

    To the left near before far, to the right far before near.
    """
    left = sorted((k for k, d in enumerate(spans) if d < 0), key=lambda k: (-spans[k], k))
    right = sorted((k for k, d in enumerate(spans) if d >= 0), key=lambda k: (-spans[k], k))
    return left + right


def lifts(spans: list[float], widths: list[float], room: float, width: float) -> list[float]:
    """How high the middle of each ribbon rises.

    With its span, and so that none crosses another: one that goes farther leaves its socket at
    least as steeply, as (height)² / span does not fall outwards. All of them together fill the
    room, as far as GROWTH lets them.
    """
    high = [max(LEAST, room * (abs(d) / width) ** FLAT) for d in spans]
    for side in (-1, 1):
        steep = 0.0
        out = [k for k, d in enumerate(spans) if d * side > 0]
        for k in sorted(out, key=lambda k: (abs(spans[k]), k)):
            if widths[k] < THIN:
                continue
            root = float(np.sqrt(abs(spans[k])))
            high[k] = max(high[k], steep * root + widths[k] / 2 + 1)
            steep = max(steep, (high[k] + widths[k] / 2) / root)
    tops = [h + w / 2 for h, w in zip(high, widths, strict=True)]
    seen = [top for top, w in zip(tops, widths, strict=True) if w >= THIN]
    fit = min(GROWTH, room / max(seen, default=room))
    return [max(min(fit * h, room - w / 2), w / 2 + 2) for h, w in zip(high, widths, strict=True)]
