"""The smallest explorable with a field for a sentence of one's own."""

import traitlets

from unrolled.widget.explorable import Explorable


class Asking(Explorable):
    """Its words in a row, and how much of a word's attention the next word has."""

    title = "A sentence in the page"

    word = traitlets.Int(1, min=0, max=47).tag(sync=True)

    def constants(self) -> dict:
        """Nothing but the heading."""
        return {"heading": self.title}
