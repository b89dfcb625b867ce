"""The models in the page give the logits and attention weights of the package."""

import json
import re

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from tests.chapters import ROOT
from tests.decoder.test_model import SIZES, drawn
from unrolled.core.gradcheck import largest_gap
from unrolled.core.text import LETTERS, encode, prose
from unrolled.decoder.cache import nothing_kept, step
from unrolled.decoder.levels import read_weights, write_weights
from unrolled.decoder.ngram import count_ngrams
from unrolled.decoder.sampling import next_letter
from unrolled.decoder.writers import counting_writer, decoder_writer, recurrent_writer
from unrolled.lstm.cell import CELL
from unrolled.rnn.readout import Model, random_readout
from unrolled.transformer.norm import EPSILON

READ = """
const letter = (x) => (ArrayBuffer.isView(x) ? Array.from(x) : x);
const readAll = (it, codes) => {
  let state = it.start;
  const found = codes.map((code) => {
    const after = it.read(state, code);
    state = after.state;
    return { z: letter(after.z), attended: after.attended.map((m) => m.map(letter)) };
  });
  return { whole: it.isWhole ?? true, found };
};
"""


@pytest.fixture(scope="module")
def page():
    path = ROOT / "src/unrolled/decoder/writer_models.js"
    engine = MiniRacer()
    engine.eval(re.sub(r"(?m)^export ", "", path.read_text("utf-8")) + READ)
    return engine


def ask(page, call):
    return json.loads(page.eval(f"JSON.stringify({call})"))


def zs(answer):
    assert answer["whole"]
    return np.array([one["z"] for one in answer["found"]])


def read(writer, codes):
    state, found = writer.start, []
    for code in codes:
        z, state = writer.read(state, code)
        found.append(z)
    return np.array(found)


def test_the_counting_model(page, rng):
    text = prose()[:3000]
    codes = encode(prose()[3000:3060], LETTERS)
    for n, weight in ((1, 2.0), (3, 1.0), (5, 13.0)):
        data = json.dumps({"text": text, "n": n, "weight": weight})
        call = f"readAll(countingModel({data}, {json.dumps(LETTERS)}), {codes.tolist()})"
        ours = read(counting_writer(count_ngrams(encode(text, LETTERS), 34, n, weight)), codes)
        assert largest_gap(zs(ask(page, call)), ours) < 1e-12


def test_the_lstm(page, rng):
    p = Model(CELL.random(rng, 7, 6), random_readout(rng, 6, 7))
    kept, codes = write_weights(p), rng.integers(0, 7, 20)
    p = read_weights(kept, p)
    call = f"readAll(lstmModel({json.dumps({'units': 6} | kept)}, 7), {codes.tolist()})"
    assert largest_gap(zs(ask(page, call)), read(recurrent_writer(p), codes)) < 1e-12


def test_the_decoder_its_attention_weights_and_its_end(page, rng):
    kept, codes = write_weights(drawn(1)), rng.integers(0, 7, 15)
    p = read_weights(kept, drawn(1))
    sizes = {"d": 6, "blocks": 2, "heads": 3, "wide": 10, "length": 9, "epsilon": EPSILON}
    assert sizes["d"] == SIZES["d"]
    assert sizes["length"] == SIZES["length"]
    call = f"readAll(decoderModel({json.dumps(sizes | kept)}, 7), {codes.tolist()})"
    answer = ask(page, call)
    assert largest_gap(zs(answer), read(decoder_writer(p), codes)) < 1e-10
    cache = nothing_kept(p)
    for code, one in zip(codes[:9], answer["found"], strict=False):
        _, cache, A = step(p, code, cache)
        assert largest_gap(np.array(one["attended"]), A) < 1e-12


def test_probabilities(page, rng):
    z = rng.normal(size=6)
    for temperature in (0, 0.3, 1, 2):
        found = ask(page, f"probabilities({z.tolist()}, {temperature})")
        assert largest_gap(np.array(found), next_letter(z, temperature)) < 1e-14
