"""Cross-attention: one sequence asks another, which is the memory that an encoder leaves.

Notebook: book/stack.ipynb
"""

from unrolled.attention.heads import Cache, MultiHead, multi_head
from unrolled.core.shapes import Array, Bool, Float


def cross_attention(
    p: MultiHead,
    X: Float[Array, "*B N d"],
    memory: Float[Array, "*B M d_m"],
    mask: Bool[Array, "..."] | None = None,
) -> tuple[Float[Array, "*B N d"], Cache]:
    """Queries from X, keys and values from `memory`.                            eq-stack-cross

    A mask that stretches to (*B, N, M) hides padding of the memory. Raises ValueError for shapes
    that do not fit each other.
    """
    return multi_head(p, X, memory, mask)
