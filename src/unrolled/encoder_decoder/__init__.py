"""Sequences in, sequences out: an encoder, a decoder, and attention between them.

Notebook: book/encoder_decoder.ipynb
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["additive", "attending", "bleu", "weights"],
    submod_attrs={
        "additive": ["Additive", "additive_back", "random_additive"],
        "attending": ["Attending", "look", "look_back"],
        "average": ["seen", "unweigh", "weigh"],
        "captioner": ["Captioner", "Eye", "caption_gradient", "random_captioner", "say_all"],
        "captions": ["bleu_of", "train_captioner"],
        "letters": ["MARKS", "START", "STOP", "Pairs", "encode", "late", "one_hot", "pairs"],
        "scenes": ["HELD_OUT", "caption", "draw_scene", "paint"],
        "translator": [
            "Translator",
            "alignment",
            "random_translator",
            "read",
            "translate",
            "translate_all",
            "translate_gradient",
            "translate_states",
            "writer",
        ],
    },
)
