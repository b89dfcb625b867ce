"""A right call, or two, of every public function of the room's mathematics; see `tests.fuzz`."""

import numpy as np

from tests.calls import call, drawn, made_anew, rng
from tests.transformer.calls import BLOCK, NORM
from unrolled.decoder import cache, model, ngram, writers

CODES = np.array([1, 0, 4, 2, 2])
DECODER = model.Decoder(
    drawn(5, 4, seed=8), drawn(6, 4, seed=9), (BLOCK, BLOCK), NORM, drawn(5, 4), drawn(5)
)
READ = model.decode(DECODER, CODES)[1]
KEPT = cache.read_letters(DECODER, CODES[:3])[1]
COUNTED = ngram.count_ngrams(CODES, 5, 3)
Y = np.array([0.125, 0.5, 0.25, 0.125])
P = {"p": DECODER, "ours": ("p",)}


@made_anew
def writer():
    return writers.counting_writer(COUNTED)


BEHIND = {
    "decoder.contest": "writes and reads the derived data of a contest; its doors have tests",
    "decoder.dice": "writes with the trained models of the page; its doors have tests",
    "decoder.repetition": "writes and reads the derived data of texts; its doors have tests",
    "decoder.peeking": "trains a small network on the book's text; its doors have tests",
    "decoder.speed": "writes and reads the derived data of a clock",
    "decoder.export": "the data of the page, of trained networks; its doors have tests",
    "decoder.levels": "weights as text and back; its doors have tests",
    "decoder.writer_lstm": "writes and reads the derived data of one network",
    "decoder.writer_transformer": "writes and reads the derived data of one network",
    "decoder.writers": "models behind one pair of functions; their doors have tests",
}
CALLS = {
    "decoder.model.decode": [call(p=DECODER, codes=CODES, ours=("p",))],
    "decoder.model.decode_back": [call(read=READ, dZ=drawn(5, 5), p=DECODER, ours=("p", "read"))],
    "decoder.model.loss_and_gradient": [call(codes=CODES, **P)],
    "decoder.model.output_weights": [call(**P)],
    "decoder.model.is_tied": [call(**P)],
    "decoder.model.parameters": [call(positions="sinusoidal", **P)],
    "decoder.model.held_still": [
        call(gradient=DECODER, positions="sinusoidal", ours=("gradient",))
    ],
    "decoder.model.random_decoder": [
        call(rng=rng, size=5, length=6, d=4, blocks=1, n_H=2, d_ff=3, positions="learned")
    ],
    "decoder.model.check_codes": [call(name="codes", codes=CODES, most=9, size=5, ours=("name",))],
    "decoder.model.fitting_decoder": [call(name="p", p=DECODER, ours=("name", "p"))],
    "decoder.cache.nothing_kept": [call(**P)],
    "decoder.cache.step": [call(code=2, kept=KEPT, p=DECODER, ours=("p", "kept"))],
    "decoder.cache.read_letters": [call(codes=CODES[3:], kept=KEPT, p=DECODER, ours=("p", "kept"))],
    "decoder.cache.multiply_adds": [call(length=3, way="cache", **P)],
    "decoder.ngram.count_ngrams": [call(codes=CODES, size=5, n=3, weight=2.0)],
    "decoder.ngram.next_chances": [call(p=COUNTED, past=(1, 0), ours=("p", "past"))],
    "decoder.ngram.chances": [
        call(train=CODES, held_out=np.roll(CODES, 1), size=5, n=2, weight=2.0)
    ],
    "decoder.ngram.numbers_held": [call(train=CODES, size=5, n=2)],
    "decoder.sampling.top_k": [call(y=Y, k=2)],
    "decoder.sampling.nucleus": [call(y=Y, share=0.75)],
    "decoder.sampling.next_letter": [
        call(z=drawn(5), temperature=0.5, k=3, share=0.75, free=("k", "share"))
    ],
    "decoder.sampling.write": [
        call(writer=writer, start=CODES[:2], length=4, rng=rng, temperature=0.5, ours=("writer",))
    ],
    "decoder.sampling.repeated_share": [call(codes=CODES, length=2)],
    "decoder.sampling.check_probabilities": [call(name="y", y=Y, ours=("name",))],
}
