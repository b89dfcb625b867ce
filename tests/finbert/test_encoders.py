"""Encoders: one interface, whoever reads; long texts in parts; wrong folders named."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from tests.bert.hugging import SMALL, small
from unrolled.bert import minilm
from unrolled.bert.checkpoint import load
from unrolled.bert.model import sentences
from unrolled.bert.wordpiece import SPECIAL
from unrolled.finbert import encoders
from unrolled.finbert.encoders import BUCKETS, Cut, encoder, hashed, of_model, parts
from unrolled.finbert.facts import CORPORA, RELEASES

KNOWN = [(332, 1), (310, 1), (151, -1)]
TEXTS = ["the banks un roll", "the bank", "the bank. the banks; un! the"]


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "finbert"
    small(path)
    return path


def test_a_checkpoint_from_a_folder_says_its_name_and_is_the_models_mean(folder):
    found = encoder(folder)
    assert found.name == "the checkpoint finbert"
    V = found(TEXTS)
    assert V.shape == (3, found.d) == (3, SMALL["hidden_size"])
    assert np.abs(V - sentences(load(folder), TEXTS)).max() < 1e-12


def test_the_settings_of_every_finbert_release_load(tmp_path):
    for release in RELEASES:
        folder = tmp_path / release.name
        letters = [] if release.lower else ["A"]
        pieces = [*SPECIAL, "the", *letters]
        pieces += [f"piece{n}" for n in range(release.vocabulary - len(pieces))]
        small(folder, vocab_size=release.vocabulary, hidden_size=4, num_attention_heads=2)
        (folder / "vocab.txt").write_text("\n".join(pieces) + "\n", "utf-8")
        cut = {"do_lower_case": release.lower}
        (folder / "tokenizer_config.json").write_text(json.dumps(cut))
        assert encoder(folder)(["the"]).shape == (1, 4)


def test_a_fine_tuned_model_is_read_and_its_head_left_out(folder):
    plain = encoder(folder)(TEXTS)
    path = folder / "model.safetensors"
    held = {f"bert.{name}": w for name, w in load_file(path).items()}
    save_file(held | {"classifier.weight": np.zeros((3, 12)), "classifier.bias": np.zeros(3)}, path)
    assert np.array_equal(encoder(folder)(TEXTS), plain)


def test_the_small_real_encoder_runs_where_it_is_installed():
    found = encoder()
    assert found.name == "all-MiniLM-L6-v2"
    texts = ["The central bank raised interest rates.", "Borrowing became more expensive."]
    theirs = sentences(minilm.minilm(), texts)
    assert np.abs(found(texts) - theirs).max() < 1e-5


def test_without_a_folder_and_without_the_package_words_are_counted(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package")
    found = encoder()
    assert found.name == f"a hashed bag of words, {BUCKETS} buckets"
    assert found(TEXTS).shape == (3, BUCKETS)


def test_a_long_text_is_cut_between_sentences_and_the_parts_are_averaged(folder):
    model = load(folder)  # 16 places: 14 tokens in a part
    sentence = "the bank un roll a b."
    text = " ".join([sentence] * 5)
    found, broken = parts(model.tokeniser, text, 16)
    assert broken == 0
    assert [len(part) for part in found] == [14, 14, 7]
    one = of_model(model, "small")
    assert one.cuts([text, "the"]) == [Cut(35, 3, 0), Cut(1, 1, 0)]
    both, last = sentences_of(model, [f"{sentence} {sentence}", sentence])
    mean = 2 * both + last  # sums over tokens, [CLS] and [SEP] among them
    assert np.abs(one([text])[0] - mean / np.linalg.norm(mean)).max() < 1e-12


def sentences_of(model, texts):
    """Sums of the last states, not brought to one length."""
    from unrolled.bert.mistakes import vectors
    from unrolled.bert.wordpiece import encode

    counts = [len(encode(model.tokeniser, text).ids) for text in texts]
    return [count * v for count, v in zip(counts, vectors(model, tuple(texts)), strict=True)]


def test_a_sentence_that_is_too_long_by_itself_is_broken_and_no_token_is_lost(folder):
    model = load(folder)
    text = "the bank. " + "a b c d e f g " * 6 + "h. un roll."
    found, broken = parts(model.tokeniser, text, 16)
    whole = parts(model.tokeniser, text, 512)[0][0]
    assert broken == 1
    assert [token for part in found for token in part] == whole
    assert max(map(len, found)) <= 14
    assert of_model(model, "small").cuts([text])[0] == Cut(len(whole), len(found), 1)


def test_a_batch_is_a_stack_of_single_texts(folder):
    for one in (encoder(folder), hashed(64)):
        texts = [f"{' '.join(['the bank.'] * n)} un" for n in (1, 7, 2, 30, 3, 1, 4, 1, 5, 9, 2)]
        alone = np.concatenate([one([text]) for text in texts])
        assert np.abs(one(texts) - alone).max() < 1e-12
        assert np.linalg.norm(alone, axis=1) == pytest.approx(1)


def test_a_hashed_bag_counts_words_with_their_signs():
    found = hashed(32)
    one, other = (encoders.bucket_of(word, 32) for word in ("rates", "rise"))
    row = np.zeros(32)
    row[one[0]] += 2 * one[1]
    row[other[0]] += other[1]
    assert found(["Rates, rates RISE"])[0] == pytest.approx(row / np.linalg.norm(row))
    assert found.cuts(["Rates, rates"]) == [Cut(2, 1, 0)]


def test_hashing_is_the_same_in_every_run():
    assert [encoders.bucket_of(word, 512) for word in ("gold", "rates", "é")] == KNOWN
    code = "from unrolled.finbert.encoders import bucket_of; print(bucket_of('gold', 512))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(KNOWN[0])


def test_signs_make_products_right_on_average(rng):
    a, b = rng.integers(0, 3, (2, 40))
    found = []
    for seed in range(400):
        words = [f"w{seed}x{n}" for n in range(40)]
        phi = np.zeros((2, 16))
        for k, word in enumerate(words):
            bucket, sign = encoders.bucket_of(word, 16)
            phi[:, bucket] += sign * np.array([a[k], b[k]])
        found.append(phi[0] @ phi[1])
    error = np.std(found) / 20
    assert abs(np.mean(found) - a @ b) < 3 * error


@pytest.mark.parametrize("texts", [None, "text", [], [1], ["a", ""], ["a", " .\n"], {"a": 1}])
def test_texts_are_a_list_with_words(unchecked, folder, texts):
    for one in (hashed(8), encoder(folder)):
        for call in (one, one.cuts):
            got = r"texts(\[\d\])?: got .*, expected a (list of texts|text with a word)"
            with pytest.raises(ValueError, match=got):
                call(texts)


def test_sizes_are_checked(unchecked):
    for d in (0, 1, 2.5, None, "8"):
        with pytest.raises(ValueError, match=r"d: got .*, expected a whole number"):
            hashed(d)


def test_a_wrong_folder_is_named_and_how_it_is_mended(folder, tmp_path, unchecked):
    def fresh(change):
        shutil.rmtree(copy := tmp_path / "copy", ignore_errors=True)
        shutil.copytree(folder, copy)
        change(copy)
        return copy

    def pytorch(path):
        (path / "model.safetensors").rename(path / "pytorch_model.bin")

    def in_a_folder_below(path):
        shutil.copytree(folder, path / "inner")
        for name in ("config.json", "vocab.txt", "model.safetensors"):
            (path / name).unlink()

    def head(path):
        save_file({"classifier.weight": np.zeros((3, 12))}, path / "model.safetensors")

    def adapter(path):
        (path / "model.safetensors").unlink()
        (path / "adapter_config.json").write_text("{}")

    def with_capitals(path):
        text = (path / "vocab.txt").read_text()
        (path / "vocab.txt").write_text(text.replace("the\n", "The\n"))

    def kept_capitals(path):
        (path / "tokenizer_config.json").write_text('{"do_lower_case": false}')

    def other_sizes(path):
        config = json.loads((path / "config.json").read_text())
        (path / "config.json").write_text(json.dumps(config | {"intermediate_size": 99}))

    for change, says in (
        (pytorch, r"pytorch_model.bin: got weights in this form, expected model.safetensors; Bert"),
        (in_a_folder_below, r"folder: got copy, expected the folder inner in it"),
        (head, r"model.safetensors: got 'classifier.weight' alone, expected an encoder with word"),
        (adapter, r"adapter_config.json: got an adapter, expected the whole encoder"),
        (lambda path: (path / "vocab.txt").unlink(), r"vocab.txt: not in copy, expected a folder"),
        (lambda path: (path / "config.json").unlink(), r"config.json: not in copy"),
        (with_capitals, r"got a vocabulary with capitals and do_lower_case true, expected .*false"),
        (kept_capitals, r"got a vocabulary without capitals and do_lower_case false, expected"),
        (other_sizes, r"intermediate.dense.weight of shape .*, expected .*99"),
        (lambda path: (path / "model.safetensors").write_bytes(b"x"), r"a whole safetensors file"),
    ):
        with pytest.raises(ValueError, match=says):
            encoder(fresh(change))
    for path, says in (
        (tmp_path / "nowhere", "no such folder, expected a folder with config.json, vocab.txt"),
        (folder / "config.json", "a file, expected a folder"),
        (3, "folder: got 3, expected a path"),
    ):
        with pytest.raises(ValueError, match=says):
            encoder(path)


def test_the_way_to_mend_weights_of_pytorch_works(folder, tmp_path):
    from transformers import BertModel

    plain = encoder(folder)(TEXTS)
    held = {
        name: torch.from_numpy(w) for name, w in load_file(folder / "model.safetensors").items()
    }
    (folder / "model.safetensors").unlink()
    torch.save(held, folder / "pytorch_model.bin")
    with pytest.raises(ValueError, match=r"pytorch_model\.bin"):
        encoder(folder)
    BertModel.from_pretrained(folder, dtype=torch.float64).save_pretrained(folder)
    assert np.abs(encoder(folder)(TEXTS) - plain).max() < 1e-12


def test_what_is_told_of_finbert():
    assert sum(CORPORA.values()) == pytest.approx(4.9e9)
    assert len(RELEASES) == 4
    own = {one.name: one.vocabulary for one in RELEASES if one.own_words}
    assert own == {"FinBERT-FinVocab-Uncased": 30_873, "FinBERT-FinVocab-Cased": 28_573}
    assert [one.own_words for one in RELEASES if one.recommended] == [True]
    assert {one.vocabulary for one in RELEASES if not one.own_words} == {30_522, 28_996}
