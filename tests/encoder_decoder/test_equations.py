"""The chapter's equations as they are printed: a sign or an index that changes is seen here."""

import pytest

from tests.errata.pages import equations, normal

ROOM = "eq-encoder-decoder-"
PRINTED = {
    "context": r"""\begin{aligned} (h_j, c_j) = LSTM_{enc}(x_j, h_{j-1}, c_{j-1})
        c^{ctx} = (h_N, c_N) \end{aligned}""",
    "write": r"""\begin{aligned} (d_0, m_0) = c^{ctx}
        (d_i, m_i) = LSTM_{dec}(y_{i-1}, d_{i-1}, m_{i-1})
        \hat{y}_i = softmax(W_{yd} d_i + b_y) \end{aligned}""",
    "eye": "(d_0, m_0) = W_{dx} x + b_d",
    "bleu": r"BLEU = \min(1, e^{1-R/C}) (p_1 p_2 p_3 p_4)^{1/4}",
    "attend": r"""\begin{aligned} s_{ij} = w^{\top} \tanh(W_q d_{i-1} + W_k h_j + b)
        \alpha_{ij} = \frac{e^{s_{ij}}}{\sum_{k=1}^{N} e^{s_{ik}}},
        r_i = \sum_{j=1}^{N} \alpha_{ij} h_j \end{aligned}""",
    "step": r"""(d_i, m_i) = LSTM_{dec}(
        \begin{bmatrix} y_{i-1} \r_i \end{bmatrix}, d_{i-1}, m_{i-1})""",
    "score-back": r"""\begin{aligned} \frac{\partial\alpha_{ik}}{\partial s_{ij}}
        = \alpha_{ik} (\mathbb 1[k=j] - \alpha_{ij}) \\
        \nabla_{s_{ij}} = \alpha_{ij} (h_j - r_i)^{\top} \nabla_{r_i} \end{aligned}""",
    "back": r"""\begin{aligned} \nabla_{h_j}^{bridge} = \sum_i \alpha_{ij} \nabla_{r_i} \\
        \quad + \sum_i \nabla_{s_{ij}} W_k^{\top} (w \odot (1 - \tau_{ij}^2)) \end{aligned}""",
}


@pytest.mark.parametrize("name", PRINTED)
def test_an_equation_is_printed_so(name):
    assert equations()[ROOM + name] == normal(PRINTED[name])


def test_every_equation_of_the_chapter_is_among_them():
    found = {label.removeprefix(ROOM) for label in equations() if label.startswith(ROOM)}
    assert found == set(PRINTED)
