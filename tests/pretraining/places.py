"""Where the chapter's equations stand in the documents, and what the documents compute there."""

PLACES = {}
