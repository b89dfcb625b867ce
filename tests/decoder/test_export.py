"""What the page is given: a text, an LSTM and a Transformer, in at most 300 KB."""

import json
import re

import numpy as np
import pytest
from py_mini_racer import MiniRacer

from tests.chapters import ROOT
from unrolled.core.gradcheck import largest_gap
from unrolled.core.text import LETTERS
from unrolled.decoder import contest, export, repetition, writer_lstm, writer_transformer
from unrolled.decoder.levels import read_weights, write_weights


def test_the_page_gets_at_most_300_kb():
    assert len(export.script().encode()) < export.LIMIT
    data = export.page_data()
    assert data["letters"] == LETTERS
    assert len(data["ngram"]["text"]) == len(contest.corpus("all").whole)


@pytest.mark.parametrize("module", [writer_lstm, writer_transformer])
def test_the_weights_of_the_page_write_as_well_as_those_of_the_contest(module):
    """93 levels are enough: the networks' held-out perplexity is below the 5-gram model's 5.12."""
    p = module.loaded()
    assert contest.perplexity_on(p, contest.held_out()) < 4.5
    again = read_weights(write_weights(p), p)
    assert contest.perplexity_on(again, contest.held_out()) < 4.5


def test_all_three_models_of_the_page_write_what_the_package_writes():
    path = ROOT / "src/unrolled/decoder/writer_models.js"
    page = MiniRacer()
    page.eval("globalThis.self = globalThis;" + export.script())
    page.eval(re.sub(r"(?m)^export ", "", path.read_text("utf-8")))
    page.eval("""
const { letters, ngram, lstm, transformer } = unrolledParts.writer;
const size = letters.length;
const models = {
  "n-gram": countingModel(ngram, letters),
  LSTM: lstmModel(lstm, size),
  Transformer: decoderModel(transformer, size),
};
const logits = (name, codes) => {
  const found = [];
  codes.reduce((state, code) => {
    const after = models[name].read(state, code);
    found.push(Array.from(after.z));
    return after.state;
  }, models[name].start);
  return JSON.stringify(found);
};""")
    codes = contest.held_out()[:90]
    for kind in repetition.KINDS:
        theirs = np.array(json.loads(page.eval(f"logits('{kind}', {codes.tolist()})")))
        writer, ours = repetition.writer(kind), []
        state = writer.start
        for code in codes:
            z, state = writer.read(state, code)
            ours.append(z)
        assert largest_gap(theirs, np.array(ours)) < 1e-9, kind
