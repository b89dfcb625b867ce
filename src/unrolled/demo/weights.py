"""The 26 weights of the d-e-m-o network, and the three letters it reads and should say.

4 characters in, 2 hidden units, 4 characters out. The numbers are those of a set of lecture
slides (source 001).
"""

import numpy as np

from unrolled.core.text import one_hot

ALPHABET = "demo"
XS = one_hot("dem", ALPHABET)
YS = one_hot("emo", ALPHABET)
H0 = np.zeros(2)

W_hx = np.array([[0.5, -0.3, 0.1, 0.2], [-0.2, 0.4, 0.3, -0.1]])
W_hh = np.array([[0.1, 0.2], [0.0, 0.3]])
b_h = np.array([0.05, -0.02])
W_yh = np.array([[0.3, 0.1], [-0.2, 0.4], [0.1, -0.3], [0.2, 0.2]])
b_y = np.array([0.01, -0.03, 0.02, 0.0])
