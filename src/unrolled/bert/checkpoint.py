"""A checkpoint of any BERT, in the files that Hugging Face writes, as this book's records.

config.json, vocab.txt and model.safetensors; old names of the norms and the prefix "bert." too.
Notebook: book/bert.ipynb
"""

from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open

from unrolled.attention.heads import MultiHead
from unrolled.bert.settings import SIZES, configured, words
from unrolled.bert.weights import Bert, Embeddings, Pooler
from unrolled.bert.wordpiece import Tokeniser
from unrolled.core.door import short_repr
from unrolled.core.shapes import Array
from unrolled.transformer.block import Block
from unrolled.transformer.feed_forward import FeedForward
from unrolled.transformer.norm import Norm

OLD = {"weight": "gamma", "bias": "beta"}  # of the norms
FLOATS = ("F16", "F32", "F64")  # as the file calls them; BF16 is none of NumPy's


def load(folder: str | Path) -> Bert:
    """The encoder that the folder holds; heads of training tasks in it are left out.

    Raises ValueError that names the file and the tensor for what is missing or does not fit.
    """
    if not isinstance(folder, str | Path):
        raise ValueError(f"folder: got {short_repr(folder)}, expected a path")
    folder = Path(folder)
    config = configured(folder / "config.json")
    tokeniser = words(folder / "vocab.txt", config)
    path = folder / "model.safetensors"
    if not path.is_file():
        raise ValueError(f"{path.name}: not in {folder}, expected the weights")
    try:
        with safe_open(path, framework="np") as file:
            return _assembled(Tensors(file, path.name), config, tokeniser)
    except SafetensorError as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected a whole safetensors file") from None


class Tensors:
    """The tensors of a file, each asked for by name and shape."""

    def __init__(self, file: object, name: str):
        self.file = file
        self.name = name
        self.known = set(file.keys())
        self.prefix = "bert." if any(key.startswith("bert.") for key in self.known) else ""

    def get(self, name: str, *shape: int) -> Array:
        """The tensor of this name, half precision made single, or ValueError."""
        full = self.prefix + name
        if full not in self.known:
            raise ValueError(f"{self.name}: no tensor {full}, expected one of shape {shape}")
        told = self.file.get_slice(full)  # what the file says of it; nothing is read
        found = tuple(told.get_shape())
        kind = told.get_dtype()
        if found != shape or kind not in FLOATS:
            got = f"{full} of shape {found} and type {kind}"
            what = f"one of shape {shape} and type {', '.join(FLOATS)}"
            raise ValueError(f"{self.name}: got {got}, expected {what}")
        found = self.file.get_tensor(full)
        found = found.astype(np.float32) if found.dtype.itemsize == 2 else found
        if not np.isfinite(found).all():
            raise ValueError(f"{self.name}: got {full} with NaN or infinity, expected numbers")
        return found

    def norm(self, name: str, d: int) -> Norm:
        """Gain and bias, under their new names or their old ones."""
        names = [f"{name}.{new}" for new in OLD]
        if self.prefix + names[0] not in self.known:
            names = [f"{name}.{old}" for old in OLD.values()]
        return Norm(*(self.get(each, d) for each in names))


def _assembled(tensors: Tensors, config: dict, tokeniser: Tokeniser | None) -> Bert:
    d, L, n_H, d_ff, V, N_max, kinds = (config[name] for name in SIZES)
    get = tensors.get
    at = "embeddings."
    embeddings = Embeddings(
        get(f"{at}word_embeddings.weight", V, d),
        get(f"{at}position_embeddings.weight", N_max, d),
        get(f"{at}token_type_embeddings.weight", kinds, d),
        tensors.norm(f"{at}LayerNorm", d),
    )

    def block(k: int) -> Block:
        at = f"encoder.layer.{k}."
        parts = [f"{at}attention.self.{name}" for name in ("query", "key", "value")]
        W = [get(f"{part}.weight", d, d).reshape(n_H, d // n_H, d) for part in parts]
        b = [get(f"{part}.bias", d).reshape(n_H, d // n_H) for part in parts]
        out = f"{at}attention.output"
        heads = MultiHead(*W, get(f"{out}.dense.weight", d, d), *b, get(f"{out}.dense.bias", d))
        feed = FeedForward(
            get(f"{at}intermediate.dense.weight", d_ff, d),
            get(f"{at}intermediate.dense.bias", d_ff),
            get(f"{at}output.dense.weight", d, d_ff),
            get(f"{at}output.dense.bias", d),
        )
        norms = [tensors.norm(f"{name}.LayerNorm", d) for name in (out, f"{at}output")]
        return Block(heads, norms[0], feed, norms[1])

    more = tensors.prefix + f"encoder.layer.{L}."
    if any(name.startswith(more) for name in tensors.known):
        got = f"tensors of {more[:-1]}"
        raise ValueError(f"{tensors.name}: got {got}, expected num_hidden_layers = {L}")
    has = any(name.startswith(tensors.prefix + "pooler.") for name in tensors.known)
    pooler = Pooler(get("pooler.dense.weight", d, d), get("pooler.dense.bias", d)) if has else None
    blocks = tuple(block(k) for k in range(L))
    return Bert(embeddings, blocks, pooler, config["layer_norm_eps"], tokeniser)
