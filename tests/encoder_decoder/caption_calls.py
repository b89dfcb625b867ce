"""Right calls of captioning's public functions; `calls.py` of this room has them among its own."""

import numpy as np

from tests.calls import call, rng
from unrolled.core.tree import tree_map
from unrolled.encoder_decoder import captioner, scenes

SAID, DUE = [list("abcde"), list("ab")], [list("abcdf"), list("ab")]
SCENE = (
    scenes.Thing("large", "blue", "square", 1, 0),
    scenes.Thing("small", "red", "circle", 10, 2),
)
PICTURES = np.stack([scenes.paint(SCENE), scenes.paint(SCENE[:1])])
TEXTS = ["a small red circle", "a small blue cross"]
TASK = captioner.caption_task(TEXTS)
P = tree_map(
    lambda w: np.round(16 * w) / 64, captioner.random_captioner(np.random.default_rng(0), 2)
)

BEHIND = {
    "encoder_decoder.captions": "trains captioners, writes and reads the derived data of captions;"
    " its doors have tests",
}
ARITHMETIC = {"encoder_decoder.captioner.see", "encoder_decoder.captioner.see_back"}
CALLS = {
    "encoder_decoder.bleu.runs": [call(words=list("abab"), n=2, then=len)],
    "encoder_decoder.bleu.precision": [call(said=SAID, due=DUE, n=2)],
    "encoder_decoder.bleu.brevity": [call(said=SAID, due=DUE)],
    "encoder_decoder.bleu.bleu": [call(said=SAID, due=DUE)],
    "encoder_decoder.scenes.draw_scene": [call(rng=rng, things=2, new=True)],
    "encoder_decoder.scenes.is_new": [call(scene=SCENE, then=int)],
    "encoder_decoder.scenes.caption": [call(scene=SCENE[:1])],
    "encoder_decoder.scenes.describe": [call(thing=SCENE[0])],
    "encoder_decoder.scenes.paint": [call(scene=SCENE)],
    "encoder_decoder.scenes.outline": [call(shape="cross", width=5)],
    "encoder_decoder.scenes.check_scene": [call(scene=SCENE)],
    "encoder_decoder.scenes.check_thing": [call(name="thing", thing=SCENE[0], ours=("name",))],
    "encoder_decoder.captioner.random_captioner": [call(rng=rng, n_h=2)],
    "encoder_decoder.captioner.caption_task": [call(captions=TEXTS)],
    "encoder_decoder.captioner.check_captions": [call(captions=TEXTS)],
    "encoder_decoder.captioner.check_pictures": [call(pictures=PICTURES)],
    "encoder_decoder.captioner.word_codes": [call(caption=TEXTS[0])],
    "encoder_decoder.captioner.caption_gradient": [
        call(p=P, pictures=PICTURES, task=TASK, then=lambda found: (found[0], *found[1].readout))
    ],
    "encoder_decoder.captioner.check_captioner": [call(p=P, then=lambda p: p.readout)],
    "encoder_decoder.captioner.caption_writer": [
        call(p=P, picture=PICTURES[0], then=lambda writer: writer.step(writer.start, None)[0])
    ],
    "encoder_decoder.captioner.say_all": [call(p=P, pictures=PICTURES)],
}
