"""Three ways to remember, as small pictures that follow the pointer: the front page's first sight.

They are static SVG with a style sheet of their own and need no script: each plays once when the
page opens and then shows what is pointed at. Notebook: book/intro.ipynb
"""

from html import escape

from IPython.display import Markdown, display

from unrolled.attention.one_head import IT, loaded
from unrolled.page.figure import Inline

WIDE, HIGH = 290, 128  # of a picture, in px
STEPS = 12
LOST, LEAKED = 0.72, 0.985  # what a step leaves of a state, and of a memory with an open valve
SHUT = 9  # the valve that is shut until another one is pointed at
TOP, TALL, FIRST, APART = 30, 84, 14, 24  # of the bars, in px
LINES = (52, 116)  # where the two lines of the sentence stand
BREAK = 7  # the first token of the second line
BLUE = "var(--state, #0068a8)"
FAINT = 0.04  # a smaller weight is not drawn

STYLE = """
.way { display: block; width: 100%; max-width: 20rem; height: auto; overflow: visible; }
.way .full { transform-box: fill-box; transform-origin: center; transform: scaleY(var(--h));
  transition: transform 0.2s calc(var(--d, 0) * 35ms);
  animation: way-full 0.3s calc(var(--k) * 90ms + 0.3s) backwards; }
.way .letter { opacity: var(--o, 0); }
.way .plate { transform: rotate(var(--turn, 0deg)); transition: transform 0.2s; }
.way .looks { opacity: 0; transition: opacity 0.2s; pointer-events: none;
  animation: way-looks 0.8s 0.6s backwards; }
.way .word:hover .looks, .way:not(:hover) .first .looks { opacity: 1; }
.way .word:hover text, .way:not(:hover) .first text { font-weight: 700; }
@keyframes way-full { from { transform: scaleY(0); } }
@keyframes way-looks { from { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .way * { animation: none !important;
  transition: none !important; } }
"""
WORDS = {
    "pass": "**Pass it on.** A [recurrent network](rnn.ipynb) passes on what it has read from step"
    " to step, and a little is lost each time.",
    "keep": "**Keep it behind valves.** A [gated cell](lstm.ipynb) decides at every step how much"
    " to keep. Shut one valve, and the memory is gone.",
    "look": "**Look it up.** With [attention](attention.ipynb), every word looks at every other."
    " The ribbons are attention weights from a trained network.",
}


def draw_pass() -> Inline:
    """A state is handed from step to step and fades; the letter is read where one points."""
    step = ".way-pass .step"
    rules = [f"{step}:nth-of-type({k + 1}) {{ --h: {LOST**k:.3f}; }}" for k in range(STEPS)]
    rules += [f"{step}:first-of-type {{ --o: 1; }}"]
    rules += [".way-pass:hover .step { --h: 0; --o: 0; }", f"{step}:hover {{ --h: 1; --o: 1; }}"]
    for later in range(1, STEPS):
        after = " + .step" * later
        rules.append(f"{step}:hover{after} {{ --h: {LOST**later:.3f}; --d: {later}; }}")
    said = "A letter fills the first of twelve bars. Each bar after it is lower than the last."
    return draw_way("way-pass", rules, _bars(), said)


def draw_keep() -> Inline:
    """A memory with a valve at every step: it lasts up to the one that is shut."""
    step, pointed = ".way-keep .step", ".way-keep:hover .step"
    kept = [f"--h: {LEAKED**k:.3f};" for k in range(STEPS)]
    rules = [f"{step}:nth-of-type({k + 1}) {{ {kept[k]} }}" for k in range(SHUT)]
    rules += [f"{step}:nth-of-type({SHUT + 1}) {{ --turn: 90deg; }}"]
    rules += [
        f"{step}:nth-of-type(n + {SHUT + 1}) {{ --h: 0; }}",
        f"{step}:first-of-type {{ --o: 1; }}",
    ]
    rules += [f"{pointed}:nth-of-type({k + 1}) {{ {kept[k]} --turn: 0deg; }}" for k in range(STEPS)]
    rules += [f"{pointed}:hover, {pointed}:hover ~ .step {{ --h: 0; }}"]
    rules += [f"{pointed}:hover {{ --turn: 90deg; }}"]
    valve = (
        '<circle r="6.5" fill="var(--paper, #fff)" stroke="currentColor" stroke-width="1.4"/>'
        '<path class="plate" d="M -6 0 H 6" stroke="currentColor" stroke-width="2.6"/>'
    )
    said = (
        "A letter fills twelve bars, each with a valve. They stay full up to a valve that is shut."
    )
    return draw_way("way-keep", rules, _bars(valve), said)


def draw_look() -> Inline:
    """A sentence, and of the word that one points at the ribbons to the words that it looks at."""
    data = loaded()
    sentence = data["sentences"][0]
    words = sentence["text"].removesuffix(".").split()
    names = ["•", *words]  # the mark before the first word, and the words
    weights = _weights(data, len(sentence["tokens"]))
    places = _places(names)
    parts = []
    for k, name in enumerate(names):
        ribbons = [
            _ribbon(places[k], places[other], weights[k][other])
            for other in range(len(names))
            if other != k and weights[k][other] > FAINT
        ]
        x, y, width = places[k]
        word = "word first" if k == IT else "word"
        parts.append(
            f'<g class="{word}"><g class="looks" fill="none" stroke="{BLUE}"'
            f' stroke-opacity="0.6">{"".join(ribbons)}</g>'
            f'<rect x="{x - width / 2 - 3:g}" y="{y - 20}" width="{width + 6:g}" height="26"'
            f' fill="transparent"/><text x="{x:g}" y="{y}" text-anchor="middle"'
            f' font-size="17">{name}</text></g>'
        )
    share = f"{100 * weights[IT][names.index('animal')]:.0f} %"
    said = f"{sentence['text']} The widest ribbon goes from it to animal: {share} of the weight."
    return draw_way("way-look", [], "".join(parts), said)


def show_ways() -> None:
    """The three pictures, each with a sentence and the chapter that explains it."""
    for name, draw in {"pass": draw_pass, "keep": draw_keep, "look": draw_look}.items():
        display(draw(), Markdown(WORDS[name]))


def draw_way(name: str, rules: list[str], inside: str, label: str, high: int = HIGH) -> Inline:
    """A picture that answers to the pointer, with its rules: each may stand alone."""
    picture = (
        f'<svg class="way {name}" viewBox="0 0 {WIDE} {high}" role="img" aria-label="'
        f'{escape(label)}" font-size="14" fill="currentColor"'
        ' font-family="var(--ui, Arial, sans-serif)">'
        f"<style>{STYLE}{''.join(rules)}</style>{inside}</svg>"
    )
    return Inline(picture, None, label)


def _bars(valve: str = "") -> str:
    """A letter and a row of bars, as full as `--h` says, each with a valve at its middle."""
    parts = []
    for k in range(STEPS):
        x = FIRST + k * APART
        bar = f'x="{x - 6}" y="{TOP}" width="12" height="{TALL}" rx="6" fill="{BLUE}"'
        parts.append(
            f'<g class="step" style="--k: {k}">'
            f'<rect x="{x - APART // 2}" width="{APART}" height="{HIGH}" fill="transparent"/>'
            f'<text class="letter" x="{x}" y="20" text-anchor="middle" font-size="20"'
            f' font-weight="650" fill="var(--input, #00785a)">d</text>'
            f'<rect {bar} fill-opacity="0.13"/><rect class="full" {bar}/>'
            f'<g transform="translate({x} {TOP + TALL // 2})">{valve}</g></g>'
        )
    return "".join(parts)


def _weights(data: dict, tokens: int) -> list[list[float]]:
    """The recorded weights of the first sentence, a row for each token."""
    letters = data["letters"]
    found = [letters.index(c) / (len(letters) - 1) for c in data["sentences"][0]["maps"]]
    return [found[k * tokens : (k + 1) * tokens] for k in range(tokens)]


def _places(names: list[str]) -> list[tuple[float, int, float]]:
    """Of each word in two lines: its middle, its line and its width."""
    widths = [sum(_wide(letter) for letter in name) for name in names]
    places = []
    for start, end, y in ((0, BREAK, LINES[0]), (BREAK, len(names), LINES[1])):
        x = (WIDE - sum(widths[start:end]) - 6 * (end - start - 1)) / 2
        for width in widths[start:end]:
            places.append((x + width / 2, y, width))
            x += width + 6
    return places


def _wide(letter: str) -> float:
    """About how wide a letter is, in px, at the size of the sentence."""
    return 5.2 if letter in "fijlrt" else 13.5 if letter in "mw" else 9.0


def _ribbon(one: tuple, other: tuple, weight: float) -> str:
    """From a word to one that it looks at, as wide as the weight."""
    (x, y, _), (to, line, _) = one, other
    if y == line:
        high = y - 20 - min(26, 6 + abs(x - to) / 5)
        way = f"M {x:g} {y - 15} C {x:g} {high:g} {to:g} {high:g} {to:g} {y - 15}"
    else:
        start, end = (y - 15, line + 5) if y > line else (y + 5, line - 15)
        middle = (start + end) / 2
        way = f"M {x:g} {start} C {x:g} {middle:g} {to:g} {middle:g} {to:g} {end}"
    return f'<path d="{way}" stroke-width="{1 + 11 * weight:.1f}"/>'
