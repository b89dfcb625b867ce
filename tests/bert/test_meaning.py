"""What the chapter says of a real encoder is derived data, and this is what it derives from."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from tests.bert.hugging import reference, states
from unrolled.bert import meaning, minilm
from unrolled.bert.cosine import alike
from unrolled.bert.mistakes import MISTAKES, late, transposed, vectors
from unrolled.bert.model import forward, look, sentences
from unrolled.bert.wordpiece import Tokeniser, batch, encode, tokens

BOOK = Path(__file__).parents[2] / "book"


@pytest.fixture(scope="module")
def model():
    return minilm.minilm()


def theirs(ids, segments):
    return states(reference(), ids, segments, np.ones_like(ids)).last_hidden_state.numpy()


@pytest.fixture(scope="module")
def anew(model):
    return meaning.made(model, theirs)


def test_the_same_numbers_come_out_again(anew):
    kept = meaning.loaded()
    assert kept.keys() == anew.keys()
    assert kept["vocabulary"] == anew["vocabulary"]
    for name, row in kept["rows"].items():
        assert np.abs(np.subtract(row, anew["rows"][name])).max() < 3e-6, name
    assert np.abs(np.subtract(kept["senses"], anew["senses"])).max() < 2e-4
    assert list(kept["mistakes"]) == list(MISTAKES)
    for name, found in kept["mistakes"].items():
        for part, values in found.items():
            assert np.abs(np.subtract(values, anew["mistakes"][name][part])).max() < 2e-3, name


def test_the_parity_table_has_twenty_texts_of_different_lengths_within_1e_5(anew):
    kept = meaning.loaded()["compared"]
    assert [row[:2] for row in kept] == [row[:2] for row in anew["compared"]]
    assert len(kept) == 20
    assert len({N for _, N, _ in kept}) >= 10
    assert max(row[2] for row in kept + anew["compared"]) < 1e-5


def test_another_function_would_be_seen_in_the_parity_table(model):
    other = meaning.made(model, lambda ids, segments: theirs(ids, segments) + 2e-5)
    assert min(gap for *_, gap in other["compared"]) > 1e-5


def test_the_part_of_the_vocabulary_cuts_as_the_whole_does(model):
    part = Tokeniser(meaning.loaded()["vocabulary"])
    whole = model.tokeniser
    assert [tokens(part, text) for text in meaning.CUT] == [tokens(whole, t) for t in meaning.CUT]
    assert [encode(part, t).ids for t in meaning.CUT] == [encode(whole, t).ids for t in meaning.CUT]


def test_every_bank_is_one_token_and_the_same_row(model):
    for text in meaning.MONEY + meaning.RIVER:
        assert encode(model.tokeniser, text).tokens.count(meaning.WORD) == 1
    seen = [look(model, text) for text in meaning.MONEY + meaning.RIVER]
    layer = [one.states[3][one.tokens.index(meaning.WORD)] for one in seen]
    kept = np.array(meaning.loaded()["senses"])
    assert kept.shape == (7, 10, 10)
    assert np.abs(alike(np.array(layer)) - kept[3]).max() < 2e-4


def test_cosines(rng):
    u = rng.normal(size=(5, 3))
    found = alike(u)
    for i, j in np.ndindex(5, 5):
        assert found[i, j] == pytest.approx(u[i] @ u[j] / (u[i] @ u[i] * (u[j] @ u[j])) ** 0.5)


def test_vectors_are_means_of_the_tokens_that_are_there(model):
    found = vectors(model, meaning.TEXTS)
    unit = found / np.linalg.norm(found, axis=1, keepdims=True)
    assert np.abs(unit - sentences(model, list(meaning.TEXTS))).max() < 1e-6
    ids, segments, mask = batch(model.tokeniser, list(meaning.TEXTS))
    X = forward(model, ids, segments=segments, mask=mask)
    for row, one, there in zip(found, X, mask, strict=True):
        assert np.abs(row - one[there].mean(axis=0)).max() < 1e-6
    assert np.array_equal(vectors(model, meaning.TEXTS, first=True), X[:, 0])


def test_each_mistake_is_the_one_that_its_name_says(model):
    ids, segments, mask = batch(model.tokeniser, list(meaning.TEXTS))
    filled = np.zeros((4, 32), dtype=int)
    filled[:, : ids.shape[1]] = ids
    mean = forward(model, filled).mean(axis=1)
    assert np.abs(MISTAKES["no mask"](model, meaning.TEXTS) - mean).max() < 1e-6
    a, b = model.blocks[2].heads, transposed(model).blocks[2].heads
    for W, T in zip(a[:3], b[:3], strict=True):
        assert np.array_equal(W.reshape(384, 384).T, T.reshape(384, 384))
    assert b.W_O is a.W_O
    moved = forward(late(model), ids, segments=segments, mask=mask)
    p = model.embeddings
    E = p.token[ids] + p.position[1 : ids.shape[1] + 1] + p.segment[segments]
    unit = (E - E.mean(-1, keepdims=True)) / np.sqrt(E.var(-1, keepdims=True) + 1e-12)
    start = unit * p.norm.gain + p.norm.bias
    cut = late(model)._replace(blocks=())
    assert np.abs(forward(cut, ids, segments=segments, mask=mask) - start).max() < 1e-5
    assert moved.shape == E.shape


def test_the_listing_of_the_chapter_runs_the_real_model(model):
    cells = json.loads((BOOK / "bert.ipynb").read_text("utf-8"))["cells"]
    listing = ["".join(c["source"]) for c in cells if "listing" in c["metadata"].get("tags", ())]
    names = {}
    exec(listing[0], names)
    W = load_file(minilm.folder() / "model.safetensors")
    for text in meaning.MONEY[:2]:
        found = encode(model.tokeniser, text)
        ours = names["bert"](W, found.ids, found.segments, 12)
        ids, segments = np.array([found.ids]), np.array([found.segments])
        assert np.abs(ours - theirs(ids, segments)[0]).max() < 1e-5


def test_the_vocabulary_has_every_letter_at_the_start_of_a_word_and_in_it(model):
    for letter in "abcdefghijklmnopqrstuvwxyz":
        assert {letter, f"##{letter}"} <= set(model.tokeniser.vocabulary)
    assert not {"央", "銀"} & set(model.tokeniser.vocabulary)
