"""What all-MiniLM-L6-v2 makes of words and of sentences, and of both where a mistake is in it.

Derived data: `make data NAME=bert.meaning`. The installed model, and Hugging Face's `transformers`,
which runs it a second time, are needed for that alone.
Notebook: book/bert.ipynb
"""

from collections.abc import Callable

import numpy as np

from unrolled.bert.basic import words
from unrolled.bert.cosine import alike
from unrolled.bert.mistakes import MISTAKES, vectors
from unrolled.bert.model import Bert, embed, forward, look
from unrolled.bert.wordpiece import SPECIAL, encode
from unrolled.core.derived import read_data
from unrolled.core.shapes import Array

WORD = "bank"
MONEY = (
    "She went to the bank to open an account.",
    "The bank raised its interest rates.",
    "He works at a bank in the city.",
    "My bank charges a fee for every transfer.",
    "The bank approved the loan.",
)
RIVER = (
    "They sat on the bank of the river.",
    "The boat ran onto the muddy bank.",
    "Trees grow along the bank of the stream.",
    "He fished from the grassy bank.",
    "The river burst its bank after the rain.",
)
TEXTS = (
    "The central bank raised interest rates.",
    "Borrowing became more expensive.",
    "The dog chased the cat across the garden.",
    "A cat was chased through the yard by a dog.",
)
CUT = (  # their pieces are in the derived data
    "Recurrent networks, unrolled.", "embeddings", "gradients", "naïve café", "Tokenisation!",
    "LSTM", "snowboarding", "中央銀行",
)  # fmt: skip
COMPARED = (
    "Hi.", "a", "No comma no point", "The end.", "naïve café", "你好", "1,234.5 per cent",
    "Recurrent networks, unrolled.", "(brackets) [here] and {there}", "supercalifragilistic",
    "Who asks? Nobody asks!", "It is what it is, and it was.", "The old man the boats.",
    "One two three four five six seven eight nine ten eleven twelve", "word " * 100,
    *MONEY[:2], *RIVER[:2], TEXTS[2],
)  # fmt: skip


def made(model: Bert, reference: Callable[[Array, Array], Array]) -> dict:
    """The derived data, of a model and a function that gives its last X another way."""
    seen = [look(model, text) for text in MONEY + RIVER]
    of_word = [[X[one.tokens.index(WORD)] for X in one.states] for one in seen]
    senses = [rounded(alike(np.array(layer)), 4) for layer in zip(*of_word, strict=True)]
    right = vectors(model, TEXTS)
    mistakes = {}
    for name, broken in MISTAKES.items():
        found = broken(model, TEXTS)
        own = [alike(np.array(pair))[0, 1] for pair in zip(found, right, strict=True)]
        mistakes[name] = {"cosines": rounded(alike(found), 3), "own": rounded(own, 3)}
    compared = []
    for text in COMPARED:
        found = encode(model.tokeniser, text)
        ids, segments = np.array([found.ids]), np.array([found.segments])
        gap = np.abs(forward(model, ids, segments=segments) - reference(ids, segments)).max()
        compared.append([text, len(found.ids), float(f"{gap:.1e}")])
    return {
        "vocabulary": fitting(model.tokeniser.vocabulary, CUT),
        "rows": rows(model),
        "senses": senses,
        "mistakes": mistakes,
        "compared": compared,
    }


def fitting(vocabulary: dict[str, int], texts: tuple) -> dict[str, int]:
    """All pieces of the vocabulary that fit into some word of the texts, and the marks."""
    found = set(SPECIAL)
    for word in [word for text in texts for word in words(text)]:
        for start in range(len(word)):
            ends = range(start + 1, len(word) + 1)
            found |= {"##" * (start > 0) + word[start:end] for end in ends} & vocabulary.keys()
    return {piece: vocabulary[piece] for piece in sorted(found, key=vocabulary.get)}


def rows(model: Bert) -> dict[str, list[float]]:
    """What enters at "bank" in "the bank": three rows, gain and bias, and the result."""
    p, (_, _, word, _) = model.embeddings, (ids := encode(model.tokeniser, f"the {WORD}").ids)
    X = embed(p, np.array(ids), epsilon=model.epsilon)
    found = {"token": p.token[word], "position": p.position[2], "segment": p.segment[0],
             "gain": p.norm.gain, "bias": p.norm.bias, "x": X[2]}  # fmt: skip
    return {name: rounded(row, 6) for name, row in found.items()}


def rounded(values: Array | list, decimals: int) -> list:
    return np.round(np.asarray(values, dtype=float), decimals).tolist()


def compute_data() -> dict:
    """The derived data of the installed model."""
    from unrolled.bert.minilm import folder, minilm
    from unrolled.bert.torch_twin import last_states

    return made(minilm(), last_states(folder()))


def loaded() -> dict:
    """The same, from the file."""
    return read_data(__name__)
