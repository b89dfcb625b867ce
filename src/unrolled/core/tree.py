"""Parameters, states and gradients are trees: NamedTuples, nested as you like, of arrays.

A tuple is an inner node, anything else a leaf.

A gradient has the type of what it differentiates, so one map serves every optimiser.
"""

from collections.abc import Callable, Iterator

import numpy as np

from unrolled.core.shapes import Array


def rebuild(like: tuple, children: list) -> tuple:
    """A node of the type of `like`, with other children."""
    return type(like)(*children) if hasattr(like, "_fields") else type(like)(children)


def tree_map(f: Callable, tree: object, *others: object) -> object:
    """Apply f leaf by leaf to trees of one structure; the result has that structure."""
    if isinstance(tree, tuple):
        return rebuild(tree, [tree_map(f, *nodes) for nodes in zip(tree, *others, strict=True)])
    return f(tree, *others)


def tree_leaves(tree: object) -> list[Array]:
    """The arrays of a tree, in order."""
    if isinstance(tree, tuple):
        return [leaf for child in tree for leaf in tree_leaves(child)]
    return [tree]


def named_leaves(tree: object, prefix: str = "") -> Iterator[tuple[str, Array]]:
    """Pairs of dotted field name and array, for messages and tables."""
    if not isinstance(tree, tuple):
        yield prefix, tree
        return
    names = getattr(tree, "_fields", range(len(tree)))
    for name, child in zip(names, tree, strict=True):
        yield from named_leaves(child, f"{prefix}.{name}" if prefix else str(name))


def tree_zeros(tree: object) -> object:
    """A tree of zeros of the same shapes."""
    return tree_map(np.zeros_like, tree)


def tree_copy(tree: object) -> object:
    """The same tree with arrays of its own: who writes into them changes nothing else."""
    return tree_map(lambda leaf: leaf.copy() if isinstance(leaf, Array) else leaf, tree)


def tree_add(a: object, b: object) -> object:
    """a + b, leaf by leaf."""
    return tree_map(np.add, a, b)


def tree_stack(trees: list) -> object:
    """Trees of one structure, one a step, as one tree whose arrays have time in front."""
    return tree_map(lambda *leaves: np.stack(leaves), *trees)


def tree_at(tree: object, t: int | slice | tuple) -> object:
    """Step t (or a slice of steps, or an index of several axes) of a stacked tree."""
    return tree_map(lambda leaf: leaf[t], tree)


def tree_size(tree: object) -> int:
    """How many numbers a tree holds."""
    return sum(leaf.size for leaf in tree_leaves(tree))


def ravel(tree: object, batch: int = 0) -> Array:
    """All numbers of a tree in one last axis; the first `batch` axes are kept."""
    leaves = tree_leaves(tree)
    return np.concatenate([leaf.reshape((*leaf.shape[:batch], -1)) for leaf in leaves], axis=-1)


def unravel(flat: Array, like: object) -> object:
    """The inverse of `ravel`: numbers back into the shapes of `like`; leading axes are kept."""
    ends = np.cumsum([leaf.size for leaf in tree_leaves(like)])
    parts = iter(np.split(flat, ends[:-1], axis=-1))
    return tree_map(lambda leaf: next(parts).reshape((*flat.shape[:-1], *leaf.shape)), like)
