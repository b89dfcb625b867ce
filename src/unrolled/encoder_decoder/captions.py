"""Captions for pictures: how they are learned, how often they are right, and what BLEU says.

Derived data: `make data NAME=encoder_decoder.captions`. Notebook: book/encoder_decoder.ipynb
"""

from collections import Counter
from typing import NamedTuple

import numpy as np

from unrolled.core.derived import read_data
from unrolled.core.door import check_flag, check_generator, check_whole
from unrolled.core.optim import adam, clip_by_norm
from unrolled.core.shapes import Array
from unrolled.encoder_decoder.bleu import bleu
from unrolled.encoder_decoder.captioner import (
    Captioner,
    caption_gradient,
    caption_task,
    check_captions,
    random_captioner,
    say_all,
)
from unrolled.encoder_decoder.letters import CUT_OFF
from unrolled.encoder_decoder.scenes import (
    COLOURS,
    MOST,
    RELATIONS,
    SHAPES,
    SIDE,
    WIDTHS,
    Scene,
    Thing,
    caption,
    draw_scene,
    is_new,
    paint,
)

SEEDS = range(5)
UNITS, BATCH, RATE, LIMIT = 64, 64, 0.005, 1.0
UPDATES = (500, 4000)  # of a short training and of a long one
TESTED = 400  # pictures of each group
EVERY = 11  # one scene of so many is held out, by a checksum of its things
GROUPS = {  # how many things a picture shows, and whether two of them are held out as a pair
    "one thing": (1, False),
    "two things": (2, False),
    "two things, new pair": (2, True),
    "three things": (3, False),
    "three things, new pair": (3, True),
}
MISTAKES = ("one wrong word", "right words, wrong order", "more", "not a caption")


class Examples(NamedTuple):
    """Scenes, how they look, and what is to be said of them."""

    scenes: list[Scene]
    pictures: Array  # (B, 16, 16, 3)
    captions: list[str]


class Told(NamedTuple):
    """What a caption says: things, as (size, colour, shape), and the relations between them."""

    things: tuple[tuple[str, str, str], ...]
    relations: tuple[str, ...]


def is_held_out(scene: Scene) -> bool:
    """Whether a scene is kept for the test: two of its things are a new pair, or by a checksum.

    The checksum is Σ n k_n, where k_n numbers all the looks and places of the n-th thing.
    """
    checksum = sum(n * _number(thing) for n, thing in enumerate(scene, 1))
    return is_new(scene) or checksum % EVERY == 0


def _number(thing: Thing) -> int:
    """A number for a thing's size, colour, shape and place; no other thing has the same."""
    size, colour, shape, row, column = thing
    look = (list(WIDTHS).index(size) * len(COLOURS) + COLOURS.index(colour)) * len(SHAPES)
    return ((look + SHAPES.index(shape)) * SIDE + row) * SIDE + column


def draw_examples(rng: np.random.Generator, n: int, most: int = MOST) -> Examples:
    """n pictures for training: of one to `most` things, each number as likely as the others.

    None that is held out is among them. Raises ValueError for numbers that cannot be.
    """
    rng = check_generator("rng", rng)
    n, most = check_whole("n", n, 1), check_whole("most", most, 1, MOST)
    counts = rng.integers(1, most + 1, size=n)
    return _shown([_draw(rng, int(things), held_out=False) for things in counts])


def draw_group(rng: np.random.Generator, n: int, things: int, new: bool) -> Examples:
    """n held-out pictures of so many things, each with a new pair, or none with one."""
    rng, n = check_generator("rng", rng), check_whole("n", n, 1)
    new = check_flag("new", new)
    return _shown([_draw(rng, things, held_out=True, new=new) for _ in range(n)])


def _draw(rng: np.random.Generator, things: int, held_out: bool, new: bool = False) -> Scene:
    """The first scene drawn that is, or is not, held out."""
    while True:
        scene = draw_scene(rng, things, new)
        if is_held_out(scene) == held_out:
            return scene


def _shown(scenes: list[Scene]) -> Examples:
    pictures = np.stack([paint(scene) for scene in scenes])
    return Examples(scenes, pictures, [caption(scene) for scene in scenes])


def train_captioner(
    seed: int, updates: int, most: int = MOST, n_h: int = UNITS
) -> tuple[Captioner, Array]:
    """A captioner that has seen `updates` batches of pictures, and its losses on the way.

    Every picture is drawn anew; the right words are fed back. Raises ValueError for numbers that
    cannot be, such as more than three things.
    """
    rng = np.random.default_rng(check_whole("seed", seed, 0))
    updates, most = check_whole("updates", updates, 0), check_whole("most", most, 1, MOST)
    p, optimiser = random_captioner(rng, n_h), adam(RATE)
    memory, losses = optimiser.start(p), []
    for _ in range(updates):
        examples = draw_examples(rng, BATCH, most)
        loss, g = caption_gradient(p, examples.pictures, caption_task(examples.captions))
        p, memory = optimiser.step(p, clip_by_norm(g, LIMIT), memory)
        losses.append(loss)
    return p, np.array(losses)


def bleu_of(said: list[str], due: list[str]) -> float:
    """BLEU of captions against those that are due.                       eq-encoder-decoder-bleu

    Where a caption was cut off, its words count, and the "…" does not.
    """
    return bleu([words_of(text) for text in said], [text.split() for text in due])


def words_of(text: str) -> list[str]:
    """The words of a caption; that it was cut off is no word."""
    return text.removesuffix(CUT_OFF).split()


def exact_of(said: list[str], due: list[str]) -> float:
    """The share of captions that are right from the first word to the last."""
    return float(np.mean([one == other for one, other in zip(said, due, strict=True)]))


def as_scene(text: str) -> Told | None:
    """What a caption says, or None if the grammar does not make it."""
    words, things, relations = text.split(), [], []
    while len(words) >= 4:
        article, size, colour, shape, *words = words
        if article != "a" or size not in WIDTHS or colour not in COLOURS or shape not in SHAPES:
            return None
        things.append((size, colour, shape))
        if not words:
            return Told(tuple(things), tuple(relations)) if len(things) <= MOST else None
        rest = " ".join(words)
        how = next((how for how in RELATIONS.values() if rest.startswith(f"{how} ")), None)
        if how is None:
            return None
        relations.append(how)
        words = words[len(how.split()) :]
    return None


def mistake(said: str, due: str) -> str | None:
    """What is wrong with a caption, as MISTAKES has it, or None if it is right.

    "right words, wrong order": every word of the caption that is due, as often as it is due.
    """
    if said == due:
        return None
    if as_scene(said) is None:
        return "not a caption"
    words, wanted = said.split(), due.split()
    if Counter(words) == Counter(wanted):
        return "right words, wrong order"
    if len(words) != len(wanted):
        return "more"
    wrong = sum(one != other for one, other in zip(words, wanted, strict=True))
    return "one wrong word" if wrong == 1 else "more"


def score(said: list[str], due: list[str]) -> dict:
    """The share that is right, BLEU, and for each of MISTAKES how many captions make it.

    Raises ValueError as `bleu` does.
    """
    alike = bleu_of(said, due)
    kinds = Counter(mistake(one, other) for one, other in zip(said, due, strict=True))
    return {
        "exact": round(exact_of(said, due), 4),
        "bleu": round(alike, 4),
        "mistakes": [kinds[kind] for kind in MISTAKES],
    }


def guess(captions: list[str]) -> str:
    """The one of these captions that, said of every picture, has the highest BLEU."""
    captions = check_captions(captions)
    return max(captions, key=lambda one: bleu_of([one] * len(captions), captions))


def compare(seed: int, updates: int) -> dict:
    """For each group of held-out pictures, the `score` of a trained captioner."""
    p, _ = train_captioner(seed, updates)
    rng = np.random.default_rng(1000 + seed)
    found = {}
    for name, (things, new) in GROUPS.items():
        examples = draw_group(rng, TESTED, things, new)
        found[name] = score(say_all(p, examples.pictures), examples.captions)
    return found


def compare_guess(seed: int) -> dict:
    """The `score` of one caption for all pictures, new pairs or not: what knowing nothing gives."""
    always = guess(draw_examples(np.random.default_rng(seed), 100).captions)
    rng = np.random.default_rng(1000 + seed)
    due = [text for group in GROUPS.values() for text in draw_group(rng, TESTED, *group).captions]
    return score([always] * len(due), due)


def compute_data() -> dict:
    """For each seed the scores after a short training and a long one, and those of a guess."""
    trained = {str(n): [compare(seed, n) for seed in SEEDS] for n in UPDATES}
    return {"trained": trained, "guess": [compare_guess(seed) for seed in SEEDS]}


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
