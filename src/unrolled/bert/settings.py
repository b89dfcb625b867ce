"""What stands beside the weights of a checkpoint: its sizes, its vocabulary, how text is cut.

Notebook: book/bert.ipynb
"""

import json
from pathlib import Path

from unrolled.bert.wordpiece import SPECIAL, Tokeniser
from unrolled.core.door import short_repr

SIZES = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
         "vocab_size", "max_position_embeddings", "type_vocab_size")  # fmt: skip
MUST = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute",
        "is_decoder": False, "add_cross_attention": False}  # fmt: skip


def configured(path: Path) -> dict:
    """The sizes of a model this book can run, or ValueError that names what is different."""
    config = {"layer_norm_eps": 1e-12, **_listed(path, "the settings of a BERT")}
    for name in SIZES:
        if type(config.get(name)) is not int or config[name] < 1:
            raise ValueError(f"{path.name}: got {name} = {config.get(name)!r}, expected a size")
    for name, wanted in MUST.items():
        _must(path, config, name, wanted)
    if config["hidden_size"] % config["num_attention_heads"]:
        d, n_H = config["hidden_size"], config["num_attention_heads"]
        raise ValueError(f"{path.name}: got hidden_size {d}, expected a multiple of {n_H} heads")
    epsilon = config["layer_norm_eps"]
    if type(epsilon) not in (int, float) or not 0 < epsilon < 1:
        got = f"layer_norm_eps = {epsilon!r}"
        raise ValueError(f"{path.name}: got {got}, expected a number above 0 and below 1")
    return config


def words(path: Path, config: dict) -> Tokeniser | None:
    """The vocabulary beside the weights, if it is there."""
    if not path.exists():
        return None
    lines = _text(path, "a piece in each line").split("\n")
    pieces = {piece: k for k, piece in enumerate(lines[: -1 if lines[-1] == "" else None])}
    if len(pieces) != config["vocab_size"] or not {*SPECIAL} <= pieces.keys():
        raise ValueError(
            f"{path.name}: got {len(pieces)} pieces, expected {config['vocab_size']},"
            f" {', '.join(SPECIAL)} among them"
        )
    beside = path.with_name("tokenizer_config.json")
    told = _listed(beside, "how text is cut") if beside.exists() else {}
    lower = told.get("do_lower_case", True)
    if not isinstance(lower, bool):
        got = f"do_lower_case = {short_repr(lower)}"
        raise ValueError(f"{beside.name}: got {got}, expected true or false")
    for name, wanted in (("strip_accents", lower), ("tokenize_chinese_chars", True)):
        if told.get(name) is not None:
            _must(beside, told, name, wanted)
    return Tokeniser(pieces, lower)


def _must(path: Path, given: dict, name: str, wanted: object) -> None:
    found = given.get(name, wanted)
    if type(found) is not type(wanted) or found != wanted:
        raise ValueError(f"{path.name}: got {name} = {short_repr(found)}, expected {wanted!r}")


def _listed(path: Path, what: str) -> dict:
    try:
        found = json.loads(_text(path, what))
    except (json.JSONDecodeError, RecursionError) as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected {what}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path.name}: got {short_repr(found)}, expected {what}")
    return found


def _text(path: Path, what: str) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise ValueError(f"{path.name}: got {wrong}, expected {what}") from None
