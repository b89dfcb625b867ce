"""Language models: the chain rule, what an n-gram model misses, a text counted by hand."""

from itertools import combinations, permutations

import numpy as np

from classroom.questions import Code, Explain, Numbers, Version, find_error, solved
from unrolled.core.activations import logistic
from unrolled.language_models.counting import bigram
from unrolled.language_models.slips import COUNTS, PERPLEXITY, SURPRISE
from unrolled.page.ask import Slip

TITLE = "Language models"
CHAPTER = "language_models"
MINUTES = 55
INTRO = (
    "You start with a language of four sentences, where you can compute every probability exactly,"
    " and see what a bigram model of it misses. Then you follow a latent model that remembers what"
    " a trigram model cannot see. Finally you count a short text, measure how surprised the bigram"
    " model is by a held-out word, and write that measurement as a function. Throughout, $\\log$ is"
    " the natural logarithm."
)
ALPHABET = "aent"
WORDS = (
    "the author of the book writes",
    "the authors of the book write",
    "the author of the books writes",
    "the authors of the books write",
)
MEANS = {
    "sentences": "probabilities of the four sentences of questions 1 and 2",
    "w": "factor of the old summary in the latent model of question 3",
    "v": "factor of the summary in the predictions of the latent model",
    "share": "for question 3: of the texts that end in 'ab', the fraction that begins with 'a'",
    "text": "the text to count, for questions 4 and 5: 0 is a, 1 is e, 2 is n, 3 is t",
    "word": "the held-out word, in the same codes",
    "bits": "mean surprise of another model on this word, in bits, for question 5",
}
BOOK = {
    "sentences": np.array([0.35, 0.22, 0.25, 0.18]),
    "w": np.array(0.8),
    "v": np.array(1.3),
    "share": np.array(0.7),
    "text": np.array([ALPHABET.index(letter) for letter in "tenantatenetateneate"]),
    "word": np.array([ALPHABET.index(letter) for letter in "eatne"]),
    "bits": np.array(2.35),
}


def draw(rng):
    text, word = counted_and_held_out(rng)
    return {
        "sentences": four_probabilities(rng),
        "w": rng.integers(35, 91) / 100,
        "v": rng.integers(80, 201) / 100,
        "share": rng.choice([*range(20, 43), *range(58, 81)]) / 100,
        "text": text,
        "word": word,
        "bits": rng.integers(120, 331) / 100,
    }


def four_probabilities(rng):
    """Hundredths with the sum 1, where after `book` the verb is more often `writes`."""
    while True:
        first = rng.integers(12, 45, 3)
        parts = np.array([*first, 100 - first.sum()])
        if parts[3] >= 12 and parts[0] > parts[1] + 3:
            return parts / 100


def counted_and_held_out(rng, length=20):
    """A text, and a word of which the text has one pair never and one more than once.

    No letter follows itself, and in the word each letter is followed by another once.
    """
    while True:
        likes = [rng.permutation([j for j in range(4) if j != i]) for i in range(4)]
        text = [int(rng.integers(4))]
        while len(text) < length:
            text.append(int(rng.choice(likes[text[-1]], p=[0.55, 0.3, 0.15])))
        counts = pairs_of(text, 4)
        words = []
        for word in ([*four, last] for four in permutations(range(4)) for last in four[:3]):
            seen = sorted(counts[word[:-1], word[1:]])
            if seen[0] == 0 < seen[1] and seen[3] > 1 and counts.any(axis=1).all():
                words.append(word)
        if words:
            return np.array(text), np.array(words[rng.integers(len(words))])


def pairs_of(codes, size):
    """How often code j (column) comes after code i (row)."""
    counts = np.zeros((size, size))
    np.add.at(counts, (codes[:-1], codes[1:]), 1)
    return counts


def spelled(codes):
    return "".join(ALPHABET[int(code)] for code in codes)


def instead(right, place, value):
    """The right row with another number in this place."""
    return [value if k == place else number for k, number in enumerate(right)]


def nats(p):
    return -np.log(p)


def factors(n):
    a, b, _, d = n["sentences"]
    return [b + d, d / (b + d), nats(a) / 6]


def slipped_factors(n):
    a, _, c, d = n["sentences"]
    right = factors(n)
    whole = nats(a)
    return [
        (
            instead(right, 0, a + c),
            "The first number is the probability of <code>author</code>, without <code>s</code>.",
        ),
        (
            instead(right, 1, d),
            "The second number is the probability of the whole sentence. Divide it by the"
            " probability of its beginning, <code>the authors of the</code>.",
        ),
        (
            instead(right, 1, d / (c + d)),
            "The second number is the probability of <code>authors</code> in sentences with"
            " <code>books</code>. You conditioned on the wrong event: divide by the probability of"
            " <code>the authors of the</code>.",
        ),
        (
            instead(right, 1, c + d),
            "The second number also counts sentences that begin with <code>the author</code>. Keep"
            " only those that begin with <code>the authors</code>.",
        ),
        (
            instead(right, 2, whole),
            "The third number is the surprise of the whole sentence. Divide it by the number of"
            " words.",
        ),
        (
            instead(right, 2, whole / 2),
            "You divided the surprise by two. Words that are certain count too, with a surprise of"
            " 0, so the mean is taken over six words.",
        ),
        (
            instead(right, 2, whole / 5),
            "You divided the surprise by five. The first word counts too, so the mean is taken over"
            " six words.",
        ),
        (
            instead(right, 2, nats(d) / 6),
            "The third number is the mean surprise of sentence 4. The question is about sentence"
            " 1.",
        ),
        (
            instead(right, 2, whole / 6 / np.log(2)),
            "The third number is in bits. Take the natural logarithm instead of the logarithm to"
            " base 2.",
        ),
        (
            instead(right, 2, -whole / 6),
            "The third number has the wrong sign: the logarithm of a probability is negative, and"
            " the surprise is minus that logarithm.",
        ),
    ]


def verbs(n):
    """The bigram model's probability of the verb in each of the four sentences."""
    a, b, c, d = n["sentences"]
    return np.array([a / (a + b), b / (a + b), c / (c + d), d / (c + d)])


def window(n):
    p = n["sentences"]
    return [verbs(n)[0], (p[1] + p[3]) * p[0], p @ nats(verbs(n))]


def slipped_window(n):
    p = n["sentences"]
    right = window(n)
    a, b, c, d = p
    book = p[:2] @ nats(verbs(n)[:2])
    return [
        (
            instead(right, 0, a),
            "The first number is the probability that a sentence has both <code>book</code> and"
            " <code>writes</code>. Divide it by the probability of <code>book</code>.",
        ),
        (
            instead(right, 0, a + c),
            "The first number is the probability of <code>writes</code> in all sentences. The"
            " bigram model sees <code>book</code>, so keep only the sentences with"
            " <code>book</code>.",
        ),
        (
            instead(right, 0, a / (a + c)),
            "The first number is the probability of <code>book</code> in sentences with"
            " <code>writes</code>. You conditioned on the wrong event: divide by the probability of"
            " <code>book</code>.",
        ),
        (
            instead(right, 1, 0.0),
            "The second number is the probability that the language itself gives to this sentence."
            " The bigram model multiplies its own predictions, and none of them is 0.",
        ),
        (
            instead(right, 1, b * a / (a + b)),
            "For the second number you predicted <code>book</code> from <code>authors</code>. The"
            " bigram model sees only the word before <code>book</code>, which is <code>the</code>"
            " in every sentence.",
        ),
        (
            instead(right, 1, (b + d) * b),
            "The second number is the model's probability of the sentence that ends in"
            " <code>write</code>. The question is about <code>writes</code>.",
        ),
        (
            instead(right, 1, (b + d) * a / (a + b)),
            "In the second number the factor for <code>book</code> is missing. At position 5, after"
            " <code>the</code>, <code>books</code> is possible as well.",
        ),
        (
            instead(right, 2, nats(verbs(n)).mean()),
            "For the third number you took the plain mean of four surprises. Multiply each surprise"
            " by the probability of its sentence and add the products.",
        ),
        (
            instead(right, 2, book),
            "For the third number you added up only the sentences with <code>book</code>. Sentences"
            " with <code>books</code> count as well.",
        ),
        (
            instead(right, 2, book / (a + b)),
            "The third number is the mean over the sentences with <code>book</code>. Take the mean"
            " over all four sentences.",
        ),
        (
            instead(right, 2, -np.log(p @ verbs(n))),
            "For the third number you averaged the probabilities and then took the logarithm. Take"
            " the logarithms first, then their mean.",
        ),
        (
            instead(right, 2, right[2] / np.log(2)),
            "The third number is in bits. Take the natural logarithm instead of the logarithm to"
            " base 2.",
        ),
    ]


def summary(letters, w):
    """The summary of the latent model of question 3 after these letters."""
    h = 0.0
    for letter in letters:
        h = w * h + {"a": 1, "b": -1}[letter]
    return h


def remembered(n, share=None, texts=("aab", "bab"), keeps=None, squash=logistic):
    """Two predictions of the latent model, and what a trigram model makes of both."""
    share = n["share"] if share is None else share
    summaries = [summary(letters, n["w"] if keeps is None else keeps) for letters in texts]
    a, b = (float(squash(n["v"] * h)) for h in summaries)
    return [a, b, share * a + (1 - share) * b]


def slipped_memory(n):
    a, b, _ = remembered(n)
    return [
        (
            remembered(n, keeps=1.0),
            "You added up the letters without <code>w</code>. At each step the old summary is"
            " multiplied by <code>w</code> before the new letter is added.",
        ),
        (
            remembered(n, texts=("baa", "bab")),
            "You read the texts from right to left. The first letter is read first, so it is"
            " multiplied by <code>w</code> most often.",
        ),
        (
            remembered(n, texts=("aa", "ba")),
            "You stopped after two letters. The prediction is asked for after the third letter,"
            " <code>b</code>.",
        ),
        (
            remembered(n, texts=("b", "b"), keeps=0.0),
            "You set the summary back to 0 at each letter. Add the new letter to <code>w</code>"
            " times the old summary.",
        ),
        (
            remembered(n, squash=lambda u: u),
            "These are the numbers <i>v h</i> themselves. The logistic function still has to turn"
            " them into probabilities.",
        ),
        (
            remembered(n, squash=lambda u: logistic(-u)),
            "These are the probabilities of <code>b</code>. The question asks for those of"
            " <code>a</code>.",
        ),
        (
            remembered({**n, "v": 1.0}),
            "You left out <code>v</code>. The logistic function is applied to <code>v</code> times"
            " the summary.",
        ),
        (
            remembered(n, share=0.5),
            "The trigram model's number is not halfway between the other two. Weight them by how"
            " many of the texts begin with <code>a</code> and how many with <code>b</code>.",
        ),
        (
            remembered(n, share=1 - n["share"]),
            "You interchanged the two weights of the trigram model: <code>share</code> belongs to"
            " the texts that begin with <code>a</code>.",
        ),
        (
            [a, b, float(logistic(n["v"] * summary("ab", n["w"])))],
            "The third number is what the latent model predicts after <code>ab</code> alone. The"
            " trigram model has counted texts of both kinds, so its number is a weighted mean of"
            " the first two.",
        ),
    ]


def steps(n):
    """The pairs of the held-out word."""
    return n["word"][:-1], n["word"][1:]


def stepwise(n):
    return bigram(n["text"], 4)[steps(n)]


def slipped_steps(n):
    i, j = steps(n)
    c = pairs_of(n["text"], 4)
    along = c + pairs_of(n["word"], 4)
    letters = np.bincount(n["text"], minlength=4)

    def each(name):
        return [COUNTS[name].gives(c, *pair) for pair in zip(i, j, strict=True)]

    return [
        *[(each(name), slip.says) for name, slip in COUNTS.items()],
        (
            (c[i, j] + 1) / (letters[i] + 4),
            "You divided by how often the letter occurs in the text. Count how often it is followed"
            " by another letter: the last letter of the text is followed by none.",
        ),
        (
            (along[i, j] + 1) / (along[i].sum(axis=1) + 4),
            "You counted the pairs of the held-out word along with the text. A text that is used to"
            " judge the model must not be counted.",
        ),
        (
            (c[i, j] + 1) / (c.sum() + 16),
            "You divided by all pairs of the text. Each row is a distribution of its own, so divide"
            " by the sum of the row.",
        ),
    ]


def surprise(n):
    mean = nats(stepwise(n)).mean()
    return [mean, np.exp(mean), 2 ** n["bits"]]


def slipped_surprise(n):
    p = stepwise(n)
    bits = n["bits"]
    right = surprise(n)
    mean, e, two = right
    return [
        (
            [4 * mean, np.exp(4 * mean), two],
            "You used the sum of the surprises for the first two numbers. Divide the sum by four,"
            " the number of steps.",
        ),
        (
            [0.8 * mean, np.exp(0.8 * mean), two],
            "You divided by the five letters of the word. The first letter is not predicted, so"
            " divide by the four steps.",
        ),
        (
            [nats(p.mean()), 1 / p.mean(), two],
            "You averaged the four probabilities and then took the logarithm. Take the logarithms"
            " first, then their mean.",
        ),
        (
            [mean / np.log(2), e, two],
            "The first number is in bits, with the logarithm to base 2. Take the natural"
            " logarithm.",
        ),
        (
            [mean / np.log(2), PERPLEXITY["bases"].gives(p), two],
            "You took logarithms to base 2 and then a power of <i>e</i>. The first number is asked"
            " for in nats, so take the natural logarithm.",
        ),
        (
            instead(right, 0, -mean),
            "The first number has the wrong sign: the logarithm of a probability is negative, and"
            " the surprise is minus that logarithm.",
        ),
        (
            instead(right, 1, PERPLEXITY["sum"].gives(p)),
            "The second number is <i>e</i> to the sum of the surprises. Take their mean first:"
            " otherwise a longer word looks harder than a short one.",
        ),
        (
            instead(right, 1, PERPLEXITY["chances"].gives(p)),
            "The second number is 1 divided by the mean of the probabilities. The mean has to be"
            " taken of the surprises, that is, of the logarithms.",
        ),
        (
            instead(right, 1, PERPLEXITY["sign"].gives(p)),
            "A perplexity is never below 1. In the second number you left out the minus sign of the"
            " surprise.",
        ),
        (
            [mean, 2**mean, two],
            "The second number is 2 to the power of a surprise in nats. With nats the perplexity is"
            " a power of <i>e</i>.",
        ),
        (
            [mean, e, np.exp(bits)],
            "The third number is <i>e</i> to the power of a surprise in bits. With bits the"
            " perplexity is a power of 2.",
        ),
        (
            [mean, e, np.exp(bits / np.log(2))],
            "For the third number you divided the bits by log 2. A bit is less than a nat: multiply"
            " by log 2 to get nats.",
        ),
        (
            [mean, e, bits * np.log(2)],
            "The third number is the other model's surprise in nats. The perplexity is <i>e</i> to"
            " that power.",
        ),
    ]


def by_row(counts, alpha):
    return (counts + alpha) / (counts + alpha).sum(axis=1, keepdims=True)


def loss_with(counts=pairs_of, shares=by_row, gives=lambda p: nats(p).mean()):
    """The mean surprise of a bigram model, with mistakes."""

    def loss(train, held_out, size, alpha):
        return gives(shares(counts(train, size), alpha)[held_out[:-1], held_out[1:]])

    return loss


def counted_along(train, held_out, size, alpha):
    return loss_with()(np.concatenate([train, held_out]), held_out, size, alpha)


def all_letters(train, held_out, size, alpha):
    """Divided by how often each code occurs, at the end of the text too."""
    more = np.bincount(train, minlength=size)[:, None] + alpha * size
    return loss_with(shares=lambda c, alpha: (c + alpha) / more)(train, held_out, size, alpha)


def cases(rng, n):
    """Every code before another in `held_out` is before another in `train` as well."""
    tried = []
    for size, kinds, long, short, alpha in (
        (4, 3, 12, 5, 0.5),
        (3, 3, 20, 8, 1.0),
        (6, 4, 15, 2, 0.1),
        (2, 2, 9, 6, 2.0),
        (5, 5, 40, 12, 0.25),
        (8, 6, 60, 25, 1.0),
        (30, 26, 300, 90, 0.01),
    ):
        train = rng.integers(0, kinds, long)
        held_out = np.append(rng.choice(train[:-1], short - 1), rng.integers(size))
        tried.append((train, held_out, size, alpha))
    return tried if tells_apart(tried[0]) else cases(rng, n)


def tells_apart(case):
    """Whether the case that students see shows which mistake was made."""
    asked = next(question for question in QUESTIONS if question.name == "my_loss")
    gives = [solved(asked), *(slip.gives for slip in asked.slips.values())]
    found = [float(one(*case)) for one in gives]
    return all(abs(a - b) > 1e-3 for a, b in combinations(found, 2))


LISTING = """\
count_in, choose_by, report_on = text[:8000], text[8000:9000], text[9000:]
best, least = None, np.inf
for n in (1, 2, 3, 4, 5, 6):
    table = {table}
    loss = {loss}
    if loss < least:
        best, least = n, loss
final = count(count_in, best)
perplexity = {report}"""
RIGHT = {
    "table": "count(count_in, n)",
    "loss": "mean_surprise(table, choose_by)",
    "report": "np.exp(mean_surprise(final, report_on))",
}
QUESTIONS = (
    Numbers(
        "factors",
        2,
        lambda n: (
            "A language has only four sentences, with the probabilities in `sentences`:\n\n"
            "| number | sentence | probability |\n|---|---|---|\n"
            + "".join(
                f"| {k} | {words} | {p:.2f} |\n"
                for k, (words, p) in enumerate(zip(WORDS, n["sentences"], strict=True), 1)
            )
            + "\nRead a sentence word by word, as the chain rule does.\n\n"
            "1. What is the probability that the second word of a sentence is `authors`?\n"
            "2. What is the probability that `books` follows `the authors of the`?\n"
            "3. Predict each word with the language's own conditional probability, given the words"
            " before it. What is the mean surprise per word of sentence 1, in nats? Include all six"
            " words, even the first."
        ),
        "language_models.html#one-word-at-a-time",
        factors,
        slipped_factors,
        ("P(authors | the)", "P(books | the authors of the)", "mean surprise of sentence 1"),
    ),
    Numbers(
        "window",
        3,
        "A bigram model predicts each word of these sentences from the one word before it. It has"
        " a separate table for each of the six positions, and it has counted so many sentences"
        " that its tables hold the true conditional probabilities; no $\\alpha$ is added.\n\n"
        "1. What probability does the model give to `writes` at position 6, after `book`?\n"
        "2. What probability does the model give to the whole sentence"
        " `the authors of the book writes`, which is not in the language?\n"
        "3. Sentences are drawn from the language, with the probabilities in `sentences`. What is"
        " the model's mean surprise at the sixth word, in nats? Weight each sentence by its"
        " probability. (A model that sees all five words before it is never surprised there.)",
        "language_models.html#cutting-the-past-off",
        window,
        slipped_window,
        (
            "P(writes | book)",
            "P(the authors of the book writes)",
            "average surprise at the sixth word",
        ),
    ),
    Numbers(
        "memory",
        2,
        "A latent autoregressive model reads texts of the letters `a` and `b`, with $x_t = 1$ for"
        " an `a` and $x_t = -1$ for a `b`. Its summary is a single number,"
        " $h_t = w\\,h_{t-1} + x_t$ with $h_0 = 0$. After letter $t$ it predicts that the next"
        " letter is `a` with probability $\\sigma(v\\,h_t)$, where"
        " $\\sigma(u) = 1 / (1 + e^{-u})$.\n\n"
        "1. What probability does it give to `a` after `aab`?\n"
        "2. What probability does it give to `a` after `bab`?\n"
        "3. Now somebody writes very many texts of three letters, and the latent model draws a"
        " fourth letter for each text from its own prediction. Of the texts whose second and third"
        " letters are `ab`, the fraction `share` begins with `a` and the rest with `b`. A trigram"
        " model is built by counting these fourth letters only: how often each of them follows"
        " each pair of second and third letters, without $\\alpha$. What probability does the"
        " trigram model give to `a` after `ab`?",
        "language_models.html#keeping-a-summary-instead",
        remembered,
        slipped_memory,
        ("latent model after aab", "latent model after bab", "trigram model after ab"),
    ),
    Numbers(
        "steps",
        2,
        lambda n: (
            "A bigram model over the four letters `a`, `e`, `n`, `t` counts the text"
            f" `{spelled(n['text'])}`, with $\\alpha = 1$. Then it reads the held-out word"
            f" `{spelled(n['word'])}`. (`text` and `word` hold both as codes.) The first "
            f"letter of the"
            " word is given. Predict each later letter from the letter before it: what probability"
            " does the model give to the second, third, fourth and fifth letter of the word?"
        ),
        "language_models.html#your-turn",
        stepwise,
        slipped_steps,
        (
            "second letter, given the first",
            "third letter, given the second",
            "fourth letter, given the third",
            "fifth letter, given the fourth",
        ),
    ),
    Numbers(
        "surprise",
        2,
        "Go on with the four probabilities of question 4. Use the exact fractions, because rounded"
        " fractions spoil the third decimal.\n\n"
        "1. What is the model's mean surprise per step, in nats? The mean is over the four"
        " steps.\n"
        "2. What is the model's perplexity on these four steps?\n"
        "3. Another model has a mean surprise of `bits` bits on the same four steps. What is its"
        " perplexity?",
        "language_models.html#surprise",
        surprise,
        slipped_surprise,
        ("mean surprise in nats", "perplexity", "perplexity of the other model"),
        visible=False,
    ),
    Code(
        "my_loss",
        4,
        "Write a function that builds a bigram model by counting the pairs of letters in `train`,"
        " and that returns the model's mean surprise on the text `held_out`, in nats. Both texts"
        " are arrays of whole numbers from 0 to `size - 1`, the codes of their letters. The given"
        " `alpha`, which is above 0 but need not be 1, is added to the count of each of the"
        " `size * size` pairs. The first letter of `held_out` is given, so the mean is over"
        " `len(held_out) - 1` steps. Some letters never occur in `train`; if your function returns"
        " `inf` or `nan`, check what it does with a pair that never occurs in `train`. When it"
        " works, `my_loss(text, word, 4, 1)` gives you the first number of question 5.",
        "language_models.html#counting-letters",
        """
def my_loss(train, held_out, size, alpha):
    return 0.0
""",
        """
def my_loss(train, held_out, size, alpha):
    counts = np.full((size, size), float(alpha))
    for i, j in zip(train[:-1], train[1:]):
        counts[i, j] += 1
    P = counts / counts.sum(axis=1, keepdims=True)
    return -np.log(P[held_out[:-1], held_out[1:]]).mean()
""",
        cases,
        {
            "sum": Slip(SURPRISE["sum"].says, loss_with(gives=lambda p: nats(p).sum())),
            "one too many": Slip(
                "You divided by the number of letters in <code>held_out</code>. The first letter is"
                " not predicted, so there is one step fewer.",
                loss_with(gives=lambda p: nats(p).sum() / (len(p) + 1)),
            ),
            "bits": Slip(
                "That is in bits, with the logarithm to base 2. Take the natural logarithm.",
                loss_with(gives=SURPRISE["bits"].gives),
            ),
            "sign": Slip(
                "The sign is wrong: the logarithm of a probability is negative, and the surprise is"
                " minus that logarithm.",
                loss_with(gives=SURPRISE["sign"].gives),
            ),
            "mean first": Slip(
                "You averaged the probabilities and then took the logarithm. Take the logarithms"
                " first, then their mean.",
                loss_with(gives=SURPRISE["chances"].gives),
            ),
            "perplexity": Slip(
                "That is the perplexity. The function should return the mean surprise, which is its"
                " logarithm.",
                loss_with(gives=lambda p: np.exp(nats(p).mean())),
            ),
            "column": Slip(
                COUNTS["column"].says, loss_with(shares=lambda c, alpha: by_row(c.T, alpha).T)
            ),
            "backwards": Slip(
                "You counted the pairs backwards. The first index is the letter before, the second"
                " index is the letter after.",
                loss_with(shares=lambda c, alpha: by_row(c.T, alpha)),
            ),
            "above only": Slip(
                "You added <code>alpha</code> to the count but not to the sum of the row. Then the"
                " row does not sum to 1.",
                loss_with(
                    shares=lambda c, alpha: (c + alpha) / c.sum(axis=1, keepdims=True).clip(1e-300)
                ),
            ),
            "one for all": Slip(
                "You added <code>alpha</code> to the sum of the row once. Each of the"
                " <code>size</code> letters gets its own, so the sum grows by"
                " <code>alpha * size</code>.",
                loss_with(
                    shares=lambda c, alpha: (c + alpha) / (c.sum(axis=1, keepdims=True) + alpha)
                ),
            ),
            "always 1": Slip(
                "You added 1 to every count. Add <code>alpha</code>, which need not be 1.",
                loss_with(shares=lambda c, alpha: by_row(c, 1)),
            ),
            "each pair once": Slip(
                "You counted every pair at most once. With <code>counts[i, j] += 1</code> on whole"
                " arrays NumPy adds only once where a pair is repeated: use a loop or"
                " <code>np.add.at</code>.",
                loss_with(counts=lambda codes, size: np.minimum(pairs_of(codes, size), 1)),
            ),
            "last letter": Slip(
                "You divided by how often a letter occurs in <code>train</code>. Count how often it"
                " is followed by another letter: the last letter of a text is followed by none.",
                all_letters,
            ),
            "counted along": Slip(
                "You counted <code>held_out</code> along with <code>train</code>. A text that is"
                " used to judge the model must not be counted.",
                counted_along,
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Somebody looks for the best $n$ for an n-gram model of a text of 10,000 letters and then"
        " reports the perplexity of that model. `count(text, n)` returns the table of an n-gram"
        " model that has counted a text, with a small $\\alpha$, and `mean_surprise(table, text)`"
        " returns the model's mean surprise on a text, in nats. The program runs without an error"
        " message, but because of one line it chooses $n$ badly or reports a wrong perplexity.",
        "language_models.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"table": "count(text, n)"}),
                4,
                "The model counts all of the text, so it already knows the parts that are held"
                " out.",
            ),
            Version(
                LISTING.format(**RIGHT | {"loss": "mean_surprise(table, count_in)"}),
                5,
                "On the text that was counted the loss falls with every n. Choose by text that was"
                " not counted.",
            ),
            Version(
                LISTING.format(**RIGHT | {"report": "2 ** mean_surprise(final, report_on)"}),
                9,
                "The surprise is in nats, so the perplexity is a power of e.",
            ),
        ),
    ),
    Explain(
        "why_summary",
        3,
        "A friend sees in question 2 that the bigram model gives a wrong sentence a probability"
        " above 0, and proposes n-grams with a much larger $n$ instead, such as $n = 10$. Explain"
        " in three to five sentences why no fixed $n$ gets the verb right in every English"
        " sentence, what a large $n$ costs, and what a latent model must remember, from which word"
        " to which, to get the verb right.",
        (
            "1 point: any number of words can come between the noun and the verb, and two"
            " beginnings that agree in their last n - 1 words get the same prediction",
            "1 point: with a vocabulary of V words the table has V to the power n numbers, so most"
            " contexts are never counted, or only once, and the model is more surprised by held-out"
            " text",
            "1 point: a latent model needs a summary of fixed size that says whether the noun was"
            " singular or plural; it is set at the noun and kept until the verb",
        ),
        "An n-gram model gives the same prediction after any two beginnings that share their last n"
        " - 1 words. English can always put more words between the noun and its verb, so for every"
        " n there is a sentence in which the noun is out of sight. A large n is also costly: with V"
        " words the table has V to the power n numbers, and most contexts of n - 1 words in"
        " held-out text have never been counted, so the model is more surprised by that text. A"
        " latent model carries a summary of fixed size. For the verb the summary needs one piece of"
        " information, singular or plural; it is set at the noun and kept until the verb.",
    ),
)
