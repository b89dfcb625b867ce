"""Our encoder against Hugging Face's BertModel, in a process of its own: `race_bert.py THREADS`.

MiniLM, 8 texts of 64 tokens, float32, the same number of threads, each pair timed back to back.
"""

import sys
from statistics import median
from time import perf_counter

import numpy as np
import torch
from threadpoolctl import threadpool_limits
from transformers import BertModel

from unrolled.bert.minilm import folder, minilm
from unrolled.bert.model import forward


def race(seconds: float = 4.0) -> float:
    """How many times its speed ours is: the median over pairs of runs."""
    model = minilm()
    net = BertModel.from_pretrained(folder()).eval()
    ids = np.random.default_rng(0).integers(1000, 30000, (8, 64))
    tokens = torch.from_numpy(ids)
    ratios = []
    end = perf_counter() + seconds
    while perf_counter() < end or len(ratios) < 5:
        start = perf_counter()
        ours = forward(model, ids)
        between = perf_counter()
        with torch.no_grad():
            theirs = net(tokens).last_hidden_state
        ratios.append((perf_counter() - between) / (between - start))
        assert np.abs(ours - theirs.numpy()).max() < 1e-5
    return median(ratios)


if __name__ == "__main__":
    threads = int(sys.argv[1])
    torch.set_num_threads(threads)
    with threadpool_limits(threads):
        print(race())
