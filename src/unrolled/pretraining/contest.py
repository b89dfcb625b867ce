"""Four objectives and one pair of them: one encoder, one text, and the same questions afterwards.

Derived data: `make data NAME=pretraining.contest`, in some ten minutes.
Notebook: book/pretraining.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.bert.fine_tune import fit
from unrolled.bert.little_english import SPECIAL, Sentence, draw
from unrolled.bert.masked import MASK, PAD
from unrolled.core.activations import log_softmax, softmax
from unrolled.core.derived import read_data
from unrolled.core.door import check_choice, check_whole
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array, Float
from unrolled.pretraining.encoder import (
    Model,
    follows,
    loss_and_gradient,
    random_model,
    states,
    word_logits,
)
from unrolled.pretraining.objectives import (
    Lesson,
    bert_lesson,
    causal_lesson,
    cut_spans,
    masked_lesson,
    next_sentence_lesson,
    predictions,
    sees_all,
    span_lesson,
    span_questions,
    tokens,
)
from unrolled.pretraining.stories import (
    INDEX,
    KINDS,
    SENTINELS,
    Stories,
    best_possible,
    draw_stories,
    kind_of,
)

SEEDS = range(5)
SENTENCES, UPDATES, BATCH, LIMIT = 4000, 2000, 32, 1.0
RATE, LATE, LATE_FROM = 0.003, 0.0005, 1500
EVERY = 200  # updates between two looks at the gaps
ASKED, TRIED, LABELLED, PAIRS = 400, 60, 300, 1000
OBJECTIVES = ("causal", "masked", "span", "next sentence", "masked + next")
FILLERS = ("causal", "masked", "span", "masked + next")  # those that can say a word
OF_PAIRS = ("next sentence", "masked + next")  # those that read two sentences


def lesson_of(objective: str, rng: np.random.Generator, stories: Stories) -> Lesson:
    """The lesson that an objective makes of some stories; three of them read the first alone."""
    if check_choice("objective", objective, OBJECTIVES) == "next sentence":
        return next_sentence_lesson(stories)
    if objective == "masked + next":
        return bert_lesson(rng, stories)
    ids = tokens(stories.firsts)
    if objective == "causal":
        return causal_lesson(ids)
    return {"masked": masked_lesson, "span": span_lesson}[objective](rng, ids)


def chosen_stories(stories: Stories, rows: Array) -> Stories:
    """Some of the stories."""
    firsts, seconds = ([part[k] for k in rows] for part in stories[:2])
    return Stories(firsts, seconds, stories.follows[rows])


def train_on(
    objective: str, seed: int, updates: int = UPDATES, look: Callable | None = None
) -> tuple[Model, Float[Array, " N"], float]:
    """Adam on batches of 32 out of 4000 stories; losses, and predictions an update on average.

    `look(k, p)` is called after every 200 updates.
    """
    p = random_model(np.random.default_rng(check_whole("seed", seed, 0)))
    rng = np.random.default_rng(1000 + seed)
    stories = draw_stories(rng, SENTENCES)
    memory = adam(RATE).start(p)
    losses, taught = [], 0
    for k in range(1, check_whole("updates", updates, 1) + 1):
        rows = rng.integers(len(stories.firsts), size=BATCH)
        lesson = lesson_of(objective, rng, chosen_stories(stories, rows))
        loss, g = loss_and_gradient(p, lesson)
        step = adam(LATE if k > LATE_FROM else RATE).step
        p, memory = step(p, clip_by_norm(g, LIMIT), memory)
        losses.append(loss)
        taught += predictions(lesson)
        if look is not None and k % EVERY == 0:
            look(k, p)
    return p, np.array(losses), taught / updates


def gap_lesson(objective: str, sentences: list[Sentence], place: int) -> Lesson:
    """One word of each sentence asked for, in the form that the objective is used to.

    The causal model is asked at the word before the gap; nothing after it is seen there.
    """
    ids = tokens(sentences)
    if check_choice("objective", objective, FILLERS) == "span":
        return span_questions([cut_spans(row, [(place + 1, place + 2)]) for row in ids])
    counts = np.zeros(ids.shape, dtype=bool)
    if objective == "causal":
        counts[:, place] = True
        return causal_lesson(ids)._replace(counts=counts)
    read = ids.copy()
    read[:, place + 1] = MASK
    counts[:, place + 1] = True
    return Lesson(read, np.zeros_like(ids), sees_all(ids), ids, counts)


def by_form(sentences: list[Sentence]) -> dict[str, list[Sentence]]:
    """The sentences of each form."""
    forms = dict.fromkeys(one.form for one in sentences)
    return {form: [one for one in sentences if one.form == form] for form in forms}


def gaps(objective: str, p: Model, sentences: list[Sentence]) -> dict[str, float]:
    """The share of gaps filled with the word that was there, by form and side."""
    found = {}
    for form, group in by_form(sentences).items():
        for side, place in group[0].gaps.items():
            lesson = gap_lesson(objective, group, place)
            first = np.cumsum(lesson.counts, axis=1) == 1  # a span may end with a sentinel
            counts = lesson.counts & first
            said = word_logits(p, states(p, lesson)[0][counts]).argmax(axis=-1)
            found[f"{form}, {side}"] = round(float((said == lesson.says[counts]).mean()), 4)
    return found


def gaps_by_trial(p: Model, sentences: list[Sentence], n: int = TRIED) -> dict[str, float]:
    """The same for a causal model that tries every word in the gap and keeps the best text."""
    found = {}
    for form, group in by_form(sentences).items():
        for side, place in group[0].gaps.items():
            right = [tried(p, one, place) == one.words[place] for one in group[:n]]
            found[f"{form}, {side}"] = round(float(np.mean(right)), 4)
    return found


def given_the_rest(
    p: Model, sentence: Sentence | tuple[str, ...], place: int
) -> tuple[list[str], Float[Array, " V"]]:
    """Each word, and its probability at a place of a sentence, by a causal model.

    p(word | the rest) = p(text with the word) / Σ_v p(text with v)      eq-pretraining-trial
    """
    (ids,) = tokens([sentence])
    words = [word for word in INDEX if word not in (*SPECIAL, *SENTINELS)]
    texts = np.repeat(ids[None], len(words), axis=0)
    texts[:, check_whole("place", place, 0, len(ids) - 3) + 1] = [INDEX[word] for word in words]
    return words, softmax(log_probability(p, texts))


def tried(p: Model, sentence: Sentence | tuple[str, ...], place: int) -> str:
    """The word that makes the whole sentence most probable from left to right."""
    words, probabilities = given_the_rest(p, sentence, place)
    return words[int(probabilities.argmax())]


def log_probability(p: Model, ids: Array) -> Float[Array, " B"]:
    """Σ_n log p(t_n | t_1 … t_{n-1}) of each text, by a causal model. eq-pretraining-causal"""
    lesson = causal_lesson(ids)
    zs = log_softmax(word_logits(p, states(p, lesson)[0]))
    each = np.take_along_axis(zs, lesson.says[..., None], axis=-1)[..., 0]
    return (each * lesson.counts).sum(axis=1)


def sentence_vectors(objective: str, p: Model, ids: Array) -> Float[Array, "B d"]:
    """The mean of a sentence's last X, seen as the objective sees a text."""
    lesson = causal_lesson(ids) if objective == "causal" else masked_like(ids)
    X, _ = states(p, lesson)
    there = (ids != PAD)[..., None]
    return (X * there).sum(axis=1) / there.sum(axis=1)


def masked_like(ids: Array) -> Lesson:
    """A text with nothing hidden, seen from both sides."""
    nothing = np.zeros(ids.shape, dtype=bool)
    return Lesson(ids, np.zeros_like(ids), sees_all(ids), ids, nothing)


def with_mistake(sentences: list[Sentence]) -> list[tuple[str, ...]]:
    """The sentences, each with one wrong word."""
    rows = []
    for one in sentences:
        place = list(one.gaps.values())[-1]
        rows.append((*one.words[:place], one.wrong, *one.words[place + 1 :]))
    return rows


def mistakes_found(objective: str, p: Model) -> float:
    """A classifier on frozen vectors: is there a wrong word? Its accuracy on held-out sentences."""
    parts = []
    for held_out in (False, True):
        fine, spoilt = (draw(np.random.default_rng(k), LABELLED, held_out) for k in (7, 8))
        rows = tokens([*(one.words for one in fine), *with_mistake(spoilt)])
        parts.append(sentence_vectors(objective, p, rows))
    y = np.repeat([1.0, 0.0], LABELLED)
    middle, spread = parts[0].mean(axis=0), parts[0].std(axis=0)
    learn, test = ((U - middle) / spread for U in parts)
    w, b = fit(learn, y, 0.5, 1000)
    return round(float((((test @ w + b) > 0) == y).mean()), 4)


def pairs_told(p: Model) -> dict[str, float]:
    """How often it is right about held-out pairs, by kind of the second sentence."""
    stories = draw_stories(np.random.default_rng(98), PAIRS, held_out=True)
    right = (follows(p, next_sentence_lesson(stories)) > 0.5) == stories.follows
    kinds = np.array([kind_of(words) for words in stories.seconds])
    return {kind: round(float(right[kinds == kind].mean()), 4) for kind in KINDS}


def learned(objective: str, seed: int, updates: int = UPDATES) -> dict:
    """One model trained and asked."""
    sentences = draw(np.random.default_rng(99), ASKED, held_out=True)
    curve = []

    def look(k: int, p: Model) -> None:
        curve.append(round(float(np.mean(list(gaps(objective, p, sentences).values()))), 4))

    fills = objective in FILLERS
    p, losses, taught = train_on(objective, seed, updates, look if fills else None)
    told = {
        "losses": losses[: len(losses) // 50 * 50].reshape(-1, 50).mean(axis=1).round(3).tolist(),
        "predictions": round(taught, 1),
        "mistakes": mistakes_found(objective, p),
    }
    if objective in OF_PAIRS:
        told["pairs"] = pairs_told(p)
    if fills:
        told |= {"curve": curve, "gaps": gaps(objective, p, sentences)}
    if objective == "causal":
        told["trial"] = gaps_by_trial(p, sentences)
    return told


def best_pairs() -> dict[str, float]:
    """The best possible about held-out pairs, by kind."""
    stories = draw_stories(np.random.default_rng(97), 20_000, held_out=True)
    return {kind: round(best_possible(stories, kind), 3) for kind in KINDS}


def compute_data() -> dict:
    """By objective, what each seed gave; and what no training at all gives."""
    found = {name: [learned(name, seed) for seed in SEEDS] for name in OBJECTIVES}
    untrained = [random_model(np.random.default_rng(seed)) for seed in SEEDS]
    return found | {
        "untrained": [mistakes_found("masked", p) for p in untrained],
        "best pairs": best_pairs(),
    }


def measured() -> dict:
    """The same, from the file."""
    return read_data(__name__)
