"""The translator in PyTorch, for its word on logits, loss, alignment and every gradient.

The sources are packed, so that PyTorch's encoder never sees padding; the decoder is an LSTMCell,
and its looks are spelled out.
"""

import numpy as np
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from unrolled.core.shapes import Array
from unrolled.core.tasks import Task
from unrolled.encoder_decoder.additive import Additive
from unrolled.encoder_decoder.captioner import PIXELS, Captioner, Eye, check_captioner
from unrolled.encoder_decoder.letters import Pairs, check_pairs
from unrolled.encoder_decoder.translator import Translator, check_translator
from unrolled.lstm.cell import LSTM
from unrolled.lstm.fast import parted, stacked
from unrolled.lstm.gate import Gate
from unrolled.lstm.torch_twin import ORDER, gradient_of
from unrolled.lstm.torch_twin import lstm as torch_lstm
from unrolled.rnn.readout import Readout


def decoder_cell(p: LSTM) -> torch.nn.LSTMCell:
    """A torch.nn.LSTMCell in float64 with these weights; its second bias is 0."""
    n_h, n_x = p.i.W_x.shape
    cell = torch.nn.LSTMCell(n_x, n_h, dtype=torch.float64)
    with torch.no_grad():
        parts = (cell.weight_ih, cell.weight_hh, cell.bias_ih)
        for to, w in zip(parts, stacked(p, ORDER), strict=True):
            to.copy_(torch.from_numpy(w))
        cell.bias_hh.zero_()
    return cell


def look(score: list, query: torch.Tensor, keys: torch.Tensor, seen: torch.Tensor) -> tuple:
    """The average of the keys (T, B, n) for the queries (B, n), and its weights (B, T)."""
    W_q, W_k, b, w = score
    S = torch.tanh(query @ W_q.T + keys @ W_k.T + b) @ w
    A = torch.softmax(S.masked_fill(~seen, -torch.inf), dim=0)
    return (A[..., None] * keys).sum(dim=0), A.T


def translate_gradient(p: Translator, batch: Pairs) -> tuple[float, Translator, Array, Array]:
    """The loss, its gradient, the logits, and where each token looks (T_y, B, T_x)."""
    p, batch = check_translator(p), check_pairs(batch)
    encoder, cell = torch_lstm(p.encoder), decoder_cell(p.decoder)
    leaves = [[torch.tensor(w, requires_grad=True) for w in part] for part in (p.readout, p.score)]
    (W, b), score = leaves
    lengths = torch.from_numpy(np.array(batch.lengths))
    packed = pack_padded_sequence(torch.tensor(batch.xs), lengths, enforce_sorted=False)
    hs, (h, c) = encoder(packed)
    keys, _ = pad_packed_sequence(hs, total_length=len(batch.xs))
    seen = torch.arange(len(batch.xs))[:, None] < lengths
    state = h[0], c[0]
    zs, A = [], []
    for y in torch.tensor(batch.before):
        if score:
            r, weights = look(score, state[0], keys, seen)
            y = torch.cat([y, r], dim=-1)
            A.append(weights.detach().numpy())
        state = cell(y, state)
        zs.append(state[0] @ W.T + b)
    zs = torch.stack(zs)
    due = torch.arange(len(zs))[:, None] < torch.from_numpy(np.array(batch.written))
    labels = torch.tensor(batch.ys).argmax(dim=-1)
    loss = torch.nn.functional.cross_entropy(zs[due], labels[due])
    loss.backward()
    rows = Gate(*(w.grad.numpy() for w in (cell.weight_ih, cell.weight_hh, cell.bias_ih)))
    gradient = Translator(
        LSTM(**gradient_of(encoder, ORDER)),
        LSTM(**parted(rows, ORDER)),
        Readout(W.grad.numpy(), b.grad.numpy()),
        Additive(*(w.grad.numpy() for w in score)) if score else (),
    )
    return loss.item(), gradient, zs.detach().numpy(), np.array(A)


def caption_gradient(p: Captioner, pictures: Array, task: Task) -> tuple[float, Captioner]:
    """A captioner's loss, a mean over the words that are due, and its gradient."""
    p = check_captioner(p)
    net = torch_lstm(p.decoder)
    W, b, W_yh, b_y = (torch.tensor(w, requires_grad=True) for w in (*p.eye, *p.readout))
    seen = torch.tensor(pictures.reshape(-1, PIXELS)) @ W.T + b
    start = tuple(part.contiguous()[None] for part in seen.chunk(2, dim=-1))
    hs, _ = net(torch.tensor(task.xs), start)
    zs = hs @ W_yh.T + b_y
    due = torch.tensor(task.ys.argmax(axis=-1))
    real = torch.tensor(task.observed)
    loss = torch.nn.functional.cross_entropy(zs[real], due[real])
    loss.backward()
    eye = Eye(W.grad.numpy(), b.grad.numpy())
    out = Readout(W_yh.grad.numpy(), b_y.grad.numpy())
    return loss.item(), Captioner(eye, LSTM(**gradient_of(net, ORDER)), out)
