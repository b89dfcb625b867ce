"""What a student's own notebook can say of an answer, and of known slips, without holding it.

Each sentence is written with a key that only the answer gives, its first numbers to three decimals.
`OPEN` is the part that stands in the notebook: it needs NumPy alone.
"""

import base64
import hashlib
import json
from collections.abc import Iterable

import numpy as np

KEYS = 4  # numbers of which the key is made
OPEN = '''\
import base64, hashlib, itertools, json
import numpy as np
from IPython.display import HTML, display

def say(name, text):
    display(HTML(f"<code>{name}</code>: {text}"))

def check(name, answer, size):
    """Says what is known of an answer."""
    try:
        found = answer()
        found = found if isinstance(found, (tuple, list)) else [found]
        row = np.concatenate([np.ravel(np.asarray(x, dtype=float)) for x in found])
    except Exception as error:
        return say(name, f"not yet. {type(error).__name__}: {error}")
    if len(row) != size or not np.all(np.isfinite(row)):
        return say(name, f"got {len(row)} numbers, expected {size}, all of them finite.")
    if name not in LOCKS:
        return say(name, "noted. It is judged when you hand in.")
    whole = np.round(1000 * row[:4])
    for step in itertools.product((0, 1, -1), repeat=len(whole)):
        key = f"{SALT} {name} {[int(n) for n in whole + step]}".encode()
        mark, pad = hashlib.sha256(key).hexdigest()[:16], hashlib.shake_256(key)
        if mark in LOCKS[name]:
            text = base64.b64decode(LOCKS[name][mark])
            text = bytes(a ^ b for a, b in zip(text, pad.digest(len(text))))
            value, near, says = json.loads(text)
            if np.all(np.abs(row - value) <= near):
                return say(name, says)
    say(name, "wrong, and none of the usual slips. Look at each step again.")
'''


def lock(salt: str, name: str, known: Iterable[tuple[np.ndarray, str]], near: float) -> dict:
    """A locked sentence for each value: a mark of its key, and what the key opens."""
    out = {}
    for value, says in known:
        whole = [int(n) for n in np.round(1000 * value[:KEYS])]
        key = f"{salt} {name} {whole}".encode()
        text = json.dumps([value.tolist(), near, says]).encode()
        pad = hashlib.shake_256(key).digest(len(text))
        sealed = base64.b64encode(bytes(a ^ b for a, b in zip(text, pad, strict=True))).decode()
        out.setdefault(hashlib.sha256(key).hexdigest()[:16], sealed)
    return out
