"""The chapter's algebra in SymPy: what is fed back, what a state sees, and how gradients spread.

Differences are returned: 0 where the book is right.
Notebook: book/sequence_tasks.ipynb
"""

from itertools import product
from math import comb

import sympy as sp

# Feeding back letters or logits: two steps, two letters. Of the network nothing is needed but this:
# what the second step computes is a function of the first state and of what was fed back. Its
# exponentials are c after the first letter and d after the second; with logits or with nothing fed
# back there is only one case, so d = c.
a = sp.symbols("a1:3", positive=True)  # exponentials of the first step's logits
c = sp.symbols("c1:3", positive=True)  # of the second step's, after the first letter
d = sp.symbols("d1:3", positive=True)  # and after the second letter


def joint(fed: str) -> sp.Matrix:
    """p(y_1, y_2) of all four pairs, when the second step reads "letter", "logits" or "nothing"."""
    after = (c, d) if fed == "letter" else (c, c)
    return sp.Matrix(2, 2, lambda i, j: a[i] / sum(a) * after[i][j] / sum(after[i]))


def dependence(fed: str) -> sp.Matrix:
    """p(y_1, y_2) - p(y_1) p(y_2) of every pair: 0 where the letters are independent.

    eq-sequence-tasks-independent
    """
    p = joint(fed)
    first, second = p * sp.ones(2, 1), sp.ones(1, 2) * p
    return (p - first * second).applyfunc(sp.factor)


def letters_are_linked() -> sp.Expr:
    """The first entry for letters, minus a_1 a_2 (c_1 d_2 - c_2 d_1) over the totals."""
    totals = sum(a) ** 2 * sum(c) * sum(d)
    told = a[0] * a[1] * (c[0] * d[1] - c[1] * d[0]) / totals
    return sp.simplify(dependence("letter")[0, 0] - told)


def substituted_states(T: int = 3) -> list[sp.Expr]:
    """Σ_h Π_t p(y_t|h_t) 1[h_t = f_t] - Π_t p(y_t|f_t): a computed state leaves no sum.

    eq-sequence-tasks-generate
    Every state has three values, and f_t is the one that is computed. T steps of one sequence.
    """
    values = range(3)
    chance = sp.Matrix(T, 3, lambda t, h: sp.Symbol(f"p{t + 1}{h + 1}", positive=True))
    found = []
    for computed in product(values, repeat=T):
        every = sum(
            sp.prod(chance[t, h] * sp.KroneckerDelta(h, computed[t]) for t, h in enumerate(path))
            for path in product(values, repeat=T)
        )
        found.append(every - sp.prod(chance[t, h] for t, h in enumerate(computed)))
    return found


def unseen_inputs(T: int = 3) -> list[sp.Expr]:
    """∂→h_t/∂x_s for every later s, and ∂←h_t/∂x_s for every earlier one, of any two cells.

    eq-sequence-tasks-both-ways
    """
    x = sp.symbols(f"x1:{T + 1}")
    ahead, back = sp.Function("ahead"), sp.Function("back")
    h, k = [ahead(x[0], 0)], [back(x[-1], 0)]
    for t in range(1, T):
        h.append(ahead(x[t], h[-1]))
        k.append(back(x[T - 1 - t], k[-1]))
    k = k[::-1]
    later = [sp.diff(h[t], x[s]) for t in range(T) for s in range(t + 1, T)]
    earlier = [sp.diff(k[t], x[s]) for t in range(T) for s in range(t)]
    return later + earlier


def reading_slopes(T: int = 5) -> list[sp.Expr]:
    """∂r/∂x_1 of a linear unit, h_t = w h_{t-1} + x_t, for the three readings of T steps.

    eq-sequence-tasks-reading
    w^{T-1} for the last state, (1 - w^T)/(T (1 - w)) for the mean, w^{T-1} and 1 for both ends.
    """
    w, x = sp.Symbol("w", positive=True), sp.symbols(f"x1:{T + 1}")
    h = [x[0]]
    for t in range(1, T):
        h.append(w * h[-1] + x[t])
    back = sum(w**t * x[t] for t in range(T))  # what a second unit knows that ends at x_1
    mean = sum(h) / T
    return [
        sp.diff(h[-1], x[0]) - w ** (T - 1),
        sp.simplify(sp.diff(mean, x[0]) - (1 - w**T) / (T * (1 - w))),
        sp.diff(back, x[0]) - 1,
    ]


def path_products(T: int = 5, L: int = 4) -> list[sp.Expr]:
    """∂h_t^(ℓ)/∂h_1^(1) of linear units, minus the number of paths times what each of them carries.

    eq-sequence-tasks-paths
    Every move to the right multiplies by r, every move upwards by u.
    """
    r, u, first = sp.symbols("r u first", positive=True)
    h = {(1, 1): first}
    for t, level in product(range(1, T + 1), range(1, L + 1)):
        if (t, level) != (1, 1):
            h[t, level] = r * h.get((t - 1, level), 0) + u * h.get((t, level - 1), 0)
    return [
        sp.expand(sp.diff(state, first) - comb(t + k - 2, k - 1) * r ** (t - 1) * u ** (k - 1))
        for (t, k), state in h.items()
    ]
