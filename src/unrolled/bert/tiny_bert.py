"""A BERT of random weights, small enough to print, in the files of a real one.

Notebook: book/bert.ipynb
"""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from unrolled.bert.pieces import PIECES
from unrolled.core.shapes import Array

CONFIG = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
          "intermediate_size": 12, "vocab_size": len(PIECES), "max_position_embeddings": 16,
          "type_vocab_size": 2}  # fmt: skip


def tensors(seed: int = 0) -> dict[str, Array]:
    """All weights by the names that Hugging Face gives them, in double precision."""
    rng = np.random.default_rng(seed)
    d, L, _, d_ff, V, N_max, n_S = CONFIG.values()
    at = "embeddings."
    shapes = {
        f"{at}word_embeddings.weight": (V, d),
        f"{at}position_embeddings.weight": (N_max, d),
        f"{at}token_type_embeddings.weight": (n_S, d),
    }
    norms = [f"{at}LayerNorm"]
    layers = {}
    for k in range(L):
        at = f"encoder.layer.{k}."
        square = [f"attention.self.{name}" for name in ("query", "key", "value")]
        layers |= {at + name: (d, d) for name in (*square, "attention.output.dense")}
        layers |= {f"{at}intermediate.dense": (d_ff, d), f"{at}output.dense": (d, d_ff)}
        norms += [f"{at}attention.output.LayerNorm", f"{at}output.LayerNorm"]
    for name, (out, into) in layers.items():
        shapes |= {f"{name}.weight": (out, into), f"{name}.bias": (out,)}
    shapes |= {f"{name}.{part}": (d,) for name in norms for part in ("weight", "bias")}
    return {name: rng.normal(0, 0.5, shape) for name, shape in shapes.items()}


def write(folder: str | Path, seed: int = 0) -> dict[str, Array]:
    """The three files of a checkpoint, and the weights that are in it."""
    folder = Path(folder)
    W = tensors(seed)
    (folder / "config.json").write_text(json.dumps(CONFIG), "utf-8")
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", "utf-8")
    save_file(W, folder / "model.safetensors")
    return W
