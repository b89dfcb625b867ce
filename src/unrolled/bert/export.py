"""The encoder as files that a page loads by <script>, where nothing else can be loaded.

A page opened from a disk may not fetch data, but it may run scripts. So each part of the model is a
script that puts its data where the page's loader finds them, and the first part also brings the
program, `encoder.js`. Matrices are 8-bit integers in base64; token embeddings have 93
levels, one printable character for each number. Every 96 neighbours in a row share a scale.
Notebook: book/bert.ipynb
"""

import json
import re
from base64 import b64encode
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from unrolled.bert import basic, minilm
from unrolled.bert.model import Bert
from unrolled.core.shapes import Array
from unrolled.transformer.block import Block

NAME = "minilm"  # of the folder that holds the files
MOST = 48  # tokens of a sentence on the page; the position embeddings of later ones are left out
GROUP = 96  # neighbours in a row that share a scale
LEVELS = 46  # on each side of 0, for the token embeddings
PART = 6_000  # rows of the token embeddings in a file
PRINTABLE = np.array([code for code in range(32, 127) if chr(code) not in '"\\'], dtype=np.uint8)
PROGRAM = [Path(__file__).with_name(f"{name}.js") for name in ("word_pieces", "encoder")]


def is_there() -> bool:
    """Whether the package with the weights is installed."""
    return find_spec(minilm.PACKAGE) is not None


def write(model: Bert, folder: Path) -> list[Path]:
    """The files 0.js, 1.js, ... of the model in this folder: the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for k, part in enumerate(parts(model)):
        path = folder / f"{k}.js"
        key = json.dumps(f"{NAME}/{k}")
        path.write_text(f"(self.unrolledParts ??= {{}})[{key}] = {part};\n", "utf-8")
        made.append(path)
    return made


def parts(model: Bert) -> list[str]:
    """The parts as JavaScript: first the program and what it needs at once, then the weights."""
    kept = {w: k for w, k in model.tokeniser.vocabulary.items() if not w.startswith("[unused")}
    rows, scale = levels(model.embeddings.token[list(kept.values())])
    found = [_first(model, list(kept), scale)]
    for at in range(0, len(rows), PART):
        text = PRINTABLE[rows[at : at + PART] + LEVELS].tobytes().decode("ascii")
        found.append(json.dumps({"levels": text}))
    return found + [json.dumps(_block(block)) for block in model.blocks]


def levels(W: Array, most: int = LEVELS) -> tuple[Array, Array]:
    """Each number as a whole one from -most to most, and each group's scale to multiply it by."""
    groups = W.reshape(-1, GROUP)
    scale = (np.abs(groups).max(axis=-1) / most).astype(np.float32)
    scale[scale == 0] = 1
    return np.rint(groups / scale[:, None]).astype(np.int8).reshape(W.shape), scale


def program() -> str:
    """The modules as the body of one function that returns an encoder."""
    texts = (path.read_text("utf-8") for path in PROGRAM)
    code = "".join(re.sub(r"(?m)^import .*\n|^export (?=const|function)", "", t) for t in texts)
    return f"() => {{\n{code}return encoder();\n}}"


def _first(model: Bert, words: list[str], scale: Array) -> str:
    e = model.embeddings
    d_ff, d = model.blocks[0].feed.W_1.shape
    heads = len(model.blocks[0].heads.W_Q)
    sizes = {"d": d, "d_ff": d_ff, "heads": heads, "layers": len(model.blocks)}
    ends = (part.split("-") for part in json.loads(basic.YOUNGER.read_text("utf-8")))
    held = {
        "sizes": sizes | {"epsilon": model.epsilon},
        "words": " ".join(words),
        "floats": _spelled([scale, e.position[:MOST] + e.segment[0], e.norm.gain, e.norm.bias]),
        "younger": [[int(one[0], 16), int(one[-1], 16)] for one in ends],
        "changed": basic.CHANGED,
    }
    return f"{{ program: {program()}, data: {json.dumps(held)} }}"


def _block(block: Block) -> dict[str, str]:
    """The matrices of a block, and in the same order their scales, their biases and the norms."""
    h, f = block.heads, block.feed
    d = h.W_O.shape[0]
    ints, floats = [], []

    def dense(W: Array, b: Array) -> None:
        whole, scale = levels(W, 127)
        ints.append(whole)
        floats.extend((scale, b))

    for W, b in ((h.W_Q, h.b_Q), (h.W_K, h.b_K), (h.W_V, h.b_V), (h.W_O, h.b_O)):
        dense(W.reshape(d, -1), b)
    floats += block.norm_1
    dense(f.W_1, f.b_1)
    dense(f.W_2, f.b_2)
    floats += block.norm_2
    whole = np.concatenate([W.ravel() for W in ints])
    return {"ints": b64encode(whole.tobytes()).decode(), "floats": _spelled(floats)}


def _spelled(arrays: list[Array]) -> str:
    flat = np.concatenate([np.asarray(a, dtype="<f4").ravel() for a in arrays])
    return b64encode(flat.tobytes()).decode()
