"""The same rounding on every machine, set before NumPy is loaded, as the Makefile does.

Kernels for wider registers round differently in the last bit, and a training amplifies that.
"""

import os
import platform

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices; kernels inherit it
if platform.machine() == "x86_64":
    os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
    os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_ICL AVX512_SPR")
