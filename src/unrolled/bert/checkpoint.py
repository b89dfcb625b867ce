"""A checkpoint of any BERT, in the files that Hugging Face writes, as this book's records.

config.json, vocab.txt and model.safetensors; old names of the norms and the prefix "bert." too.
Notebook: book/bert.ipynb
"""

import json
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open

from unrolled.attention.heads import MultiHead
from unrolled.bert.model import Bert, Embeddings, Pooler
from unrolled.bert.wordpiece import SPECIAL, Tokeniser
from unrolled.core.shapes import Array
from unrolled.transformer.block import Block
from unrolled.transformer.feed_forward import FeedForward
from unrolled.transformer.norm import Norm

SIZES = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
         "vocab_size", "max_position_embeddings", "type_vocab_size")  # fmt: skip
OLD = {"weight": "gamma", "bias": "beta"}  # of the norms
MUST = {"hidden_act": "gelu", "position_embedding_type": "absolute", "is_decoder": False}


def load(folder: str | Path) -> Bert:
    """The encoder that the folder holds; heads of training tasks in it are left out.

    Raises ValueError that names the file and the tensor for what is missing or does not fit.
    """
    folder = Path(folder)
    config = configured(folder / "config.json")
    path = folder / "model.safetensors"
    if not path.is_file():
        raise ValueError(f"{path.name}: not in {folder}, expected the weights")
    try:
        with safe_open(path, framework="np") as file:
            return _assembled(Tensors(file, path.name), config, words(folder / "vocab.txt", config))
    except SafetensorError as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected a whole safetensors file") from None


def configured(path: Path) -> dict:
    """The sizes of a model this book can run, or ValueError that names what is different."""
    try:
        config = json.loads(path.read_text("utf-8"))
    except (OSError, json.JSONDecodeError) as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected the settings of a BERT") from None
    for name in SIZES:
        if not isinstance(config.get(name), int) or config[name] < 1:
            raise ValueError(f"{path.name}: got {name} = {config.get(name)}, expected a size")
    for name, wanted in MUST.items():
        if config.get(name, wanted) != wanted:
            raise ValueError(f"{path.name}: got {name} = {config[name]!r}, expected {wanted!r}")
    if config["hidden_size"] % config["num_attention_heads"]:
        d, n_H = config["hidden_size"], config["num_attention_heads"]
        raise ValueError(f"{path.name}: got hidden_size {d}, expected a multiple of {n_H} heads")
    return {"layer_norm_eps": 1e-12, **config}


def words(path: Path, config: dict) -> Tokeniser | None:
    """The vocabulary beside the weights, if it is there."""
    if not path.is_file():
        return None
    lines = path.read_text("utf-8").split("\n")
    pieces = {piece: k for k, piece in enumerate(lines[: -1 if lines[-1] == "" else None])}
    if len(pieces) != config["vocab_size"] or not {*SPECIAL} <= pieces.keys():
        raise ValueError(f"{path.name}: got {len(pieces)} pieces, expected {config['vocab_size']},"
                         f" {', '.join(SPECIAL)} among them")  # fmt: skip
    settings = path.with_name("tokenizer_config.json")
    lower = json.loads(settings.read_text("utf-8")).get("do_lower_case", True) if (
        settings.is_file()) else True  # fmt: skip
    return Tokeniser(pieces, lower)


class Tensors:
    """The tensors of a file, each asked for by name and shape."""

    def __init__(self, file: object, name: str):
        self.file, self.name, self.known = file, name, set(file.keys())
        self.prefix = "bert." if any(key.startswith("bert.") for key in self.known) else ""

    def get(self, name: str, *shape: int) -> Array:
        """The tensor of this name, half precision made single, or ValueError."""
        full = self.prefix + name
        found = self.file.get_tensor(full) if full in self.known else None
        if found is None:
            raise ValueError(f"{self.name}: no tensor {full}, expected one of shape {shape}")
        if found.shape != shape or found.dtype.kind != "f":
            got = f"{full} of shape {found.shape} and type {found.dtype}"
            raise ValueError(f"{self.name}: got {got}, expected floats of shape {shape}")
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
    get, at = tensors.get, "embeddings."
    embeddings = Embeddings(
        get(f"{at}word_embeddings.weight", V, d), get(f"{at}position_embeddings.weight", N_max, d),
        get(f"{at}token_type_embeddings.weight", kinds, d), tensors.norm(f"{at}LayerNorm", d),
    )  # fmt: skip

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
            get(f"{at}output.dense.weight", d, d_ff), get(f"{at}output.dense.bias", d),
        )  # fmt: skip
        norms = [tensors.norm(f"{name}.LayerNorm", d) for name in (out, f"{at}output")]
        return Block(heads, norms[0], feed, norms[1])

    has = tensors.prefix + "pooler.dense.weight" in tensors.known
    pooler = Pooler(get("pooler.dense.weight", d, d), get("pooler.dense.bias", d)) if has else None
    blocks = tuple(block(k) for k in range(L))
    return Bert(embeddings, blocks, pooler, config["layer_norm_eps"], tokeniser)
