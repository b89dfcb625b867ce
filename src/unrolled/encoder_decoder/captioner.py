"""A picture in, a sentence out: a linear eye starts an LSTM, which writes word by word.

(d_0, m_0) = W x + b,   x the pixels in a row                               eq-encoder-decoder-eye

d and m are the decoder's state and its memory cell, h and c of its LSTM.
Notebook: book/encoder_decoder.ipynb
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from unrolled.core.activations import log_softmax
from unrolled.core.door import check_array, check_generator, check_whole, short_repr
from unrolled.core.losses import CROSS_ENTROPY, observed_loss, observed_loss_back
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float, outer, total
from unrolled.core.tasks import Task
from unrolled.core.unroll import bptt, unroll
from unrolled.encoder_decoder.letters import spelt
from unrolled.encoder_decoder.scenes import COLOURS, RELATIONS, SHAPES, SIDE, WIDTHS
from unrolled.lstm.cell import CELL, LSTM, State, lstm_step, random_lstm
from unrolled.lstm.gate import check_gates
from unrolled.rnn.readout import Readout, check_readout, random_readout, readout, readout_back
from unrolled.sequence_tasks.decode import Writer, greedy
from unrolled.sequence_tasks.padding import is_step

STOP = "."
WORDS = [STOP, "a", *WIDTHS, *COLOURS, *SHAPES, *" ".join(RELATIONS.values()).split()]
LONGEST = 15  # words of a caption without its stop
FORMAT = {"rows": SIDE, "columns": SIDE, "colours": len(COLOURS)}
PIXELS = SIDE * SIDE * len(COLOURS)


class Eye(NamedTuple):
    """Weights of a linear projection: pixels to the two parts of an LSTM's state."""

    W: Float[Array, "n_hc n_x"]  # W_dx of the book; n_hc = 2 n_h
    b: Float[Array, " n_hc"]


class Captioner(NamedTuple):
    """What looks, what writes, and what reads the writer's states. Its gradient is another one."""

    eye: Eye
    decoder: LSTM
    readout: Readout


def random_captioner(rng: np.random.Generator, n_h: int) -> Captioner:
    """Weights drawn from N(0, 1/fan-in), biases 0 but that of the forget gate, which is 1.

    Raises ValueError for an n_h below 1.
    """
    rng, n_h = check_generator("rng", rng), check_whole("n_h", n_h, 1)
    eye = Eye(rng.normal(0, PIXELS**-0.5, (2 * n_h, PIXELS)), np.zeros(2 * n_h))
    decoder = random_lstm(rng, len(WORDS), n_h)
    return Captioner(eye, decoder, random_readout(rng, n_h, len(WORDS)))


def see(eye: Eye, pictures: Float[Array, "*B 16 16 3"]) -> State:
    """The state that a picture starts the decoder in.                     eq-encoder-decoder-eye"""
    x = pictures.reshape(*pictures.shape[:-3], PIXELS)
    h, c = np.split(x @ eye.W.T + eye.b, 2, axis=-1)
    return State(h, c)


def see_back(eye: Eye, pictures: Float[Array, "*B 16 16 3"], d: State) -> Eye:
    """The gradient of the eye's weights from that of the state."""
    dh_and_c = np.concatenate(d, axis=-1)
    x = pictures.reshape(*pictures.shape[:-3], PIXELS)
    return Eye(outer(dh_and_c, x), total(dh_and_c))


def caption_task(captions: Sequence[str]) -> Task:
    """Captions as a task: at each step the word before, and the word that is due; then the stop.

    What fills up a short caption is no step and counts nowhere.         eq-sequence-tasks-padding
    Raises ValueError for no captions and for a word that is not one of WORDS.
    """
    codes = [word_codes(caption) for caption in check_captions(captions)]
    lengths = np.array([len(code) for code in codes])
    ys = np.zeros((lengths.max(), len(codes), len(WORDS)))
    for b, code in enumerate(codes):
        ys[: len(code), b] = np.eye(len(WORDS))[code]
    before = np.concatenate([np.zeros((1, *ys.shape[1:])), ys[:-1]])
    return Task(before, ys, is_step(lengths, len(ys)))


def check_captions(captions: object) -> Sequence[str]:
    """`captions`, if they are a list of at least one sentence, or ValueError."""
    fits = isinstance(captions, list | tuple) and all(isinstance(one, str) for one in captions)
    if not fits or not captions:
        raise ValueError(f"captions: got {short_repr(captions)}, expected a list of sentences")
    return captions


def word_codes(caption: str) -> list[int]:
    """The place of each word among WORDS, and the stop after them."""
    if not isinstance(caption, str):
        raise ValueError(f"caption: got {short_repr(caption)}, expected a sentence")
    words = [*caption.split(), STOP]
    for word in words:
        if word not in WORDS:
            raise ValueError(f"caption: got the word {word!r}, expected words of {WORDS}")
    return [WORDS.index(word) for word in words]


def caption_gradient(
    p: Captioner, pictures: Float[Array, "B 16 16 3"], task: Task
) -> tuple[float, Captioner]:
    """The mean loss of a word, the right words being fed back (teacher forcing), and its gradient.

    Padding counts nowhere.                      eq-encoder-decoder-eye, eq-sequence-tasks-padding
    Raises ValueError for weights that do not fit and for as many pictures as there are no captions.
    """
    p = check_captioner(p)
    xs, ys, observed = check_fields("task", task, Task, ", what caption_task gives")
    B = check_array("task.xs", xs, "T B n_x", n_x=len(WORDS)).shape[1]
    pictures = check_pictures(pictures, B=B)
    states, caches = unroll(CELL, p.decoder, xs, see(p.eye, pictures))
    zs = readout(p.readout, states.h)
    loss = observed_loss(CROSS_ENTROPY, zs, ys, observed)
    dzs = observed_loss_back(CROSS_ENTROPY, zs, ys, observed)
    d_readout, dh = readout_back(p.readout, states.h, dzs)
    d_decoder, _, d_start = bptt(CELL, p.decoder, caches, State(dh, np.zeros_like(dh)))
    return loss, Captioner(see_back(p.eye, pictures, d_start), d_decoder, d_readout)


def check_pictures(pictures: object, **sizes: int) -> Array:
    """`pictures` as an array (B, 16, 16, 3), or ValueError."""
    return check_array("pictures", pictures, "B rows columns colours", **FORMAT, **sizes)


def check_captioner(p: object) -> Captioner:
    """`p` as arrays that fit each other, or ValueError."""
    eye, decoder, out = check_fields("p", p, Captioner)
    decoder = check_gates(decoder, LSTM)
    n_h = len(decoder.i.b)
    check_array("decoder.i.W_x", decoder.i.W_x, "n_h n_x", n_x=len(WORDS))
    check_fields("eye", eye, Eye)
    W = check_array("eye.W", eye.W, "n_hc n_x", n_hc=2 * n_h, n_x=PIXELS)
    b = check_array("eye.b", eye.b, "n_hc", n_hc=2 * n_h)
    out = check_readout(out, n_h)
    check_array("readout.b_y", out.b_y, "n_y", n_y=len(WORDS))
    return Captioner(Eye(W, b), decoder, out)


def caption_writer(p: Captioner, picture: Float[Array, "16 16 3"]) -> Writer:
    """The captioner, having looked at a picture, as something to decode from."""
    p = check_captioner(p)
    picture = check_array("picture", picture, "rows columns colours", **FORMAT)
    return _writer(p, see(p.eye, picture))


def _writer(p: Captioner, start: State) -> Writer:
    one_hot = np.vstack([np.eye(len(WORDS)), np.zeros(len(WORDS))])

    def step(state: State, token: int | None) -> tuple[Array, State]:
        before = one_hot[-1 if token is None else token]
        state, _ = lstm_step(p.decoder, before, state)
        return log_softmax(readout(p.readout, state.h)), state

    return Writer(start, step, WORDS.index(STOP))


def say_all(p: Captioner, pictures: Float[Array, "B 16 16 3"]) -> list[str]:
    """A caption for each picture: the likeliest word at every step, which is then fed back.

    One that does not stop is cut off after one word more than the longest caption has, and then
    ends with "…", as a translation does.
    """
    p = check_captioner(p)
    pictures = check_pictures(pictures)
    written = [greedy(_writer(p, see(p.eye, one)), LONGEST + 1) for one in pictures]
    return [spelt(one, WORDS) for one in written]
