"""A sentence set in lines: how wide each word is in the book's serif, and where a line ends.

The same widths everywhere, so that a word stands at the same place in any browser, in V8 and in any
font. `typeset.js` says the same as `break_lines` and `set_lines`. Notebook: book/bert.ipynb
"""

# Source Serif 4, weight 400, in thousandths of the size: from the space to the tilde
ADVANCES = [
    237, 289, 381, 525, 518, 932, 728, 182, 362, 362, 458, 534, 302, 320, 302, 341, 529, 529, 529,
    529, 529, 529, 529, 529, 529, 529, 302, 302, 534, 534, 534, 414, 834, 712, 653, 662, 739, 638,
    612, 723, 814, 376, 381, 710, 618, 935, 768, 738, 621, 738, 690, 544, 632, 758, 709, 1005, 672,
    667, 586, 335, 341, 335, 534, 514, 400, 541, 619, 520, 614, 533, 369, 557, 641, 329, 303, 594,
    329, 955, 643, 579, 622, 601, 456, 465, 359, 628, 579, 836, 569, 586, 490, 359, 290, 359, 534,
]  # fmt: skip
OTHER = 600  # of a character that is none of these
SPACE = ADVANCES[0] / 1000
MARK = 13  # px: the size of a special token, which is no word of the sentence
BESIDE = 8  # px between it and the sentence


def width_of(text: str) -> float:
    """How wide a text is, in units of its size."""
    places = (ord(letter) - 32 for letter in text)
    return sum(ADVANCES[k] if 0 <= k < len(ADVANCES) else OTHER for k in places) / 1000


def split(text: str, tokens: list[str]) -> list[dict]:
    """The tokens as they stand in the text, each with its width and its kind.

    A `word` begins after a space; what is `glued` stands right behind what is before it, as a full
    stop or the second piece of a word does; a `mark` is a special token.
    """
    found = []
    at = 0
    for k, token in enumerate(tokens):
        bare = token.removeprefix("##")
        place = text.lower().find(bare.lower(), at)
        kind = "word"
        if token.startswith("[") and token.endswith("]") and len(token) > 2:
            kind, shown = "mark", token
        else:
            shown = text[place : place + len(bare)] if place >= 0 else bare
            if token != bare or (place == at and k > 1):
                kind = "glued"
            at = place + len(bare) if place >= 0 else at
        found.append({"text": shown, "em": round(width_of(shown), 3), "kind": kind})
    return found


def gaps(words: list[dict], size: float) -> list[float]:
    """How much is left free before each word, in pixels, where it does not begin a line."""
    before = ["mark", *(word["kind"] for word in words[:-1])]
    found = []
    for word, last in zip(words, before, strict=True):
        marked = "mark" in (word["kind"], last)
        found.append(0.0 if word["kind"] == "glued" else SPACE * size + marked * BESIDE)
    return found


def widths(words: list[dict], size: float) -> list[float]:
    """How wide each word is, in pixels."""
    return [word["em"] * (MARK if word["kind"] == "mark" else size) for word in words]


def break_lines(words: list[dict], size: float, most: float) -> list[int]:
    """The words that begin a line, of lines at most so wide; what is glued is not parted."""
    wide, free = widths(words, size), gaps(words, size)
    starts = [0]
    end = 0.0
    for k in range(len(words)):
        last = k + 1
        while last < len(words) and words[last]["kind"] == "glued":
            last += 1
        group = sum(wide[k:last])
        glued = words[k]["kind"] == "glued"
        if k and not glued and end + free[k] + group > most:
            starts.append(k)
            end = 0.0
        end += wide[k] + (free[k] if k > starts[-1] else 0.0)
    return starts


def set_lines(words: list[dict], size: float, most: float) -> dict:
    """Each word's line and left edge, lines in the middle and as even as they can be."""
    count = len(break_lines(words, size, most))
    tries = [most * (0.5 + 0.02 * n) for n in range(26)]
    room = next((w for w in tries if len(break_lines(words, size, w)) == count), most)
    starts = break_lines(words, size, room)
    wide, free = widths(words, size), gaps(words, size)
    lines, left = [], []
    for n, start in enumerate(starts):
        stop = starts[n + 1] if n + 1 < len(starts) else len(words)
        total = sum(wide[start:stop]) + sum(free[start + 1 : stop])
        x = (most - total) / 2
        for k in range(start, stop):
            x += free[k] if k > start else 0.0
            lines.append(n)
            left.append(x)
            x += wide[k]
    return {"lines": lines, "left": left, "wide": wide, "count": len(starts)}
