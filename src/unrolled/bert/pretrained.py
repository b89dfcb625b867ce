"""How BERT was pretrained, as Devlin et al. (2019) report it in section 3.1 and appendix A.2.

Notebook: book/bert.ipynb
"""

WORDS = 3.3e9  # 0.8 billion in books, 2.5 billion in Wikipedia
UPDATES = 1_000_000
BATCH, LENGTH = 256, 512  # sequences an update, and tokens a sequence
WARM_UP = 10_000  # updates in which the learning rate rises
PASSES = UPDATES * BATCH * LENGTH / WORDS  # how often each word was seen, if words were tokens
