"""A decoder that looks back: before each step an average of the encoder's states is taken.

α_i = softmax of the scores of d_{i-1} with every h_j, r_i = Σ_j α_ij h_j  eq-encoder-decoder-attend
d_i = LSTM([y_{i-1}; r_i], d_{i-1})                                          eq-encoder-decoder-step
Notebook: book/encoder_decoder.ipynb
"""

from typing import NamedTuple

import numpy as np

from unrolled.core.cell import Cell, Fast, batched
from unrolled.core.door import check_array, check_generator, check_whole
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float
from unrolled.encoder_decoder import fast
from unrolled.encoder_decoder.additive import (
    Additive,
    check_additive,
    random_additive,
    scores,
    scores_back,
)
from unrolled.encoder_decoder.average import seen as check_mask
from unrolled.encoder_decoder.average import unweigh, weigh
from unrolled.lstm.cell import (
    LSTM,
    State,
    StepCache,
    check_lstm,
    lstm_step,
    lstm_step_back,
    random_lstm,
)
from unrolled.lstm.gate import check_gates


class Attending(NamedTuple):
    """Weights of a decoder with attention, and the states it looks at, which get a gradient too."""

    lstm: LSTM  # reads the token before and the average, one below the other
    score: Additive  # of the state before with each key
    keys: Float[Array, "T_x *B n_k"]  # h_1 .. h_N of the encoder


class Look(NamedTuple):
    """What one step back must remember."""

    A: Float[Array, "*B T_x"]  # attention weights α_i
    hidden: Float[Array, "*B T_x n_a"]  # of the score
    step: StepCache  # of the LSTM


def look(
    p: Additive, query: Float[Array, "*B n_q"], keys: Float[Array, "T_x *C n_k"], mask: Array | None
) -> tuple[Float[Array, "*B n_k"], Float[Array, "*B T_x"], Float[Array, "*B T_x n_a"]]:
    """The average of the keys for one query, its weights, and the hidden layer of the score.

    eq-encoder-decoder-attend
    """
    K = np.moveaxis(keys, 0, -2)
    S, hidden = scores(p, query[..., None, :], K)
    A = weigh(S, None if mask is None else np.moveaxis(mask, 0, -1)[..., None, :])
    return (A @ K)[..., 0, :], A[..., 0, :], hidden[..., 0, :, :]


def look_back(
    p: Additive,
    query: Float[Array, "*B n_q"],
    keys: Float[Array, "T_x *C n_k"],
    A: Float[Array, "*B T_x"],
    hidden: Float[Array, "*B T_x n_a"],
    dr: Float[Array, "*B n_k"],
) -> tuple[Additive, Float[Array, "*B n_q"], Float[Array, "T_x *C n_k"]]:
    """Gradients of the score's weights, the query and the keys, from dr of the average.

    A key counts twice, in the average and in its score.                    eq-encoder-decoder-back
    """
    K = np.broadcast_to(np.moveaxis(keys, 0, -2), (*A.shape, keys.shape[-1]))
    dS = unweigh(A, np.matvec(K, dr))[..., None, :]
    dp, dq, dK = scores_back(p, query[..., None, :], K, hidden[..., None, :, :], dS)
    dK = dK + A[..., None] * dr[..., None, :]
    dK = dK.sum(axis=tuple(range(dK.ndim - keys.ndim)))  # several steps of one sequence
    return dp, dq[..., 0, :], np.moveaxis(dK, -2, 0)


def attending(seen: Array | None = None) -> Cell:
    """A cell whose weights are an `Attending`: an LSTM that looks at keys before each step.

    `seen` (T_x, *B) is False where a key is padding; without it every key is seen. Its input is
    y_{i-1} alone.                                                          eq-encoder-decoder-step
    """

    @batched
    def attending_step(p: Attending, y: Array, before: State) -> tuple[State, Look]:
        """One step: the average for the state before, then the LSTM."""
        r, A, hidden = look(p.score, before.h, p.keys, seen)
        state, cache = lstm_step(p.lstm, np.concatenate([y, r], axis=-1), before)
        return state, Look(A, hidden, cache)

    @batched
    def attending_step_back(p: Attending, cache: Look, d: State) -> tuple[Attending, Array, State]:
        """The same step read backwards; the state before was a state and a query."""
        d_lstm, dx, d_before = lstm_step_back(p.lstm, cache.step, d)
        n_y = dx.shape[-1] - p.keys.shape[-1]
        query = cache.step.before.h
        d_score, dq, d_keys = look_back(
            p.score, query, p.keys, cache.A, cache.hidden, dx[..., n_y:]
        )
        d_before = State(d_before.h + dq, d_before.c)
        return Attending(d_lstm, d_score, d_keys), dx[..., :n_y], d_before

    def check(p: object, xs: object, h0: object) -> tuple[Attending, Array, State]:
        return check_attending(p, xs, h0, seen)

    def forward(p: Attending, ys: Array, before: State) -> tuple[State, Look]:
        states, A, hidden, step = fast.states(p, ys, before, seen)
        return states, Look(A, hidden, step)

    def back(p: Attending, cache: Look, d: State) -> tuple[Attending, Array, State]:
        d_lstm, d_score, d_keys, dys, dh0 = fast.gradients(p, cache, d)
        return Attending(d_lstm, d_score, d_keys), dys, dh0

    return Cell(
        attending_step,
        attending_step_back,
        check,
        Fast(forward, back, (attending_step, attending_step_back)),
    )


def check_attending(
    p: object, xs: object, before: object, seen: Array | None = None
) -> tuple[Attending, Array, State]:
    """Weights, keys, inputs, first state and mask that fit each other, or ValueError."""
    lstm, score, keys = check_fields("p", p, Attending)
    lstm = check_gates(lstm, LSTM)
    n_h, n_in = lstm.i.W_x.shape
    xs = check_array("xs", xs, "T *B n_y")
    batch = xs.shape[1:-1]
    keys = check_array("p.keys", keys, "T_x *B n_k", B=batch)
    n_k = keys.shape[-1]
    if n_in != xs.shape[-1] + n_k:
        raise ValueError(
            f"p.lstm: got weights for {n_in} inputs, expected {xs.shape[-1]} + {n_k}, the token"
            " before and the average"
        )
    score = check_additive(score, "p.score", n_q=n_h, n_k=n_k)
    wide = np.concatenate([xs, np.zeros((*xs.shape[:-1], n_k))], axis=-1)
    _, _, before = check_lstm(lstm, wide, before)
    if seen is not None:
        found = np.asarray(seen)
        if found.shape != keys.shape[:-1]:
            got = f"shape {found.shape}"
            raise ValueError(f"seen: got {got}, expected {keys.shape[:-1]}, one for each key")
        check_mask(np.moveaxis(found, 0, -1), (*batch, len(keys)))
    return Attending(lstm, score, keys), xs, before


def random_attending(
    rng: np.random.Generator, n_y: int, n_h: int, n_k: int
) -> tuple[LSTM, Additive]:
    """A decoder's LSTM and its score, drawn from N(0, 1/fan-in): keys have n_k numbers."""
    rng = check_generator("rng", rng)
    n_y, n_k = check_whole("n_y", n_y, 1), check_whole("n_k", n_k, 1)
    return random_lstm(rng, n_y + n_k, n_h), random_additive(rng, n_h, n_k, n_h)
