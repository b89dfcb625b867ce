"""Equations of the documents that have a place on this book's page of notes and nowhere else.

dL/dw = Σ_t (∂⁺L/∂h_t) Σ_{i≤t} J_t … J_{i+1} (∂⁺h_i/∂w)                     eq-errata-double-sum
∂L/∂a_t = Σ_{i≥t} D_t W_hhᵀ … D_{i-1} W_hhᵀ ∂⁺L/∂a_i                         eq-errata-expansion
"""

import numpy as np
import sympy as sp

from unrolled.bptt.jacobians import jacobians
from unrolled.core.shapes import Array
from unrolled.core.unroll import unroll
from unrolled.errata.settings import Setting, immediate
from unrolled.rnn.cell import CELL


def double_sum(s: Setting) -> Array:
    """dL/dW_hh of the sum of the losses: loss by loss, and step by step.   eq-errata-double-sum"""
    states, caches = unroll(CELL, s.model.cell, s.xs, s.h0)
    J = jacobians(CELL, s.model.cell, caches)
    own = immediate(s)
    before = np.vstack([s.h0, states[:-1]])
    total = np.zeros_like(s.model.cell.W_hh)
    for t in range(len(s.xs)):
        row = own[t]
        for i in range(t, -1, -1):
            total += np.outer(row * (1 - states[i] ** 2), before[i])
            row = row @ J[i]
    return total


def expansion(s: Setting, t: int) -> Array:
    """∂L/∂a_t of the sum of the losses, every later loss with its product.  eq-errata-expansion"""
    states, _ = unroll(CELL, s.model.cell, s.xs, s.h0)
    slopes = 1 - states**2
    total = np.zeros(states.shape[1])
    for i in range(t, len(s.xs) + 1):
        part = slopes[i - 1] * immediate(s)[i - 1]
        for j in range(i - 1, t - 1, -1):
            part = slopes[j - 1] * (s.model.cell.W_hh.T @ part)
        total += part
    return total


def linear_power(t: int) -> sp.Matrix:
    """Wᵀ applied t times to h_0, less (Wᵗ)ᵀ h_0, in symbols.             eq-errata-linear-power"""
    W = sp.Matrix(2, 2, sp.symbols("w1:5"))
    start = h = sp.Matrix(sp.symbols("h1 h2"))
    for _ in range(t):
        h = W.T * h
    return (h - (W**t).T * start).expand()


def cancelled() -> list[sp.Expr]:
    """The printed sum for each of three classes, its probabilities a softmax.  eq-errata-cancels"""
    zs, ys = sp.symbols("z1:4"), sp.symbols("y1:4")
    p = [sp.exp(z) / sum(map(sp.exp, zs)) for z in zs]
    terms = (
        (-y * (1 - p[k]), [y / p[k] * p[i] * p[k] for i in range(3) if i != k])
        for k, y in enumerate(ys)
    )
    return [own + sum(others) for own, others in terms]
