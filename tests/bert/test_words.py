"""Our tokeniser gives what the library `tokenizers` gives, on whatever text."""

import random
import unicodedata

import pytest

from tests.bert.hugging import tokeniser
from unrolled.bert import basic, minilm
from unrolled.bert.settings import configured, words
from unrolled.bert.wordpiece import Tokeniser, batch, encode, pieces, tokens

OURS = words(minilm.folder() / "vocab.txt", configured(minilm.folder() / "config.json"))
POOLS = (
    "abcdefghij XYZ", "éàüÅñçß", "".join(map(chr, range(0x300, 0x330))),
    "".join(map(chr, range(0x4E00, 0x4E40))), "你好ｈｅ", "𠀀𠀁𠀂",
    "😀🚀👩\u200d🚀", "\u200b\u200c\u200d\ufeff\u00ad\u2028\u2029\u0085\u00a0\u3000",
    "\x1c\x1d\x1e\x1f\x0b\x0c", "".join(map(chr, range(32))), "İıŞşĞ", "ΣσςΑΩ", "ﬁﬂﬀ",
    "!!!???...,,;;--__~^`|$+<=>", "##", "\ufffd\0", "\ud7ff\ue000\uf8ff", "अआइ्ि", "กขิ",
    "والعربيةَ", "한국어",
)  # fmt: skip
WHOLE = ("[CLS]", "[SEP]", "[MASK]", "[UNK]", "[PAD]", "[mask]", "ab" * 60, " unrolled ", " banks")
LAST = 0x110000
CODES = [code for code in range(1, LAST) if not 0xD800 <= code < 0xE000]


def drawn(rng):
    """A text of up to 40 pieces: plain letters, nasty ones, marks, and any character there is."""

    def piece():
        kind = rng.random()
        if kind < 0.35:
            return rng.choice("the bank rates unrolled, ")
        if kind < 0.75:
            return rng.choice(rng.choice(POOLS))
        return rng.choice(WHOLE) if kind < 0.85 else chr(rng.choice(CODES))

    return "".join(piece() for _ in range(rng.randint(0, 40)))


def test_ten_thousand_texts_give_the_librarys_tokens():
    rng = random.Random(0)
    for _ in range(10_000):
        text = drawn(rng)
        found = encode(OURS, text)
        wanted = tokeniser().encode(text)
        assert (found.tokens, found.ids) == (wanted.tokens, wanted.ids), repr(text)


def test_every_kind_of_character_is_taken_as_the_library_takes_it():
    """One in forty, and all that Unicode 8 did not have or had otherwise."""
    odd = [*map(ord, basic.younger()), 0x166D, 0x1734, 0x111C9, 0x1171E]
    for code in [*CODES[::40], *range(1, 0x500), *odd]:
        text = f"a{chr(code)}b"
        assert encode(OURS, text).tokens == tokeniser().encode(text).tokens, hex(code)
    assert {unicodedata.category(c) for c in basic.younger()} <= {
        "Mn",
        "Cf",
        "Po",
        "Ps",
        "Pe",
        "Pd",
        "Cn",
        "Mc",
        "Lo",
    }


def test_a_python_with_a_younger_unicode_changes_nothing(monkeypatch):
    """To Unicode 18 the first is a mark and the second is none; the library goes by its own."""
    for letter, now, before in (
        ("\u0897", "Mn", "Cn"),
        ("\U0001171e", "Mc", "Mn"),
        ("\u2e60", "Po", "Cn"),
    ):
        basic.kind.cache_clear()
        monkeypatch.setattr(basic.unicodedata, "category", lambda _, now=now: now)
        assert basic.kind(letter) == before


def test_pairs_have_segments_and_marks():
    found = encode(OURS, "The bank.", "It rose")
    theirs = tokeniser().encode("The bank.", "It rose")
    assert (found.tokens, found.ids, found.segments) == (theirs.tokens, theirs.ids, theirs.type_ids)
    assert found.segments == [0] * 5 + [1] * 3


def test_the_longest_piece_is_taken_first():
    vocabulary = dict.fromkeys(["un", "unr", "##roll", "##olled", "##ed", "a"], 0)
    assert pieces("unrolled", vocabulary) == ["unr", "##olled"]
    assert pieces("unrolledx", vocabulary) == ["[UNK]"]
    assert pieces("", vocabulary) == []
    assert tokens(OURS, "unrolled") == ["un", "##roll", "##ed"]


def test_a_word_may_have_a_hundred_characters():
    vocabulary = dict.fromkeys(["a", "##a"], 0)
    assert pieces("a" * 100, vocabulary) == ["a"] + ["##a"] * 99
    assert pieces("a" * 101, vocabulary) == ["[UNK]"]
    for text in ("a" * 100, "a" * 101, "é" * 100, "é" * 101):
        assert encode(OURS, text).tokens == tokeniser().encode(text).tokens


def test_capitals_are_kept_where_the_model_knows_them():
    cased = Tokeniser({"[UNK]": 0, "Bank": 1, "é": 2}, lower=False)
    assert tokens(cased, "Bank bank é") == ["Bank", "[UNK]", "é"]


def test_a_batch_is_filled_up_and_says_where():
    ids, segments, mask = batch(OURS, ["Hi.", "The bank raised it."])
    assert ids.shape == segments.shape == mask.shape == (2, 7)
    assert mask.sum(axis=1).tolist() == [4, 7]
    assert (ids[~mask] == 0).all()


def test_bad_input_is_refused(unchecked):
    for call, says in (
        (lambda: encode(OURS, 3), "text: got 3, expected a str"),
        (lambda: basic.normal(b"a"), "text: got b'a', expected a str"),
        (lambda: batch(OURS, []), r"texts: got \[\], expected a list of texts"),
        (lambda: batch(OURS, "text"), "texts: got 'text', expected a list"),
        (lambda: batch(OURS, ["a", 3]), r"texts\[1\]: got 3, expected a str"),
        (
            lambda: encode(Tokeniser({"a": 0}), "a"),
            r"tokeniser.vocabulary: got \{'a': 0\}, expected",
        ),
        (lambda: tokens(Tokeniser(["a"]), "a"), r"expected a dict with \[UNK\]"),
        (lambda: encode("tokeniser", "a"), "tokeniser: got 'tokeniser', expected Tokeniser"),
        (lambda: batch(OURS, ["a b c"], 4), r"texts\[0\]: got 5 tokens, expected 4 at most"),
    ):
        with pytest.raises(ValueError, match=says):
            call()


def test_pieces_refuses_what_would_be_silently_unknown(unchecked):
    vocabulary = {"[UNK]": 0, "un": 1, "##roll": 2, "EU": 3, "eu": 4}
    for word, known, says in (
        (5, vocabulary, "word: got 5, expected a str"),
        ("unroll", Tokeniser(vocabulary), "expected a dict; a tokeniser's is tokeniser.vocabulary"),
        ("unroll", ["un"], r"vocabulary: got \['un'\], expected a dict$"),
        ("Unroll", vocabulary, "word: got 'Unroll', expected 'unroll'"),
    ):
        with pytest.raises(ValueError, match=says):
            pieces(word, known)
    assert pieces("EU", vocabulary) == ["EU"]
    assert pieces("Xroll", vocabulary) == ["[UNK]"]
