"""Sphinx extension: a phrase of the text sets an explorable of the page.

{story}`let *e* ask instead <attention-by-hand: e asks>` is a link that tells the explorable at
this place its story of that name, brings it into view, and takes the story back when it is
followed again. `book.js` does that; in a notebook the phrase is plain text.
"""

import re
from html import escape

from docutils import nodes

STORY = re.compile(r"(?s)(?P<words>.+?)\s*<(?P<place>[a-z-]+): (?P<name>[^>]+)>")


def setup(app) -> dict:
    """Called by Sphinx."""
    app.add_role("story", story)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def story(name, rawtext, text, lineno, inliner, options=None, content=()) -> tuple[list, list]:
    """The role: a link in place of the phrase."""
    found = STORY.fullmatch(text)
    if found is None:
        said = f"{rawtext}: expected words <place-of-an-explorable: name of a story>"
        return [], [inliner.reporter.error(said, line=lineno)]
    words = re.sub(r"\*(.+?)\*", r"<em>\1</em>", escape(found["words"]))
    told = f'href="#{found["place"]}" data-story="{escape(found["name"])}"'
    return [nodes.raw("", f'<a class="story" {told}>{words}</a>', format="html")], []
