"""The encoder that runs in the page gives the tokens, weights and vectors of `unrolled.bert`."""

import json
import random
import re
from itertools import pairwise

import numpy as np
import pytest

from tests.bert.test_words import drawn
from tests.chapters import ROOT
from tests.site.small_book import build
from unrolled.bert import export, heads, minilm
from unrolled.bert.model import look, sentences
from unrolled.bert.wordpiece import encode
from unrolled.widget import inline

ATOB = """
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SIX = Object.fromEntries([...SIGNS].map((sign, k) => [sign, k]));
globalThis.atob = (text) => {
    const bytes = new Uint8Array((text.length / 4) * 3);
    for (let i = 0, k = 0; i < text.length; i += 4) {
        let n = 0;
        for (let j = 0; j < 4; j++) n = n * 64 + (SIX[text[i + j]] ?? 0);
        for (const shift of [16, 8, 0]) bytes[k++] = (n >> shift) & 255;
    }
    const left = bytes.subarray(0, bytes.length - text.match(/=*$/)[0].length);
    return Array.from(left, (byte) => String.fromCharCode(byte)).join("");
};
globalThis.self = globalThis;
"""
BEGIN = """
const parts = Object.values(unrolledParts);
const it = parts[0].program();
it.add(parts[0].data);
parts.slice(1).forEach(it.add);
const answer = (name, text) => JSON.stringify(JSON.parse(text).map((each) => {
    const found = it[name](each);
    const list = (array) => Array.from(array, (x) => Math.round(x * 1e7) / 1e7);
    if (!found.weights) return found;
    const { weights, queries, keys, vector } = found;
    const lists = Object.entries({ weights, queries, keys, vector });
    return { ...found, ...Object.fromEntries(lists.map(([of, array]) => [of, list(array)])) };
}));
"""
SENTENCES = [
    *heads.SENTENCES[:6],
    "The animal did not cross the street because it was too tired.",
    "The animal did not cross the street because it was too wide.",
    "I'm 30 % sure: $5 (or €6) isn't e-mail@x.org…",
    "The capital of France is [MASK], is it not?",
    "Señor Müller's naïve façade – “déjà vu” – cost £1,234.56!",
    "Long short-term memory networks carry a cell state through time.",
]


@pytest.fixture(scope="module")
def model():
    return minilm.minilm()


@pytest.fixture(scope="module")
def files(model, tmp_path_factory):
    return export.write(model, tmp_path_factory.mktemp("page") / "_static" / export.NAME)


@pytest.fixture(scope="module")
def answers(files):
    """`answers(name, values)`: what the program in the files gives, in V8."""
    from py_mini_racer import MiniRacer

    runs = MiniRacer()
    for code in (ATOB, *(path.read_text("utf-8") for path in files), BEGIN):
        runs.eval(f"{code}\n0")
    return lambda name, values: json.loads(runs.call("answer", name, json.dumps(values)))


def written_in_the_book(count):
    """Pieces of the notebooks as they are: formulas, Markdown, quotation marks, names."""
    lines = []
    for path in sorted((ROOT / "book").glob("*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                lines += [line for line in "".join(cell["source"]).split("\n") if len(line) > 30]
    return lines[:: len(lines) // count][:count]


def test_five_hundred_texts_give_pythons_tokens(model, answers):
    rng = random.Random(28)
    texts = [*SENTENCES, *written_in_the_book(150)]
    texts += [drawn(rng) for _ in range(500 - len(texts))]
    assert len(set(texts)) > 480
    for text, found in zip(texts, answers("tokens", texts), strict=True):
        assert found == encode(model.tokeniser, text).tokens, repr(text)


def test_every_kind_of_character_is_taken_as_python_takes_it(model, answers):
    """One in four hundred, what Unicode 8 did not have or had otherwise, and halves of pairs."""
    odd = [int(end, 16) for part in json.loads(export.basic.YOUNGER.read_text("utf-8"))
           for end in part.split("-")]  # fmt: skip
    codes = [*range(1, 0x300), *range(0x300, 0x110000, 397), *map(ord, export.basic.CHANGED)]
    texts = [f"a{chr(code)}b" for code in [*codes, *odd, 0xD800, 0xDFFF]]
    for text, found in zip(texts, answers("tokens", texts), strict=True):
        assert found == encode(model.tokeniser, text).tokens, ascii(text)
    for text in ("a" * 100, "a" * 101, "é" * 101, "𠀀" * 3, "[MASK][mask] [SEP]"):
        assert answers("tokens", [text]) == [encode(model.tokeniser, text).tokens]


def test_weights_of_a_dozen_sentences_to_eight_bits(model, answers):
    """All 72 heads; and the token that a row looks at most is nearly always the same."""
    assert len(SENTENCES) == 12
    same = []
    for text, found in zip(SENTENCES, answers("encode", SENTENCES), strict=True):
        seen = look(model, text)
        wanted = np.array(seen.weights)
        assert found["tokens"] == seen.tokens
        assert (found["layers"], found["heads"]) == wanted.shape[:2]
        A = np.reshape(found["weights"], wanted.shape)
        assert np.allclose(A.sum(axis=-1), 1, atol=1e-5)
        off = np.abs(A - wanted)
        assert off.mean() <= 0.002, text
        assert off.max() <= 0.08, text
        same.append((A.argmax(axis=-1) == wanted.argmax(axis=-1)).mean())
    assert np.mean(same) > 0.97


def test_sentences_are_as_alike_as_in_python(model, answers):
    vectors = np.array([found["vector"] for found in answers("encode", SENTENCES)])
    wanted = sentences(model, SENTENCES)
    assert np.abs(vectors @ vectors.T - wanted @ wanted.T).max() <= 0.01
    pairs = list(pairwise(SENTENCES))[:3]
    for k, cosine in enumerate(answers("alike", pairs)):
        assert cosine == pytest.approx(vectors[k] @ vectors[k + 1], abs=1e-5)


@pytest.mark.parametrize(("text", "says"), [
    ("", "Type a sentence first."),
    (" \n\u200b", "Type a sentence first."),
    ("word " * 47, "This sentence has 49 tokens, and the model on this page reads at most 48."),
])  # fmt: skip
def test_what_cannot_be_encoded_is_a_sentence(answers, text, says):
    with pytest.raises(Exception, match=re.escape(says)):
        answers("encode", [text])
    assert len(answers("encode", ["word " * 46])[0]["tokens"]) == 48


def test_the_files_are_the_same_each_time_and_below_30_megabytes(model, files):
    assert [path.name for path in files] == [f"{k}.js" for k in range(len(files))]
    for path, part in zip(files, export.parts(model), strict=True):
        assert path.read_text("utf-8").endswith(f"= {part};\n")
    assert sum(path.stat().st_size for path in files) < 30e6
    assert max(path.stat().st_size for path in files) < 3e6  # progress moves on


def test_integers_are_half_a_level_off_at_most(rng):
    W = rng.normal(size=(2, 3 * export.GROUP)).astype(np.float32)
    W[0, : export.GROUP] = 0
    W[1, export.GROUP :] *= 100
    whole, scale = export.levels(W)
    assert (whole.dtype, whole.shape, scale.shape) == (np.int8, W.shape, (6,))
    assert np.abs(whole.reshape(6, -1)).max(axis=1).tolist() == [0, 46, 46, 46, 46, 46]
    off = np.abs(whole * np.repeat(scale, export.GROUP).reshape(W.shape) - W).reshape(6, -1)
    assert (off.max(axis=1) <= scale * 0.5001).all()


# --- in the browser, from a disk


@pytest.fixture
def page(visit, files):
    """A page beside the files that names them, opened from the disk: `page(more)`."""

    def open_page(count=None, before=""):
        count = count or len(files)
        size = sum(path.stat().st_size for path in files)
        told = f'content="_static/minilm" data-files="{count}" data-bytes="{size}"'
        html = files[0].parents[2] / "page.html"
        code = inline.kit("own_sentence")
        html.write_text(
            f'<!doctype html><meta charset="utf-8"><title>Page</title>'
            f'<meta name="unrolled-minilm" {told}><script>{before}</script><script>{code}</script>',
            "utf-8",
        )
        here = visit()
        here.page.goto(html.as_uri())
        return here

    return open_page


ENCODE = """async (text) => {
    const { minilm } = KIT.own_sentence;
    const shares = [];
    await minilm.load((share) => shares.push(share));
    const { tokens, weights } = await minilm.encode(text);
    const wrong = await minilm.encode("").catch(({ message }) => message);
    const alike = await minilm.alike(text, text);
    return { tokens, weights: Array.from(weights), shares, wrong, alike, there: minilm.there() };
}"""
WITHOUT_WORKERS = "self.Worker = class { constructor() { throw new Error('no'); } };"


FORBIDDEN = "self.Worker = class { constructor() { setTimeout(() => this.onerror()); } };"


@pytest.mark.parametrize(
    "before", ["", WITHOUT_WORKERS, FORBIDDEN], ids=["worker", "none", "forbidden"]
)
def test_a_page_from_a_disk_encodes_a_sentence_without_a_network(model, page, before):
    here = page(before=before)
    found = here.page.evaluate(ENCODE, SENTENCES[6])
    seen = look(model, SENTENCES[6])
    assert found["tokens"] == seen.tokens
    wanted = np.array(seen.weights)
    assert np.abs(np.reshape(found["weights"], wanted.shape) - wanted).max() <= 0.1
    assert found["shares"] == sorted(found["shares"])
    assert (found["shares"][0], found["shares"][-1]) == (0, 1)
    assert found["wrong"] == "Type a sentence first."
    assert found["alike"] == pytest.approx(1, abs=1e-5)
    assert found["there"]["bytes"] < 30e6
    assert (here.outside, here.console) == ([], [])


def test_a_file_that_is_missing_is_named_and_may_be_tried_again(page, files):
    here = page(count=len(files) + 1)
    tried = "() => KIT.own_sentence.minilm.encode('Hi.').catch(({ message }) => message)"
    for _ in range(2):
        says = f"The model could not be loaded: no file minilm/{len(files)}.js."
        assert here.page.evaluate(tried) == says


# --- in the book


def test_a_book_names_the_files_only_where_the_model_is_installed(tmp_path, monkeypatch):
    pages = {"one": "# One", "two": "# Two"}
    warnings, html = build(tmp_path / "with", pages, more=["unrolled.site.encoder"])
    assert warnings == ""
    made = list((tmp_path / "with/html/_static/minilm").glob("*.js"))
    size = sum(path.stat().st_size for path in made)
    told = f'content="_static/minilm" data-files="{len(made)}" data-bytes="{size}"'
    assert all(f'<meta name="unrolled-minilm" {told}>' in text for text in html.values())
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package")
    warnings, html = build(tmp_path / "without", pages, more=["unrolled.site.encoder"])
    assert warnings == ""
    assert not any("unrolled-minilm" in text for text in html.values())
    assert not (tmp_path / "without/html/_static/minilm").exists()
