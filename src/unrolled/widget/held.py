"""The operations that a tape can hold, by the NumPy function that a recorded array meets.

A map gives one number out of one of each operand, a fold one out of a row, a move none.
"""

from typing import NoReturn

import numpy as np

HELD = (
    "operations that a tape can hold: + - * / **, @, np.matvec, np.vecmat, sum, mean, max, min, "
    "tanh, exp, log, sqrt, np.where, comparisons, an index, reshape, transpose, stack, concatenate"
)
UNARY = (np.tanh, np.exp, np.log, np.log1p, np.expm1, np.sqrt, np.sin, np.cos, np.sign)
MAPS = {f: f.__name__ for f in UNARY} | {
    np.add: "add",
    np.subtract: "sub",
    np.multiply: "mul",
    np.divide: "div",
    np.negative: "neg",
    np.absolute: "abs",
    np.power: "pow",
    np.greater: "gt",
    np.greater_equal: "ge",
    np.less: "lt",
    np.less_equal: "le",
    np.equal: "eq",
    np.not_equal: "ne",
}
PAIRS = {np.maximum: "max", np.minimum: "min"}  # a fold of two
REDUCED = {**PAIRS, np.add: "sum", np.logical_or: "max", np.logical_and: "min"}
CHECKS = (np.isfinite, np.isnan, np.isinf)  # of a door: plain truth values, no steps
MOVES = (
    np.reshape, np.ravel, np.transpose, np.swapaxes, np.moveaxis, np.squeeze, np.expand_dims,
    np.broadcast_to, np.stack, np.concatenate, np.vstack, np.hstack, np.column_stack, np.split,
    np.array_split, np.flip, np.roll, np.repeat, np.tile, np.take, np.diagonal, np.copy,
    np.atleast_1d, np.atleast_2d,
)  # fmt: skip
MOVING = (
    "reshape", "transpose", "swapaxes", "ravel", "flatten", "copy", "squeeze", "repeat", "take",
    "diagonal",
)  # fmt: skip
BY_METHOD = (np.sum, np.mean, np.var, np.max, np.min, np.amax, np.amin, np.any, np.all)
SHAPES = (np.zeros_like, np.ones_like, np.full_like, np.shape, np.ndim, np.size)  # no number asked
UNHELD = (
    "argmax", "argmin", "argsort", "argpartition", "sort", "partition", "nonzero", "searchsorted",
    "choose", "compress", "round", "trace", "put", "fill", "resize",
)  # fmt: skip

BOTH_WAYS = ("add", "mul", "dot")  # their operands may be exchanged


def _softmax(own: np.ndarray, row: np.ndarray) -> np.ndarray:
    return np.exp(_logsoftmax(own, row))


def _logsoftmax(own: np.ndarray, row: np.ndarray) -> np.ndarray:
    top = row.max(axis=-1)
    return own[..., 0] - top - np.log(np.exp(row - top[..., None]).sum(axis=-1))


FOLDS = {
    "sum": lambda a: a.sum(axis=-1),
    "max": lambda a: a.max(axis=-1),
    "min": lambda a: a.min(axis=-1),
    "dot": np.vecdot,
    "softmax": _softmax,
    "logsoftmax": _logsoftmax,
}
PLAYED = {
    **{name: f for f, name in MAPS.items()},
    **FOLDS,
    "where": lambda chosen, a, b: np.where(chosen != 0, a, b),
    "logistic": lambda a: 0.5 * (1 + np.tanh(0.5 * a)),
}


def factors(ufunc: np.ufunc, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, ...]:
    """The factors of every product; the last axis is the one that is summed."""
    match _product_kind(ufunc, a.ndim, b.ndim):
        case np.matmul:
            rows = a[..., :, None, :]
            columns = b.swapaxes(-1, -2)[..., None, :, :]
            return np.broadcast_arrays(rows, columns)
        case np.matvec:
            return np.broadcast_arrays(a, b[..., None, :])
        case np.vecmat:
            return np.broadcast_arrays(a[..., None, :], b.swapaxes(-1, -2))
    return np.broadcast_arrays(a, b)


def _product_kind(ufunc: np.ufunc, a_axes: int, b_axes: int) -> np.ufunc:
    """What a matmul is where an operand of it is a vector."""
    if ufunc is not np.matmul or min(a_axes, b_axes) > 1:
        return ufunc
    if a_axes > 1:
        return np.matvec
    return np.vecmat if b_axes > 1 else np.vecdot


def refuse(what: str) -> NoReturn:
    """Say by name what a tape cannot hold."""
    raise ValueError(f"f: got {what}, expected {HELD}")
