"""About explorables: base class, tape, words, and the kit of their modules."""
