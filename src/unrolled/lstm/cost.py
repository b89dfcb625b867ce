"""How many weights a cell has that is made of sums of one shape: one, three or four of them.

Notebook: book/lstm.ipynb
"""

from unrolled.core.door import check_whole


def cell_weights(sums: int, n_x: int, n_h: int) -> int:
    """P = k n_h (n_x + n_h + 1), with k sums of input, state and bias.          eq-lstm-parameters

    eq-gru-parameters, where k is 3
    Raises ValueError for numbers that are not whole and above 0.
    """
    sums = check_whole("sums", sums, 1)
    n_x = check_whole("n_x", n_x, 1)
    n_h = check_whole("n_h", n_h, 1)
    return sums * n_h * (n_x + n_h + 1)
