"""How many numbers a BERT has.

Notebook: book/bert.ipynb
"""

from unrolled.core.door import check_flag, check_whole


def parameters(
    d: int, blocks: int, d_ff: int, V: int, N_max: int = 512, pooler: bool = True
) -> dict[str, int]:
    """The weights of each part, and of all together.

    Embeddings d(V + N_max + 2) + 2d; a block 4d² + 2 d d_ff + d_ff + 9d; the pooler d² + d.
    eq-bert-parameters
    """
    d = check_whole("d", d, 1)
    blocks = check_whole("blocks", blocks, 0)
    d_ff = check_whole("d_ff", d_ff, 1)
    V, N_max = check_whole("V", V, 1), check_whole("N_max", N_max, 1)
    found = {
        "embeddings": d * (V + N_max + 2) + 2 * d,
        "blocks": blocks * (4 * d * d + 2 * d * d_ff + d_ff + 9 * d),
        "pooler": (d * d + d) * check_flag("pooler", pooler),
    }
    return found | {"all": sum(found.values())}
