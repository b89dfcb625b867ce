"""The product of many blocks, expanded into paths: each block is passed by or gone through.

∏ (I + J_ℓ) = Σ over all 2^L subsets of the blocks of the product of their J   eq-resnet-paths
∏ max(0, 1 - ‖J_ℓ‖) ≤ σ_min,   σ_max ≤ ∏ (1 + ‖J_ℓ‖)                         eq-resnet-bounds
`Js` holds J_1, …, J_L, the first block first; block L stands on the left of every product.
Notebook: book/resnet.ipynb
"""

from itertools import combinations

import numpy as np

from unrolled.core.door import check_array, check_bounded
from unrolled.core.shapes import Array, Float

MANY = 16  # blocks; 2^16 paths are written out in a second or so


def product(Js: Float[Array, "L n n"]) -> Float[Array, "n n"]:
    """(I + J_L) … (I + J_1) = ∂h^(L)/∂h^(0).                                   eq-resnet-product

    Raises ValueError for what is no row of square matrices, and OverflowError where it explodes.
    """
    Js = check_jacobians(Js)
    whole = np.eye(len(Js[0]))
    with np.errstate(over="ignore", invalid="ignore"):
        for J in Js:
            whole = whole + J @ whole
    return check_bounded("product", whole)


def walks(Js: Float[Array, "L n n"]) -> dict[tuple[int, ...], Array]:
    """Every path by the blocks whose branch it takes, numbered from 1, and its product of J.

    All 2^L of them; () is the way past all branches, I.                       eq-resnet-paths
    Raises ValueError for more than 16 blocks.
    """
    Js = check_jacobians(Js)
    if len(Js) > MANY:
        raise ValueError(f"Js: got {len(Js)} blocks, expected at most {MANY}; see by_length")
    found = {}
    for length in range(len(Js) + 1):
        for taken in combinations(range(len(Js)), length):
            path = np.eye(len(Js[0]))
            for number in taken:
                path = Js[number] @ path
            found[tuple(number + 1 for number in taken)] = path
    return found


def by_length(Js: Float[Array, "L n n"]) -> Float[Array, "lengths n n"]:
    """The sum of all paths through 0, 1, …, L branches, without writing them out.

    After every block the sum of length k is the old one, plus J times the old one of length k - 1.
    Raises ValueError as `product` does.
    """
    Js = check_jacobians(Js)
    n = len(Js[0])
    sums = np.zeros((len(Js) + 1, n, n))
    sums[0] = np.eye(n)
    for J in Js:
        sums[1:] = sums[1:] + J @ sums[:-1]
    return sums


def bounds(Js: Float[Array, "L n n"]) -> tuple[float, float]:
    """∏ max(0, 1 - ‖J_ℓ‖) and ∏ (1 + ‖J_ℓ‖), between which all singular values of `product` lie.

    eq-resnet-bounds. Raises ValueError as `product` does.
    """
    norms = np.linalg.norm(check_jacobians(Js), ord=2, axis=(1, 2))
    return float(np.prod(np.maximum(0, 1 - norms))), float(np.prod(1 + norms))


def check_jacobians(Js: object) -> Array:
    """Js as an array of square matrices, one a block, or ValueError."""
    Js = check_array("Js", Js, "L n m")
    return check_array("Js", Js, "L n m", n=Js.shape[2])
