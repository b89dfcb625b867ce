"""Pretraining: lessons made of a text, full conditionals, depths of fine-tuning, padding, code."""

import numpy as np

from classroom.lessons import (
    ANSWERS,
    ASKED,
    CONDITIONALS,
    MEAN,
    READ,
    READ_AGAIN,
    TRAINED,
    answers,
    asked_of,
    cut_out,
    of_two_letters,
    read_of,
    read_padded,
    texts_and_spans,
    texts_with_padding,
    through_mean,
    trained,
    words_to_hide,
)
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.page.ask import Slip

TITLE = "Pretraining"
CHAPTER = "pretraining"
MINUTES = 60
INTRO = (
    "You make lessons out of texts that nobody labelled, and count how many answers they hold. You"
    " multiply full conditionals, count the weights that fine-tuning trains at three depths, and"
    " send a gradient through a mean that leaves out padding. You write the code of span corruption"
    " and of a padded text's vector. Then you explain what an encoder is not needed for, and what"
    " it can't do."
)
MEANS = {
    "words": "words of each sentence, for question 1",
    "sentences": "sentences of an update",
    "cut": "words that span corruption cuts out of each sentence",
    "spans": "how many spans they form",
    "ids": "the words of a text as indices, for questions 2 and 3",
    "lot": "a draw for each word, which decides whether it is chosen",
    "fate": "a draw for each word, which decides what becomes of a chosen one",
    "other": "a random word for each, in case it is replaced",
    "joint": "probabilities of de and do, and below them of me and mo, for question 4",
    "d": "features of an encoder, for question 5",
    "block": "weights of one of its blocks",
    "blocks": "its blocks",
    "rows": "rows of its embeddings: words, positions and segments together",
    "X": "last vectors of a text, a row for each token, for question 6",
    "there": "1 for a token, 0 for padding",
    "w": "weights of a classifier",
    "b": "its bias",
    "y": "the label",
}
BOOK = {
    "words": np.array(20),
    "sentences": np.array(16),
    "cut": np.array(4),
    "spans": np.array(2),
    "ids": np.array([12, 57, 33, 8, 71, 46]),
    "lot": np.array([0.62, 0.11, 0.35, 0.04, 0.87, 0.29]),
    "fate": np.array([0.15, 0.84, 0.42, 0.95, 0.83, 0.07]),
    "other": np.array([25, 64, 19, 80, 38, 52]),
    "joint": np.array([[0.35, 0.15], [0.1, 0.4]]),
    "d": np.array(24),
    "block": np.array(4872),
    "blocks": np.array(3),
    "rows": np.array(150),
    "X": np.array([[0.8, -0.5], [1.3, 0.4], [-0.6, 1.1], [1.4, -1.2]]),
    "there": np.array([1, 1, 1, 0]),
    "w": np.array([1.2, -0.7]),
    "b": np.array(0.28),
    "y": np.array(1),
}


def draw(rng):
    d, d_ff = 2 * rng.integers(8, 21), rng.integers(24, 97)
    joint = rng.integers(8, 45, 3)
    while joint.sum() > 92:
        joint = rng.integers(8, 45, 3)
    return {
        "words": np.array(20 * rng.integers(1, 6)),
        "sentences": np.array(2 * rng.integers(3, 25)),
        "cut": np.array(rng.integers(4, 9)),
        "spans": np.array(rng.integers(2, 4)),
        **words_to_hide(rng),
        "joint": np.r_[joint, 100 - joint.sum()].reshape(2, 2) / 100,
        "d": np.array(d),
        "block": np.array(4 * d * (d + 1) + 2 * d * d_ff + d_ff + 5 * d),
        "blocks": np.array(rng.integers(3, 8)),
        "rows": np.array(rng.integers(90, 400)),
        "X": hundredths(rng, 4, 2, most=1.5),
        "there": np.array([1, 1, 1, 0]),
        "w": hundredths(rng, 2, most=1.5),
        "b": hundredths(rng, 1, most=0.5)[0],
        "y": np.array(1),
    }


def text(n):
    """A text, and what was drawn for each of its words."""
    return n["ids"], n["lot"], 0.4, n["fate"], n["other"]


def counted(n, *names):
    return tuple(int(n[name]) for name in names)


LISTING = """\
chosen = (rng.random(ids.shape) < 0.15) & ({words})
fate = rng.random(ids.shape)
other = rng.integers(4, V, ids.shape)
read = np.where({hidden}, MASK, ids)
read = np.where({random}, other, read)
X = encoder(read, sees={sees})
logits = X[chosen] @ table.T
loss = cross_entropy(logits, {labels})"""
RIGHT = {
    "words": "ids >= 4",
    "hidden": "chosen & (fate < 0.8)",
    "random": "chosen & (0.8 <= fate) & (fate < 0.9)",
    "sees": "ids != PAD",
    "labels": "ids[chosen]",
}
SIX = tuple(f"word {k}" for k in range(1, 7))
QUESTIONS = (
    by_hand(
        "taught",
        2,
        "An update reads `sentences` sentences of `words` words each. Every word is a token, and"
        " each sentence begins with [CLS] and ends with [SEP]. How many answers does the update"
        " learn from: by causal language modelling; by masked language modelling, where 15 % of the"
        " words are chosen; by span corruption, where `cut` words are cut out of each sentence, in"
        " `spans` spans; and by next-sentence prediction, where every two sentences form a pair? In"
        " span corruption the first sentinel is given, and the answer ends with one more"
        " sentinel.",
        "pretraining.html#one-text-four-questions",
        ("causal", "masked", "span corruption", "next sentence"),
        answers,
        lambda n: counted(n, "words", "sentences", "cut", "spans"),
        ANSWERS,
        tuple(ANSWERS),
    ),
    by_hand(
        "model_reads",
        1,
        "A text of six words becomes a lesson for a masked model. Because it is so short, a word"
        " is chosen if its number in `lot` is below 0.4. What becomes of a chosen word depends on"
        " its number in `fate`: below 0.8 it becomes [MASK], whose index is 3; from 0.8 on, but"
        " below 0.9, it becomes the word in `other`; from 0.9 on it stays. Write the six indices"
        " that the model reads.",
        "pretraining.html#one-text-four-questions",
        SIX,
        read_of,
        text,
        READ,
        tuple(READ),
    ),
    by_hand(
        "model_says",
        1,
        "What must the model say at each of the six words of question 2? Write −1 where nothing is"
        " asked.",
        "pretraining.html#one-text-four-questions",
        SIX,
        asked_of,
        text,
        ASKED,
        tuple(ASKED),
    ),
    by_hand(
        "conditionals",
        2,
        "A text has two letters, first d or m, then e or o. `joint` holds the probabilities of de"
        " and do in its first row, of me and mo in its second. What is the probability of m given"
        " o, and that of o given m? What is the pseudo-log-likelihood of mo, with the natural"
        " logarithm? And what do the products of full conditionals of all four texts add up to?",
        "pretraining.html#which-conditionals-give-the-probability-of-a-text",
        ("m given o", "o given m", "pseudo-log-likelihood of mo", "sum of the four products"),
        of_two_letters,
        lambda n: (n["joint"],),
        CONDITIONALS,
        tuple(CONDITIONALS),
    ),
    by_hand(
        "depths",
        2,
        "An encoder has `d` features and `blocks` blocks, and each block has `block` weights. Its"
        " embeddings have `rows` rows. A logistic unit on the mean of its last vectors is the"
        " classifier. How many weights are trained in each of the three depths: the head only, the"
        " last block, and all?",
        "pretraining.html#from-gaps-to-a-task",
        ("head only", "last block", "all"),
        trained,
        lambda n: counted(n, "d", "block", "blocks", "rows"),
        TRAINED,
        tuple(TRAINED),
    ),
    by_hand(
        "through_the_mean",
        2,
        "`X` are the last vectors of a text, and where `there` is 0 there is padding. The"
        " classifier takes the mean $\\mathbf u$ of the tokens and gives the probability $p ="
        " \\sigma(\\mathbf w^{\\top} \\mathbf u + b)$. The label is `y`. What is $\\mathbf u$? And"
        " what gradient of the cross-entropy reaches the last vector of the first token?",
        "pretraining.html#from-gaps-to-a-task",
        ("first of u", "second of u", "first of the gradient", "second of the gradient"),
        through_mean,
        lambda n: (n["X"], n["there"], n["w"], float(n["b"]), float(n["y"])),
        MEAN,
        tuple(MEAN),
    ),
    Code(
        "span_lesson",
        3,
        "Write the lesson of span corruption. `ids` are the words of a text, without [CLS] and"
        " [SEP]. Span number k is `ids[starts[k]:ends[k]]`; the spans are in order and don't touch."
        " Each span leaves behind one sentinel, the first of `sentinels` the first one, and so on."
        " The answer lists each sentinel, followed by its span, and ends with the next sentinel."
        " Return what the model reads, which is the text with its sentinels and then the answer"
        " without its last token; and what it must say at each token, which is the next token of"
        " the answer, or −1 where nothing is asked.",
        "pretraining.html#one-text-four-questions",
        """
def span_lesson(ids, starts, ends, sentinels):
    return ids, ids
""",
        """
def span_lesson(ids, starts, ends, sentinels):
    text, answer, last = [], [], 0
    for k in range(len(starts)):
        text += [*ids[last : starts[k]], sentinels[k]]
        answer += [sentinels[k], *ids[starts[k] : ends[k]]]
        last = ends[k]
    text += [*ids[last:]]
    answer += [sentinels[len(starts)]]
    says = [-1] * len(text) + answer[1:]
    return np.array(text + answer[:-1]), np.array(says)
""",
        texts_and_spans,
        {
            "one for each word": Slip(
                "A span leaves behind one sentinel, however long it is.", cut_out(each_word=True)
            ),
            "not ended": Slip(
                "The answer must end with the next sentinel, or the model never learns to stop.",
                cut_out(closed=False),
            ),
            "not shifted": Slip(
                "Each token of the answer must say the next one. Yours says itself.",
                cut_out(shift=0),
            ),
            "one name": Slip(
                "Each span has a sentinel of its own. You used the first one everywhere.",
                cut_out(one_name=True),
            ),
            "answer not read": Slip(
                "The model also reads the answer so far, after the text.", cut_out(fed=False)
            ),
            "end cut out": Slip(
                "A span ends before <code>ends[k]</code>. You cut out one word too many.",
                cut_out(inclusive=True),
            ),
        },
    ),
    Code(
        "text_vector",
        2,
        "Write the vector of a padded text. Its tokens `X` go through attention with themselves,"
        " with the scores $\\mathbf X \\mathbf X^{\\top} / \\sqrt d$ and `X` as the values, and the"
        " vector is the mean of what the tokens get. `there` is 0 where a row is padding. A text"
        " must get the same vector with padding and without.",
        "pretraining.html#what-frozen-vectors-hold",
        """
def text_vector(X, there):
    return X.mean(axis=0)
""",
        """
def text_vector(X, there):
    real = there == 1
    scores = np.where(real, X @ X.T / np.sqrt(X.shape[1]), -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return (weights @ X)[real].mean(axis=0)
""",
        texts_with_padding,
        {
            "both unmasked": Slip(
                "The padding is attended to, and it is in the mean.",
                read_padded(lambda s, there: s, middle=lambda Y, there: Y.mean(axis=0)),
            ),
            "padding attended": Slip(
                "The padding is still attended to. Hide it before the softmax.",
                read_padded(lambda s, there: s),
            ),
            "padding in the mean": Slip(
                "The padding is still in the mean.",
                read_padded(middle=lambda Y, there: Y.mean(axis=0)),
            ),
            "divided by rows": Slip(
                "Divide by the number of tokens, not of rows.",
                read_padded(middle=lambda Y, there: there @ Y / len(Y)),
            ),
            "scores of 0": Slip(
                "A score of 0 still gets an attention weight. Set it to −∞ before the softmax.",
                read_padded(lambda s, there: s * there),
            ),
            "hidden too late": Slip(
                "You set attention weights to 0 after the softmax, so the rest doesn't sum to 1.",
                read_padded(lambda s, there: s, late=lambda weights, there: weights * there),
            ),
            "not scaled": Slip("The scores aren't divided by √d.", read_padded(scale=lambda d: 1)),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Somebody trains a masked model on padded rows of indices `ids`. Indices below 4 are"
        " special tokens, `V` is the size of the vocabulary, and `sees` says which tokens may be"
        " attended to.",
        "pretraining.html#what-goes-wrong",
        (
            Version(
                LISTING.format(**RIGHT | {"words": "ids != MASK"}),
                1,
                "Special tokens are never chosen, and padding least of all.",
            ),
            Version(
                LISTING.format(**RIGHT | {"hidden": "fate < 0.8"}),
                4,
                "This hides most words that were not chosen, too.",
            ),
            Version(
                LISTING.format(**RIGHT | {"random": "chosen & (0.8 <= fate)"}),
                5,
                "One tenth of the chosen words must stay as they are.",
            ),
            Version(
                LISTING.format(**RIGHT | {"sees": "chosen"}),
                6,
                "Every token but the padding may be attended to, chosen or not.",
            ),
            Version(LISTING.format(**RIGHT | {"labels": "read[chosen]"}), 8, READ_AGAIN),
        ),
    ),
    Explain(
        "complaints",
        3,
        "A company wants to sort letters of complaint by what they are about: delivery, bill, or"
        " product. A bag of words sorts 96 % of new letters correctly, a fine-tuned BERT 97 %, each"
        " trained once. Now the company wants the same BERT to write the replies. Explain in five"
        " to seven sentences why a bag of words nearly suffices here, and for what kind of task it"
        " would not. Is the difference of one percentage point worth an encoder? And why should"
        " this BERT not write?",
        (
            "1 point: the words themselves name the subject (parcel, invoice), and their order adds"
            " little; a bag of words fails where the order or the agreement of words decides, as in"
            " who did what to whom, or whether a sentence is right",
            "1 point: one run each says little: several seeds or an interval, and the costs, come"
            " before the choice; where the bag of words is as good, one doesn't need the encoder",
            "1 point: BERT gives each word given all others, in both directions, and these full"
            " conditionals don't multiply to the probability of a text; gaps filled at once don't"
            " agree, and filling them in turn is slow; moreover, fine-tuning may have made it"
            " forget how to fill gaps; a decoder, or an encoder with a decoder, writes from left to"
            " right",
        ),
        "A letter about a bill says invoice or amount, and one about a delivery says parcel, so the"
        " words alone give the subject away and their order adds almost nothing. A bag of words"
        " would fail where the same words can mean different things in another order, for example"
        " if the question were who is to blame, or whether a sentence is grammatical. One run of"
        " each method can't tell 96 % from 97 %: I would train both with several seeds, look at the"
        " spread, and take the bag of words unless the gain is certain and worth its cost. BERT"
        " should not write the replies, because it gives each word a probability given all other"
        " words, and these full conditionals don't multiply to the probability of a text. If it"
        " fills several gaps at once the words don't agree with each other, and if it fills them"
        " one after the other, again and again, it is slow. Besides, after fine-tuning it has"
        " probably forgotten much of how to fill gaps. For replies one takes a decoder, or an"
        " encoder with a decoder, which writes from left to right.",
    ),
)
