"""What a student's own notebook can say of an answer, and of known slips, without holding it.

Each sentence is written with a key that only the answer gives: its first numbers, in steps of
0.005, through a function that takes some milliseconds. To try all pairs takes half an hour.
`OPEN` is the part that stands in the notebook: it needs NumPy alone.
"""

import base64
import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from unrolled.page.ask import TOLERANCE

KEYS = 4  # numbers of which the key is made
NEARLY = (
    "nearly: the third decimal is off. Keep more decimals on the way, and round at the end instead"
    " of cutting."
)
OPEN = '''\
import base64, hashlib, itertools, json
import numpy as np
from copy import deepcopy
from IPython.display import HTML, display

def say(name, text):
    display(HTML(f"<code>{name}</code>: {text}"))

def check(name, answer, size):
    """Tell the student whether an answer is right."""
    from builtins import any, bytes, float, int, isinstance, len, list, sorted, tuple, type, zip
    try:
        found = answer()
        if found is None:
            return say(name, "this gives None: is a return missing?")
        found = found if isinstance(found, (tuple, list)) else [found]
        if any(x is ... for x in found):
            return say(name, "no answer yet.")
        row = np.concatenate([np.ravel(np.asarray(x, dtype=float)) for x in found])
    except Exception as error:
        return say(name, f"not yet. {type(error).__name__}: {error}")
    if len(row) != size or not np.all(np.isfinite(row)):
        return say(name, f"expected {size} finite numbers, got {len(row)} numbers.")
    if name not in LOCKS:
        judge = "It is judged when you hand in." if SALT else "Run `make check` to have it judged."
        return say(name, f"noted. {judge}")
    last = "wrong, and not by one of the known mistakes. Look at each step again."
    steps = [sorted({int(np.floor(x)), int(np.ceil(x))}) for x in 200 * row[:4]]
    for whole in itertools.product(*steps):
        words = f"{SALT} {name} {list(whole)}".encode()
        key = hashlib.scrypt(words, salt=b"", n=4096, r=8, p=1)
        if key.hex()[:16] in LOCKS[name]:
            text = base64.b64decode(LOCKS[name][key.hex()[:16]])
            pad = hashlib.shake_256(key).digest(len(text))
            value, near, says, nearly = json.loads(bytes(a ^ b for a, b in zip(text, pad)))
            apart = np.max(np.abs(row - value))
            if apart <= near:
                return say(name, says)
            last = nearly if nearly and apart <= 4 * near else last
    over = [k for k, v in GIVEN.items() if not np.array_equal(globals().get(k, v), v)]
    if over:
        last += f" And you changed {', '.join(over)}: run the cell under The numbers again."
    say(name, last)
'''


def lock(salt: str, name: str, known: Iterable[tuple[np.ndarray, str]], near: float) -> dict:
    """A locked sentence for each value, the first of which is right: a mark, and what it opens."""
    out = {}
    for n, (value, says) in enumerate(known):
        whole = [int(x) for x in np.round(200 * value[:KEYS])]
        key = _key(f"{salt} {name} {whole}")
        nearly = NEARLY if not n and near == TOLERANCE else ""
        text = json.dumps([np.round(value, 9).tolist(), near, says, nearly]).encode()
        pad = hashlib.shake_256(key).digest(len(text))
        sealed = base64.b64encode(bytes(a ^ b for a, b in zip(text, pad, strict=True))).decode()
        out.setdefault(key.hex()[:16], sealed)
    return out


@lru_cache(1024)
def _key(words: str) -> bytes:
    return hashlib.scrypt(words.encode(), salt=b"", n=4096, r=8, p=1)
