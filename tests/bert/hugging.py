"""Hugging Face's tokeniser and BertModel, as the second opinion of these tests."""

from functools import cache

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from unrolled.bert import minilm
from unrolled.bert.wordpiece import SPECIAL

SMALL = {"hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3,
         "intermediate_size": 20, "vocab_size": 30, "max_position_embeddings": 16,
         "type_vocab_size": 2}  # fmt: skip
PIECES = [*SPECIAL, "the", "bank", "##s", "un", "##roll", *map(chr, range(97, 117))]


@cache
def tokeniser() -> Tokenizer:
    """Theirs of MiniLM, that neither cuts nor fills up."""
    found = Tokenizer.from_file(str(minilm.folder() / "tokenizer.json"))
    found.no_truncation()
    found.no_padding()
    return found


@cache
def reference() -> BertModel:
    """Theirs of MiniLM."""
    return BertModel.from_pretrained(minilm.folder(), attn_implementation="eager").eval()


def small(folder, seed=0, **changed):
    """A small random BERT in double precision, saved into a folder."""
    torch.manual_seed(seed)
    config = BertConfig(**SMALL | changed, attn_implementation="eager")
    net = BertModel(config).double().eval()
    with torch.no_grad():
        for weight in net.parameters():
            weight.normal_(0, 0.5)
    net.save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", "utf-8")
    return net


def states(net, ids, segments, mask):
    """All hidden states and attention weights."""
    given = (torch.from_numpy(np.asarray(a).astype(int)) for a in (ids, mask, segments))
    with torch.no_grad():
        return net(*given, output_hidden_states=True, output_attentions=True)
