"""Pictures that the book draws itself, and the one caption that a small grammar gives to each.

A picture has 16 × 16 pixels and shows one, two or three things, each in its own quarter. A thing
has one of 2 sizes, 3 colours and 4 shapes; no two things of a scene share both colour and shape.
Two things are neighbours, and three form an L. The caption follows the L from its left end, so that
every relation it names is between neighbours: "a small red circle below a large blue square left of
a small green cross".
Notebook: book/encoder_decoder.ipynb
"""

from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from unrolled.core.door import check_choice, check_flag, check_generator, check_whole, short_repr
from unrolled.core.records import check_fields
from unrolled.core.shapes import Array, Float

SIDE, QUARTER = 16, 8  # pixels
WIDTHS = {"small": 5, "large": 7}  # pixels
COLOURS = ("red", "green", "blue")  # the three channels of a pixel
SHAPES = ("square", "circle", "triangle", "cross")
RELATIONS = {(0, 1): "left of", (1, 0): "above", (-1, 0): "below"}
LAYOUTS = {  # the quarters, numbered 0 1 / 2 3, in the order in which the caption names them
    1: ((0,), (1,), (2,), (3,)),
    2: ((0, 1), (2, 3), (0, 2), (1, 3)),
    3: ((0, 1, 3), (0, 2, 3), (2, 0, 1), (2, 3, 1)),
}
MOST = max(LAYOUTS)

KINDS = [(colour, shape) for colour in COLOURS for shape in SHAPES]
PAIRS = [frozenset(pair) for pair in combinations(KINDS, 2)]
HELD_OUT = {PAIRS[n] for n in np.random.default_rng(0).permutation(len(PAIRS))[:11]}


class Thing(NamedTuple):
    """What is drawn, and the pixel of its upper left corner."""

    size: str
    colour: str
    shape: str
    row: int
    column: int


Scene = tuple[Thing, ...]  # in the order in which the caption names them


def draw_scene(rng: np.random.Generator, things: int, new: bool = False) -> Scene:
    """A scene with so many things, and with a pair of kinds that is held out only if `new`.

    Raises ValueError for a number of things outside 1 to 3 and for a new scene of one thing.
    """
    rng, new = check_generator("rng", rng), check_flag("new", new)
    things = check_whole("things", things, 2 if new else 1, MOST)
    while True:
        kinds = [KINDS[n] for n in rng.permutation(len(KINDS))[:things]]
        if _is_new(kinds) == new:
            break
    layout = LAYOUTS[things][rng.integers(len(LAYOUTS[things]))]
    shift = rng.integers(0, 2, size=2)
    return tuple(
        _place(rng, kind, quarter, shift) for kind, quarter in zip(kinds, layout, strict=True)
    )


def _place(rng: np.random.Generator, kind: tuple, quarter: int, shift: Array) -> Thing:
    """A thing of either size somewhere in its quarter, at least a pixel away from the next one."""
    size = ("small", "large")[rng.integers(2)]
    room = WIDTHS["large"] - WIDTHS[size]
    row, column = shift + rng.integers(0, room + 1, size=2)
    return Thing(
        size, *kind, int(row + QUARTER * (quarter // 2)), int(column + QUARTER * (quarter % 2))
    )


def is_new(scene: Scene) -> bool:
    """Whether two of its things are of kinds that are held out as a pair."""
    return _is_new([(thing.colour, thing.shape) for thing in check_scene(scene)])


def _is_new(kinds: list[tuple[str, str]]) -> bool:
    return any(frozenset(pair) in HELD_OUT for pair in combinations(kinds, 2))


def _relation(first: Thing, second: Thing) -> str:
    """Where the first thing is, seen from the second."""
    down = second.row // QUARTER - first.row // QUARTER
    right = second.column // QUARTER - first.column // QUARTER
    return RELATIONS[down, right]


def caption(scene: Scene) -> str:
    """What the picture shows, in words."""
    scene = check_scene(scene)
    words = describe(scene[0])
    for before, thing in pairwise(scene):
        words += f" {_relation(before, thing)} {describe(thing)}"
    return words


def describe(thing: Thing) -> str:
    """A thing in words, "a small red circle"."""
    size, colour, shape, *_ = check_thing("thing", thing)
    return f"a {size} {colour} {shape}"


def paint(scene: Scene) -> Float[Array, "16 16 3"]:
    """The pixels, from above and from the left: for red, green and blue 1 or 0."""
    pixels = np.zeros((SIDE, SIDE, len(COLOURS)))
    for thing in check_scene(scene):
        width = WIDTHS[thing.size]
        rows = slice(thing.row, thing.row + width)
        columns = slice(thing.column, thing.column + width)
        pixels[rows, columns, COLOURS.index(thing.colour)] = STAMPS[thing.shape, width]
    return pixels


def outline(shape: str, width: int) -> Array:
    """Which pixels of a square of this odd width belong to the shape: truth values.

    Raises ValueError for a shape that is not one of the four and for an even width.
    """
    shape = check_choice("shape", shape, SHAPES)
    if check_whole("width", width, 3) % 2 == 0:
        raise ValueError(f"width: got {width}, expected an odd number, so that there is a middle")
    half = int(width) // 2
    down, right = np.mgrid[-half : half + 1, -half : half + 1]
    from_middle = right**2 + down**2
    return {
        "square": np.ones((width, width), dtype=bool),
        "circle": (half**2 / 4 < from_middle) & (from_middle < half**2 + 2),
        "triangle": 2 * np.abs(right) <= down + half,
        "cross": np.abs(np.abs(right) - np.abs(down)) <= half // 3,
    }[shape]


STAMPS = {(shape, width): outline(shape, width) for shape in SHAPES for width in WIDTHS.values()}


def check_thing(name: str, thing: object) -> Thing:
    """`thing`, if it has a size, a colour and a shape of these, and lies within one quarter."""
    check_fields(name, thing, Thing)
    size = check_choice(f"{name}.size", thing.size, WIDTHS)
    colour = check_choice(f"{name}.colour", thing.colour, COLOURS)
    shape = check_choice(f"{name}.shape", thing.shape, SHAPES)
    row = _check_place(f"{name}.row", thing.row, WIDTHS[size])
    column = _check_place(f"{name}.column", thing.column, WIDTHS[size])
    return Thing(size, colour, shape, row, column)


def _check_place(name: str, value: object, width: int) -> int:
    """`value`, if that many pixels from there on lie in one quarter."""
    place = check_whole(name, value, 0, SIDE - width, of="pixels")
    if place % QUARTER + width > QUARTER:
        raise ValueError(f"{name}: got {place}, expected a place within one quarter")
    return place


def check_scene(scene: object) -> Scene:
    """`scene`, if it is drawn and named as `draw_scene` does it, or ValueError."""
    if not isinstance(scene, tuple | list) or not 1 <= len(scene) <= MOST:
        raise ValueError(f"scene: got {short_repr(scene)}, expected one to {MOST} things")
    things = tuple(check_thing(f"scene[{n}]", thing) for n, thing in enumerate(scene))
    if len({(thing.colour, thing.shape) for thing in things}) < len(things):
        raise ValueError(f"scene: got {short_repr(scene)}, expected things of different kinds")
    quarters = tuple(2 * (t.row // QUARTER) + t.column // QUARTER for t in things)
    if quarters not in LAYOUTS[len(things)]:
        expected = "neighbours, named from the left or from above, as LAYOUTS has them"
        raise ValueError(f"scene: got things in the quarters {quarters}, expected {expected}")
    return things
