"""Four ways to make questions out of a text that nobody labelled.

A lesson is what a model reads, which tokens see which, and what it must say where:

causal         reads  [CLS] the dogs bark .          says the next token at every token
masked         reads  [CLS] the [MASK] bark .        says the chosen words
span           reads  [CLS] the <x> . [SEP] <x> dogs bark       says  dogs bark <y>
next sentence  reads  [CLS] the dogs bark . [SEP] they were hungry . [SEP]    says yes or no

Notebook: book/pretraining.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.attention.mask import causal
from unrolled.bert.little_english import SPECIAL, Sentence
from unrolled.bert.masked import BERT, CLS, PAD, SEP, mask_tokens
from unrolled.core.door import check_array, check_generator, check_whole, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Bool, Float, Int
from unrolled.pretraining.stories import INDEX, SENTINELS, WORDS, Stories

N_MAX = 32  # tokens
SPAN, SPANS = (1, 2), (1, 2)  # words in a span, and spans in a sentence


class Lesson(NamedTuple):
    """What is read and what must be said; `follows` is None where no pair is asked about."""

    read: Int[Array, "B N"]
    segments: Int[Array, "B N"]  # 0 in the first part, 1 in the second
    sees: Bool[Array, "B N N"]  # token i sees token j
    says: Int[Array, "B N"]
    counts: Bool[Array, "B N"]  # where it must say something
    follows: Float[Array, " B"] | None = None


def tokens(rows: list) -> Int[Array, "B N"]:
    """[CLS] words [SEP] of each sentence as indices, padded to the longest.

    Raises ValueError for a word that the vocabulary does not have and for a long sentence.
    """
    return padded([[CLS, *word_indices(row), SEP] for row in rows])


def word_indices(row: Sentence | tuple[str, ...]) -> list[int]:
    """The words of a sentence as indices. Raises ValueError for a word that is not in WORDS."""
    words = row.words if isinstance(row, Sentence) else row
    unknown = [word for word in words if word not in INDEX]
    if unknown:
        raise ValueError(f"sentence: got {short_repr(unknown[0])}, expected words of WORDS")
    return [INDEX[word] for word in words]


def padded(rows: list[list[int]]) -> Int[Array, "B N"]:
    """Rows of indices, filled up with [PAD]. Raises ValueError for no rows and for long ones."""
    if not rows:
        raise ValueError("rows: got none, expected one text or more")
    N = max(map(len, rows))
    if N > N_MAX:
        raise ValueError(f"text: got {N} tokens, expected {N_MAX} at most")
    return np.array([row + [PAD] * (N - len(row)) for row in rows])


def causal_lesson(ids: Int[Array, "B N"]) -> Lesson:
    """Every token says the next one and sees none that comes later.  eq-pretraining-causal"""
    ids = check_tokens(ids)
    B, N = ids.shape
    says = np.full((B, N), PAD)
    says[:, :-1] = ids[:, 1:]
    sees = np.broadcast_to(causal(N), (B, N, N))
    return Lesson(ids, np.zeros_like(ids), sees, says, says != PAD)


def masked_lesson(
    rng: np.random.Generator,
    ids: Int[Array, "B N"],
    shares: tuple[float, float, float] = BERT,
) -> Lesson:
    """15 % of the words are chosen, and each of them must be said.      eq-bert-masked-loss"""
    ids = check_tokens(ids)
    shares = check_array("shares", shares, "share", share=3)
    if shares.min() < 0 or abs(shares.sum() - 1) > 1e-9:
        raise ValueError(f"shares: got {shares.tolist()}, expected three from 0 that sum to 1")
    read, chosen = mask_tokens(rng, ids, tuple(shares))
    return Lesson(read, np.zeros_like(ids), sees_all(ids), ids, chosen)


def span_lesson(rng: np.random.Generator, ids: Int[Array, "B N"]) -> Lesson:
    """Spans are cut out, each leaves a sentinel, and they are said in turn. eq-pretraining-span

    The text with its sentinels is seen by all; what is said sees that and what was said before.
    """
    rng, ids = check_generator("rng", rng), check_tokens(ids)
    return span_questions([cut_spans(row, draw_spans(rng, row)) for row in ids])


def draw_spans(rng: np.random.Generator, row: Int[Array, " N"]) -> list[tuple[int, int]]:
    """Start and end of one or two spans of one or two words, with a word between them."""
    places = np.flatnonzero(row >= len(SPECIAL))
    spans: list[tuple[int, int]] = []
    for length in rng.integers(SPAN[0], SPAN[1] + 1, size=rng.integers(SPANS[0], SPANS[1] + 1)):
        free = [
            int(k)
            for k in places[: len(places) - length + 1]
            if all(k + length < start or k > end for start, end in spans)
        ]
        if free:
            start = int(rng.choice(free))
            spans.append((start, start + int(length)))
    return sorted(spans)


def cut_spans(row: Int[Array, " N"], spans: list[tuple[int, int]]) -> tuple[list, list]:
    """The text with a sentinel for each span, and each sentinel with its span and one to end.

    Raises ValueError for spans that overlap, go backward or leave the text, and for too many.
    """
    text = [int(k) for k in row if k != PAD]
    check_spans(spans, len(text))
    kept, cut, last = [], [], 0
    for name, (start, end) in zip(SENTINELS, spans, strict=False):
        kept += [*text[last:start], INDEX[name]]
        cut += [INDEX[name], *text[start:end]]
        last = end
    return kept + text[last:], [*cut, INDEX[SENTINELS[len(spans)]]]


def check_spans(spans: object, n: int) -> None:
    """Start and end of each span, rising, inside a text of n tokens; or ValueError."""
    most = len(SENTINELS) - 1
    try:
        found = np.asarray(spans)
    except ValueError:  # pairs and others
        raise ValueError(
            f"spans: got {short_repr(spans)}, expected pairs of start and end"
        ) from None
    if found.size == 0:
        return
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise ValueError(f"spans: got {short_repr(spans)}, expected pairs of start and end")
    if len(found) > most:
        raise ValueError(f"spans: got {len(found)}, expected {most} at most")
    inside = found.min() >= 0 and found.max() <= n
    if not inside or (found[:, 0] >= found[:, 1]).any() or (found[1:, 0] < found[:-1, 1]).any():
        expected = f"rising ones that do not overlap, from 0 to {n}"
        raise ValueError(f"spans: got {short_repr(spans)}, expected {expected}")


def span_questions(pairs: list[tuple[list, list]]) -> Lesson:
    """Texts with sentinels and what was cut out, a row each; the second part is causal.

    eq-pretraining-span
    """
    read = padded([kept + cut[:-1] for kept, cut in pairs])
    says, segments = np.full(read.shape, PAD), np.zeros_like(read)
    for b, (kept, cut) in enumerate(pairs):
        here = slice(len(kept), len(kept) + len(cut) - 1)
        says[b, here], segments[b, here] = cut[1:], 1
    first = (segments == 0) & (read != PAD)
    sees = first[:, None, :] | (causal(read.shape[1]) & (segments == 1)[:, None, :])
    return Lesson(read, segments, sees, says, says != PAD)


def next_sentence_lesson(stories: Stories) -> Lesson:
    """Two sentences in two segments: does the second follow?     eq-pretraining-next-sentence"""
    check_fields("stories", stories, Stories)
    firsts = [[CLS, *word_indices(one), SEP] for one in stories.firsts]
    seconds = [[*word_indices(one), SEP] for one in stories.seconds]
    read = padded([a + b for a, b in zip(firsts, seconds, strict=True)])
    segments = np.zeros_like(read)
    for b, (one, other) in enumerate(zip(firsts, seconds, strict=True)):
        segments[b, len(one) : len(one) + len(other)] = 1
    nothing = np.zeros(read.shape, dtype=bool)
    return Lesson(read, segments, sees_all(read), read, nothing, stories.follows)


def bert_lesson(rng: np.random.Generator, stories: Stories) -> Lesson:
    """Both of BERT's questions about the same pairs: hidden words, and does the second follow?"""
    lesson = next_sentence_lesson(stories)
    read, chosen = mask_tokens(rng, lesson.read)
    return lesson._replace(read=read, counts=chosen)


def sees_all(ids: Int[Array, "B N"]) -> Bool[Array, "B N N"]:
    """Every token sees every token that is not padding."""
    return np.broadcast_to((ids != PAD)[:, None, :], (*ids.shape, ids.shape[1]))


def predictions(lesson: Lesson) -> int:
    """How many answers of a lesson teach."""
    check_fields("lesson", lesson, Lesson)
    pairs = 0 if lesson.follows is None else len(lesson.follows)
    return int(lesson.counts.sum()) + pairs


def spelled(lesson: Lesson, row: int = 0) -> tuple[str, str]:
    """What a row reads and what it says, in words; a dot where it says nothing."""
    row = check_whole("row", row, 0, len(lesson.read) - 1)
    there = lesson.read[row] != PAD
    read = " ".join(WORDS[k] for k in lesson.read[row][there])
    pairs = zip(lesson.says[row][there], lesson.counts[row][there], strict=True)
    return read, " ".join(WORDS[k] if counts else "·" for k, counts in pairs)


def check_tokens(ids: object) -> Int[Array, "B N"]:
    """Rows of indices of WORDS, or ValueError."""
    found = np.asarray(ids)
    if found.ndim != 2 or found.dtype.kind not in "iu" or found.size == 0:
        raise ValueError(f"ids: got {short_repr(ids)}, expected rows of indices, (B, N)")
    if found.min() < 0 or found.max() >= len(WORDS):
        raise ValueError(f"ids: expected whole numbers from 0 to {len(WORDS) - 1}")
    return found
