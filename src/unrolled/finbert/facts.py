"""What FinBERT is: which texts it read, which releases there are, which words each of them knows.

Yang, Uy and Huang (2020) trained the FinBERT that the book's sources cite, and tell of it in
arXiv:2006.08097 and in their repository; no text of a central bank is among their three corpora.
Huang, Wang and Yang (2023) is the journal article on FinBERT of two of the same authors.
Araci (2019) trained another model of the same name.
Notebook: book/finbert.ipynb
"""

from typing import NamedTuple

CORPORA = {  # tokens
    "corporate reports, 10-K and 10-Q": 2.5e9,
    "earnings-call transcripts": 1.3e9,
    "analyst reports": 1.1e9,
}


class Release(NamedTuple):
    """One of the four sets of weights of Yang et al.: its words, and whether BERT's go on."""

    name: str
    vocabulary: int  # word pieces
    lower: bool  # without capitals
    own_words: bool  # then the rows of BERT's embeddings belong to other words
    recommended: bool


RELEASES = (
    Release("FinBERT-FinVocab-Uncased", 30_873, True, True, True),
    Release("FinBERT-FinVocab-Cased", 28_573, False, True, False),
    Release("FinBERT-BaseVocab-Uncased", 30_522, True, False, False),
    Release("FinBERT-BaseVocab-Cased", 28_996, False, False, False),
)


class Namesake(NamedTuple):
    """Another model that is called FinBERT, and what it was trained on."""

    reference: str  # key in book/references.bib
    further_pretrained_on: str
    fine_tuned_on: str


ARACI = Namesake(
    "araci2019", "a part of Reuters' news archive TRC2", "the Financial PhraseBank: sentiment"
)
REFERENCES = ("yang2020", "huang2023", "araci2019")
