"""A FinBERT, or another BERT, from a folder: what is wrong with the folder is said first.

`bert.checkpoint` reads the files. What people have on disk is often something near: the folder
above, PyTorch's file of weights, a head without its encoder, words in another case.
Notebook: book/finbert.ipynb
"""

import json
from pathlib import Path

from safetensors import SafetensorError, safe_open

from unrolled.bert.checkpoint import load
from unrolled.bert.model import Bert
from unrolled.bert.wordpiece import SPECIAL
from unrolled.core.door import short_repr

FILES = ("config.json", "vocab.txt", "model.safetensors")
OTHERS = ("pytorch_model.bin", "tf_model.h5", "bert_model.ckpt.index", "flax_model.msgpack")
CONVERT = "BertModel.from_pretrained(folder).save_pretrained(folder) of `transformers` writes it"
WORDS = "word_embeddings.weight"
CAPITALS = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def load_encoder(folder: str | Path) -> tuple[Bert, str]:
    """The encoder in a folder, with its words, and the folder's name.

    Raises ValueError that says what the folder lacks, and how the usual cases are mended.
    """
    if not isinstance(folder, str | Path):
        raise ValueError(f"folder: got {short_repr(folder)}, expected a path")
    path = Path(folder)
    _check_files(path)
    _check_encoder(path / FILES[2])
    model = load(path)
    _check_case(path, model)
    return model, path.resolve().name


def _check_files(path: Path) -> None:
    expected = f"a folder with {', '.join(FILES)}"
    if not path.is_dir():
        got = "a file" if path.exists() else "no such folder"
        raise ValueError(f"folder: got {short_repr(str(path))}, {got}, expected {expected}")
    missing = [name for name in FILES if not (path / name).is_file()]
    if not missing:
        return
    below = sorted(one.parent.name for one in path.glob("*/config.json"))
    if len(missing) == len(FILES) and below:
        raise ValueError(f"folder: got {path.name}, expected the folder {below[0]} in it")
    other = next((name for name in OTHERS if (path / name).exists()), None)
    if FILES[2] in missing and other:
        raise ValueError(f"{other}: got weights in this form, expected {FILES[2]}; {CONVERT}")
    if (path / "adapter_config.json").exists():
        raise ValueError("adapter_config.json: got an adapter, expected the whole encoder")
    raise ValueError(f"{', '.join(missing)}: not in {path.name}, expected {expected}")


def _check_encoder(path: Path) -> None:
    """The file holds an encoder, not a head or something else alone."""
    try:
        with safe_open(path, framework="np") as file:
            names = sorted(file.keys())
    except SafetensorError as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected a whole safetensors file") from None
    if not any(name.endswith(WORDS) for name in names):
        got = short_repr(", ".join(names))
        raise ValueError(f"{path.name}: got {got} alone, expected an encoder with {WORDS}")


def _check_case(path: Path, model: Bert) -> None:
    """Capitals are kept where the vocabulary has some, and only there."""
    pieces = model.tokeniser.vocabulary.keys() - {*SPECIAL}
    cased = any(CAPITALS & set(piece) for piece in pieces if not piece.startswith("["))
    if cased == (not model.tokeniser.lower):
        return
    vocabulary = "with capitals" if cased else "without capitals"
    wanted = json.dumps({"do_lower_case": not cased})
    got = f"a vocabulary {vocabulary} and do_lower_case {str(model.tokeniser.lower).lower()}"
    raise ValueError(f"{path.name}: got {got}, expected {wanted} in tokenizer_config.json")
